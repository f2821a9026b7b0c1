-- The caller, their session and their second factor. The auth server verifies people and keeps
-- `auth.sessions`; these functions read it. An access token stays valid until it expires, so
-- functions whose effect cannot be undone also check that the session still exists.

create function private.has_factor(user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.mfa_factors f where f.user_id = has_factor.user_id and f.status = 'verified'
  );
end;
$$;
comment on function private.has_factor is 'True for an account that turned the second factor on.';

create function private.owes_code() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' and private.has_factor((select auth.uid()));
end;
$$;
comment on function private.owes_code is
  'True for a session that was opened with a password alone, of an account with a second factor.';

-- Every act over the Data API calls a volatile function. The functions listed here stay callable during maintenance:
-- they end it, only read, or concern the session.
create function private.refuse_in_maintenance() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  c_go_on constant text[] := '{update_setting,propose_staff_act,confirm_staff_proposal,withdraw_staff_proposal,
    read_dispute,read_order,read_member,read_report,read_evidence,journal,seller_years,export_my_data,count_print,check_invite,end_session,approve_new_address,
    mark_conversation_read,mark_notification_read,mark_all_notifications_read,mark_matches_read}';
  -- The Data API decodes the path before it looks up the function. The clients of this project send no encoded characters in the path.
  v_path constant text := current_setting('request.path', true);
  v_called constant text := substring(v_path from '^(?:/rest/v1)?/rpc/(\w+)$');
begin
  if (v_called <> all (c_go_on) or position('%' in v_path) > 0) and private.in_maintenance() and (v_called is null or exists (
    select from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname = v_called and p.provolatile = 'v'))
  then
    raise exception 'market_in_maintenance' using errcode = 'PT423';
  end if;
end;
$$;
comment on function private.refuse_in_maintenance is 'Rejects the call of a function that changes something during maintenance.';

-- A session that still owes the code of a second factor counts as signed out. Every function that needs the
-- caller calls this one, and so does a restrictive policy on every table (15_operation/09_second_factor). A call
-- over the Data API is refused with the reason. Policies get null instead of an error, because
-- Realtime evaluates the policies of many members at once.
create function private.my_user_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.without_patterns();
  if not private.owes_code() then
    if auth.uid() is not null then
      perform private.refuse_in_maintenance();
    end if;
    return (select auth.uid());
  elsif current_setting('request.path', true) ~ '^(/rest/v1)?/rpc/' then
    raise exception 'mfa_required' using errcode = 'PT403';
  end if;
  return null;
end;
$$;
comment on function private.my_user_id is
  'The caller''s user; null when signed out, and until the code of a second factor is given.';

-- A browser asks for this position after each of its writes, and sends it with its reads for a while. A commit has a position
-- only once it is over, so the answer of the write itself cannot contain it.
create function public.written_position() returns text
language sql stable security invoker set search_path = '' as $$
  select pg_catalog.pg_current_wal_lsn()::text where private.my_user_id() is not null
$$;
comment on function public.written_position is 'Members: the log position (`16/B374D848`) after everything that was acknowledged before the call. To be called on the primary.';
grant execute on function public.written_position to authenticated;
grant execute on function private.my_user_id to authenticated, service_role;

-- The token of a user always names its session; a token without a session was signed by the project itself.
create function private.session_is_open() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (auth.jwt() ->> 'session_id') is null or exists (
    select from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = (select auth.uid())
      and (s.not_after is null or s.not_after > now())
  );
end;
$$;
comment on function private.session_is_open is 'False when the caller''s session has ended, even if the access token has not expired.';

create function private.require_open_session() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.owes_code() then
    raise exception 'mfa_required' using errcode = 'PT403';
  end if;
  if private.session_is_open() is not true then
    raise exception 'session_ended' using errcode = 'PT403';
  end if;
end;
$$;
comment on function private.require_open_session is 'Rejects callers whose session has ended, or owes the code of a second factor. For acts that cannot be undone.';

-- A trigger on the tables that members write directly; it checks writes by the role `authenticated`. Reading is
-- possible until the token expires.
create function private.check_open_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_open_session();
  -- Marking a notice or a message as read stays possible: it changes nothing else, and can be done once for each.
  if TG_OP = 'UPDATE' and TG_TABLE_NAME in ('notifications', 'messages') then
    return null;
  end if;
  if private.in_maintenance() then
    raise exception 'market_in_maintenance' using errcode = 'PT423';
  end if;
  -- Refuses instead of waiting for a list that the member inserts (refuse_long_list): a wait occupies a connection of the Data API.
  if not pg_try_advisory_xact_lock_shared(hashtextextended('lists of ' || private.my_user_id(), 0)) then
    raise exception 'rate_limited' using errcode = 'PT429';
  end if;
  return null;
