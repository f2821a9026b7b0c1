-- cast: brand brand, kol kol
create function pg_temp.tax(seller text, seller_vat text, buyer text, buyer_vat text, at timestamptz default '2026-11-01 12:00Z',
  seller_state text default null, buyer_state text default null) returns text language plpgsql as $$
declare
  v_seller public.companies;
  v_buyer public.companies;
begin
  v_seller.country := seller;
  v_seller.vat_number := seller_vat;
  v_buyer.country := buyer;
  v_buyer.vat_number := buyer_vat;
  v_seller.vat_state := seller_state;
  v_buyer.vat_state := buyer_state;
  return (select v.category || ' ' || v.percent from private.vat_of(v_seller, v_buyer, at) as v);
end;
$$;
select is(pg_temp.tax(seller, seller_vat, buyer, buyer_vat), expected, description)
from (values
  (null, null, null, null, 'O 0', 'a sale between sides without company data has no VAT'),
  ('DE', null, 'DE', 'DE123456789', 'O 0', 'a seller without a VAT number charges no VAT'),
  ('DE', 'DE123456789', 'DE', 'DE987654321', 'S 19.00', 'a sale within one state of the Union has the rate of that state'),
  ('DE', 'DE123456789', null, null, 'S 19.00', 'a sale to a buyer without company data has the rate of the seller'),
  ('DE', 'DE123456789', 'FR', null, 'S 19.00', 'a sale to a buyer in the Union without a VAT number has the rate of the seller'),
  ('DE', 'DE123456789', 'FR', 'FRAB123456789', 'AE 0', 'a sale between two states of the Union is a reverse charge'),
  ('DE', 'DE123456789', 'TR', '1234567890', 'O 0', 'a sale to a buyer outside the Union has no VAT'),
  ('TR', '1234567890', 'TR', '1234567890', 'S 20.00', 'a sale within one state outside the Union has the rate of that state'),
  ('TR', '1234567890', 'DE', 'DE123456789', 'O 0', 'a sale into the Union by a seller outside it has no VAT'),
  ('US', '123456789', 'US', null, 'O 0', 'a sale in a country without a rate has no VAT')
) as t (seller, seller_vat, buyer, buyer_vat, expected, description);
select is(pg_temp.tax('DE', 'DE123456789', 'FR', 'FRAB123456789', seller_state => one, buyer_state => other), expected, description)
from (values
  ('valid', 'valid', 'AE 0', 'a sale between two VAT numbers that exist is a reverse charge'),
  ('unreachable', null, 'AE 0', 'VAT numbers that nobody could look up count by their form'),
  ('valid', 'invalid', 'S 19.00', 'a sale to a VAT number that does not exist has the rate of the seller'),
  ('invalid', 'valid', 'S 19.00', 'a sale by a VAT number that does not exist has the rate of the seller')
) as t (one, other, expected, description);
update private.settings set value = 1 where key = 'vat_check';
select is(pg_temp.tax('DE', 'DE123456789', 'FR', 'FRAB123456789', seller_state => one, buyer_state => other), expected, description)
from (values
  ('valid', null, 'S 19.00', 'a sale has the rate of the seller until the number of the buyer was looked up, where numbers are looked up'),
  (null, 'valid', 'S 19.00', 'a sale has the rate of the seller until the number of the seller was looked up'),
  ('valid', 'unreachable', 'AE 0', 'a sale is a reverse charge while the tax office of the buyer is out of reach')
) as t (one, other, expected, description);
update private.settings set value = 0 where key = 'vat_check';
insert into private.vat_rates (country, valid_from, percent) values ('DE', '2027-01-01', 21);
select is(pg_temp.tax('DE', 'DE123456789', 'DE', null, '2026-12-31 23:59Z'), 'S 19.00', 'a new rate does not change older papers');
select is(pg_temp.tax('DE', 'DE123456789', 'DE', null, '2027-01-01 00:00Z'), 'S 21.00', 'a new rate counts from its day on');

insert into public.companies (profile_id, legal_name, address, postal_code, city, country, vat_number)
values (tests.id('kol'), 'Kol GmbH', 'Weg 1', '10115', 'Berlin', 'DE', 'DE123456789'), (null, 'Market SAS', 'Rue 1', '75001', 'Paris', 'FR', 'FRAB123456789');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
set constraints all immediate;
select results_eq('select kind, vat_category, vat_percent, total_minor, vat_minor from public.papers order by kind',
  $$ values ('fee_invoice', 'AE', 0.00, 1000::bigint, 0::bigint), ('invoice', 'S', 19.00, 10000, 1597) $$, 'VAT is a part of the price that was agreed');
select is((select seller from public.papers where kind = 'invoice'),
  '{"city": "Berlin", "address": "Weg 1", "country": "DE", "legal_name": "Kol GmbH", "vat_number": "DE123456789", "postal_code": "10115"}'::jsonb, 'a paper keeps the company data of its sides');
update public.companies set legal_name = 'Other GmbH' where profile_id = tests.id('kol');
select is((select seller ->> 'legal_name' from public.papers where kind = 'invoice'), 'Kol GmbH', 'a paper that was issued does not change with the company data');
