-- Accounts that members are paid to. A method is checked when it is saved and never changed afterwards:
-- another account is another method. The account number is read by nobody but the member of staff who
-- sends a payout (`take_payout`); everybody else, its owner included, reads the last four characters.
-- An account at a payment provider is a method as well: the provider keeps the bank's number, and the row has
-- the provider's id of the account instead.

-- Lengths of the SWIFT registry and of the countries that use IBANs without being in it, as the
-- library of the client has them (iban-lengths.test.ts).
create function private.iban_length(country text) returns int
language sql immutable set search_path = '' as $$
  select (jsonb '{"AD":24,"AE":23,"AL":28,"AO":25,"AT":20,"AX":18,"AZ":28,"BA":20,"BE":16,"BF":28,"BG":22,
    "BH":22,"BI":27,"BJ":28,"BL":27,"BR":29,"BY":28,"CF":27,"CG":27,"CH":21,"CI":28,"CM":27,"CR":22,"CV":25,
    "CY":28,"CZ":24,"DE":22,"DJ":27,"DK":18,"DO":28,"DZ":26,"EE":20,"EG":29,"ES":24,"FI":18,"FK":18,"FO":18,
    "FR":27,"GA":27,"GB":22,"GE":22,"GF":27,"GI":23,"GL":18,"GP":27,"GQ":27,"GR":27,"GT":28,"GW":25,"HN":28,
    "HR":21,"HU":28,"IE":22,"IL":23,"IQ":23,"IR":26,"IS":26,"IT":27,"JO":30,"KM":27,"KW":30,"KZ":20,"LB":28,
    "LC":32,"LI":21,"LT":20,"LU":20,"LV":21,"LY":25,"MA":28,"MC":27,"MD":24,"ME":22,"MF":27,"MG":27,"MK":19,
    "ML":28,"MN":20,"MQ":27,"MR":27,"MT":31,"MU":30,"MZ":25,"NC":27,"NE":28,"NI":28,"NL":18,"NO":15,"OM":23,
    "PF":27,"PK":24,"PL":28,"PM":27,"PS":29,"PT":25,"QA":29,"RE":27,"RO":24,"RS":22,"RU":33,"SA":24,"SC":31,
    "SD":18,"SE":24,"SI":19,"SK":24,"SM":27,"SN":28,"SO":23,"ST":25,"SV":28,"TD":27,"TF":27,"TG":28,"TL":23,
    "TN":24,"TR":26,"UA":29,"VA":22,"VG":24,"WF":27,"XK":20,"YE":30,"YT":27}' ->> country)::int
$$;
comment on function private.iban_length is 'How many characters an IBAN of this country has; null where there are none.';

-- The first four characters go to the end and letters become two digits (A is 10): what is left
-- over after a division by 97 is 1.
create function private.is_iban(account text) returns boolean
language sql immutable set search_path = '' as $$
  select length(account) = private.iban_length(left(account, 2))
    and account ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]+$'
    and (
      select string_agg(case when c.letter >= 'A' then (ascii(c.letter) - 55)::text else c.letter end, '' order by c.place)::numeric % 97
      from string_to_table(substr(account, 5) || left(account, 4), null) with ordinality as c (letter, place)
    ) = 1
$$;
comment on function private.is_iban is 'True for an IBAN without spaces whose length and check digits are right.';

create table private.payout_methods (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references public.profiles (id),
  kind text not null,
  holder text not null,
  account text not null,
  masked text not null generated always as (upper(kind) || ' •••• ' || right(account, 4)) stored,
  created_at timestamptz not null default now(),
  constraint payout_methods_account_key unique (profile_id, kind, account),
  constraint payout_methods_kind_known check (kind in ('iban', 'stripe', 'sandbox')),
  constraint payout_methods_holder_length check (length(holder) between 2 and 100),
  -- A name has two letters or more, and no link.
  constraint payout_methods_holder_named check (
    holder ~ '[^0-9[:punct:][:space:]].*[^0-9[:punct:][:space:]]' and not private.list_holds_link(array[holder])),
  constraint payout_methods_holder_printable
    check (holder = btrim(holder) and private.shows_all_characters(holder)),
  constraint payout_methods_account_length check (length(account) <= 34),
  constraint payout_methods_account_valid check (kind <> 'iban' or private.is_iban(account))
);
comment on table private.payout_methods is 'The accounts that members are paid to. Rows are added and removed, never changed.';
create trigger payout_methods_unchanged before update on private.payout_methods
  for each row execute function private.refuse_change();

