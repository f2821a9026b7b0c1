-- Lists and texts are refused by their size before anything is done with them.
-- cast: ann brand
create function pg_temp.files(count int, bytes int) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object('path', n || repeat('x', bytes))) from generate_series(1, files.count) as n
$$;
select is(cardinality(private.paths_of(pg_temp.files(20, 400))), 20, 'The paths of twenty files are read.');
select is(private.paths_of(pg_temp.files(21, 1)), '{}', 'The paths of more than twenty files are not read.');
select is(private.paths_of(pg_temp.files(1, 1000000)), '{}', 'A path of a megabyte is not read.');
select is(private.delivery_files_are_valid(pg_temp.files(20, 400)), true, 'Twenty files are a valid list.');
select is(private.delivery_files_are_valid(pg_temp.files(100000, 1)), false, 'A hundred thousand files are no valid list.');
select is(private.milestones_are_valid((select jsonb_agg('{"title": "Part", "amount_minor": 1}'::jsonb) from generate_series(1, 10000))), false,
  'Ten thousand milestones are no valid list.');
select tests.act_as(tests.id('ann'));
select throws_ok(format('select public.approve_new_address(%L)', repeat('x', 1000000)), '23514', null, 'An address of a megabyte is not approved.');
select lives_ok(format('select public.approve_new_address(%L)', repeat('x', 320)), 'The longest address is approved.');
