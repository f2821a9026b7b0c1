-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 4000);
update public.profiles set is_approved = false where id = tests.id('brand');
select tests.act_as(tests.id('brand'));
select throws_ok('select public.pay_from_wallet(tests.order_id())', 'PT403', 'cannot_transact', 'a brand that is not approved any more buys nothing');
select tests.act_as_owner();
update public.profiles set is_approved = true where id = tests.id('brand');
select tests.act_as(tests.id('brand'));
select is((public.pay_from_wallet(tests.order_id())).status, 'funded', 'one that is, does');
