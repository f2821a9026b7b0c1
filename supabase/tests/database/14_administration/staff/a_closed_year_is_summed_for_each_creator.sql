-- cast: brand brand, kol kol, cyd kol, eve kol, sam staff, sue staff
update private.settings set value = 5 where key = 'buyer_fee_percent';
-- Makes two orders, one with a tip, in the second quarter of last year, and one in each of the other quarters.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 20000);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 40000), tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 50000);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 30000);
select tests.make_order(tests.id('brand'), tests.id('cyd'), 'declined', 5000);
set constraints all immediate;
alter table public.papers disable trigger user;
create temporary table last as select extract(year from now() at time zone 'UTC')::int - 1 as year;
update public.papers p set year = l.year, issued_at = make_timestamptz(l.year, case o.price_minor when 30000 then 12 when 40000 then 1 when 50000 then 7 else 4 end, case o.price_minor when 30000 then 31 else 1 end,
  case o.price_minor when 30000 then 23 else 0 end, 30, 0, 'UTC')
from last l, public.pack_orders o where o.id = p.order_id;
alter table public.papers enable trigger user;
create function pg_temp.mine() returns jsonb language sql as $$ select jsonb_agg(to_jsonb(s)) from public.my_seller_years() as s $$;

select tests.gets('kol', 'select pg_temp.mine()', null, 'a year that is not closed is not summed');
select tests.refused('sam', 'select public.seller_years((select year from last))', 'PT409', 'year_not_closed', 'staff read no sums of a year that is not closed');
insert into private.closed_months (month) select make_date(year, 11, 1) from last;
select tests.refused('sam', 'select public.seller_years((select year from last))', 'PT409', 'year_not_closed', 'a year is not closed before its December is');
insert into private.closed_months (month) select make_date(year, 12, 1) from last;

select tests.by('kol', $$ select public.save_company('Kim Kol', 'Way 1', '10115', 'Berlin', 'DE', 'DE123456789', '12/345/678', '1990-02-28', 'AT') $$);
select tests.act_as(tests.id('kol'));
select tests.payout_method();
select is(pg_temp.mine(), jsonb_build_array(jsonb_build_object('year', l.year, 'profile_id', tests.id('kol'), 'legal_name', 'Kim Kol', 'address', 'Way 1',
  'postal_code', '10115', 'city', 'Berlin', 'country', 'DE', 'tin', '12/345/678', 'residence', 'AT', 'birth_date', '1990-02-28', 'vat_number', 'DE123456789', 'account', 'IBAN •••• 3000', 'currency', 'USD',
  'cons_q1', 36000, 'cons_q2', 27000, 'cons_q3', 45000, 'cons_q4', 27000, 'numb_q1', 1, 'numb_q2', 2, 'numb_q3', 1, 'numb_q4', 1,
  'fees_q1', 4000, 'fees_q2', 3000, 'fees_q3', 5000, 'fees_q4', 3000)), 'a creator reads a closed year by quarter, with their earnings and our fees') from last l;
select tests.gets('brand', 'select pg_temp.mine()', null, 'a buyer has no year of earnings');
select is(sum(s.cons_q1 + s.cons_q2 + s.cons_q3 + s.cons_q4), (
  select sum(e.amount_minor) from private.entries e join private.accounts a on a.id = e.account_id join private.transfers t on t.id = e.transfer_id
  where a.owner_id = tests.id('kol') and t.event <> 'clearing'), 'the sum of all quarters is that of the ledger')
from last l, private.count_seller_years(l.year) as s;

update auth.mfa_amr_claims set updated_at = now() - interval '15 minutes' where session_id = tests.session_id(tests.user_id(tests.id('sam')), 'aal2');
select tests.refused('sam', 'select public.seller_years((select year from last))', 'PT403', 'mfa_stale', 'staff need a recent code of their second factor to read a year');
update auth.mfa_amr_claims set updated_at = now();
select tests.act_as(tests.id('sam'));
create temporary table read as select s.* from last l, public.seller_years(l.year, null, 1) as s;
select results_eq('select profile_id, cons_q2 from read', $$ values (tests.id('kol'), 27000::bigint) $$, 'staff read the year of each creator');
select is_empty($$ select s.* from last l, read r, public.seller_years(l.year, r.profile_id || ' ' || r.currency) as s $$, 'the page after the last creator is empty');
select tests.act_as_owner();
select tests.make_staff('pat');
select tests.by('pat', 'select public.seller_years((select year from last), ''0'')');
create function pg_temp.readings() returns text language sql as $$
  select string_agg(m.display_name || ' ' || n, ', ' order by m.display_name) from (
    select a.actor_id, count(*) as n from public.staff_audit a, last l where a.action = 'read_seller_years' and a.details = jsonb_build_object('year', l.year) group by 1) as r
  join public.profiles m on m.id = r.actor_id
