-- cast: ann kol, bob brand, sam staff, sue staff, xan staff
create function pg_temp.details(action text) returns jsonb language sql as $$
  select i -> 'details' from tests.listed('audit', jsonb_build_object('kind', details.action)) as i
$$;
create function pg_temp.found(term text) returns int language sql as $$
  select count(*)::int from tests.listed('audit', jsonb_build_object('term', term))
$$;
select tests.by('sam', $$ select public.suspend_profile(tests.id('ann'), false, 'fraud', 'You sent fake numbers.') $$);
select tests.by('ann', $$ select public.appeal_suspension('I was in hospital.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('ann'), false, 'The brother used the account.') $$);
insert into public.conversations (member_a, member_b, opened_by) select least(tests.id('ann'), tests.id('bob')), greatest(tests.id('ann'), tests.id('bob')), tests.id('bob');
insert into public.messages (id, conversation_id, sender_id, content) select md5(name)::uuid, id, tests.id('ann'), 'Rude.' from public.conversations, unnest('{one,two}'::text[]) as name;
select tests.by('bob', $$ select public.report_message(md5(name)::uuid, 'Rude.') from unnest('{one,two}'::text[]) as name $$);
select tests.by('sam', $$ select public.resolve_reports(array[md5('one')::uuid], 'The third complaint.') $$);
select tests.by('sue', $$ select public.read_member(tests.id('ann'), 'A complaint of a brand.') $$);
select tests.by('sue', $$ select public.propose_staff_act('suspend_profile', jsonb_build_object('profile_id', tests.id('ann'), 'category', 'fraud', 'note', 'Two accounts on one card.', 'without_end', true)) $$);
select tests.by('sue', $$ select public.withdraw_staff_proposal((select id from public.staff_proposals), 'It was one of a friend.') $$);

select tests.act_as(tests.id('xan'));
select is(pg_temp.details(action)::text ~ 'fake|fraud|brother|upheld|third|complaint|card|friend', false, 'staff who have not opened the member read no notes about them: ' || action)
from unnest('{suspend_profile,decide_suspension_appeal,resolve_reports,read_member,propose_staff_act,withdraw_staff_proposal}'::text[]) as action;
select is(pg_temp.details('suspend_profile') ? 'suspended', false, 'for staff who have not opened the member the log does not name the other accounts that an act reached');
select is((select i -> 'is_shortened' from tests.listed('audit', '{"kind": "suspend_profile"}') as i), 'true', 'a row of the log says that its texts are left out');
select is(pg_temp.found('hospital brother') + pg_temp.found('brother') + pg_temp.found('fake'), 0, 'the search does not find texts that the reader may not read');
select is_empty('select from public.staff_audit', 'the table of the log shows no act of others');
select is_empty('select from public.staff_proposals', 'a decided proposal is read by its author alone');
select tests.act_as_owner();
insert into public.staff_proposals (action, subject, arguments, proposed_by, created_at, expires_at)
values ('suspend_profile', tests.id('bob'), '{"note": "A rumour."}', tests.id('sue'), now() - interval '9 days', now() - interval '2 days');
select is(private.without_words('{"arguments": {"addition": "They lied.", "chargeback_id": 1}}'), '{"arguments": {"chargeback_id": 1}}', 'the sentence that staff add to evidence is a text about a member');
select tests.gets('xan', 'select count(*) from public.staff_proposals', '0', 'a proposal that nobody confirmed in time is read by its author alone');

select tests.gets('sam', $$ select pg_temp.details('suspend_profile') ->> 'note' $$, 'You sent fake numbers.', 'staff read the texts of their own acts');
select tests.gets('sam', $$ select pg_temp.details('decide_suspension_appeal') ? 'note' $$, 'false', 'staff do not read the texts of other acts about the member');
select tests.gets('sam', $$ select details ->> 'note' from public.staff_audit where action = 'suspend_profile' $$, 'You sent fake numbers.', 'the table of the log shows staff their own acts with their texts');

select tests.act_as(tests.id('xan'));
select public.read_report(md5('two')::uuid);
select is(pg_temp.details('resolve_reports') ? 'resolution', false, 'opening one report shows no texts about another one in the log');
select public.read_member(tests.id('ann'), 'Their brand asks.');
select is(pg_temp.details('decide_suspension_appeal'), '{"upheld": false, "note": "The brother used the account."}', 'once staff have opened the member the log shows all texts about the member');
select is(pg_temp.details('propose_staff_act') #>> '{arguments,note}', 'Two accounts on one card.', 'once staff have opened the member the log shows the texts of proposals');
select is(pg_temp.details('withdraw_staff_proposal') ->> 'note', 'It was one of a friend.', 'once staff have opened the member the log has the reason for which a proposal was turned down');
select is(pg_temp.details('resolve_reports') ->> 'resolution', 'The third complaint.', 'once staff have opened the member the log shows the texts about a report');
select is(pg_temp.found('brother'), 1, 'once staff have opened the member the search finds the texts');
select tests.act_as_owner();
select tests.unguarded('public.staff_audit', $$ update public.staff_audit set created_at = now() - interval '61 minutes' where action = 'read_member' $$);
select tests.gets('xan', $$ select pg_temp.details('decide_suspension_appeal') $$, '{}', 'opening a member counts for an hour');
