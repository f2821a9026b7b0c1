-- cast: brand brand, kol kol, other kol
select tests.earn('kol', 'other');
create function pg_temp.request(amount bigint, key int default null) returns text language sql as $$
  select status || ' ' || amount_minor from public.request_payout(amount, 'USD', tests.payout_method(),
    coalesce(('00000000-0000-4000-8000-00000000000' || key)::uuid, gen_random_uuid())) $$;
select tests.act_as(tests.id('kol'), 'aal2');
select throws_ok('select pg_temp.request(9001)', 'PT409', 'insufficient_funds', 'a payout cannot be more than is available');
select is(pg_temp.request(9000, 1), 'requested 9000', 'a payout can be all that is available');
select is(pg_temp.request(9000, 1), 'requested 9000', 'a retried request returns the same payout');
select throws_ok('select pg_temp.request(1, 1)', 'PT409', 'idempotency_key_reused', 'a request of another amount with the same key is refused');
select throws_ok('select pg_temp.request(1)', 'PT409', 'insufficient_funds', 'money that was requested is no longer available');
select tests.gets('other', 'select pg_temp.request(1000, 1)', 'requested 1000', 'a request of another creator with the same key is another payout', 'aal2');
select tests.by('other', 'select public.withdraw_payout(id) from public.payouts', 'aal2');
select tests.gets('other', 'select pg_temp.request(1000, 1)', 'withdrawn 1000', 'each creator finds their own payout by its key', 'aal2');
select is((select count(*)::int from public.payouts), 2, 'a retried request makes no second payout');
select is(tests.balance(tests.id('kol'), 'in_transit'), 9000::bigint, 'requested money is in transit');
select set_config('tests.payout', (select id::text from public.payouts where profile_id = tests.id('kol')), true);
select is((private.settle_payout(current_setting('tests.payout')::uuid, 'tr_1')).status, 'sent', 'a payout that the provider reports is sent' || again)
from unnest(array['', ', also when it is reported twice']) as again;
select throws_ok(command, code, token, description) from (values
  ($$select private.settle_payout(current_setting('tests.payout')::uuid, 'tr_2')$$, 'PT409', 'payout_not_open', 'a payout is not sent under a second reference'),
  ($$select private.fail_payout(current_setting('tests.payout')::uuid, 'x')$$, 'PT409', 'payout_not_open', 'a payout that was sent does not fail'),
  ($$select private.settle_payout(gen_random_uuid(), 'tr_2')$$, 'PT404', 'payout_unknown', 'an unknown payout is not sent')) as wrong (command, code, token, description);
select is(tests.balance(tests.id('kol'), 'in_transit'), 0::bigint, 'money that was sent is no longer in transit');
select is(tests.balance(null, 'cash'), -11000::bigint, 'money that was sent has left cash');
