-- cast: brand brand, kol kol, rival kol, other brand, leaver brand
create function pg_temp.state() returns text language sql as $$
  select concat_ws(' ', 'wallet', tests.balance(tests.id('brand'), 'wallet'), 'pending', tests.balance(tests.id('kol'), 'pending'),
    'fees', tests.balance(null, 'fees_held'), 'loss', tests.balance(null, 'loss'), 'suspense', tests.balance(null, 'suspense'))
$$;

-- Makes a delivered order of 100.00 with a fee of 10.00.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.lose_dispute(10000, 'dp');
select is((select status from public.pack_orders where id = tests.order_id()), 'cancelled', 'a lost dispute of a whole payment cancels the order');
select results_eq('select creator_minor, fees_minor from private.chargeback_cuts where order_id = tests.order_id()', $$ values (9000::bigint, 1000::bigint) $$,
  'earnings and fee that a lost dispute takes are recorded');
select is(pg_temp.state(), 'wallet 0 pending 0 fees 0 loss 0 suspense 0', 'the escrow of the order covers what the brand owes');
select set_eq($$ select unnest(private.taken_accounts(c)) from private.chargebacks c where provider_ref = 'dp' $$,
  $$ values (private.member_account(tests.id('kol'), 'pending', 'USD')), (private.platform_account('fees_held', 'USD', tests.order_id())) $$,
  'a won dispute locks the accounts of the creator and of the fees');
select tests.dispute('won', 10000, 'dp');
select is(pg_temp.state(), 'wallet 0 pending 9000 fees 1000 loss 0 suspense 0', 'a dispute that is won later pays the creator and the fee, not the brand');
select is_empty('select * from tests.lots(tests.id($$brand$$)) where amount_minor > 0', 'a dispute that is won later leaves the brand no money of that payment');
select results_eq('select creator_minor, fees_minor from private.chargeback_cuts', $$ values (0::bigint, 0::bigint) $$, 'lost earnings are returned once');
select isnt_empty($$ select from public.notifications n join public.profiles p on p.user_id = n.user_id where n.event = 'earnings_given_back' and p.id = tests.id('kol') $$,
  'the creator receives a notice of returned earnings');
select results_eq('select amount_minor, fees_minor, due_at from private.holds where order_id = tests.order_id()', $$ values (9000::bigint, 1000::bigint, now() + interval '14 days') $$,
  'returned earnings are on hold like new ones');
select private.run_due_work(now() + interval '15 days');
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'returned earnings become available');
select is(tests.balance(null, 'revenue'), 1000::bigint, 'a returned fee becomes revenue');

-- Half of the payment is disputed.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.lose_dispute(5000, 'half');
select results_eq('select status, creator_share_minor from public.pack_orders where id = tests.order_id()', $$ values ('settled', 5000::bigint) $$,
  'a lost dispute of half a payment settles the order with the rest');
select is(pg_temp.state(), 'wallet 0 pending 4500 fees 500 loss 0 suspense 0', 'an order settled after a lost dispute pays a smaller fee');
select tests.dispute('won', 5000, 'half');
select is(pg_temp.state(), 'wallet 0 pending 9000 fees 1000 loss 0 suspense 0', 'a dispute about half a payment that is won later pays the creator and the fee');
select results_eq('select creator_minor, fees_minor from private.chargeback_cuts where order_id = tests.order_id()', $$ values (0::bigint, 0::bigint) $$,
  'no lost earnings are recorded any more');
select private.run_due_work(now() + interval '30 days');

-- Two disputes about one payment; the one that is still open takes nothing.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered', 20000);
select tests.dispute('opened', 10000, 'second');
select tests.lose_dispute(10000, 'first');
select is((select status from public.pack_orders where id = tests.order_id()), 'settled', 'a lost dispute of half a payment settles the order while another one is open');
select results_eq('select creator_minor, fees_minor from private.chargeback_cuts where order_id = tests.order_id()', $$ values (9000::bigint, 1000::bigint) $$,
  'a lost dispute reduces the earnings by its own amount alone');
select tests.dispute('won', 10000, 'second');
select is(tests.balance(tests.id('kol'), 'pending'), 9000::bigint, 'winning the dispute that took nothing changes nothing');
select tests.dispute('won', 10000, 'first');
select is(tests.balance(tests.id('kol'), 'pending'), 18000::bigint, 'winning a lost dispute after all returns the earnings');
select is(tests.balance(null, 'fees_held'), 2000::bigint, 'winning a lost dispute after all returns the fee');

-- An older debt takes nothing of the returned money.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('rival'), 'completed');
select tests.dispute('opened', 10000, 'old');
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.lose_dispute(10000, 'new');
select results_eq($$ select provider_ref, brand_minor from private.chargebacks where provider_ref in ('old', 'new') order by 1 $$,
  $$ values ('new', 10000::bigint), ('old', 0) $$, 'an order''s money covers the debt that ended it before an older debt');

-- A later dispute about the payment takes money of another order, and is won before it reduced anything.
select tests.make_order(tests.id('other'), tests.id('rival'), 'delivered');
select tests.lose_dispute(6000, 'cuts');
create temporary table cut as select (tests.payment()).provider_ref, tests.balance(tests.id('rival'), 'pending') as pending;
update public.profiles set frozen_at = null where id = tests.id('other');
select tests.make_order(tests.id('other'), tests.id('rival'), 'declined', 4000);
select private.record_provider_dispute('sandbox', provider_ref, 'takes', outcome, 4000, 'USD')
from cut, unnest(array['opened', 'won']) with ordinality as o (outcome, nr) order by nr;
select results_eq($$ select tests.balance(tests.id('other'), 'wallet'), tests.balance(tests.id('rival'), 'pending') - pending from cut $$, $$ values (4000::bigint, 0::bigint) $$,
  'a dispute that is won before it took any earnings returns to the wallet');

-- Tests a brand that deleted its account.
update public.profiles set frozen_at = null where id = tests.id('brand');
select private.run_due_work(now() + interval '30 days');
select tests.make_order(tests.id('leaver'), tests.id('kol'), 'delivered');
select tests.lose_dispute(10000, 'left');
delete from auth.users where id = tests.user_id(tests.id('leaver'));
select tests.dispute('won', 10000, 'left');
select is(tests.balance(tests.id('kol'), 'pending'), 9000::bigint, 'a creator has returned earnings although the brand has deleted its account');
select is(tests.balance(null, 'suspense'), 0::bigint, 'returned earnings are not in suspense when only the brand has deleted its account');
