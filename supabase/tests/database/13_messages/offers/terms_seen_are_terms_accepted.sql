-- cast: bob brand, ann kol
select tests.make_offer(tests.id('ann'), tests.id('bob'), 20000, tests.milestones('{5000,15000}'));
create function pg_temp.accept(terms text default null) returns public.pack_orders language sql as $$
  select public.accept_offer(o.id, coalesce(accept.terms, o.terms_hash)) from public.offers o where o.id = tests.offer_id()
$$;
select tests.act_as(tests.id('bob'));
select throws_ok($$ select pg_temp.accept('other terms') $$, 'PT409', 'terms_changed', 'an offer cannot be accepted with other terms');
select throws_ok($$ select public.accept_offer(tests.offer_id(), null) $$, 'PT409', 'terms_changed', 'an offer cannot be accepted without terms');
select is((select count(*) from public.pack_orders), 0::bigint, 'a refused acceptance places no order');
select results_eq('select o.brand_id, o.kol_id, o.status, o.pack_title, o.price_minor, o.fee_minor, o.delivery_days, o.revisions_allowed, o.milestone_count::int, o.terms ->> ''description'', o.offer_id
    from pg_temp.accept() as o',
  $$ values (tests.id('bob'), tests.id('ann'), 'pending_payment', 'One thread', 20000::bigint, 2000::bigint, 7, 2, 2, 'Two posts and a summary.', tests.offer_id()) $$,
  'the order has the terms of the offer');
select results_eq('select position::int, title, amount_minor, accepted_at from public.order_milestones order by 1',
  $$ values (1, 'Part 1', 5000::bigint, null::timestamptz), (2, 'Part 2', 15000, null) $$, 'the order has the milestones of the offer');
select is((select o.terms_hash from public.pack_orders o), (select terms_hash from public.offers), 'the order has the hash of the terms that were accepted');
select tests.act_as_owner();
select is(private.terms_version(tests.offer_id(), o.terms_hash) -> 'milestones', tests.milestones('{5000,15000}'), 'all terms of an offer are stored')
from public.offers o;
select tests.act_as(tests.id('bob'));
select is((pg_temp.accept()).id, (select id from public.pack_orders), 'a retry of the acceptance returns the order');
select is((select count(*) from public.order_milestones), 2::bigint, 'a retry of the acceptance adds no milestones');
select results_eq('select status, order_id from public.offers', 'select ''accepted'', id from public.pack_orders', 'an accepted offer names its order');
select tests.act_as(tests.id('ann'));
select is((select data ->> 'order_id' from public.notifications where event = 'offer_accepted'), (select id::text from public.pack_orders),
  'the author of an accepted offer is notified of the order');

-- The creator accepts a brand's offer, so the brand has to pay.
select tests.act_as_owner();
select tests.make_offer(tests.id('bob'), tests.id('ann'));
update public.profiles set frozen_at = now() where id = tests.id('bob');
select tests.refused('ann', 'select pg_temp.accept()', 'PT409', 'offer_not_available', 'the offer of a frozen brand cannot be accepted');
update public.profiles set frozen_at = null, suspended_at = now() where id = tests.id('bob');
select tests.refused('ann', 'select pg_temp.accept()', 'PT409', 'offer_not_available', 'the offer of a suspended brand cannot be accepted');
update public.profiles set suspended_at = null where id = tests.id('bob');
select tests.by('bob', $$ select public.block_member(tests.id('ann')) $$);
select tests.refused('ann', 'select pg_temp.accept()', 'PT409', 'offer_not_available', 'the offer of a brand that blocks the creator cannot be accepted');
select tests.by('bob', $$ select public.unblock_member(tests.id('ann')) $$);
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.refused('ann', 'select pg_temp.accept()', 'PT403', 'cannot_transact', 'a suspended creator cannot accept an offer');
update public.profiles set suspended_at = null where id = tests.id('ann');
select tests.finds('ann', 'select o.brand_id, o.status, o.milestone_count::int from pg_temp.accept() as o', $$ values (tests.id('bob'), 'pending_payment', 0) $$,
  'an offer that the creator accepts waits for the payment of the brand');
select tests.gets('ann', 'select count(*) from public.order_milestones', '2', 'an offer without milestones becomes an order without milestones');
select throws_ok($$ update public.pack_orders set milestone_count = 1 where milestone_count = 0 $$, 'PT403', 'append_only', 'an order gets no milestones later');
