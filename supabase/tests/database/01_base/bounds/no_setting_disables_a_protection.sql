-- One member of staff may set these alone. No value of theirs leaves accounts, codes or money open.
create temporary table attempts (key text, value numeric);
insert into attempts values
  ('sign_in_failures', 101), ('sign_in_failures', 2), ('factor_failures', 21), ('factor_failures', 2),
  ('failures_window', 4), ('failures_window', 1441), ('fresh_sign_in', 61), ('fresh_sign_in', 0), ('fresh_factor', 61), ('fresh_factor', 0), ('former_member_days', 179),
  ('check_invite_limit', 301), ('check_invite_limit', 4), ('check_invite_limit_of_code', 6001),
  ('check_invite_limit_of_all', 12001), ('invite_quota', 101), ('invite_quota_step', 21), ('invite_quota_most', 201),
  ('acceptance_window', 11), ('review_window', 23), ('rating_window', 6), ('rating_window', 61),
  ('hold_new', 0), ('hold_normal', 0), ('hold_trusted', 0), ('hold_new', 91),
  ('demerit_late', 0), ('demerit_dispute_lost', 0), ('demerit_chargeback', 2),
  ('new_member_conversations_per_day', 1001), ('two_staff_above', 0), ('two_staff_above', 1000001),
  ('proposal_lifetime', 23), ('proposal_lifetime', 721);
select plan((select count(*)::int from attempts) + 1);
grant select on attempts to authenticated;
select tests.make_staff('sam');
select tests.act_as(tests.id('sam'));
select throws_ok(format('select public.update_setting(%L, %s)', key, value), 'PT422', 'setting_out_of_range', key || ' is not ' || value)
from attempts;
select tests.act_as_owner();
select is_empty('select key from private.settings where max_value is null', 'every setting states its own bounds');
