-- cast: brand brand, kol kol, exact brand
-- 30.00 is returned to the wallet; the next order costs 100.00.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 3000);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 10000);

select tests.act_as(tests.id('brand'));
select results_eq('select wallet_minor, provider_minor from public.payment_parts(10000, ''USD'')',
  $$ values (3000::bigint, 7000::bigint) $$, 'the wallet pays first and a provider the rest');
select results_eq('select wallet_minor, provider_minor from public.payment_parts(3000, ''USD'')',
  $$ values (3000::bigint, 0::bigint) $$, 'a wallet that covers the total pays alone');
select results_eq('select wallet_minor, provider_minor from public.payment_parts(3050, ''USD'')',
  $$ values (2950::bigint, 100::bigint) $$, 'a wallet pays so little that the provider gets at least its least amount');
select results_eq('select wallet_minor, provider_minor from public.payment_parts(50, ''USDC'')',
  $$ values (0::bigint, 50::bigint) $$, 'a wallet pays nothing in another currency');
select tests.finds('kol', 'select wallet_minor, provider_minor from public.payment_parts(10000, ''USD'')',
  $$ values (0::bigint, 10000::bigint) $$, 'a creator has no wallet to pay with');

select is((private.record_payment('sandbox', 'early', tests.order_id(), 7000, 'USD')).problem, 'wrong_amount',
  'a payment of less than the total does not apply before a part is agreed');
select tests.finds('brand', 'select wallet_minor, provider_minor, currency from public.start_checkout(tests.order_id(), false)',
  $$ values (0::bigint, 10000::bigint, 'USD') $$, 'a brand can leave its wallet untouched and pay the total at the provider');
select is((private.record_payment('sandbox', 'kept', tests.order_id(), 7000, 'USD')).problem, 'wrong_amount',
  'a payment of less than the total does not apply when the wallet is left untouched');
select tests.finds('brand', 'select wallet_minor, provider_minor, currency from public.start_checkout(tests.order_id())',
  $$ values (3000::bigint, 7000::bigint, 'USD') $$, 'a checkout asks the provider for what the wallet lacks');
select tests.allowed('brand', 'select public.start_checkout(tests.order_id())', 'a checkout can be started again');
select is(tests.balance(tests.id('brand'), 'wallet'), 3000::bigint, 'an agreed part stays in the wallet until the payment arrives');
select is((private.record_payment('sandbox', 'less', tests.order_id(), 6999, 'USD')).problem, 'wrong_amount', 'a payment of less than the agreed part does not apply');
select is((private.record_payment('sandbox', 'rest', tests.order_id(), 7000, 'USD')).status, 'received', 'a payment of the agreed part is received');
select is((private.record_payment('sandbox', 'rest', tests.order_id(), 7000, 'USD')).status, 'received', 'a payment of the agreed part that is reported twice is received');
select is((select o.status from public.pack_orders o where o.id = tests.order_id()), 'funded', 'a payment of the agreed part pays the order');
select is(tests.balance(tests.id('brand'), 'wallet'), 0::bigint, 'the wallet pays its agreed part');
select is(tests.balance(tests.id('brand'), 'escrow'), 10000::bigint, 'the whole price is in escrow, from whatever sources it was paid');
select results_eq($$ select f.amount_minor, p.provider_ref = 'rest' from private.order_funding f
    join public.payments p on p.id = f.payment_id where f.order_id = tests.order_id() order by f.id $$,
  $$ values (7000::bigint, true), (3000, false) $$, 'each part of the funding names its payment');
-- The buyer's fee is paid as well.
update private.settings set value = 5 where key = 'buyer_fee';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 10000);
select tests.finds('brand', 'select wallet_minor, provider_minor from public.start_checkout(tests.order_id())',
  $$ values (0::bigint, 10500::bigint) $$, 'a checkout asks for the buyer''s fee on top of the price');
-- The wallet has exactly the price.
update private.settings set value = 0 where key in ('buyer_fee', 'checkout_least');
select tests.make_order(tests.id('exact'), tests.id('kol'), 'declined', 600);
create function pg_temp.checkout(price bigint) returns text language plpgsql as $$
declare
  v record;
begin
  perform tests.act_as_owner();
  perform tests.make_order(tests.id('exact'), tests.id('kol'), 'pending_payment', price);
  perform tests.act_as(tests.id('exact'));
  select * into v from public.start_checkout(tests.order_id());
  perform tests.act_as_owner();
  return concat_ws(' ', v.wallet_minor, v.provider_minor, (select c.wallet_minor from private.checkouts c where c.order_id = tests.order_id()));
end;
$$;
select is(pg_temp.checkout(600), '0 600', 'a wallet that covers the total never pays a part together with a provider');
select is(pg_temp.checkout(599), '0 599', 'a wallet that holds more than the total never pays a part together with a provider');
select is(pg_temp.checkout(601), '600 1 600', 'a provider can be asked for one unit');
update private.settings set value = 6 where key = 'checkout_least';
select is(pg_temp.checkout(601), '1 600 1', 'a wallet can pay one unit');
update private.settings set value = 7 where key = 'checkout_least';
select is(pg_temp.checkout(601), '0 601', 'a provider whose least amount is above the rest is asked for the total');
select throws_ok('update private.checkouts set wallet_minor = 1', 'PT403', 'append_only', 'an agreed part cannot be changed');
