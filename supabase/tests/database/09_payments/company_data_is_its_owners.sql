-- cast: brand brand, kol kol
create function pg_temp.save(change jsonb) returns public.companies language sql as $$
  select c.* from jsonb_populate_record(null::public.companies,
    '{"legal_name": "Kol Ltd", "address": "Street 1", "postal_code": "D02", "city": "Dublin", "country": "IE", "vat_number": "", "tax_number": ""}'::jsonb || change) as g
  cross join lateral public.save_company(g.legal_name, g.address, g.postal_code, g.city, g.country, g.vat_number, g.tax_number, g.birth_date, g.tax_country) as c
$$;
select tests.act_as(tests.id('kol'));
select pg_temp.save('{"legal_name": " Kol Ltd "}');
select is((select legal_name from public.companies), 'Kol Ltd', 'company data is saved without spaces around it');
select throws_ok(format('select pg_temp.save(%L)', jsonb_build_object(field, value)), '23514', null, format('%s cannot be %s', field, value))
from (values ('country', 'XX'), ('country', 'ie'), ('vat_number', 'DE123456789'), ('vat_number', 'IE12'), ('tax_number', 'a'),
  ('legal_name', 'K'), ('address', E'Street\n1'), ('address', repeat('a', 121)), ('postal_code', repeat('1', 13)), ('tax_country', 'XX'), ('birth_date', '1899-12-31'), ('birth_date', 'tomorrow'), ('city', repeat('a', 61))) as t (field, value);
select throws_ok(format('select pg_temp.save(%L)', jsonb_build_object(field, value)), '23514', null, format('%s cannot name a way to pay or write: %s', field, value))
from (values ('legal_name', 'Pay again at https://evil.example/pay'), ('city', 't.me/evil'), ('address', 'Write to help@evil.example'), ('address', 'Send it to DE89370400440532013000'),
  ('postal_code', 'www.evil'), ('address', 'IBAN DE89-3704-0044-0532-0130-00'), ('address', 'IBAN DE 89 3704 0044 0532 0130 00'), ('city', 'ＤＥ８９３７０４００４４０５３２０１３０００'),
  ('address', 'NO9386011117947'), ('address', 'NO 93 8601 1117 947 Oslo'), ('city', 'BE/68/5390/0754/7034'), ('address', 'DE89 37O4 OO44 0532 0130 00'), ('address', 'Acme IBANDE89370400440532013000'), ('address', 'KontoDE89 3704 0044 0532 0130 00'), ('city', '1DE 89 3704 0044 0532 0130 00'),
  ('city', 'KontoDEO2 1203 0000 0000 2020 51'), ('city', 'KDEO2I2O3OOOOOOOO2O2O51'), ('address', 'KtoD E02 1203 0000 0000 2020 51'),
  ('address', 'Nr 0 x 52908400098527886E0F7030069857D2E4169EE7'), ('address', 'Coins52908400098527886E0F7030069857D2E4169EE7'),
  ('address', 'Coins: BC1Q AR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ'), ('address', 'Bitbc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdqst'),
  ('address', 'Tron TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'), ('address', 'PayTJRabPrwbZy45sbavfcjinPJC18kjpRTv8'),
  ('city', 'To 0x52908400098527886E0F7030069857D2E4169EE7'), ('tax_number', 'DE89 3704 0044 0532 0130 00'), ('tax_number', 'PAY AT EVIL.EXAMPLE/X1'),
  ('tax_number', 'ASK MY FRIEND')) as t (field, value);
