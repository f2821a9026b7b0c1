-- cast: brand brand, kol kol
create function pg_temp.report(ref text, amount bigint) returns void language sql security definer as $$
  select private.record_provider_dispute('sandbox', (tests.payment()).provider_ref, ref, 'opened', amount, 'USD')
$$;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select pg_temp.report('cent', 1);
select is((select payment_disputed_at from public.pack_orders where id = tests.order_id()), null, 'a dispute of one cent does not stop an order');
select pg_temp.report('five percent', 499);
select is((select payment_disputed_at from public.pack_orders where id = tests.order_id()), null, 'disputes of less than five percent do not stop an order');
select pg_temp.report('more', 1);
select isnt((select payment_disputed_at from public.pack_orders where id = tests.order_id()), null, 'disputes of five percent stop an order');
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '15 days');
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'earnings become available after their hold');
select pg_temp.report('cleared', 2000);
select tests.act_as(tests.id('kol'), 'aal2');
select throws_ok($$ select public.request_payout(7001, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT409', 'payout_disputed',
  'a payout that includes disputed earnings is refused');
select lives_ok($$ select public.request_payout(7000, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'a payout of all earnings that are not disputed is accepted');
