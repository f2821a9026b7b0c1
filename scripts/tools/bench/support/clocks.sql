-- Makes :open: orders with deadlines in the next months, and a tenth as many with passed deadlines: half of these delivered, the
-- others paid or unpaid. One in fifty of these is of Bea and Ann, a busy brand and a busy creator. Triggers are off.
set session_replication_role = replica;

create temporary table people as
select n, md5('clocks user' || n)::uuid as user_id, md5('clocks' || n)::uuid as id, case when n <= 2000 then 'brand' else 'kol' end as role
from generate_series(1, 22000) as n;
insert into auth.users (id, aud, role, email, email_confirmed_at, created_at)
select user_id, 'authenticated', 'authenticated', 'clocks' || n || '@kolpact.test', now(), now() from people;
insert into public.profiles (id, user_id, role, display_name, language, platforms, categories, referral_code, is_approved, onboarded_at)
select id, user_id, role, 'Member ' || n, 'en', case role when 'kol' then '{x}' else '{}' end::text[], case role when 'kol' then '{defi}' else '{}' end::text[],
  'clocks' || n, true, now() from people;

create temporary table clocks as
select n, md5('clock' || n)::uuid as id, n > :open: as is_due,
  case when n > :open: then (array['delivered', 'delivered', 'funded', 'pending_payment'])[1 + n % 4] else 'in_progress' end as status,
  case when n > :open: and n % 50 = 0 then tests.id('bea') else md5('clocks' || 1 + n % 2000)::uuid end as brand_id,
  case when n > :open: and n % 50 = 0 then tests.id('ann') else md5('clocks' || 2001 + n % 20000)::uuid end as kol_id
from generate_series(1, :open: + :open: / 10) as n;
insert into public.pack_orders (id, number, brand_id, kol_id, status, pack_title, price_minor, fee_minor, currency, delivery_days, revisions_allowed,
  terms_hash, windows, idempotency_key, due_at, delivered_at, created_at, updated_at)
select id, 'K-' || translate(lpad(to_hex(n), 8, '0'), '0123456789abcdef', 'ABCDEFGHJKMNPQRS'), brand_id, kol_id, status, 'Thread ' || n, 20000, 2000, 'USD', 7, 2,
  'x', '{}', id, case when is_due then now() - n * interval '1 millisecond' else now() + interval '2 days' + n * interval '5 seconds' end,
  case status when 'delivered' then now() - interval '3 days' end, now() - interval '10 days', now() - interval '3 days'
from clocks;

-- Each order's money in escrow came by one transfer from the platform's account `cash`.
create temporary table paid as select * from clocks where status in ('delivered', 'funded');
insert into private.accounts (owner_id, kind, currency)
select distinct brand_id, 'wallet', 'USD' from paid union select distinct kol_id, 'pending', 'USD' from paid on conflict do nothing;
insert into private.accounts (owner_id, order_id, kind, currency, balance_minor) select brand_id, id, 'escrow', 'USD', 20000 from paid;
insert into private.order_funding (order_id, amount_minor) select id, 20000 from paid;
insert into private.transfers (event, order_id) select 'escrow', id from paid;
insert into private.entries (transfer_id, account_id, amount_minor, currency)
select t.id, side.account_id, side.amount_minor, 'USD'
from paid p join private.transfers t on t.order_id = p.id and t.event = 'escrow' join private.accounts a on a.order_id = p.id
cross join lateral (values (a.id, 20000), (private.platform_account('cash', 'USD', p.id), -20000)) as side (account_id, amount_minor);
update private.accounts a set balance_minor = (select coalesce(sum(e.amount_minor), 0) from private.entries e where e.account_id = a.id)
where a.kind = 'cash' and a.currency = 'USD';
reset session_replication_role;
