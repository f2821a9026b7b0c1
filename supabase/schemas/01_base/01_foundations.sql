-- Foundations for every chapter: the schema for private objects, currencies, settings, secrets and
-- rate limits.

create extension if not exists btree_gin with schema extensions;
create extension if not exists pg_trgm with schema extensions;

-- Functions are not callable by default; each one is granted explicitly.
alter default privileges in schema public revoke execute on functions from public;
alter default privileges revoke execute on functions from public;
-- Older Supabase projects grant every new object of `public` to the API's roles.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- The Data API exposes `public` only. Functions in `private` do the work.
create schema private;
comment on schema private is 'Functions that act with the owner''s rights, and tables that no client may see.';
grant usage on schema private to anon, authenticated, service_role;

-- Time -----------------------------------------------------------------------------------
-- Tests and the seed may set another present time in `kolpact.time`. Only sessions of the owner of the schema
-- can: the Data API connects as `authenticator`, whatever role it takes on.
create function private.clock() returns timestamptz
language sql stable set search_path = '' as $$
  select coalesce(case session_user when 'postgres' then nullif(current_setting('kolpact.time', true), '')::timestamptz end, now())
$$;
comment on function private.clock is 'The present time for acts of members; tests and the seed may set another one.';

-- Adds the time since the transaction began, so that two rows that it writes have different times even if a test has set the time.
create function private.clock_time_at(at timestamptz) returns timestamptz
language sql volatile set search_path = '' as $$
  select at + (clock_timestamp() - now())
$$;
comment on function private.clock_time_at is 'A given time, plus the time that has passed since the transaction began.';

