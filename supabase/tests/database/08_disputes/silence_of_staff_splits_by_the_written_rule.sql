-- cast: brand brand, kol kol
create function pg_temp.split(status text, late boolean) returns bigint language sql as $$
  select tests.make_order(tests.id('brand'), tests.id('kol'), status, 9999);
  select private.add_demerit(tests.id('kol'), tests.order_id(), 'late', now()) where late;
  select tests.by('brand', $q$ select public.open_dispute(tests.order_id(), 'Why.') $q$);
  select private.split_by_rule(o) from public.pack_orders o where o.id = tests.order_id()
$$;
select is(pg_temp.split(status, late), share, format('a dispute of %s, %s, gives the creator %s of 9999 by the written rule', status, case when late then 'late' else 'in time' end, share))
from (values ('in_progress', false, 0::bigint), ('delivered', false, 9999), ('delivered', true, 4999), ('in_revision', true, 4999),
  ('draft_review', false, 0)) as c (status, late, share);
-- Returns the creator's share after a dispute that was opened so many days after a request for a revision. A
-- brand that disputes before the deadline of its own request does not halve the price.
create function pg_temp.disputed_after(days int, name text, status text default 'in_revision') returns bigint language sql as $$
  select tests.make_order(tests.id('brand'), tests.id('kol'), status, 9999);
  select tests.by(name, $q$ select public.open_dispute(tests.order_id(), 'Why.') $q$, at => now() + make_interval(days => disputed_after.days));
  select private.split_by_rule(o) from public.pack_orders o where o.id = tests.order_id()
$$;
select is(pg_temp.disputed_after(days, name), share, format('a dispute of the %s %s days after a request for a revision gives the creator %s of 9999', name, days, share))
from (values (1, 'brand', 9999::bigint), (6, 'brand', 9999), (8, 'brand', 4999), (1, 'kol', 4999)) as c (days, name, share);
select is(pg_temp.disputed_after(0, 'kol', 'delivered'), 4999::bigint, 'a creator who disputes their own delivery while revisions are left gets half');
update public.pack_orders set revisions_used = revisions_allowed where id = tests.order_id();
select is(private.split_by_rule(o), 9999::bigint, 'a creator who disputes their own delivery after the last revision gets all') from public.pack_orders o where o.id = tests.order_id();
-- Returns the creator's share after a chargeback during a revision with so many hours left. The remaining time
-- counts, and the chargeback counts as a dispute of the brand.
create function pg_temp.paused(hours int) returns bigint language sql as $$
  select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_revision', 9999);
  update public.pack_orders set payment_disputed_at = now(), clock_stopped_at = now(),
    due_at = null, clock_remaining_seconds = hours * 3600 where id = tests.order_id();
  select private.split_by_rule(o) from public.pack_orders o where o.id = tests.order_id()
$$;
select is(pg_temp.paused(hours), share, format('a chargeback by the brand during its own revision, with %s hours left, gives the creator %s of 9999', hours, share))
from (values (1, 9999::bigint), (-1, 4999)) as c (hours, share);
update public.pack_orders set payment_disputed_at = null, clock_stopped_at = null, clock_remaining_seconds = null,
  due_at = now() + interval '100 days' where id = tests.order_id();
select tests.by('brand', $$ select public.open_dispute(tests.order_id(), 'Why.') $$, at => now() + interval '99 days');
select is(private.split_by_rule(o), 9999::bigint, 'a brand''s dispute during its own revision is judged by the order''s running time, without pauses') from public.pack_orders o where o.id = tests.order_id();
-- A dispute opened after the review's deadline is not about late work.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered', 9999);
update public.pack_orders set due_at = now() - interval '1 minute' where id = tests.order_id();
select tests.by('brand', 'select public.open_dispute(tests.order_id(), $$Why.$$)');
select is(private.split_by_rule(o), 9999::bigint, 'a dispute after the review gives the creator all') from public.pack_orders o where o.id = tests.order_id();
-- Tests that lateness of this order counts, and nothing else.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.add_demerit(tests.id('kol'), tests.order_id(), 'late', now());
select is(pg_temp.split('delivered', false), 9999::bigint, 'late work in another order does not count in the written rule');
select private.add_demerit(tests.id('kol'), tests.order_id(), 'dispute_lost', now());
select is(private.split_by_rule(o), 9999::bigint, 'a demerit that is not for late work does not count in the written rule') from public.pack_orders o where o.id = tests.order_id();
-- Tests that each milestone counts its own lateness.
select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'delivered', '{1000,9000}', 1);
select private.add_demerit(tests.id('kol'), tests.order_id(), 'late', now() - interval '2 hours');
create function pg_temp.of_rest() returns bigint language sql as $$
  select private.split_by_rule(o) - o.released_minor from public.pack_orders o where o.id = tests.order_id()
$$;
select is(pg_temp.of_rest(), 9000::bigint, 'a late milestone that was accepted does not halve the next one');
select private.add_demerit(tests.id('kol'), tests.order_id(), 'late', now() + interval '1 hour');
select is(pg_temp.of_rest(), 4500::bigint, 'the pay for a late milestone is halved, also after an earlier late milestone');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered', 9999);
select private.add_demerit(tests.id('kol'), tests.order_id(), 'late', now() - interval '2 hours');
insert into public.order_events (order_id, from_status, to_status, created_at) values (tests.order_id(), 'draft_review', 'draft_approved', now() - interval '1 hour');
select is(pg_temp.of_rest(), 9999::bigint, 'a draft that came late and was approved does not halve a delivery in time');
-- An overdue ruling is replaced by the written rule after a grace period.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'awaiting_ruling');
select private.run_due_work(now() + interval '14 days' - interval '1 second');
select is((select status from public.pack_orders where id = tests.order_id()), 'awaiting_ruling', 'an overdue ruling waits for its grace');
select private.run_due_work(now() + interval '14 days');
select results_eq('select status, creator_share_minor from public.pack_orders where id = tests.order_id()', $$ values ('settled', 0::bigint) $$,
  'the written rule decides a dispute when the grace of the ruling is over');
-- When an appeal is overdue, the ruling stands.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'appealed');
select private.run_due_work(now() + interval '14 days');
select results_eq('select status, creator_share_minor from public.pack_orders where id = tests.order_id()', $$ values ('settled', 5000::bigint) $$,
  'an appeal that nobody decides leaves the ruling unchanged');
