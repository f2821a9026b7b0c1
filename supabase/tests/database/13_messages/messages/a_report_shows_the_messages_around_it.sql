-- cast: ann kol, bob brand, sam staff, sue staff
insert into public.conversations (member_a, member_b, opened_by)
select least(tests.id('ann'), tests.id('bob')), greatest(tests.id('ann'), tests.id('bob')), tests.id('bob');
insert into public.messages (id, conversation_id, sender_id, content, created_at)
select md5('m' || n)::uuid, c.id, case when n % 2 = 0 then tests.id('ann') else tests.id('bob') end, 'Message ' || n, now() - make_interval(mins => 100 - n)
from public.conversations c, generate_series(1, 31) as n;
create function pg_temp.read(n int) returns jsonb language sql as $$ select public.read_report(md5('m' || n)::uuid) $$;
select tests.by('ann', $$ select public.report_message(md5('m15')::uuid, 'rude'), public.report_message(md5('m3')::uuid, 'also rude') $$);
select tests.refused('sam', 'select pg_temp.read(16)', 'PT409', 'report_not_open', 'staff cannot read messages around a message that nobody reported');
select tests.act_as(tests.id('sam'));
select is((select string_agg(right(m ->> 'content', 2), ' ') from jsonb_array_elements(pg_temp.read(15) -> 'messages') as m),
  ' 5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25', 'staff read ten messages before and ten after the reported one');
select is((select string_agg(m ->> 'content', ' ') from jsonb_array_elements(pg_temp.read(15) -> 'messages') as m where (m -> 'is_reported')::bool and (m -> 'is_sender')::bool),
  'Message 15', 'the reported message is marked, and each message says whether the sender wrote it');
select is(pg_temp.read(15) #>> '{earlier,0,reason}', 'also rude', 'staff read other reports about the sender');
select is(pg_temp.read(15) #> '{earlier,0,total}', '1', 'staff read how many other reports there are');
select is(pg_temp.read(15)::text like '%' || tests.id('ann') || '%', false, 'the receiver of a reported message stays unnamed');
select is(count(*)::int, 1, 'opening a report several times within an hour makes one row in the audit log') from public.staff_audit where action = 'read_report' and subject_id = md5('m15')::uuid;
select tests.act_as_owner();
update public.referrals set inviter_id = tests.id('sue'), invite_id = null where invitee_id = tests.id('ann');
select tests.refused('sue', 'select pg_temp.read(15)', 'PT409', 'report_not_open', 'staff do not read the conversation of a case of their own');
select tests.by('sam', $$ select public.read_member(tests.id('bob'), 'A complaint.') $$);
select is(public.read_member(tests.id('bob'), 'A complaint.') -> 'reports', '[]', 'opening the sender''s profile does not show staff reports by members whom they invited')
from tests.act_as(tests.id('sue'));
