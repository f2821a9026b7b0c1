select is_empty($$
  select p.tablename, p.policyname from pg_policies p
  where p.schemaname in ('public', 'private')
    and p.policyname is distinct from p.tablename || '_' || lower(p.cmd)
$$, 'one policy a command');
select is_empty($$
  select p.tablename, p.cmd from pg_policies p where p.schemaname in ('public', 'private')
  group by p.schemaname, p.tablename, p.cmd having count(*) > 1
$$, 'and no second one');
select is_empty($$
  select p.tablename, p.policyname from pg_policies p
  where p.schemaname in ('public', 'private', 'storage', 'realtime')
    and ('public' = any (p.roles) or (p.permissive <> 'PERMISSIVE') is distinct from (p.cmd = 'ALL'))
$$, 'each is for named roles; one that restricts is for every command');
