-- Acts of staff. Staff have no direct write access to any table: each act is a function that adds a
-- row to the audit log (05_staff/01_audit).

-- Profiles -------------------------------------------------------------------------------
-- Locks the row that an act of staff concerns, and before it the standing of the members and the orders
-- whose deadlines the act stops or starts.
create function private.lock_profile_for_staff(profile_id uuid, orders_of uuid[] default '{}', or_deleted boolean default false)
returns public.profiles
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles;
begin
  perform private.require_staff();
  perform private.lock_standing(variadic orders_of);
  perform private.lock_orders_of(orders_of);
  perform private.lock_freezes(orders_of || profile_id);
  perform from public.profiles p where p.id = any (orders_of) order by p.id for no key update;
  select * into v_profile from public.profiles p
  where p.id = lock_profile_for_staff.profile_id and (p.deleted_at is null or or_deleted)
  for no key update;
  if v_profile.id is null then
    raise exception 'profile_unknown' using errcode = 'PT404';
  end if;
  perform private.reject_own_case(v_profile.id || private.people_of(orders_of));
  return v_profile;
end;
$$;
comment on function private.lock_profile_for_staff is 'Rejects callers who are not staff, and staff in a case of their own, also through the orders concerned; returns the locked profile.';

insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('approval_window', 48, 'hours', 'How long a new creator waits for an approval at most, as the market promises.', 1, 720, true)
on conflict (key) do nothing;

-- Identifies the version of a profile that staff saw.
create function private.shown_hash(profile public.profiles) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(concat(private.described(profile), extract(epoch from profile.rejected_at),
    profile.is_verified, profile.verification_pending), 'UTF8')), 'hex')
$$;
comment on function private.shown_hash is 'A hash that changes whenever a member changes what the profile shows, and when staff reject it, or give or take the badge.';

-- One hash for each column, so that staff read only changed columns again. Hashes suffice, because nobody needs the old texts.
create function private.shown_hashes(profile public.profiles) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, md5(value::text)), '{}') from jsonb_each(private.described(profile))
$$;
comment on function private.shown_hashes is 'A hash of each column that the profile shows.';

create function private.changed_fields(profile public.profiles) returns text[]
language sql stable set search_path = '' as $$
  select array_agg(key order by key)
  from private.shown_hashes(profile) as now, jsonb_object_keys(now || profile.seen_hashes) as key
  where now -> key is distinct from profile.seen_hashes -> key
$$;
comment on function private.changed_fields is 'The columns that differ from what staff saw; null if none does.';

-- Members rely on the review by staff, so a profile shows since when it differs from the reviewed one.
create function private.note_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.deleted_at is not null then
    NEW.seen_hashes := null;
  end if;
  NEW.changed_since := case when private.changed_fields(NEW) is not null then coalesce(OLD.changed_since, now()) end;
  return NEW;
end;
$$;
comment on function private.note_change is 'Trigger: stores the time since which a profile differs from the version that staff reviewed.';
create trigger profiles_show_change before update on public.profiles
  for each row when (NEW.seen_hashes is not null) execute function private.note_change();

