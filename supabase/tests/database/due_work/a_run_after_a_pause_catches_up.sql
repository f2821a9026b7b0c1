begin;
select plan(3);
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), status)
from unnest(array['pending_payment', 'funded', 'funded', 'delivered', 'in_progress', 'disputed', 'completed']) as status;
update public.profiles set trust_level = 'trusted' where id = tests.id('kol');
select is(private.run_due_work(now() + interval '20 days') - 'matches' - 'email_digests' - 'campaigns',
  '{"orders_expired": 3, "orders_completed": 1, "milestones_accepted": 0, "offers_expired": 0, "review_reminders": 0, "holds_cleared": 1, "reassessed": 2, "reviews_revealed": 0, "failed": 0, "more": false}'::jsonb,
  'everything that was due is done in one run, and ended orders cause no reminders');
select set_eq('select status, count(*) from public.pack_orders group by status',
  $$ values ('expired', 3::bigint), ('completed', 2), ('in_progress', 1), ('disputed', 1) $$, 'nothing else moved');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
select * from finish();
rollback;
