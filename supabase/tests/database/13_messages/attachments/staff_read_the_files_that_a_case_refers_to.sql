-- cast: ann kol, bob brand, stella staff
-- Messages whose files staff have to judge: quoted as evidence, or reported.
select tests.storage_does('storage.object.upload');
select tests.make_staff(name) from unnest('{invited_by_sender,invited_by_reporter}'::text[]) as name;
update public.referrals set invite_id = null, inviter_id = tests.id('bob') where invitee_id = tests.id('invited_by_sender');
update public.referrals set invite_id = null, inviter_id = tests.id('ann') where invitee_id = tests.id('invited_by_reporter');
select tests.make_order(tests.id('bob'), tests.id('ann'), 'disputed');
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
create function pg_temp.send(name text) returns uuid language plpgsql as $$
declare
  v_path text := tests.path(name);
  v_id uuid := gen_random_uuid();
begin
  insert into storage.objects (bucket_id, name) values ('attachments', v_path);
  insert into public.messages (id, conversation_id, file_url) values (v_id, current_setting('tests.conversation')::uuid, v_path);
  return v_id;
end;
$$;
create temporary table sent as select name, pg_temp.send(name) as id from unnest('{quoted.png,reported.png,other.png}'::text[]) as name;
select tests.check_files();
select public.give_evidence(tests.order_id(), 'See this.', message_ids => array[id]) from sent where name = 'quoted.png';
select tests.gets('stella', 'select tests.attachments()', '', 'staff read no file of a conversation');
select tests.by('ann', $$ select public.report_message(id, 'This is a threat.') from sent where name = 'reported.png' $$);
select tests.act_as(tests.id('stella'));
select is(tests.attachments(), '', 'staff read no reported file before they open the report');
create temporary table report as select m from tests.reports() as r, jsonb_array_elements(public.read_report(r.id) -> 'messages') as m;
select is(tests.attachments(), 'reported.png', 'staff who opened a report can read the file of its message');
select tests.act_as_owner();
alter table public.staff_audit disable trigger user;
update public.staff_audit set created_at = now() - interval '61 minutes' where action = 'read_report';
select tests.gets('stella', 'select tests.attachments()', '', 'an hour after opening a report staff can no longer read its file');
select tests.by('stella', 'select public.read_report(id) from tests.reports()');
select tests.gets('stella', 'select tests.attachments()', 'reported.png', 'staff who open the report again can read its file again');
-- Records that these members of staff have read the report, too.
insert into public.staff_audit (actor_id, action, subject_id)
select tests.id(reader), 'read_report', id from sent, unnest('{invited_by_sender,invited_by_reporter}'::text[]) as reader where sent.name = 'reported.png';
select tests.gets('invited_by_sender', 'select tests.attachments()', '', 'staff whom the sender invited do not read a reported file');
select tests.gets('invited_by_reporter', 'select tests.attachments()', '', 'staff whom the reporter invited do not read a reported file');
select tests.act_as(tests.id('stella'));
select results_eq($$ select m ->> 'file_name', storage.filename(m ->> 'file_url') from report order by 2 $$,
  $$ values ('reported.png', 'reported.png'), ('quoted.png', null), ('other.png', null) $$, 'an opened report has the name and the path of the file of the reported message');
select results_eq($$ select status from public.file_verdicts(array(select m ->> 'file_url' from report)) $$, array['fine'], 'staff read the verdict on a reported file');
select public.read_dispute(tests.order_id());
select is(tests.attachments(), 'quoted.png reported.png', 'staff who opened a dispute read the files of quoted messages');
select tests.gets('stella', 'select tests.attachments()', '', 'staff without the second factor read no file of a case', 'aal1');
select tests.by('stella', $$ select public.resolve_reports(array(select id from tests.reports()), 'No threat.') $$);
select tests.gets('stella', 'select tests.attachments()', 'quoted.png', 'staff cannot read the file of a report that is closed');
update public.referrals set invite_id = null, inviter_id = tests.id('bob') where invitee_id = tests.id('stella');
select tests.gets('stella', 'select tests.attachments()', '', 'staff cannot read the files of a case that has become their own');
-- The author deletes the account: files that a case refers to stay.
select private.remove_files_of(tests.id('bob'));
select is_empty('select 1 from private.file_removals', 'a file that a case refers to outlives the account of its author');
