-- Staff rule on a dispute; the money waits until nobody can appeal any more. An appeal goes to
-- another member of staff, who knows nothing of the case, and that decision is final. If staff
-- do not decide in time, a written rule does. What was decided is published without names.

-- Rulings --------------------------------------------------------------------------------
create function private.ruling_of(arguments jsonb) returns public.rulings
language sql immutable set search_path = '' as $$
  select r from jsonb_populate_record(null::public.rulings, jsonb_build_object(
    'creator_share_minor', arguments -> 'creator_share_minor', 'note', btrim(arguments ->> 'note'),
    'category', coalesce(arguments ->> 'category', 'other'), 'clause', coalesce(arguments ->> 'clause', 'other'),
    'summary', nullif(btrim(arguments ->> 'summary'), ''))) as r
$$;

-- Precedents -----------------------------------------------------------------------------
-- Rows do not name the order, so that nobody can look up whose it was.
create table public.precedents (
  id uuid primary key default gen_random_uuid(),
  decided_on date not null,
  category text not null,
  clause text not null,
  -- The creator's share of the price.
  creator_percent numeric(5, 2) not null,
  -- The state that the dispute was opened in.
  disputed_in text not null references public.order_statuses (status),
  on_appeal boolean not null,
  summary text,
  constraint precedents_percent_in_range check (creator_percent between 0 and 100)
);
comment on table public.precedents is 'Rulings that became final, without names and amounts, for every member to read; append-only.';
create index precedents_newest on public.precedents (decided_on desc, id);
create index precedents_disputed_in on public.precedents (disputed_in);
alter table public.precedents enable row level security;
create policy precedents_select on public.precedents for select to authenticated using (true);
grant select on public.precedents to authenticated, service_role;
create trigger precedents_append_only before update or delete on public.precedents
  for each row execute function private.refuse_change();
create trigger precedents_not_truncated before truncate on public.precedents
  for each statement execute function private.refuse_change();

-- A ruling is not published if the sides agreed after it, because it decided nothing then.
create function private.publish_ruling() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.precedents (decided_on, category, clause, creator_percent, disputed_in, on_appeal, summary)
  select NEW.created_at::date, r.category, r.clause,
    round(r.creator_share_minor * 100.0 / o.price_minor, 2), (private.dispute_of(o.id)).from_status, r.instance = 'appeal', r.summary
  from public.pack_orders o join public.rulings r on r.order_id = o.id
  where o.id = NEW.order_id and NEW.actor_id is distinct from o.brand_id and NEW.actor_id is distinct from o.kol_id
  order by r.instance limit 1;
  return null;
end;
$$;
comment on function private.publish_ruling is 'Trigger: publishes the ruling by which a dispute ended: the one on appeal, if there is one, or else the first.';
create trigger order_events_publish_ruling after insert on public.order_events
  -- A lost chargeback ends an order by another share than that of a ruling.
  for each row when (NEW.to_status = 'settled' and NEW.from_status in ('ruled', 'appealed')
    and (NEW.actor_id is not null or NEW.note is distinct from 'chargeback'))
  execute function private.publish_ruling();

-- Readers of a case ----------------------------------------------------------------------

create function private.has_read(o public.pack_orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.order_readers r
    where r.order_id = o.id and r.profile_id = private.my_profile_id() and r.instance = private.instance_of(o)
      and r.words = private.words_in(o))
$$;
comment on function private.has_read is 'True for staff who have opened the case since the last statement of a side.';

create function private.require_read(o public.pack_orders) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_read(o) then
    raise exception 'dispute_not_read' using errcode = 'PT409';
  end if;
  -- Both members of staff must have read the case. Splits that were proposed since are read by the second one alone: otherwise a side could delay the decision again and again by proposing an amount.
  if exists (
    select from public.staff_proposals p
    where p.action = case o.status when 'appealed' then 'decide_appeal' else 'resolve_dispute' end and p.subject = o.id::text
      and p.decided_in = pg_current_xact_id_if_assigned() and not exists (
        select from private.order_readers r
        where r.order_id = o.id and r.profile_id = p.proposed_by and r.instance = private.instance_of(o)
          and r.words[1] = (private.words_in(o))[1])
  ) then
    raise exception 'dispute_not_read_by_proposer' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_read is 'Rejects staff who have not opened the case since the last statement of a side, whether they decide it or proposed the decision that is confirmed.';

