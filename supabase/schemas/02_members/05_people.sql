-- The person behind an account. An account costs nothing, so rules apply to the person with all their
-- accounts: bans, freezes, blocks, demerits, counterparties, reviews and limits. Two accounts belong
-- to one person when they have used the same mark: a mailbox (`inbox`) that they confirmed, a card that they
-- paid with, a bank account that they were paid to, a wallet on the chain. Marks outlive a change of the address and, for a
-- time, the deletion of the account. Only keyed hashes of them are stored.
--
-- A confirmed mailbox proves who somebody is. A card or a payout account does not: anybody who knows its
-- number can use it. So it joins only accounts without a record (record_of). A newcomer who uses the mark of
-- an account with a record is bound to it instead: freezes and bans of the account with the record
-- apply to the newcomer, but not the other way round, so that nobody can burden a stranger. For the same
-- reason the account that used the mark first is never bound, nor is one of two accounts with completed orders. Staff
-- review each pair.
--
-- A mailbox proves who somebody is while an account uses it. After a member changed to another, it may belong to
-- somebody else: an account that confirms it later is bound to the member in the way of a card.

create table private.people (
  profile_id uuid primary key references public.profiles (id),
  -- The oldest account of the person. An account without a row here is a person of its own.
  person_id uuid not null references public.profiles (id),
  constraint people_not_oneself check (profile_id <> person_id)
);
comment on table private.people is 'Accounts that belong to the person of an older account.';
create index people_person_id on private.people (person_id);
alter table private.people enable row level security;

create table private.person_marks (
  -- The order of first use.
  nr bigint generated always as identity,
  kind text not null,
  hash bytea not null,
  -- An account that used the mark: every account, or for an address that its owner changed only the last one.
  profile_id uuid not null references public.profiles (id),
  primary key (kind, hash, profile_id),
  constraint person_marks_kind_known check (kind in ('inbox', 'card', 'payout'))
);
comment on table private.person_marks is
  'Keyed hashes of the inboxes, cards and payout accounts that a person has used; those of deleted accounts are kept for a time (setting former_member_days).';
create index person_marks_profile_id on private.person_marks (profile_id);
alter table private.person_marks enable row level security;

-- Written in PL/pgSQL, which is planned once for each session: SQL functions are planned at every call, and computing a
-- rating calls these functions some hundred times.
create function private.person_of(profile_id uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select p.person_id from private.people p where p.profile_id = person_of.profile_id
  ), person_of.profile_id);
end;
$$;
comment on function private.person_of is 'The oldest account of the person behind an account.';

