-- cast: ann kol, ben kol, bob brand
select plan((2 + 3 * count(*) + 3 * count(*) filter (where column_name is not null))::int)
from private.scalar_filters();
create temporary table scalars as select * from private.scalar_filters();
-- Returns a low or a high value for a filter of one value, which compares its column of the profile. Ann gets
-- the high value, Ben the low one.
create function pg_temp.value(f scalars, which int) returns text language sql as $$
  select case f.type when 'boolean' then (which = 2)::text when 'number' then which::text else f.words[which] end
$$;
create function pg_temp.describe(who text, which int) returns void language plpgsql as $$
declare
  v_filter scalars;
begin
  for v_filter in select * from scalars where column_name is not null loop
    execute format('update public.profiles set %I = %L where id = $1', v_filter.column_name, pg_temp.value(v_filter, which))
    using tests.id(who);
  end loop;
end;
$$;
select pg_temp.describe('ann', 2), pg_temp.describe('ben', 1);
create function pg_temp.wanted(f scalars, which int) returns jsonb language sql as $$
  select jsonb_build_object(f.key, case f.type when 'string' then to_jsonb(pg_temp.value(f, which)) else pg_temp.value(f, which)::jsonb end)
$$;
create function pg_temp.found(filters jsonb) returns text language sql as $$
  select string_agg(m.display_name, ' ' order by m.display_name) from public.search_creators(filters) m
$$;
select ok(exists (select from pg_attribute a where a.attrelid = 'private.creator_filter'::regclass and a.attname = f.field),
  f.key || ' is parsed into a field of creator_filter') from scalars f;
select is_empty($$ select a.attname from pg_attribute a where a.attrelid = 'private.creator_filter'::regclass and a.attnum > 0
  and a.attname not in (select s.field from scalars s where s.field is not null union select json_object_keys(private.member_lists()))
  and a.attname not in ('term', 'follower_ranges') $$, 'every field of creator_filter belongs to a scalar, a list, the search term or the followers');
select is((select string_agg(given[1], ' ' order by nr) from pg_proc p,
    regexp_matches(substring(p.prosrc from 'row\((.*?)\)::private\.creator_filter'), 'k\.(\w+)', 'g') with ordinality as m (given, nr)
    where p.oid = 'private.matching_watchers'::regproc),
  (select string_agg(a.attname, ' ' order by a.attnum) from pg_attribute a where a.attrelid = 'private.creator_filter'::regclass and a.attnum > 0),
  'matching names the fields of creator_filter in their order');
select is(coalesce(has_column_privilege('authenticated', 'public.profiles', f.column_name, 'update'), false), f.by_creator,
  f.key || ' is written by creators exactly if its row says so') from scalars f;
insert into public.saved_searches (profile_id, name, filters)
select tests.id('bob'), f.key, pg_temp.wanted(f, 2) || '{"emailNotifications": true}'
from scalars f where f.column_name is not null;
select private.work_match_queue();
select is((select string_agg(data ->> 'profile_name', ' ') from public.notifications where event = 'creator_matched'
  and data ->> 'saved_search_name' = f.key), 'Ann', f.key || ' matches a saved search with the creators that it finds')
from scalars f where f.column_name is not null;
-- True if Ben is queued for matching after a change of that column.
create function pg_temp.matched_anew(f scalars) returns boolean language plpgsql as $$
begin
  delete from private.match_queue;
  execute format('update public.profiles set %I = %L where id = $1', f.column_name, pg_temp.value(f, 2)) using tests.id('ben');
  return exists (select from private.match_queue);
end;
$$;
select ok(pg_temp.matched_anew(f), f.key || ' matches a creator anew after a change of the profile') from scalars f
where f.column_name is not null;
select pg_temp.describe('ben', 1);
select tests.act_as(tests.id('bob'));
select is(pg_temp.found(pg_temp.wanted(f, 2)), 'Ann', f.key || ' finds the creators whose profile says so, and no others')
from scalars f where f.column_name is not null;
select throws_ok(format('select public.search_creators(%L)', jsonb_build_object(f.key, array[1])), 'PT422', 'filter_wrong_type',
  f.key || ' refuses a list') from scalars f;
