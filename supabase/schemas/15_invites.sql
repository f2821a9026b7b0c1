-- Nobody signs up without an invite. The code travels in the sign-up metadata; the rule
-- stands before the row of auth.users, so that no road leads around it.
-- Two kinds of code answer to one lookup: a member's own referral code, bounded by a quota,
-- and an invite issued by staff.

-- Secrets --------------------------------------------------------------------------------
-- Keys that the database makes for itself and that never leave it.
create table private.secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);
comment on table private.secrets is 'Random keys, made at first use; no role but the owner reads them.';
alter table private.secrets enable row level security;

create function private.secret(name text) returns bytea
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_value bytea;
begin
  select s.value into v_value from private.secrets s where s.name = secret.name;
  if v_value is null then
    insert into private.secrets (name, value) values (secret.name, extensions.gen_random_bytes(32))
    on conflict do nothing;
    select s.value into v_value from private.secrets s where s.name = secret.name;
  end if;
  return v_value;
end;
$$;
comment on function private.secret is 'The key of that name, made when it is first asked for. Granted to nobody.';

-- Invites --------------------------------------------------------------------------------
create table public.invites (
  id uuid primary key default gen_random_uuid(),
  code text not null,
  -- Null: issued by the house, before there was any staff.
  issuer_id uuid references public.profiles (id),
  max_uses int not null default 1,
  uses int not null default 0,
  expires_at timestamptz,
  email text,
  role text,
  created_at timestamptz not null default now(),
  constraint invites_code_key unique (code),
  constraint invites_code_shape check (code ~ '^[A-Z0-9][A-Z0-9-]{6,38}[A-Z0-9]$'),
  constraint invites_max_uses_positive check (max_uses > 0),
  constraint invites_uses_within_max check (uses between 0 and max_uses),
  constraint invites_email_lower_case check (email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  constraint invites_role_known check (role in ('kol', 'brand'))
);
comment on table public.invites is 'Permissions to sign up that staff gave out: how often, until when, for whom.';
create index invites_issuer_id on public.invites (issuer_id);

alter table public.invites enable row level security;
create policy invites_select on public.invites for select to authenticated
  using (issuer_id = (select private.my_profile_id()) or (select private.is_staff()));
-- No insert: create_invite (90_staff) writes the audit row with it.
grant select on public.invites to authenticated, service_role;

-- Referrals ------------------------------------------------------------------------------
create table public.referrals (
  id uuid primary key default gen_random_uuid(),
  inviter_id uuid references public.profiles (id),
  invitee_id uuid not null references public.profiles (id),
  invite_id uuid references public.invites (id),
  status text not null default 'joined',
  reward_minor bigint,
  currency text references public.currencies (code),
  created_at timestamptz not null default now(),
  announced_at timestamptz,
  activated_at timestamptz,
  constraint referrals_invitee_id_key unique (invitee_id),
  constraint referrals_not_oneself check (inviter_id is distinct from invitee_id),
  constraint referrals_status_known check (status in ('joined', 'activated', 'ineligible')),
  constraint referrals_reward_not_negative check (reward_minor >= 0),
  constraint referrals_reward_has_currency check ((reward_minor is null) = (currency is null))
);
comment on table public.referrals is 'Who brought whom: the tree of invites, and what became of each.';
create index referrals_inviter_id on public.referrals (inviter_id);
create index referrals_invite_id on public.referrals (invite_id);
create index referrals_currency on public.referrals (currency);

alter table public.referrals enable row level security;
create policy referrals_select on public.referrals for select to authenticated
  using (inviter_id = (select private.my_profile_id()) or (select private.is_staff()));
grant select on public.referrals to authenticated, service_role;

-- Codes ----------------------------------------------------------------------------------
create function private.normal_code(code text) returns text
language sql immutable set search_path = '' as $$
  select upper(regexp_replace(left(code, 100), '[[:space:]]', '', 'g'))
$$;
comment on function private.normal_code is 'A code as it is stored, however a person typed it.';

-- 60 bits of a keyed hash: nobody who knows the user id can tell the code. Twelve letters of
-- an alphabet without 0, 1, I and O.
create function private.new_referral_code(user_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  c_alphabet constant text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  v_hash bytea;
  v_code text;
begin
  if user_id is null then
    return null;
  end if;
  for v_attempt in 0..9 loop
    v_hash := extensions.hmac(convert_to(user_id || ':' || v_attempt, 'UTF8'), private.secret('referral_code'), 'sha256');
    select string_agg(substr(c_alphabet, 1 + (get_byte(v_hash, i) & 31), 1), '' order by i)
      into v_code from generate_series(0, 11) as i;
    exit when not exists (select from public.profiles p where p.referral_code = v_code)
      and not exists (select from public.invites i where i.code = v_code);
  end loop;
  return v_code;
end;
$$;
comment on function private.new_referral_code is 'The referral code of a user: derived, unique, not to be guessed.';

create function private.role_is_fixed(profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_traded(role_is_fixed.profile_id) or exists (
    select from public.referrals r join public.invites i on i.id = r.invite_id
    where r.invitee_id = role_is_fixed.profile_id and i.role is not null
  )
$$;
comment on function private.role_is_fixed is 'True after the first pack or order, and for who came by an invite for one role.';

-- Sign-up --------------------------------------------------------------------------------
-- One reading of the rule for the hook (which only looks) and the trigger (which takes).
create function private.sign_up_refusal(code text, email text, role text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_code text := private.normal_code(code);
begin
  if coalesce(v_code, '') = '' then
    return 'invite_required';
  end if;
  if nullif(role, '') is not null and role not in ('kol', 'brand') then
    return 'role_unknown';
  end if;
  if exists (
      select from public.invites i
      where i.code = v_code and i.uses < i.max_uses
        and (i.expires_at is null or i.expires_at > now())
        and (i.email is null or i.email = lower(sign_up_refusal.email))
        and (i.role is null or nullif(sign_up_refusal.role, '') is null or i.role = sign_up_refusal.role)
    ) or exists (
      select from public.profiles p
      where p.referral_code = v_code and p.invites_left > 0
        and p.suspended_at is null and p.deleted_at is null
    )
  then
    return null;
  end if;
  return 'invite_invalid';
end;
$$;
comment on function private.sign_up_refusal is 'Why a sign-up would be refused; null when it would not.';

create function private.redeem_invite() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_code text := private.normal_code(NEW.raw_user_meta_data ->> 'invite_code');
  v_role text := NEW.raw_user_meta_data ->> 'role';
begin
  case private.sign_up_refusal(v_code, NEW.email, v_role)
    when 'invite_required' then raise exception 'invite_required' using errcode = 'PT422';
    when 'role_unknown' then raise exception 'role_unknown' using errcode = 'PT422';
    when 'invite_invalid' then raise exception 'invite_invalid' using errcode = 'PT422';
    else null;
  end case;
  -- The last place goes to one: whoever waits for the row finds it taken.
  update public.invites i set uses = i.uses + 1
  where i.code = v_code and i.uses < i.max_uses;
  if found then
    return NEW;
  end if;
  update public.profiles p set invites_left = p.invites_left - 1
  where p.referral_code = v_code and p.invites_left > 0;
  if not found then
    raise exception 'invite_invalid' using errcode = 'PT422';
  end if;
  return NEW;
end;
$$;
comment on function private.redeem_invite is 'Trigger: takes one place of the invite, or there is no user.';
create trigger redeem_invite before insert on auth.users
  for each row execute function private.redeem_invite();

create function private.make_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_code text := private.normal_code(NEW.raw_user_meta_data ->> 'invite_code');
  v_profile_id uuid;
  v_invite public.invites;
  v_inviter_id uuid;
begin
  select * into v_invite from public.invites i where i.code = v_code;
  if v_invite.id is null then
    select p.id into v_inviter_id from public.profiles p where p.referral_code = v_code;
  end if;
  insert into public.profiles (user_id, role, invites_left)
  values (
    NEW.id,
    coalesce(nullif(NEW.raw_user_meta_data ->> 'role', ''), v_invite.role),
    private.setting('invite_quota')::int
  )
  returning id into v_profile_id;
  insert into public.referrals (inviter_id, invitee_id, invite_id)
  values (coalesce(v_invite.issuer_id, v_inviter_id), v_profile_id, v_invite.id);
  return null;
end;
$$;
comment on function private.make_profile is 'Trigger: one user, one profile, one row in the tree of invites.';
create trigger make_profile after insert on auth.users
  for each row execute function private.make_profile();
