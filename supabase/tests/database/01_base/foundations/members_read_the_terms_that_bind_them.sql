-- cast: ann kol
update private.settings set value = 12 where key = 'creator_fee';
select tests.act_as_anon();
select set_eq('select code, decimals::int from public.currencies', $$ values ('USD', 2), ('USDC', 6) $$, 'a visitor reads the currencies and their decimals');
select is((select t.value from public.market_terms t where t.key = 'creator_fee'), 12::numeric, 'a visitor reads the present fee');
select is((select t.unit from public.market_terms t where t.key = 'hold_new'), 'days', 'a visitor reads the unit of a setting that binds members');
select is_empty($$ select from public.market_terms where key in ('two_staff_above', 'due_work_batch', 'sign_in_failures') $$,
  'a setting that binds no member is not shown');
select tests.act_as(tests.id('ann'));
select is_empty($$ select from public.market_terms t where t.value is null or t.unit is not distinct from '' $$, 'every term has a value and a unit');
select cmp_ok((select count(*) from public.market_terms), '>=', 26::bigint, 'a member reads at least 26 terms of the market');