alter table private.payout_methods enable row level security;
create policy payout_methods_select on private.payout_methods for select to authenticated
  using (profile_id = (select private.my_profile_id()));
-- The grant leaves out the account number: its owner knows it, and a stolen session must not reveal it.
grant select (id, profile_id, kind, holder, masked, created_at) on private.payout_methods to authenticated;

create function private.rail_of(m private.payout_methods) returns text
language sql immutable set search_path = '' as $$
  select case m.kind when 'iban' then 'manual' else m.kind end
$$;
comment on function private.rail_of is 'The payment provider that sends to a method, or `manual`.';

-- A thief of a member's session first saves a bank account of their own. The wait gives the owner, who gets a mail about it,
-- time to take a payout back. The first account of a member waits as well.
create function private.waits_until(m private.payout_methods) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select s.until from (
    select m.created_at + make_interval(hours => private.setting('payout_method_wait')::int) as until) as s
  where s.until > private.clock()
$$;
comment on function private.waits_until is 'When the first payout to a method may leave; null when it may now.';

-- Accounts at payment providers ------------------------------------------------------------
-- The member opens it on the provider's own pages, which ask for the bank account and for proofs of
-- identity. None of that is stored here; `requirements` lists what is missing, in words of the provider.
create table private.payout_accounts (
  profile_id uuid not null references public.profiles (id),
  provider text not null,
  account_ref text not null,
  -- The provider's id of the bank account behind it; null until the provider has sent it.
  bank text,
  status text not null default 'new',
  -- True if the bank takes payouts that arrive within half an hour.
  is_instant boolean not null default false,
  -- Everything that the provider waits for from the member, in its own words.
  requirements text[] not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (profile_id, provider),
  constraint payout_accounts_ref_key unique (provider, account_ref),
  constraint payout_accounts_provider_known check (provider in ('stripe', 'sandbox')),
  constraint payout_accounts_bank_length check (length(bank) between 1 and 200),
  constraint payout_accounts_ref_length check (length(account_ref) between 1 and 34),
  constraint payout_accounts_requirements_short check (cardinality(requirements) <= 50 and pg_column_size(requirements) <= 8000),
  constraint payout_accounts_status_known check (status in ('new', 'pending', 'active', 'restricted', 'rejected'))
);
comment on table private.payout_accounts is 'The account of a member at each payment provider, as the provider last reported it.';
alter table private.payout_accounts enable row level security;
create policy payout_accounts_select on private.payout_accounts for select to authenticated
  using (profile_id = (select private.my_profile_id()));
grant select (profile_id, provider, status, requirements, updated_at) on private.payout_accounts to authenticated;
grant select on private.payout_accounts to service_role;
create view public.payout_accounts with (security_invoker = true) as
select a.provider, a.status, a.requirements, a.updated_at from private.payout_accounts a
where a.profile_id = (select private.my_profile_id());
comment on view public.payout_accounts is 'The signed-in member''s accounts at payment providers: whether money can be sent there, and what is missing.';
grant select on public.payout_accounts to authenticated;

