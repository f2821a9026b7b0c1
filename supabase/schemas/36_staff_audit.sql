-- The audit log of staff: each act leaves one row that nobody can change.
create table public.staff_audit (
  id uuid primary key default gen_random_uuid(),
  -- Null: the owner of the database.
  actor_id uuid references public.profiles (id),
  action text not null,
  -- A profile, an order, an invite: the subject of the act.
  subject_id uuid,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
comment on table public.staff_audit is 'The audit log: one row per act of staff; append-only.';
create index staff_audit_actor_id on public.staff_audit (actor_id);
create index staff_audit_subject_id on public.staff_audit (subject_id);
create index staff_audit_created_at on public.staff_audit (created_at desc, id);

alter table public.staff_audit enable row level security;
create policy staff_audit_select on public.staff_audit for select to authenticated
  using ((select private.is_staff()));
grant select on public.staff_audit to authenticated, service_role;

create trigger staff_audit_append_only before update or delete on public.staff_audit
  for each row execute function private.refuse_change();
create trigger staff_audit_not_truncated before truncate on public.staff_audit
  for each statement execute function private.refuse_change();

create function private.audit(action text, subject_id uuid, details jsonb default '{}') returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.staff_audit (actor_id, action, subject_id, details)
  values (private.my_profile_id(), action, subject_id, coalesce(details, '{}'))
$$;
comment on function private.audit is 'Writes an act of the caller to the audit log.';
