-- The states of an order and the moves between them are data. Everything that depends on a state
-- (money, deadlines, permitted actions, the client's lists) reads these two tables, so a new state
-- needs a row here, its moves and its texts.

-- States ---------------------------------------------------------------------------------
create table public.order_statuses (
  status text primary key,
  -- The position in lists, with gaps for more states.
  position smallint not null unique,
  -- The tab of the order list.
  phase text not null,
  -- The side that has to act next; null for none.
  waits_for text,
  -- The time limit of the state: a setting in hours, or the delivery time of the order's terms.
  deadline_setting text references private.settings (key),
  deadline_is_delivery boolean not null default false,
  -- The state that the order moves to when the time is over, unless at_deadline() names another.
  -- Every state that is no end has one, so no order waits forever. Deferred, so that a row may name
  -- one that is inserted after it.
  at_deadline text references public.order_statuses (status) deferrable initially deferred,
  -- True if the order's escrow account holds the brand's money.
  holds_escrow boolean not null,
  -- The use of the money in escrow: back to the brand, to the creator, or split as agreed. Null: the order
  -- continues.
  outcome text,
  -- A setting in hours: how long after its deadline the order still waits, overdue, before it moves.
  grace_setting text references private.settings (key),
  -- The work that the creator submits by moving the order to this state.
  submits text,
  -- True if moving to this state uses one of the revisions that the terms allow.
  is_revision boolean not null default false,
  constraint order_statuses_submits_known check (submits in ('draft', 'delivery')),
  constraint order_statuses_phase_known check (phase in ('open', 'disputed', 'completed', 'closed')),
  constraint order_statuses_waits_for_known check (waits_for in ('brand', 'creator', 'both', 'staff')),
  constraint order_statuses_outcome_known check (outcome in ('refund', 'completion', 'settlement')),
  constraint order_statuses_end_has_outcome check ((outcome is not null) = (phase in ('completed', 'closed'))),
  constraint order_statuses_end_is_still
    check (outcome is null or not holds_escrow and waits_for is null and deadline_setting is null),
  constraint order_statuses_one_deadline check (deadline_setting is null or not deadline_is_delivery),
  constraint order_statuses_every_state_ends check ((outcome is null) = (at_deadline is not null)),
  constraint order_statuses_clock_has_deadline
    check (at_deadline is null or deadline_setting is not null or deadline_is_delivery),
  constraint order_statuses_grace_follows_deadline check (grace_setting is null or at_deadline is not null)
);
comment on table public.order_statuses is 'The states of an order: phase, who has to act, until when, and where the money is.';
create index order_statuses_grace_setting on public.order_statuses (grace_setting);
create index order_statuses_deadline_setting on public.order_statuses (deadline_setting);
create index order_statuses_at_deadline on public.order_statuses (at_deadline);

alter table public.order_statuses enable row level security;
create policy order_statuses_select on public.order_statuses for select to authenticated using (true);
-- No role gets a right to write: states are changed with the code, by migrations.
grant select on public.order_statuses to authenticated, service_role;

-- PL/pgSQL, because order pages call it often: the plan is kept for the session.
create function private.order_status(status text) returns public.order_statuses
language plpgsql stable security definer set search_path = '' as $$
declare
  v_row public.order_statuses;
begin
  select s.* into v_row from public.order_statuses s where s.status = order_status.status;
  return v_row;
end;
$$;

-- Moves ----------------------------------------------------------------------------------
create table private.order_moves (
  from_status text not null references public.order_statuses (status),
  to_status text not null references public.order_statuses (status),
  -- brand, creator, staff: that actor alone; both: one side requests, the other agrees;
  -- clock: run_due_work; provider: the payment provider; milestone: the acceptance, by the brand or
  -- the clock, of a milestone that is not the last; opener: the side that opened the dispute.
  actor text not null,
  primary key (from_status, to_status, actor),
  constraint order_moves_actor_known
    check (actor in ('brand', 'creator', 'both', 'staff', 'clock', 'provider', 'milestone', 'opener'))
);
comment on table private.order_moves is 'All moves that an order can make, and who can make them. Every other move is rejected.';
create index order_moves_to_status on private.order_moves (to_status);
alter table private.order_moves enable row level security;

create function private.has_move(from_status text, to_status text, actor text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.order_moves m
    where m.from_status = has_move.from_status and m.to_status = has_move.to_status and m.actor = has_move.actor
  );
end;
$$;

create function private.is_paid_before_work(status text) returns boolean
language sql stable security definer set search_path = '' as $$
  select (private.order_status(status)).holds_escrow
    and private.has_move(status, 'cancelled', 'brand') and not private.has_move(status, 'cancelled', 'both')
$$;
comment on function private.is_paid_before_work is 'True for a paid order that the creator has not accepted: the brand can still cancel it alone.';

-- Windows --------------------------------------------------------------------------------
create function private.order_windows() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select jsonb_object_agg(s.key, s.value) from private.settings s
  where s.key in ('late_cancellation', 'cancellation_window', 'review_extension', 'dispute_evidence_window', 'clock_stop_most')
    or s.key in (select x.deadline_setting from public.order_statuses x union select x.grace_setting from public.order_statuses x));
