-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select is(private.prove_due_balances(), 0, 'no proof is made while it would disclose the balances of few members');
select is_empty('select from private.proof_nodes', 'nothing is left of a proof that was not made');
update private.settings set value = 1 where key = 'proof_members';
-- Makes an order on the chain, whose money the market never holds.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress', pack => tests.make_pack(tests.id('kol'), 20000000, 'USDC'));
select is(private.prove_due_balances(), 1, 'a balance proof is made for each currency in which the ledger holds money of members, and for none on a chain');
select is(private.prove_due_balances(), 0, 'no second proof is made on the same day');
select tests.finds('visitor', 'select currency, owed_minor, depth::int from public.balance_proofs order by currency',
  $$ values ('USD', 9000::bigint, 0) $$, 'a visitor reads the sum that members are owed');
select tests.refused('visitor', $$ select public.my_balance_proof('USD') $$, '42501', null, 'a visitor has no balance to prove');
select tests.finds('kol', $$ select profile_id, amount_minor from public.my_balance_proof('USD') $$,
  $$ values (tests.id('kol'), 9000::bigint) $$, 'a member reads their own leaf');
select tests.gets('brand', $$ select count(*) from public.my_balance_proof('USD') $$, '0', 'a member who was owed nothing has no leaf');
select private.prove_balances('USD'), private.prove_balances('USD');
select is((select count(distinct proof_id)::int from private.proof_leaves), 2, 'branches of the last two proofs are kept');
select is(p.chain, sha256(b.chain || p.root || int8send(p.owed_minor)), 'a proof is chained to the one before')
from (select *, lag(id) over (order by id) as before from private.balance_proofs where currency = 'USD') as p
join private.balance_proofs b on b.id = p.before order by p.id desc limit 1;
select throws_ok('update private.balance_proofs set owed_minor = 1', 'PT403', 'append_only', 'a proof cannot be changed');

-- Returns the health check of proofs. A proof that fails raises its alarm, and does not stop other work.
create function pg_temp.health() returns text language sql as $$
  select concat_ws(' ', h.is_fine, h.detail) from private.market_health() as h where h.name = 'balance_proofs' $$;
select is(pg_temp.health(), 't each is of the last day', 'proofs of this day raise no alarm');
select tests.unguarded('private.balance_proofs', $$ update private.balance_proofs set counted_at = counted_at - interval '27 hours' $$);
select matches(pg_temp.health(), '^f USD: the last one is of \d', 'a proof that is older than a day raises an alarm');
create function pg_temp.add(amount int) returns void language sql as $$
  select tests.unguarded('private.accounts', format('update private.accounts set balance_minor = balance_minor + %s
    where id = (select min(id) from private.accounts where owner_id = tests.id(''kol'') and currency = ''USD'')', amount)) $$;
set constraints all immediate;
select pg_temp.add(1);
select throws_ok($$ select private.prove_balances('USD') $$, 'PT500', 'accounts_unbalanced', 'accounts that do not add up are not proved');
update private.settings set min_value = 0, value = 0 where key = 'proof_members';
insert into public.currencies (code, name, decimals, min_price_minor, max_price_minor, payout_kinds, held_in, step_minor)
values ('CHF', 'Swiss franc', 2, 500, 100000000, '{iban}', 'ledger', 1);
select is(private.prove_due_balances(), 1, 'a currency whose proof fails does not stop the proofs of others');
select pg_temp.add(-1);
select is(private.prove_due_balances(), 1, 'a proof that failed is made once the accounts add up');
select is(pg_temp.health(), 't each is of the last day', 'there is no alarm once the failed proof is made');
