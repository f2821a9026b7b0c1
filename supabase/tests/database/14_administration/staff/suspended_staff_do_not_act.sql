-- cast: ann kol unapproved, sue staff
select plan(30);
update public.profiles set suspended_at = now() where id = tests.id('sue');
select tests.refused('sue', 'select public.' || call, 'PT403', 'not_allowed', 'a suspended member of staff cannot call ' || call)
from unnest(array[$$approve_profile(tests.id('ann'))$$, $$verify_profile(tests.id('ann'), 'x')$$, $$suspend_profile(tests.id('ann'), true)$$,
  $$unsuspend_profile(tests.id('ann'), 'x')$$, $$set_trust_level(tests.id('ann'), 'new')$$, 'create_invite()',
  'revoke_invite(gen_random_uuid())', $$update_setting('invite_quota', 6)$$, 'list_settings()', $$unfreeze_profile(tests.id('ann'), 'x', tests.causes(tests.id('ann')))$$,
  $$decline_verification(tests.id('ann'), 'x')$$, $$decide_suspension_appeal(tests.id('ann'), true, 'x')$$, $$read_member(tests.id('ann'), 'x')$$,
  $$add_staff_note(tests.id('ann'), 'x')$$, $$lift_ban('x')$$, $$release_name('x')$$, 'read_report(gen_random_uuid())', 'retry_chain_act(1)',
  $$halt_payouts('x')$$, 'take_bank_payouts()', 'bank_file_sums()', $$resolve_difference(1, 'costs', 'x')$$, 'start_reconciliation()',
  'seller_years(2026)', $$trial_balance('2026-01-01')$$, $$journal('2026-01-01')$$, $$close_month('2026-01-01')$$, 'book_months()',
  $$market_figures('month', '2026-01-01', '2026-03-31')$$, 'screen_speeds()']) as call;
