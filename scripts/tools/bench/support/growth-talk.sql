insert into public.conversations (id, member_a, member_b, opened_by, last_message_at)
select id, least(brand_id, kol_id), greatest(brand_id, kol_id), brand_id, at from growth.rows where k = 1;
insert into public.conversation_participants (conversation_id, profile_id)
select id, brand_id from growth.pairs union all select id, kol_id from growth.pairs;
insert into public.messages (conversation_id, sender_id, receiver_id, content, is_read, created_at)
select id, case when k % 2 = 0 then brand_id else kol_id end, case when k % 2 = 0 then kol_id else brand_id end,
  'Message ' || n || ' about a campaign that goes on for a while', k > 1 or c % 10 > 0, at from growth.rows;
insert into public.notifications (user_id, type, title, message, read, created_at)
select user_id, 'order_update', 'Order', 'Something moved', k > 1, at from growth.rows;
insert into public.staff_audit (actor_id, action, subject_id, details, created_at)
select tests.id('sam'), 'read_order', row_id, '{}', at from growth.rows;

-- New transfers are numbered after the existing ones.
create temporary table numbers as select coalesce(max(id), 0) + 10 * :size: + 1 as before from private.transfers;
insert into private.transfers (id, event, order_id, reference, created_at) overriding system value
select before - n, 'payment', row_id, row_id, at from growth.rows, numbers;
insert into private.entries (transfer_id, account_id, amount_minor, currency)
select before - n, side.account_id, side.amount_minor, 'USD' from growth.rows r cross join numbers
join private.accounts cash on cash.kind = 'cash' and cash.currency = 'USD' and cash.shard = get_byte(uuid_send(r.row_id), 15) & 15
cross join lateral (values (r.wallet_id, 1), (cash.id, -1)) as side (account_id, amount_minor);
select setval(pg_get_serial_sequence('private.transfers', 'id'), before) from numbers;