end;
$$;
comment on function private.order_windows is 'The settings of the clocks that an order keeps from the time at which it is placed.';

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('payment_window', 24, 'hours', 'An order that is not paid by then expires.', 1, 720, true),
  ('acceptance_window', 72, 'hours', 'A paid order that the creator has not answered by then expires.', 12, 720, true),
  ('draft_window', 48, 'hours', 'Silence of the brand for this long after a draft approves it.', 12, 720, true),
  ('review_window', 72, 'hours', 'Silence of the brand for this long after a delivery accepts it.', 24, 720, true),
  ('late_work_window', 168, 'hours', 'Work that is late by this much ends the order: the brand gets its money back, or in a revision what the written rule gives it.', 48, 720, true),
  ('dispute_evidence_window', 72, 'hours', 'How long both sides of a dispute can give evidence.', 24, 720, true),
  ('dispute_answer_window', 120, 'hours', 'When this is over, a side that said nothing in a dispute is bound by the other side''s proposal.', 24, 720, true),
  ('ruling_window', 168, 'hours', 'Staff rule on a dispute within this time.', 24, 720, true),
  ('ruling_grace', 168, 'hours', 'A ruling that is overdue by this much is replaced by the written rule.', 24, 720, true),
  ('appeal_window', 72, 'hours', 'How long either side can appeal against a ruling. The money waits for it.', 24, 720, true),
  ('appeal_ruling_window', 168, 'hours', 'Another member of staff decides an appeal within this time.', 24, 720, true)
on conflict (key) do nothing;

-- Rows -----------------------------------------------------------------------------------
insert into public.order_statuses
  (status, position, phase, waits_for, deadline_setting, deadline_is_delivery, at_deadline, grace_setting,
    holds_escrow, outcome, submits, is_revision)
values
  ('pending_payment', 10, 'open', 'brand', 'payment_window', false, 'expired', null, false, null, null, false),
  ('funded', 20, 'open', 'creator', 'acceptance_window', false, 'expired', null, true, null, null, false),
  ('in_progress', 30, 'open', 'creator', null, true, 'expired', 'late_work_window', true, null, null, false),
  -- States of a draft, which only some terms ask for.
  ('draft_review', 32, 'open', 'brand', 'draft_window', false, 'draft_approved', null, true, null, 'draft', false),
  ('draft_revision', 34, 'open', 'creator', null, true, 'expired', 'late_work_window', true, null, null, true),
  ('draft_approved', 36, 'open', 'creator', null, true, 'expired', 'late_work_window', true, null, null, false),
  ('delivered', 40, 'open', 'brand', 'review_window', false, 'completed', null, true, null, 'delivery', false),
  ('in_revision', 50, 'open', 'creator', null, true, 'settled', 'late_work_window', true, null, null, true),
  ('completed', 60, 'completed', null, null, false, null, null, false, 'completion', null, false),
  ('disputed', 70, 'disputed', 'both', 'dispute_answer_window', false, 'awaiting_ruling', null, true, null, null, false),
  ('awaiting_ruling', 72, 'disputed', 'staff', 'ruling_window', false, 'settled', 'ruling_grace', true, null, null, false),
  ('ruled', 74, 'disputed', 'both', 'appeal_window', false, 'settled', null, true, null, null, false),
  ('appealed', 76, 'disputed', 'staff', 'appeal_ruling_window', false, 'settled', 'ruling_grace', true, null, null, false),
  ('settled', 80, 'completed', null, null, false, null, null, false, 'settlement', null, false),
  ('declined', 90, 'closed', null, null, false, null, null, false, 'refund', null, false),
  ('cancelled', 100, 'closed', null, null, false, null, null, false, 'refund', null, false),
  ('expired', 110, 'closed', null, null, false, null, null, false, 'refund', null, false)
