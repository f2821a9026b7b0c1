-- cast: bob brand
select tests.make_member('kol ' || n, 'kol') from generate_series(1, 9) as n;
update public.profiles set bio = case when n % 3 = 0 then 'zk rollups' else 'news' end, rating = 1 + n % 2
from generate_series(1, 9) as n where id = tests.id('kol ' || n);
create function pg_temp.counted(filters jsonb, sample int default 5000, exact_to int default 1000) returns text language sql as $$
  select case when is_exact then '' else 'about ' end || total from private.count_creators(filters, sample, exact_to)
$$;
create function pg_temp.public_count(filters jsonb) returns text language sql as $$
  select total::text || is_exact from public.count_creators(filters)
$$;
analyze private.creators;

select tests.act_as(tests.id('bob'));
select is(pg_temp.public_count('{}'), '9true', 'a small market is counted exactly');
select is(pg_temp.public_count('{"searchTerm": "rollups"}'), '3true', 'the count of creators applies the filters');
insert into public.saved_searches (name, filters) values ('All', '{}'), ('Rollups', '{"searchTerm": "rollups"}');
select results_eq($$ select s.name, c.total::int, c.is_exact from public.saved_search_counts() c
  join public.saved_searches s on s.id = c.saved_search_id order by s.name $$,
  $$ values ('All', 9, true), ('Rollups', 3, true) $$, 'all saved searches are counted at once');
select throws_ok($$ select public.count_creators('{"colour": "red"}') $$, 'PT422', 'filter_key_unknown', 'the count of creators refuses an unknown filter');
select tests.gets('kol 3', $$ select pg_temp.public_count('{"searchTerm": "rollups"}') $$, '2true', 'a creator does not count themselves');
select tests.gets('kol 3', 'select count(*) from public.saved_search_counts()', '0', 'saved searches of others are not counted');
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('kol 6'), tests.id('kol 3'));
select tests.gets('kol 3', $$ select pg_temp.public_count('{"searchTerm": "rollups"}') $$, '1true', 'a creator who has blocked the caller is not counted');
select tests.act_as(tests.id('bob'));
select set_config('role', 'postgres', true);
select is(pg_temp.counted('{"searchTerm": "rollups"}', 1, 5), '3', 'few results of a large market are counted through the index');
select is(pg_temp.counted('{"searchTerm": "rollups"}', 1, 3), '3', 'results up to the bound are counted exactly');
select is(pg_temp.counted('{"searchTerm": "rollups"}', 1, 2), 'about 3', 'more results than the bound are counted as one more than the bound');
select is(pg_temp.counted('{"searchTerm": "rollups"}', 1, 1), 'about 2', 'results are counted no further than the bound');
select tests.move_time_as(tests.id('kol 3'));
select is(pg_temp.counted('{"searchTerm": "rollups"}', 1, 5), '1', 'the count through the index leaves out hidden members');
select tests.move_time_as(tests.id('bob'));
-- Computes the estimate from a sample of eight of the nine creators, which depends on where their rows are stored.
create function pg_temp.sampled(condition text) returns bigint language plpgsql as $$
declare
  v_found bigint;
begin
  execute 'select count(*) from private.creators c tablesample system (100 * 8::real / 9) repeatable (0) where ' || condition into v_found;
  return v_found / (8::real / 9);
end;
$$;
select is(pg_temp.counted('{"searchTerm": "news"}', 8, 0), 'about ' || greatest(pg_temp.sampled($$ strpos(c.search_text, 'news') > 0 $$), 1), 'the number of many results is estimated from a sample');
select is(pg_temp.counted('{"rating": 2}', 8, 100), 'about ' || pg_temp.sampled('c.rating >= 200'), 'the number of results that no index finds is estimated');
-- The bound follows the sample: if all nine rows are in it, the estimate is about ten.
select is(pg_temp.counted('{"platforms": ["x"]}', 8, (pg_temp.sampled('true') / 2)::int), 'about ' || pg_temp.sampled('true') / 2 + 1,
  'an estimate of up to twice the bound is counted exactly');
select is(pg_temp.counted('{"platforms": ["x"]}', 8, (pg_temp.sampled('true') / 2)::int - 1), 'about ' || pg_temp.sampled('true'), 'an estimate above twice the bound is not replaced by an exact count');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('bob');
select tests.refused('bob', $$ select public.count_creators('{}') $$, 'PT403', 'not_allowed', 'a suspended member cannot count creators');
