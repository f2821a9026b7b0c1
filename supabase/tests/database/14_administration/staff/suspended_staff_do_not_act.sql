-- cast: ann kol unapproved, sue staff
select plan(9);
update public.profiles set suspended_at = now() where id = tests.id('sue');
select tests.act_as(tests.id('sue'));
select throws_ok('select public.' || call, 'PT403', 'not_allowed', 'a suspended member of staff cannot call ' || call)
from unnest(array[$$approve_profile(tests.id('ann'))$$, $$verify_profile(tests.id('ann'), 'x')$$, $$suspend_profile(tests.id('ann'), true)$$,
  $$unsuspend_profile(tests.id('ann'), 'x')$$, $$set_trust_level(tests.id('ann'), 'new')$$, 'create_invite()',
  'revoke_invite(gen_random_uuid())', $$update_setting('invite_quota', 6)$$, 'list_settings()']) as call;
