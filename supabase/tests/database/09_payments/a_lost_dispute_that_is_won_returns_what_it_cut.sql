-- cast: brand brand, kol kol
create function pg_temp.report(outcome text, ref text, amount bigint) returns void language sql security definer as $$
  select private.record_provider_dispute('sandbox', (tests.payment()).provider_ref, ref, outcome, amount, 'USD')
$$;
create function pg_temp.lose(ref text, amount bigint) returns void language plpgsql as $$
begin
  perform pg_temp.report('opened', ref, amount);
  perform pg_temp.report('lost', ref, amount);
  perform private.work_chargebacks(now() + interval '8 days');
end;
$$;
create function pg_temp.state() returns text language sql as $$
  select concat_ws(' ', 'wallet', tests.balance(tests.id('brand'), 'wallet'), 'pending', tests.balance(tests.id('kol'), 'pending'),
    'fees', tests.balance(null, 'fees_held'), 'loss', tests.balance(null, 'loss'), 'suspense', tests.balance(null, 'suspense'))
$$;

-- Delivered work of 100.00 with a fee of 10.00.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select pg_temp.lose('dp', 10000);
select is((select status from public.pack_orders where id = tests.order_id()), 'cancelled', 'a lost dispute ends the order');
select results_eq('select creator_minor, fees_minor from private.chargeback_cuts where order_id = tests.order_id()', $$ values (9000::bigint, 1000::bigint) $$,
  'what the creator had earned is written down, with the fee');
select is(pg_temp.state(), 'wallet 0 pending 0 fees 0 loss 0 suspense 0', 'its money covers what the brand owed');
select set_eq($$ select unnest(private.taken_accounts(c)) from private.chargebacks c where provider_ref = 'dp' $$,
  $$ values (private.member_account(tests.id('kol'), 'pending', 'USD')), (private.platform_account('fees_held', 'USD', tests.order_id())) $$,
  'the accounts of the creator and of the fees are locked when it is won');
select pg_temp.report('won', 'dp', 10000);
select is(pg_temp.state(), 'wallet 0 pending 9000 fees 1000 loss 0 suspense 0', 'won after all, it goes to the creator and to us, not to the brand');
select is_empty('select * from tests.lots(tests.id($$brand$$)) where amount_minor > 0', 'no lot of the brand keeps it');
select results_eq('select creator_minor, fees_minor from private.chargeback_cuts', $$ values (0::bigint, 0::bigint) $$, 'once');
select isnt_empty($$ select from public.notifications n join public.profiles p on p.user_id = n.user_id where n.event = 'earnings_given_back' and p.id = tests.id('kol') $$, 'the creator is told');
select results_eq('select amount_minor, fees_minor, due_at from private.holds where order_id = tests.order_id()', $$ values (9000::bigint, 1000::bigint, now() + interval '14 days') $$,
  'it is on hold like new earnings');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
select private.run_due_work(now() + interval '15 days');
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'and clears');
select is(tests.balance(null, 'revenue'), 1000::bigint, 'with our fee');

-- Half of the payment: the creator comes before the fee.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select pg_temp.lose('half', 5000);
select results_eq('select status, creator_share_minor from public.pack_orders where id = tests.order_id()', $$ values ('settled', 4444::bigint) $$, 'half of it leaves a part');
select is(pg_temp.state(), 'wallet 556 pending 4000 fees 444 loss 0 suspense 0', 'whose fee is smaller');
select pg_temp.report('won', 'half', 5000);
select is(pg_temp.state(), 'wallet 556 pending 9000 fees 444 loss 0 suspense 0', 'the creator has the rest before anybody else');
select results_eq('select creator_minor, fees_minor from private.chargeback_cuts where order_id = tests.order_id()', $$ values (0::bigint, 556::bigint) $$, 'the fee is missing');
select private.run_due_work(now() + interval '30 days');

-- Two disputes about one payment: the first one ends the order for both.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered', 20000);
select pg_temp.report('opened', 'second', 10000);
select pg_temp.lose('first', 10000);
select is((select status from public.pack_orders where id = tests.order_id()), 'cancelled', 'one that is lost ends the order');
select results_eq('select creator_minor, fees_minor from private.chargeback_cuts where order_id = tests.order_id()', $$ values (18000::bigint, 2000::bigint) $$, 'for both');
select pg_temp.report('won', 'second', 10000);
select is(tests.balance(tests.id('kol'), 'pending'), (select brand_minor from private.chargebacks where provider_ref = 'second'), 'the other one returns what it had');
select pg_temp.report('won', 'first', 10000);
select is(tests.balance(tests.id('kol'), 'pending'), 18000::bigint, 'and the first one the rest');
select is(tests.balance(null, 'fees_held'), 2000::bigint, 'with the fee');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');

-- An older debt takes nothing of it.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_member('rival', 'kol');
select tests.make_order(tests.id('brand'), tests.id('rival'), 'completed');
select pg_temp.report('opened', 'old', 10000);
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select pg_temp.lose('new', 10000);
select results_eq($$ select provider_ref, brand_minor from private.chargebacks where provider_ref in ('old', 'new') order by 1 $$,
  $$ values ('new', 10000::bigint), ('old', 556) $$, 'what an order returns covers the debt that ended it');

-- A brand that has left.
update public.profiles set frozen_at = null where id = tests.id('brand');
select private.run_due_work(now() + interval '30 days');
select tests.make_member('leaver', 'brand');
select tests.make_order(tests.id('leaver'), tests.id('kol'), 'delivered');
select pg_temp.lose('left', 10000);
delete from auth.users where id = tests.user_id(tests.id('leaver'));
select pg_temp.report('won', 'left', 10000);
select is(tests.balance(tests.id('kol'), 'pending'), 9000::bigint, 'the creator has it although the brand has left');
select is(tests.balance(null, 'suspense'), 0::bigint, 'and nothing waits in suspense');
select is_empty('select * from private.count_solvency() where held_minor <> owed_minor', 'the books agree');
select is_empty('select * from private.ledger_faults()', 'the ledger still has no fault');
