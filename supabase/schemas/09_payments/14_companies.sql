-- The identity of a member on invoices and credit notes (papers): the legal name, the address and the numbers of the tax office. It is given
-- in Settings, by members who want it on their invoices; without it a paper has the name of the profile.
-- The other side of an order reads it on the papers of that order, as tax law asks, and nowhere else.

-- The codes are a list, as in ISO 3166-1: the EN 16931 format refuses any other code.
create function private.is_country(code text) returns boolean
language sql immutable set search_path = '' as $$
  select code = any (string_to_array('AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ '
    'BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET '
    'FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR '
    'IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN '
    'MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY '
    'QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR '
    'TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW', ' '))
$$;

create function private.is_in_eu(country text) returns boolean
language sql immutable set search_path = '' as $$
  select country = any (string_to_array('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK', ' '))
$$;
comment on function private.is_in_eu is 'True for a member state of the European Union.';

-- Checks only the form; the tax office knows whether the number exists. If no form is known: letters and digits, and no IBAN.
create function private.is_vat_number(country text, number text) returns boolean
language sql immutable set search_path = '' as $$
  select number ~ ('^(' || coalesce(jsonb '{"AT":"ATU\\d{8}","BE":"BE[01]\\d{9}","BG":"BG\\d{9,10}","CH":"CHE\\d{9}(MWST|TVA|IVA)?",
    "CY":"CY\\d{8}[A-Z]","CZ":"CZ\\d{8,10}","DE":"DE\\d{9}","DK":"DK\\d{8}","EE":"EE\\d{9}","ES":"ES[A-Z0-9]\\d{7}[A-Z0-9]",
    "FI":"FI\\d{8}","FR":"FR[A-Z0-9]{2}\\d{9}","GB":"GB(\\d{9}|\\d{12})|XI(\\d{9}|\\d{12})","GR":"EL\\d{9}","HR":"HR\\d{11}",
    "HU":"HU\\d{8}","IE":"IE\\d[A-Z0-9]\\d{5}[A-Z]{1,2}","IT":"IT\\d{11}","LT":"LT(\\d{9}|\\d{12})","LU":"LU\\d{8}",
    "LV":"LV\\d{11}","MT":"MT\\d{8}","NL":"NL\\d{9}B\\d{2}","NO":"\\d{9}(MVA)?","PL":"PL\\d{10}","PT":"PT\\d{9}",
    "RO":"RO\\d{2,10}","SE":"SE\\d{12}","SI":"SI\\d{8}","SK":"SK\\d{10}","TR":"\\d{10,11}"}' ->> country, '(?![A-Z]{2}\d{2}[A-Z0-9]{11})[A-Z0-9]{4,20}') || ')$')
$$;
comment on function private.is_vat_number is 'True for a VAT number in the form of its country, in capitals and without spaces.';

create function private.is_line(given text) returns boolean
language sql immutable set search_path = '' as $$
  select given = btrim(given) and given !~ '[[:cntrl:]]' and private.shows_all_characters(given)
$$;
comment on function private.is_line is 'True for a text of one line without spaces around it or hidden characters.';

-- An account number may stand before and after other letters, with any signs between its characters, and O, I and L may stand for digits. It
-- has few letters, because words may have the check digits of an IBAN. Normalising can turn one character into eighteen: a text that grows so much
-- is refused, because reading only a part of it would miss a number at its end.
create function private.names_account(given text) returns boolean
language sql immutable set search_path = '' as $$
  select length(line) > 1000 or line ~ '0X[0-9A-F]{8}' or letters ~ '(?=([0-9]*[A-F]){4})[0-9A-F]{40}|BC1[QP][02-9AC-HJ-NP-Z]{38}'
    -- Capitals and small letters differ in an address of Tron.
    or words ~ '(?=[A-Za-z]*[0-9])T[1-9A-HJ-NP-Za-km-z]{33}'
    or exists (
      select from generate_series(1, length(letters)) as place, substr(letters, place, 34) as rest,
        left(rest, private.iban_length(left(rest, 2))) as found,
        lateral (values (found, 9), (left(found, 2) || translate(substr(found, 3), 'OIL', '011'), 6)) as a (account, letters_most)
      where length(translate(a.account, '0123456789', '')) <= a.letters_most and private.is_iban(a.account))
  from normalize(left(given, 500), NFKC) as words, replace(upper(words), 'IBAN', ' ') as line, regexp_replace(line, '[^A-Z0-9]', '', 'g') as letters
$$;
comment on function private.names_account is
  'True for a text that holds the number of a bank account (IBAN), or the address of a wallet, and for one that grows beyond any address when it is normalised.';