create function private.require_heard(o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if o.status = 'disputed' and at < private.clock_ends_at(o, at)
      and not (private.has_spoken(o, o.brand_id) and private.has_spoken(o, o.kol_id))
    or o.status = 'appealed' and at < private.appeal_answer_closes_at(o, at) and not private.appeal_is_answered(o)
  then
    raise exception 'dispute_not_heard' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_heard is 'Rejects a ruling before both sides have spoken, and the decision of an appeal before it is answered, unless the time for that is over.';

create function private.reject_dispute_opener(o public.pack_orders) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from public.order_events e
    where e.order_id = o.id and e.to_status = 'disputed' and private.may_be_one_person(e.actor_id, private.my_profile_id())
  ) then
    raise exception 'dispute_already_seen' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.reject_dispute_opener is 'Rejects staff who opened the dispute: nobody rules on a dispute that they opened.';

create function private.require_fresh_staff(o public.pack_orders) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
begin
  if exists (
    select from private.order_readers r where r.order_id = o.id and r.instance <> 'appeal' and private.may_be_one_person(r.profile_id, v_me)
  ) or exists (
    select from public.rulings r where r.order_id = o.id and private.may_be_one_person(r.ruled_by, v_me)
  ) or exists (
    select from public.staff_proposals p
    where p.action = 'resolve_dispute' and p.subject = o.id::text
      and (private.may_be_one_person(p.proposed_by, v_me) or private.may_be_one_person(p.decided_by, v_me))
  ) then
    raise exception 'dispute_already_seen' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_fresh_staff is 'Rejects staff who ruled, helped to rule or read the dispute before the appeal.';

create function private.require_prepared(o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.reject_dispute_opener(o);
  if o.status = 'appealed' then
    perform private.require_fresh_staff(o);
  end if;
  perform private.require_heard(o, at);
  perform private.require_read(o);
end;
$$;
comment on function private.require_prepared is 'Rejects a ruling, or the decision of an appeal, that nobody may make yet, or that this caller may not make.';

create function private.read_dispute(order_id uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order_as_staff(order_id);
  v_file jsonb;
begin
  if private.instance_of(v_order) = 'order' then
    raise exception 'order_not_disputed' using errcode = 'PT409';
  end if;
  perform private.note_reader(v_order, private.words_in(v_order), private.reason_to_read(v_order, reason));
  select jsonb_build_object(
    'order', to_jsonb(v_order),
    'evidence_closes_at', case v_order.status when 'disputed' then private.evidence_closes_at(v_order, now()) end,
    'answer_closes_at', case when v_order.status = 'appealed' and not private.appeal_is_answered(v_order) then private.appeal_answer_closes_at(v_order, now()) end,
    'silence', case when v_order.due_at is not null then (private.at_deadline(v_order)).share end,
    -- Leaves out the notes of rulings, settlements, deliveries and drafts, which are in the parts below.
    'events', (select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]')
      from public.order_events e join public.order_statuses s on s.status = e.to_status
      where e.order_id = v_order.id and (e.kind = 'dispute_withdrawn'
        or e.note is not null and e.actor_id is not null and s.submits is null and e.to_status not in ('ruled', 'settled'))),
    'deliveries', (select coalesce(jsonb_agg(to_jsonb(d) order by d.created_at, d.id), '[]')
      from public.order_deliveries d where d.order_id = v_order.id),
    'statements', (select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at, s.id), '[]')
      from public.dispute_statements s where s.order_id = v_order.id),
    'proposals', (select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at, s.id), '[]')
      from public.settlement_proposals s where s.order_id = v_order.id),
    'rulings', (select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at), '[]')
      from public.rulings r where r.order_id = v_order.id)) into v_file;
  return v_file;
end;
$$;

create function public.read_dispute(order_id uuid, reason text default null) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.read_dispute(order_id, reason)
$$;
comment on function public.read_dispute is
  'Staff: the work and the statements of both sides of a dispute. Staff who read them before the ruling cannot decide the appeal. '
  'One that is over is opened with a reason.';

create function private.read_order(order_id uuid, reason text) returns public.pack_orders
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order_as_staff(order_id);
begin
  if private.instance_of(v_order) in ('first', 'appeal') then
    raise exception 'dispute_not_read' using errcode = 'PT409';
  end if;
  perform private.note_reader(v_order, why => private.reason_to_read(v_order, reason));
  return v_order;
end;
$$;

