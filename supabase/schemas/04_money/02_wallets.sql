-- Wallets of creators on the public chain, to which an escrow pays them (docs/usdc.md). A wallet is proved by a
-- signature (EIP-4361), which the edge function save-wallet verifies. Like a new account for payouts it counts only after
-- payout_method_wait; until then the wallet before it counts, so that a thief of an account gains nothing at once.
create table private.wallets (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references public.profiles (id),
  -- Hexadecimal in small letters, as everywhere here; screens show the checksum.
  address text not null,
  created_at timestamptz not null default now(),
  constraint wallets_address_well_formed check (address ~ '^0x[0-9a-f]{40}$')
);
comment on table private.wallets is 'The wallets that creators proved to be theirs. The newest that has waited long enough counts.';
create index wallets_profile_id on private.wallets (profile_id, created_at desc);
create index wallets_address on private.wallets (address);
create trigger wallets_unchanged before update on private.wallets
  for each row execute function private.refuse_change();
alter table private.wallets enable row level security;

-- Rows stay when a wallet is removed, so that creators cannot pay for an order of their own from a wallet that was ever theirs.
create table private.proved_wallets (
  hash bytea not null,
  profile_id uuid not null references public.profiles (id),
  primary key (hash, profile_id)
);
comment on table private.proved_wallets is 'Keyed hashes of the wallets that creators ever proved to be theirs.';
create index proved_wallets_profile_id on private.proved_wallets (profile_id);
alter table private.proved_wallets enable row level security;
create function private.note_proved_wallet() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.proved_wallets (hash, profile_id) values (private.mark_hash('payout', NEW.address), NEW.profile_id)
  on conflict do nothing;
  return null;
end;
$$;
create trigger wallets_note_proved after insert on private.wallets
  for each row execute function private.note_proved_wallet();

-- Staff see only this part of a wallet until they open its member.
create function private.masked_wallet(address text) returns text
language sql immutable set search_path = '' as $$
  select left(address, 6) || '…' || right(address, 4)
$$;
comment on function private.masked_wallet is 'The address of a wallet with its first and last four digits alone.';

-- Anybody can make an address with the same eight digits, so a hash distinguishes two wallets.
create function private.wallet_label(address text) returns text
language sql volatile security definer set search_path = '' as $$
  select private.masked_wallet(address) || ' ' || left(encode(private.mark_hash('wallet', address), 'hex'), 16)
$$;
comment on function private.wallet_label is 'The name of a wallet in an alarm: its masked address and a hash.';

create policy wallets_select on private.wallets for select to authenticated
  using (profile_id = (select private.my_profile_id()));
grant select on private.wallets to authenticated;

-- A wallet that its owner saved long ago counts at once when saved again, so that the owner can replace a thief's wallet.
create function private.wallet_waits_until(w private.wallets) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select s.until
  from (select w.created_at + h.wait as until, h.wait from (select make_interval(hours => private.setting('payout_method_wait')::int) as wait) as h) as s
  where s.until > private.clock() and not exists (
    select from private.wallets e
    where e.profile_id = w.profile_id and e.address = w.address and e.created_at + s.wait <= private.clock())
$$;
comment on function private.wallet_waits_until is 'The time from which a wallet counts; null if it counts now.';
grant execute on function private.wallet_waits_until to authenticated;

create function private.wallet_of(profile_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select w.address from private.wallets w
  where w.profile_id = wallet_of.profile_id and private.wallet_waits_until(w) is null
  order by w.created_at desc limit 1
$$;
comment on function private.wallet_of is 'The address that a creator''s next order on the chain pays; null for none.';

create view public.wallets with (security_invoker = true) as
select w.address, w.created_at, private.wallet_waits_until(w) as waits_until from private.wallets w
where w.profile_id = (select private.my_profile_id());
comment on view public.wallets is 'The signed-in creator''s wallets; `waits_until` is null for those that count. The newest of these is paid.';
grant select on public.wallets to authenticated;

create function private.creator_takes(currency text, kol_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.my_profile_id() is not null and (not private.is_on_chain(currency) or private.may_see(kol_id) and private.wallet_of(kol_id) is not null)
$$;
create function public.creator_takes(currency text, kol_id uuid) returns boolean
language sql stable security invoker set search_path = '' as $$
  select private.creator_takes(currency, kol_id)
$$;
comment on function public.creator_takes is
  'Whether a creator can be ordered from in this currency now; a currency on a chain needs a wallet. Never refuses: false for callers without a profile, and on a chain for callers who cannot find the creator.';
grant execute on function private.creator_takes, public.creator_takes to authenticated;

-- The operator lists addresses here that the market neither pays nor takes money from; none by default.
create table private.refused_wallets (
  address text primary key,
  constraint refused_wallets_address_well_formed check (address ~ '^0x[0-9a-f]{40}$')
);
comment on table private.refused_wallets is 'Addresses that may be neither a creator''s wallet nor a payer.';
alter table private.refused_wallets enable row level security;

create function private.require_wallet_allowed(address text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from private.refused_wallets r where r.address = require_wallet_allowed.address) then
    raise exception 'wallet_refused' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_wallet_allowed is 'Rejects an address of the list of refused ones.';

-- Proofs ---------------------------------------------------------------------------------
create table private.wallet_challenges (
  nonce text primary key,
  profile_id uuid not null references public.profiles (id),
  expires_at timestamptz not null,
  constraint wallet_challenges_time_finite check (isfinite(expires_at))
);
comment on table private.wallet_challenges is 'Random numbers that a message about a wallet has to contain; each is used once. Expired ones are deleted when the next is made.';
create index wallet_challenges_profile_id on private.wallet_challenges (profile_id);
alter table private.wallet_challenges enable row level security;

create function private.begin_wallet() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me uuid := private.require_transact();
  v_challenge private.wallet_challenges;
begin
  if private.my_role() is distinct from 'kol' then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_not_frozen(v_me);
  perform private.require_fresh_second_factor();
  perform private.limit_provider(v_me);
  delete from private.wallet_challenges c where c.expires_at < private.clock();
  insert into private.wallet_challenges (nonce, profile_id, expires_at)
  values (encode(extensions.gen_random_bytes(16), 'hex'), v_me, private.clock() + interval '10 minutes')
  returning * into v_challenge;
  return jsonb_build_object('profile_id', v_me, 'nonce', v_challenge.nonce, 'expires_at', v_challenge.expires_at);
end;
$$;
create function public.begin_wallet() returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.begin_wallet()
$$;
comment on function public.begin_wallet is
  'Creator with a second factor given just now: begins to save a wallet. Returns {profile_id, nonce, expires_at}; the message is signed with the nonce within ten minutes.';
grant execute on function private.begin_wallet, public.begin_wallet to authenticated;
