-- Suspensions: reason, term and appeal. The term follows from a setting of the category; a suspension
-- without a term takes two members of staff. Policies read `profiles.suspended_at`. A profile is
-- suspended while it has an open row here; the functions of staff and of the clock are in
-- 14_administration/03_suspensions.
create function private.suspension_categories() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['spam', 'conduct', 'off_platform', 'manipulation', 'identity', 'fraud', 'security', 'other']
$$;
comment on function private.suspension_categories is 'The reasons that staff suspend members for.';

create table public.suspensions (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references public.profiles (id),
  category text not null,
  -- The reason that the member reads.
  note text not null,
  -- Null: the owner of the database.
  suspended_by uuid references public.profiles (id),
  -- The first of two members of staff, if two decided: then ending it takes two members as well, and an unanswered appeal does not end it.
  proposed_by uuid references public.profiles (id),
  created_at timestamptz not null default now(),
  -- Null: no term.
  ends_at timestamptz,
  -- The appeal that the member wrote. Without a decision until appeal_due_at the suspension ends, unless two members of staff decided on it.
  appeal text,
  appealed_at timestamptz,
  appeal_due_at timestamptz,
  appeal_decided_by uuid references public.profiles (id),
  appeal_decided_at timestamptz,
  appeal_reply text,
  -- The time at which the clock ends the suspension.
  due_at timestamptz generated always as (
    least(ends_at, case when appeal_decided_at is null and proposed_by is null then appeal_due_at end)) stored,
  ended_at timestamptz,
  ended_because text,
  constraint suspensions_category_known check (category = any (private.suspension_categories())),
  constraint suspensions_note_length check (length(note) between 1 and 2000),
  constraint suspensions_appeal_length check (length(appeal) between 1 and 5000),
  constraint suspensions_appeal_reply_length check (length(appeal_reply) between 1 and 2000),
  constraint suspensions_appeal_complete check (
    (appeal is null) = (appealed_at is null) and (appeal is null) = (appeal_due_at is null)),
  constraint suspensions_decision_complete check (
    (appeal_decided_by is null) = (appeal_decided_at is null)
    and (appeal_decided_by is null) = (appeal_reply is null)
    and (appeal_decided_by is null or appeal is not null)),
  constraint suspensions_appeal_decided_by_another check (
    appeal_decided_by <> suspended_by and (proposed_by is null or appeal_decided_by <> proposed_by)),
  constraint suspensions_ended_because_known check (
    ended_because in ('term', 'lifted', 'appeal', 'no_decision', 'replaced')),
  constraint suspensions_ended_with_reason check ((ended_at is null) = (ended_because is null)),
  constraint suspensions_times_finite check (
    isfinite(ends_at) and isfinite(appealed_at) and isfinite(appeal_due_at)
    and isfinite(appeal_decided_at) and isfinite(ended_at))
);
comment on table public.suspensions is 'Suspensions of members: reason, term, appeal and end.';
create unique index suspensions_one_open on public.suspensions (profile_id) where ended_at is null;
create index suspensions_profile_id on public.suspensions (profile_id, created_at desc);
create index suspensions_suspended_by on public.suspensions (suspended_by, created_at);
create index suspensions_proposed_by on public.suspensions (proposed_by);
create index suspensions_appeal_decided_by on public.suspensions (appeal_decided_by);
create index suspensions_due on public.suspensions (due_at) where ended_at is null;

alter table public.suspensions enable row level security;
-- Staff read open suspensions through staff_list, and ended ones through read_member, which is logged.
create policy suspensions_select on public.suspensions for select to authenticated
  using (profile_id = (select private.my_profile_id()));
grant select on public.suspensions to authenticated, service_role;
create trigger suspensions_not_deleted before delete on public.suspensions
  for each row execute function private.refuse_change();
create trigger suspensions_not_truncated before truncate on public.suspensions
  for each statement execute function private.refuse_change();

