-- cast: brand brand, kol kol, stella staff, rival brand
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
create temporary table before as select due_at, delivered_at from public.pack_orders where id = tests.order_id();
select tests.dispute('opened', 10000, 'dp', at => now() + interval '10 hours');
select results_eq('select status, due_at, clock_remaining_seconds, clock_resumes_at, payment_disputed_at from public.pack_orders',
  $$ values ('delivered', null::timestamptz, 62 * 3600::bigint, null::timestamptz, now() + interval '10 hours') $$, 'an order and its clock are paused while its payment is disputed');
select tests.dispute('opened', 10000, 'dp', at => now() + interval '11 hours');
select is((select payment_disputed_at from public.pack_orders), now() + interval '10 hours', 'an order is paused since the first report of the dispute');
select results_eq($$ select p.display_name from public.notifications n join public.profiles p on p.user_id = n.user_id where n.event = 'payment_disputed' order by 1 $$,
  $$ values ('Brand'), ('Kol') $$, 'both sides receive a notice that the order is paused');
update public.profiles set frozen_at = null where id = tests.id('brand');
create function pg_temp.refusals() returns setof text language sql as $$
  select action || ' ' || coalesce(refusal, 'allowed') from public.order_actions(tests.order_id()) where refusal is null or refusal = 'payment_disputed' order by 1
$$;
select tests.act_as(tests.id('brand'));
select set_eq('select pg_temp.refusals()', array['accept_milestone payment_disputed', 'complete_order payment_disputed', 'extend_review payment_disputed', 'open_dispute payment_disputed', 'request_revision payment_disputed'],
  'a brand can take no action that moves a paused order');
select throws_ok('select public.complete_order(tests.order_id())', 'PT409', 'payment_disputed', 'a brand cannot complete a paused order');
select throws_ok($$ select public.extend_review(tests.order_id()) $$, 'PT409', 'payment_disputed', 'a brand cannot extend the review of a paused order');
select tests.refused('kol', $$ select public.open_dispute(tests.order_id(), 'x') $$, 'PT409', 'payment_disputed', 'a creator cannot dispute a paused order');
select tests.refused('stella', $$ select public.open_dispute(tests.order_id(), 'x') $$, 'PT409', 'payment_disputed', 'staff cannot open a dispute of a paused order');
select throws_ok($$ select private.move_order(o, 'completed', 'clock', null, null, now()) from public.pack_orders o $$, 'PT409', 'payment_disputed',
  'the clock cannot move a paused order');
select private.run_due_work(now() + interval '20 days');
select is((select status from public.pack_orders), 'delivered', 'due work does not change a paused order');

-- A suspension that begins and ends during the dispute does not start the clock.
update public.profiles set suspended_at = now() where id = tests.id('kol');
update public.profiles set suspended_at = null where id = tests.id('kol');
select is((select due_at from public.pack_orders), null, 'a suspension that begins and ends during a dispute does not start the clock');
select tests.dispute('won', 10000, 'dp', at => now() + interval '100 hours');
select results_eq('select status, due_at, payment_disputed_at, clock_suspended_seconds from public.pack_orders',
  $$ values ('delivered', now() + interval '162 hours', null::timestamptz, 0::bigint) $$, 'a won dispute continues the order with the time that was left');
select is(tests.balance(tests.id('brand'), 'escrow'), 10000::bigint, 'a won dispute leaves the price in escrow');
select is(tests.balance(null, 'loss'), 0::bigint, 'a won dispute leaves no loss');
select private.run_due_work(now() + interval '163 hours');
select is((select status from public.pack_orders), 'completed', 'after the dispute is won the order is completed at its deadline if the brand does not answer');

-- A ruling is carried out when the dispute is won.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'awaiting_ruling');
select tests.by('stella', $$ select public.read_dispute(tests.order_id()); select public.resolve_dispute(tests.order_id(), 10000, 'All of it.') $$);
select tests.dispute('opened', 10000, 'dp2');
select is((select status from public.pack_orders where id = tests.order_id()), 'ruled', 'a ruled order is paused while its payment is disputed');
select tests.refused('brand', $$ select public.appeal_ruling(tests.order_id(), 'x') $$, 'PT409', 'payment_disputed',
  'a ruling cannot be appealed while the payment is disputed');
select tests.dispute('won', 10000, 'dp2', at => now() + interval '30 days');
select private.run_due_work(now() + interval '34 days');
select results_eq('select status, creator_share_minor from public.pack_orders where id = tests.order_id()', $$ values ('settled', 10000::bigint) $$,
  'a ruling is carried out when the dispute is won');

