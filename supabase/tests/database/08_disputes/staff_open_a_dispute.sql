-- cast: brand brand, kol kol, sam staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.act_as(tests.id('sam'));
select throws_ok('select public.open_dispute(tests.order_id(), null)', 'PT422', 'reason_required', 'staff say why');
select throws_ok('select public.open_dispute(gen_random_uuid(), $$x$$)', 'PT404', 'order_unknown', 'about an order that there is');
select is((public.open_dispute(tests.order_id(), 'The delivery is an empty page.')).status, 'disputed', 'then the order stops');
select is((public.open_dispute(tests.order_id(), 'The delivery is an empty page.')).status, 'disputed', 'twice is once');
select results_eq($$ select action, actor_id, subject_id from public.staff_audit order by action $$,
  $$ values ('open_dispute', tests.id('sam'), tests.order_id()), ('read_order', tests.id('sam'), tests.order_id()) $$, 'the act is written down, and that sam has seen the order');
select is((select actor_id from public.order_events where to_status = 'disputed'), tests.id('sam'), 'and history names who');
select tests.act_as_owner();
select is((select count(*) from public.notifications where event = 'dispute_opened'), 2::bigint, 'both sides are notified');
select tests.make_order(tests.id('sam'), tests.id('kol'), 'delivered');
select tests.act_as(tests.id('sam'));
select is((public.open_dispute(tests.order_id(), 'My own.')).status, 'disputed', 'in their own case staff are a side like any other');
select is((select count(*) from public.staff_audit where action = 'open_dispute'), 1::bigint, 'which is no act of office');
select throws_ok('select public.resolve_dispute(tests.order_id(), 0, $$Mine.$$)', 'PT403', 'not_allowed', 'and do not rule in it');
select tests.act_as_owner();
select tests.make_member('kim', 'kol');
select tests.make_order(tests.id('brand'), tests.id('kim'), 'funded');
select tests.act_as(tests.id('sam'));
select throws_ok('select public.open_dispute(tests.order_id(), $$x$$)', 'PT409', 'order_not_disputable', 'before the work there is nothing to dispute');
