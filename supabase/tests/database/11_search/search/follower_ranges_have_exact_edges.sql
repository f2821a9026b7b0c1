select plan(10);
select is(private.follower_range(n), r::smallint,  ' followers'||format('%s followers are in range %s', n, r)|| ' followers') from (values
  (0, 1), (1000, 1), (1001, 2), (10000, 2), (10001, 3), (100000, 3), (100001, 4), (1000000, 4), (1000001, 5), (99999999999, 5)
) as edge (n, r);