select is(tests.refusal(format('select pg_temp.save(%L)', change)), broken, description)
from (values
  (jsonb_build_object('legal_name', repeat(U&'\FDFA', 56)), 'companies_lines_lead_nowhere', 'a text that becomes too long when its characters are written out is refused'),
  (jsonb_build_object('legal_name', repeat(U&'\FDFA', 30) || ' DE89370400440532013000'), 'companies_lines_lead_nowhere', 'an account number behind characters that become longer text is refused'),
  (jsonb_build_object('legal_name', repeat(U&'\FDFA', 4) || ' Ltd'), null, 'a name may have a character that stands for words'),
  (jsonb_build_object('postal_code', repeat('1 ', 60) || 'www.evil.example/x'), 'companies_postal_code_length', 'values that are too long are refused unread'),
  (jsonb_build_object('tax_number', repeat('1 ', 60) || 'WWW.EVIL.EXAMPLE/X'), 'companies_tax_number_valid', 'a number that is too long is not read')
) as t (change, broken, description);
select throws_ok($$ select pg_temp.save('{"country": "US", "vat_number": "DE89 3704 0044 0532 0130"}') $$, '23514', null, 'a number of a country without a known form is no IBAN');
select throws_ok(format('select pg_temp.save(%L)', jsonb_build_object(field, value)), 'PT422', 'name_reserved', format('no member has papers in the name of the market, as %s', field))
from (values ('legal_name', 'Kolpact Payments'), ('address', 'New bank: Kolpact Payments, account 12345678'), ('city', 'Kolpact Ltd'), ('postal_code', 'Kolpact'), ('tax_number', 'KOLPACT 1'), ('address', 'K o l p a c t bank desk'), ('city', 'K0lpact')) as t (field, value);
select lives_ok(format('select pg_temp.save(%L)', jsonb_build_object(field, value)), format('%s can be %s', field, value))
from (values ('legal_name', 'Acme Support SL'), ('legal_name', 'Verified Clothing Ltd'), ('address', 'St 12 Main Road 55, Flat 3B'), ('address', 'Rd 10 Blue Lake Old Town'), ('address', '12 Support Road, PO Box 1234, No 1234567890'), ('tax_number', 'IT12345678901'), ('tax_number', 'RSSMRA85T10A562S'), ('tax_number', 'AE100123456700003'), ('address', 'CH12 Park Lane Zug'), ('address', 'No12 Long Lane Sheffield'), ('address', 'BP 12 3456 7890'), ('tax_number', '12/345/67890'), ('address', 'PO Box 12 3456, NY10 0013'),
  ('address', 'Still Oil Lane, Brazil Olive Road, Mill Isle, Estoril, Soil Illinois, Polis Oil, Lolita Lille'),
  ('legal_name', 'Telekommunikationsueberwachungsverordnungsstelle'), ('legal_name', 'The Amazing Brewing Gang Under the Rising Dawn Street 12345 Tower 7'),
  ('tax_number', '0123456789 ABCDEF 0123456789'), ('address', 'ABC1 Quarter, Perth Street Green Hammersmith, Level 24 Tower 5')) as t (field, value);
select lives_ok($$ select pg_temp.save('{"legal_name": "Booking.com B.V.", "address": "Oosterdokskade 163", "postal_code": "1011 DL"}') $$, 'the name of a company can name a host');
select throws_ok($$ select pg_temp.save('{"city": " "}') $$, 'PT422', null, 'a city has to be given');
select is((pg_temp.save(jsonb_build_object('country', country, 'vat_number', number))).vat_number, saved, 'a VAT number can be ' || number)
from (values ('IE', 'ie 1234567FA', 'IE1234567FA'), ('GR', 'EL123456789', 'EL123456789'), ('GB', 'XI123456789', 'XI123456789'), ('TR', '123 456 78 90', '1234567890'),
  ('CH', 'CHE-123.456.789', 'CHE123456789'), ('US', '12-3456789', '123456789')) as t (country, number, saved);
select pg_temp.save('{"vat_number": "", "tax_number": " "}');
select results_eq('select vat_number, tax_number from public.companies', 'values (null::text, null::text)', 'numbers that are left empty are stored as null');
select pg_temp.save('{"birth_date": "1990-02-28", "tax_country": "AT", "vat_number": "IE1234567FA"}');
select results_eq('select birth_date, tax_country from public.companies', $$ values ('1990-02-28'::date, 'AT') $$, 'a birth date and the state of residence are kept');
-- Saves the city alone, after the other fields were changed on another device.
select public.save_company(city => 'Cork');
select results_eq('select legal_name, address, postal_code, city, country, vat_number, birth_date, tax_country from public.companies',
  $$ values ('Kol Ltd', 'Street 1', 'D02', 'Cork', 'IE', 'IE1234567FA', '1990-02-28'::date, 'AT') $$, 'a field that is left out stays unchanged');
select public.save_company(vat_number => '', postal_code => '', birth_date => '-infinity', tax_country => '');
select results_eq('select postal_code, city, vat_number, birth_date, tax_country from public.companies', $$ values ('', 'Cork', null::text, null::date, null::text) $$,
  'a field that is given empty is removed');
select pg_temp.save('{"birth_date": "1990-02-28", "tax_country": "AT"}');
select tests.act_as_owner();
select is(private.frozen_party(private.party(tests.id('kol'))) ?| array['birth_date', 'tax_country'], false, 'no paper names the birth date or the state of residence');
select tests.gets('brand', 'select count(*) from public.companies', '0', 'a member reads no company data of another member');
delete from auth.users where id = tests.user_id(tests.id('kol'));
select is_empty('select from public.companies', 'company data is deleted with the account');
