-- cast: bob brand, ann kol, ann2 brand
select tests.lift_limits();
create function pg_temp.pay() returns void language sql as $$
  select tests.by('service', $q$ select public.record_payment('sandbox', 'test-' || o.id, o.id, o.price_minor + o.buyer_fee_minor, o.currency)
    from public.pack_orders o where o.id = tests.order_id() $q$)
$$;
create function pg_temp.is_after(wanted text, description text) returns text language sql as $$
  select is((select o.status from public.pack_orders o where o.id = tests.order_id()), wanted, description)
$$;

-- The order is paid by card.
select tests.make_offer(tests.id('ann'), tests.id('bob'), 20000), tests.accept_offer('bob');
select ok(o.starts_when_paid, 'the order of an accepted offer starts when it is paid') from public.pack_orders o where o.id = tests.order_id();
select tests.act_as(tests.id('bob'));
select is(a.to_status, 'in_progress', 'the brand reads that paying for an accepted offer starts the work') from public.order_actions(tests.order_id()) a where a.action = 'checkout';
select ok(a.deadline > now() + interval '6 days', 'the brand reads when the work of an accepted offer is due') from public.order_actions(tests.order_id()) a where a.action = 'checkout';
select pg_temp.pay();
select pg_temp.is_after('in_progress', 'the work of an accepted offer begins with the payment');
select ok(o.creator_agreed_at is not null and o.due_at > now() + interval '6 days', 'the time of the delivery runs from the payment')
from public.pack_orders o where o.id = tests.order_id();
select is(tests.balance(tests.id('bob'), 'escrow'), 20000::bigint, 'the money of a paid offer is in escrow');
select tests.finds('ann', $$ select event from public.notifications where event in ('order_funded', 'offer_paid') $$, $$ values ('offer_paid') $$, 'the creator reads that the work has begun, and is not asked to accept');
select tests.refused('ann', 'select public.accept_order(tests.order_id())', 'PT409', 'order_not_funded', 'nobody accepts a paid offer again');
select tests.gets('ann', $$ select tests.refusal('select tests.deliver(tests.order_id(), ''Done.'')') $$, null, 'the creator delivers the work of an accepted offer');
select tests.by('bob', $$ select public.cancel_order(tests.order_id()) $$);
select tests.by('ann', $$ select public.cancel_order(tests.order_id()) $$);

-- The order is paid from the wallet; a retry finds the payment.
select tests.make_offer(tests.id('ann'), tests.id('bob'), 20000), tests.accept_offer('bob');
select tests.gets('bob', 'select (public.pay_from_wallet(tests.order_id())).status', 'in_progress', 'a payment from the wallet starts the work as well');
select tests.gets('bob', 'select (public.pay_from_wallet(tests.order_id())).status', 'in_progress', 'a retry of the payment returns the order');
select tests.gets('bob', $$ select count(*) from public.order_events e where e.order_id = tests.order_id() and e.from_status = 'pending_payment' $$, '1', 'a retry of a payment from the wallet moves no money');

-- A creator who may not trade when the payment arrives is asked to accept the order later.
select tests.make_offer(tests.id('ann'), tests.id('bob'), 20000), tests.accept_offer('bob');
update public.profiles set suspended_at = now() where id = tests.id('ann');
select pg_temp.pay();
select pg_temp.is_after('funded', 'the work of a suspended creator does not begin with the payment');
update public.profiles set suspended_at = null where id = tests.id('ann');
select tests.by('ann', 'select public.accept_order(tests.order_id())');
select pg_temp.is_after('in_progress', 'a creator can begin the work after the suspension');

-- The creator's other account belongs to a member of staff.
select private.join_people(tests.id('ann'), tests.id('ann2'), 'inbox');
update public.profiles set is_staff = true where id = tests.id('ann2');
select tests.make_offer(tests.id('ann'), tests.id('bob'), 20000), tests.accept_offer('bob'), pg_temp.pay();
select pg_temp.is_after('funded', 'a creator with another account of staff is asked to accept, because the order becomes a case of theirs');
update public.profiles set is_staff = false where id = tests.id('ann2');
select tests.make_offer(tests.id('ann'), tests.id('bob'), 20000), tests.accept_offer('bob');
update public.profiles set is_staff = true where id = tests.id('ann2');
select pg_temp.pay(), pg_temp.is_after('funded', 'work by a creator who became staff after the acceptance does not start with the payment');
update public.profiles set is_staff = false where id = tests.id('ann2');
select tests.make_offer(tests.id('ann'), tests.id('bob'), 20000), tests.accept_offer('bob');
select private.appoint_staff(tests.id('ann2'));
select is((select count(*) from public.pack_orders o where o.status = 'pending_payment' and o.starts_when_paid), 0::bigint, 'an unpaid order with staff on one side no longer starts when paid');
select private.appoint_staff(tests.id('ann2'), false), pg_temp.pay();

