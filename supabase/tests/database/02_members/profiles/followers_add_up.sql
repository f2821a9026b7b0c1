-- cast: ann kol
update public.profiles set follower_counts = '{"x": 9999999999, "youtube": 1, "discord": 0}';
select is(follower_total, 10000000000, 'beyond 32 bits') from public.profiles;
update public.profiles set follower_counts = '{}';
select is(follower_total, 0::bigint, 'nothing is zero') from public.profiles;
