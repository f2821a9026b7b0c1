-- Tests private.work_orders, work_reviews and the sums of run_due_work.
-- cast: brand brand, kol kol
select plan(12);
create function pg_temp.worked(made text[]) returns text language plpgsql as $$
declare
  v_ids uuid[];
  v_orders public.pack_orders[];
  v record;
begin
  v_ids := array(
    select case status when 'milestone' then tests.make_milestones(tests.id('brand'), tests.id('kol'), 'delivered')
      else tests.make_order(tests.id('brand'), tests.id('kol'), status) end
    from unnest(made) with ordinality as m (status, place) order by place);
  v_orders := array(select o from public.pack_orders o where o.id = any (v_ids) order by array_position(v_ids, o.id));
  select * into v from private.work_orders(v_orders, now() + interval '90 days', 'infinity');
  return format('expired %s, completed %s, milestones %s, moved %s, failed %s', v.expired, v.completed, v.milestones, v.moved, v.failed);
end;
$$;
select is(pg_temp.worked(made), wanted, format('a run counts what it did with: %s', array_to_string(made, ', '))) from (values
  ('{}'::text[], 'expired 0, completed 0, milestones 0, moved 0, failed 0'),
  ('{pending_payment,funded}', 'expired 2, completed 0, milestones 0, moved 0, failed 0'),
  ('{delivered,delivered}', 'expired 0, completed 2, milestones 0, moved 0, failed 0'),
  ('{milestone,milestone}', 'expired 0, completed 0, milestones 2, moved 0, failed 0'),
  ('{disputed,draft_review}', 'expired 0, completed 0, milestones 0, moved 2, failed 0'),
  ('{completed,disputed}', 'expired 0, completed 0, milestones 0, moved 1, failed 1')
) as w (made, wanted);
-- Reviews become visible at the moment that they name.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed') as id into temporary table reviewed from generate_series(1, 2);
insert into public.reviews (order_id, author_id, subject_id, rating, comment, reveals_at)
select r.id, tests.id('brand'), tests.id('kol'), 5, '', now() from reviewed r;
select is_empty($$ select private.lock_due_reviews(now() - interval '1 microsecond', 9) $$, 'a review is not due before its time');
select set_eq($$ select private.lock_due_reviews(now(), 9) $$, 'select id from reviewed', 'a review is due at its time');
select is((private.work_reviews(array(select id from reviewed), now(), 'infinity')).revealed, 2, 'each review is counted');
-- Clocks that a suspension has stopped go on at the time that they name.
select tests.make_staff('sam');
select tests.make_member('other', 'kol');
select tests.make_order(tests.id('brand'), tests.id('other'), 'in_progress') from generate_series(1, 2);
select tests.by('sam', $$ select public.suspend_profile(tests.id('other'), false, 'fraud', 'Stolen cards.') $$);
create temporary table resumes as select min(clock_resumes_at) as at from public.pack_orders;
select is(private.work_stopped_clocks(at - interval '1 microsecond', 9, 'infinity'), 0, 'a stopped clock does not continue before its time') from resumes;
select is(private.work_stopped_clocks(at, 9, 'infinity'), 2, 'each clock that continues is counted') from resumes;
-- Replaces the parts of a run by functions that return fixed sums; that of announcements returns its share of
-- the time.
create or replace function private.work_announcements(at timestamptz, until timestamptz, out matches int, out digests int, out campaigns int, out failed int)
language sql as $$ select 1, 2, extract(epoch from until - clock_timestamp())::int, 1 $$;
create or replace function private.work_orders(orders public.pack_orders[], at timestamptz, until timestamptz,
  out expired int, out completed int, out milestones int, out moved int, out failed int)
language sql as $$ select 3, 4, 5, 6, 10 $$;
create or replace function private.work_holds(holds private.holds[], at timestamptz, until timestamptz, out cleared int, out failed int)
language sql as $$ select 7, 100 $$;
create or replace function private.work_reviews(order_ids uuid[], at timestamptz, until timestamptz, out revealed int, out failed int)
language sql as $$ select 8, 10000 $$;
create or replace function private.work_suspensions(at timestamptz, batch int, until timestamptz, out ended int, out failed int)
language sql as $$ select 9, 1000 $$;
update private.settings set max_value = 4000, value = 4000 where key = 'due_work_seconds';
create function pg_temp.done(wanted jsonb) returns jsonb language sql as $$
  select jsonb_object_agg(key, case key when 'campaigns' then to_jsonb(value::int between 1900 and 2000) else value end)
  from jsonb_each(private.run_due_work(now())) where wanted ? key
$$;
select is(pg_temp.done(wanted), wanted, 'a run returns the sums of its parts') from (values (
  '{"matches": 1, "email_digests": 2, "campaigns": true, "orders_expired": 3, "orders_completed": 4, "milestones_accepted": 5,
    "orders_moved": 6, "holds_cleared": 7, "reviews_revealed": 8, "suspensions_ended": 9, "failed": 11111}'::jsonb)) as w (wanted);
