-- Accounts that members are paid to. A method is checked when it is saved and never changed afterwards:
-- another account is another method. The account number is read by nobody but the member of staff who
-- sends a payout (`take_payout`); everybody else, its owner included, reads the last four characters.

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
  constraint payout_methods_kind_known check (kind in ('iban')),
  constraint payout_methods_holder_length check (length(holder) between 2 and 100),
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

create view public.payout_methods with (security_invoker = true) as
select m.id, m.kind, m.holder, m.masked, m.created_at
from private.payout_methods m
where m.profile_id = (select private.my_profile_id());
comment on view public.payout_methods is 'The accounts that the signed-in member can be paid to, without their numbers.';
grant select on public.payout_methods to authenticated;

create function private.add_payout_method(kind text, holder text, account text) returns public.payout_methods
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_most constant int := 10;
  v_account constant text := upper(regexp_replace(left(account, 100), '[\s-]', '', 'g'));
  v_method private.payout_methods;
begin
  if octet_length(holder) > 400 or octet_length(account) > 100 then
    raise exception 'payout_method_malformed' using errcode = 'PT422';
  end if;
  perform private.require_given(kind, holder, account);
  perform private.lock_spending(v_me);
  perform private.require_transact();
  if private.my_role() is distinct from 'kol' then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_fresh_second_factor();
  if (select count(*) from private.payout_methods m where m.profile_id = v_me) >= v_most then
    raise exception 'payout_methods_full' using errcode = 'PT409';
  end if;
  if not private.is_iban(v_account) then
    raise exception 'payout_methods_account_valid' using errcode = 'PT400';
  end if;
  insert into private.payout_methods as m (profile_id, kind, holder, account)
  values (v_me, add_payout_method.kind, btrim(regexp_replace(add_payout_method.holder, '\s+', ' ', 'g')), v_account)
  returning * into v_method;
  perform private.notify(v_me, 'payout_method_added', jsonb_build_object('method', v_method.masked));
  return (v_method.id, v_method.kind, v_method.holder, v_method.masked, v_method.created_at)::public.payout_methods;
end;
$$;
comment on function private.add_payout_method is 'A creator saves an account to be paid to, with the second factor.';

create function public.add_payout_method(kind text, holder text, account text) returns public.payout_methods
language sql volatile security invoker set search_path = '' as $$
  select * from private.add_payout_method(kind, holder, account)
$$;
comment on function public.add_payout_method is 'Creator: saves an account to be paid to (kind iban: the holder''s name and the IBAN).';

grant execute on function private.add_payout_method, public.add_payout_method to authenticated;
