-- cast: ann kol, bob kol
update auth.sessions set user_agent = 'Firefox on Linux', ip = '192.0.2.7'
where id = tests.session_id(tests.user_id(tests.id('ann')), 'aal1');
select tests.gets('ann', 'select count(*)::int from public.my_sessions()', '2', 'a member lists their own sessions only', 'aal2');
select tests.gets('ann', 'select s.aal from public.my_sessions() s where s.is_current', 'aal2', 'the list marks the present session', 'aal2');
select tests.finds('ann', $$ select user_agent, address from public.my_sessions() where not is_current $$, $$ values ('Firefox on Linux', '192.0.2.7') $$, 'the list shows browser and address of a session', 'aal2');
insert into auth.sessions (id, user_id, created_at, refreshed_at, aal, user_agent)
select gen_random_uuid(), tests.user_id(tests.id('ann')), now() - s.age, (now() - s.used) at time zone 'utc', 'aal1', s.name
from (values ('A', interval '9 days', interval '1 minute'), ('Z', interval '3 days', interval '2 days')) as s (name, age, used);
select tests.finds('ann', $$ select user_agent from public.my_sessions() where user_agent in ('A', 'Z') $$, $$ values ('A'), ('Z') $$, 'the session that was used last is listed first', 'aal2');
update auth.sessions set refreshed_at = (now() - interval '5 days') at time zone 'utc'
where id = tests.session_id(tests.user_id(tests.id('ann')), 'aal2');
select tests.act_as(tests.id('ann'), 'aal2');
select is((select s.is_current from public.my_sessions() s limit 1), true, 'the present session is listed before the others');
select set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb - 'session_id')::text, true);
select is((select count(*)::int from public.my_sessions() s where not s.is_current), 4, 'a token without a session marks no session as the present one');
select tests.act_as_owner();
update auth.sessions set not_after = now() where user_agent = 'Z';
update auth.sessions set not_after = now() + interval '1 second' where user_agent = 'A';
select tests.finds('ann', $$ select user_agent from public.my_sessions() where user_agent in ('A', 'Z') $$, $$ values ('A') $$, 'a session that has run out is not listed', 'aal2');
delete from auth.sessions where user_agent in ('A', 'Z');
select tests.act_as(tests.id('ann'), 'aal2');
select throws_ok($$ select public.end_session(tests.session_id(tests.user_id(tests.id('bob')), 'aal1')) $$, 'PT403', 'not_allowed', 'a member cannot end the session of another');
select lives_ok($$ select public.end_session(gen_random_uuid()) $$, 'ending a session that has ended is not refused, because it may be a retry');
select lives_ok($$ select public.end_session(tests.session_id(tests.user_id(tests.id('ann')), 'aal1')) $$, 'a member can end another session of their own');
select is((select count(*)::int from public.my_sessions()), 1, 'an ended session is not listed');
select tests.act_as_owner();
select is((select count(*)::int from auth.sessions where user_id = tests.user_id(tests.id('bob'))), 2, 'the sessions of another member stay open');
