-- Tests that exactly those public functions are stable that only read. A replica may answer them, because the
-- Data API runs a stable function in a read-only transaction. Calls of other functions are followed by name.
create temp table functions on commit drop as
select p.oid, n.nspname || '.' || p.proname as name, n.nspname = 'public' as is_public, p.provolatile = 'v' as is_volatile,
  p.prosrc ~* '\m(insert into|update|delete from|merge into|truncate|for (no key )?update|for share|nextval|pg_advisory)' as writes,
  array(select m[1] from regexp_matches(p.prosrc, '\m((?:public|private|net|cron)\.\w+)\(', 'g') as m) as calls
from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where n.nspname in ('public', 'private');
create function pg_temp.writers(but text[] default '{}') returns setof text language sql as $$
  with recursive writing (name) as (
    select f.name from pg_temp.functions f where f.is_volatile and (f.writes or f.calls && '{net.http_post}') and f.name <> all (but)
    union
    select f.name from pg_temp.functions f join writing w on w.name = any (f.calls) where f.name <> all (but)
  )
  select name from writing
$$;
select is_empty(
  $$ select f.name from pg_temp.functions f where f.is_public and f.is_volatile and f.name not in (select pg_temp.writers()) $$,
  'a public function that writes nothing, and calls nothing that does, is declared stable');
-- private.secret may write, because it makes a key when the key is first used. Stable functions use only keys
-- that exist: those with which the rows that they read were hashed.
select is_empty(
  $$ select f.name from pg_temp.functions f where f.is_public and not f.is_volatile and f.name in (select pg_temp.writers('{private.secret}')) $$,
  'a public function that is declared stable works in a read-only transaction: it calls nothing that writes');
select isnt_empty(
  $$ select from pg_temp.functions f where f.is_public and f.is_volatile $$, 'at least one public function writes');
