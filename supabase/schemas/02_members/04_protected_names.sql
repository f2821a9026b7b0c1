-- Members trust staff and verified members by name, so nobody else may use a name that looks like
-- theirs. Other names need not be unique.
create table private.profile_names (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  skeleton text not null,
  is_protected boolean not null
);
comment on table private.profile_names is 'The skeleton of each member''s name. Written by trigger only.';
create index profile_names_skeleton on private.profile_names (skeleton);
create unique index profile_names_protected_key on private.profile_names (skeleton) where is_protected;
alter table private.profile_names enable row level security;

-- A name stays protected while staff review a changed picture, but not while they review a changed
-- name: otherwise a verified member could reserve names.
create function private.name_is_protected(profile public.profiles, skeleton text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return profile.is_staff or profile.is_verified or (profile.verification_pending and exists (
    select from private.profile_names n
    where n.profile_id = profile.id and n.is_protected
      and n.skeleton = name_is_protected.skeleton
  ));
end;
$$;
comment on function private.name_is_protected is 'True when no other member may use this member''s name.';

create function private.require_free_name(profile public.profiles) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_skeleton text := private.name_skeleton(profile.display_name);
begin
  -- Serialises concurrent changes to the same name.
  perform pg_advisory_xact_lock(hashtextextended('name ' || v_skeleton, 0));
  if exists (
    select from private.profile_names n
    where n.skeleton = v_skeleton and n.is_protected and n.profile_id <> profile.id
  ) then
    raise exception 'name_taken' using errcode = 'PT409';
  end if;
  if private.name_is_protected(profile, v_skeleton) and exists (
    select from private.profile_names n
    join public.profiles p on p.id = n.profile_id and p.suspended_at is null
    where n.skeleton = v_skeleton and n.profile_id <> profile.id
  ) then
    raise exception 'name_in_use' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_free_name is 'Rejects a name that looks like that of staff or of a verified member, and a protected name that others already have.';

-- The name of its trigger sorts after profiles_prepare, whose changes it has to see.
create function private.protect_name() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_renamed boolean := TG_OP = 'INSERT' or NEW.display_name is distinct from OLD.display_name;
begin
  -- A verified member who changes the name is no longer verified.
  if TG_OP = 'UPDATE' and OLD.is_verified and NEW.is_verified
    and (v_renamed or NEW.profile_image is distinct from OLD.profile_image)
  then
    NEW.is_verified := false;
    NEW.verification_pending := true;
  end if;
  if v_renamed then
    perform private.require_valid_name(NEW.display_name, NEW.is_staff);
  end if;
  if v_renamed or (NEW.is_verified and not OLD.is_verified) or (NEW.is_staff and not OLD.is_staff) then
    perform private.require_free_name(NEW);
  elsif OLD.suspended_at is not null and NEW.suspended_at is null then
    -- A suspension ends in time even if somebody else has the name by now: the member returns under another name.
    begin
      perform private.require_free_name(NEW);
    exception when sqlstate 'PT409' then
      NEW.display_name := 'Member ' || upper(left(NEW.id::text, 8));
      NEW.is_verified := false;
    end;
  end if;
  return NEW;
end;
$$;
comment on function private.protect_name is 'Trigger: checks names, and marks a verified member who changed name or picture for another review.';
create trigger profiles_protect_name before insert or update on public.profiles
  for each row when (NEW.display_name is not null and NEW.deleted_at is null)
  execute function private.protect_name();

create function private.sync_profile_name() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_skeleton text;
begin
  if TG_OP = 'UPDATE' and
    (OLD.display_name, OLD.is_staff, OLD.is_verified, OLD.verification_pending, OLD.deleted_at)
    is not distinct from
    (NEW.display_name, NEW.is_staff, NEW.is_verified, NEW.verification_pending, NEW.deleted_at)
  then
    return null;
  end if;
  if NEW.deleted_at is not null or NEW.display_name is null then
    delete from private.profile_names n where n.profile_id = NEW.id;
    return null;
  end if;
  v_skeleton := private.name_skeleton(NEW.display_name);
  insert into private.profile_names (profile_id, skeleton, is_protected)
  values (NEW.id, v_skeleton, private.name_is_protected(NEW, v_skeleton))
  on conflict (profile_id) do update
  set skeleton = excluded.skeleton, is_protected = excluded.is_protected;
  return null;
end;
$$;
comment on function private.sync_profile_name is 'Trigger: updates profile_names when a profile changes.';
create trigger profiles_sync_name_inserted after insert on public.profiles
  for each row when (NEW.display_name is not null) execute function private.sync_profile_name();
create trigger profiles_sync_name_updated after update on public.profiles
  for each row execute function private.sync_profile_name();