-- The functions below state how many rows they return: for the default of 1000 the planner would read whole tables.
create function private.has_left(profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select p.deleted_at is not null from public.profiles p where p.id = has_left.profile_id
$$;
comment on function private.has_left is 'True for an account that is deleted.';

create function private.same_person(profile_id uuid) returns setof uuid
language plpgsql stable security definer rows 2 set search_path = '' as $$
declare
  v_person constant uuid := private.person_of(same_person.profile_id);
begin
  return next v_person;
  return query select p.profile_id from private.people p where p.person_id = v_person;
end;
$$;
comment on function private.same_person is 'All accounts of the person behind an account, deleted ones and itself included.';

-- Pairs ----------------------------------------------------------------------------------
create table private.person_pairs (
  profile_id uuid not null references public.profiles (id),
  -- The account with the longer record: what the first account does has no effect on it, unless staff joined both.
  other_id uuid not null references public.profiles (id),
  -- Null: staff separated accounts that no card and no payout account had joined.
  kind text,
  created_at timestamptz not null default now(),
  -- The time of staff's last decision about the pair.
  decided_at timestamptz,
  -- Bans and debts of one account do not apply to the other. Once staff have decided so, no mark joins or binds the two.
  is_separate boolean not null default false,
  primary key (profile_id, other_id),
  constraint person_pairs_of_two check (profile_id <> other_id),
  constraint person_pairs_kind_known check (kind in ('card', 'payout', 'former_inbox'))
);
comment on table private.person_pairs is 'Pairs of accounts of which one used a card, a payout account or a former address of the other: staff decide whether they are one person.';
create index person_pairs_other_id on private.person_pairs (other_id);
create index person_pairs_undecided on private.person_pairs (created_at) where decided_at is null;
alter table private.person_pairs enable row level security;

create function private.answers_for(profile_id uuid) returns setof uuid
language plpgsql stable security definer rows 2 set search_path = '' as $$
begin
  return query
    select private.same_person(answers_for.profile_id)
    union
    select s.id
    from private.person_pairs p cross join lateral private.same_person(p.other_id) as s (id)
    where not p.is_separate and p.profile_id in (select private.same_person(answers_for.profile_id));
end;
$$;
comment on function private.answers_for is 'The accounts whose bans, debts, blocks and demerits also apply to an account: those of its person, and those it is bound to.';

create function private.held_with(profile_id uuid) returns setof uuid
language plpgsql stable security definer rows 2 set search_path = '' as $$
begin
  return query
    select private.same_person(held_with.profile_id)
    union
    select s.id
    from private.person_pairs p cross join lateral private.same_person(p.profile_id) as s (id)
    where not p.is_separate and p.other_id in (select private.same_person(held_with.profile_id));
end;
$$;
comment on function private.held_with is 'The accounts to which bans and debts of an account also apply: those of its person, and those bound to it.';

create function private.all_held_with(profile_ids uuid[]) returns setof uuid
language plpgsql stable security definer rows 2 set search_path = '' as $$
begin
  return query
  with recursive held (person) as (
    select private.person_of(id) from unnest(profile_ids) as id
    union
    select private.person_of(p.profile_id)
    from held cross join lateral private.same_person(held.person) as s (id)
    join private.person_pairs p on p.other_id = s.id and not p.is_separate
  )
  select s.id from held cross join lateral private.same_person(held.person) as s (id);
end;
$$;
comment on function private.all_held_with is 'The accounts to which bans and debts of these accounts also apply: all accounts of their persons, and all that are bound to them, directly or through others.';

create function private.all_answers_for(profile_ids uuid[]) returns setof uuid
language plpgsql stable security definer rows 2 set search_path = '' as $$
begin
  return query
  with recursive answered (person) as (
    select private.person_of(id) from unnest(profile_ids) as id
    union
    select private.person_of(p.other_id)
    from answered cross join lateral private.same_person(answered.person) as s (id)
    join private.person_pairs p on p.profile_id = s.id and not p.is_separate
  )
  select s.id from answered cross join lateral private.same_person(answered.person) as s (id);
end;
$$;
comment on function private.all_answers_for is 'The accounts whose suspensions and freezes also apply to these accounts, directly or through others.';

create function private.has_staff_account(profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.same_person(has_staff_account.profile_id) as s (id) join public.profiles p using (id) where p.is_staff)
$$;
comment on function private.has_staff_account is 'True for an account of a person one of whose accounts is staff.';

-- Serialises acts on accounts to which the same bans and debts apply: an act waits until a concurrent one has
-- committed, and then sees its effect. Ordinary trade takes none of these locks.
create function private.lock_freezes(profile_ids uuid[], waits boolean default true) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_locked uuid[] := '{}';
  v_near uuid[];
begin
  loop
    v_near := array(
      select n.id from (select private.all_held_with(profile_ids) union select private.all_answers_for(profile_ids)) as n (id)
      where n.id is not null order by n.id);
    if v_near <@ v_locked then
      return true;
    elsif waits then
      perform pg_advisory_xact_lock(hashtextextended('freezes ' || id, 0)) from unnest(v_near) as id;
    elsif exists (select from unnest(v_near) as id where not pg_try_advisory_xact_lock(hashtextextended('freezes ' || id, 0))) then
      return false;
    end if;
    v_locked := v_locked || v_near;
  end loop;
end;
$$;
comment on function private.lock_freezes is 'Locks freezes of these accounts until the end of the transaction, before their profiles are locked. With `waits` false, returns false instead of waiting.';

create function private.is_bound(profile_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.person_pairs p
    where not p.is_separate and p.profile_id in (select private.same_person(is_bound.profile_id))
      and p.other_id not in (select private.same_person(is_bound.profile_id))
  );
end;
$$;
comment on function private.is_bound is 'True for an account that is bound to another person, and so does not count as a new person.';

-- Two accounts that are bound to the same person may both be that person, whichever marks they used.
create function private.are_one_person(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.person_of(one) = private.person_of(other)
    or (private.is_bound(one) or private.is_bound(other)) and exists (
      select private.all_answers_for(array[one]) intersect select private.all_answers_for(array[other]))
$$;
comment on function private.are_one_person is
  'True for two accounts of one person, for two of which one is bound to the other (also through others), and for two that are bound to the same person: they neither trade with each other nor confirm each other''s acts.';

create function private.pairs_between(one uuid, other uuid) returns setof private.person_pairs
language sql stable security definer set search_path = '' as $$
  select * from private.person_pairs p
  where p.profile_id in (select private.same_person(one)) and p.other_id in (select private.same_person(other))
    or p.profile_id in (select private.same_person(other)) and p.other_id in (select private.same_person(one))
$$;
comment on function private.pairs_between is 'The pairs of which one account is of the first person and the other of the second.';

-- Marks ----------------------------------------------------------------------------------
-- Several spellings of an address reach the same mailbox: upper and lower case, a suffix after a plus
-- and, with a few providers, dots anywhere and other domains of the provider. With all other providers these differences tell two people
-- apart, one of whom must not answer for the debts and bans of the other. Hidden characters are ignored, and the full stop of
-- Chinese and Japanese separates domains, too.
create function private.inbox_of(email text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (select case domain when 'gmail.com' then replace(local, '.', '') when 'proton.me' then translate(local, '._-', '')
      when 'yandex.ru' then replace(local, '.', '-') when 'yahoo.com' then split_part(local, '-', 1) else local end || '@' || domain
  from lower(btrim(translate(
      regexp_replace(normalize(left(email, 320), NFKC), '[' || private.hidden_characters() || ']', '', 'g'), '。', '.'
    )) collate pg_catalog.pg_c_utf8) as typed,
    regexp_replace(typed, '^.*@([^.@]+)[.](fastmail[.](com|fm))[.]*$', '\1@\2') as address,
    split_part(regexp_replace(address, '@[^@]*$', ''), '+', 1) as local,
    btrim(regexp_replace(address, '^.*@', ''), '.') as written,
    coalesce('{"googlemail.com": "gmail.com", "protonmail.com": "proton.me", "protonmail.ch": "proton.me", "pm.me": "proton.me", "me.com": "icloud.com", "mac.com": "icloud.com",
      "ya.ru": "yandex.ru", "yandex.com": "yandex.ru", "yandex.by": "yandex.ru", "yandex.kz": "yandex.ru", "yandex.ua": "yandex.ru"}'::jsonb ->> written,
      written) as domain);
end;
$$;
comment on function private.inbox_of is 'The inbox that an address reaches, as far as its spelling shows.';

create function private.mark_hash(kind text, value text) returns bytea
language sql volatile security definer set search_path = '' as $$
  select extensions.hmac(
    convert_to(kind || ' ' || case kind
      when 'inbox' then private.inbox_of(value)
      when 'payout' then upper(regexp_replace(left(value, 300), '[[:space:]]', '', 'g'))
      else value end, 'UTF8'),
    private.secret('people'), 'sha256')
$$;
comment on function private.mark_hash is 'The keyed hash under which a mark is stored. Granted to nobody.';

create function private.is_forgotten(person_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not exists (
    select from public.profiles p
    where p.id in (select private.same_person(is_forgotten.person_id)) and (
      p.deleted_at is null or p.suspended_at is not null or p.frozen_at is not null
      or p.deleted_at > now() - make_interval(days => private.setting('former_member_days')::int))
  );
end;
$$;
comment on function private.is_forgotten is
  'True for a person whose accounts were all deleted long ago, none of them while it was suspended or frozen.';

create function private.forget_marks() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.person_marks m
  where m.profile_id in (select p.id from public.profiles p where p.deleted_at is not null)
    and private.is_forgotten(m.profile_id);
end;
$$;
comment on function private.forget_marks is 'Removes the marks that were kept long enough. Granted to nobody.';

-- Completed orders count most, because they cost money; then age, so that a later account cannot claim
-- the record of an older one.
create function private.record_of(profile_id uuid) returns int
language sql stable security definer set search_path = '' as $$
  select coalesce(max(case
    when p.completed_orders > 0 then 2
    when p.is_staff or p.created_at < now() - make_interval(days => private.setting('normal_days')::int) then 1
    else 0 end), 0)
  from public.profiles p
  where p.id in (select private.same_person(record_of.profile_id)) and not private.is_forgotten(record_of.profile_id)
$$;
comment on function private.record_of is 'The record of a person: 2 with a completed order, 1 by age or as staff, otherwise 0. Deleted accounts count as long as their marks are kept.';

create table private.unfreezings (
  profile_id uuid not null references public.profiles (id),
  -- The id of a suspension or a chargeback.
  cause_id uuid not null,
  -- True if the suspension or the chargeback was that of another account of the same person, as far as staff knew.
  is_own boolean not null,
  created_at timestamptz not null default now(),
  primary key (profile_id, cause_id)
);
comment on table private.unfreezings is 'Suspensions and chargebacks of other accounts from whose effects staff freed an account.';
alter table private.unfreezings enable row level security;

-- Calls wait for each other: otherwise one of three accounts that belong together could be left out.
create function private.join_pair(one uuid, other uuid, kind text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_people uuid[];
  v_older uuid;
  v_first uuid[];
  v_second uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('people', 0));
  v_people := array(
    select p.id from public.profiles p
    where p.id in (private.person_of(one), private.person_of(other)) order by p.created_at, p.id);
  if cardinality(v_people) < 2
    or exists (select from private.pairs_between(one, other) p where p.is_separate and p.decided_at is not null) then
    return false;
  end if;
  if kind <> 'inbox' then
    v_older := (
      select t.id from unnest(v_people) with ordinality as t (id, place)
      where private.record_of(t.id) > 0 order by private.record_of(t.id) desc, t.place limit 1);
    if kind = 'former_inbox' or v_older = private.person_of(one) and least(private.record_of(one), private.record_of(other)) < 2 then
      insert into private.person_pairs (profile_id, other_id, kind) values (other, one, join_pair.kind)
      on conflict on constraint person_pairs_pkey do update set is_separate = false
      where person_pairs.is_separate and person_pairs.decided_at is null;
      return true;
    elsif v_older is not null then
      insert into private.person_pairs (profile_id, other_id, kind, is_separate)
      select case v_older when private.person_of(one) then other else one end,
        case v_older when private.person_of(one) then one else other end, join_pair.kind, true
      where not exists (select from private.pairs_between(one, other));
      return false;
    end if;
    insert into private.person_pairs (profile_id, other_id, kind) values (other, one, kind) on conflict do nothing;
  end if;
  v_first := array(select private.same_person(v_people[1]));
  v_second := array(select private.same_person(v_people[2]));
  -- This statement comes first, because its triggers lock freezes, and freezes are locked before profiles.
  with moved as (update private.people p set person_id = v_people[1] where p.person_id = v_people[2])
  insert into private.people (profile_id, person_id) values (v_people[2], v_people[1]);
  -- The invites of a person do not grow with the number of accounts: a later account takes over the invites left to
  -- deleted accounts, and has none while another account exists.
  update public.profiles p set invites_left = l.most
  from (
    select case when bool_or(o.deleted_at is null) then 0 else min(o.invites_left) end as most
    from public.profiles o where o.id = any (v_first)) as l
  where p.id = any (v_second) and p.invites_left > l.most;
  -- A member whom staff had refused, or not decided about, waits for staff again.
  update public.profiles p set approval_by_staff = true
  where p.id in (select private.same_person(v_people[1])) and p.deleted_at is null and p.onboarded_at is null
    and exists (
      select from public.profiles f
      where f.id in (select private.same_person(v_people[1])) and f.deleted_at is not null and f.approval_by_staff);
  return false;
end;
$$;
comment on function private.join_pair is
  'Joins two people to one, or binds the second, who used the mark of the first, to the first one''s record (true). If that would burden the first, or both have completed orders, staff decide. People whom staff separated stay separate.';

-- Newcomers that are bound to one account by the same mark are joined to each other, as if that account did not
-- exist, except those whom staff have freed from its bans and freezes. A former address joins nobody here: accounts with the
-- same address are joined by its mark. Each account is joined once, even if several pairs lead to it.
create function private.join_people(one uuid, other uuid, kind text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_older uuid[] := array[one];
  v_seen uuid[] := array[one, other];
  v_next uuid;
  v_at int := 0;
begin
  if not private.join_pair(one, other, kind) or kind = 'former_inbox' then
    return;
  end if;
  while v_at < cardinality(v_older) loop
    v_at := v_at + 1;
    for v_next in
      select p.profile_id from private.person_pairs p
      where p.kind is distinct from 'former_inbox' and not p.is_separate and p.profile_id <> all (v_seen)
        and p.other_id in (select private.same_person(v_older[v_at])) and p.profile_id not in (select private.same_person(v_older[v_at]))
        and not exists (
          select from private.unfreezings u
          where not u.is_own and u.profile_id in (select private.same_person(p.profile_id) union all select private.same_person(other)))
        and exists (
          select from private.person_marks m join private.person_marks s using (kind, hash)
          where m.profile_id = other and s.profile_id in (select private.same_person(p.profile_id)))
    loop
      v_seen := v_seen || v_next;
      if private.join_pair(v_next, other, kind) then
        v_older := v_older || v_next;
      end if;
    end loop;
  end loop;
end;
$$;
comment on function private.join_people is
  'Joins an account that used a mark to the accounts that used it before (see join_pair), and to those that are bound to them by the same mark: freezes, bans and debts of the older accounts apply to it, not the other way round.';

create function private.split_person(profile_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_rest constant uuid[] := array(
    select p.id from public.profiles p
    where p.id in (select private.same_person(profile_id)) and p.id <> split_person.profile_id
    order by p.created_at, p.id);
begin
  -- This is one statement, so that the remaining accounts are never separated from each other.
  with moved as (
    update private.people p set person_id = v_rest[1] where p.person_id = split_person.profile_id and p.profile_id <> v_rest[1]
  )
  delete from private.people p
  where p.profile_id = split_person.profile_id or p.person_id = split_person.profile_id and p.profile_id = v_rest[1];
end;
$$;
comment on function private.split_person is 'Takes an account out of its person. Each mark stays with the account that used it first. Granted to nobody.';

create function private.is_former_inbox(profile_id uuid, email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(bool_and(private.inbox_of(u.email) <> private.inbox_of(is_former_inbox.email)), false)
  from private.same_person(profile_id) as s (id)
  join public.profiles p on p.id = s.id join auth.users u on u.id = p.user_id
  where p.deleted_at is null
$$;
comment on function private.is_former_inbox is
  'True for an address that a member has used and changed: none of the person''s accounts uses it now. False for a person who has no account left.';

create function private.earlier_marks(profile_id uuid, kind text, hash bytea) returns setof private.person_marks
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select m.*
  from private.person_marks m
  where m.kind = earlier_marks.kind and m.hash = earlier_marks.hash and not private.is_forgotten(m.profile_id)
    and private.person_of(m.profile_id) <> private.person_of(earlier_marks.profile_id)
    and not exists (
      select from private.person_marks o
      where o.kind = m.kind and o.hash = m.hash and o.nr < m.nr and o.profile_id in (select private.same_person(earlier_marks.profile_id)))
  order by private.record_of(m.profile_id) desc, m.nr;
end;
$$;
comment on function private.earlier_marks is 'The accounts of other persons that used a mark before this person did, the best record first.';

create function private.lock_mark(profile_id uuid, kind text, hash bytea) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_others uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended(encode(lock_mark.hash, 'hex'), 0));
  perform from private.person_marks m where m.kind = lock_mark.kind and m.hash = lock_mark.hash order by m.nr for update;
  v_others := array(
    select distinct m.profile_id from private.person_marks m
    where m.kind = lock_mark.kind and m.hash = lock_mark.hash and m.profile_id <> lock_mark.profile_id);
  -- Locks freezes before a row refers to a profile: a deletion of an account locks freezes first, and then the profile.
  if v_others <> '{}' then
    perform pg_advisory_xact_lock(hashtextextended('people', 0));
    perform private.lock_freezes(v_others || lock_mark.profile_id);
  end if;
end;
$$;
comment on function private.lock_mark is 'Locks a mark, and, if other accounts have used it, the joining of people and the freezes of these accounts.';

-- Concurrent uses of a mark wait for one another. All earlier users count: otherwise a throw-away account that uses a card
-- first would separate a member who charges the card back from their next account. An account that is bound to a record
-- is joined to nobody else, who would otherwise be bound to that record, too.
create function private.mark_person(profile_id uuid, kind text, value text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_hash constant bytea := private.mark_hash(kind, value);
  v_known uuid;
  v_former boolean;
begin
  perform private.lock_mark(profile_id, kind, v_hash);
  insert into private.person_marks (kind, hash, profile_id) values (mark_person.kind, v_hash, profile_id) on conflict do nothing;
  for v_known in select m.profile_id from private.earlier_marks(profile_id, kind, v_hash) as m loop
    v_former := kind = 'inbox' and private.is_former_inbox(v_known, value);
    perform private.join_people(v_known, profile_id, case when v_former then 'former_inbox' else kind end);
    -- Former users of the address lose its mark: it belongs to the account that uses it now.
    delete from private.person_marks m
    where v_former and m.kind = 'inbox' and m.hash = v_hash and m.profile_id in (select private.same_person(v_known));
    exit when private.is_bound(profile_id);
  end loop;
end;
$$;
comment on function private.mark_person is
  'Records that an account used a mark (inbox, card or payout), and joins it or binds it to the accounts that used the mark before. Granted to nobody.';

-- A decision about a person and a new account with one of the person's marks wait for each other.
create function private.lock_marks(profile_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select from private.person_marks m
  where m.profile_id in (select private.held_with(lock_marks.profile_id))
  order by m.kind, m.hash, m.nr for update
$$;
comment on function private.lock_marks is
  'Locks the marks of a person and of those bound to it: until the end of the transaction no other account joins them.';

-- An address counts once it is confirmed: before, anybody may have typed it.
create function private.mark_inbox() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.mark_person(p.id, 'inbox', NEW.email) from public.profiles p where p.user_id = NEW.id;
  return null;
end;
$$;
comment on function private.mark_inbox is 'Trigger: a confirmed address tells which person the account belongs to.';
-- The name of the trigger sorts after make_profile (02_members/06_invites).
create trigger mark_inbox after insert on auth.users
  for each row when (NEW.email is not null and NEW.email_confirmed_at is not null)
  execute function private.mark_inbox();
create trigger mark_changed_inbox after update of email, email_confirmed_at on auth.users
  for each row when (
    NEW.email is not null and NEW.email_confirmed_at is not null
    and (OLD.email is distinct from NEW.email or OLD.email_confirmed_at is null))
  execute function private.mark_inbox();

-- Bans -----------------------------------------------------------------------------------
-- A suspended or frozen person cannot sign up again with any address that any of their accounts
-- ever had, even after it is deleted.
create function private.bears_ban(profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id in (select private.same_person(bears_ban.profile_id)) and (p.suspended_at is not null or p.frozen_at is not null))
$$;
comment on function private.bears_ban is
  'True for an account of a person that is suspended or frozen, also for an account that it is bound to.';

-- A stranger could have a cent paid to somebody else's bank account and then be suspended. So nobody is refused for a mark of a
-- suspended person, even without a record: a member without one can have earnings from a split or a milestone. Staff decide
-- about the pair, and until then no money leaves (is_contested).
create function private.contest_mark(profile_id uuid, kind text, value text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('people', 0));
  -- `profile_id` is the account with the lesser record: if staff join both, bans and debts of the other apply to it.
  insert into private.person_pairs (profile_id, other_id, kind, is_separate)
  select case when r.is_newcomer then m.profile_id else contest_mark.profile_id end,
    case when r.is_newcomer then contest_mark.profile_id else m.profile_id end, contest_mark.kind, true
  from private.earlier_marks(profile_id, kind, private.mark_hash(kind, value)) as m,
    lateral (select private.record_of(contest_mark.profile_id) > private.record_of(m.profile_id) as is_newcomer) as r
  where private.bears_ban(m.profile_id) and not exists (select from private.pairs_between(m.profile_id, contest_mark.profile_id))
  on conflict do nothing;
end;
$$;
comment on function private.contest_mark is
  'Makes a pair, for staff to decide about, of a member who uses a mark and the suspended or frozen person who used it before. Granted to nobody.';

create function private.is_contested(profile_id uuid, kind text, value text) returns boolean
language sql volatile security definer set search_path = '' as $$
  select exists (
    select from private.earlier_marks(profile_id, kind, private.mark_hash(kind, value)) as m
    cross join lateral private.pairs_between(m.profile_id, is_contested.profile_id) as p
    where private.bears_ban(m.profile_id) and p.decided_at is null)
$$;
comment on function private.is_contested is
  'True for a mark that a suspended or frozen person used before this member, while staff have not decided whether the two are one. Granted to nobody.';

create function private.address_is_banned(email text) returns boolean
language sql volatile security definer set search_path = '' as $$
  select exists (
    select from private.person_marks m
    where m.kind = 'inbox' and m.hash = (select private.mark_hash('inbox', email)) and private.bears_ban(m.profile_id))
$$;
comment on function private.address_is_banned is 'True for an address of a suspended or frozen person. Granted to nobody.';

-- Runs when a change of address is confirmed, not when it is requested: the person has then
-- proved to own the mailbox, so the refusal does not reveal which other addresses are banned.
create function private.check_new_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.address_is_banned(NEW.email) and not exists (
    select from public.profiles p
    join private.person_marks m on private.person_of(m.profile_id) = private.person_of(p.id)
    where p.user_id = NEW.id and m.kind = 'inbox' and m.hash = (select private.mark_hash('inbox', NEW.email))
  ) then
    raise exception 'address_not_available' using errcode = 'PT409';
  end if;
  return NEW;
end;
$$;
comment on function private.check_new_address is 'Trigger: rejects a change to a banned address of somebody else.';
create trigger check_new_address before update of email on auth.users
  for each row when (OLD.email is distinct from NEW.email and NEW.email is not null)
  execute function private.check_new_address();

-- The sign-up with a banned address is answered like any other, with the same mail: otherwise anybody with an invite could
-- find out which addresses are banned.
create function private.check_confirmed_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.address_is_banned(NEW.email) then
    raise exception 'address_not_available' using errcode = 'PT409';
  end if;
  return NEW;
end;
$$;
comment on function private.check_confirmed_address is 'Trigger: a sign-up with a banned address cannot be confirmed.';
create trigger check_confirmed_address before update of email_confirmed_at on auth.users
  for each row when (OLD.email_confirmed_at is null and NEW.email_confirmed_at is not null)
  execute function private.check_confirmed_address();

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('former_member_days', 365, 'days', 'How long keyed hashes of what a deleted account showed are kept, to recognize the person at a new sign-up.', 180, 3650, true)
on conflict (key) do nothing;
