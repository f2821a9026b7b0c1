-- cast: ines staff, brand brand, kol kol
select tests.earn('kol');
insert into public.staff_audit (actor_id, action) values (tests.id('ines'), 'create_invite');
select tests.gets('ines', 'select count(*) > 0 from public.staff_audit', 'true', 'staff read their own acts while their session is open');
-- Ends one of two sessions. The other one stays open, and does not replace it.
delete from auth.sessions where id = tests.session_id(tests.user_id(tests.id('kol')), 'aal2');
select tests.refused('kol', $$ select public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT403', 'session_ended',
  'another open session does not replace an ended one in a payout', 'aal2');
delete from auth.sessions where user_id in (tests.user_id(tests.id('ines')), tests.user_id(tests.id('kol')));
-- Uses tokens of ended sessions, which are still valid.
select tests.gets('ines', 'select count(*) from public.staff_audit', '0', 'staff read no acts after their session has ended');
select tests.refused('ines', $$ select public.approve_profile(tests.id('kol')) $$, 'PT403', 'session_ended', 'staff approve nobody after their session has ended');
select tests.act_as(tests.id('kol'), 'aal2');
select throws_ok($$ select public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT403', 'session_ended', 'an ended session cannot request a payout');
-- Makes a token that names the open session of somebody else.
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.user_id(tests.id('kol')), 'role', 'authenticated',
  'aal', 'aal2', 'session_id', tests.session_id(tests.user_id(tests.id('brand')), 'aal2'))::text, true);
select throws_ok($$ select public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT403', 'session_ended', 'a token that names the open session of another member cannot request a payout');
select tests.act_as_owner();
select is((select count(*)::int from public.payouts), 0, 'no payout was written by an ended session');
create function pg_temp.is_open(until timestamptz) returns boolean language plpgsql as $$
begin
  perform tests.act_as_owner();
  update auth.sessions set not_after = is_open.until where user_id = tests.user_id(tests.id('brand'));
  perform tests.move_time_as(tests.id('brand'));
  return private.session_is_open();
end;
$$;
select is(pg_temp.is_open(now() + interval '1 second'), true, 'a session is open until its last second');
select is(pg_temp.is_open(now()), false, 'a session is closed at its end');
