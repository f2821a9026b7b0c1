select plan(10);
create temporary table ends as select * from (values
  ('percent', 100), ('minutes', 525600), ('hours', 87600), ('days', 3650), ('count', 1000000000)) as ends (unit, most);
select lives_ok(format('insert into private.settings (key, value, unit, meaning) values (%L, %s, %L, $$x$$)', 'test_' || unit, most, unit),
  most || ' ' || unit) from ends;
select throws_ok(format('update private.settings set value = value + 1 where key = %L', 'test_' || unit), '23514', null,
  'not one more of ' || unit) from ends;
