create temporary table statuses as select status, at_deadline from public.order_statuses where phase = 'open' and grace_setting is not null;
select plan(8 * (select count(*) from statuses)::int + 3);
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select tests.lift_limits();
create function pg_temp.o() returns public.pack_orders language sql as $$ select o from public.pack_orders o where o.id = tests.order_id() $$;
create function pg_temp.reminded() returns bigint language sql as $$
  select count(*) from public.notifications where event in ('work_late', 'work_late_brand', 'revision_late') and data ->> 'order_id' = tests.order_id()::text $$;
create function pg_temp.walk(status text, ends text) returns setof text language plpgsql as $$
declare
  v_due timestamptz;
begin
  perform tests.make_order(tests.id('brand'), tests.id('kol'), status);
  v_due := (pg_temp.o()).due_at;
  perform private.run_due_work(v_due - interval '1 second');
  return next is(pg_temp.reminded(), 0::bigint, status || ': nobody is reminded before the work is late');
  perform private.run_due_work(v_due);
  return next is(pg_temp.reminded(), 2::bigint, status || ': both sides are reminded when the work is late');
  perform private.run_due_work(v_due + interval '1 hour');
  return next is(pg_temp.reminded(), 2::bigint, status || ': both sides are reminded of late work once');
  perform private.run_due_work(v_due + interval '6 days');
  return next is(pg_temp.reminded(), 4::bigint, status || ': both sides are reminded a day before the order ends');
  perform private.run_due_work(v_due + interval '7 days' - interval '1 second');
  return next is((pg_temp.o()).status, status, status || ': a late order does not end before a week has passed');
  perform private.run_due_work(v_due + interval '7 days');
  return next is((pg_temp.o()).status, ends, status || ': a late order ends after a week');
  return next is((select count(*) from private.demerits d where d.order_id = tests.order_id() and d.kind = 'late'), 1::bigint, status || ': an order that ended late counts as late work');
  return next is((select count(*) from public.notifications n where n.event in ('order_ended_late', 'order_ended_late_creator', 'dispute_settled_brand', 'dispute_settled_creator')
    and n.data ->> 'order_id' = tests.order_id()::text), 2::bigint, status || ': both sides are notified of the end');
end;
$$;
select pg_temp.walk(status, at_deadline) from statuses;
select is((select array_agg(distinct n.data ->> 'creator_minor') from public.notifications n where n.event = 'revision_late'),
  (select array_agg(n.data ->> 'creator_minor') from public.notifications n where n.event = 'dispute_settled_creator'),
  'the reminder of a late revision names the sum that the end pays');
select is(tests.balance(tests.id('brand'), 'wallet'), 10000 * (select count(*) from statuses where at_deadline = 'expired') + 5000,
  'all money is returned to the brand, or half of it if a revision of a delivery was due');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_revision');
select tests.gets('brand', $$ select (public.cancel_order(tests.order_id(), 'Late.')).status $$, 'in_revision', 'a brand cannot cancel alone once work was delivered', at => now() + interval '8 days');
