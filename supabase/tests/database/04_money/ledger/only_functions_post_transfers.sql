-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select tests.act_as(tests.id('kol'));
select throws_ok($$ select private.post_transfer('payment', '{1,2}', '{-1,1}') $$, '42501', null, 'a member cannot call the ledger');
select throws_ok($$ select private.member_account(tests.id('kol'), 'wallet', 'USD') $$, '42501', null, 'nor open accounts');
select tests.act_as_service();
select throws_ok($$ select private.post_transfer('payment', '{1,2}', '{-1,1}') $$, '42501', null, 'nor can the service role');