-- A provider charges the market more for payouts that arrive at once: only trusted creators get them, if the operator allows it.
create function private.goes_at_once(method_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.setting('instant_payouts') = 1 and exists (
    select from private.payout_methods m
    join private.payout_accounts a on a.profile_id = m.profile_id and a.provider = m.kind and a.account_ref = m.account
    join public.profiles p on p.id = m.profile_id
    where m.id = goes_at_once.method_id and a.is_instant and p.trust_level = 'trusted')
$$;
comment on function private.goes_at_once is 'True for a method to which payouts are sent so that they arrive within half an hour.';
grant execute on function private.goes_at_once to authenticated;

create view public.payout_methods with (security_invoker = true) as
select m.id, m.kind, m.holder, m.masked, m.created_at, private.goes_at_once(m.id) as is_instant
from private.payout_methods m
where m.profile_id = (select private.my_profile_id());
comment on view public.payout_methods is 'The accounts that the signed-in member can be paid to, without their numbers.';
grant select on public.payout_methods to authenticated;

create function private.is_open_account(m private.payout_methods) returns boolean
language sql stable security definer set search_path = '' as $$
  select m.kind = 'iban' or exists (
    select from private.payout_accounts a
    where a.profile_id = m.profile_id and a.provider = m.kind and a.account_ref = m.account and a.status = 'active')
$$;
comment on function private.is_open_account is 'True for a method to which money can be sent now.';

create function private.require_open_account(m private.payout_methods) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_open_account(m) then
    raise exception 'payout_account_not_ready' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_open_account is 'Rejects a method whose provider would not pay it out now.';

-- A provider limits the requests of the whole market. The limit of each member leaves most of them to the others.
create function private.limit_provider(profile_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select private.rate_limit('provider_requests_per_hour', private.person_of(profile_id)::text,
    private.setting('provider_requests_per_hour')::int, interval '1 hour')
$$;
comment on function private.limit_provider is 'Counts a request to a payment provider or a node of the chain that a member causes; rejects it above the setting.';

create function private.count_provider_request() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_open_session();
  perform private.limit_provider(private.my_profile_id());
end;
$$;
create function public.count_provider_request() returns void
language sql volatile security invoker set search_path = '' as $$
  select private.count_provider_request()
$$;
comment on function public.count_provider_request is 'Counts a request to a payment provider or a node of the chain that the caller causes; rejects it above the limit.';
grant execute on function private.count_provider_request, public.count_provider_request to authenticated;

create function private.destination_of(m private.payout_methods) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select a.bank from private.payout_accounts a
    where a.profile_id = m.profile_id and a.provider = m.kind and a.account_ref = m.account), m.account)
$$;
comment on function private.destination_of is
  'The account that a method pays in the end: the bank behind an account at a provider, as far as the provider names it. Accounts that it was paid to show which members are one person (02_members/05_people).';

-- The edge function payout-account opens the account with what this returns.
create function private.begin_payout_account() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_transact();
begin
  if private.my_role() is distinct from 'kol' then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_not_frozen(v_me);
  perform private.require_fresh_second_factor();
  perform private.limit_provider(v_me);
  return jsonb_build_object('profile_id', v_me,
    'email', (select u.email from public.profiles p join auth.users u on u.id = p.user_id where p.id = v_me));
end;
$$;
create function public.begin_payout_account() returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.begin_payout_account()
$$;
comment on function public.begin_payout_account is 'Creator: rejects callers who may not open or change an account at a payment provider now; returns their {profile_id, email} for it.';