-- Members cannot read this table: the leader may be the inviter of their inviter.
create table private.brought_in (
  suspension_id uuid not null references public.suspensions (id),
  leader_id uuid not null references public.profiles (id),
  -- The time of the last act that reached this suspension through the leader.
  created_at timestamptz not null default now(),
  primary key (suspension_id, leader_id)
);
comment on table private.brought_in is 'Suspensions because of another member, the leader, in whose tree of invites the suspended member is.';
create index brought_in_leader_id on private.brought_in (leader_id);
alter table private.brought_in enable row level security;

-- A leader whom staff have reinstated since does not count, because staff did not reinstate the others.
create view private.holding_leaders with (security_invoker = true) as
select b.suspension_id, b.leader_id from private.brought_in b
where not exists (
  select from public.suspensions x
  where x.profile_id = b.leader_id and x.ended_because <> 'replaced' and x.ended_at >= b.created_at);
comment on view private.holding_leaders is 'The leaders of each suspension in brought_in who were not reinstated since an act of staff last reached the member through them.';

-- Keeps the row and the profile in step, whoever writes the profile. The acts of staff write the
-- row first, with its reason; a suspension by the owner of the database has the reason 'other'.
create function private.sync_suspension() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.deleted_at is not null then
    -- The suspension of a deleted account keeps its term; nobody is left to appeal.
    update public.suspensions s set appeal = null, appealed_at = null, appeal_due_at = null
    where s.profile_id = NEW.id and s.ended_at is null and s.appeal_decided_at is null;
    perform private.withdraw_proposals('{unsuspend_profile,decide_suspension_appeal}', array[NEW.id::text], 'account_deleted');
  end if;
  if NEW.suspended_at is null then
    update public.suspensions s set ended_at = now(), ended_because = 'lifted'
    where s.profile_id = NEW.id and s.ended_at is null;
  else
    insert into public.suspensions (profile_id, category, note, ends_at)
    values (NEW.id, 'other', private.no_suspension_note(), private.suspension_ends_at('other', NEW.suspended_at))
    on conflict (profile_id) where ended_at is null do nothing;
  end if;
  return null;
end;
$$;
comment on function private.sync_suspension is 'Trigger: a suspended profile has one open suspension, any other one has none.';
create trigger profiles_sync_suspension after update of suspended_at, deleted_at on public.profiles
  for each row when ((OLD.suspended_at is null) <> (NEW.suspended_at is null)
    or (OLD.deleted_at is null) <> (NEW.deleted_at is null))
  execute function private.sync_suspension();

create function private.is_of_two(s public.suspensions) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(s.proposed_by, s.appeal_decided_by) is not null
$$;
comment on function private.is_of_two is 'True for a suspension that two members of staff decided on, or that a second one upheld on appeal.';

create function private.no_suspension_note() returns text
language sql immutable set search_path = '' as $$
  select 'Staff gave no further reason.'
$$;
comment on function private.no_suspension_note is 'The note of a suspension for which none was written.';

create function private.suspension_ends_at(category text, at timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select at + make_interval(days => private.setting('suspension_days_' || category)::int)
$$;
comment on function private.suspension_ends_at is 'When a suspension of this category ends that begins at this time.';

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('suspension_days_spam', 7, 'days', 'How long a suspension for spam lasts.', 1, 365, false),
  ('suspension_days_conduct', 30, 'days', 'How long a suspension for insults or threats lasts.', 1, 365, false),
  ('suspension_days_off_platform', 30, 'days', 'How long a suspension for payments around the market lasts.', 1, 365, false),
  ('suspension_days_manipulation', 60, 'days', 'How long a suspension for false reviews, orders or invites lasts.', 1, 365, false),
  ('suspension_days_identity', 60, 'days', 'How long a suspension for posing as somebody else lasts.', 1, 365, false),
  ('suspension_days_fraud', 180, 'days', 'How long a suspension for fraud lasts.', 1, 365, false),
  ('suspension_days_security', 14, 'days', 'How long a suspension of an account in the wrong hands lasts.', 1, 365, false),
  ('suspension_days_other', 14, 'days', 'How long a suspension for another reason lasts.', 1, 365, false),
  ('suspension_appeal_decision', 7, 'days', 'After an appeal against a suspension, when it ends unless staff have decided.', 1, 60, true)
on conflict (key) do nothing;
