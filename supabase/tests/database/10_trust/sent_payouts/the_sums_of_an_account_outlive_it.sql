-- cast: brand brand, ann kol, ben kol, cyd kol
select tests.make_order(tests.id('brand'), tests.id(who), 'completed', 1000000) from unnest(array['ann', 'ben', 'cyd']) as who;
select private.run_due_work(now() + interval '14 days') from generate_series(1, 2);
select tests.by(who, $$ select public.request_payout(900000, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'aal2') from unnest(array['ann', 'ben', 'cyd']) as who;
-- Returns why the payout of that member waits. All three were requested at one time, so each one's sum of the
-- day includes the other two.
create function pg_temp.kept(who text) returns text language sql as $$
  select private.kept_because(p) from public.payouts p where p.profile_id = tests.id(who) $$;
select is(pg_temp.kept('cyd'), 'above_limit', 'the payouts of three members to one account are added up');
select private.settle_payout(id, 'tr ' || id) from public.payouts where profile_id in (tests.id('ann'), tests.id('ben'));
select tests.allowed('ann', $$ select public.remove_payout_method(tests.payout_method()) $$, 'the account can be removed once its payout was sent', 'aal2');
select tests.allowed('ben', 'select public.delete_my_account()', 'the member can delete the account with the market', 'aal2');
select is_empty($$ select from private.payout_methods where profile_id in (tests.id('ann'), tests.id('ben')) $$, 'the saved accounts of both members are deleted');
select is(pg_temp.kept('cyd'), 'above_limit', 'the daily sum still counts payouts to both deleted accounts');

-- Makes two accounts at a provider with one bank account behind them.
select tests.make_member(who, 'kol') from unnest(array['dan', 'eva']) as who;
select private.record_payout_account(tests.id(who), 'sandbox', 'acct_' || who, 'active', '{}', 'one bank') from unnest(array['dan', 'eva']) as who;
select tests.make_order(tests.id('brand'), tests.id(who), 'completed', 1000000) from unnest(array['dan', 'eva']) as who;
select private.run_due_work(now() + interval '28 days') from generate_series(1, 2);
select tests.by(who, format($$ select public.request_payout(900000, 'USD', %L, gen_random_uuid()) $$, m.id), 'aal2')
from unnest(array['dan', 'eva']) as who join private.payout_methods m on m.profile_id = tests.id(who);
select is(pg_temp.kept('eva'), 'above_limit', 'the payouts of two members to one bank are added up');
select private.settle_payout(id, 'tr ' || id) from public.payouts where profile_id = tests.id('dan');
update public.profiles set suspended_at = now() where id = tests.id('dan');
select private.contest_mark(m.profile_id, 'payout', private.destination_of(m)) from private.payout_methods m where m.profile_id = tests.id('eva');
select isnt_empty($$ select from private.pairs_between(tests.id('dan'), tests.id('eva')) $$, 'the bank of a suspended member is known when another member uses it');
