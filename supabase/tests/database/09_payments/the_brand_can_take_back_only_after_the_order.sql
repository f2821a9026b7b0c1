-- cast: brand brand, kol kol
select plan(83);
-- Returns the longest time that an order can take, over every path through the states with its counters, and
-- with a suspension and an extension of the review.
create function pg_temp.longest_walk(o public.pack_orders) returns numeric language sql as $$
  with recursive clocks as (
    select s.status, s.is_revision, s.outcome, case when s.deadline_is_delivery then o.delivery_days * 24 when s.deadline_setting is not null then private.setting(s.deadline_setting) else 0 end
      + case when s.grace_setting is null then 0 else private.setting(s.grace_setting) end as hours
    from public.order_statuses s
  ), walk (status, parts, revisions, withdrawn, opened_in, hours) as (
    select c.status, greatest(o.milestone_count, 1)::int, o.revisions_allowed, false, null, c.hours from clocks c where c.status = 'funded'
    union
    select c.status, w.parts - (m.actor = 'milestone')::int, w.revisions - (c.is_revision and m.actor <> 'opener')::int, w.withdrawn or m.actor = 'opener',
      case when m.to_status = 'disputed' then m.from_status else w.opened_in end,
      w.hours + case m.actor when 'opener' then 24 else c.hours end
    from walk w join private.order_moves m on m.from_status = w.status join clocks c on c.status = m.to_status
    where c.outcome is null and m.actor <> 'provider' and (m.actor <> 'milestone' or w.parts > 1)
      and (m.actor = 'opener' or not c.is_revision or w.revisions > 0) and (m.actor <> 'opener' or not w.withdrawn)
      and (private.needs_draft(o) or m.to_status <> 'draft_review') and (not private.needs_draft(o) or (m.from_status, m.to_status) <> ('in_progress', 'delivered'))
      and (m.actor <> 'opener' or m.to_status = w.opened_in)
  )
  select max(w.hours) + private.setting('review_extension') + 24 * private.setting('clock_stop_most') from walk w
$$;
create function pg_temp.order_with(days int, revisions int, milestones int, draft boolean) returns public.pack_orders language sql as $$
  select jsonb_populate_record(null::public.pack_orders, jsonb_build_object('delivery_days', days, 'revisions_allowed', revisions, 'milestone_count', milestones,
    'terms', jsonb_build_object('needs_draft', draft), 'windows', private.order_windows(), 'status', 'pending_payment'))
$$;
create function pg_temp.set_clocks(to_most text) returns void language sql as $$
  update private.settings s set value = case when to_most = 'most' or to_most = 'odd' and md5(s.key) < '8' or to_most = 'even' and md5(s.key) >= '8'
    then coalesce(s.max_value, private.max_of_unit(s.unit)) else s.min_value end
  where s.key in (select jsonb_object_keys(private.order_windows()))
$$;
create temporary table clocks (name text primary key);
insert into clocks values ('most'), ('least'), ('odd'), ('even');
create function pg_temp.test_all(name text) returns setof text language plpgsql as $$
declare
  v record;
begin
  perform pg_temp.set_clocks(test_all.name);
  for v in
    select pg_temp.order_with(d, r, m, f) as o, format('%s days, %s revisions, %s milestones, draft %s, clocks %s', d, r, m, f, test_all.name) as words
    from unnest(array[1, 90]) as d, unnest(array[0, 2]) as r, unnest(array[0, 3]) as m, unnest(array[false, true]) as f
  loop
    return next cmp_ok(pg_temp.longest_walk(v.o), '<=', extract(epoch from private.longest_life(v.o)) / 3600, 'no order stays open longer: ' || v.words);
  end loop;
end;
$$;
select pg_temp.test_all(c.name) from clocks c;

select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', pack => tests.make_pack(tests.id('kol'), 20000000, 'USDC'));
select is(p.later, true, 'a payment can be taken back only after the last end of its order')
from (select (private.prepare_chain_payment(o, tests.address('payer'), '{}')).authorization_expiry
  > extract(epoch from now() + private.longest_life(o)) as later from public.pack_orders o where o.id = tests.order_id()) as p;
select tests.refused('brand', format('select public.start_chain_payment(%L, %L, %L)', tests.order_id(), tests.address('p'),
  jsonb_build_object('authorization_expiry', extract(epoch from now() + interval '1 day')::bigint)), 'PT422', 'chain_expiry_invalid', 'a payer cannot set an earlier time');
select tests.refused('brand', format('select public.start_chain_payment(%L, %L, %L)', tests.order_id(), tests.address('p'), given), 'PT422', 'invalid_body', 'nor ' || coalesce(given, 'null'))
from unnest(array['[]', '"x"', 'null', null, '{"salt": "0x12"}', '{"salt": 7}', '{"pre_approval_expiry": "soon"}', '{"authorization_expiry": 1.5}',
  '{"authorization_expiry": 99999999999999999999}', '{"pre_approval_expiry": {}}', '{"authorization_expiry": -1}']) as given;

-- An order that is kept open by a fault ends before the brand can take its money back.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress', pack => tests.make_pack(tests.id('kol'), 20000000, 'USDC'));
update public.pack_orders set due_at = '2100-01-01' where id = tests.order_id();
create function pg_temp.run(days_before int) returns text language sql as $$
  select private.run_due_work(to_timestamp(p.authorization_expiry) - make_interval(days => days_before)) from public.chain_payments p where p.order_id = tests.order_id();
  select o.status from public.pack_orders o where o.id = tests.order_id()
$$;
select is(pg_temp.run(16), 'in_progress', 'an order stays open within its time');
select is(pg_temp.run(14), 'expired', 'an order ends when half of the reserve is left');
select is((select kind from public.chain_alarms), 'near_expiry', 'staff are alarmed of an order that ends near its expiry');

-- Makes an order that has ended, but whose creator is not paid yet.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', pack => tests.make_pack(tests.id('kol'), 20000000, 'USDC'));
create function pg_temp.alarms() returns int language sql as $$
  select count(*)::int from public.chain_alarms a where a.order_id = tests.order_id() and a.kind = 'near_expiry' and a.cleared_at is null
$$;
select is(pg_temp.run(16) || ' ' || pg_temp.alarms(), 'completed 0', 'staff get no alarm about a capture with enough time left');
select is(pg_temp.run(14) || ' ' || pg_temp.alarms(), 'completed 1', 'staff get an alarm about a capture that is not final near the expiry');
update public.chain_alarms set cleared_at = now();
select is(pg_temp.run(13) || ' ' || pg_temp.alarms(), 'completed 0', 'staff are notified once of a capture that is not final near the expiry');
