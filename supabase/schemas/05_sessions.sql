-- The caller's session and second factor. The auth server verifies people and keeps
-- `auth.sessions`; these functions read it. An access token stays valid until it expires, so
-- functions whose effect cannot be undone also check that the session still exists.

-- A user's token always names its session; one without was signed by the project itself.
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
  if private.session_is_open() is not true then
    raise exception 'session_ended' using errcode = 'PT403';
  end if;
end;
$$;
comment on function private.require_open_session is 'Rejects callers whose session has ended. For acts that cannot be undone.';

-- The tables that members write directly ask by a trigger, for what the role of members writes; reading
-- ends with the token.
create function private.check_open_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_open_session();
  return null;
end;
$$;
comment on function private.check_open_session is 'Trigger: members write nothing from an ended session.';

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

create function private.has_factor(user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.mfa_factors f where f.user_id = has_factor.user_id and f.status = 'verified'
  );
end;
$$;
comment on function private.has_factor is 'True for an account that turned the second factor on.';

-- A session lasts for weeks, and whoever takes it over has no code. The auth server keeps the time of
-- the last one; authenticator apps are the only factors that are switched on.
create function private.require_fresh_second_factor() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_second_factor();
  if not exists (
    select from auth.mfa_amr_claims c
    where c.session_id = (auth.jwt() ->> 'session_id')::uuid and c.authentication_method = 'totp'
      and c.updated_at > now() - make_interval(mins => private.setting('fresh_factor')::int)
  ) then
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
  if private.has_factor((select auth.uid())) then
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
  where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
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
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = (select auth.uid());
  if not found then
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
