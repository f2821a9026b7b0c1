-- cast: brand brand, kol kol
create function pg_temp.accept() returns text language sql as $$
  select (public.accept_milestone(m.order_id, m.id)).status from public.order_milestones m where m.order_id = tests.order_id()
$$;
select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'delivered', '{10000}');
select tests.refused('brand', 'select public.complete_order(tests.order_id())', 'PT409', 'order_has_milestones', 'an order with one milestone cannot be completed as a whole');
select tests.gets('brand', 'select pg_temp.accept()', 'completed', 'accepting the only milestone completes the order');
select tests.gets('brand', 'select accepted_at from public.order_milestones where order_id = tests.order_id()', (now())::text, 'an accepted milestone has the time of its acceptance');
select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'delivered', '{10000}');
select private.run_due_work(now() + interval '15 days');
select isnt((select accepted_at from public.order_milestones where order_id = tests.order_id()), null, 'the only milestone is accepted at its deadline if the brand does not answer');
select is((select status from public.pack_orders where id = tests.order_id()), 'completed', 'an order with one milestone is completed at its deadline if the brand does not answer');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.refused('brand', 'select public.accept_milestone(tests.order_id(), gen_random_uuid())', 'PT409', 'order_has_no_milestones', 'an order without milestones has none to accept');
select tests.gets('brand', 'select (public.complete_order(tests.order_id())).status', 'completed', 'an order without milestones is completed as a whole');
