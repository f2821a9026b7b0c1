-- cast: bob brand, eve brand, ann kol, ben kol
select tests.storage_does('storage.object.upload');
create function pg_temp.path(owner text, name text) returns text language sql as $$
  select tests.id(owner) || '/one/' || name
$$;
create function pg_temp.add(owner text, name text) returns void language sql as $$
  insert into storage.objects (bucket_id, name, version, owner_id, metadata)
  values ('attachments', pg_temp.path(owner, name), 'v1', auth.uid()::text, '{"mimetype": "application/pdf", "size": 10}')
$$;
create function pg_temp.files(path text) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('path', path, 'name', 'Plan', 'type', 'video/mp4', 'size', 99))
$$;
create function pg_temp.draft(file text) returns uuid language sql as $$
  insert into public.campaigns (title, body, budget_minor, deadline, files)
  values ('Launch', 'Tell it.', 10000, now() + interval '7 days', pg_temp.files(file)) returning id
$$;

-- Tests who can add files.
select tests.allowed('bob', $$ select pg_temp.add('bob', name) from unnest('{plan.pdf,page.pdf,other.pdf}'::text[]) as name $$, 'a brand adds files to its own folder');
select tests.refused(name, format('select pg_temp.add(%L, ''x.pdf'')', folder), '42501', null, format('%s adds no file to the folder of %s', name, folder))
from (values ('eve', 'bob'), ('ann', 'bob'), ('ann', 'ann')) as a (name, folder);
update public.profiles set suspended_at = now() where id = tests.id('eve');
select tests.refused('eve', $$ select pg_temp.add('eve', 'x.pdf') $$, '42501', null, 'a suspended brand adds no file');
update public.profiles set suspended_at = null where id = tests.id('eve');

-- Tests who can read the files before and after publication.
select tests.by('bob', $$ select set_config('tests.campaign', pg_temp.draft(pg_temp.path('bob', 'plan.pdf'))::text, true) $$);
select tests.gets('bob', 'select tests.attachments()', 'other.pdf page.pdf plan.pdf', 'a brand reads the files that it added');
select tests.refused('bob', $$ select public.publish_campaign(current_setting('tests.campaign')::uuid) $$, 'PT409', 'file_not_checked',
  'a campaign is not published before its files are checked');
select tests.by('ann', $$ select set_config('tests.early', tests.attachments() || coalesce((select v.path from public.file_verdicts(array[pg_temp.path('bob', 'plan.pdf')]) as v), ''), true) $$);
select is(current_setting('tests.early'), '', 'nobody else reads the files of a draft');
select private.record_file_inspection('attachments', pg_temp.path('bob', 'page.pdf'), 'v1', 'markup', false);
select tests.check_files();
select tests.refused('bob', $$ select public.publish_campaign(pg_temp.draft(pg_temp.path('bob', 'page.pdf'))) $$, 'PT409', 'file_rejected', 'a rejected file is not published');
select tests.refused('eve', $$ select public.publish_campaign(pg_temp.draft(pg_temp.path('bob', 'plan.pdf'))) $$, 'PT422', 'file_unknown', 'a brand cannot publish a file of another brand');
select tests.by('eve', $$ select pg_temp.draft(pg_temp.path('bob', 'plan.pdf')) $$);
select tests.gets('eve', 'select tests.attachments()', '', 'naming a file of another brand gives no right to read it');
select tests.act_as(tests.id('bob'));
select throws_ok($$ select pg_temp.draft(null) $$, '23514', null, 'a file of a campaign has a path');
select results_eq($$ select files -> 0 from public.publish_campaign(current_setting('tests.campaign')::uuid) $$,
  format('select %L::jsonb', jsonb_build_object('path', pg_temp.path('bob', 'plan.pdf'), 'name', 'Plan', 'type', 'application/pdf', 'size', 10)),
  'a published file has the type and size that Storage knows');

-- Tests who can read the verdicts on the files.
select tests.by('ben', $$ select public.block_member(tests.id('bob')) $$);
create function pg_temp.verdict() returns text language sql as $$
  select coalesce((select v.status from public.file_verdicts(array[pg_temp.path('bob', 'plan.pdf')]) as v), '')
$$;
select tests.act_as(tests.id('ann'));
select is(tests.attachments() || pg_temp.verdict(), 'plan.pdffine', 'a creator reads the files that an open campaign lists, and the verdicts on them');
select tests.storage_does('storage.object.sign');
select is(tests.attachments(), '', 'nobody gets a signed address of an unpublished file');
select tests.storage_does('storage.object.get_authenticated');
select tests.gets('ben', 'select tests.attachments() || pg_temp.verdict()', '', 'a creator who blocked the brand reads none of the files');
select private.remove_files_of(tests.id('bob'));
select results_eq($$ select storage.filename(name), reason from private.file_removals order by 1 $$,
  $$ values ('other.pdf', 'account_deleted'), ('page.pdf', 'rejected') $$, 'files that were published outlive the account of the brand');
