-- "This was not me". A thief who has the password of a member without a second factor enrols one, and from then
-- on every session of the owner owes its code. So the mails about a new factor and a new payout account have a
-- signed link that needs no sign-in. The link gives access to nothing: it stops payouts and ends all sessions. The owner
-- then sets a new password by mail. A second factor is removed only if the account had none a short while before. That time
-- counts from the first code, through changes of the device, because an enrolment can wait for days without any mail.
create table private.second_factors (
  user_id uuid primary key references auth.users (id) on delete cascade,
  since timestamptz not null default now()
);
comment on table private.second_factors is 'Since when an account has had a second factor without a gap.';
alter table private.second_factors enable row level security;

create function private.on_factors_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if TG_OP = 'DELETE' then
    delete from private.second_factors s where s.user_id = OLD.user_id and not private.has_factor(OLD.user_id);
  elsif NEW.status = 'verified' then
    insert into private.second_factors (user_id) values (NEW.user_id) on conflict do nothing;
  end if;
  return null;
end;
$$;
comment on function private.on_factors_changed is 'Trigger: remembers since when an account has had a second factor.';
create trigger on_factors_changed after insert or update of status or delete on auth.mfa_factors
  for each row execute function private.on_factors_changed();

create function private.disown_account(token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_link constant record := private.read_link(token);
  v_user constant uuid := (select p.user_id from public.profiles p where p.id = v_link.profile_id);
  v_since constant timestamptz := now() - make_interval(hours => greatest(private.setting('payout_method_wait')::int, 48));
  v_stopped boolean;
begin
  if v_link.template <> 'not_me' then
    raise exception 'unsubscribe_invalid' using errcode = 'PT422';
  end if;
  perform private.lock_spending(v_link.profile_id);
  insert into public.payout_halts (payout_id, reason, halted_by)
  select p.id, 'By the link of a mail: this was not me.', p.profile_id
  from public.payouts p where p.profile_id = v_link.profile_id and p.status = 'requested'
  on conflict (payout_id) where released_at is null do update set reason = left(excluded.reason || ' ' || payout_halts.reason, 500)
  where not starts_with(payout_halts.reason, excluded.reason);
  v_stopped := found;
  -- A second press of the link ends a release that staff have proposed since the first one.
  update public.payout_halts h set reason = h.reason from public.payouts p
  where p.id = h.payout_id and p.profile_id = v_link.profile_id and h.released_at is null;
  -- Also removes an account at a provider that is not ready: it would become a payout method once the person who opened it is done.
  delete from private.payout_accounts a
  where a.profile_id = v_link.profile_id and not exists (
    select from private.payout_methods m
    where m.profile_id = a.profile_id and m.kind = a.provider and m.created_at <= v_since);
  v_stopped := v_stopped or found;
  delete from private.payout_methods m where m.profile_id = v_link.profile_id and m.created_at > v_since;
  v_stopped := v_stopped or found;
  delete from private.wallets w where w.profile_id = v_link.profile_id and w.created_at > v_since;
  v_stopped := v_stopped or found;
  -- Ends sessions first: as long as a session has given a code, removing a factor needs a recent code.
  delete from auth.sessions s where s.user_id = v_user;
  delete from auth.mfa_factors f where f.user_id = v_user and not exists (
    select from private.second_factors s where s.user_id = v_user and s.since <= v_since);
  v_stopped := v_stopped or found;
  update auth.users u set encrypted_password = '' where u.id = v_user and u.encrypted_password <> '';
  -- Staff are notified once: opening the link again leaves nothing to do.
  if found or v_stopped then
    perform private.notify(staff_id, 'account_disowned', jsonb_build_object('profile_id', v_link.profile_id,
      'profile_name', private.name_of(v_link.profile_id)))
    from private.active_staff() as staff_id;
  end if;
  return private.has_factor(v_user);
end;
$$;
comment on function private.disown_account is
  'Stops the requested payouts of a member, removes the accounts and wallets of the last days, '
  'the accounts at a provider that are not ready, and a second factor that was added in the same days, ends sessions and password, and notifies staff. True if a second factor stays.';
create function public.disown_account(token text) returns boolean
language sql volatile security invoker set search_path = '' as $$
  select private.disown_account(token)
$$;
comment on function public.disown_account is 'The link "This was not me" of a mail about the account: stops payouts and signs everybody out, without sign-in. True if the account keeps a second factor.';
grant execute on function private.disown_account, public.disown_account to anon, authenticated;

create function private.notify_of_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(p.id, 'second_factor_added') from public.profiles p where p.user_id = NEW.user_id;
  return null;
end;
$$;
comment on function private.notify_of_factor is 'Trigger: the owner gets the link that undoes a second factor which somebody else enrolled.';
create trigger notify_of_factor after update of status on auth.mfa_factors
  for each row when (NEW.status = 'verified' and OLD.status <> 'verified')
  execute function private.notify_of_factor();
