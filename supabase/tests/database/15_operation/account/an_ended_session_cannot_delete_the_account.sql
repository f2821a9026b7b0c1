-- cast: ann kol
delete from auth.sessions where user_id = tests.user_id(tests.id('ann'));
select tests.act_as(tests.id('ann'));
select throws_ok('select public.delete_my_account()', 'PT403', 'session_ended', 'it is refused');
select tests.act_as_owner();
select isnt(tests.user_id(tests.id('ann')), null, 'and the account is there');
