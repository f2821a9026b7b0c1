-- Gives relations, functions and policies a name, by which each test prints what violates its convention.
create temporary view relations as
select c.oid::regclass as name, c.* from pg_class c where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace);
create temporary view functions as
select p.oid::regprocedure as name, p.* from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace);
create temporary view policies as
select p.*, p.schemaname in ('public', 'private') as is_ours from pg_policies p where p.schemaname in ('public', 'private', 'storage', 'realtime');
-- Counts the lines of a function, without empty lines and comments.
create function pg_temp.lines_of(body text) returns bigint language sql as $$
  select count(*) from regexp_split_to_table(body, '\n') line where line !~ '^\s*(--.*)?$'
$$;
select is(pg_temp.lines_of(E'begin\n\n  -- why\n  null;\nend'), 3::bigint, 'empty lines and comments of a function are not counted');

select is_empty(query, description) from (values
  ($$ select name from relations where relkind in ('r', 'p', 'v') and obj_description(oid, 'pg_class') is null $$, 'every table and view has a comment'),
  ($$ select name from relations where relkind in ('r', 'p') and not relrowsecurity $$, 'every table has row-level security, private ones too'),
  ($$ select name from relations where relkind in ('v', 'm') and not coalesce(reloptions && array['security_invoker=true', 'security_invoker=on'], false) $$,
    'every view reads with the rights of its reader'),
  ($$ select name from relations where relowner <> 'postgres'::regrole $$, 'every relation belongs to the owner of the schema'),
  ($$ select name, a.grantee::regrole, a.privilege_type from relations, aclexplode(relacl) as a
      where relkind in ('r', 'p', 'v', 'm') and a.grantee not in (0, 'postgres'::regrole, 'anon'::regrole, 'authenticated'::regrole)
        and (a.grantee::regrole::text, a.privilege_type) is distinct from ('service_role', 'SELECT') $$,
    'the service role only reads tables, and no other role has a right to them'),
  ($$ select name from relations where relnamespace = 'public'::regnamespace and relkind = 'r' and relreplident <> 'd' $$,
    'the replication log keeps only the key of an old row'),
  ($$ select name from functions where proowner <> 'postgres'::regrole $$, 'every function belongs to the owner of the schema'),
  ($$ select name from functions, aclexplode(coalesce(proacl, acldefault('f', proowner))) as a
      where a.grantee = 0 and a.privilege_type = 'EXECUTE' $$, 'every function is granted to named roles only'),
  ($$ select name from functions where pronamespace = 'public'::regnamespace and prosecdef $$, 'no exposed function acts with the rights of its owner'),
  -- A search_path would keep the three expressions from being inlined into the plans of search, matching and
  -- finding, and the procedure from committing.
  ($$ select name from functions where not coalesce(proconfig @> array['search_path=""'], false)
        and (prosecdef or proname not in ('creator_satisfies', 'facet_key', 'lower_text', 'run_due_work_in_steps')) $$,
    'every function but three expressions and a procedure that commits names the schema of all that it uses'),
  -- The generated function has one line for each event and language.
  ($$ select name, pg_temp.lines_of(prosrc) from functions where pg_temp.lines_of(prosrc) > 60 and proname <> 'write_notice' $$,
    'no function has more than 60 lines'),
  ($$ select tablename, policyname from policies where is_ours and policyname is distinct from tablename || '_' || lower(cmd) $$,
    'every policy is named after its table and its command'),
  ($$ select tablename, cmd from policies where is_ours group by schemaname, tablename, cmd having count(*) > 1 $$,
    'no table has two policies for a command'),
  ($$ select tablename, policyname from policies
      where 'public' = any (roles) or (permissive <> 'PERMISSIVE') is distinct from (cmd = 'ALL') $$,
    'every policy is for named roles, and a restrictive policy is for every command'),
  ($$ select tablename, policyname from policies,
        regexp_matches(coalesce(qual, '') || ' ' || coalesce(with_check, ''), '(.{7})(?:private|auth)\.[a-z_]+\(\)', 'g') as m
      where m[1] <> 'SELECT ' $$, 'a policy calls a function without arguments in a select, so once for each query and not for each row'),
  -- An index may leave out rows without a value and still serve the foreign key.
  ($$ select c.conrelid::regclass, c.conname from pg_constraint c
      where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (
          select from pg_index i
          where i.indrelid = c.conrelid and i.indisvalid
            and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
            and (i.indpred is null or (
              cardinality(c.conkey) = 1 and pg_get_expr(i.indpred, i.indrelid) = format('(%s IS NOT NULL)',
                (select a.attname from pg_attribute a where a.attrelid = c.conrelid and a.attnum = c.conkey[1]))))) $$,
    'every foreign key is indexed, so that removing a row never reads a whole table'),
  ($$ select role, schema from unnest(array['anon', 'authenticated', 'service_role']) as role, unnest(array['public', 'private']) as schema
      where has_schema_privilege(role, schema, 'create') $$, 'no role of the API may create in our schemas')
) as conventions (query, description);
select set_eq($$
  select schemaname || '.' || tablename from pg_publication_tables where pubname = 'supabase_realtime'
$$, array['public.profiles', 'public.messages', 'public.pack_orders', 'public.notifications', 'public.offers', 'public.chain_acts'], 'Realtime publishes six tables');