on conflict do nothing;

insert into private.order_moves (from_status, to_status, actor)
select s.status, s.at_deadline, 'clock' from public.order_statuses s where s.at_deadline is not null
union all
-- A provider that reverses a payment permanently ends the order that it paid for: with what the creator
-- had earned by then, or with nothing.
select s.status, e.status, 'provider' from public.order_statuses s, unnest(array['cancelled', 'settled']) as e (status)
where s.holds_escrow
union all
-- The sides can agree at any time before the money leaves.
select s.status, 'settled', 'both' from public.order_statuses s where s.phase = 'disputed'
union all
-- During the work either side can open a dispute, and both sides together can cancel work that is not
-- delivered.
select s.status, m.to_status, m.actor from public.order_statuses s
join (values ('disputed', 'brand'), ('disputed', 'creator'), ('cancelled', 'both')) as m (to_status, actor)
  on m.actor <> 'both' or s.submits is distinct from 'delivery'
where s.phase = 'open' and s.holds_escrow and s.status <> 'funded'
union all
-- A dispute that is withdrawn before anybody ruled returns the order to the state in which it was disputed.
select d.status, s.status, 'opener' from public.order_statuses s, unnest(array['disputed', 'awaiting_ruling']) as d (status)
where s.phase = 'open' and s.holds_escrow and s.status <> 'funded'
union all
-- The brand alone cancels work that is overdue, of which nothing was delivered.
select s.status, 'cancelled', 'brand' from public.order_statuses s where s.phase = 'open' and s.grace_setting is not null and s.at_deadline = 'expired'
union all
values
  ('pending_payment', 'funded', 'provider'),
  ('pending_payment', 'funded', 'brand'), -- from the wallet
  -- The creator agreed before, by an offer of its own.
  ('pending_payment', 'in_progress', 'provider'),
  ('pending_payment', 'in_progress', 'brand'),
  ('pending_payment', 'cancelled', 'brand'),
  ('pending_payment', 'cancelled', 'creator'), -- an accepted offer
  ('funded', 'in_progress', 'creator'),
  ('funded', 'declined', 'creator'),
  ('funded', 'cancelled', 'brand'),
  ('in_progress', 'delivered', 'creator'), -- unless the terms ask for a draft
  ('in_progress', 'draft_review', 'creator'),
  ('draft_review', 'draft_revision', 'brand'),
  ('draft_review', 'draft_approved', 'brand'),
  ('draft_revision', 'draft_review', 'creator'),
  ('draft_approved', 'delivered', 'creator'),
  ('delivered', 'in_revision', 'brand'),
  ('delivered', 'completed', 'brand'),
  -- Staff may open a dispute only after a delivery: before one the written rule would always decide for the brand.
  ('delivered', 'disputed', 'staff'),
  ('delivered', 'in_progress', 'milestone'),
  ('in_revision', 'delivered', 'creator'),
  -- The clock accepts a proposal that the other side did not answer.
  ('disputed', 'settled', 'clock'),
  -- Staff may rule before the evidence is complete; an appeal can correct the ruling.
  ('disputed', 'ruled', 'staff'),
  ('awaiting_ruling', 'ruled', 'staff'),
  ('ruled', 'appealed', 'brand'),
  ('ruled', 'appealed', 'creator'),
  ('appealed', 'settled', 'staff')
on conflict do nothing;