-- The creator accepts the brand's offer, which has its brief.
select tests.make_offer(tests.id('bob'), tests.id('ann'), 20000), tests.accept_offer('ann'), pg_temp.pay();
select pg_temp.is_after('in_progress', 'the work of a brand''s offer also starts with the payment, because its creator has agreed to it and to its brief');
select tests.make_offer(tests.id('bob'), tests.id('ann'), 20000), tests.accept_offer('ann');
select tests.by('bob', $$ select public.edit_brief(o.id, o.brief, o.brief_goal, o.brief_dos, o.brief_donts, o.brief_links, wished_on => current_date + 9) from public.pack_orders o where o.id = tests.order_id() $$);
select ok(o.starts_when_paid, 'changing the wished day does not prevent the start') from public.pack_orders o where o.id = tests.order_id();
select tests.by('bob', $$ select public.edit_brief(tests.order_id(), 'Twice as much.') $$);
select pg_temp.pay();
select pg_temp.is_after('funded', 'a brief that the brand changed afterwards waits for the creator');

-- A brand that accepts adds a brief.
select tests.make_offer(tests.id('ann'), tests.id('bob'), 20000);
select tests.by('bob', $$ select set_config('tests.order_id', (public.accept_offer(o.id, o.terms_hash, 'Ten threads.')).id::text, true) from public.offers o where o.id = tests.offer_id() $$);
select tests.act_as_owner(), pg_temp.pay();
select pg_temp.is_after('funded', 'a brief that came with the acceptance waits for the creator, who has not seen it');

-- The creator counters the brand's offer, and the brand accepts with the brief of its own offer.
select tests.make_offer(tests.id('bob'), tests.id('ann'), 20000);
select set_config('tests.counter', (select tests.make_offer(tests.id('ann'), tests.id('bob'), 25000, counters_id => tests.offer_id()))::text, true);
select tests.by('bob', $$ select set_config('tests.order_id', (public.accept_offer(c.id, c.terms_hash, f.brief, f.brief_goal, f.brief_dos, f.brief_donts, f.brief_links)).id::text, true)
from public.offers c join public.offers f on f.id = c.counters_id where c.id = current_setting('tests.counter')::uuid $$);
select tests.act_as_owner(), pg_temp.pay();
select pg_temp.is_after('in_progress', 'the work starts with the payment when the creator knows the brief from the offer that they countered');

-- Makes an offer, lets staff change the fee and accepts the offer; returns the fee of the order.
create function pg_temp.fee_after(author text, reader text, fee int) returns bigint language sql as $$
  select tests.make_offer(tests.id(author), tests.id(reader), 20000);
  update private.settings set value = fee where key = 'creator_fee';
  select tests.accept_offer(reader);
  select o.fee_minor from public.pack_orders o where o.id = tests.order_id()
$$;
select is(pg_temp.fee_after('ann', 'bob', 20), 2000::bigint, 'an offer binds its creator with the fee of the moment in which it was made');
select is(pg_temp.fee_after('bob', 'ann', 30), 4000::bigint, 'a creator who accepts an offer earns the amount that the offer showed, also after the fee was raised');
create function pg_temp.offer_at(fee int) returns text language sql as $$
  select format('select public.make_offer(%L, ''Two threads'', ''Both.'', 20000, ''USD'', 5, 1, gen_random_uuid(), creator_fee => %s)', o.conversation_id, fee)
  from public.offers o where o.id = tests.offer_id()
$$;
select tests.refused('ann', pg_temp.offer_at(20), 'PT409', 'terms_changed', 'a creator cannot make an offer if the fee was raised after the form showed it');
select tests.allowed('ann', pg_temp.offer_at(30), 'a creator offers at the fee that the form showed');
select tests.allowed('ann', pg_temp.offer_at(40), 'a fee that was lowered since does not stop the creator');

-- Other orders are accepted by the creator after payment.
select tests.make_order(tests.id('bob'), tests.id('ann'));
select pg_temp.is_after('funded', 'the order of a pack waits until the creator accepts it');
select throws_ok('update public.pack_orders set starts_when_paid = true', 'PT403', 'append_only', 'nobody can change whether a payment starts the work');
