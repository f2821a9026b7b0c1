-- cast: ann kol, bob kol unapproved
select tests.act_as(tests.id('ann'));
select is(public.can_buy_or_sell_own_gig(), true, 'a confirmed, onboarded and approved member can trade');
select is(private.require_transact(), tests.id('ann'), 'the check of trading returns the profile of the member');
select tests.act_as(tests.id('bob'));
select is(public.can_buy_or_sell_own_gig(), false, 'a creator who waits for approval cannot trade');
select throws_ok('select private.require_transact()', 'PT403', 'cannot_transact', 'the check of trading refuses a creator who waits for approval');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.act_as(tests.id('ann'));
select is(public.can_buy_or_sell_own_gig(), false, 'a suspended member cannot trade');
select tests.act_as_owner();
update public.profiles set suspended_at = null where id = tests.id('ann');
update auth.users set email_confirmed_at = null where id = tests.user_id(tests.id('ann'));
select tests.act_as(tests.id('ann'));
select is(public.can_buy_or_sell_own_gig(), false, 'a member without a confirmed e-mail address cannot trade');
