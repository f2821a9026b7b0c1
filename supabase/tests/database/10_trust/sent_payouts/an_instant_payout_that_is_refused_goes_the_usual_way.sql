-- cast: brand brand, ann kol
select tests.earn('ann');
select tests.provider_account('ann');
create function pg_temp.is_instant() returns boolean language sql as $$ select is_instant from public.payout_methods $$;
create function pg_temp.offered(takes boolean, trust text, wanted int) returns boolean language sql as $$
  select public.record_payout_account(tests.id('ann'), 'sandbox', 'acct_ann', 'active', '{}', null, takes);
  update public.profiles set trust_level = trust where id = tests.id('ann');
  update private.settings set value = wanted where key = 'instant_payouts';
  select tests.answer('ann', 'select pg_temp.is_instant()')::boolean
$$;
select is(pg_temp.offered(takes, trust, wanted), expected, description) from (values
  (true, 'trusted', 0, false, 'nobody is offered an instant payout where the operator has not switched it on'),
  (true, 'normal', 1, false, 'a creator who is not trusted is not offered an instant payout'),
  (false, 'trusted', 1, false, 'a creator whose bank takes no instant payout is not offered one'),
  (true, 'trusted', 1, true, 'a trusted creator is offered instant payouts where the bank takes them')
) as t (takes, trust, wanted, expected, description);
create temporary table p as select tests.send_later('ann', 4000) as id;
update private.payout_accounts set is_instant = true;
create function pg_temp.claimed() returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_array(c.attempt, c.request -> 'is_instant')) from private.claim_payouts('{sandbox}', 10, clock_timestamp() + interval '3 minutes') as c $$;
select is(pg_temp.claimed(), '[[1, true]]', 'the first attempt is an instant payout');
select public.retry_payout((select id from p), 1, 'instant_unsupported');
select is(pg_temp.claimed(), '[[2, false]]', 'an instant payout that the bank refuses is sent at once in the usual way');
select public.record_payout_state((select id from p), 2, 'sent', 'po_1', null, '2030-01-05');
select results_eq('select status, failure_reason from public.payouts', $$ values ('sent', 'instant_refused') $$, 'a payout that takes longer is stored with the reason that its instant payout was refused');
