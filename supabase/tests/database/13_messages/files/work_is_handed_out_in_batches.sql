select plan(13);
-- Claims files of one of the two queues; returns their names.
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
select is(pg_temp.claimed(queue, 0), array['file 001'], queue || ': the smallest batch is the oldest file')
from unnest('{inspections,removals}'::text[]) as queue;
select is(cardinality(pg_temp.claimed(queue, 1000)), 100, queue || ': the largest batch has a hundred files')
from unnest('{inspections,removals}'::text[]) as queue;
select is(pg_temp.claimed(queue, 100), array['file 102'], queue || ': the next batch has the rest')
from unnest('{inspections,removals}'::text[]) as queue;
select results_eq('select distinct attempts from private.file_inspections union all select distinct attempts from private.file_removals',
  array[1, 1], 'each claim is one attempt');

update private.file_inspections set attempts = 1000, due_at = now();
update private.file_removals set attempts = 1000, due_at = now();
select is(cardinality(pg_temp.claimed(queue, 100)), 100, queue || ': a file that failed often is claimed again')
from unnest('{inspections,removals}'::text[]) as queue;

select results_eq($$ select private.file_retry(n) from unnest(array[0, 1, 3, 1000]) as n $$,
  $$ select make_interval(mins => n) from unnest(array[1, 2, 8, 360]) as n $$, 'the wait of a file doubles with each attempt, up to six hours');

delete from private.file_inspections;
insert into private.file_inspections (bucket_id, name, version, claimed_type, due_at) values
  ('avatars', 'a', '', '', now()), ('attachments', 'a', '', '', now() + interval '1 minute'), ('avatars', 'b', '', '', now() + interval '1 minute');
select is(pg_temp.claimed('inspections', 10), array['a'], 'a claim takes a file by its name and its bucket');

delete from private.file_removals where name <> 'file 001';
insert into private.file_removals (bucket_id, name, reason) values ('avatars', 'other', 'rejected');
select private.mark_file_removed(id) from private.file_removals where name = 'other';
select results_eq('select name from private.file_removals', array['file 001'], 'finishing a removal does not remove other files from the queue');
select private.mark_file_removed(id) from private.file_removals;
select is_empty('select 1 from private.file_removals', 'the queue is empty when all removals are done');
