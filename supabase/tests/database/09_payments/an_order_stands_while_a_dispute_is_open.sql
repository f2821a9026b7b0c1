-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
create temporary table before as select due_at, delivered_at from public.pack_orders where id = tests.order_id();
create function pg_temp.report(status text, at timestamptz, ref text default 'dp', amount bigint default 10000) returns jsonb language sql as $$
  select private.record_provider_dispute('sandbox', (tests.payment()).provider_ref, ref, status, amount, 'USD', at)
$$;
select pg_temp.report('opened', now() + interval '10 hours');
select results_eq('select status, due_at, clock_remaining_seconds, clock_resumes_at, payment_disputed_at from public.pack_orders',
  $$ values ('delivered', null::timestamptz, 62 * 3600::bigint, null::timestamptz, now() + interval '10 hours') $$, 'order and clock stand');
select pg_temp.report('opened', now() + interval '11 hours');
select is((select payment_disputed_at from public.pack_orders), now() + interval '10 hours', 'since the first report');
select results_eq($$ select p.display_name from public.notifications n join public.profiles p on p.user_id = n.user_id where n.event = 'payment_disputed' order by 1 $$,
  $$ values ('Brand'), ('Kol') $$, 'both sides are told');
update public.profiles set frozen_at = null where id = tests.id('brand');
create function pg_temp.refusals() returns setof text language sql as $$
  select action || ' ' || coalesce(refusal, 'allowed') from public.order_actions(tests.order_id()) where refusal is null or refusal = 'payment_disputed' order by 1
$$;
grant execute on function pg_temp.refusals to authenticated;
select tests.act_as(tests.id('brand'));
select set_eq('select pg_temp.refusals()', array['accept_milestone payment_disputed', 'complete_order payment_disputed', 'extend_review payment_disputed', 'open_dispute payment_disputed', 'request_revision payment_disputed'],
  'the brand can do nothing that moves it');
select throws_ok('select public.complete_order(tests.order_id())', 'PT409', 'payment_disputed', 'not accept the work');
select throws_ok($$ select public.extend_review(tests.order_id()) $$, 'PT409', 'payment_disputed', 'nor move its clock');
select tests.act_as(tests.id('kol'));
select throws_ok($$ select public.open_dispute(tests.order_id(), 'x') $$, 'PT409', 'payment_disputed', 'nor can the creator');
select tests.act_as(tests.id('stella'));
select throws_ok($$ select public.open_dispute(tests.order_id(), 'x') $$, 'PT409', 'payment_disputed', 'nor staff');
select tests.act_as_owner();
select throws_ok($$ select private.move_order(o, 'completed', 'clock', null, null, now()) from public.pack_orders o $$, 'PT409', 'payment_disputed', 'nor a clock');
select private.run_due_work(now() + interval '20 days');
select is((select status from public.pack_orders), 'delivered', 'time passes it by');

-- A suspension that begins and ends meanwhile does not start the clock.
update public.profiles set suspended_at = now() where id = tests.id('kol');
update public.profiles set suspended_at = null where id = tests.id('kol');
select is((select due_at from public.pack_orders), null, 'the clock still stands');
select pg_temp.report('won', now() + interval '100 hours');
select results_eq('select status, due_at, payment_disputed_at, clock_suspended_seconds from public.pack_orders',
  $$ values ('delivered', now() + interval '162 hours', null::timestamptz, 0::bigint) $$, 'won: it goes on with the time that was left');
select is(tests.balance(tests.id('brand'), 'escrow'), 10000::bigint, 'the money is where it was');
select is(tests.balance(null, 'loss'), 0::bigint, 'and nothing is missing');
select private.run_due_work(now() + interval '163 hours');
select is((select status from public.pack_orders), 'completed', 'silence accepts the work as it would have');

-- A ruling is carried out when the dispute is won.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'awaiting_ruling');
select tests.act_as(tests.id('stella'));
select public.read_dispute(tests.order_id());
select public.resolve_dispute(tests.order_id(), 10000, 'All of it.');
select tests.act_as_owner();
select pg_temp.report('opened', now(), 'dp2');
select is((select status from public.pack_orders where id = tests.order_id()), 'ruled', 'a ruling stands');
select tests.act_as(tests.id('brand'));
select throws_ok($$ select public.appeal_ruling(tests.order_id(), 'x') $$, 'PT409', 'payment_disputed', 'and waits');
select tests.act_as_owner();
select pg_temp.report('won', now() + interval '30 days', 'dp2');
select private.run_due_work(now() + interval '34 days');
select results_eq('select status, creator_share_minor from public.pack_orders where id = tests.order_id()', $$ values ('settled', 10000::bigint) $$, 'won: it is carried out');

-- Earnings of an order are not paid out while the dispute is open.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 7000);
select pg_temp.report('opened', now(), 'dp3', 7000);
select private.run_due_work(now() + interval '60 days');
select is((select cleared_at from private.holds where order_id = tests.order_id()), null, 'the hold waits');
select pg_temp.report('won', now() + interval '61 days', 'dp3', 7000);
select private.run_due_work(now() + interval '61 days');
select isnt((select cleared_at from private.holds where order_id = tests.order_id()), null, 'and ends when the dispute is won');

-- A suspension before and after.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
update public.profiles set suspended_at = now() where id = tests.id('kol');
select pg_temp.report('opened', now() + interval '5 days', 'dp4');
select results_eq('select clock_suspended_seconds, clock_resumes_at from public.pack_orders where id = tests.order_id()', $$ values (5 * 86400::bigint, null::timestamptz) $$,
  'the time of the suspension counts until the dispute');
select pg_temp.report('won', now() + interval '50 days', 'dp4');
select results_eq('select clock_suspended_seconds, clock_resumes_at, due_at from public.pack_orders where id = tests.order_id()',
  $$ values (5 * 86400::bigint, now() + interval '75 days', null::timestamptz) $$, 'and goes on counting after it');
update public.profiles set suspended_at = null, frozen_at = null where id in (tests.id('kol'), tests.id('brand'));

-- A dispute that the brand's other money covers stops no order.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 500);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select pg_temp.report('opened', now(), 'dp5', 400);
select results_eq('select status, payment_disputed_at from public.pack_orders where id = tests.order_id()', $$ values ('delivered', null::timestamptz) $$,
  'a small part is taken from the wallet first, and no order stands');
select pg_temp.report('lost', now(), 'dp5', 400);
select is((select status from public.pack_orders where id = tests.order_id()), 'delivered', 'nor ends');
-- The wallet has 1.00 left, so the next part is missing.
select pg_temp.report('opened', now(), 'dp6', 600);
select is((select payment_disputed_at from public.pack_orders where id = tests.order_id()), null, 'a small part that is missing stops no order');
select pg_temp.report('lost', now(), 'dp6', 600);
select results_eq('select status, payment_disputed_at is null from public.pack_orders where id = tests.order_id()', $$ values ('delivered', true) $$,
  'nor does it end one');
select is((select owed_minor from private.chargebacks where provider_ref = 'dp6'), 500::bigint, 'the brand owes it');

-- A dispute that nobody ends counts as lost.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_member('rival', 'brand');
select tests.make_order(tests.id('rival'), tests.id('kol'), 'in_progress');
select pg_temp.report('opened', clock_timestamp(), 'dp7');
select private.work_chargebacks(now() + interval '179 days');
select is((select status from public.pack_orders where id = tests.order_id()), 'in_progress', 'the order waits for the bank');
select private.work_chargebacks(now() + interval '181 days');
select is((select status from public.pack_orders where id = tests.order_id()), 'cancelled', 'but not for ever');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
