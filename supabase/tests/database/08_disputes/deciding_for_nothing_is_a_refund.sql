-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.act_as(tests.id('stella'));
select tests.hear();
select public.resolve_dispute(tests.order_id(), 0, 'No work was done.');
select tests.act_as_owner();
select tests.let_appeals_pass();
select is(tests.balance(tests.id('brand'), 'wallet'), 10000::bigint, 'everything to the brand');
select is_empty('select from private.holds', 'nothing to clear');
select is((select completed_orders from public.profiles where id = tests.id('kol')), 0, 'and no completed order');