-- Functions called with POST may write, and the client never filters their answers (takes_back_what_it_does says why).
create function private.filters_a_call(query text, method text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(method = 'POST' and position('pgrst_call' in query) > 0 and position(' where ' in query) > 0, false);
end;
$$;
comment on function private.filters_a_call is 'True for a statement of the Data API that calls a function with POST and filters its answer.';

-- Refuses what the Data API offers and the client never uses. A pattern can take a second for each letter of a text. A cast can
-- compile a pattern (jsonpath) or expand a text (xml), and the error for a value that does not fit the type shows the value,
-- and rolls back what the call wrote: staff could read account numbers without a row of the audit log. Values are
-- parameters, so the text of the statement shows only the operator or the cast. An estimated count (`explain`)
-- reveals rows that only others may read. A column that is requested under a hundred names is computed a hundred times;
-- the client requests a column at most five times. A relation embedded in another one multiplies the rows,
-- such as each pack by all packs of its currency; the client embeds one relation.
create function private.without_patterns() returns boolean
language plpgsql stable set search_path = '' as $$
declare
  v_names_most constant int := 6;
  v_embeds_most constant int := 1;
  v_query constant text := case session_user when 'authenticator' then lower(current_query()) end;
begin
  if position(' ~' in v_query) > 0 or position('like ' in v_query) > 0 or position('cast(' in v_query) > 0
    or position('cast (' in v_query) > 0 or position('tsquery' in v_query) > 0 or starts_with(v_query, 'explain')
    or private.filters_a_call(v_query, current_setting('request.method', true))
    -- Embedded relations are counted as PostgREST writes them and as the local Data API does.
    or regexp_count(v_query, ' lateral |json_agg\(agg\)|to_json\(obj\)') > v_embeds_most
    or exists (
      select from string_to_table(translate(v_query, ',()-:', '     '), ' ') as word
      where left(word, 1) in ('"', '*') group by word having count(*) > v_names_most)
  then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  return true;
end;
$$;
comment on function private.without_patterns is
  'Returns true, or rejects a request to the Data API that matches a pattern, searches words, filters the answer of a function that may write, casts, asks for an estimated count, embeds two relations, or names a column many times.';
grant execute on function private.filters_a_call, private.without_patterns to anon, authenticated, service_role;

-- Some public columns are computed by functions, and slowly. Postgres calls them for each row of the answer, or for each row of the
-- table if a request sorts or filters by the column.
create function private.count_computed() returns void
language plpgsql volatile set search_path = '' as $$
declare
  c_most constant int := 250;
  v_rows constant int := coalesce(nullif(current_setting('kolpact.computed', true), ''), '0')::int + 1;
begin
  if v_rows > c_most then
    raise exception 'not_allowed' using errcode = 'PT403', detail = format('This column is computed for at most %s rows in one request.', c_most);
  end if;
  perform set_config('kolpact.computed', v_rows::text, true);
end;
$$;
comment on function private.count_computed is 'Refuses a request that computes a slow computed column for too many rows.';
grant execute on function private.count_computed to authenticated;

-- To estimate how many rows match, the planner compiles a pattern, which is as slow as using it. It evaluates immutable functions first.
create function private.plans_without_patterns() returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return private.without_patterns();
end;
$$;
comment on function private.plans_without_patterns is 'private.without_patterns() for policies and views, marked immutable so that the planner evaluates it.';
grant execute on function private.plans_without_patterns to anon, authenticated, service_role;

-- Requests -------------------------------------------------------------------------------
-- The client gives each request an id (W3C Trace Context), edge functions pass it on, and each line of the log
-- that the request causes has it as its application_name.
create function private.name_request() returns void
language plpgsql volatile set search_path = '' as $$
declare
  v_id text := substring(nullif(current_setting('request.headers', true), '')::jsonb ->> 'traceparent'
    from '^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$');
begin
  if v_id is not null then
    perform set_config('application_name', 'kolpact ' || v_id, true);
  end if;
end;
$$;

-- A browser that has written may read from any replica: it sends the log position after its write (02_members/01_sessions).
create function private.has_replayed(replayed pg_lsn, headers jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(replayed >= substring(headers ->> 'x-written-position' from '^[0-9A-F]{1,8}/[0-9A-F]{1,8}$')::pg_lsn, true)
$$;
comment on function private.has_replayed is 'False for a replica that has not replayed the log up to the position in the header `x-written-position`.';

-- Some headers demand one row or a number of rows. PostgREST then runs the called function, counts the rows of its answer, and rolls
-- back all that the call wrote, such as a row of the audit log or the count of a limit. Its error says how many rows a filter left,
-- which reveals the values one bit at a time. If a header comes twice the database sees only one of the two, so
-- private.without_patterns refuses the filter itself. The path may be URL-encoded; all but names of tables are taken for functions.
create function private.takes_back_what_it_does(method text, path text, headers jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(method = 'POST' and path !~ '^(/rest/v1)?/\w+$'
    and concat_ws(' ', headers ->> 'accept', headers ->> 'prefer') ~* 'vnd\.pgrst\.object|max-affected|tx *= *rollback', false)
$$;
comment on function private.takes_back_what_it_does is
  'True for a call whose headers can make the Data API roll it back because of its answer: one object alone (`.single()`), `max-affected`, `tx=rollback`.';

create function private.before_request() returns void
language plpgsql volatile set search_path = '' as $$
declare
  v_headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  perform private.name_request();
  if private.takes_back_what_it_does(current_setting('request.method', true), current_setting('request.path', true), v_headers) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  -- The position is compared on replicas only: a primary that was a replica before still reports the one that it replayed then.
  if pg_catalog.pg_is_in_recovery()
    and not private.has_replayed(pg_catalog.pg_last_wal_replay_lsn(), v_headers)
  then
    raise exception 'replica_behind' using errcode = 'PT503';
  end if;
end;
$$;
comment on function private.before_request is
  'The Data API calls it before each request. Refuses calls that the Data API could roll back (not_allowed). A replica that lacks what the caller wrote refuses with replica_behind; the request then goes to the primary.';
grant execute on function private.name_request, private.has_replayed, private.takes_back_what_it_does, private.before_request to anon, authenticated, service_role;
alter role authenticator set pgrst.db_pre_request = 'private.before_request';
notify pgrst, 'reload config';

-- Failures ---------------------------------------------------------------------------------
-- Due work continues when one item fails. The exception handler counts the failure, so rolling back the
-- savepoint of the item does not undo the count.
create function private.failures_noted() returns int
language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('kolpact.failures', true), ''), '0')::int
$$;
comment on function private.failures_noted is 'How many items of due work failed in this transaction, as counted by note_failure.';

create function private.note_failure(message text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform set_config('kolpact.failures', (private.failures_noted() + 1)::text, true);
  raise warning '%', message;
end;
$$;
comment on function private.note_failure is 'Counts an item of due work that failed, and raises a warning.';

-- Arguments ------------------------------------------------------------------------------
-- Constraints against null have no name, so their errors would not tell the client what is missing.
create function private.require_given(variadic given text[]) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if array_position(given, null) is not null then
    raise exception 'invalid_body' using errcode = 'PT422';
  end if;
end;
$$;
comment on function private.require_given is 'Rejects a request of which an argument is null.';

create function private.require_valid(is_valid boolean) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if is_valid is not true then
    raise exception 'invalid_body' using errcode = 'PT422';
  end if;
end;
$$;
comment on function private.require_valid is 'Rejects a request if an argument does not have the required form.';

-- A number stored in ten bytes can have 131,072 digits as text, and the error of a violated constraint contains the whole row. A list
-- within a list fails where texts are expected. 500,000 bytes are far more than the longest brief.
create function private.require_plain(given jsonb, most_bytes int default 500000) returns void
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if pg_column_size(given) > most_bytes
    or given @? 'strict $.** ? (@.type() == "array")[*] ? (@.type() == "array")'
    or exists (
      -- Returns all numbers in one array: one by one, Postgres would need time quadratic in their number.
      select from jsonb_array_elements(jsonb_path_query_array(given, 'strict $.** ? (@.type() == "number")')) as n (value)
      where abs(n.value::numeric) >= 1e20 or scale(n.value::numeric) > 20)
  then
    raise exception 'invalid_body' using errcode = 'PT422';
  end if;
end;
$$;
comment on function private.require_plain is 'Rejects a value that is too large, has a list directly in a list, or has a number with very many digits.';
grant execute on function private.require_plain to authenticated;

-- Runs before generated columns are computed and constraints are checked. Texts have limits of their own.
create function private.check_plain() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Checks each column by itself: building one document of all of them takes quadratic time.
  perform private.require_plain(c.value) from jsonb_each(to_jsonb(NEW)) as c where jsonb_typeof(c.value) <> 'string';
  return NEW;
end;
$$;
comment on function private.check_plain is 'Trigger: rejects a row with a document or a list that require_plain rejects. Its name sorts before those of other triggers.';

-- Derived tables -------------------------------------------------------------------------
-- Reads the columns from the catalogue, so that a new column is never left out.
create function private.store_copy(target regclass, key text, copy jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_columns text;
  v_changes text;
begin
  select string_agg(quote_ident(a.attname), ', '), string_agg(format('%1$I = excluded.%1$I', a.attname), ', ')
  into v_columns, v_changes
  from pg_catalog.pg_attribute a
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and copy ? a.attname;
  execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1)
    on conflict (%3$I) do update set %4$s', target, v_columns, key, v_changes) using copy;
end;
$$;
comment on function private.store_copy is 'Inserts or updates a row of a derived table; columns that the copy does not name stay as they are.';

-- Currencies -----------------------------------------------------------------------------
-- Amounts are whole minor units; only this table says how many of them make one unit.
create table public.currencies (
  code text primary key,
  name text not null,
  decimals smallint not null,
  -- The lowest and the highest price of one order. Below the lowest, the fee does not cover the
  -- cost.
  min_price_minor bigint not null,
  max_price_minor bigint not null,
  -- The kinds of payout_methods that money in this currency can be paid out to.
  payout_kinds text[] not null default '{}',
  -- Where the money of an order lies until it ends: in the market's ledger, or in an escrow on a public chain (docs/usdc.md).
  held_in text not null default 'ledger',
  -- Prices and their parts are multiples of this step. The escrow takes the market's fee in hundredths of a percent of each
  -- part, so with a step of 10,000 nothing has to be rounded.
  step_minor bigint not null default 1,
  constraint currencies_code_is_upper_case check (code ~ '^[A-Z]{3,5}$'),
  constraint currencies_held_in_known check (held_in in ('ledger', 'chain')),
  constraint currencies_prices_in_steps check (step_minor > 0 and min_price_minor % step_minor = 0 and max_price_minor % step_minor = 0),
  constraint currencies_steps_of_the_chain check (held_in <> 'chain' or step_minor % 10000 = 0),
  -- A million units with 9 decimals is the most that an amount may be (10^15).
  constraint currencies_decimals_in_range check (decimals between 0 and 9),
  constraint currencies_prices_in_order
    check (0 < min_price_minor and min_price_minor < max_price_minor and max_price_minor <= 1000000000000000)
);
comment on table public.currencies is 'The currencies that packs, orders and the ledger may use; one unit is 10^decimals minor units.';
alter table public.currencies enable row level security;
create policy currencies_select on public.currencies for select to anon, authenticated using (private.plans_without_patterns());
grant select on public.currencies to anon, authenticated, service_role;

create function private.is_on_chain(currency text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.currencies c where c.code = is_on_chain.currency and c.held_in = 'chain');
end;
$$;
comment on function private.is_on_chain is 'True for a currency whose orders are paid into an escrow on a public chain.';

create function private.require_steps(amounts bigint[], currency text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from public.currencies c, unnest(amounts) as a (minor)
    where c.code = require_steps.currency and a.minor % c.step_minor <> 0)
  then
    raise exception 'amount_not_in_steps' using errcode = 'PT422';
  end if;
end;
$$;
comment on function private.require_steps is 'Rejects amounts that are not multiples of the step of their currency.';

create function private.require_price(amount_minor bigint, currency text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_currency public.currencies;
begin
  select * into v_currency from public.currencies c where c.code = require_price.currency;
  if amount_minor < v_currency.min_price_minor then
    raise exception 'price_too_low' using errcode = 'PT422', detail = to_jsonb(v_currency)::text;
  end if;
  if amount_minor > v_currency.max_price_minor then
    raise exception 'price_too_high' using errcode = 'PT422', detail = to_jsonb(v_currency)::text;
  end if;
  perform private.require_steps(array[amount_minor], require_price.currency);
end;
$$;
comment on function private.require_price is 'Rejects a price that is outside of the bounds of its currency or not a multiple of its step.';

create function private.check_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_price((to_jsonb(NEW) ->> TG_ARGV[0])::bigint, NEW.currency);
  return null;
end;
$$;
comment on function private.check_price is 'Trigger: rejects a row whose price is outside of the bounds of its currency. The argument of the trigger names the column of the price.';

-- Settings -------------------------------------------------------------------------------
-- Limits of each unit: ten years for times, so that timestamps cannot overflow; 2^31 for counts.
create function private.max_of_unit(unit text) returns numeric
language sql immutable set search_path = '' as $$
  select case unit
    when 'percent' then 100
    when 'minutes' then 525600
    when 'hours' then 87600
    when 'days' then 3650
    else 1000000000
  end
$$;
comment on function private.max_of_unit is 'The upper bound of a setting of this unit, unless its row has a lower one.';

-- Every number of the business is a row here, never a literal in a function. Chapters add their rows without touching
-- a value that staff have changed.
create table private.settings (
  key text primary key,
  value numeric not null,
  unit text not null,
  meaning text not null,
  -- The range that staff may set. Without max_value, the unit gives the maximum.
  min_value numeric not null default 0,
  max_value numeric,
  -- Settings that bind members are public: view public.market_terms.
  is_public boolean not null default false,
  -- A change of a setting takes two members of staff (14_administration/07_two_people), because fees, clocks, trust and limits
  -- all affect money or accounts. The delays of e-mails and file checks do as well: deadlines pass meanwhile, and a delivery that
  -- the brand does not know of counts as accepted. A rate of one notice a second would delay the notices of campaigns for days,
  -- and a rate of a million would drop other members' events. One member of staff is enough for the settings listed here.
  needs_two boolean not null generated always as (key !~ (
    '^(emails_kept|messages_searched|saved_searches_per_member|shortlist_lists|shortlist_size|unsubscribe_link_days)$')) stored,
  -- The bounds also reject NaN, which is greater than every number.
  constraint settings_value_within_bounds
    check (value between min_value and coalesce(max_value, private.max_of_unit(unit))),
  constraint settings_bounds_are_finite
    check (min_value between 0 and 1000000000 and max_value between min_value and 1000000000)
);
comment on table private.settings is 'The numbers of the business. Units: percent, days, hours, minutes, seconds, count, units, minor.';
alter table private.settings enable row level security;

create function private.setting(key text) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  v_value numeric;
begin
  select s.value into v_value from private.settings s where s.key = setting.key;
  if v_value is null then
    raise exception 'setting_missing' using errcode = 'PT500', detail = setting.key;
  end if;
  return v_value;
end;
$$;
comment on function private.setting is 'The value of one setting. An unknown key raises, because it is a programming error.';
grant execute on function private.setting to authenticated, service_role;

-- Maintenance: members can read but change nothing (02_members/01_sessions). The owner of the database switches
-- it on in SQL, or two members of staff do.
insert into private.settings (key, value, unit, meaning, max_value, is_public) values
  ('maintenance', 0, 'count', 'On: members only read, and the clocks decide nothing. Money that comes in is booked, e-mails leave.', 1, true)
on conflict (key) do nothing;

create function private.in_maintenance() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.setting('maintenance') = 1;
end;
$$;
comment on function private.in_maintenance is 'True while members only read.';
grant execute on function private.in_maintenance to authenticated;

-- No deadline passes while nobody can act. When maintenance ends, stored deadlines are moved (15_operation/06_due_work);
-- computed ends of windows add the times of maintenance that are stored here.
create table private.maintenances (
  began_at timestamptz primary key,
  ended_at timestamptz not null,
  constraint maintenances_end_after_beginning check (ended_at >= began_at),
  constraint maintenances_times_finite check (isfinite(began_at) and isfinite(ended_at))
);
comment on table private.maintenances is 'The beginning and the end of each past maintenance.';
alter table private.maintenances enable row level security;

create function private.window_end(since timestamptz, lasts interval) returns timestamptz
language plpgsql stable strict security definer set search_path = '' as $$
declare
  v_end timestamptz := since + lasts;
  v_pause private.maintenances;
begin
  for v_pause in select * from private.maintenances m where m.ended_at > window_end.since order by m.began_at loop
    -- A window is not extended if after the maintenance as much time was left as the maintenance took.
    if v_end >= v_pause.began_at and v_end < v_pause.ended_at + (v_pause.ended_at - v_pause.began_at) then
      v_end := v_end + (v_pause.ended_at - v_pause.began_at);
    end if;
  end loop;
  return v_end;
end;
$$;
comment on function private.window_end is 'The end of a window of time that begins at `since`, extended by maintenance that fell into it.';

create function private.market_terms() returns table (key text, value numeric, unit text)
language sql stable security definer set search_path = '' as $$
  select s.key, s.value, s.unit from private.settings s where s.is_public and private.without_patterns() order by s.key
$$;
comment on function private.market_terms is 'The settings that members are bound by.';
grant execute on function private.market_terms to anon, authenticated, service_role;

create view public.market_terms with (security_invoker = true) as
select t.key, t.value, t.unit from private.market_terms() as t where private.plans_without_patterns();
comment on view public.market_terms is
  'Fees, holds, clocks and limits that members are bound by. Units: percent, hours, days, count, and units: whole units of a currency.';
grant select on public.market_terms to anon, authenticated, service_role;

-- Touch ----------------------------------------------------------------------------------
create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  NEW.updated_at := now();
  return NEW;
end;
$$;

-- Secrets --------------------------------------------------------------------------------
-- Random keys that the database generates and never reveals. On Supabase they are in Vault, whose
-- own key is outside of the database, so that a dump does not hold them; elsewhere in this table.
create table private.secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);
comment on table private.secrets is 'Random keys, made at first use, where there is no Vault; no role but the owner reads them.';
alter table private.secrets enable row level security;

create function private.vault_secret(name text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('vault.decrypted_secrets') is null then
    return null;
  end if;
  return (select s.decrypted_secret from vault.decrypted_secrets s where s.name = vault_secret.name);
end;
$$;
comment on function private.vault_secret is 'A secret of Vault; null where it or Vault is missing. Granted to nobody.';

create function private.keep_in_vault(name text, value bytea) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid := (select s.id from vault.secrets s where s.name = keep_in_vault.name);
begin
  if v_id is null then
    perform vault.create_secret(encode(value, 'hex'), keep_in_vault.name, 'Made by the database for itself.');
  else
    perform vault.update_secret(v_id, encode(value, 'hex'));
  end if;
end;
$$;
comment on function private.keep_in_vault is 'Writes a key into Vault under the given name.';

create function private.secret(name text) returns bytea
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_name_in_vault constant text := 'kolpact_key_' || secret.name;
  v_value bytea;
begin
  select s.value into v_value from private.secrets s where s.name = secret.name;
  if v_value is not null then
    return v_value;
  elsif to_regclass('vault.decrypted_secrets') is null then
    insert into private.secrets (name, value) values (secret.name, extensions.gen_random_bytes(32))
    on conflict do nothing;
    return (select s.value from private.secrets s where s.name = secret.name);
  elsif private.vault_secret(v_name_in_vault) is null then
    begin
      perform private.keep_in_vault(v_name_in_vault, extensions.gen_random_bytes(32));
    exception when unique_violation then
      null; -- A concurrent call has stored the key.
    end;
  end if;
  return decode(private.vault_secret(v_name_in_vault), 'hex');
end;
$$;
comment on function private.secret is 'The key with the given name, generated on first use. Granted to nobody.';

-- Rate limits ----------------------------------------------------------------------------
-- Counters per subject and time window. The subject is stored as a keyed hash, because it may be a
-- network address.
create table private.rate_limits (
  action text not null,
  subject text not null,
  window_start timestamptz not null,
  hits int not null default 1,
  primary key (action, subject, window_start)
);
comment on table private.rate_limits is 'Counters of the current time windows; expired rows are deleted on later calls.';
create index rate_limits_window_start on private.rate_limits (window_start);
alter table private.rate_limits enable row level security;

create function private.rate_limit(
  action text, subject text, most int, per interval, at timestamptz default now()
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_subject text := encode(
    extensions.hmac(convert_to(subject, 'UTF8'), private.secret('rate_limit'), 'sha256'), 'hex');
  v_hits int;
begin
  insert into private.rate_limits as r (action, subject, window_start)
  values (rate_limit.action, v_subject, date_bin(per, at, timestamptz 'epoch'))
  on conflict on constraint rate_limits_pkey do update set hits = r.hits + 1
  returning r.hits into v_hits;
  -- A refused call is not counted, so a counter never exceeds its limit.
  if v_hits > most then
    raise exception 'rate_limited' using errcode = 'PT429';
  end if;
  if v_hits = 1 then
    delete from private.rate_limits r
    where r.ctid = any (array(
      select o.ctid from private.rate_limits o
      where o.window_start < at - interval '2 days'
      limit 20 for update skip locked
    ));
  end if;
end;
$$;
comment on function private.rate_limit is 'Raises rate_limited when a subject exceeds `most` calls in a window of `per`.';

create function private.client_address() returns text
language plpgsql stable set search_path = '' as $$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  -- A header is trusted only where the platform in front of the Data API overwrites it. A hosted
  -- project is reached through Cloudflare alone, which overwrites `cf-connecting-ip`; the local
  -- gateway removes it and sets `x-forwarded-for` (scripts/stack/gateway.ts). Of several hops the
  -- last one was written by the project's own proxy; the client may have invented the others.
  -- `supabase start` has no such proxy: there an address proves nothing. Whatever must hold
  -- without the address needs a second limit that does not depend on it (check_invite has two).
  return coalesce(
    v_headers ->> 'cf-connecting-ip',
    nullif(btrim(regexp_replace(v_headers ->> 'x-forwarded-for', '^.*,', '')), ''),
    'unknown'
  );
end;
$$;
comment on function private.client_address is 'The network address of the Data API''s caller, ''unknown'' without one.';

-- Amounts --------------------------------------------------------------------------------
create function private.minor_units_in_one(currency text) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select power(10::numeric, c.decimals) from public.currencies c where c.code = currency);
end;
$$;
comment on function private.minor_units_in_one is 'How many minor units make one unit of a currency.';

create function private.money_text(amount_minor bigint, currency text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_amount numeric := trim_scale(amount_minor / private.minor_units_in_one(currency));
begin
  return round(v_amount, greatest(scale(v_amount), 2)) || ' ' || currency;
end;
$$;
comment on function private.money_text is 'An amount as text for notifications, such as 90.00 USD.';

create function private.in_minor_units(amount numeric, currency text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return amount * private.minor_units_in_one(currency);
end;
$$;
comment on function private.in_minor_units is 'A setting in whole units of a currency, such as 100 dollars, in minor units.';
