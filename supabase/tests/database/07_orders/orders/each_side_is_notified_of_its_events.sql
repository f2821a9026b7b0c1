-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.act_as(tests.id('kol'));
select set_eq($$ select type, title, event from public.notifications where data ->> 'order_id' = tests.order_id()::text $$,
  $$ values ('order_update', 'New order from Brand for One thread', 'order_funded'),
    ('order_update', 'Project completed! One thread for Brand', 'order_completed_creator'),
    ('payment_received', 'You earned 90.00 USD', 'order_earned') $$, 'the creator');
select tests.act_as(tests.id('brand'));
select set_eq($$ select type, title, data ->> 'other_name' from public.notifications where data ->> 'order_id' = tests.order_id()::text $$,
  $$ values ('order_update', 'Kol accepted your order for One thread', 'Kol'), ('order_update', 'Kol delivered One thread', 'Kol') $$,
  'the brand, but not of its own acceptance');
select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select private.run_due_work(now() + interval '72 hours');
select is((select title || ' ' || message from public.notifications where event = 'order_completed_brand'),
  'Project completed by Kol! Without an answer from you the work counts as accepted. Of 100.00 USD in escrow, 90.00 USD went to the creator and 10.00 USD is our fee. Tell others how it went: write a review.',
  'it is told when its silence accepted, and where the money went');
