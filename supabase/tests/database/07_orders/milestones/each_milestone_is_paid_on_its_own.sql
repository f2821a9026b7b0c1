-- cast: brand brand, kol kol
update private.settings set value = 5 where key = 'buyer_fee';
select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'in_progress', '{3333,3333,3334}');
create function pg_temp.money() returns text language sql as $$
  select format('escrow %s, pending %s, fees %s, wallet %s', tests.balance(tests.id('brand'), 'escrow'), tests.balance(tests.id('kol'), 'pending'),
    tests.balance(null, 'fees_held'), tests.balance(tests.id('brand'), 'wallet'))
$$;
select is(pg_temp.money(), 'escrow 10000, pending 0, fees 500, wallet 0', 'one payment funds all milestones of an order');
select tests.deliver(tests.order_id(), 'First');
select tests.refused('brand', 'select public.complete_order(tests.order_id())', 'PT409', 'order_has_milestones', 'an order with milestones cannot be completed as a whole');
select tests.refused('brand', $$ select public.accept_milestone(tests.order_id(), id) from public.order_milestones where position = 2 $$, 'PT409', 'milestone_not_next',
  'a brand cannot accept a milestone out of order');
select tests.finds('brand', $$ select o.status, o.released_minor, o.due_at > now() + interval '6 days' from public.order_milestones m, public.accept_milestone(tests.order_id(), m.id) as o where m.position = 1 $$,
  $$ values ('in_progress', 3333::bigint, true) $$, 'accepting a milestone starts the next one with the whole time of a delivery');
select is(pg_temp.money(), 'escrow 6667, pending 3000, fees 833, wallet 0', 'an accepted milestone pays the creator its amount less its part of the fee');
select tests.act_as(tests.id('brand'));
select is((public.accept_milestone(tests.order_id(), m.id)).released_minor, 3333::bigint, 'accepting a milestone twice pays it once') from public.order_milestones m where position = 1;
select throws_ok($$ select public.accept_milestone(tests.order_id(), id) from public.order_milestones where position = 2 $$, 'PT409', 'order_not_delivered',
  'a milestone that is not delivered cannot be accepted');
select tests.gets('kol', $$ select message from public.notifications where event = 'milestone_accepted' $$, 'You earned 30.00 USD, after our fee of 3.33 USD. The next milestone of One thread has begun.',
  'the creator receives a notice of what an accepted milestone pays');
select tests.gets('kol', $$ select count(*) from public.notifications where event = 'order_completed_creator' $$, '0', 'accepting a milestone sends no notice of a completed order');
select tests.gets('brand', $$ select count(*) from public.notifications where event = 'order_accepted' $$, '0', 'accepting a milestone sends no notice that the order was accepted');
select tests.deliver(tests.order_id(), 'Second');
select tests.by('brand', $$ select public.request_revision(tests.order_id(), 'Longer.') $$);
select tests.by('brand', $$ select tests.deliver(tests.order_id(), 'Second again') $$);
select tests.by('brand', 'select tests.accept_part(tests.order_id())');
select is(pg_temp.money(), 'escrow 3334, pending 6000, fees 1166, wallet 0', 'a milestone is paid after a revision like any other');
select tests.deliver(tests.order_id(), 'Third');
select tests.accept_part(tests.order_id());
select tests.act_as_owner();
select is(pg_temp.money(), 'escrow 0, pending 9000, fees 1500, wallet 0', 'all milestones together pay what one completion pays');
select results_eq('select status, is_completed, completed_at is not null, released_minor from public.pack_orders', $$ values ('completed', true, true, 6666::bigint) $$,
  'accepting the last milestone completes the order');
select results_eq('select m.position::int, d.note from public.order_deliveries d join public.order_milestones m on m.id = d.milestone_id order by d.created_at, m.position, d.note',
  $$ values (1, 'First'), (2, 'Second'), (2, 'Second again'), (3, 'Third') $$, 'each delivery names its milestone');
select results_eq($$ select from_status, to_status, note from public.order_events where from_status = 'delivered' order by id $$,
  $$ values ('delivered', 'in_progress', 'Part 1'), ('delivered', 'in_revision', 'Longer.'), ('delivered', 'in_progress', 'Part 2'), ('delivered', 'completed', null) $$,
  'the history names each accepted milestone');
select results_eq('select amount_minor, fees_minor from private.holds order by id', $$ values (3000::bigint, 0::bigint), (3000, 0), (3000, 1500) $$,
  'each milestone has its own hold, and the fee is in that of the last');
select private.run_due_work(now() + interval '15 days') from generate_series(1, 2);
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'the earnings of all milestones become available');
select is(tests.balance(null, 'revenue'), 1500::bigint, 'the fee of an order with milestones becomes revenue');
select throws_ok('update public.order_milestones set accepted_at = null', 'PT403', 'append_only', 'an accepted milestone cannot be made open again');
select throws_ok('delete from public.order_milestones', 'PT403', 'append_only', 'a milestone cannot be deleted');
select throws_ok($$ insert into public.order_milestones (order_id, position, title, amount_minor) values (tests.order_id(), 4, 'More', 1); set constraints all immediate $$,
  'PT422', 'milestones_not_the_price', 'a milestone cannot be added to an order');
