-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), status)
from unnest(array['pending_payment', 'funded', 'funded', 'delivered', 'in_progress', 'disputed', 'completed']) as status;
update public.profiles set trust_level = 'trusted' where id = tests.id('kol');
select is(private.run_due_work(now() + interval '20 days') - 'matches' - 'email_digests' - 'campaigns',
  '{"orders_expired": 4, "orders_completed": 1, "orders_moved": 1, "order_reminders": 0, "clocks_started": 0, "milestones_accepted": 0, "offers_expired": 0, "review_reminders": 0, "holds_cleared": 1, "reassessed": 2, "reviews_revealed": 0, "suspensions_ended": 0, "chargebacks_ended": 0, "failed": 0, "more": false}'::jsonb,
  'a run after a pause does everything that is due, without reminders for ended orders');
select set_eq('select status, count(*) from public.pack_orders group by status',
  $$ values ('expired', 4::bigint), ('completed', 2), ('awaiting_ruling', 1) $$, 'a run after a pause moves no order that is not due');
create temporary table before as select count(*) as n from private.transfers;
select is(jsonb_path_exists(private.run_due_work(now() + interval '20 days'), '$.* ? (@ > 0)'), false, 'a second run finds nothing to do');
select is((select count(*) from private.transfers), (select n from before), 'a second run moves no money');
