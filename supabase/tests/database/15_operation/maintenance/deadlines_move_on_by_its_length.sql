-- Makes orders with deadlines near the maintenance. Nobody may lose by a deadline that passed while nobody
-- could act.
-- cast: bea brand, cal brand, ann kol
create temporary table o as
select s.status, s.wait, tests.make_order(tests.id('bea'), tests.id('ann'), s.status) as id
from (values ('pending_payment', '1 hour'), ('funded', '90 minutes'), ('in_progress', '-25 hours'), ('delivered', '5 hours'),
  ('disputed', '60 hours'), ('ruled', '-1 minute')) as s (status, wait);
update public.pack_orders p set due_at = now() - interval '2 hours' + o.wait::interval from o where o.id = p.id;
update private.settings set value = 1 where key = 'maintenance';
update private.clock_runs set ran_at = now() - interval '2 hours' where clock = 'maintenance';
select is(private.run_due_work() -> 'more', 'false', 'a run during maintenance has nothing left to do');
update private.settings set value = 0 where key = 'maintenance';
select results_eq($$ select o.status, round(extract(epoch from p.due_at - now()) / 60)::int from o join public.pack_orders p using (id) order by o.status $$,
  $$ values ('delivered', 180), ('disputed', 3600), ('funded', 90), ('in_progress', -1500), ('pending_payment', 60), ('ruled', -121) $$,
  'maintenance moves near deadlines, those in their grace and those of disputes; far ones and passed ones stay');
select private.run_due_work();
select bag_eq('select p.status from o join public.pack_orders p using (id)',
  $$ values ('pending_payment'), ('funded'), ('in_progress'), ('delivered'), ('disputed'), ('settled') $$, 'the run after maintenance ends only the order whose deadline had passed before');

-- During the maintenance a bank opens and ends a dispute of the card payment.
select tests.make_order(tests.id('bea'), tests.id('ann'), 'delivered');
update public.pack_orders set due_at = now() - interval '10 minutes' where id = tests.order_id();
update private.settings set value = 1 where key = 'maintenance';
update private.clock_runs set ran_at = now() - interval '1 hour' where clock = 'maintenance';
select tests.dispute('opened');
update private.settings set value = 0 where key = 'maintenance';
select tests.dispute('won');
select is(round(extract(epoch from due_at - now()) / 60)::int, 50, 'a clock that a dispute stopped during maintenance has what was left before') from public.pack_orders where id = tests.order_id();

-- Makes a request to cancel, in an order whose own deadline is later.
select tests.make_order(tests.id('cal'), tests.id('ann'), 'in_progress');
select tests.by('ann', 'select public.cancel_order(tests.order_id())');
update public.pack_orders set cancel_requested_until = now() - interval '10 minutes' where id = tests.order_id();
create temporary table far as select due_at from public.pack_orders where id = tests.order_id();
update private.settings set value = 1 where key = 'maintenance';
update private.clock_runs set ran_at = now() - interval '1 hour' where clock = 'maintenance';
update private.settings set value = 0 where key = 'maintenance';
select results_eq($$ select round(extract(epoch from o.cancel_requested_until - now()) / 60)::int, o.due_at from public.pack_orders o where o.id = tests.order_id() $$,
  'select 50, due_at from far', 'a request to cancel can be agreed to afterwards, and the work is due when it was');