create function public.read_order(order_id uuid, reason text default null) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.read_order(order_id, reason)
$$;
comment on function public.read_order is
  'Staff: opens an order of others, which is recorded with the reason, once; one in dispute is opened with read_dispute.';

-- The facts of an order that staff read before they open it: nothing of what was agreed, done or said.
create type public.staff_order as (
  id uuid, number text, pack_title text, price_minor bigint, released_minor bigint, currency text, status text,
  brand_id uuid, kol_id uuid, due_at timestamptz, disputed_at timestamptz, disputed_by uuid,
  is_read boolean, is_proposed boolean
);

create function private.staff_order_of(o public.pack_orders) returns public.staff_order
language plpgsql stable security definer set search_path = '' as $$
declare
  v public.staff_order := jsonb_populate_record(null::public.staff_order, to_jsonb(o));
begin
  select e.created_at, e.actor_id into v.disputed_at, v.disputed_by
  from public.order_events e where e.order_id = o.id and e.kind = 'move' and e.to_status = 'disputed'
  order by e.id desc limit 1;
  v.is_read := case when private.instance_of(o) in ('first', 'appeal') then private.has_read(o) else private.has_opened(o.id) end;
  v.is_proposed := exists (
    select from public.staff_proposals p
    where p.subject = o.id::text and p.status = 'open' and p.expires_at > now() and p.action in ('resolve_dispute', 'decide_appeal'))
    and not private.is_own_dispute(o.brand_id) and not private.is_own_dispute(o.kol_id);
  return v;
end;
$$;
comment on function private.staff_order_of is 'The facts of an order that staff read before they open it.';

create function private.staff_orders(ids uuid[], numbers text[]) returns setof public.staff_order
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query
    select s.* from public.pack_orders o cross join lateral private.staff_order_of(o) as s
    where o.id = any (ids[1:200]) or o.number = any (numbers[1:200]);
end;
$$;

create function public.staff_orders(ids uuid[] default null, numbers text[] default null)
returns setof public.staff_order
language sql stable security invoker set search_path = '' as $$
  select private.require_plain(jsonb_build_object('ids', ids, 'numbers', numbers));
  select * from private.staff_orders(ids, numbers)
$$;
comment on function public.staff_orders is
  'Staff: which orders these are, by id or number; without what was agreed, done or said.';

-- Clocks ---------------------------------------------------------------------------------
-- A demerit from before the open milestone, or before an approved draft, is not about the open work. While an order
-- is disputed, here or at the bank, it has no demerit for the open work yet, so its clock is read.
create function private.is_open_work_late(o public.pack_orders, dispute public.order_events) returns boolean
language sql stable security definer set search_path = '' as $$
  select (private.order_status(o.status)).deadline_is_delivery and o.clock_remaining_seconds < 0
    -- If a delivery is disputed, the stored clock is that of its review, and does not show how late the work was.
    or o.clock_before_dispute_seconds < 0 and (private.order_status(dispute.from_status)).deadline_is_delivery or exists (
    select from private.demerits d
    where d.order_id = o.id and d.kind = 'late' and d.created_at > greatest('-infinity',
      (select max(m.accepted_at) from public.order_milestones m where m.order_id = o.id),
      (select max(e.created_at) from public.order_events e where e.order_id = o.id and e.kind = 'move' and e.to_status = 'draft_approved')))
$$;
comment on function private.is_open_work_late is 'True when the open work was delivered late, or is late now.';

-- A brand that disputes its own revision, here or at the bank, before the time for it is over has not waited for
-- it: otherwise it could ask for a comma and open a dispute a second later. A creator who disputes their own
-- delivery keeps the brand from using the revisions that the terms promise.
create function private.split_by_rule(o public.pack_orders) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  v_dispute constant public.order_events := private.dispute_of(o.id);
  v_disputed_in constant text := coalesce(v_dispute.from_status, o.status);
  v_brand_waits boolean := case when v_dispute.id is null then o.payment_disputed_at is null
    else v_dispute.actor_id is distinct from o.brand_id end;
  -- The price of the milestone that is open, or of all the work.
  v_open_minor bigint := coalesce((private.next_milestone(o.id)).amount_minor, o.price_minor);
  v_half_minor bigint := (select v_open_minor / 2 / c.step_minor * c.step_minor from public.currencies c where c.code = o.currency);
begin
  return o.released_minor + case
    when v_disputed_in not in ('delivered', 'in_revision') then 0
    when private.is_open_work_late(o, v_dispute) then v_half_minor
    when v_disputed_in = 'in_revision' and v_brand_waits then v_half_minor
    when v_dispute.actor_id = o.kol_id and o.revisions_used < o.revisions_allowed then v_half_minor
    else v_open_minor
  end;
