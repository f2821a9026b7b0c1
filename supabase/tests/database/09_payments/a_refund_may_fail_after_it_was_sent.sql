-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).*;
grant select on paid to authenticated, service_role;
create function pg_temp.report(ref text, amount bigint, failed boolean default true) returns jsonb language sql as $$
  select public.record_provider_refund('sandbox', provider_ref, ref, amount, 'USD', failed) from paid
$$;
grant execute on function pg_temp.report to service_role;
select tests.act_as(tests.id('brand'));
select public.request_refund((select id from paid), 4000, gen_random_uuid());
select tests.act_as_service();
select pg_temp.report('re 1', 4000);
select is((select status from public.payouts), 'requested', 'a failure of what has not left changes nothing');
select pg_temp.report('re 1', 4000, false);
select is((select status from public.payouts), 'sent', 'the refund leaves');
select pg_temp.report('re 1', 4000);
select pg_temp.report('re 1', 4000);
select results_eq('select status, provider_ref from public.payouts', $$ values ('failed', 're 1') $$, 'it fails afterwards');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 10000::bigint, 'its money is back in the wallet, once');
select is(tests.balance(null, 'cash'), -10000::bigint, 'and with the provider');
select results_eq('select * from tests.lots(tests.id($$brand$$))', 'select id, 10000::bigint from paid', 'as money of its payment');
select is((select count(*) from public.notifications where event = 'payout_failed'), 1::bigint, 'the brand is told once');
select tests.act_as(tests.id('brand'));
select is((public.request_refund((select id from paid), 10000, gen_random_uuid())).status, 'requested', 'it can ask for all of it again');
select tests.act_as_service();
select throws_ok($$ update public.payouts set status = 'sent' where provider_ref = 're 1' $$, '42501', null, 'nobody writes the row');
select tests.act_as_owner();
select throws_ok($$ update public.payouts set status = 'requested' where provider_ref = 're 1' $$, 'PT403', 'append_only', 'and a failure is final');
select public.fail_payout((select id from public.payouts where status = 'requested'), 'No.');

-- A refund that was made at the provider without a request.
select pg_temp.report('re 2', 3000, false);
select is(tests.balance(tests.id('brand'), 'wallet'), 7000::bigint, 'a refund without a request is taken');
select pg_temp.report('re 2', 3000);
select is(tests.balance(tests.id('brand'), 'wallet'), 10000::bigint, 'and comes back when it fails');

-- A brand that has left meanwhile.
select tests.act_as(tests.id('brand'));
select public.request_refund((select id from paid), 10000, gen_random_uuid());
select tests.act_as_owner();
select pg_temp.report('re 3', 10000, false);
delete from auth.users where id = tests.user_id(tests.id('brand'));
select pg_temp.report('re 3', 10000);
select is(tests.balance(tests.id('brand'), 'wallet'), 0::bigint, 'nothing is put into the wallet of who has left');
select results_eq('select status, suspense_minor from public.payments', $$ values ('suspense', 10000::bigint) $$, 'it waits for staff');
select is_empty('select * from public.solvency where held_minor <> owed_minor', 'the books agree');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
