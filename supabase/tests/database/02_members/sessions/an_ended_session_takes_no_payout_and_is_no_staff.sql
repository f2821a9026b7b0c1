-- cast: ines staff, brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '14 days');
select tests.act_as(tests.id('ines'));
select isnt_empty($$ select from public.referrals where invitee_id = tests.id('kol') $$, 'while the session is open staff read');
select tests.act_as_owner();
-- One of two sessions is ended: the other is open, and does not count instead of it.
delete from auth.sessions where id = tests.session_id(tests.user_id(tests.id('kol')), 'aal2');
select tests.act_as(tests.id('kol'), 'aal2');
select throws_ok($$ select public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT403', 'session_ended', 'an open session does not stand in for an ended one');
select tests.act_as_owner();
delete from auth.sessions where user_id in (tests.user_id(tests.id('ines')), tests.user_id(tests.id('kol')));
-- Their tokens have not run out.
select tests.act_as(tests.id('ines'));
select is_empty($$ select from public.referrals where invitee_id = tests.id('kol') $$, 'after it they do not');
select throws_ok($$ select public.approve_profile(tests.id('kol')) $$, 'PT403', 'session_ended', 'nor act');
select tests.act_as(tests.id('kol'), 'aal2');
select throws_ok($$ select public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT403', 'session_ended', 'and no money goes out');
-- Somebody else's open session does not do.
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.user_id(tests.id('kol')), 'role', 'authenticated',
  'aal', 'aal2', 'session_id', tests.session_id(tests.user_id(tests.id('brand')), 'aal2'))::text, true);
select throws_ok($$ select public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT403', 'session_ended', 'not by the session of another');
select tests.act_as_owner();
select is((select count(*)::int from public.payouts), 0, 'nothing was written');
