-- cast: ann kol
select is(private.before_user_created('{"user": {"user_metadata": {"invite_code": "TESTS-INVITE"}}}'), '{}'::jsonb, 'nothing to say against a good code');
select is(private.before_user_created('{}'), '{"error": {"http_code": 422, "message": "invite_required"}}'::jsonb, 'a token for a bad one');
select is(has_function_privilege('supabase_auth_admin', 'private.before_user_created(jsonb)', 'execute'), true, 'the auth server may ask');
select tests.act_as(tests.id('ann'));
select throws_ok($$ select private.before_user_created('{}') $$, '42501', null, 'a member may not');
select tests.act_as_anon();
select throws_ok($$ select private.before_user_created('{}') $$, '42501', null, 'nor a visitor');
