-- Proofs that every member is counted in what the platform says it owes. Once a day each currency gets a
-- Merkle sum tree of the members' balances. Its root and total are public, and each is chained to the one
-- before, so that none can be replaced later. A member reads the amount that was counted, and computes in the
-- browser that it is a leaf of the tree: if a leaf is dropped, halved, merged or negated, some member sees it.
--
-- leaf: sha256(0x00, member, salt, amount); node: sha256(0x01, left amount, left hash, right amount, right hash),
-- amounts as eight bytes, big-endian. Both amounts are hashed: a tree that hashes their sum alone can hide
-- one. A missing right side has the amount zero and a hash of 32 zero bytes. Salt and place of a leaf are
-- random in every tree, so that nobody can tell whose amounts a branch shows;
-- with few members they could, so there is no proof then.

create table private.balance_proofs (
  id bigint primary key generated always as identity,
  currency text not null references public.currencies (code),
  owed_minor bigint not null,
  depth smallint not null,
  root bytea not null,
  -- sha256(chain of the proof before, root, total); the first one has 32 zero bytes before it.
  chain bytea not null,
  counted_at timestamptz not null,
  constraint balance_proofs_owed_not_negative check (owed_minor >= 0)
);
comment on table private.balance_proofs is 'Roots of the trees that count what members are owed. Append-only.';
create index balance_proofs_newest on private.balance_proofs (currency, id desc);
alter table private.balance_proofs enable row level security;
create policy balance_proofs_select on private.balance_proofs for select to anon, authenticated
  using (private.plans_without_patterns());
grant select on private.balance_proofs to anon, authenticated, service_role;
create trigger balance_proofs_append_only before update or delete on private.balance_proofs
  for each row execute function private.refuse_change();

create trigger balance_proofs_not_truncated before truncate on private.balance_proofs
  for each statement execute function private.refuse_change();

-- The two tables below have no foreign keys: they are written a million rows at a time, and removed after two
-- further proofs.
create table private.proof_leaves (
  proof_id bigint not null,
  profile_id uuid not null,
  place int not null,
  salt bytea not null,
  amount_minor bigint not null,
  primary key (proof_id, profile_id),
  constraint proof_leaves_amount_positive check (amount_minor > 0)
);
comment on table private.proof_leaves is 'The leaf of each member in the last two trees of each currency.';
alter table private.proof_leaves enable row level security;

create table private.proof_nodes (
  proof_id bigint not null,
  level smallint not null,
  place int not null,
  amount_minor bigint not null,
  hash bytea not null,
  primary key (proof_id, level, place)
);
comment on table private.proof_nodes is 'The nodes of the last two trees of each currency; leaves have level 0.';
alter table private.proof_nodes enable row level security;

create function private.leaf_hash(profile_id uuid, salt bytea, amount_minor bigint) returns bytea
language sql immutable set search_path = '' as $$
  select sha256('\x00'::bytea || uuid_send(profile_id) || salt || int8send(amount_minor))
$$;

create function private.node_hash(left_minor bigint, left_hash bytea, right_minor bigint, right_hash bytea) returns bytea
language sql immutable set search_path = '' as $$
  select sha256('\x01'::bytea || int8send(left_minor) || left_hash || int8send(right_minor) || right_hash)
$$;
comment on function private.node_hash is 'The hash of a node, over the amounts and hashes of both sides.';

create function private.no_hash() returns bytea
language sql immutable set search_path = '' as $$ select decode(repeat('00', 32), 'hex') $$;
comment on function private.no_hash is 'The hash of a missing side, and of the chain before the first proof.';

-- One statement reads all balances, so the leaves are one moment of the ledger.
create function private.write_leaves(proof_id bigint, currency text) returns void
language sql volatile security definer set search_path = '' as $$
  with owed as (
    select a.owner_id, sum(a.balance_minor)::bigint as amount_minor, uuid_send(gen_random_uuid()) as salt
    from private.accounts a
    where a.owner_id is not null and a.currency = write_leaves.currency
    group by a.owner_id having sum(a.balance_minor) > 0
  ), leaves as (
    insert into private.proof_leaves (proof_id, profile_id, place, salt, amount_minor)
    select write_leaves.proof_id, o.owner_id, row_number() over (order by o.salt) - 1, o.salt, o.amount_minor from owed o
    returning *
  )
  insert into private.proof_nodes (proof_id, level, place, amount_minor, hash)
  select l.proof_id, 0, l.place, l.amount_minor, private.leaf_hash(l.profile_id, l.salt, l.amount_minor) from leaves l
$$;
comment on function private.write_leaves is 'Writes a leaf for each member who is owed something.';

-- Places have no gaps, so the next row is the right side of a node. Reads the table in one scan, even if the planner believes that
-- the table is still empty.
create function private.grow_level(proof_id bigint, below int) returns bigint
language sql volatile security definer set search_path = '' as $$
  with pairs as (
    select l.place, l.amount_minor, l.hash, lead(l.amount_minor, 1, 0::bigint) over w as right_minor, lead(l.hash, 1, private.no_hash()) over w as right_hash
    from private.proof_nodes l
    where l.proof_id = grow_level.proof_id and l.level = below
    window w as (order by l.place)
  ), grown as (
    insert into private.proof_nodes (proof_id, level, place, amount_minor, hash)
    select grow_level.proof_id, below + 1, p.place / 2, p.amount_minor + p.right_minor,
      private.node_hash(p.amount_minor, p.hash, p.right_minor, p.right_hash)
    from pairs p where p.place % 2 = 0
    returning 1
  )
  select count(*) from grown
