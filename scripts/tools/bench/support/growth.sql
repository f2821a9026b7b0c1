-- Ten times :size: messages, notifications, orders with their events, and transfers with two entries each, of a year, and as
-- many acts in the audit log. However large the market is, a brand has fifty conversations and five hundred rows of each
-- kind; the first brand is Bea. Written past the triggers.
set session_replication_role = replica;

create temporary table brands as
select n, case n when 1 then tests.id('bea') else md5('brand' || n)::uuid end as id,
  case n when 1 then tests.user_id(tests.id('bea')) else md5('user' || n)::uuid end as user_id
from generate_series(1, greatest(:size: / 50, 10)) as n;

create temporary table pairs as
select c, md5('growth' || c)::uuid as id, md5('creator' || c)::uuid as kol_id, b.id as brand_id, b.user_id
from generate_series(1, :size:) as c join brands b on b.n = 1 + c % greatest(:size: / 50, 10);
create temporary table rows as
select k, p.*, md5('growth ' || k || ' ' || c)::uuid as row_id, (k - 1) * :size: + c as n,
  now() - ((k - 1) * :size: + c) * (interval '365 days' / (10 * :size:)) as at
from pairs p, generate_series(1, 10) as k order by k desc, c desc;

insert into public.conversations (id, member_a, member_b, opened_by, last_message_at)
select id, least(brand_id, kol_id), greatest(brand_id, kol_id), brand_id, at from rows where k = 1;
insert into public.conversation_participants (conversation_id, profile_id)
select id, brand_id from pairs union all select id, kol_id from pairs;
insert into public.messages (conversation_id, sender_id, receiver_id, content, is_read, created_at)
select id, case when k % 2 = 0 then brand_id else kol_id end, case when k % 2 = 0 then kol_id else brand_id end,
  'Message ' || n || ' about a campaign that goes on for a while', k > 1 or c % 10 > 0, at from rows;

insert into public.notifications (user_id, type, title, message, read, created_at)
select user_id, 'order_update', 'Order', 'Something moved', k > 1, at from rows;

insert into public.pack_orders (id, number, brand_id, kol_id, status, pack_title, price_minor, fee_minor, currency, delivery_days, revisions_allowed,
  terms_hash, windows, idempotency_key, due_at, completed_at, created_at, updated_at)
select row_id, 'K-' || translate(lpad(to_hex(n), 8, '0'), '0123456789abcdef', 'ABCDEFGHJKMNPQRS'), brand_id, kol_id,
  case k when 1 then 'in_progress' else 'completed' end, 'Thread ' || n, 20000, 2000, 'USD', 7, 2, 'x', '{}', row_id,
  case k when 1 then now() + interval '30 days' + n * interval '1 second' end, case when k > 1 then at end, at, at
from rows;
insert into private.order_funding (order_id, amount_minor) select row_id, 20000 from rows;
insert into public.order_events (order_id, from_status, to_status, actor_id, created_at)
select row_id, event.from_status, event.to_status, event.actor_id, at from rows cross join lateral (values
  (null, 'pending_payment', brand_id), ('pending_payment', 'funded', null), ('funded', 'in_progress', kol_id)
) as event (from_status, to_status, actor_id);

insert into private.accounts (owner_id, kind, currency, balance_minor) select id, 'wallet', 'USD', 500 from brands
on conflict on constraint accounts_key do update set balance_minor = 500;
insert into private.transfers (event, order_id, reference, created_at) select 'payment', row_id, row_id, at from rows order by n desc;
insert into private.entries (transfer_id, account_id, amount_minor, currency)
select t.id, side.account_id, side.amount_minor, 'USD' from private.transfers t join rows r on r.row_id = t.order_id
  join private.accounts a on a.owner_id = r.brand_id and a.kind = 'wallet' and a.currency = 'USD'
  cross join lateral (values (a.id, 1), (private.platform_account('cash', 'USD', r.row_id), -1)) as side (account_id, amount_minor)
order by t.id;
insert into public.staff_audit (actor_id, action, subject_id, details, created_at)
select tests.id('sam'), 'read_order', row_id, '{}', at from rows;
reset session_replication_role;
