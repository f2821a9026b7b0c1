-- cast: ann kol, bob kol unapproved
select tests.gets('ann', 'select public.can_buy_or_sell_own_gig()', 'true', 'a confirmed, onboarded and approved member can trade');
select tests.gets('ann', 'select private.require_transact()', tests.id('ann')::text, 'the check of trading returns the profile of the member');
select tests.gets('bob', 'select public.can_buy_or_sell_own_gig()', 'false', 'a creator who waits for approval cannot trade');
select tests.refused('bob', 'select private.require_transact()', 'PT403', 'cannot_transact', 'the check of trading refuses a creator who waits for approval');
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.gets('ann', 'select public.can_buy_or_sell_own_gig()', 'false', 'a suspended member cannot trade');
update public.profiles set suspended_at = null where id = tests.id('ann');
update auth.users set email_confirmed_at = null where id = tests.user_id(tests.id('ann'));
select tests.gets('ann', 'select public.can_buy_or_sell_own_gig()', 'false', 'a member without a confirmed e-mail address cannot trade');
