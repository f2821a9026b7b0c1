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
  constraint message_reports_reason_length check (length(btrim(reason)) >= 1 and length(reason) <= 1000),
  constraint message_reports_resolution_length check (length(resolution) between 1 and 2000),
  constraint message_reports_resolved_with_note check ((resolved_at is null) = (resolution is null))
);
comment on table public.message_reports is 'Messages that their receivers reported to staff.';
create index message_reports_of_reporter on public.message_reports (reporter_id);
create index message_reports_of_sender on public.message_reports (sender_id);
create index message_reports_open on public.message_reports (created_at) where resolved_at is null;

-- Staff read reports through staff_list and read_report, which leave out the reporter. The resolution is a note about the
-- reported member, for staff alone: the reporter reads their reports in the export, without it.
alter table public.message_reports enable row level security;
grant select on public.message_reports to service_role;

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
  perform private.require_open_session();
  perform private.require_given(report_message.reason);
  insert into public.message_reports (message_id, reporter_id, sender_id, content, file_name, reason)
  values (v_message.id, v_message.receiver_id, v_message.sender_id, v_message.content,
    v_message.file_name, report_message.reason)
  -- A retry with the same reason returns the first report. A second reason is refused, because nobody would read it.
  on conflict on constraint message_reports_once do update set reason = message_reports.reason
    where message_reports.reason = excluded.reason
  returning id into v_id;
  if v_id is null then
    raise exception 'report_exists' using errcode = 'PT409';
  end if;
  return v_id;
end;
$$;
create function public.report_message(message_id uuid, reason text) returns uuid
language sql security invoker set search_path = '' as $$
  select private.report_message(message_id, reason)
$$;
comment on function public.report_message is 'Reports a received message to staff; returns the report.';

-- The reporter stays unknown to staff, who judge the text alone, so that no reporter has to fear being
-- exposed. Own cases are left out, as if nobody had reported them: a refusal would tell a member of staff which message was
-- reported, and so by whom. The reports of one message are one case (15_operation/10_staff_lists).
create function private.reports_of_own_cases(message_ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select r.message_id from public.message_reports r
    where r.message_id = any (message_ids) and (private.is_own_case(r.reporter_id) or private.is_own_case(r.sender_id));
end;
$$;
comment on function private.reports_of_own_cases is 'Which of these messages have a report whose sender or reporter makes it a case of the caller''s own.';

create function private.resolve_reports(message_ids uuid[], resolution text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
  v_details constant jsonb := jsonb_build_object('resolution', btrim(resolution));
  v_before int;
begin
  perform private.require_staff();
  perform private.require_note(resolution);
  if length(btrim(resolution)) > 2000 then
    raise exception 'message_reports_resolution_length' using errcode = 'PT400';
  end if;
  -- Reports are locked in one order, so that two members of staff who close the same ones wait for each other.
  perform from public.message_reports r
  where r.message_id = any (message_ids) and r.resolved_at is null order by r.id for update;
  with closed as (
    update public.message_reports r set resolved_at = now(), resolution = btrim(resolve_reports.resolution)
    where r.message_id = any (message_ids) and r.resolved_at is null
      and r.message_id not in (select private.reports_of_own_cases(message_ids))
    returning r.message_id)
  select array_agg(distinct closed.message_id) into v_ids from closed;
  if v_ids is null then
    v_before := private.done_before('resolve_reports', message_ids, v_details);
    if v_before = 0 then
      raise exception 'report_not_open' using errcode = 'PT409';
    end if;
    return v_before;
  end if;
  perform private.audit('resolve_reports', id, v_details) from unnest(v_ids) as id;
  return cardinality(v_ids);
end;
$$;
create function public.resolve_reports(message_ids uuid[], resolution text) returns int
language sql security invoker set search_path = '' as $$
  select private.require_plain(to_jsonb(message_ids));
  select private.resolve_reports(message_ids, resolution)
$$;
comment on function public.resolve_reports is 'Staff: closes the reports of these messages with a note, but not those of own cases; returns the number of messages of which it closed any.';

create function private.reopen_report(message_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_staff();
  perform from public.message_reports r where r.message_id = reopen_report.message_id order by r.id for update;
  update public.message_reports r set resolved_at = null, resolution = null
  where r.message_id = reopen_report.message_id and r.resolved_at is not null
    and r.message_id not in (select private.reports_of_own_cases(array[reopen_report.message_id]));
  if not found then
    if private.done_before('reopen_report', array[message_id]) = 0 then
      raise exception 'report_not_closed' using errcode = 'PT409';
    end if;
    return;
  end if;
  perform private.audit('reopen_report', reopen_report.message_id);
end;
$$;
create function public.reopen_report(message_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.reopen_report(message_id)
$$;
comment on function public.reopen_report is 'Staff: opens the closed reports of a message again.';

create function private.is_reported_file(name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.message_reports r join public.messages m on m.id = r.message_id
    where r.resolved_at is null and m.file_url = is_reported_file.name and private.has_looked('read_report', m.id)
      and not private.is_own_case(r.sender_id) and not private.is_own_case(r.reporter_id)
  );
end;
$$;
comment on function private.is_reported_file is 'True for the file of a message of an open report that the caller has opened within the hour, unless it is a case of their own.';
grant execute on function private.report_message, private.resolve_reports, private.reopen_report,
  public.report_message, public.resolve_reports, public.reopen_report to authenticated;
