-- cast: ann kol
update private.settings set value = 12 where key = 'creator_fee';

set local role anon;
select is((select t.value from public.market_terms t where t.key = 'creator_fee'), 12::numeric, 'a visitor reads the present fee');
select is((select t.unit from public.market_terms t where t.key = 'hold_new'), 'days', 'with its unit');
select is_empty($$ select from public.market_terms where key in ('two_staff_above', 'due_work_batch', 'sign_in_failures') $$,
  'what binds no member is not shown');
reset role;
select tests.act_as(tests.id('ann'));
select is((select count(*) from public.market_terms t), (
    select count(*) from public.market_terms t where t.value is not null and t.unit <> ''), 'every term has a value and a unit');
select cmp_ok((select count(*) from public.market_terms), '>=', 26::bigint, 'a member reads all that texts name');
select throws_ok($$ update public.market_terms set value = 0 $$, '55000', null, 'and changes none');
