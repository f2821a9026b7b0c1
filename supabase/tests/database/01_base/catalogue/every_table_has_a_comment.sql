select is_empty($$
  select c.oid::regclass from pg_class c
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v')
    and obj_description(c.oid, 'pg_class') is null
$$, 'tables and views');
