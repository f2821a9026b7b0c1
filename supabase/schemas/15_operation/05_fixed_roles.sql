-- The role of a member is fixed once others rely on it.
create function private.has_traded(profile_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.packs p where p.kol_id = has_traded.profile_id)
    or exists (
      select from public.pack_orders o
      where o.brand_id = has_traded.profile_id or o.kol_id = has_traded.profile_id
    )
    -- Applications and offers that are old can still become orders.
    or exists (
      select from public.campaigns c where c.brand_id = has_traded.profile_id and c.status <> 'draft'
    )
    or exists (
      select from public.campaign_applications a where a.kol_id = has_traded.profile_id
    )
    or exists (
      select from public.offers o
      where o.brand_id = has_traded.profile_id or o.kol_id = has_traded.profile_id
    )
    -- A referral reward is posted to an account that depends on the role, and may be paid out and come back.
    or exists (select from private.holds h where h.profile_id = has_traded.profile_id)
    or exists (
      select from private.accounts a
      where a.owner_id = has_traded.profile_id and a.balance_minor <> 0
    );
end;
$$;
comment on function private.has_traded is 'True once the member has a pack, a published campaign, an application, an offer, an order, money or a reward; the role can then no longer change.';

create function private.role_is_fixed(profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_traded(role_is_fixed.profile_id) or exists (
    select from public.referrals r join public.invites i on i.id = r.invite_id
    where r.invitee_id = role_is_fixed.profile_id and i.role is not null
  )
$$;
comment on function private.role_is_fixed is 'True once others rely on the role (private.has_traded), and for members whose invite was for one role.';

create function private.keep_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for an order that is being placed: its foreign keys lock the row.
  perform from public.profiles p where p.id = NEW.id for update;
  if NEW.role is null or private.role_is_fixed(NEW.id) then
    raise exception 'role_fixed' using errcode = 'PT409';
  end if;
  return NEW;
end;
$$;
comment on function private.keep_role is 'Trigger: rejects a change of a role that others rely on.';
create trigger profiles_keep_role before update of role on public.profiles
  for each row when (OLD.role is not null and NEW.role is distinct from OLD.role)
  execute function private.keep_role();
