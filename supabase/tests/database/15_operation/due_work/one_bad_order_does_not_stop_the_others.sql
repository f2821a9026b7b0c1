-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
delete from private.order_moves where to_status = 'completed';
select is(private.run_due_work(now() + interval '4 days') - 'matches' - 'email_digests' - 'campaigns' - 'review_reminders',
  '{"orders_expired": 1, "orders_completed": 0, "orders_moved": 0, "order_reminders": 0, "clocks_started": 0, "milestones_accepted": 0, "offers_expired": 0, "holds_cleared": 0, "reassessed": 0, "reviews_revealed": 0, "suspensions_ended": 0, "chargebacks_ended": 0, "failed": 1, "more": false}'::jsonb,
  'a run moves the other orders and counts the one that fails');
select is((select status from public.pack_orders where id = tests.order_id()), 'delivered', 'an order that fails is unchanged');