create table public.companies (
  id uuid primary key default gen_random_uuid(),
  -- Null: the market itself, whose row the operator writes.
  profile_id uuid references public.profiles (id),
  legal_name text not null,
  address text not null,
  postal_code text not null default '',
  city text not null,
  country text not null,
  -- Null: not registered for VAT.
  vat_number text,
  -- The number by which the tax office knows a person or company, if it is not the VAT number.
  tax_number text,
  -- Two facts about a person for the report of sellers to tax authorities (DAC7): no paper names them. The state of
  -- residence is that which gave the tax number; null: the one of the address.
  birth_date date,
  tax_country text,
  updated_at timestamptz not null default now(),
  -- The verdict of the tax offices on the VAT number, when they gave it, and the number of that consultation, which
  -- proves it. Unreachable: they gave none yet. Null: nobody asked.
  vat_state text,
  vat_checked_at timestamptz,
  vat_proof text,
  -- When the tax offices are asked next; null for a number of a country outside of the Union.
  vat_due_at timestamptz,
  constraint companies_profile_id_key unique nulls not distinct (profile_id),
  constraint companies_legal_name_length check (length(legal_name) between 2 and 120),
  constraint companies_address_length check (length(address) between 2 and 120),
  constraint companies_postal_code_length check (length(postal_code) <= 12),
  constraint companies_city_length check (length(city) between 1 and 60),
  constraint companies_lines_printable check (
    private.is_line(legal_name) and private.is_line(address) and private.is_line(postal_code) and private.is_line(city)),
  -- Papers of the market repeat these lines. Names of companies may name a host (Booking.com).
  constraint companies_lines_lead_nowhere check (
    not private.list_holds_link(array[legal_name, address, postal_code, city, tax_number])
    and not private.names_account(concat_ws(' ', legal_name, address, postal_code, city, tax_number))),
  constraint companies_country_known check (private.is_country(country)),
  constraint companies_tax_country_known check (private.is_country(tax_country)),
  constraint companies_birth_date_in_past check (
    isfinite(birth_date) and birth_date between '1900-01-01' and (updated_at at time zone 'UTC')::date),
  constraint companies_times_finite check (isfinite(vat_checked_at) and isfinite(vat_due_at)),
  constraint companies_vat_number_valid check (private.is_vat_number(country, vat_number)),
  constraint companies_vat_state_known check (vat_state in ('valid', 'invalid', 'unreachable')),
  constraint companies_tax_number_valid check (
    tax_number ~ '^[A-Z0-9][A-Z0-9 ./-]{2,28}[A-Z0-9]$' and tax_number ~ '[0-9]' and tax_number !~ '[A-Z]{7}')
);
create index companies_vat_due on public.companies (vat_due_at) where vat_due_at is not null;
comment on table public.companies is 'The legal name, address and tax numbers of a member or the market, for papers. Its owner alone reads it.';

alter table public.companies enable row level security;
create policy companies_select on public.companies for select to authenticated
  using (profile_id = (select private.my_profile_id()));
grant select on public.companies to authenticated, service_role;

-- Changes only the given fields: another device may have changed the rest.
create function private.save_company(changes jsonb) returns public.companies
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_given public.companies;
  v_company public.companies;
begin
  if private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  select * into v_given from public.companies c where c.profile_id = private.my_profile_id() for no key update;
  v_given := jsonb_populate_record(v_given, (
    select coalesce(jsonb_object_agg(c.key, nullif(btrim(c.value), '')), '{}') from jsonb_each_text(changes) as c));
  perform private.require_given(v_given.legal_name, v_given.address, v_given.city, v_given.country);
  -- Names of companies and streets may contain words such as support, but not the name of the market.
  if exists (
    select from private.name_skeleton(left(concat_ws(' ', v_given.legal_name, v_given.address, v_given.postal_code, v_given.city, v_given.tax_number), 500)) as lines,
      private.reserved_names r
    where r.inside_words and strpos(lines, r.skeleton) > 0) then
    raise exception 'name_reserved' using errcode = 'PT422';
  end if;
  -- The later one of two concurrent requests counts. Texts are cut here, because constraints are checked in the order of their
  -- names, and some read all lines before the lengths are checked.
  insert into public.companies as c (profile_id, legal_name, address, postal_code, city, country, vat_number, tax_number, birth_date, tax_country)
  values (private.my_profile_id(), v_given.legal_name, v_given.address, coalesce(btrim(left(v_given.postal_code, 100)), ''), v_given.city,
    v_given.country, nullif(upper(regexp_replace(left(v_given.vat_number, 100), '[\s.-]', '', 'g')), ''), upper(btrim(left(v_given.tax_number, 100))),
    v_given.birth_date, v_given.tax_country)
  on conflict on constraint companies_profile_id_key do update set
    legal_name = excluded.legal_name, address = excluded.address, postal_code = excluded.postal_code, city = excluded.city,
    country = excluded.country, vat_number = excluded.vat_number, tax_number = excluded.tax_number, birth_date = excluded.birth_date,
    tax_country = excluded.tax_country, updated_at = now()
  returning * into v_company;
  return v_company;
