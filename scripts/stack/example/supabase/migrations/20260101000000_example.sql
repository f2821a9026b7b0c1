-- Notes that members keep for themselves. Who signs up needs an invite.
alter default privileges in schema public revoke all on tables from anon, authenticated;
create schema private;
grant usage on schema private to supabase_auth_admin;

create table public.invites (code text primary key);
alter table public.invites enable row level security;
insert into public.invites values ('EXAMPLE-INVITE');

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  display_name text not null default '',
  bio text
);
alter table public.profiles enable row level security;
create policy profiles_own on public.profiles for all to authenticated
  using (user_id = (select auth.uid()));
grant select, update (display_name, bio) on public.profiles to authenticated;
grant all on public.profiles, public.invites to service_role;
alter publication supabase_realtime add table public.profiles;

create function private.on_user_created() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (user_id) values (NEW.id);
  return null;
end;
$$;
create trigger on_user_created after insert on auth.users
  for each row execute function private.on_user_created();

-- Hooks of Auth -------------------------------------------------------------------------------
create function private.before_user_created(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_code text := event #>> '{user,user_metadata,invite_code}';
begin
  if exists (select from public.invites i where i.code = v_code) then
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object('http_code', 422,
    'message', case when v_code is null then 'invite_required' else 'invite_invalid' end));
end;
$$;

create table private.failures (user_id uuid primary key, count int not null);
create function private.password_verification_attempt(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if not (event ->> 'valid')::boolean then
    insert into private.failures as f values ((event ->> 'user_id')::uuid, 1)
    on conflict (user_id) do update set count = f.count + 1;
  end if;
  if coalesce((select f.count from private.failures f
    where f.user_id = (event ->> 'user_id')::uuid), 0) < 3
  then
    return '{"decision": "continue"}';
  end if;
  return '{"decision": "reject", "message": "Too many wrong passwords"}';
end;
$$;

-- An account whose name says how it answers every wrong code.
create function private.mfa_verification_attempt(event jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when (event ->> 'valid')::boolean then '{"decision": "continue"}'
    when u.email like 'rejected@%' then '{"decision": "reject", "message": "Too many wrong codes"}'
    when u.email like 'refused@%' then '{"error": {"http_code": 403, "message": "Not from here"}}'
    when u.email like 'failed@%' then '{"error": {"message": "Broken"}}'
    else '{"decision": "continue"}' end::jsonb
  from auth.users u where u.id = (event ->> 'user_id')::uuid
$$;
revoke execute on all functions in schema private from public;
grant execute on function private.before_user_created, private.password_verification_attempt,
  private.mfa_verification_attempt to supabase_auth_admin;

-- What a function may read about its request, as PostgREST sets it.
create function public.request_headers() returns jsonb language sql stable as $$
  select current_setting('request.headers', true)::jsonb
$$;

create function public.greet(name text) returns text language sql immutable as $$
  select 'Hello ' || name
$$;

insert into storage.buckets (id, name, public) values ('attachments', 'attachments', false);
