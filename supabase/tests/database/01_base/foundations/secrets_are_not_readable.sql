-- cast: ann kol
select is(octet_length(private.secret('a_test')), 32, 'a key is 256 bits');
select is(private.secret('a_test'), private.secret('a_test'), 'and stays the same');
select isnt(private.secret('a_test'), private.secret('another_test'), 'each name has its own');
select tests.act_as(tests.id('ann'));
select throws_ok('select * from private.secrets', '42501', null, 'a member reads no key');
select throws_ok($$ select private.secret('a_test') $$, '42501', null, 'not by the function either');
select tests.act_as_service();
select throws_ok($$ select private.secret('a_test') $$, '42501', null, 'nor does the service role');
