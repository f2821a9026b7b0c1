-- A member's deadlines as an address that calendar programs subscribe to. Such a program has no
-- session, so a secret in the address identifies the member: whoever has it can read the deadlines, and
-- nothing else. The member can renew or remove it. Only its hash is kept, so it is shown once.

create table private.calendars (
  profile_id uuid primary key references public.profiles (id),
  secret_hash bytea not null,
  created_at timestamptz not null default now(),
  constraint calendars_secret_hash_key unique (secret_hash),
  constraint calendars_secret_hash_length check (length(secret_hash) = 32)
);
comment on table private.calendars is 'Members with a calendar address, and the hash of its secret.';
alter table private.calendars enable row level security;
grant select on private.calendars to service_role;

create function private.hash_of_secret(secret text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(secret, 'UTF8'))
$$;
comment on function private.hash_of_secret is 'The hash of a calendar secret, which is random and so needs no salt and no slow hash.';

create function private.require_calendar_member() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  return private.my_profile_id();
end;
$$;
comment on function private.require_calendar_member is 'The caller''s profile; rejects callers who are not members with an open session.';

create function private.renew_calendar() returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_calendar_member();
  v_secret text := encode(extensions.gen_random_bytes(24), 'hex');
begin
  -- The address stays valid after the session that created it.
  perform private.require_fresh_factor_if_any();
  insert into private.calendars as c (profile_id, secret_hash) values (v_me, private.hash_of_secret(v_secret))
  on conflict (profile_id) do update set secret_hash = excluded.secret_hash, created_at = now();
  return v_secret;
end;
$$;
create function public.renew_calendar() returns text
language sql volatile security invoker set search_path = '' as $$
  select private.renew_calendar()
$$;
comment on function public.renew_calendar is 'Member: makes a calendar address and returns its secret, once; the address before it stops working.';

create function private.remove_calendar() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_calendar_member();
begin
  delete from private.calendars c where c.profile_id = v_me;
  return found;
end;
$$;
create function public.remove_calendar() returns boolean
language sql volatile security invoker set search_path = '' as $$
  select private.remove_calendar()
$$;
comment on function public.remove_calendar is 'Member: the calendar address stops working; false when there was none.';

create function private.calendar_since() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select c.created_at from private.calendars c where c.profile_id = private.my_profile_id()
$$;
create function public.calendar_since() returns timestamptz
language sql stable security invoker set search_path = '' as $$
  select private.calendar_since()
$$;
comment on function public.calendar_since is 'Member: when the present calendar address was made; null without one.';

-- Suspended and deleted members need a new address if they come back. So does an owner who changes the password, or uses the link
-- "This was not me", which removes it: a stranger with the password may have made the address.
create function private.revoke_calendar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.calendars c using public.profiles p where c.profile_id = p.id and NEW.id in (p.id, p.user_id);
  return null;
end;
$$;
comment on function private.revoke_calendar is 'Trigger: the calendar address of a suspended or deleted member, or of a user whose password changed, stops working.';
create trigger profiles_revoke_calendar after update of suspended_at, deleted_at on public.profiles
  for each row when (
    NEW.suspended_at is not null and OLD.suspended_at is null
    or NEW.deleted_at is not null and OLD.deleted_at is null
  ) execute function private.revoke_calendar();
create trigger users_revoke_calendar after update of encrypted_password on auth.users
  for each row when (OLD.encrypted_password <> '' and NEW.encrypted_password is distinct from OLD.encrypted_password)
  execute function private.revoke_calendar();

-- Reading --------------------------------------------------------------------------------
-- Leaves out unpaid orders of creators, who do not deal with them yet.
create function private.read_calendar(secret text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('locale', p.locale, 'deadlines', coalesce((
    select jsonb_agg(jsonb_build_object(
      'order_id', o.id, 'number', o.number, 'title', o.pack_title, 'due_at', o.due_at, 'changed_at', o.updated_at,
      'is_mine', s.waits_for in ('both', private.side_of(o, p.id))) order by o.due_at, o.id)
    from public.pack_orders o join public.order_statuses s using (status)
    where p.id in (o.brand_id, o.kol_id) and o.due_at is not null and s.outcome is null
      and (s.holds_escrow or o.brand_id = p.id)), '[]'))
  from private.calendars c join public.profiles p on p.id = c.profile_id
  where c.secret_hash = private.hash_of_secret(secret)
$$;
create function public.read_calendar(secret text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.read_calendar(secret)
$$;
comment on function public.read_calendar is 'Service role: the deadlines behind a calendar address; null when the secret is not valid.';

grant execute on function
  private.renew_calendar, private.remove_calendar, private.calendar_since,
  public.renew_calendar, public.remove_calendar, public.calendar_since
  to authenticated;
grant execute on function private.read_calendar, public.read_calendar to service_role;
