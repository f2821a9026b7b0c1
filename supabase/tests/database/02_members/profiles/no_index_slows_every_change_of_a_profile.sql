-- Tests the indexes of public.profiles: one that reads a column which each update changes, as key or
-- as condition, makes every update write all of them.
select is_empty($$
  select d.objid::regclass, a.attname from pg_index i
  join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = i.indexrelid and d.refobjid = i.indrelid
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = d.refobjsubid
  where i.indrelid = 'public.profiles'::regclass and a.attname in ('updated_at', 'completed_orders') $$,
  'no index of profiles reads a column that every update or completion changes');