$$;
comment on function private.grow_level is 'Writes the nodes above a level; returns how many.';

create function private.prove_balances(currency text) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id constant bigint := nextval('private.balance_proofs_id_seq');
  v_before constant private.balance_proofs := (select p from private.balance_proofs p
    where p.currency = prove_balances.currency order by p.id desc limit 1);
  v_depth int := 0;
  v_root private.proof_nodes;
begin
  if (select sum(a.balance_minor) from private.accounts a where a.currency = prove_balances.currency) <> 0 then
    raise exception 'accounts_unbalanced' using errcode = 'PT500';
  end if;
  perform private.write_leaves(v_id, prove_balances.currency);
  if (select count(*) from private.proof_leaves l where l.proof_id = v_id) < private.setting('proof_members') then
    delete from private.proof_leaves l where l.proof_id = v_id;
    delete from private.proof_nodes n where n.proof_id = v_id;
    return null;
  end if;
  if exists (select from private.proof_nodes n where n.proof_id = v_id) then
    loop
      exit when not exists (select from private.proof_nodes n where n.proof_id = v_id and n.level = v_depth and n.place = 1);
      perform private.grow_level(v_id, v_depth);
      v_depth := v_depth + 1;
    end loop;
  end if;
  select * into v_root from private.proof_nodes n where n.proof_id = v_id and n.level = v_depth;
  insert into private.balance_proofs (id, currency, owed_minor, depth, root, chain, counted_at)
  overriding system value values (v_id, prove_balances.currency, coalesce(v_root.amount_minor, 0), v_depth,
    coalesce(v_root.hash, private.no_hash()), sha256(coalesce(v_before.chain, private.no_hash())
      || coalesce(v_root.hash, private.no_hash()) || int8send(coalesce(v_root.amount_minor, 0))), now());
  delete from private.proof_leaves l using private.balance_proofs p
  where p.id = l.proof_id and p.currency = prove_balances.currency and p.id < v_before.id;
  delete from private.proof_nodes n using private.balance_proofs p
  where p.id = n.proof_id and p.currency = prove_balances.currency and p.id < v_before.id;
  return v_id;
end;
$$;
comment on function private.prove_balances is
  'Makes a new proof of what members are owed in a currency, and removes the branches of older ones but the last; returns its id, or null where too few members have money. '
  'Rejects a currency whose accounts do not sum to zero.';

create function private.prove_due_balances() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_currency text;
  v_made int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('balance proofs', 0)) then
    return 0;
  end if;
  for v_currency in
    select c.code from public.currencies c
    where c.held_in = 'ledger' and not exists (select from private.balance_proofs p
      where p.currency = c.code and p.counted_at > now() - interval '23 hours')
    order by c.code
  loop
    begin
      v_made := v_made + (private.prove_balances(v_currency) is not null)::int;
    exception when others then
      raise warning 'balances in % are not proved: %', v_currency, sqlerrm;
    end;
  end loop;
  return v_made;
end;
$$;
comment on function private.prove_due_balances is 'Makes a proof for each currency of the ledger that has none of this day; returns how many; one that fails does not stop the others. For the clock, granted to nobody.';

-- Reading ----------------------------------------------------------------------------------
create view public.balance_proofs with (security_invoker = true) as
select p.id, p.currency, p.owed_minor, p.depth, encode(p.root, 'hex') as root, encode(p.chain, 'hex') as chain, p.counted_at
from private.balance_proofs as p;
comment on view public.balance_proofs is 'Public: what members together were owed at each count, with the root of its tree and the chain of all roots, as hexadecimal.';
grant select on public.balance_proofs to anon, authenticated, service_role;

create type public.balance_proof as (
  proof_id bigint, profile_id uuid, salt text, place int, amount_minor bigint,
  -- The other side of each node, from the leaf upwards: [{"hash": hexadecimal, "amount_minor": text}]
  branch jsonb
);

create function private.my_balance_proof(currency text) returns setof public.balance_proof
language sql stable security definer set search_path = '' as $$
  select l.proof_id, l.profile_id, encode(l.salt, 'hex'), l.place, l.amount_minor, coalesce((
    select jsonb_agg(jsonb_build_object('hash', encode(coalesce(n.hash, private.no_hash()), 'hex'),
      'amount_minor', coalesce(n.amount_minor, 0)::text) order by g.level)
    from generate_series(0, p.depth - 1) as g (level)
    left join private.proof_nodes n on n.proof_id = l.proof_id and n.level = g.level
      and n.place = (l.place >> g.level) # 1), '[]')
  from (
    select * from private.balance_proofs b where b.currency = my_balance_proof.currency order by b.id desc limit 1
  ) as p
  join private.proof_leaves l on l.proof_id = p.id and l.profile_id = private.my_profile_id()
$$;
create function public.my_balance_proof(currency text) returns setof public.balance_proof
language sql stable security invoker set search_path = '' as $$
  select * from private.my_balance_proof(currency)
$$;
comment on function public.my_balance_proof is
  'The caller''s leaf in the newest proof of a currency, with the other side of every node up to the root; no row for a member who was owed nothing then.';
grant execute on function private.my_balance_proof, public.my_balance_proof to authenticated;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('proof_members', 20, 'count', 'Members with money in a currency, below which no proof of balances is made: it would tell theirs.', 1, 100000)
on conflict (key) do nothing;
