-- ledger: made by hand
-- cast: brand brand
select set_config('tests.wallet', private.member_account(tests.id('brand'), 'wallet', 'USD')::text, true);
select set_config('tests.other_wallet', private.member_account(tests.id('brand'), 'wallet', 'USDC')::text, true);
insert into public.payments (id, provider, provider_ref, amount_minor, currency)
select ('00000000-0000-4000-8000-00000000000' || nr)::uuid, 'sandbox', 'p' || nr, 100, 'USD' from generate_series(1, 3) as nr;

create function pg_temp.add(nr int, amount bigint) returns void language sql as $$
  select private.add_to_lot(current_setting('tests.wallet')::bigint, ('00000000-0000-4000-8000-00000000000' || nr)::uuid, amount) $$;
create function pg_temp.take(amount bigint, first int default null) returns table (nr text, taken bigint) language sql as $$
  select right(t.payment_id::text, 1), t.amount_minor
  from private.take_lots(current_setting('tests.wallet')::bigint, amount, ('00000000-0000-4000-8000-00000000000' || first)::uuid) as t
  order by 1 $$;
create function pg_temp.lots() returns bigint[] language sql as $$
  select array_agg(amount_minor order by id) from private.wallet_lots where account_id = current_setting('tests.wallet')::bigint $$;

select throws_ok('select pg_temp.take(1)', 'PT409', 'insufficient_funds', 'nothing can be taken from an empty wallet');
select pg_temp.add(1, 0);
select is(pg_temp.lots(), null, 'adding nothing makes no lot');
select pg_temp.add(1, 1);
select pg_temp.add(2, 50);
select pg_temp.add(3, 60);
select pg_temp.add(1, 39);
select is(pg_temp.lots(), array[40, 50, 60]::bigint[], 'adding to a payment''s lot again makes the same lot larger');
select private.add_to_lot(current_setting('tests.other_wallet')::bigint, null, 500);
select throws_ok('select pg_temp.take(151)', 'PT409', 'insufficient_funds', 'the money of another wallet cannot be taken');
select results_eq('select * from pg_temp.take(40)', $$ values ('1', 40::bigint) $$, 'the oldest lot is taken first');
select is(pg_temp.lots(), array[0, 50, 60]::bigint[], 'lots that are not needed stay whole');
select results_eq('select * from pg_temp.take(10, 3)', $$ values ('3', 10::bigint) $$, 'the lot of the named payment is taken first');
select results_eq('select * from pg_temp.take(70, 3)', $$ values ('2', 20::bigint), ('3', 50::bigint) $$, 'an amount that the named lot lacks is taken from the oldest lot');
select pg_temp.add(1, 5);
select results_eq('select * from pg_temp.take(6)', $$ values ('1', 5::bigint), ('2', 1) $$, 'a lot that was empty and is filled again keeps its age');
select results_eq('select * from pg_temp.take(28)', $$ values ('2', 28::bigint) $$, 'empty lots are left out of what was taken');
select results_eq('select * from pg_temp.take(1)', $$ values ('2', 1::bigint) $$, 'the last unit of a wallet can be taken');
select is(pg_temp.lots(), array[0, 0, 0]::bigint[], 'a wallet that was spent has only empty lots');
select pg_temp.add(nr, 5) from generate_series(1, 3) as nr;
select results_eq($$ select right(t.payment_id::text, 1) from private.take_lots(current_setting('tests.wallet')::bigint, 15, '00000000-0000-4000-8000-000000000002') as t $$,
  $$ values ('2'), ('1'), ('3') $$, 'the lots are returned in the order in which they are spent');
select results_eq($$ select amount_minor from private.wallet_lots where account_id = current_setting('tests.other_wallet')::bigint $$,
  'values (500::bigint)', 'lots of another wallet stay whole');
