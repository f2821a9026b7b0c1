-- Acts that move much money, or change settings that affect money, require two members of staff:
-- one proposes, another one confirms, and only then is it done. The acts themselves require the
-- confirmation, so it cannot be bypassed. 14_administration/07_two_people has the functions that staff call.
create table public.staff_proposals (
  id uuid primary key default gen_random_uuid(),
  action text not null,
  -- The order, the payment, the profile, the setting or the month: one open proposal each.
  subject text not null,
  arguments jsonb not null,
  proposed_by uuid not null references public.profiles (id),
  status text not null default 'open',
  decided_by uuid references public.profiles (id),
  decided_at timestamptz,
  -- The transaction that carries the act out, by which the act finds its confirmation.
  decided_in xid8,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint staff_proposals_action_known check (
    action in ('resolve_dispute', 'decide_appeal', 'resolve_suspense', 'unfreeze_profile', 'bear_chargeback', 'send_evidence', 'suspend_profile', 'unsuspend_profile',
      'decide_suspension_appeal', 'lift_ban', 'decide_same_person', 'set_trust_level', 'update_setting', 'record_payout_sent', 'record_payout_failed',
      'record_payout_returned', 'release_payouts', 'close_month', 'resolve_difference', 'give_up_capture', 'clear_chain_alarm')),
  constraint staff_proposals_arguments_short check (length(arguments::text) <= 8000),
  constraint staff_proposals_status_known check (status in ('open', 'confirmed', 'withdrawn')),
  constraint staff_proposals_decided check ((status = 'open') = (decided_by is null) and (status = 'open') = (decided_at is null)),
  constraint staff_proposals_times_finite check (isfinite(expires_at) and isfinite(decided_at)),
  constraint staff_proposals_confirmed_by_another check (status <> 'confirmed' or decided_by <> proposed_by)
);
comment on table public.staff_proposals is 'Acts of staff that a second member of staff has to confirm.';
create unique index staff_proposals_one_open on public.staff_proposals (action, subject) where status = 'open';
create index staff_proposals_open_about on public.staff_proposals (subject) where status = 'open';
create index staff_proposals_newest on public.staff_proposals (created_at desc);
create index staff_proposals_proposed_by on public.staff_proposals (proposed_by);
create index staff_proposals_decided_by on public.staff_proposals (decided_by);

alter table public.staff_proposals enable row level security;
-- The policy, which says who reads which proposal, is in 14_administration/07_two_people.
grant select on public.staff_proposals to authenticated, service_role;
create trigger staff_proposals_not_deleted before delete on public.staff_proposals
  for each row execute function private.refuse_change();
create trigger staff_proposals_not_truncated before truncate on public.staff_proposals
  for each statement execute function private.refuse_change();
create trigger staff_proposals_decided_once before update on public.staff_proposals
  for each row when (
    -- The end of an open proposal can only be moved to a later time, after maintenance.
    OLD.status <> 'open' or NEW.expires_at < OLD.expires_at
    or (OLD.id, OLD.action, OLD.subject, OLD.arguments, OLD.proposed_by, OLD.created_at)
      is distinct from (NEW.id, NEW.action, NEW.subject, NEW.arguments, NEW.proposed_by, NEW.created_at)
  ) execute function private.refuse_change();

-- No member of staff withdraws these proposals, so the audit log names no actor.
create function private.end_proposals(ids uuid[], because text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  with ended as (
    update public.staff_proposals p set status = 'withdrawn', decided_by = p.proposed_by, decided_at = now()
    where p.id = any (ids) and p.status = 'open' returning *
  )
  insert into public.staff_audit (action, subject_id, details)
  select 'end_proposal', e.id, jsonb_build_object('action', e.action, 'subject', e.subject, 'proposed_by', e.proposed_by, 'ended_because', because)
  from ended e;
end;
$$;
comment on function private.end_proposals is 'Withdraws proposals that the market ends by itself, and writes why to the audit log.';

-- An act ends the open proposals that were made without knowing of it, except the one that is being carried out.
create function private.withdraw_proposals(actions text[], subjects text[], because text, besides jsonb default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.end_proposals(array(
    select p.id from public.staff_proposals p
    where p.action = any (actions) and (p.subject = any (subjects) or p.arguments ->> 'other_id' = any (subjects))
      and p.status = 'open' and p.decided_in is null and (besides is null or not p.arguments @> besides)), because);
end;
$$;
comment on function private.withdraw_proposals is 'Withdraws the open proposals of these actions about these subjects (a pair by either of its accounts), except those with the arguments `besides`.';

-- Sums ---------------------------------------------------------------------------------------
create table private.staff_decisions (
  profile_id uuid not null references public.profiles (id),
  -- Whole units of any currency, so that a sum is not divided among currencies.
  units numeric not null,
  created_at timestamptz not null default now(),
  constraint staff_decisions_units_in_range check (units between 0 and 1000000000000000)
);
comment on table private.staff_decisions is 'How much money each member of staff decided about alone. The sum of a day is limited.';
create index staff_decisions_of_staff on private.staff_decisions (profile_id, created_at);
alter table private.staff_decisions enable row level security;

create function private.units_of(amount_minor bigint, currency text) returns numeric
language sql stable security definer set search_path = '' as $$
  select units_of.amount_minor / power(10::numeric, c.decimals) from public.currencies c where c.code = units_of.currency
$$;
comment on function private.units_of is 'An amount in whole units of its currency.';

create function private.needs_second_staff(units numeric) returns boolean
language sql stable security definer set search_path = '' as $$
  select needs_second_staff.units + coalesce(sum(d.units), 0) > private.setting('two_staff_above')
  from private.staff_decisions d
  where d.profile_id in (
      select private.answers_for(private.my_profile_id()) union all select private.held_with(private.my_profile_id()))
    and d.created_at > now() - interval '1 day'
$$;
comment on function private.needs_second_staff is 'True for more money than the caller may decide about alone, together with the decisions of the last 24 hours that the caller made with any account.';

-- Called by the acts -----------------------------------------------------------------------
create function private.is_confirmed(action text, subject text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.staff_proposals p
    where p.action = is_confirmed.action and p.subject = is_confirmed.subject
      and p.decided_in = pg_current_xact_id_if_assigned()
  )
$$;
comment on function private.is_confirmed is 'True while a second member of staff carries out the act of the first.';

create function private.require_confirmation(action text, subject text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_confirmed(action, subject) then
    raise exception 'second_staff_required' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_confirmation is 'Rejects an act that is not carried out with the confirmation of a second member of staff.';

-- `units` is null for an act without money.
create function private.require_second_above_limit(action text, subject text, units numeric) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if units is null or private.is_confirmed(action, subject) then
    return;
  end if;
  -- Serialises the decisions of a person: two at once would each see the sum without the other.
  perform pg_advisory_xact_lock(hashtextextended('decisions of ' || private.person_of(private.my_profile_id()), 0));
  if private.needs_second_staff(units) then
    raise exception 'second_staff_required' using errcode = 'PT409';
  end if;
  insert into private.staff_decisions (profile_id, units) values (private.my_profile_id(), units);
end;
$$;
comment on function private.require_second_above_limit is 'Counts the amounts that the caller decides alone; rejects a decision that needs two members of staff.';

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('two_staff_above', 10000, 'units', 'How much money one member of staff may decide about alone in 24 hours, in whole units of any currency.', 1, 1000000)
on conflict (key) do nothing;