end;
$$;
comment on function private.split_by_rule is
  'The creator''s share when staff stay silent, or would if the order were disputed now: what was paid already, and of the open work nothing without a '
  'delivery, all for a delivery that came in time and without a later revision (a revision that the brand did not wait for does not count), unless the '
  'creator disputed it while the brand could ask for a revision; otherwise half.';

-- A proposal that nobody answered must give its side no more than the written rule would: a side that has done nothing could open a
-- dispute, ask for everything and wait. Nor may a silent side get more than was proposed.
create function private.is_within_rule(o public.pack_orders, s public.settlement_proposals) returns boolean
language sql stable security definer set search_path = '' as $$
  select case s.proposed_by when o.kol_id then s.creator_share_minor <= private.split_by_rule(o)
    else s.creator_share_minor >= private.split_by_rule(o) end
$$;
comment on function private.is_within_rule is 'True for a proposal that asks for no more than the written rule gives the side that made it.';

-- The threshold is a share of what was in dispute, not of the price: nobody could deliver a later milestone yet.
create function private.record_lost_dispute() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  o public.pack_orders;
  v_dispute constant public.order_events := private.dispute_of(NEW.order_id);
  v_from constant public.order_statuses := private.order_status(v_dispute.from_status);
  v_open_minor bigint;
  v_given_minor bigint;
  v_least numeric;
begin
  select * into o from public.pack_orders p where p.id = NEW.order_id;
  -- A creator who was in time, and whom the dispute of the brand kept from delivering, does not lose the dispute by not answering.
  if v_dispute.id is null or NEW.actor_id is null and not exists (select from public.rulings r where r.order_id = o.id)
    -- With a draft it was the brand's turn.
    and v_dispute.actor_id = o.brand_id and (v_from.deadline_is_delivery and o.clock_before_dispute_seconds >= 0
      or v_from.submits = 'draft' and not private.is_open_work_late(o, v_dispute))
  then
    return null;
  end if;
  v_open_minor := coalesce((private.next_milestone(o.id)).amount_minor, o.price_minor);
  v_given_minor := o.creator_share_minor - o.released_minor;
  v_least := v_open_minor * private.setting('dispute_lost_share') / 100;
  if v_given_minor < v_least then
    perform private.add_demerit(o.kol_id, o.id, 'dispute_lost', NEW.created_at);
  -- The brand could not accept a delivery that its creator or staff disputed, and its silence would have accepted it: only a ruling says that it lost.
  elsif v_open_minor - v_given_minor < v_least and (v_dispute.actor_id = o.brand_id or v_dispute.from_status <> 'delivered'
    or exists (select from public.rulings r where r.order_id = o.id))
  then
    perform private.add_demerit(o.brand_id, o.id, 'dispute_lost', NEW.created_at);
  end if;
  return null;
end;
$$;
comment on function private.record_lost_dispute is 'Trigger: a side that gets less than a share of the work in dispute has lost it, unless the provider ended the order.';
create trigger order_events_record_lost_dispute after insert on public.order_events
  for each row when (NEW.to_status = 'settled' and (NEW.actor_id is null and NEW.note = 'chargeback') is not true)
  execute function private.record_lost_dispute();

-- Staff rule where a proposal asks for more than the written rule gives. A proposal that comes after the evidence closed leaves
-- too little time: it does not bind, and neither does the one that it replaces. At most one side has a proposal here, because a side that proposes is not silent.
create function private.unanswered_proposal(o public.pack_orders) returns bigint
language sql stable security definer set search_path = '' as $$
  select s.creator_share_minor
  from public.settlement_proposals s
  where s.order_id = o.id and s.binds_silence and private.is_within_rule(o, s)
    and s.id = (private.last_proposal(o.id, s.proposed_by)).id
    and not private.has_spoken(o, case s.proposed_by when o.brand_id then o.kol_id else o.brand_id end)
$$;
comment on function private.unanswered_proposal is
  'The creator''s share if one side proposed in time, within the written rule, while the other said nothing at all; null otherwise.';

-- The notice tells a side that has said nothing yet the effect of its silence and its deadline.
create function private.notify_of_proposal() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
  v_other uuid;
  v_split jsonb;
