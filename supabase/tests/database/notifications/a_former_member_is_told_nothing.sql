begin;
select plan(2);
select tests.make_member('ann', 'kol');
update public.profiles set deleted_at = now(), user_id = null, referral_code = null, is_approved = false
where id = tests.id('ann');
select is(private.notify(tests.id('ann'), 'order_delivered'), null, 'nobody to tell');
select is(private.notify(null, 'order_delivered'), null, 'nobody at all');
select * from finish();
rollback;
