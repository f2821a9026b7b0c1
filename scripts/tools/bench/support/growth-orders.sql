insert into public.pack_orders (id, number, brand_id, kol_id, status, pack_title, price_minor, fee_minor, currency, delivery_days, revisions_allowed,
  terms_hash, windows, idempotency_key, due_at, completed_at, created_at, updated_at)
select row_id, 'K-' || translate(lpad(to_hex(n), 8, '0'), '0123456789abcdef', 'ABCDEFGHJKMNPQRS'), brand_id, kol_id,
  case k when 1 then 'in_progress' else 'completed' end, 'Thread ' || n, 20000, 2000, 'USD', 7, 2, 'x', '{}', row_id,
  case k when 1 then now() + interval '30 days' + n * interval '1 second' end, case when k > 1 then at end, at, at
from growth.rows;
insert into private.order_funding (order_id, amount_minor) select row_id, 20000 from growth.rows;
insert into public.order_events (order_id, from_status, to_status, actor_id, created_at)
select row_id, event.from_status, event.to_status, event.actor_id, at from growth.rows cross join lateral (values
  (null, 'pending_payment', brand_id), ('pending_payment', 'funded', null), ('funded', 'in_progress', kol_id)
) as event (from_status, to_status, actor_id);
