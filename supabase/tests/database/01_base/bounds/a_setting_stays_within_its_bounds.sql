-- cast: sam staff
select plan(64);
-- Lists values out of bounds for settings that protect accounts, codes and money. The bounds are checked before
-- a second member of staff is asked.
create temporary table attempts as
select key, value from (values
  ('creator_fee', '{NaN,Infinity,-Infinity,-1,50.01,NULL}'::text[]), ('payment_window', '{0}'),
  ('sign_in_failures', '{2,101}'), ('factor_failures', '{2,21}'), ('failures_window', '{4,1441}'), ('factor_window', '{0,169}'), ('fresh_sign_in', '{0,61}'),
  ('fresh_factor', '{0,61}'), ('former_member_days', '{179}'), ('check_invite_limit', '{4,301}'), ('check_invite_limit_of_code', '{6001}'),
  ('check_invite_limit_of_all', '{12001}'), ('invite_quota', '{101}'), ('invite_quota_step', '{21}'), ('invite_quota_most', '{201}'),
  ('acceptance_window', '{11}'), ('review_window', '{23}'), ('rating_window', '{6,61}'), ('hold_new', '{0,91}'), ('hold_normal', '{0}'),
  ('hold_trusted', '{0}'), ('demerit_late', '{0}'), ('demerit_dispute_lost', '{0}'), ('demerit_chargeback', '{2}'),
  ('new_member_conversations_per_day', '{1001}'), ('two_staff_above', '{0,1000001}'), ('proposal_lifetime', '{23,721}')
) as refused (key, refused_values), unnest(refused_values) as value;
select tests.refused('sam', format('select public.update_setting(%L, %L)', key, value), 'PT422', 'setting_out_of_range',
  format('staff cannot set %s to %s', key, coalesce(value, 'nothing')))
from attempts;
select tests.allowed('sam', $$ select public.propose_staff_act('update_setting', '{"key": "creator_fee", "value": 50}') $$, 'staff can propose a fee at its bound');
select tests.finds('sam', $$ select min_value, max_value from public.list_settings() where key = 'creator_fee' $$, 'values (0::numeric, 50::numeric)',
  'staff read the bounds of a setting');
select throws_ok($$ update private.settings set value = 'NaN' where key = 'creator_fee' $$, '23514', null, 'the owner of the database cannot set a fee to NaN');
select is_empty($$ select s.key from private.settings s where s.max_value is null or s.max_value > 1000000000
  or s.min_value < 0 or s.min_value = 'NaN' or s.max_value = 'NaN' $$, 'every setting states its own bounds, which are numbers');
-- Lists the highest value of each unit, which is the bound of a setting without bounds of its own.
create temporary table ends as select * from (values
  ('percent', 100), ('minutes', 525600), ('hours', 87600), ('days', 3650), ('count', 1000000000)) as ends (unit, most);
select lives_ok(format('insert into private.settings (key, value, unit, meaning) values (%L, %s, %L, $$x$$)', 'test_' || unit, most, unit),
  format('a setting can be %s %s', most, unit)) from ends;
select throws_ok(format('update private.settings set value = %s where key = %L', above, 'test_' || unit), '23514', null,
  format('a setting in %s cannot be %s', unit, above)) from ends, unnest(array[(most + 1)::text, '''Infinity''']) as above;
select is(private.setting('invite_quota'), 5::numeric, 'a setting is read as a number');
select throws_ok($$ select private.setting('no_such_setting') $$, 'PT500', 'setting_missing', 'reading an unknown setting raises an error');
