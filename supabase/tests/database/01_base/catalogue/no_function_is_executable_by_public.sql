select is_empty($$
  select p.oid::regprocedure from pg_proc p
  where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and exists (
      select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a
      where a.grantee = 0 and a.privilege_type = 'EXECUTE'
    )
$$, 'every function is granted to named roles only');
