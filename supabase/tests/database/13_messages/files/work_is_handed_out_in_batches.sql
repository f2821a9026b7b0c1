select plan(13);
-- The two queues of files, each read as the names that were handed out.
create function pg_temp.claimed(queue text, batch int) returns text[] language plpgsql as $$
declare
  v_names text[];
begin
  execute format('select array_agg(name order by name) from private.claim_file_%s(%s, now())', queue, batch) into v_names;
  return v_names;
end;
$$;
insert into private.file_inspections (bucket_id, name, version, claimed_type, due_at)
select 'avatars', 'file ' || to_char(n, 'FM000'), '', '', now() - make_interval(mins => 102 - n) from generate_series(1, 102) n;
insert into private.file_removals (bucket_id, name, reason, due_at)
select 'avatars', i.name, 'rejected', i.due_at from private.file_inspections i;
select is(pg_temp.claimed(queue, 0), array['file 001'], queue || ': at least one, the oldest first')
from unnest('{inspections,removals}'::text[]) as queue;
select is(cardinality(pg_temp.claimed(queue, 1000)), 100, queue || ': at most a hundred')
from unnest('{inspections,removals}'::text[]) as queue;
select is(pg_temp.claimed(queue, 100), array['file 102'], queue || ': then the rest')
from unnest('{inspections,removals}'::text[]) as queue;
select results_eq('select distinct attempts from private.file_inspections union all select distinct attempts from private.file_removals',
  array[1, 1], 'which was one attempt each');

update private.file_inspections set attempts = 1000, due_at = now();
update private.file_removals set attempts = 1000, due_at = now();
select is(cardinality(pg_temp.claimed(queue, 100)), 100, queue || ': however often it was tried')
from unnest('{inspections,removals}'::text[]) as queue;

select results_eq($$ select private.file_retry(n) from unnest(array[0, 1, 3, 1000]) as n $$,
  $$ select make_interval(mins => n) from unnest(array[1, 2, 8, 360]) as n $$, 'the wait doubles, up to six hours');

delete from private.file_inspections;
insert into private.file_inspections (bucket_id, name, version, claimed_type, due_at) values
  ('avatars', 'a', '', '', now()), ('attachments', 'a', '', '', now() + interval '1 minute'), ('avatars', 'b', '', '', now() + interval '1 minute');
select is(pg_temp.claimed('inspections', 10), array['a'], 'neither its name nor its bucket alone is a file');

delete from private.file_removals where name <> 'file 001';
insert into private.file_removals (bucket_id, name, reason) values ('avatars', 'other', 'rejected');
select private.mark_file_removed(id) from private.file_removals where name = 'other';
select results_eq('select name from private.file_removals', array['file 001'], 'what is removed leaves the queue');
select private.mark_file_removed(id) from private.file_removals;
select is_empty('select 1 from private.file_removals', 'until there is nothing left');