create function private.require_unchanged(profile public.profiles, shown_hash text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if require_unchanged.shown_hash <> private.shown_hash(profile) then
    raise exception 'profile_changed' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_unchanged is 'Rejects a decision about a profile that has changed since it was shown; without a hash nothing is compared.';

create function private.approve_profile(profile_id uuid, shown_hash text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles := private.lock_profile_for_staff(profile_id);
  v_is_brand constant boolean := v_profile.role = 'brand';
begin
  if v_profile.onboarded_at is null then
    raise exception 'profile_incomplete' using errcode = 'PT409';
  end if;
  if v_profile.suspended_at is not null then
    raise exception 'profile_suspended' using errcode = 'PT409';
  end if;
  if v_profile.is_approved and v_profile.changed_since is null then
    return;
  end if;
  perform private.require_unchanged(v_profile, shown_hash);
  update public.profiles p set is_approved = true, rejected_at = null, rejection_reason = null,
    seen_hashes = private.shown_hashes(p)
  where p.id = v_profile.id;
  perform private.audit('approve_profile', v_profile.id);
  if not v_profile.is_approved then
    perform private.notify(v_profile.id, case when v_is_brand then 'profile_approved_brand' else 'profile_approved' end,
      jsonb_build_object('profile_id', v_profile.id));
  end if;
end;
$$;

create function public.approve_profile(profile_id uuid, shown_hash text default null) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.approve_profile(profile_id, shown_hash)
$$;
comment on function public.approve_profile is 'Staff: approves a member, or the later changes of an approved one; with `shown_hash` only the version that staff_list returned.';

-- The member reads the reason in their profile. Staff may still approve them later, and look again once the profile differs
-- from the one that they rejected.
create function private.reject_profile(profile_id uuid, reason text, shown_hash text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles := private.lock_profile_for_staff(profile_id);
begin
  perform private.require_reason(reason);
  -- The length is checked here, because Postgres would print the whole profile in the error of the constraint.
  if length(btrim(reason)) > 1000 then
    raise exception 'profiles_rejection_reason_length' using errcode = 'PT400';
  end if;
  if v_profile.onboarded_at is null or v_profile.is_approved or v_profile.suspended_at is not null then
    raise exception 'profile_not_waiting' using errcode = 'PT409';
  end if;
  if v_profile.rejection_reason = btrim(reason) and v_profile.changed_since is null then
    return;
  end if;
  perform private.require_unchanged(v_profile, shown_hash);
  update public.profiles p
  set rejected_at = now(), rejection_reason = btrim(reason), seen_hashes = private.shown_hashes(p)
  where p.id = v_profile.id;
  perform private.audit('reject_profile', v_profile.id, jsonb_build_object('reason', btrim(reason)));
  perform private.notify(v_profile.id, 'profile_rejected', jsonb_build_object('note', btrim(reason)));
end;
$$;

create function public.reject_profile(profile_id uuid, reason text, shown_hash text default null) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.reject_profile(profile_id, reason, shown_hash)
$$;
comment on function public.reject_profile is
  'Staff: rejects a waiting member, with a reason that they read; a change of role does not undo it; with `shown_hash` only the version that staff_list returned.';

create function private.verify_profile(profile_id uuid, shown_hash text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles := private.lock_profile_for_staff(profile_id);
begin
  if v_profile.onboarded_at is null then
    raise exception 'profile_incomplete' using errcode = 'PT409';
  end if;
  if v_profile.suspended_at is not null then
    raise exception 'profile_suspended' using errcode = 'PT409';
  end if;
  if v_profile.is_verified and v_profile.changed_since is null then
    return;
  end if;
  perform private.require_unchanged(v_profile, coalesce(shown_hash, ''));
  update public.profiles p set is_verified = true, verification_pending = false,
    seen_hashes = private.shown_hashes(p)
  where p.id = v_profile.id;
  perform private.audit('verify_profile', v_profile.id);
end;
$$;

create function public.verify_profile(profile_id uuid, shown_hash text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.verify_profile(profile_id, shown_hash)
$$;
comment on function public.verify_profile is 'Staff: verifies a member, in the version that staff_list returned with `shown_hash`.';

create function private.decline_verification(profile_id uuid, shown_hash text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles := private.lock_profile_for_staff(profile_id);
begin
  if not v_profile.verification_pending and not v_profile.is_verified then
    if private.done_before('decline_verification', array[v_profile.id]) = 0 then
      raise exception 'verification_not_pending' using errcode = 'PT409';
    end if;
    return;
  end if;
  perform private.require_unchanged(v_profile, coalesce(shown_hash, ''));
  update public.profiles p set is_verified = false, verification_pending = false where p.id = v_profile.id;
  perform private.audit('decline_verification', v_profile.id);
end;
$$;

create function public.decline_verification(profile_id uuid, shown_hash text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.decline_verification(profile_id, shown_hash)
$$;
comment on function public.decline_verification is 'Staff: removes the verification of a member, also of one who changed name or picture, in the version that staff_list returned with `shown_hash`.';

-- `computed` removes the level that staff set: it is computed from the record again.
create function private.set_trust_level(profile_id uuid, trust_level text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles := private.lock_profile_for_staff(profile_id);
  v_override text := nullif(trust_level, 'computed');
begin
  if trust_level in ('new', 'normal', 'trusted', 'computed') is not true then
    raise exception 'profiles_trust_level_known' using errcode = 'PT400';
  end if;
  if v_override is not distinct from (
    select s.trust_override from private.standings s where s.profile_id = v_profile.id
  ) then
    return;
  end if;
  -- More trust shortens the hold of the member's earnings; with less trust, a lost chargeback takes the earnings.
  perform private.require_confirmation('set_trust_level', v_profile.id::text);
  perform private.override_trust(v_profile.id, v_override);
  perform private.audit('set_trust_level', v_profile.id,
    jsonb_build_object('from', v_profile.trust_level, 'to', coalesce(v_override, 'computed')));
end;
$$;

create function public.set_trust_level(profile_id uuid, trust_level text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.set_trust_level(profile_id, trust_level)
$$;
comment on function public.set_trust_level is 'Staff, always by two: sets the level of trust: new, normal or trusted, or computed from the member''s record.';

-- Invites --------------------------------------------------------------------------------
create function private.random_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(
    substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + (get_byte(bytes, i) & 31), 1), '' order by i)
  from extensions.gen_random_bytes(12) as bytes, generate_series(0, length(bytes) - 1) as i
$$;
comment on function private.random_code is 'A random code of twelve letters, 60 bits.';

create function private.create_invite(max_uses int, expires_at timestamptz, email text, role text, idempotency_key uuid)
returns public.invites
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me uuid := private.require_staff();
  v_invite public.invites;
begin
  perform private.require_given(create_invite.max_uses::text);
  -- The uses are limited, because each opens an account for which no inviting member is responsible.
  if create_invite.max_uses > private.setting('invite_uses_most') then
    raise exception 'invite_too_wide' using errcode = 'PT422';
  end if;
  insert into public.invites (id, code, issuer_id, max_uses, expires_at, email, role)
  values (coalesce(idempotency_key, gen_random_uuid()), private.random_code(), v_me, create_invite.max_uses, create_invite.expires_at,
    nullif(lower(btrim(create_invite.email)), ''), nullif(create_invite.role, ''))
  on conflict on constraint invites_pkey do nothing returning * into v_invite;
  if v_invite.id is null then
    select * into v_invite from public.invites i
    where i.id = idempotency_key and i.issuer_id = v_me and (i.max_uses, i.expires_at, i.email, i.role) is not distinct from
      (create_invite.max_uses, create_invite.expires_at, nullif(lower(btrim(create_invite.email)), ''), nullif(create_invite.role, ''));
    if v_invite.id is null then
      raise exception 'idempotency_key_reused' using errcode = 'PT409';
    end if;
    return v_invite;
  end if;
  -- The code is not in the audit log: reading the log must not allow using the code.
  perform private.audit('create_invite', v_invite.id, jsonb_strip_nulls(jsonb_build_object(
    'max_uses', v_invite.max_uses, 'expires_at', v_invite.expires_at,
    -- The log leaves out the e-mail address, because it outlives the account.
    'role', v_invite.role)));
  return v_invite;
end;
$$;

create function public.create_invite(
  max_uses int default 1, expires_at timestamptz default null, email text default null,
  role text default null, idempotency_key uuid default null
) returns public.invites
language sql volatile security invoker set search_path = '' as $$
  select private.create_invite(max_uses, expires_at, email, role, idempotency_key)
$$;
comment on function public.create_invite is 'Staff: creates an invite code; a repeated key creates no second one.';

create function private.revoke_invite(invite_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  -- The end is later than the creation, in case the invite is revoked in the same transaction.
  update public.invites i set expires_at = greatest(now(), i.created_at + interval '1 microsecond')
  where i.id = revoke_invite.invite_id and (i.expires_at is null or i.expires_at > now());
  if found then
    perform private.audit('revoke_invite', revoke_invite.invite_id);
  end if;
end;
$$;

create function public.revoke_invite(invite_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.revoke_invite(invite_id)
$$;
comment on function public.revoke_invite is 'Staff: revokes an invite code; members who used it stay.';

-- Settings -------------------------------------------------------------------------------
create function private.list_settings()
returns table (
  key text, value numeric, unit text, meaning text, min_value numeric, max_value numeric, needs_two boolean, proposed numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query
    select s.key, s.value, s.unit, s.meaning, s.min_value, coalesce(s.max_value, private.max_of_unit(s.unit)), s.needs_two,
      (p.arguments ->> 'value')::numeric
    from private.settings s
    left join public.staff_proposals p on p.action = 'update_setting' and p.subject = s.key and p.status = 'open' and p.expires_at > now()
    order by s.key;
end;
$$;

create function public.list_settings()
returns table (
  key text, value numeric, unit text, meaning text, min_value numeric, max_value numeric, needs_two boolean, proposed numeric
)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_settings()
$$;
comment on function public.list_settings is 'Staff: the settings, each with the value that waits for a second member of staff.';

create function private.update_setting(key text, value numeric) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_setting private.settings;
  v_max numeric;
  v_decimals int;
begin
  perform private.require_staff();
  select * into v_setting from private.settings s where s.key = update_setting.key for update;
  if v_setting.key is null then
    raise exception 'setting_unknown' using errcode = 'PT422';
  end if;
  v_max := coalesce(v_setting.max_value, private.max_of_unit(v_setting.unit));
  -- Counts and times are whole numbers.
  v_decimals := case when v_setting.unit in ('percent', 'units', 'stars') then 2 else 0 end;
  if (update_setting.value between v_setting.min_value and v_max
    and update_setting.value = trunc(update_setting.value, v_decimals)) is not true
  then
    raise exception 'setting_out_of_range' using errcode = 'PT422',
      detail = jsonb_build_object('min_value', v_setting.min_value, 'max_value', v_max)::text;
  end if;
  if v_setting.value = update_setting.value then
    return;
  end if;
  if v_setting.needs_two then
    perform private.require_confirmation('update_setting', update_setting.key);
  end if;
  update private.settings s set value = trim_scale(update_setting.value) where s.key = update_setting.key;
  perform private.audit('update_setting', null, jsonb_build_object(
    'key', update_setting.key, 'from', v_setting.value, 'to', update_setting.value));
end;
$$;

create function public.update_setting(key text, value numeric) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.update_setting(key, value)
$$;
comment on function public.update_setting is 'Staff: changes one setting from now on; orders keep the values that they copied.';

-- Staff themselves -------------------------------------------------------------------------
-- The API does not offer it: an operator with the database's credentials appoints staff.
create function private.appoint_staff(profile_id uuid, is_staff boolean default true) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if appoint_staff.is_staff and exists (
    select from public.profiles p
    where p.is_staff and p.deleted_at is null and p.id <> appoint_staff.profile_id
      and private.are_one_person(p.id, appoint_staff.profile_id)
  ) then
    raise exception 'profile_already_staff' using errcode = 'PT409';
  end if;
  -- The work of an unpaid order can begin with the payment. This is not so for an order of staff, who accept it first.
  update public.pack_orders o set starts_when_paid = false
  where appoint_staff.is_staff and o.kol_id in (select private.same_person(appoint_staff.profile_id))
    and o.status = 'pending_payment' and o.starts_when_paid;
  update public.profiles p set is_staff = appoint_staff.is_staff
  where p.id = appoint_staff.profile_id and p.is_staff is distinct from appoint_staff.is_staff;
  if found then
    perform private.audit('appoint_staff', appoint_staff.profile_id,
      jsonb_build_object('is_staff', appoint_staff.is_staff));
  end if;
end;
$$;
comment on function private.appoint_staff is 'Appoints or dismisses a member of staff, with one account only. Granted to nobody.';

-- Grants ---------------------------------------------------------------------------------
grant execute on function private.reject_profile, private.decline_verification,
  public.reject_profile, public.decline_verification to authenticated;
grant execute on function private.approve_profile, private.verify_profile, private.set_trust_level,
  private.create_invite, private.revoke_invite, private.list_settings, private.update_setting,
  public.approve_profile, public.verify_profile, public.set_trust_level, public.create_invite,
  public.revoke_invite, public.list_settings, public.update_setting to authenticated;
