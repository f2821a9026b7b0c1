-- cast: ann kol, bob brand, cyd kol, sam staff
select tests.make_order(tests.id('bob'), tests.id('ann'), 'delivered');
update private.settings set value = 3 where key = 'suspension_days_conduct';
select tests.by('sam', $$ select public.suspend_profile(tests.id('ann'), false, 'conduct', 'Insults.') $$);
select tests.by('sam', $$ select public.suspend_profile(tests.id('cyd'), false, 'fraud', 'Stolen cards.') $$);
select is(private.run_due_work(now() + interval '3 days' - interval '1 second') ->> 'suspensions_ended', '0', 'a suspension does not end before its term');
update private.settings set value = 100 where key = 'suspension_days_conduct';
select is(due_at, null, 'the clock of an order is stopped during the suspension') from public.pack_orders;
select is(private.run_due_work(now() + interval '3 days') ->> 'suspensions_ended', '1', 'a suspension ends with the term that was set when it began');
select results_eq($$ select ended_at, ended_because from public.suspensions where profile_id = tests.id('ann') $$,
  $$ values (now() + interval '3 days', 'term') $$, 'a suspension that ended says why and when');
select is(suspended_at, null, 'a member is no longer suspended after the term') from public.profiles where id = tests.id('ann');
select isnt(due_at, null, 'the clock of an order runs again after the suspension') from public.pack_orders;
select is(private.run_due_work(now() + interval '3 days') ->> 'suspensions_ended', '0', 'a suspension ends once');
select is(private.address_is_banned('ann@kolpact.test'), false, 'the address of a member is free after the suspension');
select results_eq($$ select title from public.notifications where user_id = tests.user_id(tests.id('ann')) and event = 'suspension_ended' $$,
  array['Your account is no longer suspended'], 'a member is notified of the end of the suspension');
select isnt(suspended_at, null, 'another member stays suspended') from public.profiles where id = tests.id('cyd');
-- A suspension that cannot be ended does not prevent the end of others.
alter table public.notifications add constraint no_end check (event is distinct from 'suspension_ended' or user_id <> tests.user_id(tests.id('cyd'))) not valid;
select is(private.run_due_work(now() + interval '200 days') ->> 'failed', '1', 'a suspension that cannot be ended is counted as a failure');
