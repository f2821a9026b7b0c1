-- cast: ann kol, bob kol unapproved
select tests.act_as(tests.id('ann'));
select is(public.can_buy_or_sell_own_gig(), true, 'confirmed, onboarded, approved');
select is(private.require_transact(), tests.id('ann'), 'the guard answers who it is');
select tests.act_as(tests.id('bob'));
select is(public.can_buy_or_sell_own_gig(), false, 'not without approval');
select throws_ok('select private.require_transact()', 'PT403', 'cannot_transact', 'the guard refuses');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.act_as(tests.id('ann'));
select is(public.can_buy_or_sell_own_gig(), false, 'not while suspended');
select tests.act_as_owner();
update public.profiles set suspended_at = null where id = tests.id('ann');
update auth.users set email_confirmed_at = null where id = tests.user_id(tests.id('ann'));
select tests.act_as(tests.id('ann'));
select is(public.can_buy_or_sell_own_gig(), false, 'not without a confirmed e-mail');
select tests.act_as_anon();
select throws_ok('select public.can_buy_or_sell_own_gig()', '42501', null, 'signed out: no such function');
