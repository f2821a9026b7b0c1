-- cast: brand brand, ann kol, ben kol, cyd kol
select tests.make_order(tests.id('brand'), tests.id(who), 'completed', 1000000) from unnest(array['ann', 'ben', 'cyd']) as who;
select private.run_due_work(now() + interval '14 days') from generate_series(1, 2);
select tests.by(who, $$ select public.request_payout(900000, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'aal2') from unnest(array['ann', 'ben', 'cyd']) as who;
-- All three at one moment: each counts the others.
create function pg_temp.kept(who text) returns text language sql as $$
  select private.kept_because(p) from public.payouts p where p.profile_id = tests.id(who) $$;
select is(pg_temp.kept('cyd'), 'above_limit', 'what three members want at one account is added up');
select private.settle_payout(id, 'tr ' || id) from public.payouts where profile_id in (tests.id('ann'), tests.id('ben'));
select tests.allowed('ann', $$ select public.remove_payout_method(tests.payout_method()) $$, 'the account can be removed once its payout was sent', 'aal2');
select tests.allowed('ben', 'select public.delete_my_account()', 'and its member can leave', 'aal2');
select is_empty($$ select from private.payout_methods where profile_id in (tests.id('ann'), tests.id('ben')) $$, 'both are gone');
select is(pg_temp.kept('cyd'), 'above_limit', 'the sum still counts both');
