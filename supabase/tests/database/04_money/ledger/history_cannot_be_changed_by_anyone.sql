-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
set constraints all immediate;
select isnt_empty('select from private.entries', 'there is history');
select throws_ok('update private.transfers set event = event', 'PT403', 'append_only', 'the owner does not update transfers');
select throws_ok('delete from private.transfers', 'PT403', 'append_only', 'nor delete them');
select throws_ok('truncate private.transfers cascade', 'PT403', 'append_only', 'nor truncate them');
select throws_ok('update private.entries set amount_minor = 1', 'PT403', 'append_only', 'nor update entries');
select throws_ok('delete from private.entries', 'PT403', 'append_only', 'nor delete them');
select throws_ok('truncate private.entries', 'PT403', 'append_only', 'nor truncate them');
select throws_ok('delete from private.accounts', 'PT403', 'append_only', 'nor delete accounts');
select throws_ok('truncate private.accounts cascade', 'PT403', 'append_only', 'nor truncate them');
select throws_ok('truncate public.pack_orders cascade', 'PT403', 'append_only', 'not by way of the orders either');
select tests.act_as_service();
select throws_ok('update private.entries set amount_minor = 1', '42501', null, 'the service role has no grant');
select throws_ok('delete from private.transfers', '42501', null, 'for any of it');
select tests.act_as(tests.id('brand'));
select throws_ok('update private.accounts set balance_minor = 1', '42501', null, 'a member neither');
select throws_ok('insert into private.entries values (1, 1, 1)', '42501', null, 'for anything');
