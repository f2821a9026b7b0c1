-- cast: kol kol, brand brand
select tests.act_as(tests.id('kol'), 'aal2');
create function pg_temp.add(account text, holder text default 'Kim Creator', kind text default 'iban') returns text language sql as $$
  select masked from public.add_payout_method(kind, holder, account) $$;
create function pg_temp.refusal(account text, holder text default 'Kim Creator', kind text default 'iban') returns text language sql as $$
  select tests.refusal(format('select pg_temp.add(%L, %L, %L)', account, holder, kind)) $$;
select is(pg_temp.refusal(account), 'payout_methods_account_valid', title || ' is refused') from (values
  ('hello', 'a word as account number'), ('', 'an empty account number'), ('DE89370400440532013001', 'an account number with a wrong digit'), ('DE98370400440532013000',
  'an account number with swapped check digits'),
  ('DE8937040044053201300', 'a German account number with a character less'), ('DE893704004405320130000', 'a German account number with a character more'),
  ('ZZ89370400440532013000', 'an account number of an unknown country'), ('GB33BUKB2020155555555É', 'an account number with an accented letter'),
  ('DE00370400440532013085', 'an account number with the check digits 00')) as wrong (account, title);
select is(pg_temp.refusal(repeat('1', 35)), 'payout_methods_account_valid', 'an account number of more characters than any IBAN is refused');
select is(pg_temp.refusal(null), 'invalid_body', 'a missing account number is refused');
select is(pg_temp.refusal('DE89370400440532013000', holder), token, title || ' is refused') from (values
  ('K', 'payout_methods_holder_length', 'a holder of one letter'), (repeat('K', 101), 'payout_methods_holder_length', 'a holder of 101'),
  ('Kim' || chr(8238) || 'Creator', 'payout_methods_holder_printable', 'a holder whose name hides characters'),
  ('https://evil.example', 'payout_methods_holder_named', 'a holder that is an address'),
  (repeat('K', 1000000), 'payout_method_malformed', 'a holder of a million characters')) as wrong (holder, token, title);
select is(pg_temp.refusal(repeat('D', 1000000)), 'payout_method_malformed', 'an account of a million characters is refused');
select is(pg_temp.refusal('DE89370400440532013000', 'Kim Creator', 'cash'), 'payout_methods_kind_known', 'an account of an unknown kind is refused');
select is(pg_temp.add(' de89 3704-0044 0532 0130 00 ', ' Kim   Creator '), 'IBAN •••• 3000', 'spaces, hyphens and small letters of an account number are normalised');
select is((select holder from public.payout_methods), 'Kim Creator', 'repeated spaces in the name of a holder are removed');
select is(pg_temp.add('DE89 3704 0044 0532 0130 00'), 'IBAN •••• 3000', 'an account whose answer was lost can be saved again');
select results_eq('select count(*) from public.payout_methods', 'values (1::bigint)', 'an account is saved once');
select throws_ok($$ select pg_temp.add('DE89370400440532013000', 'Kim Kreator') $$, '23505', null, 'an account cannot be saved twice, with two holders');
-- Tests the shortest valid number, the longest one, and one that contains letters.
select lives_ok(format('select pg_temp.add(%L)', account), 'a valid account number is accepted: ' || account) from unnest(array['NO9386011117947', 'RU0204452560040702810412345678901', 'MT84MALT011000012345MTLCAST001S']) as account;
select tests.gets('brand', $$ select pg_temp.refusal('DE89370400440532013000') $$, 'not_allowed', 'a brand cannot add an account for payouts', 'aal2');
select is((select count(*)::int from private.payout_methods), 4, 'a refused account is not saved');
select throws_ok($$ insert into private.payout_methods (profile_id, kind, holder, account) values (tests.id('kol'), 'iban', 'Kim', 'hello') $$,
  '23514', null, 'the owner of the database cannot write a malformed account');
select throws_ok($$ update private.payout_methods set account = 'GB33BUKB20201555555555' $$, 'PT403', 'append_only', 'the owner of the database cannot change an account into another');
insert into private.payout_methods (profile_id, kind, holder, account)
select tests.id('kol'), 'iban', 'Kim', account from unnest(array['GB33BUKB20201555555555', 'ES9121000418450200051332',
  'FR1420041010050500013M02606', 'NL91ABNA0417164300', 'TR330006100519786457841326', 'CH9300762011623852957']) as account;
delete from private.rate_limits;
select tests.act_as(tests.id('kol'), 'aal2');
select is(pg_temp.refusal('BE68539007547034'), 'payout_methods_full', 'a creator cannot have more than ten accounts');
select is(pg_temp.add('DE89370400440532013000'), 'IBAN •••• 3000', 'a creator with ten accounts can save the last one again');
select public.remove_payout_method(id) from public.payout_methods where masked like '%1332';
select is(pg_temp.add('BE68539007547034'), 'IBAN •••• 7034', 'a creator with ten accounts can replace one');
select is((select count(*)::int from public.notifications where event = 'payout_method_added'), 5, 'a creator receives a notice of each account that they add');
