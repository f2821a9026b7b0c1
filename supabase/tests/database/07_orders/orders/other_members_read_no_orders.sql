-- cast: brand brand, kol kol, stranger brand, other_kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.act_as(tests.id('brand'));
select is((select count(*) from public.pack_orders), 1::bigint, 'the brand reads its order');
select isnt_empty('select from public.payments', 'and its payment');
select tests.act_as(tests.id('kol'));
select is((select count(*) from public.order_events), 4::bigint, 'the creator reads its history');
select isnt_empty('select from public.order_deliveries', 'and the deliveries');
select is_empty('select from public.payments', 'but not how the brand paid');
select tests.act_as(tests.id('stranger'));
select is_empty('select from public.pack_orders', 'another brand reads nothing');
select is_empty('select from public.order_events union all select from public.order_deliveries union all select from public.payments',
  'of any of it');
select throws_ok('select public.complete_order(tests.order_id())', 'PT403', 'not_allowed', 'and cannot complete it');
select throws_ok('select public.cancel_order(tests.order_id(), null)', 'PT403', 'not_allowed', 'nor cancel it');
select throws_ok('select public.request_revision(tests.order_id(), $$x$$)', 'PT403', 'not_allowed', 'nor ask for revisions');
select throws_ok('select public.open_dispute(tests.order_id(), $$x$$)', 'PT403', 'not_allowed', 'nor dispute it');
select throws_ok('select public.complete_order(gen_random_uuid())', 'PT403', 'not_allowed', 'which is what they hear of no order at all');
select tests.act_as(tests.id('other_kol'));
select throws_ok('select public.accept_order(tests.order_id())', 'PT403', 'not_allowed', 'another creator cannot accept it');
select throws_ok('select public.deliver_order(tests.order_id(), $$x$$, array[$$https://a.b$$])', 'PT403', 'not_allowed', 'nor deliver it');
select tests.act_as_owner();
select tests.act_as(tests.make_staff('stella'));
select public.read_order(tests.order_id());
select is((select count(*) from public.pack_orders), 1::bigint, 'staff read it once they have opened it');
select throws_ok('select public.complete_order(tests.order_id())', 'PT403', 'not_allowed', 'but do not act for its sides');
select tests.act_as_anon();
select throws_ok('select from public.pack_orders', '42501', null, 'signed out there is nothing');
