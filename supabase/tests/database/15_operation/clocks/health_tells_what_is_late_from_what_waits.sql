-- Tests alarms of market_health: an order in its grace raises none; a task that people wait for raises one
-- before a deadline decides it.
-- cast: ann kol, bea brand, new brand unapproved, sam staff
select plan(32);
create function pg_temp.health(name text) returns text language sql as $$
  select concat_ws(' ', h.is_fine, h.detail) from private.market_health() as h where h.name = health.name
$$;
-- Makes orders in the states that the checks look at.
create temporary table made as select status, tests.make_order(tests.id('bea'), tests.id('ann'), status) as id
from unnest(array['in_progress', 'awaiting_ruling', 'completed']) as status;
insert into made select 'pending_payment', tests.make_order(tests.id('bea'), tests.id('ann'), 'pending_payment') from generate_series(1, 3);
insert into made select 'on_chain', tests.make_order(tests.id('bea'), tests.id('ann'), 'pending_payment', pack => tests.make_pack(tests.id('ann'), 20000000, 'USDC')) from generate_series(1, 3);
create function pg_temp.due(status text, due interval) returns text language sql as $$
  select format('update public.pack_orders o set due_at = now() + interval %L from made m where m.id = o.id and m.status = %L', due, status)
$$;
create function pg_temp.unpaid(most int, placed interval, kind text default 'pending_payment') returns text language sql as $$
  select format($sql$ alter table public.pack_orders disable trigger pack_orders_terms_are_final;
    alter table public.payments disable trigger payments_facts_are_final;
    update public.payments set created_at = now() - interval '1 day';
    update public.pack_orders o set created_at = now() - interval %L
    from (select id from made where status = %L order by id limit %s) m where m.id = o.id $sql$, placed, kind, most)
