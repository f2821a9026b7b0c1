-- Who is suspended does not come back with the same address, not even after the account is
-- deleted; nor does who leaves while frozen for a chargeback (95_account). The address itself is not kept: a keyed hash of it is enough to know it again.
create table private.banned_addresses (
  address_hash bytea not null,
  profile_id uuid not null references public.profiles (id),
  created_at timestamptz not null default now(),
  primary key (address_hash, profile_id)
);
comment on table private.banned_addresses is 'Keyed hashes of the addresses of suspended members, and of those who left frozen; they outlive the account.';
create index banned_addresses_of_profile on private.banned_addresses (profile_id);
alter table private.banned_addresses enable row level security;

-- One inbox has many addresses: letters of either case, anything after a plus, and, with many
-- providers, dots anywhere. Characters that nobody sees change nothing, and domains may be written
-- with the full stop of Chinese and Japanese. Where dots do tell two people apart, the second one writes to staff.
create function private.inbox_of(email text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select replace(split_part(local, '+', 1), '.', '') || '@'
    || case domain when 'googlemail.com' then 'gmail.com' else domain end
  from lower(btrim(translate(
      regexp_replace(normalize(email, NFKC), '[' || private.hidden_characters() || ']', '', 'g'), '。', '.'
    )) collate pg_catalog.pg_c_utf8) as address,
    regexp_replace(address, '@[^@]*$', '') as local,
    btrim(regexp_replace(address, '^.*@', ''), '.') as domain
$$;
comment on function private.inbox_of is 'The inbox that an address reaches, as far as one can tell from its spelling.';

create function private.address_hash(email text) returns bytea
language sql volatile security definer set search_path = '' as $$
  select extensions.hmac(
    convert_to(private.inbox_of(email), 'UTF8'), private.secret('banned_addresses'), 'sha256')
$$;
comment on function private.address_hash is 'What is kept of an address. Granted to nobody.';

create function private.address_is_banned(email text) returns boolean
language sql volatile security definer set search_path = '' as $$
  select exists (
    select from private.banned_addresses b
    where b.address_hash = private.address_hash(address_is_banned.email)
  )
$$;
comment on function private.address_is_banned is 'True for an address of a suspended member. Granted to nobody.';

-- Kept ------------------------------------------------------------------------------------
create function private.ban_address(email text, profile_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.banned_addresses (address_hash, profile_id)
  select private.address_hash(ban_address.email), ban_address.profile_id where ban_address.email is not null
  on conflict do nothing
$$;
comment on function private.ban_address is 'Keeps the hash of a member''s address. Granted to nobody.';

create function private.keep_ban() returns trigger
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
comment on function private.keep_ban is 'Trigger: a suspension bans the address, its end lifts the ban.';
create trigger profiles_keep_ban after update on public.profiles
  for each row when ((OLD.suspended_at is null) is distinct from (NEW.suspended_at is null))
  execute function private.keep_ban();

-- Asked when a change of address is confirmed, not when it is wished for: by then the person has
-- shown that the inbox is theirs, so that nobody learns whose other addresses are banned.
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
comment on function private.check_new_address is 'Trigger: nobody moves to a banned address; a suspended member''s new one is banned as well.';
create trigger check_new_address before update of email on auth.users
  for each row when (OLD.email is distinct from NEW.email and NEW.email is not null)
  execute function private.check_new_address();
