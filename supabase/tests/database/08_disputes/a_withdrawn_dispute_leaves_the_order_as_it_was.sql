-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
create function pg_temp.state() returns text language sql as $$
  select format('%s %s, %s revisions, delivered %s', o.status, o.due_at - now(), o.revisions_used, o.delivered_at - now())
  from public.pack_orders o where o.id = tests.order_id() $$;
-- Ten hours of the review are over.
update public.pack_orders set due_at = now() + interval '62 hours', delivered_at = now() - interval '10 hours', reminders_sent = 1;
select tests.refused('brand', 'select public.withdraw_dispute(tests.order_id())', 'PT409', 'order_not_disputed', 'nothing is withdrawn from an order without a dispute');
select tests.by('brand', 'select public.open_dispute(tests.order_id(), $$No.$$)');
select tests.by('kol', 'select public.propose_settlement(tests.order_id(), 9000)');
select tests.refused('kol', 'select public.withdraw_dispute(tests.order_id())', 'PT403', 'not_allowed', 'the other side withdraws no dispute');
select tests.refused('stella', 'select public.withdraw_dispute(tests.order_id())', 'PT403', 'not_allowed', 'staff withdraw no dispute');
insert into public.staff_proposals (action, subject, arguments, proposed_by, expires_at)
values ('resolve_dispute', tests.order_id(), '{}', tests.id('stella'), now() + interval '1 day');
select results_eq($$ select to_status, deadline - now(), held_minor from tests.order_actions(tests.id('brand')) where action = 'withdraw_dispute' $$,
  $$ values ('delivered', interval '62 hours', 0::bigint) $$, 'the action announces the state and the deadline after a withdrawal');

select tests.move_time_as(tests.id('brand'), now() + interval '100 hours');
select throws_ok('select public.withdraw_dispute(tests.order_id())', 'PT409', 'settlement_changed', 'an opener who saw no proposal cannot withdraw when there is one');
select throws_ok('select public.withdraw_dispute(tests.order_id(), 8000)', 'PT409', 'settlement_changed', 'an opener who saw an older proposal cannot withdraw when there is a newer one');
select is((public.withdraw_dispute(tests.order_id(), 9000)).status, 'delivered', 'the opener withdraws a dispute');
select is((public.withdraw_dispute(tests.order_id())).status, 'delivered', 'a retried withdrawal changes nothing');
select tests.act_as_owner();
select is(pg_temp.state(), 'delivered 6 days 18:00:00, 0 revisions, delivered -10:00:00', 'the clock of an order continues after a withdrawn dispute, and the work is not delivered again');
select results_eq('select kind, from_status, to_status from public.order_events order by id desc limit 2',
  $$ values ('dispute_withdrawn', 'disputed', 'delivered'), ('move', 'delivered', 'disputed') $$, 'the history has one withdrawal of the dispute');
select results_eq($$ select user_id from public.notifications where event = 'dispute_withdrawn' $$,
  $$ select tests.user_id(tests.id('kol')) $$, 'the other side is notified once of a withdrawn dispute');
select is((select count(*) from public.notifications where event = 'order_delivered'), 1::bigint, 'returning to the delivered state does not count as a second delivery');
select is(tests.balance(tests.id('brand'), 'escrow'), 10000::bigint, 'the money stays in escrow after a withdrawn dispute');
select is((select status from public.staff_proposals where subject = tests.order_id()::text), 'withdrawn', 'a proposed ruling that waited for a second member of staff is withdrawn');
select is(private.work_reminders(now() + interval '114 hours' - interval '1 second', 10), 0, 'the time of a withdrawn dispute does not count as review');

-- A second dispute starts without the first one's proposals, and cannot be withdrawn.
select tests.by('kol', 'select public.open_dispute(tests.order_id(), $$Pay me.$$)');
select is((select count(*) from public.settlement_proposals s where s.id = (private.last_proposal(s.order_id, s.proposed_by)).id), 0::bigint, 'a proposal of the withdrawn dispute cannot be accepted');
select tests.gets('brand', 'select count(*) from public.settlement_proposals', '0', 'nobody reads a proposal of the withdrawn dispute');
select is(private.has_spoken(o, tests.id('kol')), false, 'statements in the withdrawn dispute do not count in the next one') from public.pack_orders o;
select tests.refused('brand', 'select public.withdraw_dispute(tests.order_id())', 'PT403', 'not_allowed', 'the side that opened an earlier dispute cannot withdraw a later one of the other side');
select tests.refused('kol', 'select public.withdraw_dispute(tests.order_id())', 'PT409', 'dispute_withdrawn_before', 'only one dispute of an order can be withdrawn, so nobody can stop its clock again and again');
select tests.by('stella', 'select public.read_dispute(tests.order_id())');
select is(jsonb_path_query_array(public.read_dispute(tests.order_id()), '$.events[*].kind'), '["move", "dispute_withdrawn", "move"]', 'the case shows the withdrawal of the dispute')
from tests.act_as(tests.id('stella'));
select tests.act_as_owner();

-- Returning to the state of a revision uses no revision, and the written rule follows that state and the open dispute.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.by('brand', $$ select public.request_revision(tests.order_id(), 'A comma.'); select public.open_dispute(tests.order_id(), 'No.') $$);
select tests.by('brand', 'select public.withdraw_dispute(tests.order_id())', at => now() + interval '8 days');
select is((select revisions_used from public.pack_orders where id = tests.order_id()), 1, 'a return to the state of a revision uses no revision');
select is(private.split_by_rule(o), 5000::bigint, 'after a withdrawal the written rule follows the state of the order')
from public.pack_orders o where o.id = tests.order_id();
select tests.by('brand', 'select public.open_dispute(tests.order_id(), $$No.$$)', at => now() + interval '8 days');
select is(private.split_by_rule(o), 10000::bigint, 'a brand cannot gain by disputing while its own requested revision is under way')
from public.pack_orders o where o.id = tests.order_id();

-- Work that was overdue is overdue by the same time after the dispute is withdrawn.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
update public.pack_orders set due_at = now() - interval '5 hours' where id = tests.order_id();
select tests.by('kol', 'select public.open_dispute(tests.order_id(), $$More time.$$)');
select tests.by('kol', 'select public.withdraw_dispute(tests.order_id())', at => now() + interval '3 days');
select is((select due_at from public.pack_orders where id = tests.order_id()), now() + interval '3 days' - interval '5 hours', 'a withdrawn dispute leaves late work as late as it was');

-- When a side withdraws a dispute that it opened seconds before the deadline, the other side has a day again.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
update public.pack_orders set due_at = now() + interval '40 seconds' where id = tests.order_id();
select tests.by('kol', 'select public.open_dispute(tests.order_id(), $$Pay me.$$)');
select tests.by('kol', 'select public.withdraw_dispute(tests.order_id())', at => now() + interval '3 days');
select is((select due_at from public.pack_orders where id = tests.order_id()), now() + interval '4 days', 'after a withdrawal the other side has a day at least');
