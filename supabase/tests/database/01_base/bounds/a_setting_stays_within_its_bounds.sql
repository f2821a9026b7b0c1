-- cast: sam staff, brand brand, kol kol
select plan(13);
select tests.act_as(tests.id('sam'));
select throws_ok(format('select public.update_setting(%L, %L)', 'creator_fee', v), 'PT422', 'setting_out_of_range', 'a fee is not ' || v)
from unnest(array['NaN', 'Infinity', '-Infinity', '-1', '50.01']) as v;
select throws_ok($$ select public.update_setting('creator_fee', null) $$, 'PT422', 'setting_out_of_range', 'nor nothing');
select throws_ok($$ select public.update_setting('payment_window', 0) $$, 'PT422', 'setting_out_of_range', 'a window is not empty');
select lives_ok($$ select public.propose_staff_act('update_setting', '{"key": "creator_fee", "value": 50}') $$, 'the bound itself is allowed');
select results_eq($$ select min_value, max_value from public.list_settings() where key = 'creator_fee' $$, 'values (0::numeric, 50::numeric)',
  'staff see the bounds');
select tests.act_as_owner();
select throws_ok($$ update private.settings set value = 'NaN' where key = 'creator_fee' $$, '23514', null, 'not even the owner sets it to NaN');
-- A row that states no bounds has those of its unit.
insert into private.settings (key, value, unit, meaning) values ('test_percent', 100, 'percent', 'x'), ('test_days', 1, 'days', 'x');
select throws_ok($$ update private.settings set value = 101 where key = 'test_percent' $$, '23514', null, 'a percentage is at most 100');
select throws_ok($$ update private.settings set value = 'Infinity' where key = 'test_days' $$, '23514', null, 'a time ends');
select is_empty($$ select s.key from private.settings s where coalesce(s.max_value, private.max_of_unit(s.unit)) > 1000000000
  or s.min_value < 0 or s.min_value = 'NaN' or s.max_value = 'NaN' $$, 'every setting has bounds that are numbers');
