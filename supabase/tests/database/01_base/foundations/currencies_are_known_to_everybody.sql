select tests.act_as_anon();
select set_eq('select code, decimals::int from public.currencies', $$ values ('USD', 2), ('USDC', 6) $$, 'signed out too');
select throws_ok($$ insert into public.currencies values ('EUR', 'Euro', 2, 500, 100000000) $$, '42501', null, 'clients cannot add currencies');
select tests.act_as_owner();
select throws_ok($$ insert into public.currencies values ('eur', 'Euro', 2, 500, 100000000) $$, '23514', null, 'codes are upper case');
