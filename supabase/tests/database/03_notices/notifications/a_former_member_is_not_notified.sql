-- cast: ann kol
update public.profiles set deleted_at = now(), user_id = null, referral_code = null, is_approved = false
where id = tests.id('ann');
select is(private.notify(tests.id('ann'), 'order_delivered'), null, 'a former member is not notified');
select is(private.notify(null, 'order_delivered'), null, 'nor is a missing member');