-- The provider's latest answer counts, because the caller has just asked for it, whatever an event said before. If the account has
-- another bank, this is another method: its owner is notified, the first payout waits, and payouts that were requested before
-- end, so that the owner requests them again.
create function private.record_payout_account(
  profile_id uuid, provider text, account_ref text, status text, requirements text[], bank text default null, is_instant boolean default false
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- A display name may consist of digits; the name of an account holder may not.
  v_holder text := (
    select coalesce(substring(p.display_name from '^.*[^0-9[:punct:][:space:]].*[^0-9[:punct:][:space:]].*$'), initcap(record_payout_account.provider))
    from public.profiles p where p.id = record_payout_account.profile_id);
  v_method private.payout_methods;
  v_named constant text := nullif(left(record_payout_account.bank, 200), '');
  v_bank text;
begin
  if (record_payout_account.provider in ('stripe', 'sandbox') and length(record_payout_account.account_ref) between 1 and 34
    and record_payout_account.status in ('new', 'pending', 'active', 'restricted', 'rejected')
    and cardinality(coalesce(requirements, '{}')) <= 50 and pg_column_size(coalesce(requirements, '{}')) <= 8000) is not true
  then
    raise exception 'payout_account_malformed' using errcode = 'PT422';
  end if;
  -- The provider may answer after the member has deleted the account.
  perform private.share_standing(record_payout_account.profile_id);
  -- Waits for requests of payouts, which may name the method, and for attempts that end.
  perform private.lock_spending(record_payout_account.profile_id);
  if not exists (select from public.profiles p where p.id = record_payout_account.profile_id and p.deleted_at is null) then
    raise exception 'profile_unknown' using errcode = 'PT404';
  end if;
  select a.bank into v_bank from private.payout_accounts a
  where a.profile_id = record_payout_account.profile_id and a.provider = record_payout_account.provider for update;
  insert into private.payout_accounts as a (profile_id, provider, account_ref, bank, status, is_instant, requirements, updated_at)
  values (record_payout_account.profile_id, record_payout_account.provider, record_payout_account.account_ref,
    v_named, record_payout_account.status,
    record_payout_account.is_instant is true, coalesce(record_payout_account.requirements, '{}'), clock_timestamp())
  on conflict on constraint payout_accounts_pkey do update set
    status = excluded.status, is_instant = excluded.is_instant, requirements = excluded.requirements, updated_at = excluded.updated_at,
    bank = coalesce(excluded.bank, a.bank)
    where a.account_ref = excluded.account_ref;
  if not found then
    raise exception 'payout_account_taken' using errcode = 'PT409';
  end if;
  delete from private.payout_methods m
  where v_named is not null and v_named is distinct from v_bank and m.profile_id = record_payout_account.profile_id
    and (m.kind, m.account) = (record_payout_account.provider, record_payout_account.account_ref);
  if record_payout_account.status = 'active' then
    insert into private.payout_methods (profile_id, kind, holder, account)
    values (record_payout_account.profile_id, record_payout_account.provider, v_holder, record_payout_account.account_ref)
    on conflict on constraint payout_methods_account_key do nothing
    returning * into v_method;
    if v_method.id is not null then
      perform private.notify(v_method.profile_id, 'payout_method_added', jsonb_build_object('method', v_method.masked));
    end if;
  end if;
end;
$$;
create function public.record_payout_account(
  profile_id uuid, provider text, account_ref text, status text, requirements text[], bank text default null, is_instant boolean default false
) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.record_payout_account(profile_id, provider, account_ref, status, requirements, bank, is_instant)
$$;
comment on function public.record_payout_account is
  'Service role: records the state of a member''s account at a provider; the first time that it is active, and with each other bank, it becomes a method.';

create function public.payout_account_of(provider text, profile_id uuid default null, account_ref text default null)
returns table (profile_id uuid, account_ref text)
language sql stable security invoker set search_path = '' as $$
  select a.profile_id, a.account_ref from private.payout_accounts a
  where a.provider = payout_account_of.provider
    and (a.profile_id = payout_account_of.profile_id or a.account_ref = payout_account_of.account_ref)
$$;
comment on function public.payout_account_of is 'Service role: the account of a member at a provider, by the member or by the provider''s name of it.';

grant execute on function private.begin_payout_account, public.begin_payout_account to authenticated;
grant execute on function private.record_payout_account, public.record_payout_account, public.payout_account_of to service_role;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('provider_requests_per_hour', 120, 'count', 'Checkouts, openings of and looks at the own account at a payment provider, and questions to the nodes of the chain, that a member may begin in an hour.', 1, 100000, false),
  ('instant_payouts', 0, 'count', 'On: payouts of trusted creators arrive within half an hour where their bank takes it. The market pays what the provider asks for that.', 0, 1, true),
  ('payout_method_wait', 48, 'hours', 'How long a payout waits after the account that it goes to was saved.', 0, 336, true)
on conflict (key) do nothing;
