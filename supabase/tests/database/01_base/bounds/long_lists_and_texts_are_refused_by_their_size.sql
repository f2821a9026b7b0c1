-- Tests that lists and texts are refused by their size before anything is done with them.
-- cast: ann brand
create function pg_temp.files(count int, bytes int) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object('path', n || repeat('x', bytes))) from generate_series(1, files.count) as n
$$;
select is(cardinality(private.paths_of(pg_temp.files(20, 400))), 20, 'the paths of twenty files are read');
select is(private.paths_of(pg_temp.files(21, 1)), '{}', 'the paths of more than twenty files are not read');
select is(private.paths_of(pg_temp.files(1, 1000000)), '{}', 'a path of a megabyte is not read');
select is(private.delivery_files_are_valid(pg_temp.files(20, 400)), true, 'twenty files are a valid list');
select is(private.delivery_files_are_valid(pg_temp.files(100000, 1)), false, 'a hundred thousand files are no valid list');
select is(private.milestones_are_valid((select jsonb_agg('{"title": "Part", "amount_minor": 1}'::jsonb) from generate_series(1, 10000))), false,
  'ten thousand milestones are no valid list');
select tests.act_as(tests.id('ann'));
select throws_ok(format('select public.approve_new_address(%L)', repeat('x', 1000000)), 'PT409', 'address_not_available', 'an address of a megabyte is not approved');
select lives_ok(format('select public.approve_new_address(%L)', repeat('x', 320)), 'the longest address is approved');
select throws_ok($$ update public.profiles set expertise = array_fill('ab'::text, array[101]) where id = tests.id('ann') $$, 'PT422', 'profile_too_long',
  'a list of more than a hundred lines is refused before other triggers read it');
select throws_ok($$ update public.profiles set expertise = array_fill('ab'::text, array[100]) where id = tests.id('ann') $$, '23514', null,
  'a list of a hundred lines is refused by its constraint');
select doesnt_match((select prosrc from pg_proc where oid = 'private.check_plain'::regproc), '_agg\(', 'check_plain does not collect the elements of a row, because that takes time quadratic in their number');
