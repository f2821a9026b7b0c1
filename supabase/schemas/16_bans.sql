-- A suspended member cannot sign up again with the same address, even after the account is deleted;
-- nor can a member who leaves while frozen for a chargeback (95_account). Only a keyed hash of the
-- address is stored.
create table private.banned_addresses (
  address_hash bytea not null,
  profile_id uuid not null references public.profiles (id),
  created_at timestamptz not null default now(),
  primary key (address_hash, profile_id)
);
comment on table private.banned_addresses is 'Keyed hashes of the addresses of suspended members, and of those who left while frozen; they outlive the account.';
create index banned_addresses_of_profile on private.banned_addresses (profile_id);
alter table private.banned_addresses enable row level security;

-- Several spellings of an address reach the same inbox: upper and lower case, a suffix after a plus
-- and, with many providers, dots anywhere. Hidden characters are ignored, and the full stop of
-- Chinese and Japanese separates domains, too. Where dots do distinguish two people, the second one
-- has to ask staff.
create function private.inbox_of(email text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select replace(split_part(local, '+', 1), '.', '') || '@'
    || case domain when 'googlemail.com' then 'gmail.com' else domain end
  from lower(btrim(translate(
      regexp_replace(normalize(left(email, 320), NFKC), '[' || private.hidden_characters() || ']', '', 'g'), '。', '.'
    )) collate pg_catalog.pg_c_utf8) as address,
    regexp_replace(address, '@[^@]*$', '') as local,
    btrim(regexp_replace(address, '^.*@', ''), '.') as domain
$$;
comment on function private.inbox_of is 'The inbox that an address reaches, as far as its spelling shows.';

create function private.address_hash(email text) returns bytea
language sql volatile security definer set search_path = '' as $$
  select extensions.hmac(
    convert_to(private.inbox_of(email), 'UTF8'), private.secret('banned_addresses'), 'sha256')
$$;
comment on function private.address_hash is 'The keyed hash that is stored of an address. Granted to nobody.';

create function private.address_is_banned(email text) returns boolean
language sql volatile security definer set search_path = '' as $$
  select exists (
    select from private.banned_addresses b
    where b.address_hash = private.address_hash(address_is_banned.email)
  )
$$;
comment on function private.address_is_banned is 'True for an address of a suspended member. Granted to nobody.';

-- Storing and checking -------------------------------------------------------------------
create function private.ban_address(email text, profile_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.banned_addresses (address_hash, profile_id)
  select private.address_hash(ban_address.email), ban_address.profile_id where ban_address.email is not null
  on conflict do nothing
$$;
comment on function private.ban_address is 'Stores the hash of a member''s address. Granted to nobody.';

create function private.sync_ban() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.suspended_at is null then
    delete from private.banned_addresses b where b.profile_id = NEW.id;
    return null;
  end if;
  perform private.ban_address(u.email, NEW.id) from auth.users u where u.id = NEW.user_id;
  return null;
end;
$$;
comment on function private.sync_ban is 'Trigger: a suspension bans the address; lifting it ends the ban.';
create trigger profiles_sync_ban after update of suspended_at on public.profiles
  for each row when ((OLD.suspended_at is null) is distinct from (NEW.suspended_at is null))
  execute function private.sync_ban();

-- Checked when a change of address is confirmed, not when it is requested: the person has then
-- proved to own the inbox, so this does not reveal which other addresses are banned.
create function private.check_new_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.address_is_banned(NEW.email) and not exists (
    select from public.profiles p where p.user_id = NEW.id and p.suspended_at is not null
  ) then
    raise exception 'address_not_available' using errcode = 'PT409';
  end if;
  perform private.ban_address(NEW.email, p.id)
  from public.profiles p where p.user_id = NEW.id and p.suspended_at is not null;
  return NEW;
end;
$$;
comment on function private.check_new_address is 'Trigger: rejects a change to a banned address; a suspended member''s new address is banned as well.';
create trigger check_new_address before update of email on auth.users
  for each row when (OLD.email is distinct from NEW.email and NEW.email is not null)
  execute function private.check_new_address();
