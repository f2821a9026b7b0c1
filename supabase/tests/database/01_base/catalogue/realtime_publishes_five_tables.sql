select set_eq($$
  select schemaname || '.' || tablename from pg_publication_tables where pubname = 'supabase_realtime'
$$, array['public.profiles', 'public.messages', 'public.pack_orders', 'public.notifications', 'public.offers'], 'no more');
select is_empty($$
  select c.oid::regclass from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relreplident <> 'd'
$$, 'old rows carry their key alone');