$$;
select is(pg_temp.readings(), 'Pat 1, Sam 1', 'each reader is in the audit log once, on whichever page they begin');
select tests.unguarded('public.staff_audit', $$ update public.staff_audit set created_at = now() - interval '1 hour' where actor_id = tests.id('sam') $$);
select tests.by('sam', 'select public.seller_years((select year from last)), public.seller_years((select year from last))');
select is(pg_temp.readings(), 'Pat 1, Sam 2', 'a reading after an hour is in the audit log again');

-- Adds refunded fees, each in a quarter after that of its order, an order of the year before, and two creators
-- with earnings in one quarter.
alter table public.papers disable trigger user;
create temporary table more as
select p.*, c.* from public.papers p join public.pack_orders o on o.id = p.order_id join (
  select 'fee_invoice' as of_kind, case q when 1 then 50000 else 40000 end as price, 'credit_note' as as_kind, 0 as years, 3 * q as month, null::uuid as as_seller, 100 as minor from generate_series(1, 4) as q
  union all values ('invoice', 20000, 'invoice', 1, 5, tests.id('kol'), 777), ('invoice', 20000, 'invoice', 0, 5, tests.id('cyd'), 20), ('invoice', 30000, 'invoice', 0, 12, tests.id('eve'), 30)
) as c on c.of_kind = p.kind and c.price = o.price_minor and p.subject <> 'buyer_fee';
insert into public.papers (kind, year, sequence, seller_id, buyer_id, order_id, order_number, subject, title, seller, buyer, currency, total_minor, vat_minor, vat_category, vat_percent, issued_at)
select as_kind, year - years, 900 + row_number() over (), as_seller, buyer_id, order_id, order_number, subject, title, seller, buyer, currency, minor, 0, vat_category, vat_percent,
  make_timestamptz(year - years, month, 1, 0, 0, 0, 'UTC') from more;
alter table public.papers enable trigger user;
create function pg_temp.sums(s public.seller_year) returns text language sql as $$
  select format('%s: %s %s %s %s, %s %s %s %s, %s %s %s %s', s.year - (select year from last), (s).cons_q1, (s).cons_q2, (s).cons_q3, (s).cons_q4,
    (s).numb_q1, (s).numb_q2, (s).numb_q3, (s).numb_q4, (s).fees_q1, (s).fees_q2, (s).fees_q3, (s).fees_q4) $$;
select tests.finds('kol', 'select pg_temp.sums(s) from public.my_seller_years() as s', $$ values ('0: 36100 27100 45100 27100, 1 2 1 1, 3900 2900 4900 2900'), ('-1: 0 777 0 0, 0 1 0 0, 0 0 0 0') $$,
  'a returned fee counts as earnings, and the newest year is listed first');
select tests.act_as(tests.id('sam'));
select set_eq('select pg_temp.sums(s) from last, public.seller_years(year, null, 5) as s where s.profile_id <> tests.id(''kol'')', array['0: 0 20 0 0, 0 1 0 0, 0 0 0 0', '0: 0 0 0 30, 0 0 0 1, 0 0 0 0'],
  'a quarter without earnings is zero');
select is((select count(*) from last, public.seller_years(year, null, size)), least(greatest(size, 1), 3)::bigint, format('a page of %s', size)) from unnest(array[0, 1, 5]) as size;
select tests.act_as_owner();
-- A deleted member is named as on their last invoice.
select is(private.seller_data(tests.id('brand')), '{}', 'a creator who never earned has no data');
update public.companies c set tax_country = null where c.profile_id = tests.id('kol');
select is(private.seller_data(tests.id('kol')) ->> 'residence', 'DE', 'a creator who names no state of residence lives in the state of the address');
delete from public.companies c where c.profile_id = tests.id('kol');
alter table public.papers disable trigger user;
update public.papers p set seller = jsonb_build_object('legal_name', o.price_minor), issued_at = case o.price_minor when 10000 then p.issued_at else now() end
from public.pack_orders o where o.id = p.order_id and p.seller_id = tests.id('kol') and p.total_minor <> 777;
select is(private.seller_data(tests.id('kol')) ->> 'legal_name', '30000', 'a deleted creator is named as on the last paper');
