-- cast: brand brand, kol kol, stella staff
select tests.lift_limits();
update private.settings set value = 5 where key = 'buyer_fee';
create function pg_temp.money() returns text language sql as $$
  select format('escrow %s, pending %s, fees %s, wallet %s, loss %s', tests.balance(tests.id('brand'), 'escrow'), tests.balance(tests.id('kol'), 'pending'),
    tests.balance(null, 'fees_held'), tests.balance(tests.id('brand'), 'wallet'), tests.balance(null, 'loss'))
$$;
create function pg_temp.ended(how text, status text, accepted int default 1) returns text language plpgsql as $$
declare
  v_text text;
begin
  perform tests.make_milestones(tests.id('brand'), tests.id('kol'), status, accepted => accepted);
  perform tests.act_as_owner();
  case how
    when 'both cancel' then
      perform tests.act_as(tests.id('kol'));
      perform public.cancel_order(tests.order_id(), 'Enough.');
      perform tests.act_as(tests.id('brand'));
      perform public.cancel_order(tests.order_id(), 'Agreed.');
    when 'overdue' then
      perform tests.move_time_as(tests.id('brand'), now() + interval '9 days');
      perform public.cancel_order(tests.order_id(), 'Late.');
    when 'settled with nothing more' then
      perform tests.act_as(tests.id('stella'));
      perform tests.hear();
      perform public.resolve_dispute(tests.order_id(), 3333, 'Nothing more.');
      perform tests.act_as_owner();
      perform tests.let_appeals_pass();
    when 'settled between' then
      perform tests.act_as(tests.id('kol'));
      perform public.propose_settlement(tests.order_id(), 5000);
      perform tests.act_as(tests.id('brand'));
      perform public.accept_settlement(tests.order_id(), 5000);
    when 'settled with all' then
      perform tests.act_as(tests.id('stella'));
      perform tests.hear();
      perform public.resolve_dispute(tests.order_id(), 10000, 'All of it.');
      perform tests.act_as_owner();
      perform tests.let_appeals_pass();
    when 'charged back' then
      perform tests.act_as_owner();
      perform tests.take_back(tests.payment(), 10500);
      perform private.run_due_work(now() + interval '8 days');
    when 'a part charged back' then
      perform tests.act_as_owner();
      perform tests.take_back(tests.payment(), 1000);
      perform private.run_due_work(now() + interval '8 days');
  end case;
  perform tests.act_as_owner();
  if exists (select from private.ledger_faults()) then
    return (select string_agg(f::text, ' ') from private.ledger_faults() f);
  end if;
  v_text := (select o.status || ': ' from public.pack_orders o where o.id = tests.order_id()) || pg_temp.money();
  raise sqlstate 'KP001';
exception when sqlstate 'KP001' then
  perform tests.act_as_owner();
  return v_text;
end;
$$;
select is(pg_temp.ended(how, status, accepted), wanted, format('an order that is %s (%s) after %s milestones pays what was accepted', how, status, accepted)) from (values
  ('both cancel', 'in_progress', 1, 'cancelled: escrow 0, pending 3000, fees 499, wallet 7001, loss 0'),
  ('both cancel', 'in_progress', 0, 'cancelled: escrow 0, pending 0, fees 0, wallet 10500, loss 0'),
  ('overdue', 'in_progress', 2, 'cancelled: escrow 0, pending 6000, fees 999, wallet 3501, loss 0'),
  ('settled with nothing more', 'disputed', 1, 'settled: escrow 0, pending 3000, fees 499, wallet 7001, loss 0'),
  ('settled between', 'disputed', 1, 'settled: escrow 0, pending 4500, fees 750, wallet 5250, loss 0'),
  ('settled with all', 'disputed', 1, 'settled: escrow 0, pending 9000, fees 1500, wallet 0, loss 0'),
  -- The provider takes all of the money; the loss is covered by what a creator without trust has on hold, and by our fees.
  ('charged back', 'in_progress', 1, 'cancelled: escrow 0, pending 0, fees 499, wallet 0, loss -499'),
  ('charged back', 'disputed', 2, 'cancelled: escrow 0, pending 0, fees 999, wallet 0, loss -999'),
  -- The accepted milestones stay earned; the money that returns to the brand covers the charged-back part.
  ('a part charged back', 'delivered', 1, 'settled: escrow 0, pending 6000, fees 999, wallet 2501, loss 0')
) as e (how, status, accepted, wanted);

