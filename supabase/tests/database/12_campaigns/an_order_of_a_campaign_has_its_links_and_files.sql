-- cast: bob brand, ann kol, ben kol, stella staff
select tests.storage_does('storage.object.upload');
select set_config('tests.path', tests.id('bob') || '/one/plan.pdf', true);
create function pg_temp.files() returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('path', current_setting('tests.path'), 'name', 'Plan'))
$$;
create function pg_temp.order_of(pack text, file jsonb default pg_temp.files()) returns public.pack_orders language sql as $$
  select public.place_order(current_setting(pack)::uuid, 'Again.', gen_random_uuid(), files => file)
$$;
select set_config('tests.ann', tests.make_pack(tests.id('ann'))::text, true), set_config('tests.ben', tests.make_pack(tests.id('ben'))::text, true);
select tests.act_as(tests.id('bob'));
insert into storage.objects (bucket_id, name, owner_id) values ('attachments', current_setting('tests.path'), auth.uid()::text);
select tests.check_files();
insert into public.campaigns (title, body, budget_minor, creators_sought, deadline, links, files)
values ('Launch', 'Tell it.', 10000, 2, now() + interval '7 days', '{https://example.com/kit}', pg_temp.files());
select public.publish_campaign(id) from public.campaigns;
select tests.by('ann', $$ select public.apply_to_campaign(id, price_minor => 8000) from public.campaigns $$);
select tests.act_as(tests.id('bob'));
create temporary table placed as
select o.id, o.brief_links, o.brief_files, c.files from public.campaign_applications a, public.campaigns c,
  public.accept_application(a.id, gen_random_uuid(), a.terms_hash) o;
select results_eq('select brief_links, brief_files from placed', $$ select '{https://example.com/kit}'::text[], files from placed $$,
  'the brief of the order has the links and files of the campaign');
select public.close_campaign(id) from public.campaigns;
select tests.gets('ann', 'select tests.attachments()', 'plan.pdf', 'the creator of the order reads the files after the campaign is closed');
select tests.gets('ben', 'select tests.attachments()', '', 'a creator who did not apply no longer reads the files');

-- A changed brief keeps the files.
select tests.act_as(tests.id('bob'));
select is((public.edit_brief(id, 'Tell it well.', files => pg_temp.files())).brief_files, pg_temp.files(), 'a changed brief keeps the links and files of the campaign') from placed;
select throws_ok($$ select pg_temp.order_of('tests.ben') $$, 'PT422', 'file_unknown', 'a creator who cannot read the files of the campaign gets them in no brief');
select is((pg_temp.order_of('tests.ann')).brief_files, pg_temp.files(), 'a second order from the same creator has the links and files again');
select is((public.edit_brief(id, 'Tell it well.')).brief_files, '[]', 'a changed brief drops the files of the campaign') from placed;

-- The files can be given as evidence.
select tests.by('service', $$ select public.record_payment('sandbox', 'paid', o.id, o.price_minor + o.buyer_fee_minor, o.currency) from public.pack_orders o where o.brief_files <> '[]' $$);
select tests.by('ann', $$ select public.accept_order(o.id), public.open_dispute(o.id, 'This does not work.') from public.pack_orders o where o.brief_files <> '[]' $$);
select tests.gets('stella', 'select tests.attachments()', '', 'staff read no file of a case that they have not opened');
select tests.by('ann', $$ select set_config('tests.case', o.id::text, true) from public.pack_orders o where o.brief_files <> '[]' $$);
select tests.by('stella', $$ select public.read_dispute(current_setting('tests.case')::uuid) $$);
select tests.gets('stella', 'select tests.attachments()', 'plan.pdf', 'staff who opened the case read the files as evidence');
