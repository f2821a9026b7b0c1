-- Effects of an accepted invite: the inviter is notified, and rewarded at the first completed order in the ledger.

-- The inviter is notified once the new member has a name. The notice contains the name only if the member is approved.
create function private.announce_invitee() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_inviter_id uuid;
begin
  update public.referrals r set announced_at = now()
  where r.invitee_id = NEW.id and r.announced_at is null
  returning r.inviter_id into v_inviter_id;
  if v_inviter_id is not null then
    if NEW.is_approved then
      perform private.notify(v_inviter_id, 'invite_accepted',
        jsonb_build_object('profile_id', NEW.id, 'profile_name', NEW.display_name));
    else
      perform private.notify(v_inviter_id, 'invite_accepted_unseen');
    end if;
  end if;
  return null;
end;
$$;
comment on function private.announce_invitee is 'Trigger: notifies the inviter when the invitee completes the onboarding.';
create trigger profiles_announce_invitee after update on public.profiles
  for each row when (OLD.onboarded_at is null and NEW.onboarded_at is not null)
  execute function private.announce_invitee();

create function private.activate_referral(invitee_id uuid, order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_referral public.referrals;
  v_rewarded boolean;
begin
  select * into v_referral from public.referrals r
  where r.invitee_id = activate_referral.invitee_id and r.status = 'joined'
    -- A suspended inviter waits for the next order, because staff may reinstate them, and so does one without a role: the
    -- account of a reward depends on the role.
    and not exists (select from public.profiles p where p.id = r.inviter_id and (p.suspended_at is not null or p.role is null and p.deleted_at is null))
  for update;
  if v_referral.id is null then
    return;
  end if;
  -- Invites issued by staff earn nothing, nor do deleted inviters, nor inviters who are one person with the invitee.
  v_rewarded := exists (
    select from public.profiles p
    where p.id = v_referral.inviter_id and not p.is_staff and p.deleted_at is null
      and not private.are_one_person(p.id, v_referral.invitee_id)
  ) and not exists (
    -- A former member who signs up again does not count as a new member.
    select from public.profiles p
    where p.id in (select private.answers_for(v_referral.invitee_id)) and p.id <> v_referral.invitee_id and p.completed_orders > 0
  );
  update public.referrals r
  set status = case when v_rewarded then 'activated' else 'ineligible' end, activated_at = now()
  where r.id = v_referral.id;
  if v_rewarded then
    perform private.post_referral_reward(v_referral.id, activate_referral.order_id);
  end if;
end;
$$;
comment on function private.activate_referral is 'Rewards the inviter once, at the first completed order of the invitee in the ledger while the inviter has a role and is not suspended.';

-- Updates all members in one statement, because each statement sets up the checks and triggers of
-- profiles. Forces a generic plan, because PostgreSQL would plan a short array again at each call.
create function private.grant_completion_benefits(profile_ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  with locked as materialized (
    select p.id from public.profiles p
    where p.id = any (profile_ids) and p.deleted_at is null
    order by p.id for no key update
  )
  update public.profiles p set completed_orders = p.completed_orders + 1
  from locked where p.id = locked.id;
end;
$$;
comment on function private.grant_completion_benefits is
  'Counts a completed order of several members. Invites and trust follow when its fee is earned (10_trust/02_reputation).';
