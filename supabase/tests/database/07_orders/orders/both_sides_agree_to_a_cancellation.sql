-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.act_as(tests.id('kol'));
select is((public.cancel_order(tests.order_id(), 'I am ill.')).status, 'in_progress', 'one side alone only asks');
select is((public.cancel_order(tests.order_id(), 'I am ill.')).cancel_requested_by, tests.id('kol'), 'asking twice is asking once');
select results_eq('select kind, actor_id, note from public.order_events order by id desc limit 1',
  $$ values ('cancellation_requested', tests.id('kol'), 'I am ill.') $$, 'history says so');
select tests.act_as(tests.id('brand'));
select results_eq('select title from public.notifications order by created_at desc, title limit 1',
  $$ values ('Cancel the order for One thread?') $$, 'the other side is notified');
select is((public.cancel_order(tests.order_id(), 'Get well.')).status, 'cancelled', 'the other side agrees');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 10000::bigint, 'and has everything back');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.act_as(tests.id('brand'));
select public.cancel_order(tests.order_id(), 'Too late for us.');
select tests.act_as(tests.id('kol'));
select is((public.deliver_order(tests.order_id(), 'Done.', array['https://a.b'])).cancel_requested_by, null,
  'a delivery answers the question with no');
