-- The first member of staff of an empty market. Nobody is there to invite them, so the owner of the
-- database does: `select private.create_founding_invite('you@example.com')` makes an invite for that address,
-- and the person who signs up with it and confirms the address becomes staff. It works once.
create table private.founding (
  -- The table has at most one row.
  id boolean primary key default true,
  invite_id uuid not null references public.invites (id),
  founded_at timestamptz,
  constraint founding_one_row check (id),
  constraint founding_time_finite check (isfinite(founded_at))
);
comment on table private.founding is 'The invite of the first member of staff, and the time at which they became staff.';
create index founding_invite_id on private.founding (invite_id);
alter table private.founding enable row level security;

create function private.has_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.is_staff)
$$;
comment on function private.has_staff is 'True once there is a member of staff.';

create function private.create_founding_invite(email text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_invite public.invites;
begin
  if coalesce(btrim(email), '') = '' then
    raise exception 'founder_email_required' using errcode = 'PT422';
  end if;
  -- The second of two concurrent calls waits here, and then finds the row of the first.
  lock table private.founding in share row exclusive mode;
  -- An address with a typing error makes nobody staff: its invite ends, and another may be made.
  if private.has_staff() or exists (
    select from private.founding f join public.invites i on i.id = f.invite_id
    where f.founded_at is not null or i.expires_at > now()
  ) then
    raise exception 'market_founded' using errcode = 'PT409';
  end if;
  insert into public.invites (code, email, role, expires_at)
  values (private.random_code(), lower(btrim(create_founding_invite.email)), 'brand',
    now() + make_interval(hours => private.setting('founding_invite_hours')::int))
  returning * into v_invite;
  insert into private.founding as f (invite_id) values (v_invite.id)
  on conflict on constraint founding_pkey do update set invite_id = excluded.invite_id;
  perform private.audit('create_founding_invite', v_invite.id, jsonb_build_object('email', private.masked_email(v_invite.email)));
  return v_invite.code;
end;
$$;
comment on function private.create_founding_invite is
  'For the owner of the database: an invite for the first member of staff; returns its code. Granted to nobody.';

-- The first member of staff needs the code to sign up and the mailbox to confirm the address.
create function private.promote_founder() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_profile_id uuid;
begin
  select r.invitee_id into v_profile_id
  from public.profiles p
  join public.referrals r on r.invitee_id = p.id
  join private.founding f on f.invite_id = r.invite_id
  where p.user_id = NEW.id and f.founded_at is null
  for no key update of f;
  if v_profile_id is not null and not private.has_staff() then
    update private.founding f set founded_at = now() where f.founded_at is null;
    perform private.appoint_staff(v_profile_id);
  end if;
  return null;
end;
$$;
comment on function private.promote_founder is 'Trigger: makes the member with the founding invite staff once the address is confirmed.';
create trigger promote_founder_confirmed after update of email_confirmed_at on auth.users
  for each row when (OLD.email_confirmed_at is null and NEW.email_confirmed_at is not null)
  execute function private.promote_founder();
-- Runs after make_profile: triggers of one event run in the order of their names.
create trigger promote_founder_confirmed_at_once after insert on auth.users
  for each row when (NEW.email_confirmed_at is not null)
  execute function private.promote_founder();

insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('founding_invite_hours', 72, 'hours', 'How long the invite of the first member of staff can be used.', 1, 720)
on conflict (key) do nothing;
