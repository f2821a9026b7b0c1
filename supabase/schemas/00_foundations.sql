-- The ground that every chapter stands on: where private things live, what currencies there
-- are, and the numbers of the business.

create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists citext with schema extensions;

-- Nothing of the product may be called by accident: a function is closed until it is granted.
alter default privileges in schema public revoke execute on functions from public;
alter default privileges revoke execute on functions from public;

-- `private` acts, `public` opens: the Data API does not expose this schema.
create schema private;
comment on schema private is 'Functions that act with the owner''s rights, and tables that no client may see.';
grant usage on schema private to anon, authenticated, service_role;

-- Currencies -----------------------------------------------------------------------------
-- Amounts are whole minor units; this table alone knows how many of them make one.
create table public.currencies (
  code text primary key,
  name text not null,
  decimals smallint not null,
  constraint currencies_code_is_upper_case check (code ~ '^[A-Z]{3,5}$'),
  constraint currencies_decimals_in_range check (decimals between 0 and 18)
);
comment on table public.currencies is 'The currencies that packs, orders and the ledger may use; one unit is 10^decimals minor units.';
alter table public.currencies enable row level security;
create policy currencies_select on public.currencies for select to anon, authenticated using (true);
grant select on public.currencies to anon, authenticated, service_role;

-- Settings -------------------------------------------------------------------------------
-- Every number of the business is a row here, never a literal in a function.
create table private.settings (
  key text primary key,
  value numeric not null,
  unit text not null,
  meaning text not null,
  constraint settings_value_not_negative check (value >= 0)
);
comment on table private.settings is 'The numbers of the business. Units: percent, hours, days, minutes, count, minor.';
alter table private.settings enable row level security;

create function private.setting(key text) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  v_value numeric;
begin
  select s.value into v_value from private.settings s where s.key = setting.key;
  if v_value is null then
    raise exception 'unknown_setting' using errcode = 'PT500', detail = setting.key;
  end if;
  return v_value;
end;
$$;
comment on function private.setting is 'The value of one setting; an unknown key is a mistake of ours and raises.';
grant execute on function private.setting to authenticated, service_role;

-- Touch ----------------------------------------------------------------------------------
create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  NEW.updated_at := now();
  return NEW;
end;
$$;
comment on function private.touch_updated_at is 'Trigger: keeps updated_at true.';
