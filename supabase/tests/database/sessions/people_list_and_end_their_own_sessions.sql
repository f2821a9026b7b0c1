begin;
select plan(10);
select tests.make_member('ann');
select tests.make_member('bob');
update auth.sessions set user_agent = 'Firefox on Linux', ip = '192.0.2.7'
where id = tests.session_id(tests.user_id(tests.id('ann')), 'aal1');
select tests.act_as(tests.id('ann'), 'aal2');
select is((select count(*)::int from public.my_sessions()), 2, 'one''s own sessions and nobody else''s');
select is((select s.aal from public.my_sessions() s where s.is_current), 'aal2', 'the present one is marked');
select results_eq($$ select user_agent, address from public.my_sessions() where not is_current $$, $$ values ('Firefox on Linux', '192.0.2.7') $$, 'with what tells them apart');
select tests.act_as_owner();
insert into auth.sessions (id, user_id, created_at, refreshed_at, aal, user_agent)
select gen_random_uuid(), tests.user_id(tests.id('ann')), now() - s.age, (now() - s.used) at time zone 'utc', 'aal1', s.name
from (values ('A', interval '9 days', interval '1 minute'), ('Z', interval '3 days', interval '2 days')) as s (name, age, used);
select tests.act_as(tests.id('ann'), 'aal2');
select results_eq($$ select user_agent from public.my_sessions() where user_agent in ('A', 'Z') $$, array['A', 'Z'], 'the last used first');
select tests.act_as_owner();
delete from auth.sessions where user_agent in ('A', 'Z');
select tests.act_as(tests.id('ann'), 'aal2');
select throws_ok($$ select public.end_session(tests.session_id(tests.user_id(tests.id('bob')), 'aal1')) $$, 'PT403', 'not_allowed', 'not those of others');
select throws_ok($$ select public.end_session(gen_random_uuid()) $$, 'PT403', 'not_allowed', 'nor one that does not exist');
select lives_ok($$ select public.end_session(tests.session_id(tests.user_id(tests.id('ann')), 'aal1')) $$, 'but one''s own');
select is((select count(*)::int from public.my_sessions()), 1, 'it is gone');
select tests.act_as_owner();
select is((select count(*)::int from auth.sessions where user_id = tests.user_id(tests.id('bob'))), 2, 'bob keeps his');
select tests.act_as_anon();
select throws_ok('select public.my_sessions()', '42501', null, 'a visitor has none');
select * from finish();
rollback;
