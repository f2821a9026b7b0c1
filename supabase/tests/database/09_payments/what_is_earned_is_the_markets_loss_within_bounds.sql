-- cast: kol kol, stella staff, clerk staff
-- Makes the creator trusted, with so many dollars of fees that the market has earned: 10 % of each price.
create function pg_temp.trust(fees int) returns void language sql as $$
  update public.profiles set trust_level = 'trusted' where id = tests.id('kol');
  select tests.make_order(tests.make_member('buyer ' || n, 'brand'), tests.id('kol'), 'completed', 100000) from generate_series(1, fees / 100) as n;
  update private.holds set cleared_at = now()
$$;
-- Makes a new brand, an order, and a dispute about its whole payment with the given outcome.
create function pg_temp.charged(name text, status text, price bigint, outcome text default 'lost', amount bigint default null) returns void language sql as $$
  select tests.make_order(tests.make_member('brand ' || name, 'brand'), tests.id('kol'), status, price);
  select private.add_demerit(tests.id('kol'), tests.order_id(), 'late', now()) where name = 'late';
  select tests.charge_back(tests.payment(), amount, name);
  select tests.dispute(outcome, coalesce(amount, price), name)
$$;
create function pg_temp.state(name text) returns text language sql as $$
  select concat_ws(' ', o.status, o.creator_share_minor, 'borne', coalesce((select sum(amount_minor) from private.borne_losses where order_id = o.id), 0),
    'taken', c.creator_minor, 'loss', c.loss_minor, case when c.apportioned_at is null then 'waits' end)
  from private.chargebacks c join public.pack_orders o on o.id = c.order_id where c.provider_ref = name
$$;

-- For a creator without trust the market bears no loss, unless two members of staff decide so.
select pg_temp.charged('a', 'delivered', 10000);
select is(pg_temp.state('a'), 'delivered borne 0 taken 0 loss 10000 waits', 'delivered work of a new creator waits for staff after a lost dispute');
select is((select count(*) from public.notifications where event = 'chargeback_to_decide'), 2::bigint, 'staff receive a notice of a lost dispute to decide');
select isnt((select frozen_at from public.profiles where id = tests.id('brand a')), null, 'a brand is frozen after a lost dispute');
select is((select owed_minor from private.chargebacks where provider_ref = 'a'), 10000::bigint, 'a brand owes a lost dispute');
create temporary table chargeback as select id from private.chargebacks where provider_ref = 'a';
select tests.act_as(tests.id('stella'));
select is((select decide_by from public.chargebacks where id = (select id from chargeback)), now() + interval '7 days', 'staff read until when they decide a lost dispute');
select results_eq($$ select x ->> 'creator', x ->> 'creator_minor', x ->> 'fees_minor', x ->> 'borne_minor'
  from jsonb_array_elements(public.staff_list('chargebacks') -> 'rows') as l, jsonb_array_elements(l -> 'creators') as x $$,
  $$ values ('Kol', '9000', '1000', '9000') $$, 'staff read what a creator gets, our fee and what the market bears before they decide');
select throws_ok($$ select public.bear_chargeback(id, ' ', 9000) from chargeback $$, 'PT422', 'reason_required', 'a decision to bear a chargeback needs a reason');
select throws_ok($$ select public.bear_chargeback(id, 'Good work.', 9000) from chargeback $$, 'PT409', 'second_staff_required', 'one member of staff cannot decide that the market bears a chargeback');
select lives_ok($$ select public.propose_staff_act('bear_chargeback', jsonb_build_object('chargeback_id', id, 'note', 'Good work.', 'amount_minor', 9000)) from chargeback $$,
  'staff can propose that the market bears a chargeback');
