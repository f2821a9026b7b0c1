select is_empty($$
  select c.oid::regclass from pg_class c
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p') and not c.relrowsecurity
$$, 'private tables too');
