-- cast: sam staff, sue staff, bob brand, ann kol
select tests.make_order(tests.id('bob'), tests.id('ann'), 'completed');
select tests.charge_back(tests.payment());
select tests.decide_by_two('sam', 'sue', 'unfreeze_profile', jsonb_build_object('profile_id', tests.id('bob'), 'note', 'Pays.', 'seen', tests.causes(tests.id('bob'))));
select tests.make_order(tests.id('bob'), tests.id('ann'), 'cancelled', 5000);
select tests.make_order(tests.id('bob'), tests.id('ann'), 'pending_payment', price) from unnest('{4000,5100}'::int[]) as price;
create function pg_temp.checkout() returns jsonb language sql as $$ select to_jsonb(c) from public.start_checkout(tests.order_id()) as c $$;
create function pg_temp.owed() returns numeric language sql as $$ select sum(owed_minor) from private.chargebacks $$;

-- Returns what the wallet is offered for: an order, a part of an order and a tip. A wallet that owes money is
-- offered for none.
create function pg_temp.offered() returns jsonb language sql as $$
  select jsonb_build_object('wallet', (select refusal from public.pack_orders o, public.order_actions(o.id) where o.price_minor = 4000 and action = 'pay_from_wallet'),
    'parts', (select wallet_minor from public.payment_parts(5100, 'USD')),
    'tips', (select max(most_minor) from public.tip_bounds((select id from public.pack_orders where status = 'completed'))))
$$;
select tests.by('bob', $$ select set_config('tests.offered', pg_temp.offered()::text, true) $$);
select is(current_setting('tests.offered')::jsonb, '{"wallet": "insufficient_funds", "parts": 0, "tips": 0}', 'a wallet is not offered as payment if the debt is as large as its balance');

-- A card pays the rest of an order after the wallet's part was agreed.
insert into private.checkouts (order_id, wallet_minor) values (tests.order_id(), 5000);
select is((private.record_payment('sandbox', 'part', tests.order_id(), 100, 'USD')).problem, 'wallet_short', 'the wallet of a member with a debt pays no part of an order');
select is((tests.balance(tests.id('bob'), 'wallet'), pg_temp.owed()), (0::bigint, 5000::numeric), 'a payment with a part from the wallet pays the debt first');

-- The checkout page does not offer the wallet either.
select tests.make_order(tests.id('bob'), tests.id('ann'), 'cancelled', 2000);
select tests.make_order(tests.id('bob'), tests.id('ann'), 'pending_payment', 2100);
select tests.by('bob', $$ select set_config('tests.parts', pg_temp.checkout()::text, true) $$);
select is((current_setting('tests.parts')::jsonb ->> 'wallet_minor')::bigint, 0::bigint, 'the payment page of a member with a debt asks for the whole price');
select is((tests.balance(tests.id('bob'), 'wallet'), pg_temp.owed()), (0::bigint, 3000::numeric), 'opening the payment page pays the debt from the wallet');
