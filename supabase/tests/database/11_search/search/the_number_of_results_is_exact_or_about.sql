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
grant execute on function pg_temp.public_count to authenticated;
analyze private.creators;

select tests.act_as(tests.id('bob'));
select is(pg_temp.public_count('{}'), '9true', 'a small market is counted');
select is(pg_temp.public_count('{"searchTerm": "rollups"}'), '3true', 'with its filters');
select throws_ok($$ select public.count_creators('{"colour": "red"}') $$, 'PT422', 'filter_key_unknown', 'which are the filters of the search');
select tests.act_as(tests.id('kol 3'));
select is(pg_temp.public_count('{"searchTerm": "rollups"}'), '2true', 'nobody counts themselves');
select tests.act_as_owner();
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('kol 6'), tests.id('kol 3'));
select tests.act_as(tests.id('kol 3'));
select is(pg_temp.public_count('{"searchTerm": "rollups"}'), '1true', 'or who has blocked them');
select tests.act_as(tests.id('bob'));
select set_config('role', 'postgres', true);
select is(pg_temp.counted('{"searchTerm": "rollups"}', 1, 5), '3', 'of a large market few are counted through the index');
select is(pg_temp.counted('{"searchTerm": "rollups"}', 1, 3), '3', 'up to a bound');
select is(pg_temp.counted('{"searchTerm": "rollups"}', 1, 2), 'about 3', 'and one beyond it');
select is(pg_temp.counted('{"searchTerm": "rollups"}', 1, 1), 'about 2', 'no further');
select tests.move_time_as(tests.id('kol 3'));
select is(pg_temp.counted('{"searchTerm": "rollups"}', 1, 5), '1', 'nor those who are hidden there');
select tests.move_time_as(tests.id('bob'));
-- The estimate from a sample of eight of the nine creators, which depends on where the rows are.
create function pg_temp.sampled(condition text) returns bigint language plpgsql as $$
declare
  v_found bigint;
begin
  execute 'select count(*) from private.creators c tablesample system (100 * 8::real / 9) repeatable (0) where ' || condition into v_found;
  return v_found / (8::real / 9);
end;
$$;
select is(pg_temp.counted('{"searchTerm": "news"}', 8, 0), 'about ' || greatest(pg_temp.sampled($$ strpos(c.search_text, 'news') > 0 $$), 1), 'many are a share of it');
select is(pg_temp.counted('{"rating": 2}', 8, 100), 'about ' || pg_temp.sampled('c.rating >= 200'), 'and what no index finds');
-- All nine are about ten by that sample, when their rows are in it.
select is(pg_temp.counted('{"platforms": ["x"]}', 8, (pg_temp.sampled('true') / 2)::int), 'about ' || pg_temp.sampled('true') / 2 + 1,
  'twice the bound by the sample may still be within it: it is counted');
select is(pg_temp.counted('{"platforms": ["x"]}', 8, (pg_temp.sampled('true') / 2)::int - 1), 'about ' || pg_temp.sampled('true'), 'more is not');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('bob');
select tests.act_as(tests.id('bob'));
select throws_ok($$ select public.count_creators('{}') $$, 'PT403', 'not_allowed', 'suspended members count nobody');
