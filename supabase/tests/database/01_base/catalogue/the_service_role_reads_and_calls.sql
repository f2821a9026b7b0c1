select is_empty($$
  select c.oid::regclass, a.grantee::regrole, a.privilege_type
  from pg_class c, aclexplode(c.relacl) as a
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm')
    and a.grantee not in (0, 'postgres'::regrole, 'anon'::regrole, 'authenticated'::regrole)
    and (a.grantee::regrole::text, a.privilege_type) is distinct from ('service_role', 'SELECT')
$$, 'the service role reads tables, and writes through functions like everybody');