end;
$$;
comment on function private.check_open_session is
  'Trigger: members write nothing from an ended session. Except for marks as read, they write nothing during maintenance, or while another request of theirs inserts a list.';

-- Limits count each row that a member adds. A list that is refused at its end rolls these counts back, so lists must be short.
create function private.refuse_long_list() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  c_most constant int := 100;
  v_rows constant int := coalesce(nullif(current_setting('kolpact.rows', true), ''), '0')::int + 1;
begin
  -- From the second row on the request adds a list; the lock refuses other writes of the member meanwhile.
  if v_rows > c_most and TG_OP = 'INSERT' or v_rows = 2 and not pg_try_advisory_xact_lock(hashtextextended('lists of ' || private.my_user_id(), 0)) then
    raise exception 'rate_limited' using errcode = 'PT429';
  end if;
  perform set_config('kolpact.rows', v_rows::text, true);
  return NEW;
end;
$$;
comment on function private.refuse_long_list is 'Trigger: a member adds at most a hundred rows in one request, and writes nothing else while adding several.';

create function private.has_second_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and private.session_is_open()
    -- Removing a factor sets the session back to aal1 before the token expires.
    and not exists (
      select from auth.sessions s
      where s.id = (auth.jwt() ->> 'session_id')::uuid and s.aal is distinct from 'aal2'
    )
$$;
comment on function private.has_second_factor is 'True when the caller proved a second factor in this session (aal2).';

create function private.require_second_factor() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_open_session();
  if private.has_second_factor() is not true then
    raise exception 'mfa_required' using errcode = 'PT403';
  end if;
end;
$$;
comment on function private.require_second_factor is 'Rejects callers who signed in with a password alone.';

insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('fresh_factor', 15, 'minutes', 'How long ago the code of the second factor may have been given for a payout, an export, a deletion and whatever else asks for it again.', 1, 60)
on conflict (key) do nothing;

-- The auth server stores when a session gave its last code. Only authenticator apps are enabled as
-- second factors.
create function private.gave_code_lately(session_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.mfa_amr_claims c
    where c.session_id = gave_code_lately.session_id and c.authentication_method = 'totp'
      and c.updated_at > now() - make_interval(mins => private.setting('fresh_factor')::int)
  );
end;
$$;
comment on function private.gave_code_lately is
  'True for a session that gave the code of a second factor within the last minutes.';

-- A session lasts for weeks; somebody who steals it cannot give a code.
create function private.require_fresh_second_factor() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_second_factor();
  if private.gave_code_lately((auth.jwt() ->> 'session_id')::uuid) is not true then
    raise exception 'mfa_stale' using errcode = 'PT403';
  end if;
end;
$$;
comment on function private.require_fresh_second_factor is
  'Rejects callers who did not give the code of a second factor within the last minutes. For payouts and their methods.';

create function private.require_fresh_factor_if_any() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_open_session();
  if private.has_factor((select private.my_user_id())) then
    perform private.require_fresh_second_factor();
  end if;
end;
$$;
comment on function private.require_fresh_factor_if_any is
  'Rejects ended sessions, and members with a second factor who did not give its code within the last minutes.';

-- Own sessions ---------------------------------------------------------------------------
create function private.my_sessions()
returns table (
  id uuid, created_at timestamptz, refreshed_at timestamptz, user_agent text, address text,
  aal text, is_current boolean
)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.created_at),
    s.user_agent, host(s.ip), s.aal::text,
    coalesce(s.id::text = auth.jwt() ->> 'session_id', false)
  from auth.sessions s
  where s.user_id = (select private.my_user_id()) and (s.not_after is null or s.not_after > now())
  order by 7 desc, 3 desc
$$;
create function public.my_sessions()
returns table (
  id uuid, created_at timestamptz, refreshed_at timestamptz, user_agent text, address text,
  aal text, is_current boolean
)
language sql stable security invoker set search_path = '' as $$
  select * from private.my_sessions()
$$;
comment on function public.my_sessions is 'The caller''s sessions, the current one first.';

-- Ending a session revokes its refresh token. An access token that was issued before stays valid
-- until it expires (an hour), except in functions that call require_open_session().
create function private.end_session(session_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_open_session();
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = (select private.my_user_id());
  -- A repeated request succeeds, because the session is already gone.
  if exists (select from auth.sessions s where s.id = end_session.session_id and s.user_id <> (select private.my_user_id())) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
end;
$$;
create function public.end_session(session_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.end_session(session_id)
$$;
comment on function public.end_session is 'Ends one of the caller''s sessions.';
grant execute on function private.my_sessions, private.end_session, public.my_sessions,
  public.end_session to authenticated;
