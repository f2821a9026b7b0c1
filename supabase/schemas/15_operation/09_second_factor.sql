-- A restrictive policy on every table of members: a session that owes the code of a second factor
-- sees and writes no rows, whatever the other policies permit, and no request matches by a pattern. A loop creates it, so
-- that no table is forgotten.
do $$
declare
  v_table regclass;
begin
  for v_table in
    select distinct p.polrelid from pg_policy p
    where p.polpermissive and 'authenticated'::regrole = any (p.polroles)
  loop
    execute format('create policy %I on %s as restrictive for all to authenticated
      using (private.plans_without_patterns() and (select private.my_user_id()) is not null)', (select c.relname || '_all' from pg_class c where c.oid = v_table), v_table);
  end loop;
end;
$$;
