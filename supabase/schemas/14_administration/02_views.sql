-- Facts about members for staff: everything that a decision requires, but nothing that allows acting
-- as the member. The referral code is private to the member; read_member, which is logged, shows who invited them.
create type public.staff_profile as (
  id uuid, role text, display_name text, bio text, expertise text[], language text,
  platforms text[], categories text[], follower_counts jsonb, profile_image text,
  rating numeric, review_count int, completed_orders int, trust_level text,
  is_verified boolean, verification_pending boolean, is_approved boolean, is_staff boolean,
  onboarded_at timestamptz, suspended_at timestamptz, frozen_at timestamptz, rejected_at timestamptz,
  rejection_reason text, created_at timestamptz, is_own_case boolean,
  -- A hash of what the member shows; the acts about the profile compare it.
  shown_hash text,
  -- Later attributes are at the end, because a migration adds them there.
  regions text[], changed_since timestamptz, channels jsonb, website text, followers_declared_at timestamptz, works jsonb,
  other_languages text[],
  -- The columns that differ from what staff saw.
  changed_fields text[]
);

create function private.as_staff_profile(profile public.profiles) returns public.staff_profile
language sql stable security definer set search_path = '' as $$
  select p.* from jsonb_populate_record(null::public.staff_profile, to_jsonb(profile) || jsonb_build_object(
    'shown_hash', private.shown_hash(profile), 'changed_fields', private.changed_fields(profile), 'works', private.shown_works(profile.works),
    'rejection_reason', case when private.has_looked('read_member', profile.id) then profile.rejection_reason end)) as p
$$;
comment on function private.as_staff_profile is
  'A profile as staff may read it, with the reason of a rejection once they have opened the member. Lists add whether it is a case of the caller''s own.';

-- Reserved names and bans -----------------------------------------------------------------
create function private.reserve_name(name text, inside_words boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_name text := btrim(reserve_name.name);
begin
  perform private.require_staff();
  if length(private.name_skeleton(v_name)) < 3 then
    raise exception 'reserved_name_too_short' using errcode = 'PT422';
  end if;
  insert into private.reserved_names (name, skeleton, inside_words)
  values (v_name, '', coalesce(reserve_name.inside_words, false))
  on conflict on constraint reserved_names_skeleton_key
  do update set name = excluded.name, inside_words = excluded.inside_words where not reserved_names.is_fixed;
  perform private.audit('reserve_name', null,
    jsonb_build_object('name', v_name, 'inside_words', reserve_name.inside_words));
end;
$$;

create function public.reserve_name(name text, inside_words boolean default false) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.reserve_name(name, inside_words)
$$;
comment on function public.reserve_name is 'Staff: reserves a name, alone or also inside longer words. A member who already has it keeps it.';

create function private.release_name(name text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  delete from private.reserved_names r where r.name = release_name.name and not r.is_fixed;
  if found then
    perform private.audit('release_name', null, jsonb_build_object('name', release_name.name));
  end if;
end;
$$;

create function public.release_name(name text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.release_name(name)
$$;
comment on function public.release_name is 'Staff: removes a reserved name that staff reserved.';

grant execute on function private.reserve_name, private.release_name, public.reserve_name, public.release_name to authenticated;
