-- cast: sam staff, mal brand, ann kol
create function pg_temp.sign_up(name text, inviter text) returns void language plpgsql as $$
declare
  v_user uuid := tests.sign_up(name || '@mail.test', jsonb_build_object('invite_code', (
    select referral_code from public.profiles where id = tests.id(inviter))), false);
begin
  perform private.record_sign_up(v_user, '203.0.113.1');
  insert into tests.people select sign_up.name, p.id from public.profiles p where p.user_id = v_user;
end;
$$;
select pg_temp.sign_up('nobody', 'mal'), pg_temp.sign_up('somebody', 'ann');
select tests.by('sam', $$ select public.suspend_profile(tests.id('mal'), true, 'fraud', 'A ring.') $$);
select is((private.run_due_work(now() + interval '1 day') ->> 'failed')::int, 0, 'a suspended sign-up that nobody confirmed does not stop the clock');
select is_empty($$ select from auth.users where email like '%@mail.test' $$, 'sign-ups that nobody confirmed are removed, suspended or not');
select isnt((select deleted_at from public.profiles where id = tests.id('nobody')), null, 'a suspended sign-up becomes a former member');
select is((select ended_at from public.suspensions where profile_id = tests.id('nobody')), null, 'the suspension of a removed sign-up lasts');
select is_empty($$ select from public.profiles where id = tests.id('somebody') $$, 'a sign-up that nothing refers to leaves no profile');

-- One sign-up that cannot be deleted does not stop the others.
select pg_temp.sign_up('stuck', 'ann'), pg_temp.sign_up('next', 'ann');
create function pg_temp.refuse() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
create trigger stuck before delete on auth.users for each row when (OLD.email = 'stuck@mail.test') execute function pg_temp.refuse();
set local client_min_messages = error;
select is((private.run_due_work(now() + interval '1 day') ->> 'failed')::int, 1, 'a sign-up that cannot be removed is counted, and does not stop the clock');
select is((select string_agg(email, ' ') from auth.users where email like '%@mail.test'), 'stuck@mail.test', 'a sign-up that cannot be removed does not prevent the removal of others');
