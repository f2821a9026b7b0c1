-- Tests that every column and parameter that members fill refuses large numbers and nested lists before
-- anything reads them. A number of ten bytes can have 131,072 digits when written out.
-- cast: ann kol, bob brand
create function pg_temp.plain(value jsonb) returns boolean language sql as $$
  select tests.refusal(format('select private.require_plain(%L)', value)) is null
$$;
select is(pg_temp.plain(value), expected, description) from (values
  (null::jsonb, true, 'a missing value is plain'),
  ('[1000000000000000, -9223372036854775808, 4.55, 0.30000000000000004, "1e999"]', true, 'amounts, scores and texts are plain'),
  ('[{"name": "x", "ids": ["y"]}]', true, 'lists of objects, and lists within them, are plain'),
  ('1e20', false, 'a number of 21 digits is not plain'),
  ('{"a": [{"b": -1e131071}]}', false, 'a number with too many digits is found at any depth'),
  ('[0e-21]', false, 'a zero with 21 decimals is not plain'),
  ('{"a": [1, []]}', false, 'a list in a list is not plain'),
  (to_jsonb(array[['x']]), false, 'a list of lists of texts is not plain'),
  (to_jsonb(repeat('x', 400000)), true, 'the longest brief is not too large'),
  (to_jsonb(repeat('x', 500000)), false, 'a value of more than half a megabyte is too large')
) as v (value, expected, description);

create function pg_temp.hostile(type oid) returns setof text language sql as $$
  select format('jsonb %L', v) from unnest(array['[1e131071]', '{"a": {"b": -1e131071}}', '[0e-16383]', '[[1]]']) as v where type = 'jsonb'::regtype
  union all
  select format('array[array[null::%s]]', format_type(t.typelem, null)) from pg_type t where t.oid = type and t.typcategory = 'A'
$$;
create temporary view written as
select c.oid::regclass as relation, a.attname as name, v.value, p.privilege
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
cross join unnest(array['insert', 'update']) as p (privilege) cross join lateral pg_temp.hostile(a.atttypid) as v (value)
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_column_privilege('authenticated', c.oid, a.attnum, p.privilege);
create temporary view called as
select p.oid::regproc as function, a.name, v.value, (
  select string_agg(format('%I => %s', o.name, case o.place when a.place then v.value else 'null::' || format_type(o.type, null) end), ', ')
  from unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) with ordinality as o (name, type, place)) as arguments
from pg_proc p
cross join unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) with ordinality as a (name, type, place) cross join lateral pg_temp.hostile(a.type) as v (value)
where p.pronamespace = 'public'::regnamespace
  and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'));
select cmp_ok((select count(distinct (relation, name)) from written), '>', 15::bigint, 'members write lists and documents');
select cmp_ok((select count(distinct (function, name)) from called), '>', 30::bigint, 'members call functions with lists and documents');

select tests.make_pack(tests.id('ann'));
insert into public.saved_searches (profile_id, name) values (tests.id('ann'), 'Mine');
insert into public.brief_templates (brand_id, name) values (tests.id('bob'), 'Mine');
insert into public.campaigns (brand_id, title, body, budget_minor, deadline) values (tests.id('bob'), 'Launch', 'Tell them', 10000, now() + interval '9 days');
select is_empty($$
  select relation, name, value from written where privilege = 'insert'
    and tests.refusal(format('insert into %s (%I) values (%s)', relation, name, value)) is distinct from 'invalid_body'
$$, 'every list and document of a new row is plain before anything else is checked');
select is_empty($$
  select relation, name, value from written where privilege = 'update'
    and tests.refusal(format('update %s set %I = %s where true', relation, name, value)) is distinct from 'invalid_body'
$$, 'every list and document of a changed row is plain before anything else is checked');
select tests.act_as(tests.id('ann'));
select is_empty($$
  select function, name, value from called
  where tests.refusal(format('select from %s(%s)', function, arguments)) is distinct from 'invalid_body'
$$, 'every list and document that a function takes is plain before anything else is checked');
