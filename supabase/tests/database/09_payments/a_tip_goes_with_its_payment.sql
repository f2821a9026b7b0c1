-- cast: brand brand, kol kol, friend kol
update public.referrals set inviter_id = tests.id('friend') where invitee_id = tests.id('kol');
-- A payment in the wallet, and an order that another payment paid for.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table stolen as select (tests.payment()).*;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.act_as(tests.id('brand'));
select public.tip_order(tests.order_id(), 4000, 'Thanks.', gen_random_uuid());
select tests.act_as_owner();
select results_eq('select f.payment_id, f.amount_minor, f.order_id from private.tip_funding f join public.order_tips t on t.id = f.tip_id',
  $$ select id, 4000::bigint, tests.order_id() from stolen $$, 'a tip remembers the payment that it came from');
select throws_ok('delete from private.tip_funding', 'PT403', 'append_only', 'for ever');
select throws_ok('truncate private.tip_funding', 'PT403', 'append_only', 'as a whole');
create function pg_temp.report(outcome text, ref text) returns void language sql as $$
  select private.record_provider_dispute('sandbox', provider_ref, ref, outcome, 10000, 'USD') from stolen
$$;
select pg_temp.report('opened', 'dp');
select is(private.is_payment_disputed(tests.order_id()), false, 'the order was paid honestly');
select is(private.is_payment_disputed(tests.order_id(), (select id from public.order_tips)), true, 'the tip was not');
select is(private.was_charged_back(tests.order_id()), true, 'and the order counts for nobody''s name');
select isnt_empty($$ select from private.reassessments where profile_id = tests.id('kol') $$, 'who is computed again');
select private.run_due_work(now() + interval '15 days') from generate_series(1, 2);
select is(tests.balance(tests.id('kol'), 'pending'), 4000::bigint, 'the tip stays on hold');
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'the price does not');
select is((select least(sum(at_risk_minor), 4000) || ' ' || sum(reward_minor) from private.chargebacks c, private.chargeback_steps(c)), '4000 0', 'only the tip is at risk, and no reward of who invited');
create function pg_temp.loses() returns text[] language sql as $$
  select tests.locked_rows($q$ select private.lock_apportionment(c) from private.chargebacks c $q$, 'public.pack_orders') $$;
select is(pg_temp.loses() @> array[tests.order_id()::text], true, 'the order is locked when the tip is taken');
select pg_temp.report('lost', 'dp');
select private.work_chargebacks(now() + interval '8 days');
select is(tests.balance(tests.id('kol'), 'pending'), 0::bigint, 'lost: the tip is taken');
select results_eq('select creator_minor, brand_minor, loss_minor from private.chargebacks', $$ values (4000::bigint, 6000::bigint, 0::bigint) $$, 'and nothing is missing');
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'the price stays with the creator');
select private.run_due_work(now() + interval '30 days');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
select pg_temp.report('won', 'dp');
select is(tests.balance(tests.id('kol'), 'available'), 13000::bigint, 'won after all, the creator has the tip again');
select is_empty('select * from private.ledger_faults()', 'the ledger still has no fault');
