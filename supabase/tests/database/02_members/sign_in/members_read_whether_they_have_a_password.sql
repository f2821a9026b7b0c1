-- cast: ann kol, bob kol
update auth.users set encrypted_password = 'hash' where id = tests.user_id(tests.id('ann'));
update auth.users set encrypted_password = '' where id = tests.user_id(tests.id('bob'));
select tests.act_as(tests.id('ann'));
select is(public.has_password(), true, 'ann has one');
select tests.act_as(tests.id('bob'));
select is(public.has_password(), false, 'it was taken away from bob');
select tests.act_as_owner();
update auth.users set encrypted_password = null where id = tests.user_id(tests.id('bob'));
select tests.act_as(tests.id('bob'));
select is(public.has_password(), false, 'or there never was one');
select tests.act_as_anon();
select throws_ok('select public.has_password()', '42501', null, 'visitors are not asked');
