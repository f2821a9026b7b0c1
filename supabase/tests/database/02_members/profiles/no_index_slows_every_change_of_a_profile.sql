-- Tests that no index of public.profiles has a column, as key or condition, that each update changes: such an
-- index makes every update write all indexes.
select is_empty($$
  select d.objid::regclass, a.attname from pg_index i
  join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = i.indexrelid and d.refobjid = i.indrelid
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = d.refobjsubid
  where i.indrelid = 'public.profiles'::regclass and a.attname in ('updated_at', 'completed_orders') $$,
  'no index of profiles reads a column that every update or completion changes');