begin
  select * into v_order from public.pack_orders o where o.id = NEW.order_id;
  v_split := private.notice_of_split(v_order, NEW.creator_share_minor);
  v_other := case NEW.proposed_by when v_order.brand_id then v_order.kol_id else v_order.brand_id end;
  if NEW.binds_silence and private.is_within_rule(v_order, NEW) and not private.has_spoken(v_order, v_other) then
    perform private.notify_about_order(v_other, v_order,
      case v_other when v_order.brand_id then 'settlement_proposed_to_silent_brand' else 'settlement_proposed_to_silent' end,
      v_split || jsonb_build_object('due_at', private.clock_ends_at(v_order, NEW.created_at)));
  else
    perform private.notify_about_order(v_other, v_order,
      case v_other when v_order.brand_id then 'settlement_proposed_brand' else 'settlement_proposed' end, v_split);
  end if;
  return null;
end;
$$;
create trigger settlement_proposals_notify after insert on public.settlement_proposals
  for each row execute function private.notify_of_proposal();

create function private.at_deadline(o public.pack_orders, out to_status text, out share bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  to_status := (private.order_status(o.status)).at_deadline;
  case o.status
    when 'disputed' then
      share := private.unanswered_proposal(o);
      if share is not null then
        to_status := 'settled';
      end if;
    when 'awaiting_ruling', 'in_revision' then
      share := private.split_by_rule(o);
    when 'ruled', 'appealed' then
      share := o.creator_share_minor;
    else null;
  end case;
end;
$$;
comment on function private.at_deadline is 'The state that an order moves to at its deadline, and the creator''s share of the price.';

create function private.share_by_deadline(order_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select (private.at_deadline(o)).share from public.pack_orders o
  where o.id = share_by_deadline.order_id
    and (private.my_profile_id() in (o.brand_id, o.kol_id) or o.id in (select private.orders_read_by_me()))
$$;
create function public.share_by_deadline(order_id uuid) returns bigint
language sql stable security invoker set search_path = '' as $$
  select private.share_by_deadline(order_id)
$$;
comment on function public.share_by_deadline is
  'Either side: the creator''s share of the price if nobody does anything until the deadline, as it will be posted then; null where the order continues, or where its next state says the share.';

-- Rulings of staff -----------------------------------------------------------------------
-- Members choose their names: the name "Art" must not forbid "part", nor "Work" "work", and the name "the" forbids only "The". Scripts without spaces have no word boundaries.
create function private.has_name(summary text, name text) returns boolean
language sql immutable set search_path = '' as $$
  select bool_or(summary ~ concat(case when not k.is_word then '(?i)' end, '(^|[^0-9', w.letters, '])',
    regexp_replace(s.spelling, '([!-/:-@\[-`{-~])', '\\\1', 'g'), '($|[^0-9', w.letters, '])'))
  from (values ('a-zA-Z\u00c0-\u024f\u0370-\u052f')) as w (letters)
  cross join lateral (select name ~ concat('^[', w.letters, ']+$') as is_word) as k
  cross join unnest(array[name, initcap(name), upper(name)]) as s (spelling)
  where not k.is_word or octet_length(name) > 3 or s.spelling <> lower(s.spelling)
$$;
comment on function private.has_name is
  'True for a text that contains this name, whatever its case. A name of letters alone may be an ordinary word: it counts only as its member writes it or with a capital, and up to three letters only with a capital.';

create function private.require_valid_ruling(o public.pack_orders, ruling public.rulings) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (ruling.creator_share_minor between o.released_minor and o.price_minor) is not true then
    raise exception 'share_out_of_range' using errcode = 'PT422';
  end if;
  perform private.require_steps(array[ruling.creator_share_minor], o.currency);
  perform private.require_reason(ruling.note);
  if ruling.summary ~* '@[a-z0-9_]|https?://' or exists (
    select from public.profiles p
    where p.id in (o.brand_id, o.kol_id) and p.display_name <> '' and private.has_name(ruling.summary, p.display_name))
  then
    raise exception 'summary_names_member' using errcode = 'PT422';
  end if;
end;
$$;
comment on function private.require_valid_ruling is 'Rejects a ruling outside the price, without a reason, or whose published summary names somebody.';

-- `o` is locked by the caller.
create function private.record_ruling(o public.pack_orders, action text, to_status text, ruling public.rulings, at timestamptz)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_staff uuid := private.my_profile_id();
begin
  if o.creator_share_minor = ruling.creator_share_minor and private.just_moved_by(o, to_status, v_staff, ruling.note) and (
    select (r.category, r.clause, r.summary) is not distinct from (ruling.category, ruling.clause, ruling.summary)
    from public.rulings r where r.order_id = o.id and r.instance = case action when 'resolve_dispute' then 'first' else 'appeal' end)
  then
    return o;
  end if;
  perform private.require_order_action(action, o, at);
  perform private.require_valid_ruling(o, ruling);
  -- The limit is checked after the arguments, so that only a valid decision is proposed to a second member of staff.
  perform private.require_second_above_limit(action, o.id::text, private.units_of(o.price_minor, o.currency));
  insert into public.rulings (order_id, instance, ruled_by, creator_share_minor, category, clause, note, summary, created_at)
  values (o.id, case action when 'resolve_dispute' then 'first' else 'appeal' end, v_staff, ruling.creator_share_minor,
    ruling.category, ruling.clause, ruling.note, ruling.summary, private.clock_time_at(at));
  -- The audit log leaves out the decision: it is in the ruling, which not all of staff may read.
  perform private.audit(action, o.id, jsonb_build_object('price_minor', o.price_minor, 'currency', o.currency));
  return private.move_order(o, to_status, 'staff', v_staff, ruling.note, at, ruling.creator_share_minor);
end;
$$;
comment on function private.record_ruling is 'Stores a ruling and moves the order; a retry changes nothing.';

create function private.resolve_dispute(order_id uuid, ruling public.rulings) returns public.pack_orders
language plpgsql volatile security definer set search_path = '' as $$
begin
  return private.record_ruling(private.lock_order_as_staff(order_id), 'resolve_dispute', 'ruled', ruling, private.clock());
end;
$$;
create function public.resolve_dispute(
  order_id uuid, creator_share_minor bigint, note text,
  category text default 'other', clause text default 'other', summary text default null
) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.resolve_dispute(order_id, private.ruling_of(jsonb_build_object(
    'creator_share_minor', creator_share_minor, 'note', note, 'category', category, 'clause', clause, 'summary', summary)));
end;
$$;
comment on function public.resolve_dispute is
  'Staff: rule on a dispute: the creator''s share of the price, why, and what is published. The money waits for an appeal.';

create function private.decide_appeal(order_id uuid, ruling public.rulings) returns public.pack_orders
language plpgsql volatile security definer set search_path = '' as $$
begin
  return private.record_ruling(private.lock_order_as_staff(order_id), 'decide_appeal', 'settled', ruling, private.clock());
end;
$$;
create function public.decide_appeal(
  order_id uuid, creator_share_minor bigint, note text,
  category text default 'other', clause text default 'other', summary text default null
) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.decide_appeal(order_id, private.ruling_of(jsonb_build_object(
    'creator_share_minor', creator_share_minor, 'note', note, 'category', category, 'clause', clause, 'summary', summary)));
end;
$$;
comment on function public.decide_appeal is
  'Staff who have not seen the dispute before: decide the appeal, which ends it.';

-- Appeals --------------------------------------------------------------------------------
create function private.require_loss(o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if o.creator_share_minor = (case private.my_profile_id() when o.kol_id then o.price_minor else o.released_minor end) then
    raise exception 'ruling_not_appealable' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_loss is 'Rejects the appeal of a side to which the ruling gave everything.';

create function private.appeal_ruling(order_id uuid, reason text) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'appeal_ruling');
  v_me uuid := private.my_profile_id();
begin
  if private.just_moved_by(v_order, 'appealed', v_me, reason) then
    return v_order;
  end if;
  perform private.require_order_action('appeal_ruling', v_order, private.clock());
  perform private.require_reason(reason);
  return private.move_order(v_order, 'appealed', private.side_of(v_order, v_me), v_me, reason, private.clock(),
    v_order.creator_share_minor);
end;
$$;
create function public.appeal_ruling(order_id uuid, reason text) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.appeal_ruling(order_id, reason);
end;
$$;
comment on function public.appeal_ruling is 'Either side: appeals against the ruling on a dispute, once.';

-- Granted to members ---------------------------------------------------------------------
grant execute on function
  private.read_dispute, private.read_order, private.staff_orders, public.read_order, public.staff_orders,
  private.share_by_deadline, public.share_by_deadline,
  private.ruling_of, private.resolve_dispute, private.decide_appeal, private.appeal_ruling,
  public.read_dispute, public.resolve_dispute, public.decide_appeal, public.appeal_ruling
  to authenticated;
