-- cast: ann kol, bob brand, sam staff
select tests.by('bob', $$ select public.get_or_create_conversation(tests.id('ann')) $$);
select tests.by('bob', $$ insert into public.messages (id, conversation_id, content)
select '00000000-0000-4000-8000-000000000001', id, 'Send me your seed phrase' from public.conversations $$);
select tests.refused('bob', $$ select public.report_message('00000000-0000-4000-8000-000000000001', 'spam') $$,
  'PT403', 'not_allowed', 'the sender cannot report their own message');
select tests.act_as(tests.id('ann'));
select throws_ok($$ select public.report_message('00000000-0000-4000-8000-000000000001', ' ') $$,
  '23514', null, 'a report needs a reason');
select is(public.report_message('00000000-0000-4000-8000-000000000001', 'A scam'),
  public.report_message('00000000-0000-4000-8000-000000000001', 'A scam'), 'a repeated report returns the first one');
select throws_ok($$ select public.report_message('00000000-0000-4000-8000-000000000001', 'A threat') $$, 'PT409', 'report_exists', 'a second report of a message is refused');
select tests.act_as(tests.id('sam'));
select results_eq($$ select sender_id, sender_name, reports #>> '{0,reason}', reports_of_sender from tests.reports() $$,
  $$ values (tests.id('bob'), 'Bob', 'A scam', 1) $$, 'staff read in the list whose message was reported, and why');
select is(public.staff_list('reports')::text like '%seed phrase%', false, 'the list of reports has no text of a message, which would be read without a row of the audit log');
select is(public.staff_list('reports', jsonb_build_object('term', term)) -> 'total', to_jsonb(found), 'a search for "' || term || '" finds ' || found || ' reports')
from (values ('Bob', 1), ('scam', 1), ('seed phrase', 0)) as s (term, found);
select is(public.read_report('00000000-0000-4000-8000-000000000001') #>> '{messages,0,content}', 'Send me your seed phrase', 'staff read the reported message once they open the report');
select throws_ok('select * from public.message_reports', '42501', null, 'staff cannot read who reported');
select is(to_jsonb(r)::text like '%' || tests.id('ann') || '%', false, 'an open report does not name the reporter') from tests.reports() as r;

-- Sender and reporter have several accounts.
select tests.act_as_owner();
select tests.make_member(name, role) from (values ('ann2', 'kol'), ('dan', 'kol'), ('bob2', 'brand')) as m (name, role);
select private.join_people(tests.id('ann'), tests.id('ann2'), 'inbox'), private.join_people(tests.id('bob'), tests.id('bob2'), 'inbox');
select tests.report_message('bob', 'ann2');
select tests.finds('sam', 'select reports_of_sender from tests.reports()', 'values (1), (1)', 'two accounts of one person are one reporter');
select tests.report_message('bob2', 'dan');
select tests.act_as(tests.id('sam'));
select results_eq('select reports_of_sender from tests.reports()', 'values (2), (2), (2)', 'reports count for all accounts of the person who was reported');

-- Returns whether staff can suspend the sender of the reported message, who deletes the account below.
create function pg_temp.suspendable() returns text language sql as $$
  select string_agg(distinct can_suspend::text, ' ') || coalesce(' ' || tests.refusal(format('select public.suspend_profile(%L, true)', tests.id('bob'))), '') from tests.reports()
$$;
select is(pg_temp.suspendable(), 'true', 'staff can suspend the sender of a reported message');
select tests.act_as_owner();
select tests.make_invitee('eve', 'kol', tests.id('bob2'));
delete from auth.users where id in (tests.user_id(tests.id('bob')), tests.user_id(tests.id('bob2')));
select tests.gets('sam', 'select pg_temp.suspendable()', 'true', 'members whom a deleted account invited can be suspended with it');
delete from auth.users where id = tests.user_id(tests.id('eve'));
select tests.gets('sam', 'select pg_temp.suspendable()', 'false profile_unknown', 'a deleted account that invited nobody is not offered for suspension');