savepoint proposed;
select tests.by('clerk', $$ select public.suspend_profile(tests.id('kol'), false, 'fraud', 'A ring.') $$);
select is((select status from public.staff_proposals where action = 'bear_chargeback'), 'withdrawn', 'a suspension of the creator withdraws a proposal that the market pays the earnings');
rollback to proposed;
select tests.act_as_owner();
select tests.make_member('stranger', 'brand');
insert into private.person_pairs (profile_id, other_id, kind, is_separate) values (tests.id('stranger'), tests.id('kol'), 'card', true);
select is((select status from public.staff_proposals where action = 'bear_chargeback'), 'open', 'a card that the creator shares with a member who is not frozen withdraws no proposal');
savepoint waiting;
select tests.make_member('stranger 2', 'brand');
select private.join_people(tests.id('stranger'), tests.id('stranger 2'), 'card');
select is((select status from public.staff_proposals where action = 'bear_chargeback'), 'open', 'another account of a member who is not frozen withdraws no proposal');
select tests.freeze('stranger');
select is((select status from public.staff_proposals where action = 'bear_chargeback'), 'withdrawn', 'a shared card withdraws the proposal once the other member is frozen');
rollback to waiting;
insert into private.person_pairs (profile_id, other_id, kind, is_separate) values (tests.id('brand a'), tests.id('kol'), 'card', true);
select is((select status from public.staff_proposals where action = 'bear_chargeback'), 'withdrawn', 'a card shared with the frozen brand withdraws the proposal before staff decide about the two');
rollback to proposed;
select tests.allowed('clerk', $$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' $$, 'another member of staff can confirm that the market bears a chargeback');
select tests.refused('clerk', $$ select public.bear_chargeback(id, 'Again.', 9000) from chargeback $$, 'PT409', 'chargeback_not_open', 'a chargeback that is borne cannot be borne again');
select is(pg_temp.state('a'), 'settled 10000 borne 9000 taken 0 loss 10000', 'a borne chargeback settles the order with the full price');
select is(tests.balance(tests.id('kol'), 'pending'), 9000::bigint, 'a borne chargeback pays the creator the price less the fee');
select set_eq($$ select lower(p.display_name), n.event from public.notifications n join public.profiles p on p.user_id = n.user_id
  where n.event ~ 'settled|charged_back' $$, $$ values ('brand a', 'order_cancelled_charged_back'), ('kol', 'order_ended_charged_back') $$,
  'neither side reads about a dispute between the two');
select tests.finds('brand a', 'select * from public.my_debts()', $$ values ('USD', 10000::bigint) $$, 'a brand reads what it owes');
select tests.finds('brand a', 'select brand_minor, later_minor from public.settlement_preview(tests.order_id())', $$ values (0::bigint, 0::bigint) $$,
  'a brand reads on an order no debt that it did not cause');
select tests.gets('kol', 'select count(*) from public.my_debts()', '0', 'nobody reads what others owe');
select is_empty($$ select from private.demerits where kind = 'dispute_lost' $$, 'a borne chargeback is no lost dispute of a side');
select is((select completed_orders from public.profiles where id = tests.id('kol')), 0, 'a borne chargeback counts as no completed order');
select private.recount_completed_orders(tests.id('kol'));
select is((select completed_orders from public.profiles where id = tests.id('kol')), 0, 'a borne chargeback counts as none when orders are counted again');

select pg_temp.charged('b', 'delivered', 10000);
select private.run_due_work(now() + interval '6 days');
select is(pg_temp.state('b'), 'delivered borne 0 taken 0 loss 10000 waits', 'staff have a week to decide a lost dispute');
select private.run_due_work(now() + interval '7 days');
select is(pg_temp.state('b'), 'cancelled borne 0 taken 0 loss 0', 'after a week the bounds of the market''s loss decide a lost dispute');
select pg_temp.charged('c', 'completed', 10000);
select results_eq($$ select f.creator_minor, f.fees_minor, f.borne_minor from private.chargebacks c, private.borne_in_full(c) as f where c.provider_ref = 'c' $$,
  $$ values (9000::bigint, 0::bigint, 9000::bigint) $$, 'a creator keeps the earnings on hold of an order that is over');
select private.work_chargebacks(now() + interval '7 days');
select is(pg_temp.state('c'), 'completed borne 0 taken 9000 loss 1000', 'earnings on hold are taken when staff do not bear the loss');
select is((select amount_minor from private.holds where order_id = tests.order_id()), 0::bigint, 'a hold is less by the earnings that were taken');
select public.record_provider_dispute('sandbox', (tests.payment()).provider_ref, 'c', 'won', 10000, 'USD');
select is((select amount_minor from private.holds where order_id = tests.order_id()), 9000::bigint, 'a hold has its earnings again when the dispute is won later');
select is(tests.balance(null, 'loss'), -10000::bigint, 'the market''s loss is what staff decided to bear');
select pg_temp.charged('d', 'in_progress', 10000);
select is(pg_temp.state('d'), 'cancelled borne 0 taken 0 loss 0', 'an order without a delivery has earned nothing');
select pg_temp.charged('late', 'in_revision', 10000, amount => 5000);
select is(pg_temp.state('late'), 'settled 5000 borne 0 taken 0 loss 0', 'a lost dispute of half the price settles late work with the other half');

-- For a trusted creator the market bears losses up to a limit per order, per month and by the earned fees.
select pg_temp.trust(500);
select pg_temp.charged('f', 'delivered', 10000);
select is(pg_temp.state('f'), 'settled 10000 borne 9000 taken 0 loss 10000', 'a trusted creator is paid at once after a lost dispute');
select pg_temp.charged('g', 'disputed', 10000, 'opened');
update private.settings set value = 95 where key = 'chargeback_loss_order';
select pg_temp.charged('h', 'delivered', 20000);
select is(pg_temp.state('h'), 'delivered borne 0 taken 0 loss 20000 waits', 'staff decide a lost dispute above the bound of an order');
select private.work_chargebacks(now() + interval '7 days');
select is(pg_temp.state('h'), 'settled 10555 borne 9500 taken 0 loss 10555', 'a lost dispute that staff do not decide is borne up to the bound of an order');
update private.settings set value = 500 where key = 'chargeback_loss_order';
update private.settings set value = 300 where key = 'chargeback_loss_month';
select pg_temp.charged('i', 'delivered', 10000);
select is(pg_temp.state('i'), 'delivered borne 0 taken 0 loss 10000 waits', 'the bound of a month counts what staff decided to bear');
update private.settings set value = 10000 where key = 'chargeback_loss_month';
select is(private.bearable_minor(o, now()), 23500::bigint,
  'the market never bears more than the fees that it has earned with the creator') from public.pack_orders o where o.id = tests.order_id();
update public.profiles set trust_level = 'normal' where id = tests.id('kol');
select is(private.bearable_minor(o, now()), 0::bigint, 'the market bears nothing for a creator without trust') from public.pack_orders o where o.id = tests.order_id();
update public.profiles set trust_level = 'trusted' where id = tests.id('kol');
select private.record_provider_dispute('sandbox', c.payment_ref, 'f', 'won', 10000, 'USD') from private.chargebacks c where c.provider_ref = 'f';
select is(private.bearable_minor(o, now()), 32500::bigint, 'a loss that the bank gave back no longer counts as borne') from public.pack_orders o where o.id = tests.order_id();
