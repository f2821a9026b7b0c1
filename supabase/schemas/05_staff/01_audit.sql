-- The audit log of staff: each act leaves one row that nobody can change.
create table public.staff_audit (
  id uuid primary key default gen_random_uuid(),
  -- Null: the owner of the database, or the market itself, which ends a proposal.
  actor_id uuid references public.profiles (id),
  action text not null,
  -- A profile, an order, an invite: the subject of the act.
  subject_id uuid,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- The limits are those of the texts that staff may write, so that none is cut.
  constraint staff_audit_note_length check (length(details ->> 'note') <= 2000),
  constraint staff_audit_reason_length check (length(details ->> 'reason') <= 2000),
  -- Limits the size of a page of the log, which shows fifty acts.
  constraint staff_audit_details_short check (octet_length(details::text) <= 20000)
);
comment on table public.staff_audit is 'The audit log: one row per act of staff; append-only.';
create index staff_audit_actor_id on public.staff_audit (actor_id);
create index staff_audit_subject_id on public.staff_audit (subject_id);
create index staff_audit_created_at on public.staff_audit (created_at desc, id);

-- Staff read the log through staff_list, without acts about themselves. Texts about a member are shown after opening the member, which is logged.
alter table public.staff_audit enable row level security;
create policy staff_audit_select on public.staff_audit for select to authenticated
  using ((select private.is_staff()) and actor_id = (select private.my_profile_id()));
grant select on public.staff_audit to authenticated, service_role;

create trigger staff_audit_append_only before update or delete on public.staff_audit
  for each row execute function private.refuse_change();
create trigger staff_audit_not_truncated before truncate on public.staff_audit
  for each statement execute function private.refuse_change();

create function private.audit(action text, subject_id uuid, details jsonb default '{}', id uuid default null) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.staff_audit (id, actor_id, action, subject_id, details)
  values (coalesce(audit.id, gen_random_uuid()), private.my_profile_id(), action, subject_id, coalesce(details, '{}'))
$$;
comment on function private.audit is 'Writes an act of the caller to the audit log; the key of a request is the id of its act.';

-- A client repeats a request whose answer was lost; the act is not done a second time.
create function private.done_before(action text, subject_ids uuid[], details jsonb default '{}') returns int
language sql stable security definer set search_path = '' as $$
  select count(distinct a.subject_id)::int from public.staff_audit a
  where a.subject_id = any (subject_ids) and a.action = done_before.action and a.actor_id = private.my_profile_id() and a.details @> done_before.details
$$;
comment on function private.done_before is 'The number of these subjects to which the caller has already done this.';

create function private.looked_at(action text) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_look constant interval := '1 hour';
begin
  return query
    select a.subject_id from public.staff_audit a
    where a.action = looked_at.action and a.actor_id = private.my_profile_id() and a.created_at > now() - v_look;
end;
$$;
comment on function private.looked_at is 'The members or reported messages that the caller has opened within the last hour.';

create function private.has_looked(action text, subject_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return has_looked.subject_id in (select private.looked_at(has_looked.action));
end;
$$;
comment on function private.has_looked is 'True when the caller has opened this within the last hour, so that no further row is written.';

-- Readers ----------------------------------------------------------------------------------
-- Staff see an order, and what belongs to it, once they have opened it with read_order or
-- read_dispute (08_disputes/03_rulings), which leaves a row here and one in the audit log.
create table private.order_readers (
  order_id uuid not null,
  profile_id uuid not null references public.profiles (id),
  -- The part that was opened: the order, its dispute (first), the appeal, or the order with the case of a dispute that is over (closed).
  instance text not null,
  -- How many statements and how many proposed splits the last reading of the case showed; empty where the case was not read.
  words int[] not null default '{}',
  created_at timestamptz not null default now(),
  constraint order_readers_pkey primary key (profile_id, order_id, instance),
  constraint order_readers_instance_known check (instance in ('order', 'first', 'appeal', 'closed'))
);
comment on table private.order_readers is 'Which members of staff have read an order, its dispute before an appeal, its appeal, and the case of a dispute that is over.';
alter table private.order_readers enable row level security;
