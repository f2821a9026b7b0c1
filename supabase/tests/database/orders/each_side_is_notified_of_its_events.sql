begin;
select plan(2);
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.act_as(tests.id('kol'));
select set_eq($$ select type, title, event from public.notifications where data ->> 'order_id' = tests.order_id()::text $$,
  $$ values ('order_update', 'New order from Brand for One thread', 'order_funded'),
    ('order_update', 'Project completed! One thread for Brand', 'order_completed_creator'),
    ('payment_received', 'You earned 90.00 USD', 'order_earned') $$, 'the creator');
select tests.act_as(tests.id('brand'));
select set_eq($$ select type, title, data ->> 'other_name' from public.notifications where data ->> 'order_id' = tests.order_id()::text $$,
  $$ values ('order_update', 'Kol accepted your order for One thread', 'Kol'), ('order_update', 'Kol delivered One thread', 'Kol'),
    ('order_update', 'Project completed by Kol!', 'Kol') $$, 'the brand');
select * from finish();
rollback;
