-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).*;
create function pg_temp.report(ref text, amount bigint, failed boolean default true) returns jsonb language sql as $$
  select public.record_provider_refund('sandbox', provider_ref, ref, amount, 'USD', failed) from paid
$$;
select tests.by('brand', $$ select tests.refund((select id from paid), 4000, gen_random_uuid()) $$);
select pg_temp.report('re 1', 4000);
select is((select status from public.payouts), 'requested', 'the failure of a refund that was not sent changes nothing');
select pg_temp.report('re 1', 4000, false);
select is((select status from public.payouts), 'sent', 'a refund that its provider reports is sent');
select pg_temp.report('re 1', 4000);
select pg_temp.report('re 1', 4000);
select results_eq('select status, provider_ref from public.payouts', $$ values ('failed', 're 1') $$, 'a refund that was sent can fail');
select is(tests.balance(tests.id('brand'), 'wallet'), 10000::bigint, 'a failed refund returns to the wallet once');
select is(tests.balance(null, 'cash'), -10000::bigint, 'a failed refund returns to cash');
select results_eq('select * from tests.lots(tests.id($$brand$$))', 'select id, 10000::bigint from paid', 'a failed refund returns to the lot of its payment');
select is((select string_agg(message, ' ') from public.notifications where event in ('refund_failed', 'payout_failed')), 'The money is back in your wallet, less anything that you owe.',
  'the brand receives one notice of a failed refund, which names its wallet');
select tests.refused('brand', 'select tests.refund((select id from paid), 10000, gen_random_uuid())', 'PT409', 'insufficient_funds', 'a card that took no refund is not asked again');
select throws_ok($$ update public.payouts set status = 'requested' where provider_ref = 're 1' $$, 'PT403', 'append_only', 'a failed refund cannot become open again');

-- Reports a refund that was made at the provider without a request.
select pg_temp.report('re 2', 3000, false);
select is(tests.balance(tests.id('brand'), 'wallet'), 7000::bigint, 'a refund that nobody requested is taken from the wallet');
select pg_temp.report('re 2', 3000);
select is(tests.balance(tests.id('brand'), 'wallet'), 10000::bigint, 'a failed refund that nobody requested returns to the wallet');

-- The brand deleted its account meanwhile.
select private.open_payout(jsonb_populate_record(null::public.payouts, jsonb_build_object('profile_id', payer_id, 'source', 'wallet', 'currency', 'USD',
  'amount_minor', 10000, 'provider', 'sandbox', 'method', 'card', 'payment_id', id, 'idempotency_key', gen_random_uuid()))) from paid;
select pg_temp.report('re 3', 10000, false);
delete from auth.users where id = tests.user_id(tests.id('brand'));
select pg_temp.report('re 3', 10000);
select is(tests.balance(tests.id('brand'), 'wallet'), 0::bigint, 'a failed refund is not put into the wallet of a brand that deleted its account');
select results_eq('select status, suspense_minor from public.payments', $$ values ('suspense', 10000::bigint) $$, 'a failed refund of a brand that deleted its account waits in suspense');
