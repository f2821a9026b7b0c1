-- cast: ann kol
select plan(10);
create function pg_temp.range_of(followers bigint) returns int language sql as $$
  update public.profiles set follower_counts = jsonb_build_object('x', followers) where id = tests.id('ann');
  select follower_range from private.creators
$$;
select is(pg_temp.range_of(n), r, format('%s followers are in range %s', n, r)) from (values
  (0, 1), (1000, 1), (1001, 2), (10000, 2), (10001, 3), (100000, 3), (100001, 4), (1000000, 4), (1000001, 5), (9999999999, 5)
) as edge (n, r);