end;
$$;
create function public.save_company(
  legal_name text default null, address text default null, postal_code text default null, city text default null, country text default null,
  vat_number text default null, tax_number text default null, birth_date date default null, tax_country text default null
) returns public.companies
language sql volatile security invoker set search_path = '' as $$
  select * from private.save_company(jsonb_strip_nulls(jsonb_build_object(
    'legal_name', legal_name, 'address', address, 'postal_code', postal_code, 'city', city, 'country', country, 'vat_number', vat_number,
    'tax_number', tax_number, 'birth_date', case when birth_date = '-infinity' then '' else birth_date::text end, 'tax_country', tax_country)))
$$;
comment on function public.save_company is
  'Member: saves what papers say of them. What is left out stays; an empty text removes, `-infinity` the birth date. The country is a code of ISO 3166; spaces, dots '
  'and hyphens of a VAT number are left out, and without one the member charges no VAT. '
  'The birth date and the state of residence are for the report to tax authorities alone.';
grant execute on function private.save_company, public.save_company to authenticated;

-- VIES -------------------------------------------------------------------------------------
-- The tax offices of the Union are asked whether a VAT number exists, where an operator switched that on. Once they were
-- asked, only a clear "no" counts: VIES is often out of reach, and the form of the number is checked in any case.
insert into private.settings (key, value, unit, meaning, max_value) values
  ('vat_check', 0, 'count', 'On: the tax offices of the Union (VIES) are asked whether VAT numbers exist.', 1)
on conflict (key) do nothing;

create function private.plan_vat_check() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The next number counts as invalid, too, until it is looked up: otherwise a member could replace an invalid number, and save it again when an invoice is issued.
  NEW.vat_state := case OLD.vat_state when 'invalid' then 'invalid' end;
  NEW.vat_checked_at := case NEW.vat_state when 'invalid' then OLD.vat_checked_at end;
  NEW.vat_proof := null;
  NEW.vat_due_at := case when NEW.vat_number is not null and private.is_in_eu(NEW.country) then now() end;
  return NEW;
end;
$$;
comment on function private.plan_vat_check is 'Trigger: a new VAT number was not looked up yet, and is due. After a refused number, a new one counts only once it is found.';
create trigger companies_plan_vat_check before insert on public.companies
  for each row execute function private.plan_vat_check();
create trigger companies_plan_vat_check_again before update on public.companies
  for each row when ((OLD.country, OLD.vat_number) is distinct from (NEW.country, NEW.vat_number))
  execute function private.plan_vat_check();

create function private.due_vat_checks() returns setof public.companies
language sql stable security definer set search_path = '' as $$
  select c.* from public.companies c where c.vat_due_at <= private.clock() and private.setting('vat_check') = 1
$$;
comment on function private.due_vat_checks is 'Company data whose VAT number is to be looked up now; none where the operator has not switched it on.';

create function private.claim_vat_checks(batch int)
returns table (company_id uuid, vat_number text, requester text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- The lease is longer than a caller runs, so that two callers never look up the same number.
  c_lease constant interval := '7 minutes';
begin
  return query
  with claimed as (
    select d.id from private.due_vat_checks() as d order by d.vat_due_at limit least(greatest(claim_vat_checks.batch, 1), 100)
  )
  update public.companies c set vat_due_at = private.clock() + c_lease from claimed
  where c.id = claimed.id and c.vat_due_at <= private.clock()
  returning c.id, c.vat_number, (
    select m.vat_number from public.companies m where m.profile_id is null and private.is_in_eu(m.country));
end;
$$;
create function public.claim_vat_checks(batch int default 5) returns table (company_id uuid, vat_number text, requester text)
language sql volatile security invoker set search_path = '' as $$
  select * from private.claim_vat_checks(batch)
$$;
comment on function public.claim_vat_checks is 'Service role: VAT numbers to look up now, each with a lease; the requester is the market''s own number.';

-- An earlier verdict stays while the tax offices are unreachable. A number that was replaced meanwhile gets no verdict.
create function private.record_vat_check(company_id uuid, vat_number text, state text, proof text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_is_verdict constant boolean := record_vat_check.state <> 'unreachable';
begin
  update public.companies c set
    vat_state = case when v_is_verdict then record_vat_check.state else coalesce(c.vat_state, 'unreachable') end,
    vat_checked_at = case when v_is_verdict then private.clock() else c.vat_checked_at end,
    vat_proof = case when v_is_verdict then nullif(left(record_vat_check.proof, 100), '') else c.vat_proof end,
    vat_due_at = private.clock() + case when v_is_verdict then interval '30 days' else interval '1 hour' end
  where c.id = record_vat_check.company_id and c.vat_number = record_vat_check.vat_number;
end;
$$;
create function public.record_vat_check(company_id uuid, vat_number text, state text, proof text default null) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.record_vat_check(company_id, vat_number, state, proof)
$$;
comment on function public.record_vat_check is
  'Service role: records that a VAT number is valid or invalid, or that the tax offices were unreachable. It is asked again after an hour without a verdict, and after 30 days.';
grant execute on function private.claim_vat_checks, public.claim_vat_checks, private.record_vat_check, public.record_vat_check to service_role;
