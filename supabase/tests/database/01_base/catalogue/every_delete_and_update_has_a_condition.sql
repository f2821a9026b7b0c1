-- Finds deletes and updates without a `where`. Sessions of the API run with `safeupdate` on Supabase, which
-- refuses them, also inside a function, and rolls back the whole transaction.
create function pg_temp.top_level(code text) returns text language plpgsql as $$
declare
  v_depth int := 0;
  v_char text;
  v_kept text := '';
begin
  foreach v_char in array regexp_split_to_array(code, '') loop
    v_depth := v_depth + case v_char when '(' then 1 when ')' then -1 else 0 end;
    exit when v_depth < 0 or v_char = ';';
    if v_depth = 0 then
      v_kept := v_kept || v_char;
    end if;
  end loop;
  return v_kept;
end;
$$;
comment on function pg_temp.top_level is 'The first SQL statement of a text, without its parts in brackets.';
create function pg_temp.without_condition(code text) returns setof text language sql as $$
  select statement from regexp_split_to_table(regexp_replace(code, '--[^\n]*', '', 'g'),
      '(?=\mdelete\s+from\M|\mupdate\s+(?:only\s+)?[\w."%]+(?:\s+as)?(?:\s+\w+)?\s+set\M)', 'i') as piece,
    pg_temp.top_level(piece) as statement
  where statement ~* '^(delete|update)' and statement !~* '\mwhere\M'
$$;
create function pg_temp.without_texts(code text) returns text language sql as $$
  select regexp_replace(code, '''(?:[^'']|'''')*''', '''''', 'g')
$$;
select is_empty($$
  select * from (values
    (true, 'begin delete from private.a; end'),
    (true, 'begin update public.b x set c = 1; end'),
    (true, 'with d as (delete from e returning *) select * from d where true'),
    (true, E'delete from f -- where\n;'),
    (true, 'update g set h = (select i from j where true)'),
    (true, 'update l set m = '' where '' || n'),
    (false, 'delete from k where true'),
    (false, 'select from o for update of o'),
    (false, 'insert into p values (1) on conflict (q) do update set r = 1')
  ) as t (expected, code)
  where t.expected is distinct from exists (select from pg_temp.without_condition(pg_temp.without_texts(t.code)))
$$, 'the check finds every delete and update without a condition of its own');
create temporary view sources as
select p.oid::regprocedure as name, pg_get_functiondef(p.oid) as code from pg_proc p
where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e');
select is_empty($$
  select name, found from sources, pg_temp.without_condition(pg_temp.without_texts(code)) as found
$$, 'no function deletes or updates without a condition');
select is_empty($$
  select name, found from sources, pg_temp.without_condition(code) as found where code ~* '\mexecute\M'
$$, 'no text that a function executes deletes or updates without a condition');
