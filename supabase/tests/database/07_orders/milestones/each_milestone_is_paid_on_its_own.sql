-- cast: brand brand, kol kol
update private.settings set value = 5 where key = 'buyer_fee';
select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'funded', '{3333,3333,3334}');
create function pg_temp.money() returns text language sql as $$
  select format('escrow %s, pending %s, fees %s, wallet %s', tests.balance(tests.id('brand'), 'escrow'), tests.balance(tests.id('kol'), 'pending'),
    tests.balance(null, 'fees_held'), tests.balance(tests.id('brand'), 'wallet'))
$$;
select is(pg_temp.money(), 'escrow 10000, pending 0, fees 500, wallet 0', 'one payment funds all milestones');
select tests.act_as(tests.id('kol'));
select public.accept_order(tests.order_id());
select tests.deliver(tests.order_id(), 'First');
select tests.act_as(tests.id('brand'));
select throws_ok('select public.complete_order(tests.order_id())', 'PT409', 'order_has_milestones', 'an order with milestones is not accepted as a whole');
select throws_ok($$ select public.accept_milestone(tests.order_id(), id) from public.order_milestones where position = 2 $$, 'PT409', 'milestone_not_next', 'nor in another order');
select tests.act_as(tests.id('kol'));
select throws_ok($$ select public.accept_milestone(tests.order_id(), id) from public.order_milestones where position = 1 $$, 'PT403', 'not_allowed', 'nor by the creator');
select tests.act_as(tests.id('brand'));
select results_eq($$ select o.status, o.released_minor, o.due_at > now() + interval '6 days' from public.order_milestones m, public.accept_milestone(tests.order_id(), m.id) as o where m.position = 1 $$,
  $$ values ('in_progress', 3333::bigint, true) $$, 'the next milestone begins, with the time of a delivery');
select tests.act_as_owner();
select is(pg_temp.money(), 'escrow 6667, pending 3000, fees 833, wallet 0', 'the creator has earned the first part, less its fee');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
select tests.act_as(tests.id('brand'));
select is((public.accept_milestone(tests.order_id(), m.id)).released_minor, 3333::bigint, 'a retry pays nothing more') from public.order_milestones m where position = 1;
select throws_ok($$ select public.accept_milestone(tests.order_id(), id) from public.order_milestones where position = 2 $$, 'PT409', 'order_not_delivered', 'what is not delivered is not accepted');
select tests.act_as(tests.id('kol'));
select is((select message from public.notifications where event = 'milestone_accepted'), 'You earned 30.00 USD, after our fee of 3.33 USD. The next milestone of One thread has begun.', 'the creator is notified');
select is((select count(*) from public.notifications where event = 'order_completed_creator'), 0::bigint, 'of nothing else');
select tests.act_as(tests.id('brand'));
select is((select count(*) from public.notifications where event = 'order_accepted'), 1::bigint, 'the brand is notified of the acceptance of its order once');
select tests.act_as_owner();
select tests.deliver(tests.order_id(), 'Second');
select tests.act_as(tests.id('brand'));
select public.request_revision(tests.order_id(), 'Longer.');
select tests.deliver(tests.order_id(), 'Second again');
select tests.accept_part(tests.order_id());
select tests.act_as_owner();
select is(pg_temp.money(), 'escrow 3334, pending 6000, fees 1166, wallet 0', 'the second, after a revision');
select tests.deliver(tests.order_id(), 'Third');
select tests.accept_part(tests.order_id());
select tests.act_as_owner();
select is(pg_temp.money(), 'escrow 0, pending 9000, fees 1500, wallet 0', 'the last one: as one completion would have posted');
select results_eq('select status, is_completed, completed_at is not null, released_minor from public.pack_orders', $$ values ('completed', true, true, 6666::bigint) $$, 'and the order is completed');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
select results_eq('select m.position::int, d.note from public.order_deliveries d join public.order_milestones m on m.id = d.milestone_id order by d.created_at, m.position, d.note',
  $$ values (1, 'First'), (2, 'Second'), (2, 'Second again'), (3, 'Third') $$, 'each delivery names its milestone');
select results_eq($$ select from_status, to_status, note from public.order_events where from_status = 'delivered' order by id $$,
  $$ values ('delivered', 'in_progress', 'Part 1'), ('delivered', 'in_revision', 'Longer.'), ('delivered', 'in_progress', 'Part 2'), ('delivered', 'completed', null) $$, 'history names what was accepted');
select results_eq('select amount_minor, fees_minor from private.holds order by id', $$ values (3000::bigint, 0::bigint), (3000, 0), (3000, 1500) $$, 'each part has its own hold; our fee is earned at the end');
select private.run_due_work(now() + interval '15 days') from generate_series(1, 2);
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'all of it becomes available');
select is(tests.balance(null, 'revenue'), 1500::bigint, 'and the fees are ours');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
-- An accepted milestone is final.
select throws_ok('update public.order_milestones set accepted_at = null', 'PT403', 'append_only', 'an acceptance is not taken back');
select throws_ok('delete from public.order_milestones', 'PT403', 'append_only', 'a milestone is not deleted');
select throws_ok($$ insert into public.order_milestones (order_id, position, title, amount_minor) values (tests.order_id(), 4, 'More', 1); set constraints all immediate $$,
  'PT422', 'milestones_not_the_price', 'nor added');
