select is_empty($$
  select c.oid::regclass from pg_class c where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relowner <> 'postgres'::regrole
$$, 'tables');
select is_empty($$
  select p.oid::regprocedure from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.proowner <> 'postgres'::regrole
$$, 'functions');
