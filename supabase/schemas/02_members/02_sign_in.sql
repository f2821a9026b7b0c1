-- Protections that the auth server lacks: against password guessing from many addresses, against
-- accounts that somebody else created with a victim's e-mail address, and against a stolen session
-- that changes the account's address. They are hooks and triggers, so they work on the local stack
-- and on a hosted project.

insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('sign_in_failures', 10, 'count', 'Wrong passwords of one account before it stays closed for a while: from every network where its owner signed in before, and from all others together.', 3, 100, false),
  ('factor_failures', 5, 'count', 'Wrong codes of one account before no code is accepted for a while: from every network where a code was given before, from all where a mailed link was opened, and from all others together.', 3, 20, false),
  ('failures_window', 15, 'minutes', 'How long wrong passwords are counted, and wrong codes from a network where a right one was given before.', 5, 1440, false),
  ('factor_window', 24, 'hours', 'How long wrong codes from all other networks are counted.', 1, 168, false),
  ('known_network', 90, 'days', 'How long the networks where somebody signed in to the account, gave a code or opened a mailed link are counted apart.', 1, 365, true),
  ('fresh_sign_in', 10, 'minutes', 'How old the sign-in may be with which an account asks for another e-mail address.', 1, 60, false)
on conflict (key) do nothing;

-- Failed attempts by account ----------------------------------------------------------------
-- The auth server limits attempts by network address only, which does not stop an attacker with
-- many addresses.
create table private.sign_in_failures (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- `mailed factor` counts codes from all networks where no code was given yet, but a mailed link was opened.
  proof text not null,
  -- A network where the owner gave the same proof before; empty for all others.
  network bytea not null default '',
  failures int not null,
  since timestamptz not null,
  primary key (user_id, proof, network),
  constraint sign_in_failures_proof_known check (proof in ('password', 'factor', 'mailed factor')),
  constraint sign_in_failures_positive check (failures > 0)
);
comment on table private.sign_in_failures is 'Failed passwords and codes of an account in the current time window.';
create index sign_in_failures_since on private.sign_in_failures (since);
alter table private.sign_in_failures enable row level security;

create function private.count_attempt(
  user_id uuid, proof text, valid boolean, most int, lasts interval, network bytea default ''
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_expired constant timestamptz := now() - lasts;
  v_failures int;
begin
  if valid then
    -- Serialises concurrent attempts, so that sending many at once gains nothing.
    select f.failures into v_failures from private.sign_in_failures f
    where f.user_id = count_attempt.user_id and f.proof = count_attempt.proof
      and f.network = count_attempt.network and f.since > v_expired
    for update;
    if v_failures >= most then
      return false;
    end if;
    delete from private.sign_in_failures f
    where f.user_id = count_attempt.user_id and f.proof = count_attempt.proof and f.network = count_attempt.network;
    return true;
  end if;
  insert into private.sign_in_failures as f (user_id, proof, network, failures, since)
  values (count_attempt.user_id, count_attempt.proof, count_attempt.network, 1, now())
  on conflict on constraint sign_in_failures_pkey do update set
    failures = case when f.since > v_expired then f.failures + 1 else 1 end,
    since = case when f.since > v_expired then f.since else now() end
  returning failures into v_failures;
  return v_failures <= most;
end;
$$;
comment on function private.count_attempt is 'Counts one attempt; false when the account has too many failed ones, even if this one is correct.';

-- Anybody can fail on purpose ten times in every window. That must not lock out the owner, so attempts
-- from a network where the account was signed in to before are counted separately.
create table private.sign_in_networks (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Proof that was given in the network: any sign-in counts as `password`, a mailed link as `mail` too, a code as `factor` too.
  proof text not null,
  -- A keyed hash.
  network bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, proof, network),
  constraint sign_in_networks_proof_known check (proof in ('password', 'mail', 'factor')),
  constraint sign_in_networks_time_finite check (isfinite(seen_at))
);
comment on table private.sign_in_networks is 'The networks from which each account was signed in to lately, and what proved it.';
create index sign_in_networks_seen_at on private.sign_in_networks (seen_at);
alter table private.sign_in_networks enable row level security;