-- No split takes back the pay for an accepted milestone.
select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'disputed', accepted => 1);
select tests.act_as(tests.id('brand'));
select throws_ok('select public.propose_settlement(tests.order_id(), 3332)', 'PT422', 'share_out_of_range', 'a side cannot propose less for the creator than accepted milestones have paid');
select throws_ok('select * from public.settlement_preview(tests.order_id(), 3332)', 'PT422', 'share_out_of_range', 'a side cannot preview a settlement of less than accepted milestones have paid');
select lives_ok('select public.propose_settlement(tests.order_id(), 3333)', 'a side can propose exactly what accepted milestones have paid');
savepoint unheard;
select tests.act_as(tests.id('stella'));
select tests.hear();
select throws_ok($$ select public.resolve_dispute(tests.order_id(), 3332, 'Back.') $$, 'PT422', 'share_out_of_range', 'staff cannot rule less for the creator than accepted milestones have paid');
rollback to unheard;
select tests.act_as_owner();
select throws_ok($$ update public.pack_orders set creator_share_minor = 3332 where id = tests.order_id() $$, '23514', null,
  'an order''s share for the creator cannot be less than accepted milestones have paid');

-- Notifications name the amount that is in fact returned.
select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'in_progress', accepted => 1);
select tests.by('brand', $$ select public.cancel_order(tests.order_id(), 'Enough.') $$);
select tests.by('kol', $$ select public.cancel_order(tests.order_id(), 'Agreed.') $$);
select tests.gets('brand', $$ select message from public.notifications where event = 'order_cancelled_refunded' $$, '70.01 USD goes back to your wallet.',
  'the notice of a cancellation names the money that really returns');
select tests.gets('brand', 'select count(*) from public.wallet_lots', '1', 'money of a cancelled order returns to the lot of its payment');
-- A dispute is lost by the share of the open part, not of the whole price.
select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'disputed', '{9000,1000}', 1);
select tests.by('stella', $$ select tests.hear(); select public.resolve_dispute(tests.order_id(), 9100, 'Little of the rest.') $$);
select tests.let_appeals_pass();
select results_eq('select profile_id, kind from private.demerits where order_id = tests.order_id()', $$ values (tests.id('kol'), 'dispute_lost') $$,
  'a creator who gets little of the rest has lost the dispute');

-- An unanswered milestone is accepted at its deadline, as a delivery is, and the same clocks continue.
select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'delivered', accepted => 1);
create temporary table due as select due_at from public.pack_orders where id = tests.order_id();
select private.run_due_work(due_at - interval '1 second') from due;
select is((select released_minor from public.pack_orders where id = tests.order_id()), 3333::bigint, 'a delivered milestone is not accepted before its deadline');
select is((private.run_due_work(due_at)) ->> 'milestones_accepted', '1', 'a delivered milestone is accepted at its deadline if the brand does not answer') from due;
select results_eq($$ select o.status, o.released_minor, o.due_at = due.due_at + interval '7 days' from public.pack_orders o, due where o.id = tests.order_id() $$,
  $$ values ('in_progress', 6666::bigint, true) $$, 'the next milestone has the whole time of a delivery after one was accepted automatically');
select results_eq($$ select actor_id, note from public.order_events where order_id = tests.order_id() order by id desc limit 1 $$, $$ values (null::uuid, 'Part 2') $$,
  'a milestone that was accepted automatically has no actor in the history');
select tests.deliver(tests.order_id(), 'Last');
select tests.act_as_owner();
select is((private.run_due_work(now() + interval '10 days')) ->> 'orders_completed', '2', 'an unanswered last milestone and an unanswered dispute complete the order');
select is((select status from public.pack_orders where id = tests.order_id()), 'completed', 'an order whose last milestone was accepted automatically is completed');
