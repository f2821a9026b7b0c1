-- Makes data of a busy brand: 10,000 messages in 200 conversations, 500 orders, 3,000 notifications; and
-- ten times as many rows of each kind between other members.
set session_replication_role = replica;
select setseed(0.7);

create temporary table pairs as
select n, case when n <= 200 then 1 else 2 + n % 9 end as brand_no, md5('creator' || n)::uuid as kol_id,
  md5('conversation' || n)::uuid as id
from generate_series(1, 2000) as n;

insert into public.conversations (id, member_a, member_b, opened_by, last_message_at)
select p.id, least(b.id, p.kol_id), greatest(b.id, p.kol_id), b.id, now() - p.n * interval '1 minute'
from pairs p, lateral (select md5('brand' || p.brand_no)::uuid as id) b;
insert into public.conversation_participants (conversation_id, profile_id)
select id, member_a from public.conversations union all select id, member_b from public.conversations;
-- Messages of each conversation, newest first; the newest one has the time of the conversation.
insert into public.messages (conversation_id, sender_id, receiver_id, content, is_read, created_at)
select p.id, case when k % 2 = 0 then b.id else p.kol_id end, case when k % 2 = 0 then p.kol_id else b.id end,
  'Message ' || k || ' of a conversation about a campaign that goes on for a while', k > 3,
  now() - p.n * interval '1 minute' - (k - 1) * interval '1 hour'
from pairs p, lateral (select md5('brand' || p.brand_no)::uuid as id) b, generate_series(1, 50) as k;

insert into public.packs (id, kol_id, title, price_minor, delivery_days, is_published)
select md5('pack' || n || '-' || k)::uuid, md5('creator' || n)::uuid, 'Pack ' || k, 10000 * k, 7, k > 1
from generate_series(1, 2000) as n, generate_series(1, 4) as k;
insert into public.pack_orders (pack_id, brand_id, kol_id, status, pack_title, price_minor, fee_minor,
  currency, delivery_days, revisions_allowed, terms_hash, idempotency_key, created_at)
select md5('pack' || (1 + o % 2000) || '-2')::uuid, md5('brand' || case when o <= 500 then 1 else 2 + o % 9 end)::uuid,
  md5('creator' || (1 + o % 2000))::uuid, 'completed', 'Pack 2', 20000, 2000, 'USD', 7, 2, md5('pack' || (1 + o % 2000) || '-2'), gen_random_uuid(),
  now() - o * interval '1 hour'
from generate_series(1, 5000) as o;

insert into public.notifications (user_id, type, title, message, read, created_at)
select md5('user' || case when k <= 3000 then 1 else 2 + k % 9 end)::uuid, 'order_update', 'Order', 'Something moved',
  k % 20 <> 0, now() - k * interval '1 minute'
from generate_series(1, 30000) as k;

analyze public.conversations, public.conversation_participants, public.messages, public.packs,
  public.pack_orders, public.notifications;
