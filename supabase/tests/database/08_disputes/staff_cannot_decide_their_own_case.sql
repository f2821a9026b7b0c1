-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('stella'), tests.id('kol'), 'disputed');
select tests.act_as(tests.id('stella'));
select throws_ok('select public.resolve_dispute(tests.order_id(), 0, $$mine$$)', 'PT403', 'not_allowed', 'a member of staff who is the brand cannot decide');
