-- cast: ann kol
select isnt_empty('select * from private.settings', 'the owner of the database reads the settings');
select tests.act_as(tests.id('ann'));
select throws_ok('select * from private.settings', '42501', null, 'a member does not');
select throws_ok($$ update private.settings set value = 0 $$, '42501', null, 'nor changes them');
select tests.act_as_service();
select throws_ok('select * from private.settings', '42501', null, 'nor does the service role');