create function private.hash_of_address(address text) returns bytea
language sql volatile security definer set search_path = '' as $$
  select extensions.hmac(nullif(address, '')::bytea, private.secret('sign_up_address'), 'sha256')
$$;
comment on function private.hash_of_address is 'The keyed hash of a network address.';

create function private.hash_of_network(address text) returns bytea
language sql volatile security definer set search_path = '' as $$
  select case when pg_input_is_valid(address, 'inet') then private.hash_of_address(
    network(set_masklen(address::inet, case family(address::inet) when 6 then 64 else 32 end))::text
  ) end
$$;
comment on function private.hash_of_network is
  'The keyed hash of the network of an address, which for IPv6 is its first half; null for none.';

create function private.record_network(user_id uuid, address inet, proof text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.sign_in_networks n
  where n.user_id = record_network.user_id
    and n.seen_at <= now() - make_interval(days => private.setting('known_network')::int);
  insert into private.sign_in_networks as n (user_id, proof, network, seen_at)
  select record_network.user_id, record_network.proof, private.hash_of_network(host(address)), now()
  where address is not null
  on conflict on constraint sign_in_networks_pkey do update set seen_at = excluded.seen_at;
end;
$$;
comment on function private.record_network is 'Stores the network from which somebody gave this proof for an account.';

create function private.on_session_opened() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_network(NEW.user_id, NEW.ip, 'password');
  return null;
end;
$$;
comment on function private.on_session_opened is 'Trigger: stores the network of a sign-in.';
create trigger on_session_opened after insert on auth.sessions
  for each row when (NEW.ip is not null) execute function private.on_session_opened();

-- A stranger who has the password opens sessions, but neither gives a code nor opens a mail.
create function private.on_session_proved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_network(s.user_id, s.ip, case NEW.authentication_method when 'totp' then 'factor' else 'mail' end)
  from auth.sessions s where s.id = NEW.session_id;
  return null;
end;
$$;
comment on function private.on_session_proved is 'Trigger: stores the network where a code was given or a mailed link was opened.';
create trigger on_session_proved after insert or update on auth.mfa_amr_claims
  for each row when (
    NEW.authentication_method in ('totp', 'otp', 'magiclink', 'recovery', 'invite', 'email/signup', 'email_change')
  )
  execute function private.on_session_proved();

create function private.known_network(user_id uuid, address text, proof text) returns bytea
language sql volatile security definer set search_path = '' as $$
  select coalesce((
    select n.network from private.sign_in_networks n
    where n.user_id = known_network.user_id and n.proof = known_network.proof and n.network = private.hash_of_network(address)
      and n.seen_at > now() - make_interval(days => private.setting('known_network')::int)
  ), '')
$$;
comment on function private.known_network is 'The keyed hash of the network of an address, if this proof was given from there for the account lately; otherwise an empty value.';

-- The refusal is the same as for a wrong password, so that an attacker learns neither that a guess
-- was correct nor that the account exists. The owner resets the password by e-mail, which unlocks
-- the account.
create function private.password_verification_attempt(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.count_attempt((event ->> 'user_id')::uuid, 'password', (event ->> 'valid')::boolean,
    private.setting('sign_in_failures')::int, make_interval(mins => private.setting('failures_window')::int),
    private.known_network((event ->> 'user_id')::uuid, event -> 'metadata' ->> 'ip_address', 'password'))
  then
    return '{"decision": "continue"}';
  end if;
  return '{"decision": "reject", "message": "Invalid login credentials", "should_logout_user": false}';
end;
$$;
comment on function private.password_verification_attempt is 'Auth hook: locks an account after too many failed passwords: for each network that it was signed in to from, and for all others.';

-- An attacker who reaches the second factor knows the password, but must not be able to lock the owner out:
-- `reject` would end every session of the account, so the hook answers with an error, even if the code is
-- right. In a network where a right code was given before, wrong codes count for that network alone. All other networks
-- share one count for a whole day. An owner who travels while somebody guesses opens a mailed link
-- ("Forgot your password?") and is then counted among the networks where such a link was opened.
-- Three of 10^6 codes are valid at a time. A guesser with the password has 5 attempts a day (0.6 % in a year), one
-- who also reads the mails has 5 more, and one in a network of the owner has 480 (0.15 % a day).
create function private.mfa_verification_attempt(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user uuid := (event ->> 'user_id')::uuid;
  v_address text := event -> 'metadata' ->> 'ip_address';
  v_network bytea := private.known_network(v_user, v_address, 'factor');
  v_known boolean := v_network <> '';
  v_mailed boolean := not v_known and private.known_network(v_user, v_address, 'mail') <> '';
begin
  if private.count_attempt(v_user, case when v_mailed then 'mailed factor' else 'factor' end,
    (event ->> 'valid')::boolean, private.setting('factor_failures')::int,
    case when v_known then make_interval(mins => private.setting('failures_window')::int)
      else make_interval(hours => private.setting('factor_window')::int) end,
    v_network)
  then
    return '{"decision": "continue"}';
  end if;
  return '{"error": {"http_code": 403, "message": "mfa_locked"}}';
end;
$$;
comment on function private.mfa_verification_attempt is 'Auth hook: accepts no code after too many wrong ones. Counts them for each network where a right one was given before, for those where a mailed link was opened, and for all others.';
grant usage on schema private to supabase_auth_admin;
grant execute on function private.password_verification_attempt, private.mfa_verification_attempt
  to supabase_auth_admin;

-- Removes rows that no longer count; otherwise those of members who never sign in again would stay.
create function private.purge_sign_ins(at timestamptz, batch int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_failures int;
  v_networks int;
begin
  delete from private.sign_in_failures f where f.ctid = any (array(
    select old.ctid from private.sign_in_failures old
    where old.since <= at - greatest(make_interval(mins => private.setting('failures_window')::int), make_interval(hours => private.setting('factor_window')::int))
    order by old.since limit batch for update skip locked));
  get diagnostics v_failures = row_count;
  delete from private.sign_in_networks n where n.ctid = any (array(
    select old.ctid from private.sign_in_networks old
    where old.seen_at <= at - make_interval(days => private.setting('known_network')::int)
    order by old.seen_at limit batch for update skip locked));
  get diagnostics v_networks = row_count;
  return v_failures + v_networks;
end;
$$;
comment on function private.purge_sign_ins is 'Removes a batch of failed attempts, and one of networks, that no longer count; returns how many.';

-- A new password unlocks the account. A session that was opened by an e-mailed link has then served
-- its purpose: the next change requires the current password.
create function private.on_password_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.sign_in_failures f where f.user_id = NEW.id and f.proof = 'password';
  delete from auth.mfa_amr_claims c using auth.sessions s
  where s.id = c.session_id and s.user_id = NEW.id
    and c.authentication_method in ('otp', 'magiclink', 'recovery');
  return null;
end;
$$;
comment on function private.on_password_changed is 'Trigger: resets the failed attempts and the mark of a session that was opened by e-mail.';
create trigger on_password_changed after update of encrypted_password on auth.users
  for each row when (OLD.encrypted_password is distinct from NEW.encrypted_password)
  execute function private.on_password_changed();

-- Accounts created with somebody else's address -----------------------------------------------
-- Anyone may sign up with an address that is not theirs and wait until its owner confirms it. So
-- the password of a sign-up is kept after the confirmation only when both came from the same
-- network address and no second mail was requested in between. Otherwise it is removed, and the
-- owner, signed in by the link, chooses one.
create table private.sign_ups (
  user_id uuid primary key,
  -- A keyed hash; null where the auth server did not report the address.
  address bytea,
  mails int not null default 0,
  -- The transaction of the confirmation.
  confirmed_in xid8,
  created_at timestamptz not null default now()
);
comment on table private.sign_ups is 'Unconfirmed sign-ups and the network address that each came from.';
create index sign_ups_created_at on private.sign_ups (created_at);
alter table private.sign_ups enable row level security;

-- The row of auth.users does not exist yet and may never exist; old rows are deleted on later
-- calls.
create function private.record_sign_up(user_id uuid, address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.sign_ups s where s.created_at < now() - interval '30 days';
  insert into private.sign_ups (user_id, address)
  select record_sign_up.user_id, private.hash_of_address(record_sign_up.address)
  where record_sign_up.user_id is not null
  on conflict do nothing;
end;
$$;
comment on function private.record_sign_up is 'Stores the network address of a sign-up until it is confirmed.';

create function private.on_confirmation_mailed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.sign_ups s set mails = s.mails + 1 where s.user_id = NEW.id;
  return null;
end;
$$;
comment on function private.on_confirmation_mailed is 'Trigger: counts the confirmation mails of a sign-up.';
create trigger on_confirmation_mailed after update of confirmation_sent_at on auth.users
  for each row when (
    NEW.email_confirmed_at is null and NEW.confirmation_sent_at is not null
    and OLD.confirmation_sent_at is distinct from NEW.confirmation_sent_at
  )
  execute function private.on_confirmation_mailed();

-- An administrator who confirms an address opens no session, so the address's owner has not acted
-- yet.
create function private.on_sign_up_confirmed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.sign_ups as s (user_id, confirmed_in) values (NEW.id, pg_current_xact_id())
  on conflict (user_id) do update set confirmed_in = excluded.confirmed_in;
  return null;
end;
$$;
comment on function private.on_sign_up_confirmed is 'Trigger: marks a sign-up as confirmed; the session that follows belongs to the person who confirmed it.';
create trigger on_sign_up_confirmed after update of email_confirmed_at on auth.users
  for each row when (
    OLD.email_confirmed_at is null and NEW.email_confirmed_at is not null
    and OLD.confirmation_sent_at is not null
  )
  execute function private.on_sign_up_confirmed();

create function private.on_first_session() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_sign_up private.sign_ups;
begin
  delete from private.sign_ups s
  where s.user_id = NEW.user_id and s.confirmed_in is not null
  returning * into v_sign_up;
  if v_sign_up.confirmed_in is distinct from pg_current_xact_id() then
    return null;
  end if;
  if v_sign_up.mails <= 1 and v_sign_up.address = private.hash_of_address(host(NEW.ip)) then
    return null;
  end if;
  update auth.users u set encrypted_password = '' where u.id = NEW.user_id;
  return null;
end;
$$;
comment on function private.on_first_session is 'Trigger: removes a password that another person may have set.';
create trigger on_first_session after insert on auth.sessions
  for each row execute function private.on_first_session();

create function private.has_password() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.users u where u.id = (select private.my_user_id()) and u.encrypted_password <> ''
  )
$$;
create function public.has_password() returns boolean
language sql stable security invoker set search_path = '' as $$
  select private.has_password()
$$;
comment on function public.has_password is 'False when the member has to choose a password before the next sign-in.';
grant execute on function private.has_password, public.has_password to authenticated;

-- Change of address ------------------------------------------------------------------------------
-- The auth server requires the current password for a new password, but not for a new e-mail
-- address, with which the password can be reset. So a change of address requires a recent sign-in. The
-- auth server does not say which session asks. So a recent sign-in is enough only while no older
-- session is open; otherwise a recent session has to approve the address first.
create table private.approved_addresses (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  approved_at timestamptz not null default now(),
  constraint approved_addresses_email_length check (length(email) <= 320)
);
comment on table private.approved_addresses is 'The e-mail address that a recent sign-in of the account approved, until the change is requested.';
alter table private.approved_addresses enable row level security;

create function private.fresh_since() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select now() - make_interval(mins => private.setting('fresh_sign_in')::int)
$$;
comment on function private.fresh_since is 'Sessions opened after this time count as a recent sign-in.';

create function private.approve_new_address(email text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me constant uuid := (select private.my_user_id());
begin
  perform private.require_open_session();
  -- A recent code is required of members with a second factor: it proves more than a new sign-in with the password.
  if private.has_factor(v_me) then
    perform private.require_fresh_second_factor();
  elsif not exists (
    select from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.created_at > private.fresh_since()
  ) then
    raise exception 'fresh_sign_in_required' using errcode = 'PT403';
  end if;
  if length(approve_new_address.email) <= 320 is not true then
    raise exception 'address_not_available' using errcode = 'PT409';
  end if;
  insert into private.approved_addresses as a (user_id, email) values (v_me, lower(approve_new_address.email))
  on conflict on constraint approved_addresses_pkey do update set
    email = excluded.email, approved_at = excluded.approved_at;
end;
$$;
create function public.approve_new_address(email text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.approve_new_address(email)
$$;
comment on function public.approve_new_address is
  'Called from a recent session: allows any session of the account to request this new address, once. Needed while older sessions are open.';
grant execute on function private.approve_new_address, public.approve_new_address to authenticated;

create function private.on_email_change_asked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.approved_addresses a
  where a.user_id = NEW.id and a.email = lower(NEW.email_change) and a.approved_at > private.fresh_since();
  if not found and exists (
    select from auth.sessions s
    where s.user_id = NEW.id and s.created_at <= private.fresh_since()
      and (s.not_after is null or s.not_after > now())
  ) then
    raise exception 'fresh_sign_in_required' using errcode = 'PT403';
  end if;
  return NEW;
end;
$$;
comment on function private.on_email_change_asked is 'Trigger: a change of address is allowed only soon after a sign-in.';
create trigger on_email_change_asked before update of email_change on auth.users
  for each row when (
    coalesce(NEW.email_change, '') <> '' and NEW.email_change is distinct from OLD.email_change
  )
  execute function private.on_email_change_asked();

-- The person who confirms the new address receives a new session right after this.
create function private.on_email_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id = NEW.id;
  return null;
end;
$$;
comment on function private.on_email_changed is 'Trigger: ends all sessions when the account moves to another address.';
create trigger on_email_changed after update of email on auth.users
  for each row when (OLD.email is distinct from NEW.email)
  execute function private.on_email_changed();

-- Change of a second factor ----------------------------------------------------------------------
-- The auth server lets a session that gave a code once add or remove a factor weeks later. A thief of that
-- session could from then on give codes of their own app. So a change needs a code of
-- the last minutes. The auth server does not say which session asks. If no session has proved the
-- factor, the request comes from an administrator, for a lost device.
create function private.on_factor_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_user constant uuid := case when TG_OP = 'DELETE' then OLD.user_id else NEW.user_id end;
begin
  -- Deleting the whole user removes the factor without a code.
  if private.has_factor(v_user) and exists (select from auth.users u where u.id = v_user)
    and (
      select bool_or(private.gave_code_lately(s.id)) from auth.sessions s
      where s.user_id = v_user and s.aal = 'aal2' and (s.not_after is null or s.not_after > now())
    ) is false
  then
    raise exception 'mfa_stale' using errcode = 'PT403';
  end if;
  return case when TG_OP = 'DELETE' then OLD else NEW end;
end;
$$;
comment on function private.on_factor_changed is 'Trigger: a second factor can be added beside another one, or removed, only soon after a code was given.';
create trigger on_factor_added before insert on auth.mfa_factors
  for each row execute function private.on_factor_changed();
create trigger on_factor_removed before delete on auth.mfa_factors
  for each row when (OLD.status = 'verified') execute function private.on_factor_changed();
