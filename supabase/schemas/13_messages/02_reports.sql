-- Staff cannot read conversations, so a report has a copy of the message.
create table public.message_reports (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references public.messages (id) on delete cascade,
  reporter_id uuid not null references public.profiles (id),
  sender_id uuid not null references public.profiles (id),
  content text not null,
  file_name text,
  reason text not null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolution text,
  constraint message_reports_once unique (message_id, reporter_id),
  constraint message_reports_reason_length check (length(btrim(reason)) between 1 and 1000),
  constraint message_reports_resolution_length check (length(resolution) between 1 and 2000),
  constraint message_reports_resolved_with_note check ((resolved_at is null) = (resolution is null))
);
comment on table public.message_reports is 'Messages that their receivers reported to staff.';
create index message_reports_of_reporter on public.message_reports (reporter_id);
create index message_reports_of_sender on public.message_reports (sender_id);
create index message_reports_open on public.message_reports (created_at) where resolved_at is null;

alter table public.message_reports enable row level security;
-- Staff read reports through open_reports, which leaves out the reporter.
create policy message_reports_select on public.message_reports for select to authenticated
  using (reporter_id = (select private.my_profile_id()));
grant select on public.message_reports to authenticated, service_role;

create function private.report_message(message_id uuid, reason text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_message public.messages;
  v_id uuid;
begin
  select * into v_message from public.messages m
  where m.id = report_message.message_id and m.receiver_id = private.my_profile_id();
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_given(report_message.reason);
  insert into public.message_reports (message_id, reporter_id, sender_id, content, file_name, reason)
  values (v_message.id, v_message.receiver_id, v_message.sender_id, v_message.content,
    v_message.file_name, report_message.reason)
  -- A second report of the same message returns the first one.
  on conflict on constraint message_reports_once do update set reason = message_reports.reason
  returning id into v_id;
  return v_id;
end;
$$;
create function public.report_message(message_id uuid, reason text) returns uuid
language sql security invoker set search_path = '' as $$
  select private.report_message(message_id, reason)
$$;
comment on function public.report_message is 'Reports a received message to staff; returns the report.';

create function private.resolve_report(report_id uuid, resolution text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_report public.message_reports;
begin
  perform private.require_staff();
  if coalesce(btrim(resolution), '') = '' then
    raise exception 'note_required' using errcode = 'PT422';
  end if;
  if length(btrim(resolution)) > 2000 then
    raise exception 'message_reports_resolution_length' using errcode = 'PT400';
  end if;
  update public.message_reports r set resolved_at = now(), resolution = btrim(resolve_report.resolution)
  where r.id = report_id and r.resolved_at is null
  returning * into v_report;
  if not found then
    raise exception 'report_not_open' using errcode = 'PT409';
  end if;
  perform private.reject_own_case(array[v_report.reporter_id, v_report.sender_id]);
  perform private.audit('resolve_report', report_id, jsonb_build_object('resolution', btrim(resolution)));
end;
$$;
create function public.resolve_report(report_id uuid, resolution text) returns void
language sql security invoker set search_path = '' as $$
  select private.resolve_report(report_id, resolution)
$$;
comment on function public.resolve_report is 'Staff: closes a report with a note.';

-- The reporter stays unknown to staff, who judge the text alone, so that no reporter has to fear
-- being exposed.
create function private.open_reports()
returns table (
  id uuid, sender_id uuid, sender_name text, content text, file_name text, file_url text, file_size bigint, reason text,
  created_at timestamptz, reports_of_sender int
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_staff();
  return query
    select r.id, r.sender_id, p.display_name, r.content, r.file_name, m.file_url, m.file_size, r.reason, r.created_at,
      (select count(distinct private.person_of(other.reporter_id))::int from public.message_reports other
        where other.sender_id in (select private.same_person(r.sender_id)))
    from public.message_reports r
    join public.profiles p on p.id = r.sender_id
    join public.messages m on m.id = r.message_id
    where r.resolved_at is null and not private.is_own_case(r.sender_id) and not private.is_own_case(r.reporter_id)
    order by r.created_at
    limit 200;
end;
$$;
comment on function private.open_reports is 'The body of public.open_reports.';
create function public.open_reports()
returns table (
  id uuid, sender_id uuid, sender_name text, content text, file_name text, file_url text, file_size bigint, reason text,
  created_at timestamptz, reports_of_sender int
)
language sql stable security invoker set search_path = '' as $$
  select * from private.open_reports()
$$;
comment on function public.open_reports is 'Staff: open reports without the reporter, and by how many people the sender, with every account of theirs, was reported. Not the caller''s own cases.';

create function private.is_reported_file(name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.message_reports r join public.messages m on m.id = r.message_id
    where r.resolved_at is null and m.file_url = is_reported_file.name
      and not private.is_own_case(r.sender_id) and not private.is_own_case(r.reporter_id)
  );
end;
$$;
comment on function private.is_reported_file is 'True for the file of a message of an open report, unless it is a case of the caller''s own.';
grant execute on function private.report_message, private.resolve_report, private.open_reports,
  public.report_message, public.resolve_report, public.open_reports to authenticated;
