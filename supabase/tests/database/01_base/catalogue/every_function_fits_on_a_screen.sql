-- A function of more than 60 lines does more than one thing. Empty lines and comments do not count.
create function pg_temp.lines_of(body text) returns bigint language sql as $$
  select count(*) from regexp_split_to_table(body, '\n') line where line !~ '^\s*(--.*)?$'
$$;
select is(pg_temp.lines_of(E'begin\n\n  -- why\n  null;\nend'), 3::bigint, 'lines of code are counted');

select is_empty($$
  select p.oid::regprocedure, pg_temp.lines_of(p.prosrc)
  from pg_catalog.pg_proc p
  where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and pg_temp.lines_of(p.prosrc) > 60
    -- Generated: one line for each event and language.
    and p.proname <> 'write_notice'
$$, 'no function has more than 60 lines');
