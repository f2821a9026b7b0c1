-- Judges public functions that are volatile. A replica may answer what only reads, if it is declared so: the
-- Data API then runs it in a read-only transaction. It is followed by name into the volatile functions that it calls.
create temp table functions on commit drop as
select p.oid, n.nspname || '.' || p.proname as name, n.nspname = 'public' as is_judged,
  p.prosrc ~* '\m(insert into|update|delete from|merge into|truncate|for (no key )?update|for share|nextval|pg_advisory)' as writes,
  array(select m[1] from regexp_matches(p.prosrc, '\m((?:public|private|net|cron)\.\w+)\(', 'g') as m) as calls
from pg_proc p join pg_namespace n on n.oid = p.pronamespace 
where n.nspname in ('public', 'private') and p.provolatile = 'v';
create temp view writers as
with recursive writing (name) as (
  select f.name from pg_temp.functions f where f.writes or f.calls && '{net.http_post}'
  union
  select f.name from pg_temp.functions f join writing w on w.name = any (f.calls)
)
select name from writing;
select is_empty(
  $$ select f.name from pg_temp.functions f where f.is_judged and f.name not in (select w.name from pg_temp.writers w) $$,
  'a public function that writes nothing, and calls nothing that does, is declared stable');
select isnt_empty(
  $$ select from pg_temp.functions f where f.is_judged $$, 'there are functions that write');
