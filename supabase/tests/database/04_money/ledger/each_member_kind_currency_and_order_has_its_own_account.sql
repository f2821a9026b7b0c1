-- cast: brand brand, other brand, kol kol
create temporary table wanted as
with orders_of as (
  select 'escrow', tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment') from generate_series(1, 2))
select owner, kind, currency, order_id
from unnest(array[tests.id('brand'), tests.id('other')]) as owner
cross join unnest(array['USD', 'USDC']) as currency
cross join (values ('wallet', null::uuid), ('in_transit', null) union all table orders_of) as k (kind, order_id);
create temporary table made as select private.member_account(owner, kind, currency, order_id) as id from wanted;
select is((select count(distinct id) from made), 16::bigint, 'each combination of member, kind, currency and order has an account of its own');
select set_eq('select private.member_account(owner, kind, currency, order_id) from wanted', 'select id from made', 'member_account returns the existing account when it is called again');
select set_eq('select owner_id, kind, currency, order_id from private.accounts a join made using (id)', 'select owner, kind, currency, order_id from wanted',
  'each account has the owner, kind, currency and order that were asked for');
