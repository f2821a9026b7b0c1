-- Sets the hours from a deadline until the order moves by itself, and from its last reminder until then.
update private.settings set value = case key when 'late_work_window' then 100 when 'last_reminder' then 10
  when 'ruling_grace' then 50 end
where key in ('late_work_window', 'last_reminder', 'ruling_grace');
select results_eq($$
    select o.status, late, (select r.number::int from private.due_reminder(o, now()) as r)
    from (values ('awaiting_ruling', -1), ('awaiting_ruling', 0), ('awaiting_ruling', 49), ('awaiting_ruling', 50),
      ('in_progress', -1), ('in_progress', 0), ('in_progress', 89), ('in_progress', 90), ('in_progress', 99), ('in_progress', 100)) as x (status, late),
    lateral jsonb_populate_record(null::public.pack_orders, jsonb_build_object('status', x.status, 'reminders_sent', 0, 'due_at', now() - make_interval(hours => late))) as o
    order by 1, 2 $$,
  $$ values ('awaiting_ruling', -1, null), ('awaiting_ruling', 0, 1), ('awaiting_ruling', 49, 1), ('awaiting_ruling', 50, null),
    ('in_progress', -1, null), ('in_progress', 0, 1), ('in_progress', 89, 1), ('in_progress', 90, 2), ('in_progress', 99, 2), ('in_progress', 100, null) $$,
  'a reminder is due from its time until that of the next one, or until the order has moved');
select is(private.moves_itself_at(jsonb_populate_record(null::public.pack_orders, jsonb_build_object('status', 'in_progress', 'due_at', now()))),
  now() + interval '100 hours', 'the order moves when the time after its deadline is over');
select tests.make_member('ann', 'kol');
select tests.make_member('bob', 'brand');
create temporary table o as select tests.put_order(tests.id('bob'), tests.id('ann'), 'in_progress') as id;
create function pg_temp.reminded(late interval) returns int language sql as $$
  update public.pack_orders p set due_at = now() - late, reminders_sent = 0 from o where o.id = p.id;
  select private.work_order_reminders(now(), 10, now() + interval '1 hour')
$$;
select is(pg_temp.reminded('90 hours'), 1, 'an earlier reminder is not sent at the time of the last one');
select is(pg_temp.reminded('100 hours'), 0, 'no reminder is sent when the order moves');
select is(pg_temp.reminded('99 hours 59 minutes'), 1, 'a reminder is sent until the order moves');
