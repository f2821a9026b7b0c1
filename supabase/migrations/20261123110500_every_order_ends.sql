-- Late work and disputes get clocks. Reference rows that change are changed here, because the
-- generated migration only adds rows; living orders get the clock of their state.
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('late_work_window', 168, 'hours', 'Work that is late by this much ends the order, and the brand gets its money back.', 48, 720, true),
  ('dispute_evidence_window', 72, 'hours', 'How long both sides of a dispute can give evidence.', 24, 720, true),
  ('dispute_answer_window', 120, 'hours', 'When this is over, a side that said nothing in a dispute is bound by the other side''s proposal.', 24, 720, true),
  ('ruling_window', 168, 'hours', 'Staff rule on a dispute within this time.', 24, 720, true),
  ('ruling_grace', 168, 'hours', 'A ruling that is overdue by this much is replaced by the written rule.', 24, 720, true),
  ('appeal_window', 72, 'hours', 'How long either side can appeal against a ruling. The money waits for it.', 24, 720, true),
  ('appeal_ruling_window', 168, 'hours', 'Another member of staff decides an appeal within this time.', 24, 720, true)
on conflict (key) do nothing;

alter table public.order_statuses add column grace_setting text references private.settings (key);
alter table public.order_statuses
  drop constraint order_statuses_waits_for_known,
  drop constraint order_statuses_clock_has_deadline;
insert into public.order_statuses
  (status, position, phase, waits_for, deadline_setting, deadline_is_delivery, at_deadline, grace_setting, holds_escrow, outcome)
values
  ('awaiting_ruling', 72, 'disputed', 'staff', 'ruling_window', false, 'settled', 'ruling_grace', true, null),
  ('ruled', 74, 'disputed', 'both', 'appeal_window', false, 'settled', null, true, null),
  ('appealed', 76, 'disputed', 'staff', 'appeal_ruling_window', false, 'settled', 'ruling_grace', true, null);
update public.order_statuses set at_deadline = 'expired', grace_setting = 'late_work_window'
where status in ('in_progress', 'draft_revision', 'draft_approved', 'in_revision');
update public.order_statuses set deadline_setting = 'dispute_answer_window', at_deadline = 'awaiting_ruling'
where status = 'disputed';

delete from private.order_moves where (from_status, to_status, actor) = ('disputed', 'settled', 'staff');
update private.order_action_rules set leads_to = 'ruled' where action = 'resolve_dispute';

-- Disputes that are open now: five days from here, or five days on the clock that a suspension has
-- stopped.
update public.pack_orders o set
  reminders_sent = 0,
  due_at = case when s.stands then null else now() + interval '5 days' end,
  clock_left_seconds = case when s.stands then 5 * 86400 end,
  clock_stopped_at = case when s.stands then now() end
from (
  select d.id, exists (
    select from public.profiles p where p.id in (d.brand_id, d.kol_id) and p.suspended_at is not null) as stands
  from public.pack_orders d where d.status = 'disputed'
) s
where o.id = s.id;

-- Work that is late already is not ended before its sides were told: at least two days from here.
update public.pack_orders o set
  reminders_sent = 0,
  due_at = case when o.due_at is not null then greatest(o.due_at, now() - interval '5 days') end,
  clock_left_seconds = case when o.clock_left_seconds is not null then greatest(o.clock_left_seconds, -5 * 86400) end
where o.status in ('in_progress', 'draft_revision', 'draft_approved', 'in_revision');
