-- cast: host brand, guest kol, buyer brand
select plan(5);
update public.referrals set inviter_id = tests.id('host') where invitee_id = tests.id('guest');
select tests.make_order(tests.id('buyer'), tests.id('guest'), 'completed');
select tests.refused('host', 'select public.delete_my_account()', 'PT409', 'account_has_balance', 'an account with a reward on hold cannot be deleted yet');
select private.run_due_work(now() + interval '15 days');
select is(tests.balance(tests.id('host'), 'wallet'), 100::bigint, 'the reward of a brand is in its wallet after the hold');
select set_config('tests.revenue', tests.balance(null, 'revenue')::text, true);
select tests.allowed('host', 'select public.delete_my_account()', 'a brand with a reward alone deletes the account');
select is(tests.balance(null, 'revenue') - current_setting('tests.revenue')::bigint, 100::bigint, 'the market keeps the reward of a brand that deleted its account');
select tests.make_order(tests.id('buyer'), tests.id('guest'), 'cancelled');
select tests.refused('buyer', 'select public.delete_my_account()', 'PT409', 'account_has_balance', 'a brand with money of a payment does not delete the account');
