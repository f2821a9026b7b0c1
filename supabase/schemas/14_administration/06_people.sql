-- Staff decide about accounts that used the card, the payout account or a former address of another one (02_members/05_people).
create function private.require_pair(profile_id uuid, other_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if profile_id is not distinct from other_id
    or private.person_of(profile_id) is distinct from private.person_of(other_id)
      and not exists (select from private.pairs_between(profile_id, other_id)) then
    raise exception 'profile_unknown' using errcode = 'PT404';
  end if;
end;
$$;
comment on function private.require_pair is 'Rejects accounts that are neither one person nor a pair.';

create function private.decide_same_person(profile_id uuid, other_id uuid, is_same boolean, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_separate boolean;
  v_details constant jsonb := jsonb_build_object('other_id', other_id, 'is_same', is_same, 'note', btrim(note));
begin
  perform private.require_staff();
  perform pg_advisory_xact_lock(hashtextextended('people', 0));
  perform private.require_pair(profile_id, other_id);
  perform private.reject_own_case(array[profile_id, other_id]);
  perform private.require_reason(case when is_same is not null then note end);
  v_separate := exists (select from private.pairs_between(profile_id, other_id) p where p.is_separate);
  if not is_same or v_separate then
    perform private.require_confirmation('decide_same_person', profile_id::text);
  elsif private.done_before('decide_same_person', array[profile_id], v_details) > 0
    and not exists (select from private.pairs_between(profile_id, other_id) p where p.decided_at is null)
  then
    return;
  end if;
  if not is_same and private.person_of(profile_id) = private.person_of(other_id) then
    perform private.split_person(profile_id);
  end if;
  if not is_same and not exists (select from private.pairs_between(profile_id, other_id)) then
    insert into private.person_pairs (profile_id, other_id, is_separate) values (decide_same_person.profile_id, decide_same_person.other_id, true);
  end if;
  update private.person_pairs p set decided_at = now(), is_separate = not is_same
  from private.pairs_between(decide_same_person.profile_id, decide_same_person.other_id) b
  where p.profile_id = b.profile_id and p.other_id = b.other_id;
  -- An older proposal may name the two accounts in the other order.
  perform private.end_proposals(array(
    select p.id from public.staff_proposals p
    where p.action = 'decide_same_person' and p.status = 'open' and p.decided_in is null
      and array[p.subject, p.arguments ->> 'other_id'] <@ array[profile_id, other_id]::text[]), 'pair_decided');
  perform private.audit('decide_same_person', profile_id, v_details);
end;
$$;

create function public.decide_same_person(profile_id uuid, other_id uuid, is_same boolean, note text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.decide_same_person(profile_id, other_id, is_same, note)
$$;
comment on function public.decide_same_person is
  'Staff: leaves two accounts that used the same card, payout account or former address as they are, separates them, or binds two separate ones. Binding and separating take two members of staff; '
  'no card, payout account or address joins separate ones again.';
grant execute on function private.decide_same_person, public.decide_same_person to authenticated;
