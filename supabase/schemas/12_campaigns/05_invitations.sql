-- A brand invites creators of its shortlist to an open campaign. An invited creator may apply whatever the filters are.

create function private.require_invitable(campaign public.campaigns, creator_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if campaign.status is distinct from 'open' or campaign.deadline <= now() then
    raise exception 'campaign_not_open' using errcode = 'PT409';
  end if;
  perform private.require_place(campaign);
  if not exists (
    select from public.shortlist s where s.brand_id = campaign.brand_id and s.creator_id = require_invitable.creator_id
  ) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if not exists (select from private.creators c where c.profile_id = require_invitable.creator_id)
    or private.can_transact(creator_id) is not true or private.are_blocked(campaign.brand_id, creator_id)
    or private.are_one_person(campaign.brand_id, creator_id)
  then
    raise exception 'creator_not_available' using errcode = 'PT409';
  end if;
  if exists (
    select from public.campaign_applications a
    where a.campaign_id = campaign.id and a.kol_id = require_invitable.creator_id and a.status <> 'withdrawn'
      and not private.gave_place_back(a)
  ) then
    raise exception 'creator_applied' using errcode = 'PT409';
  end if;
  if private.campaign_reach(campaign) = 0 then
    raise exception 'campaign_reach_used' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_invitable is 'Refuses an invitation to a campaign that accepts no applications, or of a creator whom the brand may not invite.';

create function private.invite_to_campaign(campaign_id uuid, creator_id uuid) returns public.campaign_invitations
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_transact();
  v_campaign public.campaigns;
  v_invitation public.campaign_invitations;
begin
  select * into v_campaign from public.campaigns c
  where c.id = invite_to_campaign.campaign_id and c.brand_id = v_me for share;
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  select * into v_invitation from public.campaign_invitations i
  where i.campaign_id = v_campaign.id and i.kol_id = invite_to_campaign.creator_id;
  if found then
    return v_invitation;
  end if;
  perform private.require_not_frozen(v_me);
  perform private.require_invitable(v_campaign, creator_id);
  insert into public.campaign_invitations (campaign_id, kol_id, brand_id) values (v_campaign.id, creator_id, v_me)
  on conflict do nothing returning * into v_invitation;
  if not found then
    return private.invite_to_campaign(campaign_id, creator_id);
  end if;
  -- Keeps the matcher from notifying an invited creator of the same campaign again.
  insert into private.campaign_matches (campaign_id, profile_id) values (v_campaign.id, creator_id) on conflict do nothing;
  perform private.notify(creator_id, 'campaign_invited',
    jsonb_build_object('campaign_id', v_campaign.id, 'campaign_title', v_campaign.title, 'profile_id', v_me,
      'profile_name', private.name_of(v_me)));
  return v_invitation;
end;
$$;
create function public.invite_to_campaign(campaign_id uuid, creator_id uuid) returns public.campaign_invitations
language sql security invoker set search_path = '' as $$
  select private.invite_to_campaign(campaign_id, creator_id)
$$;
comment on function public.invite_to_campaign is 'Brand: invites a creator of its shortlist to apply to a campaign; a repeated invitation changes nothing.';
grant execute on function private.invite_to_campaign, public.invite_to_campaign to authenticated;
