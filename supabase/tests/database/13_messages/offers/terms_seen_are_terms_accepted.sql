-- cast: bob brand, ann kol, eve kol
select tests.make_offer(tests.id('ann'), tests.id('bob'), 20000, tests.milestones('{5000,15000}'));
create function pg_temp.accept(terms text default null) returns public.pack_orders language sql as $$
  select public.accept_offer(o.id, coalesce(accept.terms, o.terms_hash)) from public.offers o where o.id = tests.offer_id()
$$;
grant execute on function pg_temp.accept to authenticated;
select tests.act_as(tests.id('ann'));
select throws_ok('select pg_temp.accept()', 'PT403', 'not_allowed', 'an author does not accept its own offer');
select tests.act_as(tests.id('eve'));
select throws_ok($$ select public.accept_offer(tests.offer_id(), 'x') $$, 'PT403', 'not_allowed', 'nor does a stranger');
select tests.act_as(tests.id('bob'));
select throws_ok($$ select pg_temp.accept('other terms') $$, 'PT409', 'terms_changed', 'other terms than those of the offer are refused');
select throws_ok($$ select public.accept_offer(tests.offer_id(), null) $$, 'PT409', 'terms_changed', 'and so are none');
select is((select count(*) from public.pack_orders), 0::bigint, 'nothing was ordered');
select results_eq('select o.brand_id, o.kol_id, o.status, o.pack_title, o.price_minor, o.fee_minor, o.delivery_days, o.revisions_allowed, o.milestone_count::int, o.terms ->> ''description'', o.offer_id
    from pg_temp.accept() as o',
  $$ values (tests.id('bob'), tests.id('ann'), 'pending_payment', 'One thread', 20000::bigint, 2000::bigint, 7, 2, 2, 'Two posts and a summary.', tests.offer_id()) $$,
  'the order has the terms of the offer');
select results_eq('select position::int, title, amount_minor, accepted_at from public.order_milestones order by 1',
  $$ values (1, 'Part 1', 5000::bigint, null::timestamptz), (2, 'Part 2', 15000, null) $$, 'and its milestones');
select is((select o.terms_hash from public.pack_orders o), (select terms_hash from public.offers), 'of this version');
select tests.act_as_owner();
select is(private.terms_version(tests.offer_id(), o.terms_hash) -> 'milestones', tests.milestones('{5000,15000}'), 'which is kept whole')
from public.offers o;
select tests.act_as(tests.id('bob'));
select is((pg_temp.accept()).id, (select id from public.pack_orders), 'a retry finds the order');
select is((select count(*) from public.order_milestones), 2::bigint, 'and adds nothing');
select results_eq('select status, order_id from public.offers', 'select ''accepted'', id from public.pack_orders', 'the offer is accepted');
select tests.act_as(tests.id('ann'));
select is((select data ->> 'order_id' from public.notifications where event = 'offer_accepted'), (select id::text from public.pack_orders),
  'the author is notified of the order');

-- The creator accepts what a brand offered: the brand has to pay.
select tests.act_as_owner();
select tests.make_offer(tests.id('bob'), tests.id('ann'));
update public.profiles set frozen_at = now() where id = tests.id('bob');
select tests.act_as(tests.id('ann'));
select throws_ok('select pg_temp.accept()', 'PT409', 'offer_not_available', 'not of a brand that is frozen');
select tests.act_as_owner();
update public.profiles set frozen_at = null, suspended_at = now() where id = tests.id('bob');
select tests.act_as(tests.id('ann'));
select throws_ok('select pg_temp.accept()', 'PT409', 'offer_not_available', 'nor suspended');
select tests.act_as_owner();
update public.profiles set suspended_at = null where id = tests.id('bob');
select tests.act_as(tests.id('bob'));
select public.block_member(tests.id('ann'));
select tests.act_as(tests.id('ann'));
select throws_ok('select pg_temp.accept()', 'PT409', 'offer_not_available', 'nor of one that blocked');
select tests.act_as(tests.id('bob'));
select public.unblock_member(tests.id('ann'));
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.act_as(tests.id('ann'));
select throws_ok('select pg_temp.accept()', 'PT403', 'cannot_transact', 'a suspended member accepts nothing');
select tests.act_as_owner();
update public.profiles set suspended_at = null where id = tests.id('ann');
select tests.act_as(tests.id('ann'));
select results_eq('select o.brand_id, o.status, o.milestone_count::int from pg_temp.accept() as o', $$ values (tests.id('bob'), 'pending_payment', 0) $$,
  'what the creator accepts waits for the brand''s payment');
select is((select count(*) from public.order_milestones), 2::bigint, 'and has no milestones if none were offered');
select tests.act_as_owner();
select throws_ok($$ update public.pack_orders set milestone_count = 1 where milestone_count = 0 $$, 'PT403', 'append_only', 'nor ever gets any');
