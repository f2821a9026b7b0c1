-- Members who are suspended today get a suspension of the reason 'other', whose term begins now.
create function private.suspension_categories() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['spam', 'conduct', 'off_platform', 'manipulation', 'identity', 'fraud', 'security', 'other']
$$;
comment on function private.suspension_categories is 'The reasons that staff suspend members for.';

create table public.suspensions (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references public.profiles (id),
  category text not null,
  -- For the member.
  note text not null,
  -- Null: the owner of the database.
  suspended_by uuid references public.profiles (id),
  -- The first of the two members of staff who decided on a suspension without a term.
  proposed_by uuid references public.profiles (id),
  created_at timestamptz not null default now(),
  -- Null: no term.
  ends_at timestamptz,
  -- The words of the member. Without a decision until appeal_due_at the suspension ends.
  appeal text,
  appealed_at timestamptz,
  appeal_due_at timestamptz,
  appeal_decided_by uuid references public.profiles (id),
  appeal_decided_at timestamptz,
  appeal_reply text,
  -- When the clock ends it.
  due_at timestamptz generated always as (
    least(ends_at, case when appeal_decided_at is null then appeal_due_at end)) stored,
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
    ended_because in ('term', 'lifted', 'appeal', 'no_decision', 'account_deleted')),
  constraint suspensions_ended_with_reason check ((ended_at is null) = (ended_because is null)),
  constraint suspensions_times_finite check (
    isfinite(ends_at) and isfinite(appealed_at) and isfinite(appeal_due_at)
    and isfinite(appeal_decided_at) and isfinite(ended_at))
);
insert into public.suspensions (profile_id, category, note, ends_at)
select p.id, 'other', 'Staff gave no further reason.', now() + interval '14 days'
from public.profiles p where p.suspended_at is not null and p.deleted_at is null;
