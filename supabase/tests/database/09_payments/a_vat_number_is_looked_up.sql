-- cast: kol kol, ann kol, usa kol
create function pg_temp.save(country text, number text default '', town text default 'Town') returns text language sql as $$
  select (public.save_company('Kol Ltd', 'Way 1', '10115', town, country, number)).vat_state
$$;
create function pg_temp.state() returns text language sql as $$
  select concat_ws(' ', c.vat_state, c.vat_proof, (c.vat_checked_at is not null)::text, c.vat_due_at - now()) from public.companies c where c.profile_id = tests.id('kol')
$$;
create function pg_temp.record(state text, number text default 'DE123456789') returns void language sql as $$
  select public.record_vat_check((select id from public.companies where profile_id = tests.id('kol')), number, state, 'W1')
$$;
select tests.by('kol', $$ select pg_temp.save('DE', 'DE123456789') $$);
select tests.by('usa', $$ select pg_temp.save('US', '12345678') $$);
select is_empty('select from public.claim_vat_checks()', 'no tax office is asked while the check is switched off');
select is_empty($$ select from private.due_functions() as f where f = 'check-vat' $$, 'the edge function is not called where the check of VAT numbers is switched off');
update private.settings set value = 1 where key = 'vat_check';
select isnt_empty($$ select from private.due_functions() as f where f = 'check-vat' $$, 'the edge function is called for a new VAT number');
insert into public.companies (legal_name, address, city, country, vat_number) values ('Market SAS', 'Rue 1', 'Paris', 'FR', 'FRAB123456789');
select results_eq('select vat_number, requester from public.claim_vat_checks(9) order by 1', $$ values ('DE123456789', 'FRAB123456789'), ('FRAB123456789', 'FRAB123456789') $$,
  'numbers of the Union are looked up, in the name of the market');
select is_empty('select from public.claim_vat_checks()', 'a number is handed to one caller at a time');
select pg_temp.record('unreachable');
select is(pg_temp.state(), 'unreachable false 01:00:00', 'without a result the offices are asked again after an hour');
select pg_temp.record('valid');
select is(pg_temp.state(), 'valid W1 true 30 days', 'a result is kept with its proof, and looked up again in a month');
select pg_temp.record('unreachable');
select is(pg_temp.state(), 'valid W1 true 01:00:00', 'a result stays while the tax offices are out of reach');
select tests.by('kol', $$ select pg_temp.save('DE', 'DE123456789', 'Other') $$);
select is(pg_temp.state(), 'valid W1 true 01:00:00', 'a new address does not change the result for the number');
select is(private.frozen_party(private.party(tests.id('kol'))) ->> 'vat_proof', 'W1', 'a paper has the proof of the look-up of the VAT number');
select tests.by('kol', $$ select pg_temp.save('DE', 'DE987654321') $$);
select is(pg_temp.state(), 'false 00:00:00', 'a new number has no result');
select pg_temp.record('invalid');
select is(pg_temp.state(), 'false 00:00:00', 'a result for the old number does not count for the new one');
select tests.by('kol', $$ select pg_temp.save('US', '12345678') $$);
select is(pg_temp.state(), 'false', 'a number of another part of the world is not looked up');
select throws_ok($$ select pg_temp.record('perhaps', '12345678') $$, '23514', null, 'an unknown result is refused');
select tests.by('kol', $$ select pg_temp.save('DE', 'DE987654321') $$);
select pg_temp.record('invalid', 'DE987654321');
select tests.by('kol', $$ select pg_temp.save('DE') $$);
select tests.by('kol', $$ select pg_temp.save('DE', 'DE987654321') $$);
select is(pg_temp.state(), 'invalid true 00:00:00', 'a number that was found invalid stays invalid when it is saved again after another one, or none');
select pg_temp.record('unreachable', 'DE987654321');
select is(pg_temp.state(), 'invalid true 01:00:00', 'a number that was found invalid does not count while the tax offices are out of reach');
select pg_temp.record('valid', 'DE987654321');
select is(pg_temp.state(), 'valid W1 true 30 days', 'an invalid number counts once an office has found it');
