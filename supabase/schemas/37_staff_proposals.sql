-- Acts that move much money, or change settings that affect money, require two members of staff:
-- one proposes, another one confirms, and only then is it done. The acts themselves require the
-- confirmation, so it cannot be bypassed. 92_two_people has the functions that staff call.
create table public.staff_proposals (
  id uuid primary key default gen_random_uuid(),
  action text not null,
  -- The order, the payment, the profile or the setting: one open proposal each.
  subject text not null,
  arguments jsonb not null,
  proposed_by uuid not null references public.profiles (id),
  status text not null default 'open',
  decided_by uuid references public.profiles (id),
  decided_at timestamptz,
  -- The transaction that carries it out, by which the act finds its confirmation.
  decided_in xid8,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint staff_proposals_action_known check (
    action in ('resolve_dispute', 'decide_appeal', 'resolve_suspense', 'unfreeze_profile', 'suspend_profile', 'update_setting')),
  constraint staff_proposals_arguments_short check (length(arguments::text) <= 8000),
  constraint staff_proposals_status_known check (status in ('open', 'confirmed', 'withdrawn')),
  constraint staff_proposals_decided check ((status = 'open') = (decided_by is null) and (status = 'open') = (decided_at is null)),
  constraint staff_proposals_times_finite check (isfinite(expires_at) and isfinite(decided_at)),
  constraint staff_proposals_confirmed_by_another check (status <> 'confirmed' or decided_by <> proposed_by)
);
comment on table public.staff_proposals is 'Acts of staff that a second member of staff has to confirm.';
create unique index staff_proposals_one_open on public.staff_proposals (action, subject) where status = 'open';
create index staff_proposals_newest on public.staff_proposals (created_at desc);
create index staff_proposals_proposed_by on public.staff_proposals (proposed_by);
create index staff_proposals_decided_by on public.staff_proposals (decided_by);

alter table public.staff_proposals enable row level security;
create policy staff_proposals_select on public.staff_proposals for select to authenticated
  using ((select private.is_staff()));
grant select on public.staff_proposals to authenticated, service_role;
create trigger staff_proposals_not_deleted before delete on public.staff_proposals
  for each row execute function private.refuse_change();
create trigger staff_proposals_decided_once before update on public.staff_proposals
  for each row when (
    OLD.status <> 'open'
    or (OLD.id, OLD.action, OLD.subject, OLD.arguments, OLD.proposed_by, OLD.created_at, OLD.expires_at)
      is distinct from
      (NEW.id, NEW.action, NEW.subject, NEW.arguments, NEW.proposed_by, NEW.created_at, NEW.expires_at)
  ) execute function private.refuse_change();

-- Called by the acts -----------------------------------------------------------------------
create function private.needs_two(amount_minor bigint, currency text) returns boolean
language sql stable security definer set search_path = '' as $$
  select needs_two.amount_minor > private.setting('two_staff_above') * power(10::numeric, c.decimals)
  from public.currencies c where c.code = needs_two.currency
$$;
comment on function private.needs_two is 'True for more money than one member of staff may decide about.';

create function private.require_confirmation(action text, subject text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (
    select from public.staff_proposals p
    where p.action = require_confirmation.action and p.subject = require_confirmation.subject
      and p.decided_in = pg_current_xact_id_if_assigned()
  ) then
    raise exception 'second_staff_required' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_confirmation is 'Rejects an act that is not carried out with the confirmation of a second member of staff.';

-- Settings -------------------------------------------------------------------------------
-- Values changed by staff are kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('two_staff_above', 10000, 'units', 'Above this much money a decision takes two members of staff, in whole units of the currency.', 1, 1000000)
on conflict (key) do nothing;
