select isnt_empty($$ select from pg_publication_tables
  where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'messages' $$, 'messages are published');
select isnt_empty($$ select from pg_publication_tables
  where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'notifications' $$, 'and notifications');