-- Earnings of an order are not paid out while the dispute is open.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 7000);
select tests.dispute('opened', 7000, 'dp3');
select private.run_due_work(now() + interval '60 days');
select is((select cleared_at from private.holds where order_id = tests.order_id()), null, 'a hold does not end while the payment is disputed');
select is((select count(*)::int from public.notifications n join public.profiles p on p.user_id = n.user_id
  where n.event = 'earnings_disputed' and p.id = tests.id('kol')), 1, 'a creator receives a notice that earnings of an order that is over wait');
select tests.act_as(tests.id('kol'));
select results_eq('select amount_minor, is_disputed from public.holds where order_id = tests.order_id()', $$ values (6300::bigint, true) $$,
  'a creator reads that a hold waits for the bank');
select results_eq('select disputed_minor from public.settlement_preview(tests.order_id())', array[6300::bigint], 'a creator reads how much of an order waits for the bank');
select tests.act_as(tests.id('brand'));
select results_eq('select disputed_minor from public.settlement_preview(tests.order_id())', array[null::bigint], 'a brand does not read how much a creator still has');
select tests.act_as_owner();
select tests.dispute('won', 7000, 'dp3', at => now() + interval '61 days');
select private.run_due_work(now() + interval '61 days');
select isnt((select cleared_at from private.holds where order_id = tests.order_id()), null, 'a hold ends when the dispute is won');

-- Only a part of the payment is disputed.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 10000);
select tests.dispute('opened', 4000, 'dp3a');
select tests.act_as(tests.id('kol'));
select results_eq('select disputed_minor from public.settlement_preview(tests.order_id())', array[4000::bigint], 'no more than the disputed amount may be taken of an order');
select tests.act_as_owner();
select tests.dispute('won', 4000, 'dp3a');

-- A side is suspended before the dispute and unsuspended after it.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
update public.profiles set suspended_at = now() where id = tests.id('kol');
select tests.dispute('opened', 10000, 'dp4', at => now() + interval '5 days');
select results_eq('select clock_suspended_seconds, clock_resumes_at from public.pack_orders where id = tests.order_id()', $$ values (5 * 86400::bigint, null::timestamptz) $$,
  'a suspension before the dispute counts for the clock until the dispute');
select tests.dispute('won', 10000, 'dp4', at => now() + interval '50 days');
select results_eq('select clock_suspended_seconds, clock_resumes_at, due_at from public.pack_orders where id = tests.order_id()',
  $$ values (5 * 86400::bigint, now() + interval '75 days', null::timestamptz) $$, 'a suspension counts for the clock again after the dispute');
update public.profiles set suspended_at = null, frozen_at = null where id in (tests.id('kol'), tests.id('brand'));

-- A dispute that the brand's other money covers pauses no order.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 500);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.dispute('opened', 400, 'dp5');
select results_eq('select status, payment_disputed_at from public.pack_orders where id = tests.order_id()', $$ values ('delivered', null::timestamptz) $$,
  'a small dispute is taken from the wallet and stops no order');
select tests.dispute('lost', 400, 'dp5');
select is((select status from public.pack_orders where id = tests.order_id()), 'delivered', 'a small dispute that is lost ends no order');
-- The wallet has 1.00 left, which does not cover the next dispute.
select tests.dispute('opened', 600, 'dp6');
select is((select payment_disputed_at from public.pack_orders where id = tests.order_id()), null, 'a small dispute that the wallet does not cover stops no order');
select tests.dispute('lost', 600, 'dp6');
select results_eq('select status, payment_disputed_at is null from public.pack_orders where id = tests.order_id()', $$ values ('delivered', true) $$,
  'a small dispute that is lost without cover ends no order');
select is((select owed_minor from private.chargebacks where provider_ref = 'dp6'), 500::bigint, 'a brand owes a small dispute that the wallet does not cover');

-- A dispute whose end is never reported counts as lost.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('rival'), tests.id('kol'), 'in_progress');
select tests.dispute('opened', 10000, 'dp7', at => clock_timestamp());
select private.work_chargebacks(now() + interval '179 days');
select is((select status from public.pack_orders where id = tests.order_id()), 'in_progress', 'an order is paused while the bank has time to decide');
select private.work_chargebacks(now() + interval '181 days');
select is((select status from public.pack_orders where id = tests.order_id()), 'cancelled', 'a dispute whose end is not reported counts as lost after half a year');