$$;
select private.provider_read_from('sandbox');
update private.settings set value = 168 where key = 'late_work_window';
select is(tests.answer_after(made, format('select pg_temp.health(%L)', name)) ~ '^t', is_fine, said || case when is_fine then ' raises no alarm' else ' raises an alarm' end) from (values
  ('orders', pg_temp.due('in_progress', '-7 days'), true, 'late work in its grace'),
  ('orders', pg_temp.due('in_progress', '-7 days -11 minutes'), false, 'an order that did not move after its grace'),
  ('holds', 'update private.holds set due_at = now() - interval ''11 minutes''', false, 'earnings that are not made available in time'),
  ('reviews', $$ insert into public.reviews (order_id, author_id, subject_id, rating, reveals_at)
    select id, tests.id('bea'), tests.id('ann'), 5, now() - interval '11 minutes' from made where status = 'completed' $$, false, 'a review that is not shown in time'),
  ('silence_decides', pg_temp.due('awaiting_ruling', '3 days'), true, 'a case three days before its automatic decision'),
  ('silence_decides', pg_temp.due('awaiting_ruling', '47 hours'), false, 'a case two days before its automatic decision'),
  ('silence_decides', $$ insert into public.suspensions (profile_id, category, note, appeal, appealed_at, appeal_due_at)
    values (tests.id('new'), 'spam', 'Spam.', 'No.', now(), now() + interval '1 day') $$, false, 'an appeal against a suspension, a day before its automatic decision,'),
  ('silence_decides', $$ insert into public.suspensions (profile_id, category, note, appeal, appealed_at, appeal_due_at, proposed_by)
    values (tests.id('new'), 'spam', 'Spam.', 'No.', now(), now() + interval '1 day', tests.id('sam')) $$, true, 'an appeal without an automatic decision'),
  ('approvals', $$ update public.profiles set onboarded_at = now() - interval '4 days' where id = tests.id('new') $$, false, 'a member who waits four days for an approval'),
  ('approvals', $$ update public.profiles set onboarded_at = now() - interval '2 days' where id = tests.id('new') $$, true, 'a member who waits two days for an approval'),
  ('approvals', $$ update public.profiles set onboarded_at = now() - interval '4 days', rejected_at = now(), rejection_reason = 'No.' where id = tests.id('new') $$, true, 'a rejected member'),
  ('reports', $$ select tests.report_message('ann', 'bea'), tests.report_message('bea', 'ann'); update public.message_reports set created_at = now() - interval '4 days' where reporter_id = tests.id('ann') $$, false, 'a four-day-old report'),
  ('unassigned_money', $$ insert into public.payments (provider, provider_ref, amount_minor, currency, status, created_at)
    values ('sandbox', 'x', 100, 'USD', 'suspense', now() - interval '4 days') $$, false, 'money that has fitted no order for four days'),
  ('webhooks', pg_temp.unpaid(3, '2 hours'), false, 'a market in which three brands do not pay, and no other brand pays,'),
  ('webhooks', pg_temp.unpaid(3, '2 hours') || '; delete from private.provider_reads', true, 'a market that takes no payments, in which three brands do not pay,'),
  ('webhooks', pg_temp.unpaid(3, '2 hours', 'on_chain'), true, 'a market in which three brands do not pay in USDC'),
  ('webhooks', pg_temp.unpaid(2, '2 hours'), true, 'a market in which two brands do not pay'),
  ('webhooks', pg_temp.unpaid(3, '59 minutes'), true, 'a market in which three brands have been paying for less than an hour'),
  ('webhooks', pg_temp.unpaid(3, '2 hours') || $$; insert into public.payments (provider, provider_ref, amount_minor, currency, created_at)
    values ('sandbox', 'y', 100, 'USD', now() - interval '1 hour') $$, true, 'a market in which another payment arrived meanwhile'),
  ('database_size', $$ update private.settings set value = pg_database_size(current_database()) / 1024.0 ^ 3 / 0.95, min_value = 0 where key = 'database_gigabytes' $$, false, 'a database that is nearly full'),
  ('database_size', 'select', true, 'a small database'),
  ('holds', $$ update private.holds set due_at = now() - interval '1 hour' $$, false, 'earnings that are an hour late'),
  ('holds', $$ update private.holds set due_at = now() - interval '1 hour', cleared_at = now() $$, true, 'earnings that have cleared'),
  ('connections', 'select', true, 'a few connections'),
  ('replication_slots', 'select', true, 'no slot that is behind')
) as c (name, made, is_fine, said);
-- Refunds are judged separately from payouts.
select tests.make_order(tests.id('bea'), tests.id('ann'), 'declined');
select tests.by('bea', $$ select public.request_refunds(1000, 'USD', gen_random_uuid()) $$, 'aal2');
select tests.unguarded('public.payouts', $$ update public.payouts set created_at = now() - interval '4 days' $$, 'payouts_final');
select matches(pg_temp.health('refunds'), '^f the oldest', 'a refund that waits for four days raises an alarm');
select is(pg_temp.health('payouts'), 't nothing waits', 'a refund that waits does not count as a payout');
select matches(pg_temp.health('payouts_sent_by_providers'), '^f', 'a refund that its provider has not sent for four days raises an alarm');
select matches(tests.answer_after($$ update private.settings set value = 1 where key = 'maintenance' $$, $$ select pg_temp.health('payouts_sent_by_providers') $$),
  '^t', 'a refund that its provider has not sent raises no alarm in maintenance, when nothing is sent');

-- The history keeps each check for a day.
select private.note_health();
select results_eq('select name from private.health_history order by name', 'select name from private.market_health() order by name', 'each check is stored in the history');
select is((select value from private.health_history where name = 'database_size') > 1000000, true, 'the history of a check has its count');
update private.health_history set noted_at = noted_at - interval '24 hours';
insert into private.health_history select noted_at - interval '1 second', name, is_fine, value from private.health_history;
select private.note_health() from generate_series(1, 2);
select is(count(distinct noted_at), 2::bigint, 'checks are stored once in five minutes, and for a day') from private.health_history;
