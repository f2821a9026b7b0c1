-- A message can name the order that it is about.
alter table public.messages add column order_id uuid references public.pack_orders (id);
-- small table: the index holds only messages of orders, and there are none yet
create index messages_of_order on public.messages (order_id, created_at desc, id desc) where order_id is not null;
