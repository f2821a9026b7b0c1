-- Reminders of both sides or staff before an order moves by itself. Each row is one reminder; the
-- reminders of a review are of another kind (15_operation/06_due_work), counted from the delivery.
create table private.order_reminders (
  status text not null references public.order_statuses (status),
  number smallint not null,
  -- How long before the order moves by itself: a setting in hours.
  lead_setting text not null references private.settings (key),
  -- The notice, and whether the two sides or staff receive it. The brand's notice has its own words
  -- if money returns to it.
  event text not null,
  brand_event text not null,
  to_staff boolean not null,
  primary key (status, number),
  constraint order_reminders_number_positive check (number between 1 and 10)
);
comment on table private.order_reminders is 'The reminders of each state: when, which notice, and to whom.';
create index order_reminders_lead_setting on private.order_reminders (lead_setting);
alter table private.order_reminders enable row level security;

create function private.moves_itself_at(o public.pack_orders) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select o.due_at + private.grace_of(o)
$$;
comment on function private.moves_itself_at is 'When an order moves by itself; null while its clock is stopped.';

-- If several reminders of one order are due, only the last is sent.
create function private.due_reminder(o public.pack_orders, at timestamptz) returns setof private.order_reminders
language sql stable security definer set search_path = '' as $$
  select r.* from private.order_reminders r
  where r.status = o.status and r.number > o.reminders_sent and private.moves_itself_at(o) > at
    and private.moves_itself_at(o) <= at + make_interval(hours => private.window_of(o, r.lead_setting)::int)
  order by r.number desc limit 1
$$;
comment on function private.due_reminder is 'The reminder that an order gets at the given time, if any.';

create function private.work_order_reminders(at timestamptz, batch int, until timestamptz) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v record;
  v_count int := 0;
begin
  for v in
    select o as reminded, r.number, r.event, r.brand_event, r.to_staff
    -- Reminders of work are sent only from its deadline on.
    from public.order_statuses s join public.pack_orders o on o.status = s.status and o.due_at <= at + make_interval(hours =>
      case when s.grace_setting is null then private.setting('last_reminder') else 0 end::int)
    cross join lateral private.due_reminder(o, at) as r
    where s.status in (select x.status from private.order_reminders x)
      -- Repeats the longest of these times as a condition for which the index of orders can be used.
      and o.due_at <= at + make_interval(hours => private.setting('last_reminder')::int)
    order by random() limit batch
    for no key update of o skip locked
  loop
    begin
      update public.pack_orders o set reminders_sent = v.number where o.id = (v.reminded).id;
      perform private.notify_about_order(to_id, v.reminded,
        case to_id when (v.reminded).brand_id then v.brand_event else v.event end,
        jsonb_build_object('due_at', private.moves_itself_at(v.reminded))
          || private.notice_of_split(v.reminded, coalesce((private.at_deadline(v.reminded)).share, (v.reminded).released_minor)))
      from unnest(case when v.to_staff then array(select private.active_staff())
        else array[(v.reminded).brand_id, (v.reminded).kol_id] end) as to_id;
      v_count := v_count + 1;
    exception when others then
      perform private.note_failure(format('reminder of order %s is not sent: %s', (v.reminded).id, sqlerrm));
    end;
    exit when clock_timestamp() > until;
  end loop;
  return v_count;
end;
$$;
comment on function private.work_order_reminders is 'Sends the reminders that are due; returns for how many orders.';

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('last_reminder', 24, 'hours', 'How long before an order moves by itself those concerned are reminded.', 1, 48)
on conflict (key) do nothing;

-- Rows -----------------------------------------------------------------------------------
insert into private.order_reminders (status, number, lead_setting, event, brand_event, to_staff)
-- Reminds as soon as the work is late, and again before the order ends.
select s.status, r.number, coalesce(r.setting, s.grace_setting), 'work_late', 'work_late_brand', false
from public.order_statuses s, (values (1, null), (2, 'last_reminder')) as r (number, setting)
where s.phase = 'open' and s.grace_setting is not null and s.at_deadline = 'expired'
union all
select s.status, r.number, coalesce(r.setting, s.grace_setting), 'revision_late', 'revision_late', false
from public.order_statuses s, (values (1, null), (2, 'last_reminder')) as r (number, setting)
where s.phase = 'open' and s.grace_setting is not null and s.at_deadline = 'settled'
union all
select s.status, 1, s.grace_setting, 'ruling_overdue', 'ruling_overdue', true
from public.order_statuses s where s.phase = 'disputed' and s.grace_setting is not null
union all
select 'disputed', 1, 'last_reminder', 'answer_reminder', 'answer_reminder', false
on conflict do nothing;
