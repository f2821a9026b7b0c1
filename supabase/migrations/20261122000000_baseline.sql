-- Generated: the chapters of supabase/schemas in their order, as first released. Do not edit;
-- later changes are migrations of their own (npm run db:diff -- <name>).

-- 00_foundations.sql ======================================================
-- The ground that every chapter stands on: where private things live, what currencies there
-- are, and the numbers of the business.

create extension if not exists pg_trgm with schema extensions;

-- Nothing of the product may be called by accident: a function is closed until it is granted.
alter default privileges in schema public revoke execute on functions from public;
alter default privileges revoke execute on functions from public;
-- Older projects of Supabase open every new object of `public` to the API's roles.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

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
  -- What one order may cost. Below the least, the fee of an order pays for nothing.
  min_price_minor bigint not null,
  max_price_minor bigint not null,
  constraint currencies_code_is_upper_case check (code ~ '^[A-Z]{3,5}$'),
  -- A million units with 9 decimals is the most that an amount may be (10^15).
  constraint currencies_decimals_in_range check (decimals between 0 and 9),
  constraint currencies_prices_in_order
    check (0 < min_price_minor and min_price_minor < max_price_minor and max_price_minor <= 1000000000000000)
);
comment on table public.currencies is 'The currencies that packs, orders and the ledger may use; one unit is 10^decimals minor units.';
alter table public.currencies enable row level security;
create policy currencies_select on public.currencies for select to anon, authenticated using (true);
grant select on public.currencies to anon, authenticated, service_role;

-- The argument of the trigger names the column: a price, or a budget that prices must fit in.
create function private.check_price() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_amount bigint := to_jsonb(NEW) ->> TG_ARGV[0];
  v_currency public.currencies;
begin
  select * into v_currency from public.currencies c where c.code = NEW.currency;
  if v_amount < v_currency.min_price_minor then
    raise exception 'price_too_low' using errcode = 'PT422', detail = to_jsonb(v_currency)::text;
  end if;
  if v_amount > v_currency.max_price_minor then
    raise exception 'price_too_high' using errcode = 'PT422', detail = to_jsonb(v_currency)::text;
  end if;
  return null;
end;
$$;
comment on function private.check_price is 'Trigger: a price lies within the bounds of its currency.';

-- Settings -------------------------------------------------------------------------------
-- A time of ten years still fits into a timestamp; a count still fits into an integer.
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
comment on function private.max_of_unit is 'The most that a setting of that unit can be, unless its row says less.';

-- Every number of the business is a row here, never a literal in a function.
create table private.settings (
  key text primary key,
  value numeric not null,
  unit text not null,
  meaning text not null,
  -- What staff may set. Without max_value the unit says it.
  min_value numeric not null default 0,
  max_value numeric,
  -- Members are bound by it and may read it (public.market_terms).
  is_public boolean not null default false,
  -- What decides about money is changed by two members of staff (92_two_people).
  needs_two boolean not null
    generated always as (unit in ('percent', 'units', 'minor') or key like 'hold\_%') stored,
  -- NaN is greater than every number, so this refuses it, too.
  constraint settings_value_within_bounds
    check (value between min_value and coalesce(max_value, private.max_of_unit(unit))),
  constraint settings_bounds_are_finite
    check (min_value between 0 and 1000000000 and max_value between min_value and 1000000000)
);
comment on table private.settings is 'The numbers of the business. Units: percent, hours, days, minutes, count, units, minor.';
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

create function private.market_terms() returns table (key text, value numeric, unit text)
language sql stable security definer set search_path = '' as $$
  select s.key, s.value, s.unit from private.settings s where s.is_public order by s.key
$$;
comment on function private.market_terms is 'The settings that members are bound by.';
grant execute on function private.market_terms to anon, authenticated, service_role;

create view public.market_terms with (security_invoker = true) as
select t.key, t.value, t.unit from private.market_terms() as t;
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
comment on function private.touch_updated_at is 'Trigger: keeps updated_at true.';

-- Secrets --------------------------------------------------------------------------------
-- Keys that the database makes for itself and that never leave it.
create table private.secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);
comment on table private.secrets is 'Random keys, made at first use; no role but the owner reads them.';
alter table private.secrets enable row level security;

create function private.secret(name text) returns bytea
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_value bytea;
begin
  select s.value into v_value from private.secrets s where s.name = secret.name;
  if v_value is null then
    insert into private.secrets (name, value) values (secret.name, extensions.gen_random_bytes(32))
    on conflict do nothing;
    select s.value into v_value from private.secrets s where s.name = secret.name;
  end if;
  return v_value;
end;
$$;
comment on function private.secret is 'The key of that name, made when it is first asked for. Granted to nobody.';

-- Rate limits ----------------------------------------------------------------------------
-- How often somebody did something in the current window of time. Who it was is kept as a
-- keyed hash: an address is nobody's business.
create table private.rate_limits (
  action text not null,
  subject text not null,
  window_start timestamptz not null,
  hits int not null default 1,
  primary key (action, subject, window_start)
);
comment on table private.rate_limits is 'Counters of the current windows; old ones are swept by the way.';
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
  -- The refusal takes its own hit back, so that a counter never grows past the limit.
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
comment on function private.rate_limit is 'Refuses what one subject does more than `most` times in a window of `per`.';

create function private.client_address() returns text
language plpgsql stable set search_path = '' as $$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  -- A header is believed only where the platform in front of the Data API writes it anew. A hosted
  -- project is reached through Cloudflare alone, which overwrites `cf-connecting-ip`; the local
  -- gateway removes it and sets `x-forwarded-for` (scripts/stack/gateway.ts). Of several hops the
  -- last one was written by a proxy of ours; what stands before it the client may have invented.
  -- `supabase start` has no such proxy: there an address proves nothing. Whatever must hold
  -- without the address needs a second limit that does not depend on it (check_invite has two).
  return coalesce(
    v_headers ->> 'cf-connecting-ip',
    nullif(btrim(regexp_replace(v_headers ->> 'x-forwarded-for', '^.*,', '')), ''),
    'unknown'
  );
end;
$$;
comment on function private.client_address is 'Where the request of the Data API came from.';

-- 02_vocabulary.sql ======================================================
-- The closed lists of the market, each once. Constraints, filters and the search's index read
-- them here; `npm run gen:types` writes the client's lists and types from them. Currencies are
-- a table (30_ledger), because each has numbers of its own.
--
-- Append new words, never reorder or remove: places in a list are part of the search's index, and
-- rows hold the words.

create function private.platforms() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['x', 'youtube', 'telegram', 'discord', 'tiktok', 'instagram', 'twitch', 'farcaster',
    'medium', 'linkedin']
$$;
comment on function private.platforms is 'Where creators publish.';

create function private.categories() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['defi', 'nft', 'gaming', 'infrastructure', 'layer2', 'trading', 'education', 'news',
    'memecoins', 'dao', 'security', 'ai']
$$;
comment on function private.categories is 'What creators write about.';

create function private.follower_ranges() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['0-1k', '1k-10k', '10k-100k', '100k-1m', '1m+']
$$;
comment on function private.follower_ranges is 'Sizes of an audience, as filters name them.';

create function private.follower_floors() returns bigint[]
language sql immutable parallel safe set search_path = '' as $$
  select array[0, 1001, 10001, 100001, 1000001]::bigint[]
$$;
comment on function private.follower_floors is 'Where each of the ranges begins.';

create function private.picture_types() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['image/png', 'image/jpeg', 'image/webp', 'image/gif']
$$;
comment on function private.picture_types is 'Files that a profile may show.';

create function private.attachment_types() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select private.picture_types() || array['video/mp4', 'video/quicktime', 'video/webm', 'audio/mpeg', 'audio/mp4',
    'audio/ogg', 'application/pdf', 'application/zip', 'text/plain', 'text/csv', 'text/markdown', 'application/json',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation']
$$;
comment on function private.attachment_types is 'Files that messages and deliveries may carry.';

-- Members insert and update rows whose constraints read these.
grant execute on function private.platforms, private.categories to authenticated, service_role;

-- 05_confusables.sql ======================================================
-- Generated by scripts/confusables.ts from unhomoglyph@1.0.6; do not edit.
-- Characters that look like a Latin letter, a digit or a few of them, once they are decomposed
-- (NFKD) and without marks. Code points, because the characters themselves mislead the eye.
create table private.confusables (
  source text primary key,
  skeleton text not null
);
comment on table private.confusables is 'Characters that look like Latin letters or digits, after Unicode''s confusables.txt.';
alter table private.confusables enable row level security;

insert into private.confusables (source, skeleton)
select chr(code), of_skeleton.skeleton
from (values
  ('0', '{1632,1776,3558,3872,4240,6112,6160,6470,6608,6784,6800,6992,7088,7232,7248,42528,43216,43264,43472,43504,43600,44016,66720,68912,68928,69734,69872,69942,70096,70384,70736,71248,71360,71376,71386,71472,72016,72688,72784,73040,73120,73184,73552,90416,92768,92864,93008,93552,123200,123632,124144,124401,125264}'),
  ('1', '{1985,2407,2535,2791,2919,3047,3175,3303,3431,3559,3665,3793,3873,4161,4241,6113,6161,6471,6609,6785,6801,6993,7089,7233,7249,42529,43217,43265,43473,43505,43601,44017,66721,68913,68929,69735,69873,69943,70097,70385,70737,70865,71249,71361,71377,71387,71473,71905,72017,72689,72785,73041,73121,73185,73553,90417,92769,92865,93009,93553,123201,123633,124145,124402,125265}'),
  ('10', '{9192}'),
  ('2', '{423,424,443,1000,1001,1634,1778,1986,2408,2536,2664,2792,3048,3176,3304,3432,3560,3666,3794,3874,4162,4242,5311,6114,6162,6472,6610,6786,6802,6994,7090,7234,7250,42530,42564,42565,42735,42842,42843,43218,43266,43474,43506,43602,44018,66722,68914,68930,69736,69874,69944,70098,70386,70738,70866,71250,71362,71378,71388,71474,71906,72018,72690,72786,73042,73122,73186,73554,90418,92770,92866,93010,93554,123202,123634,124146,124403,125266}'),
  ('3', '{439,540,541,604,658,1047,1079,1176,1177,1248,1249,1635,1779,1987,2409,2537,2665,2793,2921,3049,3177,3305,3433,3561,3667,3795,3875,4163,4243,6115,6163,6473,6611,6787,6803,6995,7091,7235,7251,11468,11469,42531,42858,42859,42923,43219,43267,43475,43507,43603,44019,66723,68915,68931,69737,69875,69945,70099,70387,70739,70867,71251,71363,71379,71389,71475,71850,71882,72019,72691,72787,73043,73123,73187,73555,90419,92771,92867,93011,93555,94011,119302,123203,123635,124147,124404,125267}'),
  ('4', '{1636,1780,1988,2410,2794,2922,3050,3178,3306,3434,3562,3668,3796,3876,4164,4244,5070,6116,6164,6474,6612,6788,6804,6996,7092,7236,7252,42532,43220,43268,43476,43508,43604,43934,44020,66724,68916,68932,69738,69876,69946,70100,70388,70740,70868,71252,71364,71380,71390,71476,71855,71887,71908,72020,72692,72788,73044,73124,73188,73556,90420,92772,92868,93012,93556,123204,123636,124148,124405,125268}'),
  ('5', '{444,1989,2411,2539,2667,2795,2923,3051,3179,3307,3435,3563,3669,3797,3877,4165,4245,6117,6165,6475,6613,6789,6805,6997,7093,7237,7253,42533,43221,43269,43477,43509,43605,44021,66725,68917,68933,69739,69877,69947,70101,70389,70741,70869,71253,71365,71381,71391,71477,71867,71899,72021,72693,72789,73045,73125,73189,73557,90421,92773,92869,93013,93557,123205,123637,124149,124406,125269}'),
  ('6', '{1073,1638,1782,1990,2412,2540,2668,2796,2924,3052,3180,3308,3436,3564,3670,3798,3878,4166,4246,5102,6118,6166,6476,6614,6790,6806,6998,7094,7238,7254,11474,11475,42534,43222,43270,43478,43510,43606,43966,44022,66726,68918,68934,69740,69878,69948,70102,70390,70742,70870,71254,71366,71382,71392,71478,71893,72022,72694,72790,73046,73126,73190,73558,90422,92774,92870,93014,93558,123206,123638,124150,124407,125270}'),
  ('7', '{1991,2413,2669,2797,2925,3053,3181,3309,3565,3671,3799,3879,4167,4247,6119,6167,6477,6615,6791,6807,6999,7095,7239,7255,42535,43223,43271,43479,43511,43607,44023,66727,66770,66810,68919,68935,69741,69879,69949,70103,70391,70743,70871,71255,71367,71383,71393,71479,71878,71911,72023,72695,72791,73047,73127,73191,73559,90423,92775,92871,93015,93559,119314,123207,123639,124151,124408,125271}'),
  ('8', '{546,547,1640,1784,1992,2414,2538,2542,2666,2670,2798,2926,3054,3182,3310,3438,3566,3672,3800,3880,4168,4248,6120,6168,6478,6616,6792,6808,7000,7096,7240,7256,42536,43224,43272,43480,43512,43608,44024,66330,66728,68920,68936,69742,69880,69950,70104,70392,70744,70872,71256,71368,71384,71394,71480,71912,72024,72696,72792,73048,73128,73192,73560,90424,92776,92872,93016,93560,123208,123640,124152,124409,125131,125272}'),
  ('9', '{1641,1785,1993,2415,2541,2543,2663,2671,2799,2920,2927,3055,3183,3311,3437,3439,3567,3673,3801,3881,4169,4249,6121,6169,6479,6617,6793,6809,7001,7097,7241,7257,11466,11467,42537,42862,42863,43225,43273,43481,43513,43609,44025,66729,68921,68937,69743,69881,69951,70105,70393,70745,70873,71257,71369,71385,71395,71481,71852,71862,71884,71894,72025,72697,72793,73049,73129,73193,73561,90425,92777,92873,93017,93561,123209,123641,124153,124410,125273}'),
  ('a', '{570,593,913,945,1040,1072,5034,5573,7424,7567,9078,9082,11365,11373,42222,43898,66208,94016,127312,127344,127462}'),
  ('aa', '{42802,42803}'),
  ('ae', '{198,230,1236,1237}'),
  ('ao', '{42804,42805}'),
  ('ar', '{128775}'),
  ('au', '{42806,42807}'),
  ('av', '{42808,42809,42810,42811}'),
  ('ay', '{42812,42813}'),
  ('b', '{223,384,385,386,387,388,389,579,595,665,914,946,1041,1042,1068,1074,1100,1122,1123,1164,1165,5071,5108,5116,5234,5235,5551,5623,7552,42192,42932,42933,43935,66178,66209,66305,127313,127345,127463}'),
  ('bl', '{1067,1099}'),
  ('c', '{162,391,392,571,572,1057,1089,1194,1195,5087,7428,8353,11428,11429,42202,42898,42900,42948,43951,66210,66306,66581,66621,66844,71913,71922,127314,127342,127346,127464,128844}'),
  ('d', '{208,240,272,273,393,394,395,396,545,598,599,1280,1281,5024,5095,5231,5598,5610,7429,7553,7569,8363,8706,42194,42195,43888,43959,127315,127347,127465}'),
  ('dz', '{675}'),
  ('e', '{400,582,583,603,917,949,1045,1077,1212,1213,1214,1215,5036,7431,7570,8494,8959,11384,11577,42224,42899,43826,43900,66182,71846,71854,71886,127316,127348,127466}'),
  ('f', '{401,402,988,989,1364,1412,5556,7534,7554,7837,42205,42800,42904,42905,43829,66183,66213,66853,71842,71874,119315,127317,127349,127467}'),
  ('g', '{397,403,484,485,608,609,610,1292,1293,1361,1409,5056,5107,5115,7555,42198,42912,42913,42924,43920,127318,127350,127468}'),
  ('h', '{294,295,614,615,668,919,1035,1053,1085,1115,1186,1187,1210,1211,1223,1224,1225,1226,1344,1392,5051,5058,5106,5114,5500,11367,11368,11381,11382,11406,11407,42215,42644,42645,42901,42922,43915,43922,66255,127319,127351,127469}'),
  ('i', '{305,616,617,618,953,1110,1231,5029,7547,7548,7574,9075,9080,42566,42567,42926,43893,71875,127320,127352,127470}'),
  ('j', '{567,584,585,607,669,895,1011,1032,1112,5035,5261,7434,42201,42930,43899,127321,127353,127471}'),
  ('k', '{312,408,409,922,954,1050,1082,1178,1179,1182,1183,5094,5845,7435,7556,8365,11369,11370,11412,11413,42199,42816,42817,42818,42819,42820,42821,42914,42915,43958,66840,127322,127354,127472}'),
  ('l', '{321,322,406,407,410,448,564,573,619,620,621,622,671,921,1030,1216,1472,1493,1503,1575,1633,1651,1777,1994,5086,5290,5825,7557,8739,9213,11360,11361,11362,11410,11411,11472,11473,11599,42209,42226,42824,42825,42925,43950,66186,66313,66336,66587,66627,66854,71843,71858,71890,93974,93992,119338,125127,127323,127355,127473}'),
  ('ll', '{449,1520,8214,8741,65945}'),
  ('lls', '{65944}'),
  ('lo', '{1070,1102}'),
  ('ls', '{682}'),
  ('lt', '{8374}'),
  ('lz', '{683}'),
  ('m', '{653,924,956,1018,1019,1052,1084,1229,1230,5047,5616,5846,7437,7558,11416,11417,42207,43911,66224,66321,127324,127356,127474}'),
  ('mb', '{128875}'),
  ('n', '{330,331,413,414,544,565,626,627,628,925,951,1352,1356,1400,1404,4705,7536,7559,11418,11419,42208,42896,42897,42916,42917,65934,66835,127325,127357,127475}'),
  ('o', '{216,248,415,425,629,920,927,931,952,959,963,1054,1086,1138,1139,1256,1257,1365,1413,1505,1607,1637,1726,1729,1749,1781,1791,1984,2406,2534,2662,2790,2848,2918,3046,3174,3302,3360,3430,3664,3792,4112,4125,4160,4351,4816,5028,5054,5099,5852,7359,7439,7441,8711,8854,8861,9068,11386,11422,11423,11569,11585,11604,12295,42227,42826,42827,43837,43838,43892,43918,43963,66194,66219,66564,66604,66754,66794,66838,70864,71848,71861,71863,71880,71895,71904,119322,127326,127358,127476,128788}'),
  ('oe', '{338,339}'),
  ('oo', '{8734,42648,42649,42830,42831}'),
  ('p', '{420,421,929,961,1056,1088,5090,5229,7448,7537,7549,7560,9076,11363,11426,11427,42193,42832,42833,42834,42835,42836,42837,43954,66197,127327,127359,127477}'),
  ('q', '{586,587,672,1306,1307,1331,1334,1379,1382,11605,42839,42841,42927,127328,127360,127478}'),
  ('qe', '{128768}'),
  ('r', '{422,588,589,636,637,638,640,1043,1075,1170,1171,5025,5041,5074,5511,7462,7538,7561,11364,11396,11397,42211,42918,42919,43847,43848,43889,43905,43938,66740,66780,94005,119318,127329,127361,127479}'),
  ('rn', '{625,7535,8357,11374,71424,71907}'),
  ('s', '{445,575,642,1029,1109,1359,1407,5077,5082,7540,7562,11390,42210,42801,42920,42921,42949,43941,43946,66198,66592,66632,71841,71873,94010,127330,127362,127480}'),
  ('sss', '{128860}'),
  ('t', '{358,359,427,428,429,430,566,574,648,932,964,1058,1090,1196,1197,5026,7451,7541,8366,8868,9057,10201,11366,11430,11431,42196,43890,66199,66225,66325,71868,93962,127331,127363,127481,128872}'),
  ('t3', '{42792,42793}'),
  ('tf', '{42871}'),
  ('ts', '{678}'),
  ('u', '{434,580,649,651,965,1357,1405,4608,5068,5196,7452,7550,7577,8746,8899,42212,42228,42910,42911,42936,42937,43854,43858,43932,66766,66806,71864,71896,94018,127332,127364,127482}'),
  ('ue', '{7531}'),
  ('uo', '{43875}'),
  ('v', '{957,1140,1141,1496,1639,1783,5081,5167,7456,8744,8897,11377,11380,11576,42214,42719,43945,65943,66845,71430,71840,71872,93960,119309,127333,127365,127483,128776}'),
  ('vb', '{128876}'),
  ('w', '{412,623,1120,1121,1148,1149,1308,1309,1329,1377,5043,5076,7457,8361,11378,11379,42218,42848,42849,43907,43940,70853,71434,71438,71439,71910,71919,127334,127366,127484}'),
  ('x', '{215,935,967,1061,1093,1202,1203,5441,5501,5741,5742,5815,7565,9587,10539,10540,10799,10800,11436,11437,11613,42219,42931,43859,65942,66192,66228,66327,66338,66855,71916,127335,127367,127485}'),
  ('y', '{165,404,435,436,590,591,611,655,915,933,947,1059,1091,1198,1199,1200,1201,4327,5033,5053,7335,7564,7934,7935,11432,11433,42220,43866,43897,43917,66226,71844,71900,94019,127336,127368,127486}'),
  ('z', '{437,438,548,549,576,656,657,918,950,5059,7458,7542,7566,11371,11372,11391,42204,43923,66293,71849,71876,71881,71909,127337,127369,127487}')
) as of_skeleton (skeleton, codes), unnest(of_skeleton.codes::int[]) as code;

-- 05_sessions.sql ======================================================
-- Who is asking, and how surely. The auth server proves people and keeps `auth.sessions`; these
-- functions read what it proved. An access token is believed until it runs out, so what must
-- not be done from an ended session asks the table as well.

-- A token of a person always names its session; one without is signed by the project itself.
create function private.session_is_open() returns boolean
language sql stable security definer set search_path = '' as $$
  select (auth.jwt() ->> 'session_id') is null or exists (
    select from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = (select auth.uid())
      and (s.not_after is null or s.not_after > now())
  )
$$;
comment on function private.session_is_open is 'False once the caller''s session has been ended, though its token has not run out.';

create function private.require_open_session() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.session_is_open() is not true then
    raise exception 'session_ended' using errcode = 'PT403';
  end if;
end;
$$;
comment on function private.require_open_session is 'Refuses what cannot be undone to a session that was ended.';

create function private.has_second_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and private.session_is_open()
    -- A factor that is removed takes the session back to aal1 before the token runs out.
    and not exists (
      select from auth.sessions s
      where s.id = (auth.jwt() ->> 'session_id')::uuid and s.aal is distinct from 'aal2'
    )
$$;
comment on function private.has_second_factor is 'True when the caller proved a second factor in this session (aal2).';

create function private.require_second_factor() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_open_session();
  if private.has_second_factor() is not true then
    raise exception 'mfa_required' using errcode = 'PT403';
  end if;
end;
$$;
comment on function private.require_second_factor is 'Refuses whoever signed in with a password alone.';

-- One's own sessions ---------------------------------------------------------------------
create function private.my_sessions()
returns table (
  id uuid, created_at timestamptz, refreshed_at timestamptz, user_agent text, address text,
  aal text, is_current boolean
)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.created_at),
    s.user_agent, host(s.ip), s.aal::text,
    coalesce(s.id::text = auth.jwt() ->> 'session_id', false)
  from auth.sessions s
  where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
  order by 7 desc, 3 desc
$$;
create function public.my_sessions()
returns table (
  id uuid, created_at timestamptz, refreshed_at timestamptz, user_agent text, address text,
  aal text, is_current boolean
)
language sql stable security invoker set search_path = '' as $$
  select * from private.my_sessions()
$$;
comment on function public.my_sessions is 'Where the caller is signed in, the present session first.';

-- The refresh token dies with the session. An access token that is out already works until it
-- runs out (an hour), except for whatever asks require_open_session().
create function private.end_session(session_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_open_session();
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = (select auth.uid());
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
end;
$$;
create function public.end_session(session_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.end_session(session_id)
$$;
comment on function public.end_session is 'Signs one of the caller''s sessions out.';
grant execute on function private.my_sessions, private.end_session, public.my_sessions,
  public.end_session to authenticated;

-- 06_names.sql ======================================================
-- What a name may look like. A name is how members recognise each other, so it hides no
-- characters, and two names that look alike are the same name: each has a skeleton, which is
-- equal for all names that a reader would take for each other (after Unicode's TR 39).

-- Characters -----------------------------------------------------------------------------
-- As the inside of a bracket expression: controls, everything that Unicode says to ignore when
-- shown (zero width, direction, fillers, joiners, variation selectors, tags), blanks other than the space
-- and the ideographic space, annotations, and what no font has (private use).
create function private.hidden_characters() returns text
language sql immutable parallel safe set search_path = '' as $$
  select '\u0001-\u001F\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F'
    '\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3164\uE000-\uF8FF\uFE00-\uFE0F\uFEFF\uFFA0'
    '\uFFF0-\uFFFF\u2D7F\U00010A3F\U0001107F\U00013430-\U0001345F\U00016FE4\U0001BCA0-\U0001BCA3'
    '\U0001D159\U0001D173-\U0001D17A\U000E0000-\U0010FFFF'
$$;
comment on function private.hidden_characters is 'Characters that a reader cannot see, for a regular expression.';

-- An emoji may carry the selector of its colours, and a joiner between it and the next.
create function private.shows_all_characters(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(value,
    '([\u00A9\u00AE\u203C\u2049\u2122\u2139\u2194-\u21AA\u231A-\u23FF\u25AA-\u27BF\u2934\u2935'
    '\u2B05-\u2B55\u3030\u303D\u3297\u3299\U0001F000-\U0001FAFF])'
    '(\uFE0F?\u200D(?=[\u2190-\u2BFF\U0001F000-\U0001FAFF])|\uFE0F)', '\1', 'g')
    !~ ('[' || private.hidden_characters() || ']')
$$;
comment on function private.shows_all_characters is 'True when a text holds no character that its reader cannot see.';
-- Titles of packs, campaigns and saved searches are checked with it.
grant execute on function private.hidden_characters, private.shows_all_characters
  to authenticated, service_role;

-- Skeletons ------------------------------------------------------------------------------
create function private.combining_marks() returns text
language sql immutable parallel safe set search_path = '' as $$
  select '\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u064B-\u065F\u0670\u0E31\u0E34-\u0E3A'
    '\u0E47-\u0E4E\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F'
$$;
comment on function private.combining_marks is 'Characters that are drawn onto the one before, for a regular expression.';

create function private.latin_look_alike(value text) returns text
language sql stable set search_path = '' as $$
  select coalesce(string_agg(coalesce(c.skeleton, letters.letter), '' order by letters.place), '')
  from string_to_table(value, null) with ordinality as letters (letter, place)
  left join private.confusables c on c.source = letters.letter
$$;
comment on function private.latin_look_alike is 'Each character replaced by the Latin letters or digits that it looks like.';

-- What is left of other scripts after the look-alikes and is no letter, sign or blank is a mark;
-- their digits, which this collation takes for none, are looked up before.
create function private.without_marks(value text) returns text
language sql stable set search_path = '' as $$
  select regexp_replace(
    private.latin_look_alike(regexp_replace(normalize(value, NFKD),
      '[' || private.combining_marks() || private.hidden_characters() || ']', '', 'g'))
      collate pg_catalog.pg_c_utf8,
    '[^[:alnum:][:punct:][:space:]]', '', 'g')
$$;
comment on function private.without_marks is 'Decomposed, by its look, without accents and without what cannot be seen.';

-- Words are parted where a reader parts them: at anything but letters and digits, and within
-- "staffTeam" and "staff24".
create function private.name_words(value text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  v_text text := private.without_marks(value) collate pg_catalog.pg_c_utf8;
begin
  v_text := regexp_replace(v_text, '([[:lower:]])([[:upper:]])', '\1 \2', 'g');
  v_text := regexp_replace(v_text, '(?<=[[:alpha:]])(?=[[:digit:]])|(?<=[[:digit:]])(?=[[:alpha:]])', ' ', 'g');
  v_text := lower(v_text);
  -- Between letters these stand for letters, elsewhere for themselves.
  v_text := regexp_replace(v_text, '(?<=[[:alnum:]])[|!](?=[[:alnum:]])', 'l', 'g');
  v_text := regexp_replace(v_text, '(?<=[[:alnum:]])@(?=[[:alnum:]])', 'a', 'g');
  v_text := regexp_replace(v_text, '(?<=[[:alnum:]])\$(?=[[:alnum:]])', 's', 'g');
  -- In most fonts 1, I and l are one stroke, and in capitals nobody can tell I from l.
  v_text := translate(v_text, '01i', 'oll');
  v_text := replace(replace(v_text, 'rn', 'm'), 'vv', 'w');
  return regexp_split_to_array(
    btrim(regexp_replace(v_text, '[^[:alnum:]]+', ' ', 'g')), ' ');
end;
$$;
comment on function private.name_words is 'The words of a name as a reader takes them in.';

create function private.name_skeleton(value text) returns text
language sql stable set search_path = '' as $$
  select array_to_string(private.name_words(value), '')
$$;
comment on function private.name_skeleton is 'Equal for two names that look the same.';

-- Scripts --------------------------------------------------------------------------------
-- Coarse on purpose: it only has to tell apart what nobody mixes within a word. Blocks that are
-- not named are their own script, by 128 characters, as the scripts of India are laid out.
create table private.scripts (
  first_code int primary key,
  last_code int not null,
  name text not null,
  constraint scripts_in_order check (first_code <= last_code)
);
comment on table private.scripts is 'Which code points belong to which writing system; Chinese, Japanese and Korean count as one.';
alter table private.scripts enable row level security;

insert into private.scripts (first_code, last_code, name) values
  (0, 687, 'latin'), (7424, 7615, 'latin'), (7680, 7935, 'latin'), (11360, 11391, 'latin'),
  (42786, 43007, 'latin'), (43824, 43876, 'latin'),
  (880, 1023, 'greek'), (7936, 8191, 'greek'),
  (1024, 1327, 'cyrillic'), (7296, 7311, 'cyrillic'), (42560, 42655, 'cyrillic'),
  (1328, 1423, 'armenian'),
  (1424, 1535, 'hebrew'),
  (1536, 1791, 'arabic'), (1872, 1919, 'arabic'), (2144, 2303, 'arabic'),
  (4256, 4351, 'georgian'), (7312, 7359, 'georgian'), (11520, 11567, 'georgian'),
  (5024, 5119, 'cherokee'), (43888, 43967, 'cherokee'),
  (4352, 4607, 'cjk'), (11904, 12703, 'cjk'), (12784, 40959, 'cjk'), (43360, 43391, 'cjk'),
  (44032, 55295, 'cjk'), (63744, 64255, 'cjk'), (131072, 262143, 'cjk');

create function private.mixes_scripts(value text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from regexp_split_to_table(
      normalize(value, NFKC) collate pg_catalog.pg_c_utf8, '[^[:alpha:]]+') as word
    where (
      select count(distinct script) > 1 and not array_agg(distinct script) <@ array['latin', 'cjk']
      from string_to_table(word, null) as letter
      left join private.scripts s on ascii(letter) between s.first_code and s.last_code
      cross join lateral coalesce(s.name, 'block ' || ascii(letter) / 128) as script
    )
  )
$$;
comment on function private.mixes_scripts is 'True when one word has letters of two scripts that are not written together.';

-- Reserved names -------------------------------------------------------------------------
create table private.reserved_names (
  name text primary key,
  skeleton text not null,
  -- Also inside a longer word: "Kolpact" is, "staff" is not, because of "Stafford".
  inside_words boolean not null default false,
  created_at timestamptz not null default now(),
  constraint reserved_names_skeleton_key unique (skeleton),
  constraint reserved_names_length check (length(name) between 3 and 60)
);
comment on table private.reserved_names is 'Words by which somebody would pose as the market or as its staff. Staff may add to them.';
alter table private.reserved_names enable row level security;

create function private.keep_reserved_skeleton() returns trigger
language plpgsql set search_path = '' as $$
begin
  NEW.skeleton := private.name_skeleton(NEW.name);
  return NEW;
end;
$$;
comment on function private.keep_reserved_skeleton is 'Trigger: a reserved name is compared by its skeleton.';
create trigger reserved_names_skeleton before insert or update on private.reserved_names
  for each row execute function private.keep_reserved_skeleton();

insert into private.reserved_names (name, skeleton, inside_words) values
  ('Kolpact', '', true),
  ('former member', '', false),
  ('staff', '', false),
  ('support', '', false),
  ('help desk', '', false),
  ('moderator', '', false),
  ('admin', '', false),
  ('administrator', '', false),
  ('official', '', false),
  ('escrow', '', false),
  ('trust & safety', '', false),
  ('trust and safety', '', false),
  ('customer service', '', false),
  ('help center', '', false),
  ('help centre', '', false),
  ('payments team', '', false),
  ('security team', '', false),
  ('refunds', '', false),
  ('compliance', '', false),
  ('mods', '', false),
  ('verified', '', false),
  ('soporte', '', false),
  ('moderador', '', false),
  ('administrador', '', false),
  ('oficial', '', false),
  ('verificado', '', false),
  ('destek', '', false),
  ('yönetici', '', false),
  ('doğrulanmış', '', false);

-- The words of the name, also several in a row taken together ("S t a f f", "Sta-ff team"); each
-- also in the plural and with the digits that are read as letters.
create function private.name_is_reserved(value text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.name_words(value) as words,
      generate_subscripts(words, 1) as first, generate_series(first, cardinality(words)) as last,
      array_to_string(words[first:last], '') as word,
      unnest(array[word, translate(word, '34578', 'eastb'), translate(word, '34578', 'easts')]) as reading,
      private.reserved_names r
    where reading in (r.skeleton, r.skeleton || 's') or (r.inside_words and strpos(reading, r.skeleton) > 0)
  )
$$;
comment on function private.name_is_reserved is 'True for a name that poses as the market or as its staff.';

-- The check ------------------------------------------------------------------------------
-- Dandas, mathematical and technical signs, lines, shapes and notes: among letters a circle is read
-- as o and a stroke as l. What emoji are made of is left out.
create function private.letter_like_signs() returns text
language sql immutable parallel safe set search_path = '' as $$
  select '\u0964\u0965\u2016\u2200-\u22FF\u2320\u2321\u2336-\u23CE\u23D0-\u23E8\u2500-\u25A9\u25AC-\u25B5'
    '\u25B7-\u25BF\u25C1-\u25FA\u25FF\u2758-\u275A\u27C0-\u27EF\u2980-\u2AFF\u2B58\u2F00-\u2FD5\uFFE8'
    '\U00010100-\U00010102\U0001D100-\U0001D1FF'
$$;
comment on function private.letter_like_signs is 'Signs that are read as a letter where one is expected, for a regular expression.';

-- One token a reason, so that the person knows what to change.
create function private.require_honest_name(value text, is_staff boolean) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.shows_all_characters(value) then
    raise exception 'name_hidden_characters' using errcode = 'PT422';
  end if;
  if normalize(value, NFC) ~ ('[' || private.combining_marks() || ']{3}') then
    raise exception 'name_too_many_marks' using errcode = 'PT422';
  end if;
  -- A single letter is left to the constraint on the length.
  if length(value) > 1 and length(regexp_replace(
    private.without_marks(value) collate pg_catalog.pg_c_utf8, '[^[:alnum:]]', '', 'g')) < 2
  then
    raise exception 'name_without_letters' using errcode = 'PT422';
  end if;
  if private.mixes_scripts(value) then
    raise exception 'name_mixes_scripts' using errcode = 'PT422';
  end if;
  -- A tick is how a verified member is shown.
  if not is_staff and (value ~ '[\u2611\u221A\u2705\u2713\u2714\U00010102\U0001F5F8\U0001F5F9\U0001FBB1]' or private.name_is_reserved(value)) then
    raise exception 'name_reserved' using errcode = 'PT422';
  end if;
  if value ~ ('[' || private.letter_like_signs() || ']') then
    raise exception 'name_mixes_scripts' using errcode = 'PT422';
  end if;
end;
$$;
comment on function private.require_honest_name is 'Refuses a name that hides something or poses as the market; staff may name their office.';

-- 07_sign_in.sql ======================================================
-- What the auth server leaves open and a database can close: guessing from many addresses, an
-- account that somebody else began, and a stolen session that moves the account away. It works
-- by hooks and triggers, so it is the same on the local stack and on a hosted project.

insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('sign_in_failures', 10, 'count', 'Wrong passwords of one account, from all addresses, before it stays closed for a while.', 3, 100),
  ('factor_failures', 5, 'count', 'Wrong codes of one account, over all sessions, before they all end.', 3, 20),
  ('failures_window', 15, 'minutes', 'How long wrong passwords and codes are counted.', 5, 1440),
  ('fresh_sign_in', 10, 'minutes', 'How old the sign-in may be with which an account asks for another e-mail address.', 1, 60)
on conflict (key) do nothing;

-- Wrong guesses, counted by account ---------------------------------------------------------
-- The auth server counts by network address only, and whoever guesses has many.
create table private.sign_in_failures (
  user_id uuid not null references auth.users (id) on delete cascade,
  proof text not null,
  failures int not null,
  since timestamptz not null,
  primary key (user_id, proof),
  constraint sign_in_failures_proof_known check (proof in ('password', 'factor')),
  constraint sign_in_failures_positive check (failures > 0)
);
comment on table private.sign_in_failures is 'Wrong passwords and codes of an account in the current window.';
alter table private.sign_in_failures enable row level security;

create function private.count_attempt(user_id uuid, proof text, valid boolean, most int) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_expired constant timestamptz := now() - make_interval(mins => private.setting('failures_window')::int);
  v_failures int;
begin
  if valid then
    -- Waits for guesses that are being counted, so that many at once gain nothing.
    select f.failures into v_failures from private.sign_in_failures f
    where f.user_id = count_attempt.user_id and f.proof = count_attempt.proof and f.since > v_expired
    for update;
    if v_failures >= most then
      return false;
    end if;
    delete from private.sign_in_failures f
    where f.user_id = count_attempt.user_id and f.proof = count_attempt.proof;
    return true;
  end if;
  insert into private.sign_in_failures as f (user_id, proof, failures, since)
  values (count_attempt.user_id, count_attempt.proof, 1, now())
  on conflict on constraint sign_in_failures_pkey do update set
    failures = case when f.since > v_expired then f.failures + 1 else 1 end,
    since = case when f.since > v_expired then f.since else now() end
  returning failures into v_failures;
  return v_failures <= most;
end;
$$;
comment on function private.count_attempt is 'Counts one try; false when the account had too many wrong ones, even if this one is right.';

-- The refusal reads like a wrong password: whoever guesses must not learn which guess was right,
-- nor that there is an account. The owner chooses a new password by mail, which opens it again.
create function private.password_verification_attempt(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.count_attempt((event ->> 'user_id')::uuid, 'password', (event ->> 'valid')::boolean,
    private.setting('sign_in_failures')::int)
  then
    return '{"decision": "continue"}';
  end if;
  return '{"decision": "reject", "message": "Invalid login credentials", "should_logout_user": false}';
end;
$$;
comment on function private.password_verification_attempt is 'Auth hook: closes an account to guessing, from wherever it comes.';

-- Whoever gets this far knows the password, so the refusal ends every session of the account,
-- as the auth server does with any refusal here.
create function private.mfa_verification_attempt(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.count_attempt((event ->> 'user_id')::uuid, 'factor', (event ->> 'valid')::boolean,
    private.setting('factor_failures')::int)
  then
    return '{"decision": "continue"}';
  end if;
  return '{"decision": "reject", "message": "Too many wrong codes. Please sign in again later."}';
end;
$$;
comment on function private.mfa_verification_attempt is 'Auth hook: counts wrong codes of a second factor over all sessions.';
grant usage on schema private to supabase_auth_admin;
grant execute on function private.password_verification_attempt, private.mfa_verification_attempt
  to supabase_auth_admin;

-- A new password opens the account again, and a session that came by a mailed link has done what
-- it was opened for: the next change needs the present password.
create function private.on_password_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.sign_in_failures f where f.user_id = NEW.id and f.proof = 'password';
  delete from auth.mfa_amr_claims c using auth.sessions s
  where s.id = c.session_id and s.user_id = NEW.id
    and c.authentication_method in ('otp', 'magiclink', 'recovery');
  return null;
end;
$$;
comment on function private.on_password_changed is 'Trigger: forgets wrong guesses, and that a session came by mail.';
create trigger on_password_changed after update of encrypted_password on auth.users
  for each row when (OLD.encrypted_password is distinct from NEW.encrypted_password)
  execute function private.on_password_changed();

-- An account that somebody else began -----------------------------------------------------------
-- A stranger may sign up with an address that is not theirs and wait until its owner confirms it.
-- So the password of a sign-up outlives the confirmation only when both came from one place and
-- nobody asked for a second mail in between. Else the owner, signed in by the link, chooses one.
create table private.sign_ups (
  user_id uuid primary key,
  -- A keyed hash, null where the auth server did not say.
  address bytea,
  mails int not null default 0,
  -- The transaction that confirmed it.
  confirmed_in xid8,
  created_at timestamptz not null default now()
);
comment on table private.sign_ups is 'Sign-ups that wait for their confirmation, and where they came from.';
create index sign_ups_created_at on private.sign_ups (created_at);
alter table private.sign_ups enable row level security;

create function private.hash_of_address(address text) returns bytea
language sql volatile security definer set search_path = '' as $$
  select extensions.hmac(nullif(address, '')::bytea, private.secret('sign_up_address'), 'sha256')
$$;
comment on function private.hash_of_address is 'A network address, not to be read again.';

-- The row of auth.users does not exist yet, and may never; old notes are swept by the way.
create function private.note_sign_up(user_id uuid, address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.sign_ups s where s.created_at < now() - interval '30 days';
  insert into private.sign_ups (user_id, address)
  select note_sign_up.user_id, private.hash_of_address(note_sign_up.address)
  where note_sign_up.user_id is not null
  on conflict do nothing;
end;
$$;
comment on function private.note_sign_up is 'Remembers where a sign-up came from until it is confirmed.';

create function private.on_confirmation_mailed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.sign_ups s set mails = s.mails + 1 where s.user_id = NEW.id;
  return null;
end;
$$;
comment on function private.on_confirmation_mailed is 'Trigger: counts the mails that ask to confirm a sign-up.';
create trigger on_confirmation_mailed after update of confirmation_sent_at on auth.users
  for each row when (
    NEW.email_confirmed_at is null and NEW.confirmation_sent_at is not null
    and OLD.confirmation_sent_at is distinct from NEW.confirmation_sent_at
  )
  execute function private.on_confirmation_mailed();

-- An administrator who confirms an address opens no session: then nothing was proved or disproved.
create function private.on_sign_up_confirmed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.sign_ups as s (user_id, confirmed_in) values (NEW.id, pg_current_xact_id())
  on conflict (user_id) do update set confirmed_in = excluded.confirmed_in;
  return null;
end;
$$;
comment on function private.on_sign_up_confirmed is 'Trigger: the session that follows is of who confirmed.';
create trigger on_sign_up_confirmed after update of email_confirmed_at on auth.users
  for each row when (
    OLD.email_confirmed_at is null and NEW.email_confirmed_at is not null
    and OLD.confirmation_sent_at is not null
  )
  execute function private.on_sign_up_confirmed();

create function private.on_first_session() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_sign_up private.sign_ups;
begin
  delete from private.sign_ups s
  where s.user_id = NEW.user_id and s.confirmed_in is not null
  returning * into v_sign_up;
  if v_sign_up.confirmed_in is distinct from pg_current_xact_id() then
    return null;
  end if;
  if v_sign_up.mails <= 1 and v_sign_up.address = private.hash_of_address(host(NEW.ip)) then
    return null;
  end if;
  update auth.users u set encrypted_password = '' where u.id = NEW.user_id;
  return null;
end;
$$;
comment on function private.on_first_session is 'Trigger: takes the password away that may be a stranger''s.';
create trigger on_first_session after insert on auth.sessions
  for each row execute function private.on_first_session();

create function private.has_password() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.users u where u.id = (select auth.uid()) and u.encrypted_password <> ''
  )
$$;
create function public.has_password() returns boolean
language sql stable security invoker set search_path = '' as $$
  select private.has_password()
$$;
comment on function public.has_password is 'False for who has to choose a password before signing in again.';
grant execute on function private.has_password, public.has_password to authenticated;

-- Another address ------------------------------------------------------------------------------
-- The auth server asks for the present password before a new one, but not before a new address,
-- by which the password can be had. A session that was just opened proves it.
create function private.on_email_change_asked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from auth.sessions s where s.user_id = NEW.id) and not exists (
    select from auth.sessions s where s.user_id = NEW.id
      and s.created_at > now() - make_interval(mins => private.setting('fresh_sign_in')::int)
  ) then
    raise exception 'fresh_sign_in_required' using errcode = 'PT403';
  end if;
  return NEW;
end;
$$;
comment on function private.on_email_change_asked is 'Trigger: a new address is asked for soon after a sign-in, or not at all.';
create trigger on_email_change_asked before update of email_change on auth.users
  for each row when (
    coalesce(NEW.email_change, '') <> '' and NEW.email_change is distinct from OLD.email_change
  )
  execute function private.on_email_change_asked();

-- Who confirmed the new address gets a session of its own right after this.
create function private.on_email_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id = NEW.id;
  return null;
end;
$$;
comment on function private.on_email_changed is 'Trigger: signs every device out when the account moves to another address.';
create trigger on_email_changed after update of email on auth.users
  for each row when (OLD.email is distinct from NEW.email)
  execute function private.on_email_changed();

-- 10_profiles.sql ======================================================
-- Who a person is to the market. One user has one profile, made by trigger at sign-up
-- (15_invites). Its owner describes themselves; trust (approval, verification, rating,
-- quotas) is never theirs to write. Everybody else reads `members`, which holds no secrets.

-- Shapes of what members may say about themselves ---------------------------------------
create function private.texts_are_within(list text[], max_count int, max_length int) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(list) <= max_count
    and not exists (
      select from unnest(list) as item
      where item is null or item <> btrim(item) or item ~ '[[:cntrl:]]'
        or length(item) not between 1 and max_length
    )
$$;
comment on function private.texts_are_within is 'True for a short list of short, trimmed, printable texts.';

create function private.follower_counts_are_valid(counts jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(counts) = 'object' and not exists (
    select from jsonb_each(case when jsonb_typeof(counts) = 'object' then counts end) as entry
    where entry.key <> all (private.platforms())
      or jsonb_typeof(entry.value) <> 'number'
      or entry.value #>> '{}' !~ '^[0-9]{1,10}$'
  )
$$;
comment on function private.follower_counts_are_valid is 'True for a map of known platforms to whole, non-negative numbers.';

-- Tolerant, because a generated column is computed before the constraints are checked.
create function private.follower_sum(counts jsonb) returns bigint
language sql immutable set search_path = '' as $$
  select coalesce(sum((entry.value #>> '{}')::bigint), 0)::bigint
  from jsonb_each(case when jsonb_typeof(counts) = 'object' then counts end) as entry
  where entry.value #>> '{}' ~ '^[0-9]{1,10}$'
$$;
comment on function private.follower_sum is 'All followers of a creator, over all platforms.';

grant execute on function private.texts_are_within, private.follower_counts_are_valid,
  private.follower_sum to authenticated, service_role;

-- Profiles -------------------------------------------------------------------------------
create table public.profiles (
  id uuid primary key default gen_random_uuid(),
  -- Null once the account is deleted: orders and conversations still name the profile.
  user_id uuid references auth.users (id) on delete set null,
  role text,
  display_name text,
  bio text not null default '',
  expertise text[] not null default '{}',
  language text,
  locale text not null default 'en',
  platforms text[] not null default '{}',
  categories text[] not null default '{}',
  follower_counts jsonb not null default '{}',
  follower_total bigint not null generated always as (private.follower_sum(follower_counts)) stored,
  profile_image text,
  rating numeric(3, 2),
  review_count int not null default 0,
  completed_orders int not null default 0,
  trust_level text not null default 'new',
  is_verified boolean not null default false,
  -- A verified member changed name or picture: staff look again.
  verification_pending boolean not null default false,
  is_approved boolean not null default false,
  -- True after a change of role: from then on only staff approve.
  approval_by_staff boolean not null default false,
  is_staff boolean not null default false,
  referral_code text,
  invites_left int not null default 0,
  onboarded_at timestamptz,
  suspended_at timestamptz,
  rejected_at timestamptz,
  rejection_reason text,
  -- Since a payment of this member was charged back: no money is spent or taken out until
  -- staff have decided.
  frozen_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_user_id_key unique (user_id),
  constraint profiles_referral_code_key unique (referral_code),
  constraint profiles_role_known check (role in ('kol', 'brand')),
  constraint profiles_display_name_length check (length(display_name) between 2 and 60),
  constraint profiles_display_name_printable
    check (display_name = btrim(display_name) and display_name !~ '[[:cntrl:]]'),
  constraint profiles_bio_length check (length(bio) <= 2000),
  constraint profiles_expertise_short check (private.texts_are_within(expertise, 20, 60)),
  constraint profiles_language_code check (language ~ '^[a-z]{2}$'),
  constraint profiles_locale_code check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  constraint profiles_platforms_known check (platforms <@ private.platforms()),
  constraint profiles_categories_known check (categories <@ private.categories()),
  constraint profiles_follower_counts_valid check (private.follower_counts_are_valid(follower_counts)),
  -- A path in the bucket `avatars`, in the member's own folder. An address elsewhere would tell
  -- its owner who looked at the profile, and could show another picture tomorrow.
  constraint profiles_profile_image_is_own check (
    length(profile_image) <= 200 and starts_with(profile_image, id || '/')
    and profile_image ~ '^[0-9a-f-]{36}/[A-Za-z0-9_-][A-Za-z0-9._-]*$'),
  constraint profiles_rating_in_range check (rating between 1 and 5),
  constraint profiles_review_count_not_negative check (review_count >= 0),
  constraint profiles_completed_orders_not_negative check (completed_orders >= 0),
  constraint profiles_invites_left_not_negative check (invites_left >= 0),
  constraint profiles_trust_level_known check (trust_level in ('new', 'normal', 'trusted')),
  constraint profiles_onboarded_is_complete check (
    onboarded_at is null or deleted_at is not null or (
      role is not null and display_name is not null and language is not null
      and (role = 'brand' or (cardinality(platforms) > 0 and cardinality(categories) > 0)))),
  constraint profiles_approved_is_onboarded check (not is_approved or onboarded_at is not null),
  constraint profiles_verified_is_not_pending check (not (is_verified and verification_pending)),
  constraint profiles_rejected_with_reason check ((rejected_at is null) = (rejection_reason is null)),
  constraint profiles_rejected_is_not_approved check (rejected_at is null or not is_approved),
  constraint profiles_rejection_reason_length check (length(btrim(rejection_reason)) between 1 and 1000),
  constraint profiles_deleted_is_empty check (
    deleted_at is null or (user_id is null and referral_code is null and not is_approved and not is_staff))
);
comment on table public.profiles is 'One row a member: what they say about themselves and what the market knows of them.';

-- For the approval queue of staff.
create index profiles_waiting_for_approval on public.profiles (onboarded_at)
  where onboarded_at is not null and not is_approved and rejected_at is null
    and suspended_at is null and deleted_at is null;
create index profiles_waiting_for_verification on public.profiles (updated_at)
  where verification_pending and suspended_at is null and deleted_at is null;

alter table public.profiles enable row level security;

-- Who am I -------------------------------------------------------------------------------
-- Policies ask these in every query. In PL/pgSQL a session plans them once; in SQL each query
-- would plan them again, for three times the price.
create function private.my_profile_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select p.id from public.profiles p where p.user_id = (select auth.uid())
  );
end;
$$;
comment on function private.my_profile_id is 'The caller''s profile; null when signed out.';

create function private.my_role() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select p.role from public.profiles p where p.user_id = (select auth.uid())
  );
end;
$$;
comment on function private.my_role is 'The caller''s role, brand or kol; null until it is chosen.';

create function private.is_member() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p
    where p.user_id = (select auth.uid()) and p.suspended_at is null and p.deleted_at is null
  );
end;
$$;
comment on function private.is_member is 'True for a signed-in person whose profile is not suspended.';

create function private.in_office() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p
    where p.user_id = (select auth.uid()) and p.is_staff
      and p.suspended_at is null and p.deleted_at is null
  );
end;
$$;
comment on function private.in_office is 'True for a member of staff, however it signed in.';

-- A stolen password alone neither reads nor does what staff may.
create function private.is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.in_office() and private.has_second_factor()
$$;
comment on function private.is_staff is 'True for staff in office who proved a second factor in this session.';

create function private.require_staff() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.in_office() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_second_factor();
  return private.my_profile_id();
end;
$$;
comment on function private.require_staff is 'Refuses everybody but staff; answers the profile of the one who acts.';

create function private.can_transact(profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    join auth.users u on u.id = p.user_id
    where p.id = can_transact.profile_id
      and u.email_confirmed_at is not null
      and p.onboarded_at is not null
      and p.is_approved
      and p.suspended_at is null
      and p.deleted_at is null
  )
$$;
comment on function private.can_transact is 'E-mail confirmed, onboarding complete, approved, not suspended: may buy or sell.';

create function private.require_transact() returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
begin
  -- Waits for a change of role, a suspension or a departure that is under way.
  perform from public.profiles p where p.id = v_me for key share;
  if private.can_transact(v_me) is not true then
    raise exception 'cannot_transact' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  return v_me;
end;
$$;
comment on function private.require_transact is 'Refuses whoever may not buy or sell yet, and an ended session; answers the caller''s profile.';

create function private.is_frozen(profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p where p.id = is_frozen.profile_id and p.frozen_at is not null
  )
$$;
comment on function private.is_frozen is 'True while staff decide about a member whose payment was charged back.';

create function private.require_not_frozen(profile_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_frozen(profile_id) then
    raise exception 'profile_frozen' using errcode = 'PT403';
  end if;
end;
$$;
comment on function private.require_not_frozen is 'Refuses to let a frozen member spend money or take it out.';

create function public.can_buy_or_sell_own_gig() returns boolean
language sql stable security invoker set search_path = '' as $$
  select private.can_transact(private.my_profile_id())
$$;
comment on function public.can_buy_or_sell_own_gig is 'canBuyOrSellOwnGig of the signed-in member.';

grant execute on function private.my_profile_id, private.my_role, private.is_member,
  private.is_staff, private.require_staff, private.can_transact, private.require_transact,
  public.can_buy_or_sell_own_gig to authenticated, service_role;

-- Who reads and writes -------------------------------------------------------------------
-- Staff read profiles by staff_profiles (90_staff): here the referral code stands in the row.
create policy profiles_select on public.profiles for select to authenticated
  using (user_id = (select auth.uid()));
create policy profiles_update on public.profiles for update to authenticated
  using (user_id = (select auth.uid()) and suspended_at is null)
  with check (user_id = (select auth.uid()));

-- No insert, no delete: sign-up makes the row, deletion of the account empties it.
grant select on public.profiles to authenticated, service_role;
grant update (
  role, display_name, bio, expertise, language, locale, platforms, categories, follower_counts,
  profile_image
) on public.profiles to authenticated;

-- Rules of a profile's life --------------------------------------------------------------
create function private.has_traded(profile_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.packs p where p.kol_id = has_traded.profile_id)
    or exists (
      select from public.pack_orders o
      where o.brand_id = has_traded.profile_id or o.kol_id = has_traded.profile_id
    )
    -- A reward for an invite lies where the role put it.
    or exists (
      select from private.accounts a
      where a.owner_id = has_traded.profile_id and a.balance_minor <> 0
    );
end;
$$;
comment on function private.has_traded is 'True once there is a pack, an order or money: from then on the role is history.';

create function private.prepare_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  NEW.platforms := array(select distinct item from unnest(NEW.platforms) as item order by item);
  NEW.categories := array(select distinct item from unnest(NEW.categories) as item order by item);
  if coalesce(NEW.referral_code, '') = '' then
    NEW.referral_code := private.new_referral_code(NEW.user_id);
  end if;

  if TG_OP = 'UPDATE' and NEW.role is distinct from OLD.role and OLD.role is not null then
    -- Waits for an order that is being placed: its foreign keys hold the row.
    perform from public.profiles p where p.id = NEW.id for update;
    if NEW.role is null or private.role_is_fixed(NEW.id) then
      raise exception 'role_fixed' using errcode = 'PT409';
    end if;
    -- Trust was given to the other role. Whoever has been before staff, or could have been,
    -- does not go around them as a brand.
    NEW.approval_by_staff := OLD.approval_by_staff or OLD.onboarded_at is not null;
    NEW.onboarded_at := null;
    NEW.is_approved := false;
    NEW.is_verified := false;
    NEW.verification_pending := false;
  end if;

  if NEW.onboarded_at is null and NEW.deleted_at is null
    and NEW.role is not null and NEW.display_name is not null and NEW.language is not null
    and (NEW.role = 'brand' or (cardinality(NEW.platforms) > 0 and cardinality(NEW.categories) > 0))
    and exists (select from auth.users u where u.id = NEW.user_id and u.email_confirmed_at is not null)
  then
    NEW.onboarded_at := now();
    -- Creators wait for staff.
    NEW.is_approved := NEW.is_approved or (NEW.role = 'brand' and not NEW.approval_by_staff);
  end if;

  NEW.updated_at := now();
  return NEW;
end;
$$;
comment on function private.prepare_profile is 'Trigger: referral code, role, onboarding and approval follow their rules on every write.';
create trigger profiles_prepare before insert or update on public.profiles
  for each row execute function private.prepare_profile();

-- Onboarding may have waited for nothing but the confirmation of the e-mail.
create function private.on_email_confirmed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set updated_at = now() where user_id = NEW.id;
  return null;
end;
$$;
comment on function private.on_email_confirmed is 'Trigger: looks at the onboarding again.';
create trigger on_email_confirmed after update of email_confirmed_at on auth.users
  for each row when (OLD.email_confirmed_at is null and NEW.email_confirmed_at is not null)
  execute function private.on_email_confirmed();

-- Members --------------------------------------------------------------------------------
-- What the market sees: approved profiles that are neither suspended nor deleted. A table
-- kept by trigger, so that search reads no more than it may show (60_filters keeps their searchable form).
create table public.members (
  id uuid primary key references public.profiles (id) on delete cascade,
  role text not null,
  display_name text not null,
  bio text not null,
  expertise text[] not null,
  language text not null,
  platforms text[] not null,
  categories text[] not null,
  follower_counts jsonb not null,
  follower_total bigint not null,
  rating numeric(3, 2),
  review_count int not null,
  completed_orders int not null,
  is_verified boolean not null,
  profile_image text,
  created_at timestamptz not null
);
comment on table public.members is 'The public face of approved members. Written by trigger only.';

alter table public.members enable row level security;
create policy members_select on public.members for select to authenticated
  using ((select private.is_member()));
grant select on public.members to authenticated, service_role;

create function private.keep_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not NEW.is_approved or NEW.suspended_at is not null or NEW.deleted_at is not null then
    delete from public.members where id = NEW.id;
    return null;
  end if;
  insert into public.members as m (
    id, role, display_name, bio, expertise, language, platforms, categories, follower_counts,
    follower_total, rating, review_count, completed_orders, is_verified, profile_image, created_at
  ) values (
    NEW.id, NEW.role, NEW.display_name, NEW.bio, NEW.expertise, NEW.language, NEW.platforms,
    NEW.categories, NEW.follower_counts, NEW.follower_total, NEW.rating, NEW.review_count,
    NEW.completed_orders, NEW.is_verified, NEW.profile_image, NEW.created_at
  )
  on conflict (id) do update set
    role = excluded.role, display_name = excluded.display_name, bio = excluded.bio,
    expertise = excluded.expertise, language = excluded.language, platforms = excluded.platforms,
    categories = excluded.categories, follower_counts = excluded.follower_counts,
    follower_total = excluded.follower_total, rating = excluded.rating,
    review_count = excluded.review_count, completed_orders = excluded.completed_orders,
    is_verified = excluded.is_verified, profile_image = excluded.profile_image;
  return null;
end;
$$;
comment on function private.keep_member is 'Trigger: members follows profiles.';
create trigger profiles_keep_member_inserted after insert on public.profiles
  for each row when (NEW.is_approved) execute function private.keep_member();
create trigger profiles_keep_member_updated after update on public.profiles
  for each row when (
    (OLD.role, OLD.display_name, OLD.bio, OLD.expertise, OLD.language, OLD.platforms,
      OLD.categories, OLD.follower_counts, OLD.rating, OLD.review_count, OLD.completed_orders,
      OLD.is_verified, OLD.profile_image, OLD.is_approved, OLD.suspended_at, OLD.deleted_at)
    is distinct from
    (NEW.role, NEW.display_name, NEW.bio, NEW.expertise, NEW.language, NEW.platforms,
      NEW.categories, NEW.follower_counts, NEW.rating, NEW.review_count, NEW.completed_orders,
      NEW.is_verified, NEW.profile_image, NEW.is_approved, NEW.suspended_at, NEW.deleted_at)
  ) execute function private.keep_member();

alter publication supabase_realtime add table public.profiles;

-- 12_protected_names.sql ======================================================
-- Whose name is whose. Staff and verified members are who members trust by name, so nobody else
-- may have a name that looks like theirs. Other names may be shared: people have namesakes.
create table private.profile_names (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  skeleton text not null,
  is_protected boolean not null
);
comment on table private.profile_names is 'The skeleton of each member''s name. Written by trigger only.';
create index profile_names_skeleton on private.profile_names (skeleton);
create unique index profile_names_protected_key on private.profile_names (skeleton) where is_protected;
alter table private.profile_names enable row level security;

-- A name stays protected while staff look again at a changed picture, not at a changed name:
-- else a verified member could reserve names.
create function private.name_is_protected(profile public.profiles, skeleton text) returns boolean
language sql stable security definer set search_path = '' as $$
  select profile.is_staff or profile.is_verified or (profile.verification_pending and exists (
    select from private.profile_names n
    where n.profile_id = profile.id and n.is_protected
      and n.skeleton = name_is_protected.skeleton
  ))
$$;
comment on function private.name_is_protected is 'True when nobody else may have that name of this member.';

create function private.require_free_name(profile public.profiles) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_skeleton text := private.name_skeleton(profile.display_name);
begin
  -- Two who take the same name at once wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('name ' || v_skeleton, 0));
  if exists (
    select from private.profile_names n
    where n.skeleton = v_skeleton and n.is_protected and n.profile_id <> profile.id
  ) then
    raise exception 'name_taken' using errcode = 'PT409';
  end if;
  if private.name_is_protected(profile, v_skeleton) and exists (
    select from private.profile_names n
    join public.profiles p on p.id = n.profile_id and p.suspended_at is null
    where n.skeleton = v_skeleton and n.profile_id <> profile.id
  ) then
    raise exception 'name_in_use' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_free_name is 'Refuses a name that looks like that of staff or a verified member, and protects none that others have.';

-- Named to run after profiles_prepare, whose changes it has to see.
create function private.protect_name() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_renamed boolean := TG_OP = 'INSERT' or NEW.display_name is distinct from OLD.display_name;
begin
  -- Whoever was verified is verified no more as somebody else.
  if TG_OP = 'UPDATE' and OLD.is_verified and NEW.is_verified
    and (v_renamed or NEW.profile_image is distinct from OLD.profile_image)
  then
    NEW.is_verified := false;
    NEW.verification_pending := true;
  end if;
  if v_renamed then
    perform private.require_honest_name(NEW.display_name, NEW.is_staff);
  end if;
  if v_renamed or (NEW.is_verified and not OLD.is_verified) or (NEW.is_staff and not OLD.is_staff)
    or (OLD.suspended_at is not null and NEW.suspended_at is null)
  then
    perform private.require_free_name(NEW);
  end if;
  return NEW;
end;
$$;
comment on function private.protect_name is 'Trigger: names are honest and free, and a verified member who changes is looked at again.';
create trigger profiles_protect_name before insert or update on public.profiles
  for each row when (NEW.display_name is not null and NEW.deleted_at is null)
  execute function private.protect_name();

create function private.keep_name() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_skeleton text := private.name_skeleton(NEW.display_name);
begin
  if NEW.deleted_at is not null or NEW.display_name is null then
    delete from private.profile_names n where n.profile_id = NEW.id;
    return null;
  end if;
  insert into private.profile_names (profile_id, skeleton, is_protected)
  values (NEW.id, v_skeleton, private.name_is_protected(NEW, v_skeleton))
  on conflict (profile_id) do update
  set skeleton = excluded.skeleton, is_protected = excluded.is_protected;
  return null;
end;
$$;
comment on function private.keep_name is 'Trigger: profile_names follows profiles.';
create trigger profiles_keep_name_inserted after insert on public.profiles
  for each row when (NEW.display_name is not null) execute function private.keep_name();
create trigger profiles_keep_name_updated after update on public.profiles
  for each row when (
    (OLD.display_name, OLD.is_staff, OLD.is_verified, OLD.verification_pending, OLD.deleted_at)
    is distinct from
    (NEW.display_name, NEW.is_staff, NEW.is_verified, NEW.verification_pending, NEW.deleted_at)
  ) execute function private.keep_name();

create function private.my_picture() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select p.profile_image from public.profiles p where p.user_id = (select auth.uid())
  );
end;
$$;
comment on function private.my_picture is 'The path of the picture that the caller''s profile shows.';
grant execute on function private.my_picture to authenticated;

-- 15_invites.sql ======================================================
-- Nobody signs up without an invite. The code travels in the sign-up metadata; the rule
-- stands before the row of auth.users, so that no road leads around it.
-- Two kinds of code answer to one lookup: a member's own referral code, bounded by a quota,
-- and an invite issued by staff.

-- Invites --------------------------------------------------------------------------------
create table public.invites (
  id uuid primary key default gen_random_uuid(),
  code text not null,
  -- Null: issued by the house, before there was any staff.
  issuer_id uuid references public.profiles (id),
  max_uses int not null default 1,
  uses int not null default 0,
  expires_at timestamptz,
  email text,
  role text,
  created_at timestamptz not null default now(),
  constraint invites_code_key unique (code),
  constraint invites_code_shape check (code ~ '^[A-Z0-9][A-Z0-9-]{6,38}[A-Z0-9]$'),
  constraint invites_max_uses_positive check (max_uses > 0),
  constraint invites_max_uses_within_limit check (max_uses <= 1000000),
  constraint invites_uses_within_max check (uses between 0 and max_uses),
  constraint invites_email_lower_case check (email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  constraint invites_role_known check (role in ('kol', 'brand')),
  constraint invites_expire_after_creation check (expires_at > created_at),
  constraint invites_expire_within_ten_years check (expires_at <= created_at + interval '3653 days')
);
comment on table public.invites is 'Permissions to sign up that staff gave out: how often, until when, for whom.';
create index invites_issuer_id on public.invites (issuer_id);

alter table public.invites enable row level security;
create policy invites_select on public.invites for select to authenticated
  using (issuer_id = (select private.my_profile_id()) or (select private.is_staff()));
-- No insert: create_invite (90_staff) writes the audit row with it.
grant select on public.invites to authenticated, service_role;

-- Referrals ------------------------------------------------------------------------------
create table public.referrals (
  id uuid primary key default gen_random_uuid(),
  inviter_id uuid references public.profiles (id),
  invitee_id uuid not null references public.profiles (id),
  invite_id uuid references public.invites (id),
  status text not null default 'joined',
  reward_minor bigint,
  currency text references public.currencies (code),
  created_at timestamptz not null default now(),
  announced_at timestamptz,
  activated_at timestamptz,
  constraint referrals_invitee_id_key unique (invitee_id),
  constraint referrals_not_oneself check (inviter_id is distinct from invitee_id),
  constraint referrals_status_known check (status in ('joined', 'activated', 'ineligible')),
  constraint referrals_reward_not_negative check (reward_minor >= 0),
  constraint referrals_reward_has_currency check ((reward_minor is null) = (currency is null))
);
comment on table public.referrals is 'Who brought whom: the tree of invites, and what became of each.';
create index referrals_inviter_id on public.referrals (inviter_id);
create index referrals_invite_id on public.referrals (invite_id);
create index referrals_currency on public.referrals (currency);

alter table public.referrals enable row level security;
create policy referrals_select on public.referrals for select to authenticated
  using (inviter_id = (select private.my_profile_id()) or (select private.is_staff()));
grant select on public.referrals to authenticated, service_role;

-- Branches -------------------------------------------------------------------------------
-- Accounts that one person makes are all invited by that person, directly or through each other.
-- They form one branch: everybody who descends from the same member whom staff let in. Trust and
-- ratings (46_reputation) count the members of one branch for little.
create table private.branches (
  profile_id uuid primary key references public.profiles (id),
  -- The member at the root. It never changes: who invited whom is history.
  branch_id uuid not null references public.profiles (id)
);
comment on table private.branches is 'The branch of the tree of invites that each member belongs to.';
create index branches_branch_id on private.branches (branch_id);
alter table private.branches enable row level security;

create function private.keep_branch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An invite of staff begins a branch: staff answer for whom they let in.
  insert into private.branches (profile_id, branch_id)
  select NEW.invitee_id, coalesce((
    select b.branch_id from private.branches b
    join public.profiles p on p.id = b.profile_id and not p.is_staff
    where b.profile_id = NEW.inviter_id and NEW.invite_id is null
  ), NEW.invitee_id)
  on conflict on constraint branches_pkey do update set branch_id = excluded.branch_id;
  return null;
end;
$$;
comment on function private.keep_branch is 'Trigger: a newcomer belongs to the branch of the member who invited them.';
create trigger referrals_keep_branch after insert on public.referrals
  for each row execute function private.keep_branch();

-- Codes ----------------------------------------------------------------------------------
create function private.normal_code(code text) returns text
language sql immutable set search_path = '' as $$
  select upper(regexp_replace(left(code, 100), '[[:space:]]', '', 'g'))
$$;
comment on function private.normal_code is 'A code as it is stored, however a person typed it.';

-- 60 bits of a keyed hash: nobody who knows the user id can tell the code. Twelve letters of
-- an alphabet without 0, 1, I and O.
create function private.new_referral_code(user_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  c_alphabet constant text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  v_hash bytea;
  v_code text;
begin
  if user_id is null then
    return null;
  end if;
  for v_attempt in 0..9 loop
    v_hash := extensions.hmac(convert_to(user_id || ':' || v_attempt, 'UTF8'), private.secret('referral_code'), 'sha256');
    select string_agg(substr(c_alphabet, 1 + (get_byte(v_hash, i) & 31), 1), '' order by i)
      into v_code from generate_series(0, 11) as i;
    exit when not exists (
        select from public.profiles p
        where p.referral_code = v_code and p.user_id is distinct from new_referral_code.user_id
      )
      and not exists (select from public.invites i where i.code = v_code);
  end loop;
  return v_code;
end;
$$;
comment on function private.new_referral_code is 'The referral code of a user: derived, unique, not to be guessed.';

create function private.role_is_fixed(profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_traded(role_is_fixed.profile_id) or exists (
    select from public.referrals r join public.invites i on i.id = r.invite_id
    where r.invitee_id = role_is_fixed.profile_id and i.role is not null
  )
$$;
comment on function private.role_is_fixed is 'True after the first pack or order, and for who came by an invite for one role.';

-- Sign-up --------------------------------------------------------------------------------
create function private.invite_admits(invite public.invites, email text, role text) returns boolean
language sql stable set search_path = '' as $$
  select invite.uses < invite.max_uses
    and (invite.expires_at is null or invite.expires_at > now())
    and (invite.email is null or invite.email = lower(email))
    and (invite.role is null or coalesce(role, '') in ('', invite.role))
$$;
comment on function private.invite_admits is 'True while the invite has a place for that e-mail and role.';

create function private.referral_code_admits(inviter public.profiles) returns boolean
language sql stable set search_path = '' as $$
  select inviter.invites_left > 0 and inviter.suspended_at is null and inviter.deleted_at is null
$$;
comment on function private.referral_code_admits is 'True while the member may bring one more person.';

-- Looks without taking. The trigger below decides; this gives the reason in time.
create function private.sign_up_refusal(code text, email text, role text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_code text := private.normal_code(code);
begin
  if coalesce(v_code, '') = '' then
    return 'invite_required';
  end if;
  if coalesce(role, '') not in ('', 'kol', 'brand') then
    return 'role_unknown';
  end if;
  -- A banned address (16_bans) is refused as a wrong code is: nobody learns whose is banned.
  if private.address_is_banned(sign_up_refusal.email) then
    return 'invite_invalid';
  end if;
  if exists (
      select from public.invites i
      where i.code = v_code and private.invite_admits(i, sign_up_refusal.email, sign_up_refusal.role)
    ) or exists (
      select from public.profiles p where p.referral_code = v_code and private.referral_code_admits(p)
    )
  then
    return null;
  end if;
  return 'invite_invalid';
end;
$$;
comment on function private.sign_up_refusal is 'Why a sign-up would be refused; null when it would not.';

create function private.redeem_invite() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_code text := private.normal_code(NEW.raw_user_meta_data ->> 'invite_code');
  v_role text := NEW.raw_user_meta_data ->> 'role';
begin
  if coalesce(v_code, '') = '' then
    raise exception 'invite_required' using errcode = 'PT422';
  end if;
  if coalesce(v_role, '') not in ('', 'kol', 'brand') then
    raise exception 'role_unknown' using errcode = 'PT422';
  end if;
  if private.address_is_banned(NEW.email) then
    raise exception 'invite_invalid' using errcode = 'PT422';
  end if;
  -- Fifty at once: each waits for the row and reads it anew, so the last place goes to one.
  update public.invites i set uses = i.uses + 1
  where i.code = v_code and private.invite_admits(i, NEW.email, v_role);
  if found then
    return NEW;
  end if;
  update public.profiles p set invites_left = p.invites_left - 1
  where p.referral_code = v_code and private.referral_code_admits(p);
  if not found then
    raise exception 'invite_invalid' using errcode = 'PT422';
  end if;
  return NEW;
end;
$$;
comment on function private.redeem_invite is 'Trigger: takes one place of the invite, or there is no user.';
create trigger redeem_invite before insert on auth.users
  for each row execute function private.redeem_invite();

create function private.make_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_code text := private.normal_code(NEW.raw_user_meta_data ->> 'invite_code');
  v_profile_id uuid;
  v_invite public.invites;
  v_inviter_id uuid;
begin
  select * into v_invite from public.invites i where i.code = v_code;
  if v_invite.id is null then
    select p.id into v_inviter_id from public.profiles p where p.referral_code = v_code;
  end if;
  insert into public.profiles (user_id, role, invites_left)
  values (
    NEW.id,
    coalesce(nullif(NEW.raw_user_meta_data ->> 'role', ''), v_invite.role),
    private.setting('invite_quota')::int
  )
  returning id into v_profile_id;
  insert into public.referrals (inviter_id, invitee_id, invite_id)
  values (coalesce(v_invite.issuer_id, v_inviter_id), v_profile_id, v_invite.id);
  return null;
end;
$$;
comment on function private.make_profile is 'Trigger: one user, one profile, one row in the tree of invites.';
create trigger make_profile after insert on auth.users
  for each row execute function private.make_profile();

-- The auth server asks this before it makes a user, so that the person reads a reason. It
-- does not count: only the row of auth.users takes a place.
create function private.before_user_created(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_refusal text := private.sign_up_refusal(
    event #>> '{user,user_metadata,invite_code}',
    event #>> '{user,email}',
    event #>> '{user,user_metadata,role}'
  );
begin
  if v_refusal is null then
    perform private.note_sign_up((event #>> '{user,id}')::uuid, event #>> '{metadata,ip_address}');
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object('http_code', 422, 'message', v_refusal));
end;
$$;
comment on function private.before_user_created is 'Auth hook: refuses a sign-up with a token that the client can put into words.';
grant execute on function private.before_user_created to supabase_auth_admin;

-- Asking before filling the form -----------------------------------------------------------
create type public.invite_check as (valid boolean, inviter_name text, role text);

create function private.check_invite(code text) returns public.invite_check
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_code text := coalesce(private.normal_code(code), '');
  v_invite public.invites;
  v_inviter public.profiles;
begin
  -- The address is only as good as the proxy that wrote it. Where it is forged, the limits for one
  -- code and for everybody still stand: all guessing together is too slow to find 60 bits.
  perform private.rate_limit('check_invite', private.client_address(),
    private.setting('check_invite_limit')::int, interval '1 minute');
  perform private.rate_limit('check_invite_of_code', v_code,
    private.setting('check_invite_limit_of_code')::int, interval '1 hour');
  perform private.rate_limit('check_invite_of_all', '',
    private.setting('check_invite_limit_of_all')::int, interval '1 minute');
  -- Both doors are always tried, and a code that once was good costs what a wrong one costs.
  select * into v_invite from public.invites i where i.code = v_code;
  select * into v_inviter from public.profiles p
  where p.referral_code = v_code or p.id = v_invite.issuer_id;
  if private.invite_admits(v_invite, v_invite.email, v_invite.role)
    or (v_inviter.referral_code = v_code and private.referral_code_admits(v_inviter))
  then
    return (true, v_inviter.display_name, v_invite.role)::public.invite_check;
  end if;
  return (false, null, null)::public.invite_check;
end;
$$;
comment on function private.check_invite is 'Whether a code would open the door, and who gave it. Limited per address.';

create function public.check_invite(code text) returns public.invite_check
language sql volatile security invoker set search_path = '' as $$
  select private.check_invite(code)
$$;
comment on function public.check_invite is 'Tells a visitor who invited them: { valid, inviter_name, role }.';
grant execute on function private.check_invite, public.check_invite to anon, authenticated, service_role;

-- What became of an invite -------------------------------------------------------------------
-- Told once the newcomer has a name.
create function private.announce_invitee() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_inviter_id uuid;
begin
  update public.referrals r set announced_at = now()
  where r.invitee_id = NEW.id and r.announced_at is null
  returning r.inviter_id into v_inviter_id;
  if v_inviter_id is not null then
    perform private.notify(v_inviter_id, 'invite_accepted',
      jsonb_build_object('profile_id', NEW.id, 'profile_name', NEW.display_name));
  end if;
  return null;
end;
$$;
comment on function private.announce_invitee is 'Trigger: tells the inviter when the newcomer''s onboarding is complete.';
create trigger profiles_announce_invitee after update on public.profiles
  for each row when (OLD.onboarded_at is null and NEW.onboarded_at is not null)
  execute function private.announce_invitee();

create function private.activate_referral(invitee_id uuid, order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_referral public.referrals;
  v_rewarded boolean;
begin
  select * into v_referral from public.referrals r
  where r.invitee_id = activate_referral.invitee_id and r.status = 'joined'
  for update;
  if v_referral.id is null then
    return;
  end if;
  -- Staff bring people in as their work; who was suspended or left earns nothing.
  v_rewarded := exists (
    select from public.profiles p
    where p.id = v_referral.inviter_id and not p.is_staff
      and p.suspended_at is null and p.deleted_at is null
  );
  update public.referrals r
  set status = case when v_rewarded then 'activated' else 'ineligible' end, activated_at = now()
  where r.id = v_referral.id;
  if v_rewarded then
    perform private.post_referral_reward(v_referral.id, activate_referral.order_id);
  end if;
end;
$$;
comment on function private.activate_referral is 'At the first completed order of an invitee: the inviter''s reward, once.';

create function private.grant_completion_benefits(profile_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set completed_orders = p.completed_orders + 1
  where p.id = grant_completion_benefits.profile_id and p.deleted_at is null;
end;
$$;
comment on function private.grant_completion_benefits is
  'Counts a completed order. Invites and trust follow later, when our fee is earned (46_reputation).';

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('invite_quota', 5, 'count', 'Invites that a new member may give.', 0, 100, true),
  ('invite_quota_step', 3, 'count', 'Invites gained with each counterparty that newly counts for trust.', 0, 20, true),
  ('invite_quota_most', 20, 'count', 'Invites that a member may have at a time.', 0, 200, true),
  ('check_invite_limit', 30, 'count', 'Invite codes that one address may ask about in a minute.', 5, 300, false),
  ('check_invite_limit_of_code', 600, 'count', 'Times that one invite code may be asked about in an hour, from wherever.', 5, 6000, false),
  ('check_invite_limit_of_all', 1200, 'count', 'Invite codes that all addresses together may ask about in a minute.', 5, 12000, false)
on conflict (key) do nothing;

-- 16_bans.sql ======================================================
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

-- 18_blocks.sql ======================================================
-- Who wants to hear no more of whom.
--
-- A block stands between the two in both directions, wherever one of them could reach the other:
-- they write no messages, place no orders and send no applications, and do not find each other's
-- packs, open campaigns and places in search any more. It is never said: each refusal is the one
-- for a creator, pack or campaign that is not available. The exception is a conversation that
-- exists: both see there that no more messages pass.
--
-- Orders under way go on, because money hangs on them. What the work needs (brief, delivery,
-- revision, dispute) still passes; the reason of a cancellation does not (40_orders), and an
-- order that is not paid yet cannot be paid any more.
create table public.member_blocks (
  blocker_id uuid not null references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint member_blocks_not_oneself check (blocker_id <> blocked_id)
);
comment on table public.member_blocks is 'Who wants to hear no more of whom. Nobody learns by whom they are blocked.';
create index member_blocks_of_blocked on public.member_blocks (blocked_id);

alter table public.member_blocks enable row level security;
create policy member_blocks_select on public.member_blocks for select to authenticated
  using (blocker_id = (select private.my_profile_id()));
grant select on public.member_blocks to authenticated, service_role;

create function private.are_blocked(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.member_blocks b
    where (b.blocker_id, b.blocked_id) in ((one, other), (other, one))
  )
$$;
comment on function private.are_blocked is 'True when either of the two blocked the other.';

create function private.blocked_members(profile_id uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select b.blocked_id from public.member_blocks b where b.blocker_id = blocked_members.profile_id
  union all
  select b.blocker_id from public.member_blocks b where b.blocked_id = blocked_members.profile_id
$$;
comment on function private.blocked_members is 'Everybody who blocked a member or whom the member blocked.';

create function private.my_blocked_members() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select private.blocked_members(private.my_profile_id())
$$;
comment on function private.my_blocked_members is 'The same for the caller; for policies.';
grant execute on function private.my_blocked_members to authenticated;

create function private.block_member(profile_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
begin
  if v_me is null or v_me = profile_id
    or not exists (select from public.profiles p where p.id = block_member.profile_id)
  then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  insert into public.member_blocks (blocker_id, blocked_id) values (v_me, profile_id)
  on conflict do nothing;
end;
$$;
create function private.unblock_member(profile_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.member_blocks b
  where b.blocker_id = private.my_profile_id() and b.blocked_id = unblock_member.profile_id
$$;
create function public.block_member(profile_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.block_member(profile_id)
$$;
comment on function public.block_member is 'From now on neither of the two reaches the other.';
create function public.unblock_member(profile_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.unblock_member(profile_id)
$$;
comment on function public.unblock_member is 'Takes back one''s own block.';
grant execute on function private.block_member, private.unblock_member,
  public.block_member, public.unblock_member to authenticated;

-- 20_packs.sql ======================================================
-- Terms ----------------------------------------------------------------------------------
-- What a buyer of a pack or of an application agrees to, as one value with one hash.
create function private.terms(
  title text, description text, platform text, price_minor bigint, currency text, delivery_days int,
  revisions int, pack_id uuid
) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('title', title, 'description', description, 'platform', platform,
    'price_minor', price_minor, 'currency', currency, 'delivery_days', delivery_days,
    'revisions', revisions, 'pack_id', pack_id)
$$;
comment on function private.terms is 'Everything that is bought, named. An application may name a pack of its creator.';

create function private.terms_hash(terms jsonb) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(terms::text, 'UTF8')), 'hex')
$$;
comment on function private.terms_hash is 'The version of terms: the same for the same terms.';
grant execute on function private.terms, private.terms_hash to authenticated, service_role;

-- Packs ----------------------------------------------------------------------------------
-- A pack is a promise to do one piece of work at one price. Members see it once it is
-- published; what they bought is copied onto the order, so a later edit cannot reach it.
create table public.packs (
  id uuid primary key default gen_random_uuid(),
  kol_id uuid not null references public.profiles (id),
  title text not null,
  description text not null default '',
  platform text,
  price_minor bigint not null,
  currency text not null default 'USD' references public.currencies (code),
  delivery_days int not null,
  revisions int not null default 2,
  -- What a buyer states to have seen.
  terms_hash text not null generated always as (private.terms_hash(private.terms(
    title, description, platform, price_minor, currency, delivery_days, revisions, null))) stored,
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint packs_title_length check (length(title) between 3 and 120),
  constraint packs_title_printable check (title = btrim(title) and title !~ '[[:cntrl:]]'),
  constraint packs_title_visible check (private.shows_all_characters(title)),
  constraint packs_description_length check (length(description) <= 4000),
  constraint packs_platform_known check (platform = any (private.platforms())),
  constraint packs_price_positive check (price_minor > 0),
  constraint packs_price_within_limit check (price_minor <= 1000000000000000),
  constraint packs_delivery_days_in_range check (delivery_days between 1 and 90),
  constraint packs_revisions_in_range check (revisions between 0 and 10)
);
comment on table public.packs is 'Fixed-price services that creators offer.';
create index packs_kol_id on public.packs (kol_id, created_at);
create index packs_currency on public.packs (currency);

alter table public.packs enable row level security;
-- A pack is shown while its creator is: not before the approval, not while suspended, and not
-- where one of the two has blocked the other.
create policy packs_select on public.packs for select to authenticated
  using (
    kol_id = (select private.my_profile_id())
    or (is_published and exists (select from public.members m where m.id = kol_id)
      and kol_id <> all (array(select private.my_blocked_members())))
    or (select private.is_staff())
  );
create policy packs_insert on public.packs for insert to authenticated
  with check (
    kol_id = (select private.my_profile_id())
    and (select private.is_member())
  );
create policy packs_update on public.packs for update to authenticated
  using (kol_id = (select private.my_profile_id()) and (select private.is_member()))
  with check (kol_id = (select private.my_profile_id()));
-- No delete: an order may point here. Creators unpublish instead.
grant select on public.packs to authenticated, service_role;
grant insert (id, kol_id, title, description, platform, price_minor, currency, delivery_days,
  revisions, is_published) on public.packs to authenticated;
grant update (title, description, platform, price_minor, currency, delivery_days, revisions,
  is_published) on public.packs to authenticated;

create constraint trigger packs_price_in_bounds after insert or update of price_minor, currency on public.packs
  for each row execute function private.check_price('price_minor');

create trigger packs_touch before update on public.packs
  for each row execute function private.touch_updated_at();

-- The lock makes a change of role and the first pack wait for each other.
create function private.check_pack_seller() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_role text;
begin
  select p.role into v_role from public.profiles p where p.id = NEW.kol_id for share;
  if v_role is distinct from 'kol' then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  return NEW;
end;
$$;
comment on function private.check_pack_seller is 'Trigger: only creators offer packs.';
create trigger packs_check_seller before insert on public.packs
  for each row execute function private.check_pack_seller();

-- 30_ledger.sql ======================================================
-- Where every unit of money is, and how it came there. Three tables: an account holds a
-- balance, a transfer is one thing that happened, an entry is what it did to one account.
-- Nothing is ever changed or removed; a mistake is put right by another transfer.
--
-- What the tables themselves hold true, against their owner too:
-- - in each currency the entries of a transfer sum to zero (looked at when the transaction commits)
-- - a transfer is complete when its transaction ends: nothing is added to it later
-- - a balance is the sum of its entries, because only an entry changes it (ledger_faults, in the
--   chapter of chargebacks, proves it)
-- - no balance but `cash` and `loss` can be negative
--
-- The sign tells the direction: money leaves a negative line and enters a positive one. `cash`
-- is the world outside: what it has given us is its negative balance.

-- Accounts -------------------------------------------------------------------------------
create table private.accounts (
  id bigint primary key generated always as identity,
  -- Null: the platform's own.
  owner_id uuid references public.profiles (id),
  -- Each order has an escrow of its own, so that no order can be paid with the money of another.
  order_id uuid,
  kind text not null,
  currency text not null references public.currencies (code),
  -- The platform's accounts take part in every payment and every completion. Each is split
  -- into rows, so that the whole market does not queue for one.
  shard smallint not null default 0,
  balance_minor bigint not null default 0,
  constraint accounts_key unique nulls not distinct (owner_id, kind, currency, order_id, shard),
  constraint accounts_balance_not_negative check (balance_minor >= 0 or kind in ('cash', 'loss'))
) with (fillfactor = 50); -- room for the next balance beside the last: no index is touched
comment on table private.accounts is 'Places where money can be. Balances follow from entries.';
comment on column private.accounts.kind is
  'wallet: a brand''s own money; escrow: of one order; pending: earned, on hold; available: to be paid out; '
  'in_transit: on its way out; cash: the world outside; fees_held: of orders not cleared; revenue; '
  'suspense: fits no order; loss: what we bear.';
create index accounts_currency on private.accounts (currency, kind);

-- A trigger and not check constraints: what an account is never changes, but Postgres would read
-- every check again with every balance, at the price of a third of a transfer.
create function private.check_account() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (case
    when NEW.kind = 'escrow' then NEW.owner_id is not null and NEW.order_id is not null and NEW.shard = 0
    when NEW.kind in ('wallet', 'pending', 'available', 'in_transit')
      then NEW.owner_id is not null and NEW.order_id is null and NEW.shard = 0
    when NEW.kind in ('cash', 'fees_held', 'revenue', 'suspense', 'loss')
      then NEW.owner_id is null and NEW.order_id is null and NEW.shard between 0 and 15
  end) is not true or NEW.balance_minor <> 0 then
    raise exception 'account_malformed' using errcode = 'PT422';
  end if;
  return NEW;
end;
$$;
comment on function private.check_account is 'Trigger: members'' and platform''s accounts are of their own kinds, an escrow is of an order, and all begin empty.';
create trigger accounts_check before insert on private.accounts
  for each row execute function private.check_account();

-- Transfers ------------------------------------------------------------------------------
create type private.transfer_event as enum (
  'payment', 'escrow', 'refund', 'completion', 'settlement', 'clearing', 'referral_reward',
  'payout_requested', 'payout_sent', 'payout_failed', 'chargeback', 'suspense', 'suspense_resolved',
  'chargeback_won', 'loss_recovered'
);
create table private.transfers (
  id bigint primary key generated always as identity,
  event private.transfer_event not null,
  order_id uuid,
  -- The payment, payout, refund or referral that caused it.
  reference uuid,
  created_at timestamptz not null default now(),
  made_in xid8 not null default pg_current_xact_id()
);
comment on table private.transfers is 'Things that happened to money. Append-only.';
comment on column private.transfers.made_in is 'The transaction that made it, the only one that may write its entries.';
-- The last line of defence behind the order machine: no event pays out of an order twice.
create unique index transfers_once_per_order on private.transfers (order_id, event, reference)
  nulls not distinct where order_id is not null;

-- Entries --------------------------------------------------------------------------------
-- No foreign keys: apply_entry finds the account and the transfer of each entry in the same
-- step in which it changes the balance, and neither can be removed afterwards.
create table private.entries (
  transfer_id bigint not null,
  account_id bigint not null,
  amount_minor bigint not null,
  -- The account's, filled in with the balance.
  currency text not null,
  primary key (transfer_id, account_id),
  constraint entries_amount_not_zero check (amount_minor <> 0)
);
comment on table private.entries is 'What a transfer did to each account. Append-only.';
create index entries_account_id on private.entries (account_id, transfer_id);

create function private.apply_entry() returns trigger
language plpgsql set search_path = '' as $$
begin
  update private.accounts a set balance_minor = a.balance_minor + NEW.amount_minor
  from private.transfers t
  where a.id = NEW.account_id and t.id = NEW.transfer_id and t.made_in = pg_current_xact_id()
  returning a.currency into NEW.currency;
  if not found then
    raise exception 'transfer_closed' using errcode = 'PT403';
  end if;
  return NEW;
end;
$$;
comment on function private.apply_entry is 'Trigger: an entry and the balance it changes are one act, within the transaction of its transfer.';
create trigger entries_apply before insert on private.entries
  for each row execute function private.apply_entry();

-- Definer: at commit the caller may be a member, who sees only their own half of a transfer.
create function private.check_zero_sum() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The usual transfer is of one currency; only another one is worth the grouping.
  if (
    select sum(e.amount_minor) <> 0 or min(e.currency) <> max(e.currency)
    from private.entries e where e.transfer_id = NEW.id
  ) and exists (
    select from private.entries e where e.transfer_id = NEW.id
    group by e.currency having sum(e.amount_minor) <> 0
  ) then
    raise exception 'transfer_not_balanced' using errcode = 'PT409',
      detail = format('transfer %s', NEW.id);
  end if;
  return null;
end;
$$;
comment on function private.check_zero_sum is 'Trigger at commit: in each currency a transfer takes as much as it gives.';
create constraint trigger transfers_sum_to_zero after insert on private.transfers
  deferrable initially deferred for each row execute function private.check_zero_sum();

-- What cannot be done --------------------------------------------------------------------
create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'append_only' using errcode = 'PT403',
    detail = format('%s of %I.%I', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME);
end;
$$;
comment on function private.refuse_change is 'Trigger: history is added to, never changed. It has no exception, not even for the owner.';

create trigger transfers_append_only before update or delete on private.transfers
  for each row execute function private.refuse_change();
create trigger transfers_not_truncated before truncate on private.transfers
  for each statement execute function private.refuse_change();
create trigger entries_append_only before update or delete on private.entries
  for each row execute function private.refuse_change();
create trigger entries_not_truncated before truncate on private.entries
  for each statement execute function private.refuse_change();
create trigger accounts_not_deleted before delete on private.accounts
  for each row execute function private.refuse_change();
create trigger accounts_not_truncated before truncate on private.accounts
  for each statement execute function private.refuse_change();

create function private.refuse_by_hand() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'balance_only_by_entry' using errcode = 'PT403',
    detail = format('%s of %I.%I', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME);
end;
$$;
comment on function private.refuse_by_hand is 'Trigger: what an account holds follows from its entries.';
-- Depth 0 is a statement of a person or a function; apply_entry writes from one below. Once a
-- statement and not once a row, so that it costs a transfer next to nothing.
create trigger accounts_only_by_entry before update on private.accounts
  for each statement when (pg_trigger_depth() = 0) execute function private.refuse_by_hand();

-- Opening accounts -----------------------------------------------------------------------
create function private.member_account(owner_id uuid, kind text, currency text, order_id uuid default null)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  v_id bigint;
begin
  for v_attempt in 1..2 loop
    if member_account.order_id is null then
      select a.id into v_id from private.accounts a
      where a.owner_id = member_account.owner_id and a.kind = member_account.kind
        and a.currency = member_account.currency and a.order_id is null;
    else
      select a.id into v_id from private.accounts a
      where a.owner_id = member_account.owner_id and a.kind = member_account.kind
        and a.currency = member_account.currency and a.order_id = member_account.order_id;
    end if;
    exit when v_id is not null;
    insert into private.accounts (owner_id, kind, currency, order_id)
    values (member_account.owner_id, member_account.kind, member_account.currency, member_account.order_id)
    on conflict do nothing;
  end loop;
  return v_id;
end;
$$;
comment on function private.member_account is 'A member''s account of that kind and currency, opened when it is first asked for.';

-- The number of shards is part of where the money already is: it may grow for new kinds, but a
-- key must always lead to the same shard, because held fees leave from where they came in.
create function private.platform_account(kind text, currency text, key uuid)
returns bigint language plpgsql stable security definer set search_path = '' as $$
declare
  v_shard constant smallint := get_byte(uuid_send(key), 15) & 15;
begin
  return (
    select a.id from private.accounts a
    where a.owner_id is null and a.kind = platform_account.kind
      and a.currency = platform_account.currency and a.order_id is null and a.shard = v_shard);
end;
$$;
comment on function private.platform_account is 'The row of a platform account that serves this order, payment or payout.';

-- Opened with the currency, so that they come first in the order of locks and are always there.
create function private.open_platform_accounts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.accounts (kind, currency, shard)
  select kind, NEW.code, shard
  from unnest(array['cash', 'fees_held', 'revenue', 'suspense', 'loss']) as kind
  cross join generate_series(0, 15) as shard
  on conflict do nothing;
  return null;
end;
$$;
comment on function private.open_platform_accounts is 'Trigger: a new currency can be held at once.';
create trigger currencies_open_accounts after insert on public.currencies
  for each row execute function private.open_platform_accounts();

-- Moving money ---------------------------------------------------------------------------
-- Locks are taken in one order, so that two transactions never wait for each other: the
-- reference of a payment, its row, the spending of a brand (lock_spending), orders by id, payouts
-- by id, accounts by id, profiles by id. Whoever makes more than one transfer in a transaction
-- locks all its accounts first, here.
create function private.lock_accounts(ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.accounts a where a.id = any (ids) order by a.id for no key update;
end;
$$;
comment on function private.lock_accounts is 'Takes the locks of several accounts in the one order that everybody keeps.';

create function private.post_transfer(
  event private.transfer_event, account_ids bigint[], amounts bigint[], order_id uuid default null, reference uuid default null
) returns bigint
language plpgsql set search_path = '' as $$
declare
  v_transfer_id bigint;
begin
  insert into private.transfers (event, order_id, reference)
  values (post_transfer.event, post_transfer.order_id, post_transfer.reference)
  returning id into v_transfer_id;
  insert into private.entries (transfer_id, account_id, amount_minor)
  select v_transfer_id, l.account_id, l.amount
  from unnest(account_ids, amounts) as l (account_id, amount)
  where l.amount <> 0
  order by l.account_id;
  return v_transfer_id;
end;
$$;
comment on function private.post_transfer is
  'Writes a transfer with its entries, which move the balances. Lines of zero are left out.';

-- Where wallet money came from -----------------------------------------------------------
-- A wallet is one balance, but a payment that is taken back must be found in it again: a lot is
-- what the wallet holds of one payment. The lots of a wallet add up to its balance
-- (ledger_faults proves it). They are written by whoever has locked the wallet's account.
create table private.wallet_lots (
  id bigint primary key generated always as identity,
  account_id bigint not null references private.accounts (id),
  -- Null: money without a payment, such as a referral reward.
  payment_id uuid,
  amount_minor bigint not null,
  constraint wallet_lots_key unique nulls not distinct (account_id, payment_id),
  constraint wallet_lots_amount_not_negative check (amount_minor >= 0)
);
comment on table private.wallet_lots is 'What each wallet holds of each payment.';
create index wallet_lots_payment_id on private.wallet_lots (payment_id);

create function private.add_to_lot(wallet_id bigint, payment_id uuid, amount_minor bigint) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.wallet_lots as l (account_id, payment_id, amount_minor)
  select wallet_id, add_to_lot.payment_id, add_to_lot.amount_minor where add_to_lot.amount_minor > 0
  on conflict on constraint wallet_lots_key do update set amount_minor = l.amount_minor + excluded.amount_minor
$$;
comment on function private.add_to_lot is 'Notes which payment the money belongs to that has just come into a wallet.';

create function private.take_lots(wallet_id bigint, wanted_minor bigint, first_payment_id uuid default null)
returns table (payment_id uuid, amount_minor bigint)
language plpgsql volatile security definer set search_path = '' as $$
begin
  if wanted_minor > (
    select coalesce(sum(l.amount_minor), 0) from private.wallet_lots l where l.account_id = wallet_id
  ) then
    raise exception 'insufficient_funds' using errcode = 'PT409';
  end if;
  return query
  update private.wallet_lots l set amount_minor = l.amount_minor - t.taken
  from (
    select r.id, least(r.amount_minor, wanted_minor - r.before)::bigint as taken
    from (
      select w.id, w.amount_minor, sum(w.amount_minor) over (
        order by (w.payment_id = first_payment_id) is true desc, w.id) - w.amount_minor as before
      from private.wallet_lots w
      where w.account_id = wallet_id and w.amount_minor > 0
    ) as r
    where r.before < wanted_minor
  ) as t
  where l.id = t.id
  returning l.payment_id, t.taken;
end;
$$;
comment on function private.take_lots is
  'Takes that much out of the lots of a wallet, of one payment first where it is named, then the oldest; returns what was taken of which.';

-- Spending from a wallet and taking a payment back go one after the other: what a chargeback
-- finds in the wallet must not move into an order or a refund that it has not locked.
create function private.lock_spending(profile_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('spending of ' || profile_id, 0))
$$;
comment on function private.lock_spending is 'Makes a brand''s payments out of the wallet, its refunds and its chargebacks wait for each other.';

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
comment on function private.money_text is 'An amount as a notification says it, such as 90.00 USD.';

create function private.in_minor_units(amount numeric, currency text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return amount * private.minor_units_in_one(currency);
end;
$$;
comment on function private.in_minor_units is 'A setting that is said in whole units, such as 100 dollars, in minor units.';

-- What members may read ------------------------------------------------------------------
alter table private.accounts enable row level security;
alter table private.transfers enable row level security;
alter table private.entries enable row level security;
create policy accounts_select on private.accounts for select to authenticated
  using (owner_id = (select private.my_profile_id()));
create policy entries_select on private.entries for select to authenticated
  using (exists (
    select from private.accounts a
    where a.id = account_id and a.owner_id = (select private.my_profile_id())
  ));
create policy transfers_select on private.transfers for select to authenticated
  using (exists (select from private.entries e where e.transfer_id = id));
grant select on private.accounts, private.transfers, private.entries to authenticated, service_role;

alter table private.wallet_lots enable row level security;
create policy wallet_lots_select on private.wallet_lots for select to authenticated
  using (exists (
    select from private.accounts a
    where a.id = account_id and a.owner_id = (select private.my_profile_id())
  ));
grant select on private.wallet_lots to authenticated, service_role;

create view public.balances with (security_invoker = true) as
select a.currency, a.kind, sum(a.balance_minor)::bigint as amount_minor
from private.accounts a
where a.owner_id = (select private.my_profile_id())
group by a.currency, a.kind;
comment on view public.balances is 'What the signed-in member has, by currency and place.';
grant select on public.balances to authenticated;

create view public.ledger_lines with (security_invoker = true) as
select e.transfer_id, t.created_at, t.event::text as event, t.order_id, e.currency, a.kind, e.amount_minor
from private.accounts a
join private.entries e on e.account_id = a.id
join private.transfers t on t.id = e.transfer_id
where a.owner_id = (select private.my_profile_id());
comment on view public.ledger_lines is 'Everything that happened to the signed-in member''s money, line by line.';
grant select on public.ledger_lines to authenticated;

-- The proof that anybody may ask for. What we hold is what came in and did not go out; what we
-- owe is what stands on every other account, our own earnings and losses included.
create function private.solvency() returns table (currency text, held_minor bigint, owed_minor bigint)
language sql stable security definer set search_path = '' as $$
  select a.currency,
    -sum(a.balance_minor) filter (where a.kind = 'cash')::bigint,
    sum(a.balance_minor) filter (where a.kind <> 'cash')::bigint
  from private.accounts a
  group by a.currency
$$;
comment on function private.solvency is 'Per currency, what is held and what is owed, summed from the accounts.';
grant execute on function private.solvency to anon, authenticated, service_role;

create view public.solvency with (security_invoker = true) as
select s.currency, s.held_minor, s.owed_minor from private.solvency() as s;
comment on view public.solvency is 'Public proof that what is held equals what is owed.';
grant select on public.solvency to anon, authenticated, service_role;

-- Currencies -----------------------------------------------------------------------------
-- The rows stand here because a new currency opens the platform's accounts, above.
insert into public.currencies (code, name, decimals, min_price_minor, max_price_minor) values
  ('USD', 'US dollar', 2, 500, 100000000),
  ('USDC', 'USD Coin', 6, 5000000, 1000000000000)
on conflict (code) do nothing;

-- 32_payouts.sql ======================================================
-- How earned money becomes money in hand. What a creator earns waits on hold (`pending`) for
-- as long as we have reason to wait, then it is `available`, and a payout takes it out. A
-- brand's refund to its payment provider leaves by the same door, out of its wallet.

-- Holds ----------------------------------------------------------------------------------
create table private.holds (
  order_id uuid not null,
  profile_id uuid not null references public.profiles (id),
  currency text not null references public.currencies (code),
  -- The member's part, on `pending`, and ours of the same order, on `fees_held`.
  amount_minor bigint not null,
  fees_minor bigint not null,
  due_at timestamptz not null,
  cleared_at timestamptz,
  primary key (order_id, profile_id),
  constraint holds_amounts_not_negative check (amount_minor >= 0 and fees_minor >= 0)
);
comment on table private.holds is 'Money earned and not cleared yet, and until when it waits.';
create index holds_due on private.holds (due_at) where cleared_at is null;
create index holds_profile_id on private.holds (profile_id);
create index holds_currency on private.holds (currency);

alter table private.holds enable row level security;
create policy holds_select on private.holds for select to authenticated
  using (profile_id = (select private.my_profile_id()));
grant select on private.holds to authenticated, service_role;

create view public.holds with (security_invoker = true) as
select h.order_id, h.currency, h.amount_minor, h.due_at as clears_at
from private.holds h
where h.profile_id = (select private.my_profile_id()) and h.cleared_at is null and h.amount_minor > 0;
comment on view public.holds is 'What the signed-in member has earned that is not available yet, and when it will be.';
grant select on public.holds to authenticated;

create function private.create_hold(
  order_id uuid, profile_id uuid, currency text, amount_minor bigint, fees_minor bigint, at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_trust_level text := (select p.trust_level from public.profiles p where p.id = create_hold.profile_id);
begin
  insert into private.holds as h (order_id, profile_id, currency, amount_minor, fees_minor, due_at)
  values (create_hold.order_id, create_hold.profile_id, create_hold.currency, create_hold.amount_minor, create_hold.fees_minor,
    at + make_interval(days => private.setting('hold_' || v_trust_level)::int))
  -- Somebody who sells to a member they invited earns twice on one order.
  on conflict on constraint holds_pkey do update set amount_minor = h.amount_minor + excluded.amount_minor;
end;
$$;
comment on function private.create_hold is
  'Notes what was posted to pending and to fees held, and when it clears: the better we know the member, the sooner.';

create function private.hold_accounts(h private.holds) returns bigint[]
language sql volatile security definer set search_path = '' as $$
  select array[
    private.member_account(h.profile_id, 'pending', h.currency),
    private.member_account(h.profile_id, 'available', h.currency),
    private.platform_account('fees_held', h.currency, h.order_id),
    private.platform_account('revenue', h.currency, h.order_id)
  ]
$$;
comment on function private.hold_accounts is 'Pending, available, fees held and revenue of a hold.';

create function private.clear_hold(order_id uuid, profile_id uuid, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_hold private.holds;
begin
  update private.holds h set cleared_at = at
  where h.order_id = clear_hold.order_id and h.profile_id = clear_hold.profile_id
    and h.cleared_at is null and h.due_at <= at
  returning * into v_hold;
  if not found then
    return;
  end if;
  perform private.post_transfer('clearing',
    private.hold_accounts(v_hold),
    array[-v_hold.amount_minor, v_hold.amount_minor, -v_hold.fees_minor, v_hold.fees_minor],
    v_hold.order_id, v_hold.profile_id);
end;
$$;
comment on function private.clear_hold is 'Ends one hold: pending becomes available, fees held become revenue.';

-- Payouts --------------------------------------------------------------------------------
create table public.payouts (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references public.profiles (id),
  amount_minor bigint not null,
  currency text not null references public.currencies (code),
  destination text not null,
  -- `available` pays a creator; `wallet` gives a brand back what it paid in.
  source text not null default 'available',
  payment_id uuid,
  status text not null default 'requested',
  provider_ref text,
  failure_reason text,
  idempotency_key uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payouts_idempotency_key_key unique (profile_id, idempotency_key),
  constraint payouts_provider_ref_key unique (provider_ref),
  -- As long as those of payments, and short enough for the index.
  constraint payouts_provider_ref_length check (length(provider_ref) between 1 and 200),
  constraint payouts_amount_positive check (amount_minor > 0),
  constraint payouts_amount_within_limit check (amount_minor <= 1000000000000000),
  constraint payouts_destination_length check (length(destination) between 3 and 300),
  constraint payouts_destination_printable
    check (destination = btrim(destination) and destination !~ '[[:cntrl:]]'),
  constraint payouts_source_known check (source in ('available', 'wallet')),
  constraint payouts_refund_has_payment check ((source = 'wallet') = (payment_id is not null)),
  constraint payouts_status_known check (status in ('requested', 'sent', 'failed')),
  constraint payouts_sent_has_reference check ((status = 'sent') = (provider_ref is not null))
);
comment on table public.payouts is 'Money leaving to members: requested, then sent or failed, and nothing after that.';
create index payouts_profile_id on public.payouts (profile_id, created_at);
create index payouts_payment_id on public.payouts (payment_id);
create index payouts_currency on public.payouts (currency);
create index payouts_open on public.payouts (created_at) where status = 'requested';

alter table public.payouts enable row level security;
create policy payouts_select on public.payouts for select to authenticated
  using (profile_id = (select private.my_profile_id()) or (select private.is_staff()));
-- No insert, no update: money moves with every change, so functions make them.
grant select on public.payouts to authenticated, service_role;

create trigger payouts_final before update on public.payouts
  for each row when (
    OLD.status <> 'requested'
    or (OLD.id, OLD.profile_id, OLD.amount_minor, OLD.currency, OLD.destination, OLD.source,
      OLD.payment_id, OLD.idempotency_key, OLD.created_at)
    is distinct from (NEW.id, NEW.profile_id, NEW.amount_minor, NEW.currency, NEW.destination,
      NEW.source, NEW.payment_id, NEW.idempotency_key, NEW.created_at)
  ) execute function private.refuse_change();
create trigger payouts_not_deleted before delete on public.payouts
  for each row execute function private.refuse_change();
create trigger payouts_touch before update on public.payouts
  for each row execute function private.touch_updated_at();

-- The money leaves for `in_transit` in the same breath as the row appears.
create function private.open_payout(request public.payouts) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_payout public.payouts;
  v_from bigint;
  v_to bigint;
begin
  if not exists (select from public.currencies c where c.code = request.currency) then
    raise exception 'currency_unknown' using errcode = 'PT422';
  end if;
  if request.idempotency_key is null then
    raise exception 'idempotency_key_required' using errcode = 'PT422';
  end if;
  insert into public.payouts (profile_id, amount_minor, currency, destination, source, payment_id, idempotency_key)
  values (request.profile_id, request.amount_minor, request.currency, request.destination,
    request.source, request.payment_id, request.idempotency_key)
  on conflict on constraint payouts_idempotency_key_key do nothing
  returning * into v_payout;
  if v_payout.id is null then
    select * into v_payout from public.payouts p
    where p.profile_id = request.profile_id and p.idempotency_key = request.idempotency_key;
    if (v_payout.amount_minor, v_payout.currency, v_payout.destination, v_payout.source)
      is distinct from (request.amount_minor, request.currency, request.destination, request.source) then
      raise exception 'idempotency_key_reused' using errcode = 'PT409';
    end if;
    return v_payout;
  end if;

  v_from := private.member_account(request.profile_id, request.source, request.currency);
  v_to := private.member_account(request.profile_id, 'in_transit', request.currency);
  perform private.lock_accounts(array[v_from, v_to]);
  if (select a.balance_minor from private.accounts a where a.id = v_from) < request.amount_minor then
    raise exception 'insufficient_funds' using errcode = 'PT409';
  end if;
  if request.source = 'wallet' then
    -- A provider gives back the money of its own payment and of no other.
    update private.wallet_lots l set amount_minor = l.amount_minor - request.amount_minor
    where l.account_id = v_from and l.payment_id = request.payment_id
      and l.amount_minor >= request.amount_minor;
    if not found then
      raise exception 'insufficient_funds' using errcode = 'PT409';
    end if;
  end if;
  perform private.post_transfer('payout_requested', array[v_from, v_to],
    array[-request.amount_minor, request.amount_minor], null, v_payout.id);
  return v_payout;
end;
$$;
comment on function private.open_payout is 'Makes a payout and takes its money out of the balance; the same key answers with the first one.';

create function private.request_payout(
  amount_minor bigint, currency text, destination text, idempotency_key uuid
) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_transact();
  v_request public.payouts;
begin
  if private.my_role() is distinct from 'kol' then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_not_frozen(v_me);
  -- Unlike a refund, which goes back to the card that paid, this goes wherever the caller says.
  perform private.require_second_factor();
  v_request.profile_id := v_me;
  v_request.amount_minor := amount_minor;
  v_request.currency := currency;
  v_request.destination := destination;
  v_request.source := 'available';
  v_request.idempotency_key := idempotency_key;
  return private.open_payout(v_request);
end;
$$;
comment on function private.request_payout is 'A creator takes available money out.';

create function private.lock_payout(payout_id uuid) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_payout public.payouts;
begin
  select * into v_payout from public.payouts p where p.id = payout_id for no key update;
  if v_payout.id is null then
    raise exception 'payout_unknown' using errcode = 'PT404';
  end if;
  return v_payout;
end;
$$;
comment on function private.lock_payout is 'One payout, locked until the transaction ends.';

create function private.mark_payout_sent(o public.payouts, provider_ref text) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_payout public.payouts;
begin
  update public.payouts p set status = 'sent', provider_ref = mark_payout_sent.provider_ref
  where p.id = o.id
  returning * into v_payout;
  perform private.post_transfer('payout_sent',
    array[
      private.member_account(v_payout.profile_id, 'in_transit', v_payout.currency),
      private.platform_account('cash', v_payout.currency, v_payout.id)
    ],
    array[-v_payout.amount_minor, v_payout.amount_minor], null, v_payout.id);
  perform private.notify(v_payout.profile_id, 'payout_sent',
    jsonb_build_object('payout_id', v_payout.id, 'amount_minor', v_payout.amount_minor,
      'currency', v_payout.currency, 'destination', v_payout.destination));
  return v_payout;
end;
$$;
comment on function private.mark_payout_sent is 'An open payout, locked by the caller, has left: in transit to cash.';

create function private.settle_payout(payout_id uuid, provider_ref text) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_payout public.payouts := private.lock_payout(payout_id);
begin
  if v_payout.status = 'sent' and v_payout.provider_ref = settle_payout.provider_ref then
    return v_payout;
  end if;
  if v_payout.status is distinct from 'requested' then
    raise exception 'payout_not_open' using errcode = 'PT409';
  end if;
  perform private.require_not_frozen(v_payout.profile_id);
  return private.mark_payout_sent(v_payout, settle_payout.provider_ref);
end;
$$;
comment on function private.settle_payout is 'The provider sent the money. Refused while the member is frozen: then it must not be sent.';

create function private.mark_payout_failed(o public.payouts, reason text) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_payout public.payouts;
  v_to bigint := private.member_account(o.profile_id, o.source, o.currency);
begin
  update public.payouts p set status = 'failed', failure_reason = left(reason, 500)
  where p.id = o.id
  returning * into v_payout;
  perform private.post_transfer('payout_failed',
    array[private.member_account(v_payout.profile_id, 'in_transit', v_payout.currency), v_to],
    array[-v_payout.amount_minor, v_payout.amount_minor], null, v_payout.id);
  if v_payout.source = 'wallet' then
    perform private.add_to_lot(v_to, v_payout.payment_id, v_payout.amount_minor);
  end if;
  return v_payout;
end;
$$;
comment on function private.mark_payout_failed is 'An open payout, locked by the caller, ends: the money goes back where it came from.';

create function private.fail_payout(payout_id uuid, reason text) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_payout public.payouts := private.lock_payout(payout_id);
begin
  if v_payout.status = 'failed' then
    return v_payout;
  end if;
  if v_payout.status is distinct from 'requested' then
    raise exception 'payout_not_open' using errcode = 'PT409';
  end if;
  v_payout := private.mark_payout_failed(v_payout, reason);
  perform private.notify(v_payout.profile_id, 'payout_failed',
    jsonb_build_object('payout_id', v_payout.id, 'amount_minor', v_payout.amount_minor,
      'currency', v_payout.currency));
  return v_payout;
end;
$$;
comment on function private.fail_payout is 'The provider could not send the money: it goes back where it came from.';

create function public.request_payout(
  amount_minor bigint, currency text, destination text, idempotency_key uuid
) returns public.payouts
language sql volatile security invoker set search_path = '' as $$
  select * from private.request_payout(amount_minor, currency, destination, idempotency_key)
$$;
create function public.settle_payout(payout_id uuid, provider_ref text) returns public.payouts
language sql volatile security invoker set search_path = '' as $$
  select * from private.settle_payout(payout_id, provider_ref)
$$;
create function public.fail_payout(payout_id uuid, reason text) returns public.payouts
language sql volatile security invoker set search_path = '' as $$
  select * from private.fail_payout(payout_id, reason)
$$;
grant execute on function private.request_payout, public.request_payout to authenticated;
grant execute on function private.settle_payout, public.settle_payout, private.fail_payout,
  public.fail_payout to service_role;

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('hold_new', 14, 'days', 'How long the earnings of a new member are on hold.', 1, 90, true),
  ('hold_normal', 7, 'days', 'How long the earnings of a normal member are on hold.', 1, 90, true),
  ('hold_trusted', 3, 'days', 'How long the earnings of a trusted member are on hold.', 1, 90, true)
on conflict (key) do nothing;

-- 35_terms.sql ======================================================
-- Terms seen are terms bought. A pack or an application can change while a buyer looks at it, so
-- whoever buys states the version that they saw, by its hash; another one is refused, and the
-- refusal shows both. This chapter remembers every version that was on offer.
create table private.terms_versions (
  id bigint primary key generated always as identity,
  -- A pack or an application of a campaign.
  subject_id uuid not null,
  terms_hash text not null,
  terms jsonb not null,
  created_at timestamptz not null default now()
);
comment on table private.terms_versions is 'What packs and applications offered, and since when: one row for each change.';
create index terms_versions_subject_id on private.terms_versions (subject_id, id desc);
alter table private.terms_versions enable row level security;
create trigger terms_versions_append_only before update or delete on private.terms_versions
  for each row execute function private.refuse_change();
create trigger terms_versions_not_truncated before truncate on private.terms_versions
  for each statement execute function private.refuse_change();

-- Called under the lock of the subject's row.
create function private.keep_terms(subject_id uuid, terms jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_hash text := private.terms_hash(terms);
begin
  if v_hash is distinct from (
    select v.terms_hash from private.terms_versions v
    where v.subject_id = keep_terms.subject_id order by v.id desc limit 1
  ) then
    insert into private.terms_versions (subject_id, terms_hash, terms)
    values (keep_terms.subject_id, v_hash, keep_terms.terms);
  end if;
end;
$$;
comment on function private.keep_terms is 'Remembers what is on offer from now on, where that is new.';

create function private.keep_pack_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.keep_terms(NEW.id, private.terms(NEW.title, NEW.description, NEW.platform,
    NEW.price_minor, NEW.currency, NEW.delivery_days, NEW.revisions, null));
  return null;
end;
$$;
comment on function private.keep_pack_terms is 'Trigger: remembers the terms of a published pack. A draft offers nothing yet.';
create trigger packs_keep_terms after insert or update on public.packs
  for each row when (NEW.is_published)
  execute function private.keep_pack_terms();

create function private.terms_version(subject_id uuid, terms_hash text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select v.terms || jsonb_build_object('terms_hash', v.terms_hash)
  from private.terms_versions v
  where v.subject_id = terms_version.subject_id and v.terms_hash = terms_version.terms_hash
$$;
comment on function private.terms_version is
  'What a stated hash meant, however often it was offered; null when the subject never offered that.';

-- Who states nothing is bound to what stood at `settled_at`, or to what was offered first if that
-- was later; any change since is refused.
create function private.require_terms(subject_id uuid, present text, stated text, settled_at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_settled bigint;
  v_seen text := stated;
begin
  if stated is null then
    select coalesce(max(v.id) filter (where v.created_at <= settled_at), min(v.id)) into v_settled
    from private.terms_versions v where v.subject_id = require_terms.subject_id;
    select v.terms_hash into v_seen from private.terms_versions v where v.id = v_settled;
  end if;
  if stated = present
    or stated is null and not exists (
      select from private.terms_versions v where v.subject_id = require_terms.subject_id and v.id > v_settled)
  then
    return;
  end if;
  raise exception 'terms_changed' using errcode = 'PT409', detail = jsonb_build_object(
    'seen', private.terms_version(subject_id, v_seen),
    'now', private.terms_version(subject_id, present))::text;
end;
$$;
comment on function private.require_terms is 'Refuses a purchase on other terms than the buyer saw, and shows both.';

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('unstated_terms', 24, 'hours', 'How long a pack must stand unchanged to be bought by a client that does not state its terms.', 0, 8760)
on conflict (key) do nothing;

-- 38_order_machine.sql ======================================================
-- The states of an order and the moves between them are data. Whatever depends on a state (the
-- money, the clocks, what each side may do, the client's lists) reads these two tables, so that
-- a new state is a row here, its moves, and its words.

-- States ---------------------------------------------------------------------------------
create table public.order_statuses (
  status text primary key,
  -- The order in which lists show them.
  position smallint not null unique,
  -- The tabs of the order list.
  phase text not null,
  -- The side that has to act; null when nobody has.
  waits_for text,
  -- How long an order may stay here: a setting in hours, or the delivery time of its own terms.
  deadline_setting text references private.settings (key),
  deadline_is_delivery boolean not null default false,
  -- Where the clock moves the order when the time is over; null: it is late, and people decide.
  -- Deferred: it may be inserted after the row that names it.
  at_deadline text references public.order_statuses (status) deferrable initially deferred,
  -- The brand's money is with us, and neither side can take it.
  holds_escrow boolean not null,
  -- What the end of an order does with that money: back to the brand, to the creator, or divided
  -- as agreed. Null: the order goes on.
  outcome text,
  constraint order_statuses_phase_known check (phase in ('open', 'disputed', 'completed', 'closed')),
  constraint order_statuses_waits_for_known check (waits_for in ('brand', 'creator', 'both')),
  constraint order_statuses_outcome_known check (outcome in ('refund', 'completion', 'settlement')),
  constraint order_statuses_end_has_outcome check ((outcome is not null) = (phase in ('completed', 'closed'))),
  constraint order_statuses_end_is_still
    check (outcome is null or not holds_escrow and waits_for is null and deadline_setting is null),
  constraint order_statuses_one_deadline check (deadline_setting is null or not deadline_is_delivery),
  constraint order_statuses_clock_has_deadline check (at_deadline is null or deadline_setting is not null)
);
comment on table public.order_statuses is 'The states of an order: its phase, who has to act, until when, and where the money is.';
create index order_statuses_deadline_setting on public.order_statuses (deadline_setting);
create index order_statuses_at_deadline on public.order_statuses (at_deadline);

alter table public.order_statuses enable row level security;
create policy order_statuses_select on public.order_statuses for select to authenticated using (true);
-- No insert, no update, no delete: a state comes with the code that leads to it.
grant select on public.order_statuses to authenticated, service_role;

-- In plpgsql, here and where each order page calls it often: the plan is kept for the session.
create function private.order_status(status text) returns public.order_statuses
language plpgsql stable security definer set search_path = '' as $$
declare
  v_row public.order_statuses;
begin
  select s.* into v_row from public.order_statuses s where s.status = order_status.status;
  return v_row;
end;
$$;
comment on function private.order_status is 'What is true of orders in this state.';

-- Moves ----------------------------------------------------------------------------------
create table private.order_moves (
  from_status text not null references public.order_statuses (status),
  to_status text not null references public.order_statuses (status),
  -- brand, creator, staff: one of them alone; both: one side asks, the other agrees;
  -- clock: run_due_work; provider: the payment provider.
  actor text not null,
  primary key (from_status, to_status, actor),
  constraint order_moves_actor_known
    check (actor in ('brand', 'creator', 'both', 'staff', 'clock', 'provider'))
);
comment on table private.order_moves is 'Every move that an order can make, and who can make it. What is not here does not happen.';
create index order_moves_to_status on private.order_moves (to_status);
alter table private.order_moves enable row level security;

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('payment_window', 24, 'hours', 'An order that is not paid by then expires.', 1, 720, true),
  ('acceptance_window', 72, 'hours', 'A paid order that the creator has not answered by then expires.', 12, 720, true),
  ('review_window', 72, 'hours', 'Silence of the brand for this long after a delivery accepts it.', 24, 720, true)
on conflict (key) do nothing;

-- Rows -----------------------------------------------------------------------------------
insert into public.order_statuses
  (status, position, phase, waits_for, deadline_setting, deadline_is_delivery, at_deadline, holds_escrow, outcome)
values
  ('pending_payment', 1, 'open', 'brand', 'payment_window', false, 'expired', false, null),
  ('funded', 2, 'open', 'creator', 'acceptance_window', false, 'expired', true, null),
  ('in_progress', 3, 'open', 'creator', null, true, null, true, null),
  ('delivered', 4, 'open', 'brand', 'review_window', false, 'completed', true, null),
  ('in_revision', 5, 'open', 'creator', null, true, null, true, null),
  ('completed', 6, 'completed', null, null, false, null, false, 'completion'),
  ('disputed', 7, 'disputed', 'both', null, false, null, true, null),
  ('settled', 8, 'completed', null, null, false, null, false, 'settlement'),
  ('declined', 9, 'closed', null, null, false, null, false, 'refund'),
  ('cancelled', 10, 'closed', null, null, false, null, false, 'refund'),
  ('expired', 11, 'closed', null, null, false, null, false, 'refund')
on conflict do nothing;

insert into private.order_moves (from_status, to_status, actor)
select s.status, s.at_deadline, 'clock' from public.order_statuses s where s.at_deadline is not null
union all
-- A provider that takes the payment back ends whatever it pays for.
select s.status, 'cancelled', 'provider' from public.order_statuses s where s.holds_escrow
union all
values
  ('pending_payment', 'funded', 'provider'),
  ('pending_payment', 'funded', 'brand'), -- out of the wallet
  ('funded', 'in_progress', 'creator'),
  ('funded', 'declined', 'creator'),
  ('funded', 'cancelled', 'brand'),
  ('in_progress', 'delivered', 'creator'),
  ('in_progress', 'cancelled', 'both'),
  ('in_progress', 'cancelled', 'brand'), -- when the work is late
  ('in_progress', 'disputed', 'brand'),
  ('in_progress', 'disputed', 'creator'),
  ('in_progress', 'disputed', 'staff'),
  ('delivered', 'in_revision', 'brand'),
  ('delivered', 'completed', 'brand'),
  ('delivered', 'disputed', 'brand'),
  ('delivered', 'disputed', 'creator'),
  ('delivered', 'disputed', 'staff'),
  ('in_revision', 'delivered', 'creator'),
  ('in_revision', 'disputed', 'brand'),
  ('in_revision', 'disputed', 'creator'),
  ('in_revision', 'disputed', 'staff'),
  ('disputed', 'settled', 'both'),
  ('disputed', 'settled', 'staff')
on conflict do nothing;

-- 40_orders.sql ======================================================
-- An order is one purchase of a pack. Its status is the truth about the work and about the
-- money, so it has exactly one writer: move_order, which looks the move up in order_moves, moves
-- the money and writes history, all under the lock of the row. Who may ask for which move, and
-- when, is said in the chapters that follow.

-- Orders ---------------------------------------------------------------------------------
create table public.pack_orders (
  id uuid primary key default gen_random_uuid(),
  -- Null: the price was agreed in a campaign, without a pack.
  pack_id uuid references public.packs (id),
  -- The application that it was made of; null: bought from the pack.
  application_id uuid,
  brand_id uuid not null references public.profiles (id),
  kol_id uuid not null references public.profiles (id),
  status text not null default 'pending_payment' references public.order_statuses (status),
  is_completed boolean not null generated always as (status = 'completed') stored,
  -- The terms, copied when the order is placed. Later changes of pack and fees do not reach them.
  pack_title text not null,
  price_minor bigint not null,
  fee_minor bigint not null,
  buyer_fee_minor bigint not null default 0,
  currency text not null references public.currencies (code),
  delivery_days int not null,
  revisions_allowed int not null,
  brief text not null default '',
  -- The version that the brand agreed to; private.terms_versions says what it was.
  terms_hash text not null,
  idempotency_key uuid not null,
  -- How far it came.
  revisions_used int not null default 0,
  review_extended boolean not null default false,
  reminders_sent smallint not null default 0,
  cancel_requested_by uuid,
  creator_share_minor bigint,
  -- When the present state ends by itself, or (in_progress, in_revision) when the work is due.
  due_at timestamptz,
  -- While a side is suspended the clock stands: due_at is null, and this is what was left of it
  -- (negative when the work was late already).
  clock_left_seconds bigint,
  clock_stopped_at timestamptz,
  -- How long it stood since the last delivery, so that reminders wait as much longer.
  clock_stood_seconds bigint not null default 0,
  delivered_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint pack_orders_idempotency_key_key unique (brand_id, idempotency_key),
  constraint pack_orders_application_id_key unique (application_id),
  constraint pack_orders_two_sides check (brand_id <> kol_id),
  constraint pack_orders_price_positive check (price_minor > 0),
  constraint pack_orders_price_within_limit check (price_minor <= 1000000000000000),
  -- Less than the price: the creator earns something.
  constraint pack_orders_fee_within_price check (fee_minor >= 0 and fee_minor < price_minor),
  constraint pack_orders_buyer_fee_within_price check (buyer_fee_minor between 0 and price_minor),
  constraint pack_orders_delivery_days_in_range check (delivery_days between 1 and 90),
  constraint pack_orders_revisions_in_range check (revisions_allowed between 0 and 10),
  constraint pack_orders_revisions_within_terms check (revisions_used between 0 and revisions_allowed),
  constraint pack_orders_clock_runs_or_stands check (due_at is null or clock_left_seconds is null),
  constraint pack_orders_clock_stands_since check ((clock_left_seconds is null) = (clock_stopped_at is null)),
  constraint pack_orders_brief_length check (length(brief) <= 5000),
  constraint pack_orders_share_within_price check (creator_share_minor between 0 and price_minor),
  constraint pack_orders_cancel_requested_by_side check (cancel_requested_by in (brand_id, kol_id))
);
comment on table public.pack_orders is 'Purchases of packs. Written by place_order and move_order only.';
create index pack_orders_brand_id on public.pack_orders (brand_id, created_at desc);
create index pack_orders_kol_id on public.pack_orders (kol_id, created_at desc);
create index pack_orders_pack_id on public.pack_orders (pack_id);
create index pack_orders_currency on public.pack_orders (currency);
create index pack_orders_due on public.pack_orders (status, due_at);
create index pack_orders_to_remind on public.pack_orders (delivered_at)
  where status = 'delivered' and reminders_sent < 2;
create index pack_orders_disputed on public.pack_orders (updated_at) where status = 'disputed';

alter table public.pack_orders enable row level security;
create policy pack_orders_select on public.pack_orders for select to authenticated
  using (
    brand_id = (select private.my_profile_id())
    or kol_id = (select private.my_profile_id())
    or (select private.is_staff())
  );
-- No insert, no update, no delete, for no client and not for the service role either.
grant select on public.pack_orders to authenticated, service_role;
alter publication supabase_realtime add table public.pack_orders;

alter table private.accounts
  add constraint accounts_order_id_fkey foreign key (order_id) references public.pack_orders (id);
create index accounts_order_id on private.accounts (order_id);
alter table private.transfers
  add constraint transfers_order_id_fkey foreign key (order_id) references public.pack_orders (id);
alter table private.holds
  add constraint holds_order_id_fkey foreign key (order_id) references public.pack_orders (id);

-- History --------------------------------------------------------------------------------
create table public.order_events (
  id bigint primary key generated always as identity,
  order_id uuid not null references public.pack_orders (id),
  from_status text,
  to_status text not null,
  -- Null: a clock or the payment provider.
  actor_id uuid references public.profiles (id),
  -- The words of the actor.
  note text,
  created_at timestamptz not null default now(),
  kind text not null default 'move',
  constraint order_events_note_length check (length(note) <= 5000),
  constraint order_events_kind_known check (kind in (
    'move', 'cancellation_requested', 'review_extended', 'clock_stopped', 'clock_started')),
  constraint order_events_move_changes_status check ((kind = 'move') = (from_status is distinct from to_status))
);
comment on table public.order_events is 'Every move of every order, and what else happened to it: `kind`.';
create index order_events_order_id on public.order_events (order_id, id);
create index order_events_actor_id on public.order_events (actor_id);

alter table public.order_events enable row level security;
create policy order_events_select on public.order_events for select to authenticated
  using (exists (select from public.pack_orders o where o.id = order_id));
grant select on public.order_events to authenticated, service_role;

create function private.delivery_files_are_valid(files jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(files) = 'array' then not exists (
    select from jsonb_array_elements(files) as file
    where case when jsonb_typeof(file) <> 'object' then true else
      file - array['path', 'name', 'type', 'size'] <> '{}'
      or jsonb_typeof(file -> 'path') is distinct from 'string'
      or length(file ->> 'path') not between 1 and 500
      or jsonb_typeof(file -> 'name') <> 'string'
      or length(file ->> 'name') not between 1 and 255
      or file ->> 'name' ~ '[[:cntrl:]]'
      or jsonb_typeof(file -> 'type') <> 'string'
      or length(file ->> 'type') > 255
      or file ->> 'type' ~ '[[:cntrl:]]'
      or jsonb_typeof(file -> 'size') <> 'number'
      or file ->> 'size' !~ '^[0-9]{1,12}$' end
  ) else false end
$$;
comment on function private.delivery_files_are_valid is
  'True for a list of objects with a path and perhaps name, type and size, and nothing else in them.';

create table public.order_deliveries (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pack_orders (id),
  note text not null,
  links text[] not null default '{}',
  files jsonb not null default '[]',
  created_at timestamptz not null default now(),
  constraint order_deliveries_note_length check (length(note) between 1 and 5000),
  constraint order_deliveries_links_short check (private.texts_are_within(links, 20, 2000)),
  constraint order_deliveries_files_are_list
    check (jsonb_typeof(files) = 'array' and jsonb_array_length(files) <= 20),
  constraint order_deliveries_files_well_formed check (private.delivery_files_are_valid(files))
);
comment on table public.order_deliveries is 'What the creator handed over, each time they did.';
create index order_deliveries_order_id on public.order_deliveries (order_id, created_at);

alter table public.order_deliveries enable row level security;
create policy order_deliveries_select on public.order_deliveries for select to authenticated
  using (exists (select from public.pack_orders o where o.id = order_id));
grant select on public.order_deliveries to authenticated, service_role;

create trigger order_events_append_only before update or delete on public.order_events
  for each row execute function private.refuse_change();
create trigger order_events_not_truncated before truncate on public.order_events
  for each statement execute function private.refuse_change();
-- A note that the work does not need is no way around a block.
create function private.drop_reason_of_blocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.pack_orders o
    where o.id = NEW.order_id and private.are_blocked(o.brand_id, o.kol_id)
      and (NEW.kind = 'cancellation_requested' or NEW.to_status in ('cancelled', 'declined'))
  ) then
    NEW.note := null;
  end if;
  return NEW;
end;
$$;
comment on function private.drop_reason_of_blocked is 'Trigger: who is blocked cancels and declines without words.';
create trigger order_events_drop_reason_of_blocked before insert on public.order_events
  for each row when (NEW.note is not null and NEW.actor_id is not null)
  execute function private.drop_reason_of_blocked();

create trigger order_deliveries_append_only before update or delete on public.order_deliveries
  for each row execute function private.refuse_change();
create trigger order_deliveries_not_truncated before truncate on public.order_deliveries
  for each statement execute function private.refuse_change();
create constraint trigger pack_orders_price_in_bounds after insert on public.pack_orders
  for each row execute function private.check_price('price_minor');
create trigger pack_orders_not_deleted before delete on public.pack_orders
  for each row execute function private.refuse_change();
create trigger pack_orders_not_truncated before truncate on public.pack_orders
  for each statement execute function private.refuse_change();

-- The terms of a contract do not change.
create trigger pack_orders_terms_are_final before update on public.pack_orders
  for each row when (
    (OLD.id, OLD.pack_id, OLD.brand_id, OLD.kol_id, OLD.pack_title, OLD.price_minor, OLD.fee_minor,
      OLD.buyer_fee_minor, OLD.currency, OLD.delivery_days, OLD.revisions_allowed, OLD.brief,
      OLD.idempotency_key, OLD.application_id, OLD.terms_hash, OLD.created_at)
    is distinct from
    (NEW.id, NEW.pack_id, NEW.brand_id, NEW.kol_id, NEW.pack_title, NEW.price_minor, NEW.fee_minor,
      NEW.buyer_fee_minor, NEW.currency, NEW.delivery_days, NEW.revisions_allowed, NEW.brief,
      NEW.idempotency_key, NEW.application_id, NEW.terms_hash, NEW.created_at)
  ) execute function private.refuse_change();

-- Where the money of an order came from ---------------------------------------------------
-- Written when an order is paid and kept: while the order is open, its escrow and the buyer's
-- fee are these amounts; what the brand gets back returns to the payments named here.
create table private.order_funding (
  id bigint primary key generated always as identity,
  order_id uuid not null references public.pack_orders (id),
  -- Null: wallet money without a payment, such as a referral reward.
  payment_id uuid,
  amount_minor bigint not null,
  constraint order_funding_key unique nulls not distinct (order_id, payment_id),
  constraint order_funding_amount_positive check (amount_minor > 0)
);
comment on table private.order_funding is 'How much of which payment paid for an order. Append-only.';
create index order_funding_payment_id on private.order_funding (payment_id);
alter table private.order_funding enable row level security;
grant select on private.order_funding to service_role;
create trigger order_funding_append_only before update or delete on private.order_funding
  for each row execute function private.refuse_change();
create trigger order_funding_not_truncated before truncate on private.order_funding
  for each statement execute function private.refuse_change();

-- The money that paid first is spent first; what is left of the later returns.
create function private.return_funding(o public.pack_orders, wallet_id bigint, back_minor bigint) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.wallet_lots as l (account_id, payment_id, amount_minor)
  select wallet_id, f.payment_id, least(f.amount_minor, f.upto - f.total + back_minor)
  from (
    select f.payment_id, f.amount_minor, sum(f.amount_minor) over (order by f.id) as upto,
      sum(f.amount_minor) over () as total
    from private.order_funding f where f.order_id = o.id
  ) as f
  where f.upto > f.total - back_minor
  on conflict on constraint wallet_lots_key do update set amount_minor = l.amount_minor + excluded.amount_minor
$$;
comment on function private.return_funding is 'What an order gives back to the wallet becomes part of the lots that it was paid from.';

-- The machine ----------------------------------------------------------------------------
-- move_order writes the move it is about to make into `kolpact.order_move`; the trigger lets
-- exactly that one through.
create function private.guard_order_status() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_setting('kolpact.order_move', true)
    is distinct from format('%s:%s', NEW.id, NEW.status)
  then
    raise exception 'status_only_by_move' using errcode = 'PT403';
  end if;
  return NEW;
end;
$$;
comment on function private.guard_order_status is 'Trigger: the status of an order changes through move_order only, whoever asks.';
create trigger pack_orders_status_only_by_move before update on public.pack_orders
  for each row when (OLD.status is distinct from NEW.status)
  execute function private.guard_order_status();
create trigger pack_orders_begin_unpaid before insert on public.pack_orders
  for each row when (NEW.status <> 'pending_payment')
  execute function private.guard_order_status();

-- Where a referral reward goes: a creator earns it, a brand may spend it.
create function private.reward_account(inviter_id uuid, currency text) returns bigint
language sql volatile security definer set search_path = '' as $$
  select private.member_account(p.id,
    case when p.role = 'kol' then 'pending' else 'wallet' end, reward_account.currency)
  from public.profiles p where p.id = reward_account.inviter_id
$$;
comment on function private.reward_account is 'The account of an inviter that rewards go to.';

-- The inviters are among them because the first completed order of an invitee rewards its
-- inviter. What is missing is opened by rising owner, so that two orders which open the same
-- accounts never wait for each other.
create function private.order_accounts(o public.pack_orders) returns bigint[]
language plpgsql security definer set search_path = '' as $$
declare
  v_inviters uuid[] := array(
    select distinct r.inviter_id from public.referrals r
    where r.invitee_id in (o.brand_id, o.kol_id) and r.status = 'joined' and r.inviter_id is not null);
  v_owner uuid;
begin
  for v_owner in select id from unnest(v_inviters || o.brand_id || o.kol_id) as id order by id loop
    perform private.reward_account(v_owner, o.currency);
  end loop;
  return array[
    private.member_account(o.brand_id, 'escrow', o.currency, o.id),
    private.member_account(o.brand_id, 'wallet', o.currency),
    private.member_account(o.kol_id, 'pending', o.currency),
    private.platform_account('fees_held', o.currency, o.id)
  ] || array(select private.reward_account(id, o.currency) from unnest(v_inviters) as id);
end;
$$;
comment on function private.order_accounts is
  'All accounts that a move of this order may touch, opened if need be: escrow, wallet, pending, fees held, then of who may be rewarded.';

-- k: the creator's share of the price. The fee and the buyer's fee follow it in proportion, and
-- what does not divide evenly goes to the brand.
create function private.split_settlement(
  o public.pack_orders, k bigint,
  out creator_minor bigint, out brand_minor bigint, out creator_fee_minor bigint, out buyer_fee_kept_minor bigint
)
language plpgsql immutable set search_path = '' as $$
begin
  creator_fee_minor := div(o.fee_minor::numeric * k, o.price_minor);
  buyer_fee_kept_minor := div(o.buyer_fee_minor::numeric * k, o.price_minor);
  creator_minor := k - creator_fee_minor;
  brand_minor := o.price_minor - k + o.buyer_fee_minor - buyer_fee_kept_minor;
end;
$$;
comment on function private.split_settlement is 'How an order''s money is divided when the creator gets k of the price.';

-- One posting for the three ways out of escrow: a refund is a share of nothing, a completion a
-- share of everything, a settlement anything between.
create function private.post_outcome(
  o public.pack_orders, event private.transfer_event, k bigint, at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_accounts bigint[] := private.order_accounts(o);
  v record;
begin
  select * into v from private.split_settlement(o, k);
  perform private.lock_accounts(v_accounts);
  perform private.post_transfer(event, v_accounts[1:4],
    array[
      -o.price_minor,
      v.brand_minor,
      v.creator_minor,
      v.creator_fee_minor + v.buyer_fee_kept_minor - o.buyer_fee_minor
    ], o.id);
  perform private.return_funding(o, v_accounts[2], v.brand_minor);
  if k > 0 then
    perform private.create_hold(o.id, o.kol_id, o.currency, v.creator_minor,
      v.creator_fee_minor + v.buyer_fee_kept_minor, at);
  end if;
end;
$$;
comment on function private.post_outcome is 'Empties the escrow of an order: k of the price to the creator, the rest to the brand.';

create function private.post_escrow(o public.pack_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_accounts bigint[] := private.order_accounts(o);
  v_missing bigint;
begin
  perform private.lock_accounts(v_accounts);
  -- A payment made for this very order stands there already.
  select o.price_minor + o.buyer_fee_minor - coalesce(sum(f.amount_minor), 0) into v_missing
  from private.order_funding f where f.order_id = o.id;
  insert into private.order_funding (order_id, payment_id, amount_minor)
  select o.id, t.payment_id, t.amount_minor from private.take_lots(v_accounts[2], v_missing) as t;
  perform private.post_transfer('escrow', v_accounts[1:4],
    array[o.price_minor, -o.price_minor - o.buyer_fee_minor, 0, o.buyer_fee_minor], o.id);
end;
$$;
comment on function private.post_escrow is 'Takes the price and the buyer''s fee of an order from the brand''s wallet into escrow.';

-- The profiles are locked by rising id, after the accounts, as run_due_work does too.
create function private.apply_completion_effects(o public.pack_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_profile_id uuid;
begin
  foreach v_profile_id in array array[least(o.brand_id, o.kol_id), greatest(o.brand_id, o.kol_id)] loop
    perform private.grant_completion_benefits(v_profile_id);
  end loop;
  foreach v_profile_id in array array[least(o.brand_id, o.kol_id), greatest(o.brand_id, o.kol_id)] loop
    perform private.activate_referral(v_profile_id, o.id);
  end loop;
end;
$$;
comment on function private.apply_completion_effects is 'What a completed order changes at once for its two members: their count of orders, referrals.';

create function private.has_suspended_side(o public.pack_orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p where p.id in (o.brand_id, o.kol_id) and p.suspended_at is not null
  )
$$;
comment on function private.has_suspended_side is 'True while the clock of this order has to stand.';

create function private.clock_of(o public.pack_orders, status text) returns interval
language sql stable security definer set search_path = '' as $$
  select case
    when s.deadline_is_delivery then make_interval(days => o.delivery_days)
    when s.deadline_setting is not null then make_interval(hours => private.setting(s.deadline_setting)::int)
  end
  from private.order_status(clock_of.status) s
$$;
comment on function private.clock_of is 'How long an order may stay in this state; null when for any time.';

create function private.share_of(o public.pack_orders) returns bigint
language sql stable security definer set search_path = '' as $$
  select case s.outcome when 'refund' then 0 when 'settlement' then o.creator_share_minor else o.price_minor end
  from private.order_status(o.status) s
$$;
comment on function private.share_of is
  'The creator''s share of the price as the order ended; of an open order, if the work is accepted.';

-- What a move does to the money follows from the two states. `moved` is the order after it.
create function private.move_money(from_status text, moved public.pack_orders, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_from public.order_statuses := private.order_status(from_status);
  v_to public.order_statuses := private.order_status(moved.status);
  v_share bigint := private.share_of(moved);
begin
  if v_to.holds_escrow and not v_from.holds_escrow then
    perform private.post_escrow(moved);
  elsif v_from.holds_escrow and not v_to.holds_escrow then
    perform private.post_outcome(moved, v_to.outcome::private.transfer_event, v_share, at);
    if v_share = moved.price_minor then
      perform private.apply_completion_effects(moved);
    end if;
  end if;
end;
$$;
comment on function private.move_money is 'Fills or empties the escrow of an order that has just moved.';

-- `o` is the row as the caller locked it.
create function private.move_order(
  o public.pack_orders, to_status text, actor text, actor_id uuid, note text, at timestamptz,
  creator_share_minor bigint default null
) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_from text := o.status;
  v_clock interval := private.clock_of(o, to_status);
  v_stands boolean := v_clock is not null and private.has_suspended_side(o);
  v_outcome text := (private.order_status(to_status)).outcome;
  v_order public.pack_orders;
begin
  if not exists (
    select from private.order_moves m
    where m.from_status = v_from and m.to_status = move_order.to_status and m.actor = move_order.actor
  ) then
    raise exception 'order_move_not_allowed' using errcode = 'PT409',
      detail = format('%s to %s by %s', v_from, move_order.to_status, move_order.actor);
  end if;

  perform set_config('kolpact.order_move', format('%s:%s', o.id, move_order.to_status), true);
  update public.pack_orders p set
    status = move_order.to_status,
    due_at = case when not v_stands then at + v_clock end,
    clock_left_seconds = case when v_stands then extract(epoch from v_clock) end,
    clock_stopped_at = case when v_stands then at end,
    clock_stood_seconds = case when move_order.to_status = 'delivered' then 0 else p.clock_stood_seconds end,
    delivered_at = case when move_order.to_status = 'delivered' then at else p.delivered_at end,
    reminders_sent = case when move_order.to_status = 'delivered' then 0 else p.reminders_sent end,
    revisions_used = p.revisions_used + (move_order.to_status = 'in_revision')::int,
    cancel_requested_by = null,
    creator_share_minor = move_order.creator_share_minor,
    completed_at = case when v_outcome in ('completion', 'settlement') then at end,
    updated_at = now()
  where p.id = o.id and p.status = v_from
  returning * into strict v_order;
  perform set_config('kolpact.order_move', '', true);

  insert into public.order_events (order_id, from_status, to_status, actor_id, note)
  values (o.id, v_from, move_order.to_status, move_order.actor_id, nullif(move_order.note, ''));
  perform private.record_demerits(o, v_order, move_order.actor, at);
  perform private.move_money(v_from, v_order, at);
  perform private.notify_order_move(v_order, v_from, move_order.actor_id);
  return v_order;
end;
$$;
comment on function private.move_order is
  'The one function that changes the status of an order: looks up the move, moves the money, writes history, notifies the members.';

create function private.note_on_order(o public.pack_orders, kind text, actor_id uuid, note text default null)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_events (order_id, from_status, to_status, kind, actor_id, note)
  values (o.id, o.status, o.status, note_on_order.kind, note_on_order.actor_id, nullif(note_on_order.note, ''));
end;
$$;
comment on function private.note_on_order is 'Adds to the history of an order without moving it.';

-- Referral rewards -----------------------------------------------------------------------
-- Called by activate_referral, inside the completion: the accounts are locked already.
create function private.post_referral_reward(referral_id uuid, order_id uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
  v_inviter public.profiles;
  v_fees bigint;
  v_reward bigint;
begin
  select * into strict v_order from public.pack_orders o where o.id = post_referral_reward.order_id;
  select p.* into v_inviter from public.referrals r join public.profiles p on p.id = r.inviter_id
  where r.id = post_referral_reward.referral_id;
  select v_order.fee_minor + v_order.buyer_fee_minor into v_fees;
  v_reward := least(
    div(v_fees * private.setting('referral_reward'), 100)::bigint,
    private.in_minor_units(private.setting('referral_reward_most'), v_order.currency));
  if v_inviter.id is null or v_reward = 0 then
    return 0;
  end if;
  perform private.post_transfer('referral_reward',
    array[
      private.platform_account('fees_held', v_order.currency, v_order.id),
      private.reward_account(v_inviter.id, v_order.currency)
    ],
    array[-v_reward, v_reward], v_order.id, post_referral_reward.referral_id);
  update private.holds h set fees_minor = h.fees_minor - v_reward
  where h.order_id = v_order.id and h.profile_id = v_order.kol_id;
  if v_inviter.role = 'kol' then
    perform private.create_hold(v_order.id, v_inviter.id, v_order.currency, v_reward, 0, now());
  else
    perform private.add_to_lot(private.reward_account(v_inviter.id, v_order.currency), null, v_reward);
  end if;
  update public.referrals r set reward_minor = v_reward, currency = v_order.currency
  where r.id = post_referral_reward.referral_id;
  return v_reward;
end;
$$;
comment on function private.post_referral_reward is 'The inviter''s share of our fee on the first order of who they invited.';

-- Notices --------------------------------------------------------------------------------
create function private.notify_about_order(
  to_id uuid, o public.pack_orders, event text, data jsonb default '{}'
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_other_id uuid := case to_id when o.brand_id then o.kol_id else o.brand_id end;
begin
  perform private.notify(to_id, event,
    jsonb_build_object('order_id', o.id, 'pack_title', o.pack_title, 'other_id', v_other_id,
      'other_name', coalesce((select p.display_name from public.profiles p where p.id = v_other_id),
        case v_other_id when o.brand_id then 'Unknown Brand' else 'Unknown Creator' end),
      'price_minor', o.price_minor, 'currency', o.currency) || data);
end;
$$;
comment on function private.notify_about_order is
  'Notifies one side of an order; data brings what else the texts of the event name.';

create function private.notify_about_money(
  to_id uuid, o public.pack_orders, event text, amount_minor bigint
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_about_order(to_id, o, event, jsonb_build_object('amount_minor', amount_minor));
end;
$$;
comment on function private.notify_about_money is 'Notifies one side of an order of an amount that is theirs.';

create function private.notify_order_move(o public.pack_orders, from_status text, actor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_paid bigint := o.price_minor + o.buyer_fee_minor;
  v_split record;
begin
  case o.status
    when 'funded' then
      perform private.notify_about_money(o.kol_id, o, 'order_funded', o.price_minor);
    when 'in_progress' then
      perform private.notify_about_order(o.brand_id, o, 'order_accepted');
    when 'declined' then
      perform private.notify_about_money(o.brand_id, o, 'order_declined', v_paid);
    when 'delivered' then
      perform private.notify_about_order(o.brand_id, o, 'order_delivered');
    when 'in_revision' then
      perform private.notify_about_order(o.kol_id, o, 'revision_requested');
    when 'expired' then
      -- The creator was never notified of an order that was not paid.
      if from_status = 'pending_payment' then
        perform private.notify_about_order(o.brand_id, o, 'order_expired_unpaid');
      else
        perform private.notify_about_money(o.brand_id, o, 'order_expired_refunded', v_paid);
        perform private.notify_about_order(o.kol_id, o, 'order_expired_creator');
      end if;
    when 'cancelled' then
      -- Only a chargeback cancels without a person.
      if actor_id is null then
        perform private.notify_about_order(o.brand_id, o, 'order_cancelled_charged_back');
      else
        perform private.notify_about_money(o.brand_id, o, 'order_cancelled_refunded', v_paid);
      end if;
      perform private.notify_about_order(o.kol_id, o, 'order_cancelled_creator');
    when 'completed' then
      perform private.notify_about_order(o.kol_id, o, 'order_completed_creator');
      perform private.notify_about_order(o.brand_id, o, 'order_completed_brand');
    when 'disputed' then
      perform private.notify_about_order(id, o, 'dispute_opened') from unnest(array[o.brand_id, o.kol_id]) as id;
    else null;
  end case;

  if o.status in ('completed', 'settled') then
    select * into v_split from private.split_settlement(o, private.share_of(o));
    if o.status = 'settled' then
      perform private.notify_about_money(o.brand_id, o, 'dispute_settled_brand', v_split.brand_minor);
      perform private.notify_about_money(o.kol_id, o, 'dispute_settled_creator', v_split.creator_minor);
    end if;
    if v_split.creator_minor > 0 then
      perform private.notify_about_money(o.kol_id, o, 'order_earned', v_split.creator_minor);
    end if;
  end if;
end;
$$;
comment on function private.notify_order_move is 'Notifies the sides of an order of a move.';

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('creator_fee', 10, 'percent', 'Our share of the price, paid by the creator.', 0, 50, true),
  ('buyer_fee', 0, 'percent', 'What a brand pays on top of the price.', 0, 50, true),
  -- Both sides of an order may have an inviter: the two rewards come out of one fee.
  ('referral_reward', 10, 'percent', 'The inviter''s share of our fees on the first order of who they invited.', 0, 50, true),
  ('referral_reward_most', 100, 'units', 'The most that one referral can bring, in whole units of the currency.', 0, 1000000, true)
on conflict (key) do nothing;

-- 41_order_action_rules.sql ======================================================
-- What people may do with an order: who, in which states, and under which further conditions.
-- Each action judges by these rules before it acts, and order_actions judges by the same rules
-- without acting, so that a screen offers exactly what would not be refused.

create table private.order_action_rules (
  action text primary key,
  -- The order in which a screen offers them.
  position smallint not null unique,
  actors text[] not null,
  -- Possible in the states from which the actor can move the order there; null: after a paid end.
  leads_to text references public.order_statuses (status),
  -- False: the action itself leaves the order in its state.
  is_move boolean not null,
  -- The token in every other state.
  refusal text not null,
  -- A suspended member does no business, but may answer for what is under way.
  open_to_suspended boolean not null default false,
  constraint order_action_rules_actors_known check (actors <@ array['brand', 'creator', 'staff']),
  constraint order_action_rules_move_leads_somewhere check (not is_move or leads_to is not null)
);
comment on table private.order_action_rules is 'What people can ask of an order: who may, and from which states.';
create index order_action_rules_leads_to on private.order_action_rules (leads_to);
alter table private.order_action_rules enable row level security;

insert into private.order_action_rules
  (position, action, actors, leads_to, is_move, refusal, open_to_suspended)
values
  -- On the page of the payment provider.
  (1, 'checkout', '{brand}', 'funded', true, 'order_not_payable', false),
  (2, 'pay_from_wallet', '{brand}', 'funded', true, 'order_not_payable', false),
  (3, 'accept_order', '{creator}', 'in_progress', true, 'order_not_funded', false),
  (4, 'decline_order', '{creator}', 'declined', true, 'order_not_funded', false),
  (5, 'deliver_order', '{creator}', 'delivered', true, 'order_not_in_progress', false),
  (6, 'complete_order', '{brand}', 'completed', true, 'order_not_delivered', false),
  (7, 'request_revision', '{brand}', 'in_revision', true, 'order_not_delivered', true),
  (8, 'extend_review', '{brand}', 'completed', false, 'order_not_delivered', false),
  (9, 'cancel_order', '{brand,creator}', 'cancelled', true, 'order_not_cancellable', false),
  (10, 'accept_settlement', '{brand,creator}', 'settled', true, 'order_not_disputed', true),
  (11, 'propose_settlement', '{brand,creator}', 'settled', false, 'order_not_disputed', true),
  (12, 'resolve_dispute', '{staff}', 'settled', true, 'order_not_disputed', false),
  (13, 'open_dispute', '{brand,creator,staff}', 'disputed', true, 'order_not_disputable', true),
  (14, 'review_order', '{brand,creator}', null, false, 'order_not_finished', false)
on conflict do nothing;

create function private.order_action_rule(action text) returns private.order_action_rules
language plpgsql stable security definer set search_path = '' as $$
declare
  v_row private.order_action_rules;
begin
  select r.* into v_row from private.order_action_rules r where r.action = order_action_rule.action;
  return v_row;
end;
$$;
comment on function private.order_action_rule is 'The rule of one action.';

-- Who may ask ----------------------------------------------------------------------------
create function private.side_of(o public.pack_orders, profile_id uuid) returns text
language sql immutable set search_path = '' as $$
  select case profile_id when o.brand_id then 'brand' when o.kol_id then 'creator' end
$$;
comment on function private.side_of is 'brand or creator; null for whoever is no side of the order.';

create function private.require_order_actor(action text, o public.pack_orders) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_rule private.order_action_rules := private.order_action_rule(action);
  v_actor text := private.side_of(o, private.my_profile_id());
begin
  if v_actor is null and 'staff' = any (v_rule.actors) then
    perform private.require_staff();
    perform private.require_other_case(array[o.brand_id, o.kol_id]);
    return 'staff';
  end if;
  if (v_actor = any (v_rule.actors) and (v_rule.open_to_suspended or private.is_member())) is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  return v_actor;
end;
$$;
comment on function private.require_order_actor is
  'Refuses whoever may never ask this of the order; returns as whom the caller asks.';

-- A stranger locks nothing, and is refused as if there were no such order.
create function private.lock_order(order_id uuid, action text) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_order public.pack_orders;
begin
  select * into v_order from public.pack_orders o
  where o.id = lock_order.order_id
    and private.side_of(o, v_me) = any ((private.order_action_rule(action)).actors)
  for no key update;
  if v_order.id is null then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_order_actor(action, v_order);
  perform private.require_open_session();
  return v_order;
end;
$$;
comment on function private.lock_order is 'The caller''s order, locked until the transaction ends, for this action.';

-- When it is possible --------------------------------------------------------------------
create function private.can_move(o public.pack_orders, to_status text, actor text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.order_moves m
    where m.from_status = o.status and m.to_status = can_move.to_status and m.actor = can_move.actor
  );
end;
$$;
comment on function private.can_move is 'True when order_moves has this move from the state of the order.';

create function private.require_order_status(action text, o public.pack_orders) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_rule private.order_action_rules := private.order_action_rule(action);
  v_actor text := coalesce(private.side_of(o, private.my_profile_id()), 'staff');
begin
  if v_rule.leads_to is null and o.completed_at is not null
    or private.can_move(o, v_rule.leads_to, v_actor)
    or v_actor <> 'staff' and private.can_move(o, v_rule.leads_to, 'both')
  then
    return;
  end if;
  -- The other side alone can do this here.
  if exists (
    select from unnest(array['brand', 'creator']) as side
    where side = any (v_rule.actors) and private.can_move(o, v_rule.leads_to, side)
  ) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  raise exception using message = v_rule.refusal, errcode = 'PT409';
end;
$$;
comment on function private.require_order_status is 'Refuses an action in a state from which the caller cannot move the order there.';

create function private.is_overdue(o public.pack_orders, at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(o.clock_left_seconds, extract(epoch from o.due_at - at))
    <= -3600 * private.setting('late_cancellation')
$$;
comment on function private.is_overdue is 'True when the work is so late that the brand may cancel alone.';

-- A side cancels alone where the other one has nothing to lose: before the work begins, or when it
-- is overdue. Else both have to want it.
create function private.cancelling_actor(o public.pack_orders, profile_id uuid, at timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when private.can_move(o, 'cancelled', side)
      and (not private.can_move(o, 'cancelled', 'both') or private.is_overdue(o, at)) then side
    when o.cancel_requested_by <> profile_id and private.can_move(o, 'cancelled', 'both') then 'both'
  end
  from private.side_of(o, profile_id) as side
$$;
comment on function private.cancelling_actor is
  'As whom this side can end the order now; null when it can only ask the other one.';

-- The caller has passed require_order_actor.
create function private.require_order_action(action text, o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
begin
  if action = 'pay_from_wallet' and private.can_transact(v_me) is not true then
    raise exception 'cannot_transact' using errcode = 'PT403';
  end if;
  if action in ('checkout', 'pay_from_wallet') then
    perform private.require_not_frozen(v_me);
  end if;
  perform private.require_order_status(action, o);
  case action
    when 'checkout' then
      perform private.require_payable(o);
    when 'pay_from_wallet' then
      perform private.require_payable(o);
      perform private.require_wallet(o);
    when 'request_revision' then
      if o.revisions_used >= o.revisions_allowed then
        raise exception 'no_revisions_left' using errcode = 'PT409';
      end if;
    when 'extend_review' then
      if o.review_extended then
        raise exception 'review_already_extended' using errcode = 'PT409';
      end if;
    when 'cancel_order' then
      if o.cancel_requested_by = v_me and private.cancelling_actor(o, v_me, at) is null then
        raise exception 'cancellation_already_requested' using errcode = 'PT409';
      end if;
    when 'accept_settlement' then
      perform private.require_offer(o);
    when 'review_order' then
      perform private.require_reviewable(o, at);
    else null;
  end case;
end;
$$;
comment on function private.require_order_action is 'Refuses what an order does not allow at this time; says why by the token.';

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('late_cancellation', 24, 'hours', 'How late the work must be for the brand to cancel alone.', 0, 720, true),
  ('review_extension', 96, 'hours', 'What the brand may add to the review, once.', 0, 720, true)
on conflict (key) do nothing;

-- 41_order_requests.sql ======================================================
-- What the two sides of an order ask for. Each of these judges by 41_order_action_rules, and then
-- has move_order do it; a retry returns what the first request did.

-- Placing --------------------------------------------------------------------------------
-- `terms` holds what was agreed: sides, pack, title, price, currency, delivery_days,
-- revisions_allowed, brief, key. The fees are ours to add, rounded up: no order is too small for one.
-- A key belongs to one purchase: whatever else differs, the caller meant another one.
create function private.order_of_key(terms public.pack_orders) returns public.pack_orders
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
begin
  if terms.idempotency_key is null then
    raise exception 'idempotency_key_required' using errcode = 'PT422';
  end if;
  select * into v_order from public.pack_orders o
  where o.brand_id = terms.brand_id and o.idempotency_key = terms.idempotency_key;
  if v_order.id is not null
    and (v_order.pack_id, v_order.application_id, v_order.kol_id, v_order.brief,
      coalesce(terms.terms_hash, v_order.terms_hash))
    is distinct from (terms.pack_id, terms.application_id, terms.kol_id, terms.brief, v_order.terms_hash)
  then
    raise exception 'idempotency_key_reused' using errcode = 'PT409';
  end if;
  return v_order;
end;
$$;
comment on function private.order_of_key is 'The order that this request made before, if it did; a key without terms_hash states none.';

create function private.open_order(terms public.pack_orders, at timestamptz)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
begin
  perform private.require_not_frozen(terms.brand_id);
  if private.can_transact(terms.kol_id) is not true or private.are_blocked(terms.brand_id, terms.kol_id) then
    raise exception 'creator_not_available' using errcode = 'PT409';
  end if;
  insert into public.pack_orders (pack_id, application_id, brand_id, kol_id, pack_title, price_minor,
    fee_minor, buyer_fee_minor, currency, delivery_days, revisions_allowed, brief, terms_hash,
    idempotency_key, due_at)
  values (terms.pack_id, terms.application_id, terms.brand_id, terms.kol_id, terms.pack_title, terms.price_minor,
    ceil(terms.price_minor * private.setting('creator_fee') / 100)::bigint,
    ceil(terms.price_minor * private.setting('buyer_fee') / 100)::bigint,
    terms.currency, terms.delivery_days, terms.revisions_allowed, terms.brief, terms.terms_hash,
    terms.idempotency_key, at + private.clock_of(terms, 'pending_payment'))
  on conflict on constraint pack_orders_idempotency_key_key do nothing
  returning * into v_order;
  -- The same request, sent twice at once, was quicker.
  if v_order.id is null then
    return private.order_of_key(terms);
  end if;
  insert into public.order_events (order_id, from_status, to_status, actor_id)
  values (v_order.id, null, v_order.status, v_order.brand_id);
  return v_order;
end;
$$;
comment on function private.open_order is 'Makes an unpaid order from agreed terms.';

create function private.place_order(pack_id uuid, brief text, idempotency_key uuid, terms text, at timestamptz)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_pack public.packs;
  v_order public.pack_orders;
  v_terms public.pack_orders;
begin
  select * into v_pack from public.packs p where p.id = place_order.pack_id;
  if v_pack.kol_id = v_me then
    raise exception 'own_pack' using errcode = 'PT409';
  end if;
  if private.my_role() is distinct from 'brand' then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_transact();
  v_terms.pack_id := v_pack.id;
  v_terms.brand_id := v_me;
  v_terms.kol_id := v_pack.kol_id;
  v_terms.pack_title := v_pack.title;
  v_terms.price_minor := v_pack.price_minor;
  v_terms.currency := v_pack.currency;
  v_terms.delivery_days := v_pack.delivery_days;
  v_terms.revisions_allowed := v_pack.revisions;
  v_terms.brief := coalesce(place_order.brief, '');
  v_terms.idempotency_key := place_order.idempotency_key;
  v_terms.terms_hash := place_order.terms;
  -- A retry must find its order even if the pack was changed or taken back since.
  v_order := private.order_of_key(v_terms);
  if v_order.id is not null then
    return v_order;
  end if;
  -- Behind a block there is no pack to see either.
  if v_pack.is_published is not true or private.are_blocked(v_me, v_pack.kol_id) then
    raise exception 'pack_not_available' using errcode = 'PT409';
  end if;
  perform private.require_terms(v_pack.id, v_pack.terms_hash, place_order.terms,
    at - make_interval(hours => private.setting('unstated_terms')::int));
  v_terms.terms_hash := v_pack.terms_hash;
  return private.open_order(v_terms, at);
end;
$$;
comment on function private.place_order(uuid, text, uuid, text, timestamptz) is 'A brand orders a pack, on the terms that it saw.';

-- Asking for moves -----------------------------------------------------------------------
-- A retry of a request that went through finds its own move as the last one.
create function private.just_moved_by(o public.pack_orders, to_status text, actor_id uuid, note text default null)
returns boolean
language sql stable security definer set search_path = '' as $$
  select o.status = just_moved_by.to_status and coalesce((
    select e.to_status = o.status and e.actor_id = just_moved_by.actor_id
      and (just_moved_by.note is null or e.note is not distinct from nullif(just_moved_by.note, ''))
    from public.order_events e
    where e.order_id = o.id and e.kind = 'move'
    order by e.id desc limit 1
  ), false)
$$;
comment on function private.just_moved_by is 'True when the last move of the order was this one, by this member.';

create function private.accept_order(order_id uuid, at timestamptz) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'accept_order');
begin
  if private.just_moved_by(v_order, 'in_progress', v_order.kol_id) then
    return v_order;
  end if;
  perform private.require_order_action('accept_order', v_order, at);
  return private.move_order(v_order, 'in_progress', 'creator', v_order.kol_id, null, at);
end;
$$;
comment on function private.accept_order(uuid, timestamptz) is 'The creator takes the work on.';

create function private.decline_order(order_id uuid, reason text, at timestamptz)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'decline_order');
begin
  if private.just_moved_by(v_order, 'declined', v_order.kol_id) then
    return v_order;
  end if;
  perform private.require_order_action('decline_order', v_order, at);
  return private.move_order(v_order, 'declined', 'creator', v_order.kol_id, reason, at);
end;
$$;
comment on function private.decline_order(uuid, text, timestamptz) is
  'The creator does not take the work on: everything goes back to the brand.';

create function private.deliver_order(
  order_id uuid, note text, links text[], files jsonb, at timestamptz
) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'deliver_order');
begin
  if private.just_moved_by(v_order, 'delivered', v_order.kol_id, note) then
    return v_order;
  end if;
  perform private.require_order_action('deliver_order', v_order, at);
  if coalesce(btrim(note), '') = ''
    or (coalesce(cardinality(links), 0) = 0 and coalesce(files, '[]') = '[]')
  then
    raise exception 'delivery_incomplete' using errcode = 'PT422';
  end if;
  if exists (select from unnest(links) as link where link is null or link !~* '^https?://[^[:space:]]+$') then
    raise exception 'delivery_link_invalid' using errcode = 'PT422';
  end if;
  -- Work that was uploaded lies with the conversation of the two sides, where both can read it.
  if exists (
    select from jsonb_array_elements(case when jsonb_typeof(files) = 'array' then files else '[]' end) as file
    where not exists (
      select from storage.objects o
      join public.conversations c on starts_with(o.name, c.id || '/')
      where o.bucket_id = 'attachments' and o.name = file ->> 'path'
        and c.member_a = least(v_order.brand_id, v_order.kol_id)
        and c.member_b = greatest(v_order.brand_id, v_order.kol_id)
    )
  ) then
    raise exception 'file_not_found' using errcode = 'PT422';
  end if;
  insert into public.order_deliveries (order_id, note, links, files)
  values (v_order.id, deliver_order.note, coalesce(deliver_order.links, '{}'), coalesce(deliver_order.files, '[]'));
  return private.move_order(v_order, 'delivered', 'creator', v_order.kol_id, note, at);
end;
$$;
comment on function private.deliver_order(uuid, text, text[], jsonb, timestamptz) is
  'The creator hands the work over: a note and at least one link or file.';

create function private.request_revision(order_id uuid, note text, at timestamptz)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'request_revision');
begin
  if private.just_moved_by(v_order, 'in_revision', v_order.brand_id, note) then
    return v_order;
  end if;
  perform private.require_order_action('request_revision', v_order, at);
  if coalesce(btrim(note), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  return private.move_order(v_order, 'in_revision', 'brand', v_order.brand_id, note, at);
end;
$$;
comment on function private.request_revision(uuid, text, timestamptz) is
  'The brand asks for changes, as often as the pack says.';

create function private.complete_order(order_id uuid, at timestamptz) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'complete_order');
begin
  if private.just_moved_by(v_order, 'completed', v_order.brand_id) then
    return v_order;
  end if;
  perform private.require_order_action('complete_order', v_order, at);
  return private.move_order(v_order, 'completed', 'brand', v_order.brand_id, null, at);
end;
$$;
comment on function private.complete_order(uuid, timestamptz) is 'The brand accepts the work: the creator has earned the money.';

create function private.extend_review(order_id uuid) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'extend_review');
begin
  perform private.require_order_action('extend_review', v_order, now());
  update public.pack_orders o set review_extended = true, updated_at = now(),
    due_at = o.due_at + make_interval(hours => private.setting('review_extension')::int),
    clock_left_seconds = o.clock_left_seconds + private.setting('review_extension')::int * 3600
  where o.id = v_order.id
  returning * into v_order;
  perform private.note_on_order(v_order, 'review_extended', v_order.brand_id);
  perform private.notify_about_order(v_order.kol_id, v_order, 'review_extended');
  return v_order;
end;
$$;
comment on function private.extend_review is 'The brand takes more time for the review, once per order.';

create function private.cancel_order(order_id uuid, reason text, at timestamptz)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'cancel_order');
  v_me uuid := private.my_profile_id();
  v_actor text := private.cancelling_actor(v_order, v_me, at);
begin
  if private.just_moved_by(v_order, 'cancelled', v_me)
    or v_order.cancel_requested_by = v_me and v_actor is null
  then
    return v_order;
  end if;
  perform private.require_order_action('cancel_order', v_order, at);
  if v_actor is not null then
    return private.move_order(v_order, 'cancelled', v_actor, v_me, reason, at);
  end if;
  update public.pack_orders o set cancel_requested_by = v_me, updated_at = now()
  where o.id = v_order.id
  returning * into v_order;
  perform private.note_on_order(v_order, 'cancellation_requested', v_me, reason);
  perform private.notify_about_order(case v_me when v_order.brand_id then v_order.kol_id else v_order.brand_id end,
    v_order, 'cancellation_requested');
  return v_order;
end;
$$;
comment on function private.cancel_order(uuid, text, timestamptz) is
  'Before the work begins the brand cancels alone; after it both have to, unless the work is late.';

-- Granted to members ---------------------------------------------------------------------
-- A function with `at` acts at the time that it is given and is granted to
-- nobody: only the tests and the seed move time. The granted one beside it passes now().
create function private.place_order(pack_id uuid, brief text, idempotency_key uuid, terms text)
returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.place_order(pack_id, brief, idempotency_key, terms, now())
$$;
create function public.place_order(pack_id uuid, brief text, idempotency_key uuid, terms text default null)
returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.place_order(pack_id, brief, idempotency_key, terms)
$$;
comment on function public.place_order is
  'Brand: orders a pack. `terms` is the terms_hash that it saw; another one is refused.';
create function private.accept_order(order_id uuid) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.accept_order(order_id, now())
$$;
create function public.accept_order(order_id uuid) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.accept_order(order_id)
$$;
create function private.decline_order(order_id uuid, reason text) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.decline_order(order_id, reason, now())
$$;
create function public.decline_order(order_id uuid, reason text default null) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.decline_order(order_id, reason)
$$;
create function private.deliver_order(order_id uuid, note text, links text[], files jsonb)
returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.deliver_order(order_id, note, links, files, now())
$$;
create function public.deliver_order(order_id uuid, note text, links text[] default '{}', files jsonb default '[]')
returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.deliver_order(order_id, note, links, files)
$$;
create function private.request_revision(order_id uuid, note text) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.request_revision(order_id, note, now())
$$;
create function public.request_revision(order_id uuid, note text) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.request_revision(order_id, note)
$$;
create function private.complete_order(order_id uuid) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.complete_order(order_id, now())
$$;
create function public.complete_order(order_id uuid) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.complete_order(order_id)
$$;
create function public.extend_review(order_id uuid) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.extend_review(order_id)
$$;
create function private.cancel_order(order_id uuid, reason text) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.cancel_order(order_id, reason, now())
$$;
create function public.cancel_order(order_id uuid, reason text default null) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.cancel_order(order_id, reason)
$$;
grant execute on function
  private.place_order(uuid, text, uuid, text), private.accept_order(uuid),
  private.decline_order(uuid, text), private.deliver_order(uuid, text, text[], jsonb),
  private.request_revision(uuid, text), private.complete_order(uuid), private.extend_review,
  private.cancel_order(uuid, text),
  public.place_order, public.accept_order, public.decline_order, public.deliver_order,
  public.request_revision, public.complete_order, public.extend_review, public.cancel_order
  to authenticated;

-- 42_disputes.sql ======================================================
-- When two sides disagree, the order stops and so do its clocks. It goes on in one of two ways:
-- one side accepts a split that the other proposed, or staff rule. Either way the money leaves
-- escrow once.

-- Proposals ------------------------------------------------------------------------------
create table public.settlement_proposals (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pack_orders (id),
  proposed_by uuid not null references public.profiles (id),
  creator_share_minor bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint settlement_proposals_share_not_negative check (creator_share_minor >= 0),
  constraint settlement_proposals_share_within_limit check (creator_share_minor <= 1000000000000000)
);
comment on table public.settlement_proposals is 'Splits that one side of a disputed order offered the other. The last one of each side counts.';
create index settlement_proposals_order_id on public.settlement_proposals (order_id, proposed_by, created_at);
create index settlement_proposals_proposed_by on public.settlement_proposals (proposed_by);

alter table public.settlement_proposals enable row level security;
create policy settlement_proposals_select on public.settlement_proposals for select to authenticated
  using (exists (select from public.pack_orders o where o.id = order_id));
grant select on public.settlement_proposals to authenticated, service_role;
create trigger settlement_proposals_append_only before update or delete on public.settlement_proposals
  for each row execute function private.refuse_change();
create trigger settlement_proposals_not_truncated before truncate on public.settlement_proposals
  for each statement execute function private.refuse_change();

create function private.last_proposal(order_id uuid, proposed_by uuid) returns public.settlement_proposals
language sql stable security definer set search_path = '' as $$
  select s.* from public.settlement_proposals s
  where s.order_id = last_proposal.order_id and s.proposed_by = last_proposal.proposed_by
  order by s.created_at desc, s.id
$$;
comment on function private.last_proposal is 'What one side offers at the moment: the first row of these.';

-- What the sides do ----------------------------------------------------------------------
create function private.lock_order_as_staff(order_id uuid) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
begin
  perform private.require_staff();
  select * into v_order from public.pack_orders o
  where o.id = lock_order_as_staff.order_id for no key update;
  if v_order.id is null then
    raise exception 'order_unknown' using errcode = 'PT404';
  end if;
  perform private.require_other_case(array[v_order.brand_id, v_order.kol_id]);
  return v_order;
end;
$$;
comment on function private.lock_order_as_staff is 'An order of others, locked for an act of staff.';

-- A suspended member may dispute, too: money that lies in escrow still has two sides.
create function private.open_dispute(order_id uuid, reason text, at timestamptz)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_for_others boolean := private.is_staff() and not exists (
    select from public.pack_orders o where o.id = open_dispute.order_id and v_me in (o.brand_id, o.kol_id));
  v_order public.pack_orders := case when v_for_others
    then private.lock_order_as_staff(order_id)
    else private.lock_order(order_id, 'open_dispute') end;
begin
  if private.just_moved_by(v_order, 'disputed', v_me) then
    return v_order;
  end if;
  perform private.require_order_action('open_dispute', v_order, at);
  if coalesce(btrim(reason), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  if v_for_others then
    perform private.audit('open_dispute', v_order.id, jsonb_build_object('reason', reason));
  end if;
  return private.move_order(v_order, 'disputed',
    coalesce(private.side_of(v_order, v_me), 'staff'),
    v_me, reason, at);
end;
$$;
comment on function private.open_dispute(uuid, text, timestamptz) is
  'Either side, or staff, stop the order and every clock of it.';

create function private.propose_settlement(order_id uuid, creator_share_minor bigint)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'propose_settlement');
  v_me uuid := private.my_profile_id();
begin
  perform private.require_order_action('propose_settlement', v_order, now());
  if (creator_share_minor between 0 and v_order.price_minor) is not true then
    raise exception 'share_out_of_range' using errcode = 'PT422';
  end if;
  if (private.last_proposal(v_order.id, v_me)).creator_share_minor = propose_settlement.creator_share_minor then
    return v_order;
  end if;
  insert into public.settlement_proposals (order_id, proposed_by, creator_share_minor)
  values (v_order.id, v_me, propose_settlement.creator_share_minor);
  perform private.notify_about_money(
    case v_me when v_order.brand_id then v_order.kol_id else v_order.brand_id end,
    v_order, 'settlement_proposed', propose_settlement.creator_share_minor);
  return v_order;
end;
$$;
comment on function private.propose_settlement is 'One side offers a split: this much of the price for the creator.';

create function private.offer_to(o public.pack_orders, profile_id uuid) returns public.settlement_proposals
language sql stable security definer set search_path = '' as $$
  select * from private.last_proposal(o.id, case profile_id when o.brand_id then o.kol_id else o.brand_id end)
$$;
comment on function private.offer_to is 'What the other side of the order offers this one at the moment.';

create function private.require_offer(o public.pack_orders) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (private.offer_to(o, private.my_profile_id())).id is null then
    raise exception 'no_settlement_proposed' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_offer is 'Refuses to accept where the other side has proposed nothing.';

-- `creator_share_minor` says which offer the member saw: the other side may have made another
-- one since, and nobody should agree to what they have not read.
create function private.accept_settlement(
  order_id uuid, creator_share_minor bigint, at timestamptz
) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'accept_settlement');
  v_me uuid := private.my_profile_id();
  v_offer public.settlement_proposals;
begin
  if private.just_moved_by(v_order, 'settled', v_me) then
    return v_order;
  end if;
  perform private.require_order_action('accept_settlement', v_order, at);
  v_offer := private.offer_to(v_order, v_me);
  if v_offer.creator_share_minor <> accept_settlement.creator_share_minor then
    raise exception 'settlement_changed' using errcode = 'PT409';
  end if;
  return private.move_order(v_order, 'settled', 'both', v_me, null, at, v_offer.creator_share_minor);
end;
$$;
comment on function private.accept_settlement(uuid, bigint, timestamptz) is
  'One side agrees to what the other offered last.';

-- What staff do --------------------------------------------------------------------------
-- Asked after the words and the amount were checked: what is proposed to a second member of staff
-- is a ruling that could be carried out.
create function private.require_ruling(o public.pack_orders) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.needs_two(o.price_minor, o.currency) then
    perform private.require_confirmation('resolve_dispute', o.id::text);
  end if;
end;
$$;
comment on function private.require_ruling is 'Refuses one member of staff alone where the price takes two.';

create function private.resolve_dispute(
  order_id uuid, creator_share_minor bigint, note text, at timestamptz
) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order_as_staff(order_id);
  v_staff uuid := private.my_profile_id();
begin
  if v_order.creator_share_minor = resolve_dispute.creator_share_minor
    and private.just_moved_by(v_order, 'settled', v_staff)
  then
    return v_order;
  end if;
  perform private.require_order_action('resolve_dispute', v_order, at);
  if (resolve_dispute.creator_share_minor between 0 and v_order.price_minor) is not true then
    raise exception 'share_out_of_range' using errcode = 'PT422';
  end if;
  if coalesce(btrim(note), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  perform private.require_ruling(v_order);
  perform private.audit('resolve_dispute', v_order.id,
    jsonb_build_object('creator_share_minor', resolve_dispute.creator_share_minor,
      'price_minor', v_order.price_minor, 'currency', v_order.currency, 'note', note));
  return private.move_order(v_order, 'settled', 'staff', v_staff, note, at, resolve_dispute.creator_share_minor);
end;
$$;
comment on function private.resolve_dispute(uuid, bigint, text, timestamptz) is
  'Staff rule how the money of a disputed order is split, and say why.';

-- Granted to members ---------------------------------------------------------------------
create function private.open_dispute(order_id uuid, reason text) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.open_dispute(order_id, reason, now())
$$;
create function public.open_dispute(order_id uuid, reason text) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.open_dispute(order_id, reason)
$$;
create function public.propose_settlement(order_id uuid, creator_share_minor bigint) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.propose_settlement(order_id, creator_share_minor)
$$;
create function private.accept_settlement(order_id uuid, creator_share_minor bigint)
returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.accept_settlement(order_id, creator_share_minor, now())
$$;
create function public.accept_settlement(order_id uuid, creator_share_minor bigint default null)
returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.accept_settlement(order_id, creator_share_minor)
$$;
create function private.resolve_dispute(order_id uuid, creator_share_minor bigint, note text)
returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.resolve_dispute(order_id, creator_share_minor, note, now())
$$;
create function public.resolve_dispute(order_id uuid, creator_share_minor bigint, note text)
returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.resolve_dispute(order_id, creator_share_minor, note)
$$;
grant execute on function
  private.open_dispute(uuid, text), private.propose_settlement,
  private.accept_settlement(uuid, bigint), private.resolve_dispute(uuid, bigint, text),
  public.open_dispute, public.propose_settlement, public.accept_settlement, public.resolve_dispute
  to authenticated;

-- 43_payments.sql ======================================================
-- Money that comes from outside, for an order or for none, and goes back there. A provider may
-- tell us anything twice, late or wrong: nothing it says is refused or done again.

-- Payments -------------------------------------------------------------------------------
create table public.payments (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  provider_ref text not null,
  -- The order that the provider named, whether or not there is one.
  claimed_order_id uuid,
  order_id uuid references public.pack_orders (id),
  payer_id uuid references public.profiles (id),
  amount_minor bigint not null,
  currency text not null references public.currencies (code),
  status text not null default 'received',
  problem text,
  -- What still waits for staff; null when the money never waited, or was given to its owner.
  suspense_minor bigint,
  created_at timestamptz not null default now(),
  constraint payments_provider_ref_key unique (provider, provider_ref),
  constraint payments_amount_positive check (amount_minor > 0),
  constraint payments_amount_within_limit check (amount_minor <= 1000000000000000),
  constraint payments_status_known check (status in ('received', 'suspense', 'resolved', 'charged_back')),
  constraint payments_suspense_within_amount check (suspense_minor between 0 and amount_minor),
  constraint payments_provider_length check (length(provider) between 1 and 40),
  constraint payments_provider_ref_length check (length(provider_ref) between 1 and 200)
);
comment on table public.payments is 'Money that came in, once per reference of its provider. In suspense: it fits no order.';
create index payments_order_id on public.payments (order_id);
create index payments_payer_id on public.payments (payer_id);
create index payments_currency on public.payments (currency);
create index payments_in_suspense on public.payments (created_at) where status = 'suspense';

alter table public.payments enable row level security;
create policy payments_select on public.payments for select to authenticated
  using (payer_id = (select private.my_profile_id()) or (select private.is_staff()));
grant select on public.payments to authenticated, service_role;
create trigger payments_not_deleted before delete on public.payments
  for each row execute function private.refuse_change();
create trigger payments_facts_are_final before update on public.payments
  for each row when (
    (OLD.id, OLD.provider, OLD.provider_ref, OLD.claimed_order_id, OLD.amount_minor, OLD.currency, OLD.created_at)
    is distinct from
    (NEW.id, NEW.provider, NEW.provider_ref, NEW.claimed_order_id, NEW.amount_minor, NEW.currency, NEW.created_at)
  ) execute function private.refuse_change();
alter table public.payouts
  add constraint payouts_payment_id_fkey foreign key (payment_id) references public.payments (id);
alter table private.wallet_lots
  add constraint wallet_lots_payment_id_fkey foreign key (payment_id) references public.payments (id);
alter table private.order_funding
  add constraint order_funding_payment_id_fkey foreign key (payment_id) references public.payments (id);

-- A payment and its chargeback may be told at once, or the chargeback first.
create function private.lock_payment_reference(provider text, provider_ref text) returns void
language sql volatile security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended(format('payment %s %s', provider, provider_ref), 0))
$$;
comment on function private.lock_payment_reference is 'Makes everything that is told about one payment wait for each other.';

create function private.payment_problem(p public.payments, o public.pack_orders) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when private.is_taken_back(p) then 'charged_back'
    when o.id is null then 'order_unknown'
    when not private.can_move(o, 'funded', 'provider') or private.are_blocked(o.brand_id, o.kol_id)
      then 'order_not_payable'
    when o.currency <> p.currency then 'wrong_currency'
    when o.price_minor + o.buyer_fee_minor <> p.amount_minor then 'wrong_amount'
    when private.is_frozen(o.brand_id) then 'payer_frozen'
  end;
end;
$$;
comment on function private.payment_problem is 'Why a payment does not pay for this order; null when it does.';

-- Money that has arrived is never refused: what fits no order waits in suspense for staff.
create function private.record_payment(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text, at timestamptz default now()
) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_order public.pack_orders;
  v_problem text;
  v_wallet bigint;
  v_cash bigint;
begin
  if not exists (select from public.currencies c where c.code = record_payment.currency) then
    raise exception 'currency_unknown' using errcode = 'PT422';
  end if;
  perform private.lock_payment_reference(record_payment.provider, record_payment.provider_ref);
  insert into public.payments (provider, provider_ref, claimed_order_id, amount_minor, currency)
  values (record_payment.provider, record_payment.provider_ref, record_payment.order_id,
    record_payment.amount_minor, record_payment.currency)
  on conflict on constraint payments_provider_ref_key do nothing
  returning * into v_payment;
  if v_payment.id is null then
    select * into v_payment from public.payments p
    where p.provider = record_payment.provider and p.provider_ref = record_payment.provider_ref;
    return v_payment;
  end if;

  select * into v_order from public.pack_orders o where o.id = record_payment.order_id for no key update;
  v_problem := private.payment_problem(v_payment, v_order);
  update public.payments p set
    order_id = v_order.id, payer_id = v_order.brand_id, problem = v_problem,
    status = case when v_problem is null then 'received' else 'suspense' end,
    suspense_minor = case when v_problem is not null then p.amount_minor end
  where p.id = v_payment.id
  returning * into v_payment;
  if v_problem is not null then
    perform private.post_transfer('suspense',
      array[
        private.platform_account('cash', v_payment.currency, v_payment.id),
        private.platform_account('suspense', v_payment.currency, v_payment.id)
      ],
      array[-v_payment.amount_minor, v_payment.amount_minor], null, v_payment.id);
    return private.match_chargebacks(v_payment, at);
  end if;

  v_cash := private.platform_account('cash', v_payment.currency, v_order.id);
  v_wallet := private.member_account(v_order.brand_id, 'wallet', v_payment.currency);
  perform private.lock_accounts(private.order_accounts(v_order) || v_cash);
  perform private.post_transfer('payment', array[v_cash, v_wallet],
    array[-v_payment.amount_minor, v_payment.amount_minor], v_order.id, v_payment.id);
  -- This payment pays for this order, whatever else is in the wallet.
  insert into private.order_funding (order_id, payment_id, amount_minor)
  values (v_order.id, v_payment.id, v_payment.amount_minor);
  perform private.move_order(v_order, 'funded', 'provider', null, null, at);
  return v_payment;
end;
$$;
comment on function private.record_payment is 'Money came in: once per provider''s reference, the exact amount, or suspense.';

-- What stops a payment of either kind besides the state of the order.
create function private.require_payable(o public.pack_orders) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.are_blocked(o.brand_id, o.kol_id) then
    raise exception 'order_not_payable' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_payable is 'Refuses payment between members of whom one blocked the other.';

create function private.require_wallet(o public.pack_orders) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if o.price_minor + o.buyer_fee_minor > coalesce((
    select a.balance_minor from private.accounts a
    where a.owner_id = o.brand_id and a.kind = 'wallet' and a.currency = o.currency
  ), 0) then
    raise exception 'insufficient_funds' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_wallet is 'Refuses a brand whose wallet does not hold the price and the buyer''s fee.';

create function private.pay_from_wallet(order_id uuid, at timestamptz) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_order public.pack_orders;
begin
  perform private.lock_spending(v_me);
  v_order := private.lock_order(order_id, 'pay_from_wallet');
  if private.just_moved_by(v_order, 'funded', v_me) then
    return v_order;
  end if;
  perform private.require_transact();
  perform private.require_order_action('pay_from_wallet', v_order, at);
  return private.move_order(v_order, 'funded', 'brand', v_me, null, at);
end;
$$;
comment on function private.pay_from_wallet(uuid, timestamptz) is 'The brand pays with money that came back to it before.';

create function private.request_refund(payment_id uuid, amount_minor bigint, idempotency_key uuid)
returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_payment public.payments;
  v_request public.payouts;
begin
  -- Before the payment is read: its other refunds, and what is taken back of it, end first.
  perform private.lock_spending(v_me);
  select * into v_payment from public.payments p
  where p.id = request_refund.payment_id and p.payer_id = v_me;
  if v_payment.id is null or private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  perform private.require_not_frozen(v_me);
  if v_payment.status not in ('received', 'resolved') then
    raise exception 'payment_not_refundable' using errcode = 'PT409';
  end if;
  -- The provider gives back at most what it took; the same key answers with the first refund.
  if amount_minor > v_payment.amount_minor - private.charged_back_minor(v_payment.id) - coalesce((
    select sum(p.amount_minor) from public.payouts p
    where p.payment_id = v_payment.id and p.status <> 'failed'
      and p.idempotency_key is distinct from request_refund.idempotency_key
  ), 0) then
    raise exception 'refund_exceeds_payment' using errcode = 'PT409';
  end if;
  v_request.profile_id := v_me;
  v_request.amount_minor := amount_minor;
  v_request.currency := v_payment.currency;
  v_request.destination := v_payment.provider || ' ' || v_payment.provider_ref;
  v_request.source := 'wallet';
  v_request.payment_id := v_payment.id;
  v_request.idempotency_key := idempotency_key;
  return private.open_payout(v_request);
end;
$$;
comment on function private.request_refund is 'A brand takes wallet money back the way it came in.';

create function private.resolve_suspense(payment_id uuid, profile_id uuid, note text) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_rest bigint;
  v_wallet bigint;
begin
  perform private.require_staff();
  select * into v_payment from public.payments p
  where p.id = resolve_suspense.payment_id for no key update;
  if v_payment.status is distinct from 'suspense' then
    raise exception 'payment_not_in_suspense' using errcode = 'PT409';
  end if;
  perform private.require_other_case(array[resolve_suspense.profile_id]);
  if not exists (
    select from public.profiles p where p.id = resolve_suspense.profile_id and p.role = 'brand'
  ) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  -- A part of it may have been charged back.
  v_rest := v_payment.suspense_minor;
  if private.needs_two(v_rest, v_payment.currency) then
    perform private.require_confirmation('resolve_suspense', v_payment.id::text);
  end if;
  update public.payments p set status = 'resolved', payer_id = resolve_suspense.profile_id, suspense_minor = null
  where p.id = v_payment.id
  returning * into v_payment;
  v_wallet := private.member_account(v_payment.payer_id, 'wallet', v_payment.currency);
  perform private.post_transfer('suspense_resolved',
    array[private.platform_account('suspense', v_payment.currency, v_payment.id), v_wallet],
    array[-v_rest, v_rest], null, v_payment.id);
  perform private.add_to_lot(v_wallet, v_payment.id, v_rest);
  perform private.audit('resolve_suspense', v_payment.id,
    jsonb_build_object('profile_id', v_payment.payer_id, 'amount_minor', v_rest,
      'currency', v_payment.currency, 'note', note));
  return v_payment;
end;
$$;
comment on function private.resolve_suspense is 'Staff give money that fitted no order to the brand it belongs to.';

-- What the wallet is made of -------------------------------------------------------------
create view public.wallet_lots with (security_invoker = true) as
select l.payment_id, a.currency, l.amount_minor, p.provider, p.created_at as paid_at
from private.wallet_lots l
join private.accounts a on a.id = l.account_id
left join public.payments p on p.id = l.payment_id
where a.owner_id = (select private.my_profile_id()) and l.amount_minor > 0;
comment on view public.wallet_lots is 'Which payments the signed-in member''s wallet money came from, and so where it can be returned to.';
grant select on public.wallet_lots to authenticated;

-- Granted to members and to the service ------------------------------------------------------------------------------
create function private.pay_from_wallet(order_id uuid) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.pay_from_wallet(order_id, now())
$$;
create function public.pay_from_wallet(order_id uuid) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.pay_from_wallet(order_id)
$$;
create function public.request_refund(payment_id uuid, amount_minor bigint, idempotency_key uuid) returns public.payouts
language sql volatile security invoker set search_path = '' as $$
  select * from private.request_refund(payment_id, amount_minor, idempotency_key)
$$;
create function public.resolve_suspense(payment_id uuid, profile_id uuid, note text) returns public.payments
language sql volatile security invoker set search_path = '' as $$
  select * from private.resolve_suspense(payment_id, profile_id, note)
$$;
create function public.record_payment(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text
) returns public.payments
language sql volatile security invoker set search_path = '' as $$
  select * from private.record_payment(provider, provider_ref, order_id, amount_minor, currency)
$$;
grant execute on function
  private.pay_from_wallet(uuid), private.request_refund, private.resolve_suspense,
  public.pay_from_wallet, public.request_refund, public.resolve_suspense
  to authenticated;
grant execute on function private.record_payment, public.record_payment to service_role;

-- 44_chargebacks.sql ======================================================
-- Money that a provider takes back. It has the money already when it says so; the question is
-- only who bears it. A chargeback is of a payment, not of an order, and is taken from where that
-- payment is now: suspense, the wallet, refunds that have not left, orders that it pays for.
-- Then from the rest of the same brand's wallet and refunds. What is left is our loss. Money
-- that a creator has earned is never taken.

-- Chargebacks ----------------------------------------------------------------------------
create table private.chargebacks (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  -- The provider's reference of the dispute or refund, and of the payment that it is about.
  provider_ref text not null,
  payment_ref text not null,
  -- A refund was made at the provider without a request of the brand: nobody is to blame.
  kind text not null default 'dispute',
  -- Null: the payment is not known (yet).
  payment_id uuid references public.payments (id),
  brand_id uuid references public.profiles (id),
  order_id uuid references public.pack_orders (id),
  amount_minor bigint not null,
  currency text not null references public.currencies (code),
  -- Who bears it.
  suspense_minor bigint not null default 0,
  brand_minor bigint not null default 0,
  loss_minor bigint not null,
  -- Of the loss, what the brand should have borne and had no money for.
  owed_minor bigint not null default 0,
  status text not null default 'opened',
  created_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  constraint chargebacks_provider_ref_key unique (provider, provider_ref),
  -- As long as those of payments, and short enough for the indexes.
  constraint chargebacks_provider_length check (length(provider) between 1 and 40),
  constraint chargebacks_provider_ref_length check (length(provider_ref) between 1 and 200),
  constraint chargebacks_payment_ref_length check (length(payment_ref) between 1 and 200),
  constraint chargebacks_amount_positive check (amount_minor > 0),
  constraint chargebacks_amount_within_limit check (amount_minor <= 1000000000000000),
  constraint chargebacks_kind_known check (kind in ('dispute', 'refund')),
  constraint chargebacks_status_known check (status in ('opened', 'won', 'lost')),
  constraint chargebacks_closed_has_time check ((status = 'opened') = (closed_at is null)),
  constraint chargebacks_shares_add_up check (
    suspense_minor >= 0 and brand_minor >= 0 and owed_minor between 0 and loss_minor
    and (suspense_minor + brand_minor + loss_minor = amount_minor))
);
comment on table private.chargebacks is 'Money that a provider took back, once per reference, and who bears it. Won: it was given back.';
create index chargebacks_payment on private.chargebacks (payment_id);
create index chargebacks_payment_ref on private.chargebacks (provider, payment_ref);
create index chargebacks_brand_id on private.chargebacks (brand_id);
create index chargebacks_order_id on private.chargebacks (order_id);
create index chargebacks_currency on private.chargebacks (currency);
create index chargebacks_newest on private.chargebacks (created_at desc);
alter table private.chargebacks enable row level security;
create policy chargebacks_select on private.chargebacks for select to authenticated
  using ((select private.is_staff()));
grant select on private.chargebacks to authenticated, service_role;
create trigger chargebacks_not_deleted before delete on private.chargebacks
  for each row execute function private.refuse_change();

create view public.chargebacks with (security_invoker = true) as
select c.id, c.provider, c.provider_ref, c.kind, c.payment_id, c.brand_id, c.order_id, c.amount_minor, c.currency,
  c.suspense_minor, c.brand_minor, c.loss_minor, c.owed_minor, c.status, c.created_at, c.closed_at,
  private.is_frozen(c.brand_id) as is_frozen
from private.chargebacks c;
comment on view public.chargebacks is 'Staff: what providers took back, and who bears it.';
grant select on public.chargebacks to authenticated, service_role;
-- The view asks it in the name of staff.
grant execute on function private.is_frozen to authenticated, service_role;

-- So that a chargeback which is won gives back exactly what it took.
create table private.chargeback_lots (
  chargeback_id uuid not null references private.chargebacks (id),
  payment_id uuid references public.payments (id),
  amount_minor bigint not null,
  constraint chargeback_lots_key unique nulls not distinct (chargeback_id, payment_id),
  constraint chargeback_lots_amount_positive check (amount_minor > 0)
);
comment on table private.chargeback_lots is 'Which payments'' wallet money a chargeback took.';
create index chargeback_lots_payment_id on private.chargeback_lots (payment_id);
alter table private.chargeback_lots enable row level security;
grant select on private.chargeback_lots to service_role;
create trigger chargeback_lots_not_deleted before delete on private.chargeback_lots
  for each row execute function private.refuse_change();

-- What stands against a payment ----------------------------------------------------------
create function private.charged_back_minor(payment_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(c.amount_minor), 0)::bigint from private.chargebacks c
  where c.payment_id = charged_back_minor.payment_id and c.status <> 'won'
$$;
comment on function private.charged_back_minor is 'How much of a payment its provider has taken back for good or for now.';

create function private.is_taken_back(p public.payments) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.chargebacks c
    where c.provider = p.provider and c.payment_ref = p.provider_ref and c.currency = p.currency
      and c.payment_id is null and c.status <> 'won'
  )
$$;
comment on function private.is_taken_back is 'True for a payment whose chargeback was told before the payment itself.';

create function private.update_payment_status(payment_id uuid) returns public.payments
language sql volatile security definer set search_path = '' as $$
  update public.payments p set status = case
    when private.charged_back_minor(p.id) >= p.amount_minor then 'charged_back'
    when p.suspense_minor is not null then 'suspense'
    when p.problem is null then 'received'
    else 'resolved'
  end
  where p.id = update_payment_status.payment_id
  returning p.*
$$;
comment on function private.update_payment_status is 'Sets the status of a payment by what its chargebacks have left of it.';

-- Freezing -------------------------------------------------------------------------------
create function private.chargeback_data(c private.chargebacks) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('chargeback_id', c.id, 'amount_minor', c.amount_minor, 'currency', c.currency,
    'other_id', c.brand_id, 'other_name', (select p.display_name from public.profiles p where p.id = c.brand_id))
$$;
comment on function private.chargeback_data is 'What the notifications about a chargeback name.';

create function private.freeze_brand(c private.chargebacks, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.profiles p set frozen_at = at
  where p.id = c.brand_id and p.frozen_at is null and p.deleted_at is null;
  if found then
    perform private.notify(c.brand_id, 'account_frozen', private.chargeback_data(c));
  end if;
end;
$$;
comment on function private.freeze_brand is 'Stops a brand''s spending after a chargeback and tells it so.';

create function private.notify_staff_of_chargeback(c private.chargebacks) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.notify(p.id, 'chargeback_opened', private.chargeback_data(c))
  from public.profiles p
  where p.is_staff and p.suspended_at is null and p.deleted_at is null;
end;
$$;
comment on function private.notify_staff_of_chargeback is 'One notification to each member of staff.';

-- Taking back ----------------------------------------------------------------------------
-- The rows are locked by id first; a refund or an order that has ended meanwhile is not among them.
create function private.lock_open_refunds(p public.payments) returns setof public.payouts
language sql volatile security definer set search_path = '' as $$
  select * from public.payouts o
  where o.profile_id = p.payer_id and o.source = 'wallet' and o.currency = p.currency and o.status = 'requested'
  order by o.id for no key update
$$;
comment on function private.lock_open_refunds is 'The refunds of a payer that have not left yet, locked.';

create function private.lock_open_orders(p public.payments) returns setof public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from public.pack_orders o
  where o.id in (select f.order_id from private.order_funding f where f.payment_id = p.id)
    and (private.order_status(o.status)).holds_escrow
  order by o.id for no key update
$$;
comment on function private.lock_open_orders is 'The orders whose escrow holds money of a payment, locked.';

create function private.lock_chargeback_accounts(p public.payments, orders public.pack_orders[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.lock_accounts(
    array(select unnest(private.order_accounts(o)) from unnest(orders) as o)
    || private.member_account(p.payer_id, 'wallet', p.currency)
    || private.member_account(p.payer_id, 'in_transit', p.currency)
    || private.platform_account('suspense', p.currency, p.id)
    || private.platform_account('cash', p.currency, p.id)
    || private.platform_account('loss', p.currency, p.id))
$$;
comment on function private.lock_chargeback_accounts is 'Locks all that a chargeback of a payment may touch.';

create function private.lot_minor(wallet_id bigint, payment_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(l.amount_minor), 0)::bigint from private.wallet_lots l
  where l.account_id = wallet_id and (lot_minor.payment_id is null or l.payment_id = lot_minor.payment_id)
$$;
comment on function private.lot_minor is 'What a wallet holds of one payment; null asks for all of it.';

-- No more is ended than is needed: first refunds of this payment, then the orders that it pays
-- for, the newest first, because there the least work is done; then refunds of other payments.
create function private.bring_back(p public.payments, wanted_minor bigint, at timestamptz) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_refunds public.payouts[] := array(select r from private.lock_open_refunds(p) as r);
  v_orders public.pack_orders[];
  v_order public.pack_orders;
  v_refund public.payouts;
  v_wallet bigint;
begin
  v_orders := array(select o from private.lock_open_orders(p) as o);
  perform private.lock_chargeback_accounts(p, v_orders);
  v_wallet := private.member_account(p.payer_id, 'wallet', p.currency);
  for v_refund in select * from unnest(v_refunds) as r where r.payment_id = p.id order by r.created_at desc, r.id loop
    exit when private.lot_minor(v_wallet, p.id) >= wanted_minor;
    perform private.mark_payout_failed(v_refund, 'chargeback');
  end loop;
  for v_order in select * from unnest(v_orders) as o order by o.created_at desc, o.id loop
    exit when private.lot_minor(v_wallet, p.id) >= wanted_minor;
    perform private.move_order(v_order, 'cancelled', 'provider', null, 'chargeback', at);
  end loop;
  for v_refund in select * from unnest(v_refunds) as r where r.payment_id <> p.id order by r.created_at desc, r.id loop
    exit when private.lot_minor(v_wallet, null) >= wanted_minor;
    perform private.mark_payout_failed(v_refund, 'chargeback');
  end loop;
  return least(wanted_minor, private.lot_minor(v_wallet, null));
end;
$$;
comment on function private.bring_back is
  'Brings a brand''s money home to its wallet until that much of it is there; returns how much of it is.';

-- The caller holds the payment and the payer's spending. `c` is among what stands against it.
create function private.bear_chargeback(c private.chargebacks, p public.payments, at timestamptz)
returns private.chargebacks
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks := c;
  v_wallet bigint;
  v_fair bigint;
begin
  v_chargeback.suspense_minor := least(coalesce(p.suspense_minor, 0), c.amount_minor);
  -- Nobody bears more than they paid, however often and however much a provider takes.
  v_fair := greatest(0, -v_chargeback.suspense_minor
    + least(c.amount_minor, p.amount_minor - private.charged_back_minor(p.id) + c.amount_minor));
  -- Where suspense is not enough there is a payer: what is in suspense of nobody covers all that is fair.
  if v_fair > 0 then
    v_chargeback.brand_minor := private.bring_back(p, v_fair, at);
    v_wallet := private.member_account(p.payer_id, 'wallet', p.currency);
    insert into private.chargeback_lots (chargeback_id, payment_id, amount_minor)
    select c.id, t.payment_id, t.amount_minor
    from private.take_lots(v_wallet, v_chargeback.brand_minor, p.id) as t;
    v_chargeback.owed_minor := v_fair - v_chargeback.brand_minor;
  end if;
  v_chargeback.loss_minor := c.amount_minor - v_chargeback.suspense_minor - v_chargeback.brand_minor;
  perform private.post_transfer('chargeback',
    array[
      private.platform_account('suspense', p.currency, p.id), v_wallet,
      private.platform_account('loss', p.currency, p.id), private.platform_account('cash', p.currency, p.id)
    ],
    array[-v_chargeback.suspense_minor, -v_chargeback.brand_minor, -v_chargeback.loss_minor, c.amount_minor],
    c.order_id, c.id);
  update private.chargebacks b set
    suspense_minor = v_chargeback.suspense_minor, brand_minor = v_chargeback.brand_minor,
    loss_minor = v_chargeback.loss_minor, owed_minor = v_chargeback.owed_minor
  where b.id = c.id
  returning * into v_chargeback;
  update public.payments o set suspense_minor = o.suspense_minor - v_chargeback.suspense_minor where o.id = p.id;
  perform private.update_payment_status(p.id);
  return v_chargeback;
end;
$$;
comment on function private.bear_chargeback is 'Takes a chargeback out of suspense, then from the payer, then from us.';

-- By the payment's own reference. Who says only which order it is about means the payment that
-- pays for that order.
create function private.find_charged_payment(c private.chargebacks) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid;
  v_payment public.payments;
begin
  select p.id into v_id from public.payments p
  where p.provider = c.provider and p.provider_ref = c.payment_ref and p.currency = c.currency;
  if v_id is null and c.order_id is not null then
    select p.id into v_id
    from private.order_funding f join public.payments p on p.id = f.payment_id
    where f.order_id = c.order_id and p.currency = c.currency
    order by f.amount_minor desc, f.id;
  end if;
  select * into v_payment from public.payments p where p.id = v_id for no key update;
  return v_payment;
end;
$$;
comment on function private.find_charged_payment is 'The payment that a chargeback is about, locked; none when it has not been told yet.';

create function private.open_chargeback(given private.chargebacks, at timestamptz) returns private.chargebacks
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks;
  v_payment public.payments;
begin
  if not exists (select from public.currencies c where c.code = given.currency) then
    raise exception 'currency_unknown' using errcode = 'PT422';
  end if;
  v_payment := private.find_charged_payment(given);
  insert into private.chargebacks (provider, provider_ref, payment_ref, kind, payment_id, order_id, brand_id,
    amount_minor, currency, loss_minor, status, closed_at)
  select given.provider, given.provider_ref, given.payment_ref, given.kind, v_payment.id, o.id,
    coalesce(v_payment.payer_id, o.brand_id), given.amount_minor, given.currency, given.amount_minor,
    given.status, given.closed_at
  from (select coalesce(v_payment.order_id, given.order_id) as id) as named
  left join public.pack_orders o on o.id = named.id and o.currency = given.currency
  on conflict on constraint chargebacks_provider_ref_key do nothing
  returning * into v_chargeback;
  if v_chargeback.id is null then
    select * into v_chargeback from private.chargebacks c
    where c.provider = given.provider and c.provider_ref = given.provider_ref;
    return v_chargeback;
  end if;
  -- Taken and given back before we heard of it: it changes nothing.
  if v_chargeback.status = 'won' then
    return v_chargeback;
  end if;

  if v_payment.id is null then
    perform private.post_transfer('chargeback',
      array[
        private.platform_account('loss', given.currency, v_chargeback.id),
        private.platform_account('cash', given.currency, v_chargeback.id)
      ],
      array[-given.amount_minor, given.amount_minor], v_chargeback.order_id, v_chargeback.id);
  else
    perform private.lock_spending(v_payment.payer_id);
    v_chargeback := private.bear_chargeback(v_chargeback, v_payment, at);
  end if;
  if v_chargeback.kind = 'dispute' then
    perform private.freeze_brand(v_chargeback, at);
    perform private.notify_staff_of_chargeback(v_chargeback);
  end if;
  return v_chargeback;
end;
$$;
comment on function private.open_chargeback is 'A provider took money back: who bears it is decided once per reference.';

create function private.record_chargeback(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text, at timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_given private.chargebacks;
begin
  v_given.provider := provider;
  v_given.provider_ref := provider_ref;
  v_given.payment_ref := provider_ref;
  v_given.kind := 'dispute';
  v_given.status := 'opened';
  v_given.order_id := order_id;
  v_given.amount_minor := amount_minor;
  v_given.currency := currency;
  perform private.lock_payment_reference(provider, provider_ref);
  return to_jsonb(private.open_chargeback(v_given, at));
end;
$$;
comment on function private.record_chargeback is
  'A provider took money back, named by the payment''s reference, or by one of its own and the order.';

-- The payment comes after its chargeback, or comes back from another one: it is in suspense, and
-- pays for the loss.
create function private.match_chargebacks(p public.payments, at timestamptz) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks;
  v_rest bigint := p.suspense_minor;
  v_part bigint;
  v_is_new boolean;
begin
  for v_chargeback in
    select * from private.chargebacks c
    where c.status <> 'won' and (c.payment_id = p.id
      or c.payment_id is null and c.provider = p.provider and c.payment_ref = p.provider_ref
        and c.currency = p.currency)
    order by c.created_at, c.id for no key update
  loop
    v_is_new := v_chargeback.payment_id is null;
    v_part := least(v_chargeback.loss_minor, v_rest);
    v_rest := v_rest - v_part;
    update private.chargebacks c set payment_id = p.id, brand_id = coalesce(p.payer_id, c.brand_id),
      suspense_minor = c.suspense_minor + v_part, loss_minor = c.loss_minor - v_part
    where c.id = v_chargeback.id
    returning * into v_chargeback;
    if v_part > 0 then
      perform private.post_transfer('loss_recovered',
        array[
          private.platform_account('suspense', p.currency, p.id),
          private.platform_account('loss', p.currency, v_chargeback.id)
        ],
        array[-v_part, v_part], null, v_chargeback.id);
    end if;
    if v_is_new and v_chargeback.kind = 'dispute' then
      perform private.freeze_brand(v_chargeback, at);
    end if;
  end loop;
  update public.payments o set suspense_minor = v_rest where o.id = p.id;
  return private.update_payment_status(p.id);
end;
$$;
comment on function private.match_chargebacks is 'Sets a payment in suspense off against its chargebacks that we bear.';

-- Disputes -------------------------------------------------------------------------------
-- Money that comes back, or that staff let a brand use again, first covers what the same brand
-- could not bear before. The caller holds its spending.
create function private.recovery_accounts(brand_id uuid) returns bigint[]
language sql volatile security definer set search_path = '' as $$
  select coalesce(array_agg(a), '{}')
  from private.chargebacks c, unnest(array[
    private.member_account(c.brand_id, 'wallet', c.currency),
    private.platform_account('loss', c.currency, c.payment_id)]) as a
  where c.brand_id = recovery_accounts.brand_id and c.owed_minor > 0 and c.status <> 'won'
$$;
comment on function private.recovery_accounts is 'The accounts that recover_losses may touch.';

create function private.recover_losses(brand_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks;
  v_wallet bigint;
  v_part bigint;
begin
  perform private.lock_accounts(private.recovery_accounts(brand_id));
  for v_chargeback in
    select * from private.chargebacks c
    where c.brand_id = recover_losses.brand_id and c.status <> 'won'
    order by c.created_at, c.id
  loop
    v_wallet := private.member_account(brand_id, 'wallet', v_chargeback.currency);
    v_part := least(v_chargeback.owed_minor, private.lot_minor(v_wallet, null));
    continue when v_part = 0;
    insert into private.chargeback_lots as l (chargeback_id, payment_id, amount_minor)
    select v_chargeback.id, t.payment_id, t.amount_minor
    from private.take_lots(v_wallet, v_part, v_chargeback.payment_id) as t
    on conflict on constraint chargeback_lots_key do update set amount_minor = l.amount_minor + excluded.amount_minor;
    perform private.post_transfer('loss_recovered',
      array[v_wallet, private.platform_account('loss', v_chargeback.currency, v_chargeback.payment_id)],
      array[-v_part, v_part], null, v_chargeback.id);
    update private.chargebacks c set brand_minor = c.brand_minor + v_part,
      loss_minor = c.loss_minor - v_part, owed_minor = c.owed_minor - v_part
    where c.id = v_chargeback.id;
  end loop;
end;
$$;
comment on function private.recover_losses is 'Takes what a brand still owes for chargebacks out of its wallet.';

-- Nobody bears a payment twice, so what is taken of it once more is our loss. When the first
-- taking is undone, the payer has the money for the second one.
create function private.owe_again(p public.payments) returns void
language sql volatile security definer set search_path = '' as $$
  update private.chargebacks c set owed_minor = open.owed_minor, brand_id = p.payer_id
  from (
    select b.id, greatest(0, least(b.loss_minor, total.unborne_minor
      - (sum(b.loss_minor) over (order by b.created_at, b.id) - b.loss_minor)))::bigint as owed_minor
    from private.chargebacks b, (
      select least(p.amount_minor, sum(a.amount_minor)) - sum(a.suspense_minor + a.brand_minor) as unborne_minor
      from private.chargebacks a where a.payment_id = p.id and a.status <> 'won'
    ) total
    where b.payment_id = p.id and b.status <> 'won'
  ) open
  where c.id = open.id and c.owed_minor <> open.owed_minor and p.payer_id is not null
$$;
comment on function private.owe_again is 'Shares what was taken of a payment out anew: up to the payment its payer owes it.';

create function private.loss_accounts(p public.payments) returns bigint[]
language sql volatile security definer set search_path = '' as $$
  select coalesce(array_agg(private.platform_account('loss', c.currency, c.id)), '{}')
  from private.chargebacks c where c.payment_id = p.id and c.status <> 'won'
$$;
comment on function private.loss_accounts is 'The accounts that match_chargebacks may touch besides suspense.';

-- A dispute is won as a whole: everybody gets back what they bore, for what else was taken.
create function private.win_chargeback(id uuid, at timestamptz) returns private.chargebacks
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks;
  v_payment public.payments;
  v_platform bigint[];
  v_wallet bigint;
  v_to_suspense bigint := 0;
begin
  select p.* into v_payment from private.chargebacks c join public.payments p on p.id = c.payment_id
  where c.id = win_chargeback.id for no key update of p;
  perform private.lock_spending(v_payment.payer_id);
  update private.chargebacks c set status = 'won', closed_at = at
  where c.id = win_chargeback.id and c.status <> 'won'
  returning * into v_chargeback;
  -- Suspense that staff gave to its owner since goes to the owner.
  if v_payment.suspense_minor is not null then
    v_to_suspense := v_chargeback.suspense_minor;
  end if;
  if v_payment.payer_id is not null then
    v_wallet := private.member_account(v_payment.payer_id, 'wallet', v_chargeback.currency);
  end if;
  v_platform := array(
    select private.platform_account(kind, v_chargeback.currency, coalesce(v_payment.id, v_chargeback.id))
    from unnest(array['cash', 'suspense', 'loss']) with ordinality as k (kind, nr) order by nr);
  perform private.lock_accounts(v_platform || v_wallet || private.loss_accounts(v_payment)
    || private.recovery_accounts(v_payment.payer_id));
  perform private.post_transfer('chargeback_won', v_platform || v_wallet,
    array[
      -v_chargeback.amount_minor, v_to_suspense, v_chargeback.loss_minor,
      v_chargeback.brand_minor + v_chargeback.suspense_minor - v_to_suspense
    ], v_chargeback.order_id, v_chargeback.id);
  perform private.add_to_lot(v_wallet, l.payment_id, l.amount_minor)
  from private.chargeback_lots l where l.chargeback_id = v_chargeback.id;
  perform private.add_to_lot(v_wallet, v_payment.id, v_chargeback.suspense_minor - v_to_suspense);
  update public.payments p set suspense_minor = p.suspense_minor + v_to_suspense where p.id = v_payment.id
  returning * into v_payment;
  if v_payment.suspense_minor is not null then
    perform private.match_chargebacks(v_payment, at);
  end if;
  perform private.owe_again(v_payment);
  perform private.update_payment_status(v_payment.id);
  perform private.recover_losses(v_payment.payer_id);
  return v_chargeback;
end;
$$;
comment on function private.win_chargeback is 'The provider gave the money back: to whoever bore it, less what they owe.';

-- `opened`: the provider has taken the money. `won`: it gave it back, also after it was lost.
-- A dispute that is heard of only when it is won took nothing, and takes nothing later.
create function private.record_provider_dispute(
  provider text, provider_ref text, dispute_ref text, status text, amount_minor bigint, currency text,
  at timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_given private.chargebacks;
  v_chargeback private.chargebacks;
begin
  if status not in ('opened', 'won', 'lost') or status is null then
    raise exception 'dispute_status_unknown' using errcode = 'PT422';
  end if;
  perform private.lock_payment_reference(provider, provider_ref);
  v_given.provider := provider;
  v_given.provider_ref := dispute_ref;
  v_given.payment_ref := provider_ref;
  v_given.kind := 'dispute';
  v_given.amount_minor := amount_minor;
  v_given.currency := currency;
  v_given.status := case record_provider_dispute.status when 'won' then 'won' else 'opened' end;
  v_given.closed_at := case record_provider_dispute.status when 'won' then at end;
  v_chargeback := private.open_chargeback(v_given, at);
  if v_chargeback.status = 'won' or v_chargeback.status = record_provider_dispute.status
    or record_provider_dispute.status = 'opened'
  then
    return to_jsonb(v_chargeback);
  end if;
  if record_provider_dispute.status = 'won' then
    return to_jsonb(private.win_chargeback(v_chargeback.id, at));
  end if;
  update private.chargebacks c set status = 'lost', closed_at = at where c.id = v_chargeback.id
  returning * into v_chargeback;
  return to_jsonb(v_chargeback);
end;
$$;
comment on function private.record_provider_dispute is
  'How a dispute at the provider stands: opened, won or lost; each told as often as the provider likes.';

-- Refunds at the provider ----------------------------------------------------------------
create function private.record_provider_refund(
  provider text, provider_ref text, refund_ref text, amount_minor bigint, currency text, at timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_given private.chargebacks;
  v_payment public.payments;
  v_refund public.payouts;
begin
  perform private.lock_payment_reference(provider, provider_ref);
  select * into v_payment from public.payments p
  where p.provider = record_provider_refund.provider and p.provider_ref = record_provider_refund.provider_ref
    and p.currency = record_provider_refund.currency
  for no key update;
  -- A refund may be settled by hand at the same time, under this very reference.
  perform private.lock_spending(v_payment.payer_id);
  perform from public.payouts o where o.payment_id = v_payment.id order by o.id for no key update;
  select * into v_refund from public.payouts o
  where o.payment_id = v_payment.id and o.provider_ref = refund_ref;
  if v_refund.id is not null then
    return to_jsonb(v_refund);
  end if;
  if not exists (
    select from private.chargebacks c
    where c.provider = record_provider_refund.provider and c.provider_ref = refund_ref
  ) then
    -- The money has left: that the member is frozen changes nothing about it.
    select * into v_refund from public.payouts o
    where o.payment_id = v_payment.id and o.status = 'requested'
      and o.amount_minor = record_provider_refund.amount_minor
    order by o.created_at, o.id;
    if v_refund.id is not null then
      return to_jsonb(private.mark_payout_sent(v_refund, refund_ref));
    end if;
  end if;
  v_given.provider := provider;
  v_given.provider_ref := refund_ref;
  v_given.payment_ref := provider_ref;
  v_given.kind := 'refund';
  v_given.status := 'opened';
  v_given.amount_minor := amount_minor;
  v_given.currency := currency;
  return to_jsonb(private.open_chargeback(v_given, at));
end;
$$;
comment on function private.record_provider_refund is
  'The provider gave a payment back: the refund that was asked for, else money taken from where the payment is now.';

-- Lifting a freeze -----------------------------------------------------------------------
create function private.lost_much(brand_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.chargebacks c
    where c.brand_id = lost_much.brand_id and c.kind = 'dispute' and c.status <> 'won'
    group by c.currency
    having private.needs_two(sum(c.amount_minor)::bigint, c.currency)
  );
end;
$$;
comment on function private.lost_much is 'True when a brand''s chargebacks are more than one member of staff may decide about.';

create function private.unfreeze_profile(profile_id uuid, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles;
begin
  perform private.require_staff();
  if coalesce(btrim(note), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  -- Before the profile is locked, as everybody locks.
  perform private.lock_spending(profile_id);
  if private.is_frozen(profile_id) then
    perform private.recover_losses(profile_id);
  end if;
  v_profile := private.subject_of_staff(profile_id);
  if v_profile.frozen_at is null then
    return;
  end if;
  if private.lost_much(v_profile.id) then
    perform private.require_confirmation('unfreeze_profile', v_profile.id::text);
  end if;
  update public.profiles p set frozen_at = null where p.id = v_profile.id;
  perform private.audit('unfreeze_profile', v_profile.id,
    jsonb_build_object('frozen_at', v_profile.frozen_at, 'note', left(note, 2000)));
end;
$$;
comment on function private.unfreeze_profile is
  'Lets a brand spend again after a chargeback. What it owes is taken from its wallet first.';

-- Public functions -----------------------------------------------------------------------
create function public.record_chargeback(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text
) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.record_chargeback(provider, provider_ref, order_id, amount_minor, currency)
$$;
create function public.record_provider_dispute(
  provider text, provider_ref text, dispute_ref text, status text, amount_minor bigint, currency text
) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.record_provider_dispute(provider, provider_ref, dispute_ref, status, amount_minor, currency)
$$;
create function public.record_provider_refund(
  provider text, provider_ref text, refund_ref text, amount_minor bigint, currency text
) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.record_provider_refund(provider, provider_ref, refund_ref, amount_minor, currency)
$$;
create function public.unfreeze_profile(profile_id uuid, note text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.unfreeze_profile(profile_id, note)
$$;
comment on function public.unfreeze_profile is 'Staff: lets a brand spend again after a chargeback.';
grant execute on function private.unfreeze_profile, public.unfreeze_profile to authenticated;
grant execute on function private.record_chargeback, public.record_chargeback,
  private.record_provider_dispute, public.record_provider_dispute,
  private.record_provider_refund, public.record_provider_refund to service_role;

-- The proof ------------------------------------------------------------------------------
-- Where each payment is, or how it left. What is missing to its amount has been earned.
create view private.payment_traces with (security_invoker = true) as
select p.id as payment_id, 'suspense' as place, p.suspense_minor as amount_minor
from public.payments p where p.suspense_minor > 0
union all
select l.payment_id, 'wallet', l.amount_minor
from private.wallet_lots l where l.payment_id is not null and l.amount_minor > 0
union all
select f.payment_id, 'escrow', f.amount_minor
from private.order_funding f
join public.pack_orders o on o.id = f.order_id
join public.order_statuses s using (status)
where f.payment_id is not null and s.holds_escrow
union all
select r.payment_id, 'refund', r.amount_minor
from public.payouts r where r.payment_id is not null and r.status <> 'failed'
union all
select l.payment_id, 'chargeback', l.amount_minor
from private.chargeback_lots l join private.chargebacks c on c.id = l.chargeback_id
where l.payment_id is not null and c.status <> 'won'
union all
select c.payment_id, 'chargeback', c.suspense_minor
from private.chargebacks c where c.payment_id is not null and c.status <> 'won' and c.suspense_minor > 0;
comment on view private.payment_traces is 'The places where the money of each payment is known to be.';

-- For ourselves, from the entries up. No row means no fault.
create function private.ledger_faults() returns table (fault text, id bigint, amount_minor numeric)
language sql stable security definer set search_path = '' as $$
  select 'balance differs from entries', a.id, a.balance_minor - coalesce(sum(e.amount_minor), 0)
  from private.accounts a left join private.entries e on e.account_id = a.id
  group by a.id
  having a.balance_minor <> coalesce(sum(e.amount_minor), 0)
  union all
  select 'transfer does not sum to zero', e.transfer_id, sum(e.amount_minor)
  from private.entries e
  group by e.transfer_id, e.currency
  having sum(e.amount_minor) <> 0
  union all
  select 'transfer without two entries', t.id, count(e.transfer_id)
  from private.transfers t left join private.entries e on e.transfer_id = t.id
  group by t.id
  having count(e.transfer_id) < 2
  union all
  select 'wallet differs from its lots', a.id, a.balance_minor - coalesce(sum(l.amount_minor), 0)
  from private.accounts a left join private.wallet_lots l on l.account_id = a.id
  where a.kind = 'wallet' or l.id is not null
  group by a.id
  having a.kind <> 'wallet' or a.balance_minor <> coalesce(sum(l.amount_minor), 0)
  union all
  select 'escrow differs from its funding', a.id, a.balance_minor + o.buyer_fee_minor - coalesce(sum(f.amount_minor), 0)
  from private.accounts a
  join public.pack_orders o on o.id = a.order_id
  join public.order_statuses s using (status)
  left join private.order_funding f on f.order_id = o.id
  where s.holds_escrow
  group by a.id, o.id
  having a.balance_minor + o.buyer_fee_minor is distinct from sum(f.amount_minor)
  union all
  select 'escrow of a closed order is not empty', a.id, a.balance_minor
  from private.accounts a
  join public.pack_orders o on o.id = a.order_id
  join public.order_statuses s using (status)
  where not s.holds_escrow and a.balance_minor <> 0
  union all
  select 'suspense differs from its payments', min(a.id), sum(a.balance_minor) - coalesce((
    select sum(p.suspense_minor) from public.payments p where p.currency = a.currency), 0)
  from private.accounts a where a.kind = 'suspense'
  group by a.currency
  having sum(a.balance_minor) <> coalesce((
    select sum(p.suspense_minor) from public.payments p where p.currency = a.currency), 0)
  union all
  select 'loss differs from its chargebacks', min(a.id), sum(a.balance_minor) + coalesce((
    select sum(c.loss_minor) from private.chargebacks c where c.currency = a.currency and c.status <> 'won'), 0)
  from private.accounts a where a.kind = 'loss'
  group by a.currency
  having sum(a.balance_minor) <> - coalesce((
    select sum(c.loss_minor) from private.chargebacks c where c.currency = a.currency and c.status <> 'won'), 0)
  union all
  select 'payment is in more places than it paid for', null, sum(t.amount_minor) - p.amount_minor
  from public.payments p
  join private.payment_traces t on t.payment_id = p.id
  group by p.id
  having sum(t.amount_minor) > p.amount_minor
$$;
comment on function private.ledger_faults is 'Whatever in the ledger is not as it must be; empty when all is well.';
grant execute on function private.ledger_faults to service_role;

-- 44_clocks.sql ======================================================
-- A suspended member cannot answer, so no silence of theirs, and none that they wait for, may count:
-- the clocks of all their orders stand until the suspension is lifted, and then go on with what
-- was left. A dispute stops an order for good; this only stops its clock.
create function private.stop_clocks(profile_id uuid, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
begin
  for v_order in
    update public.pack_orders o set updated_at = now(), clock_stopped_at = at, due_at = null,
      clock_left_seconds = floor(extract(epoch from o.due_at - at))
    where stop_clocks.profile_id in (o.brand_id, o.kol_id) and o.due_at is not null
    returning *
  loop
    perform private.note_on_order(v_order, 'clock_stopped', null);
  end loop;
end;
$$;
comment on function private.stop_clocks is 'The clocks of all orders of a member stand from this time on.';

create function private.start_clocks(profile_id uuid, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
begin
  for v_order in
    update public.pack_orders o set updated_at = now(), clock_stopped_at = null, clock_left_seconds = null,
      due_at = at + make_interval(secs => o.clock_left_seconds),
      clock_stood_seconds = o.clock_stood_seconds + floor(extract(epoch from at - o.clock_stopped_at))
    where start_clocks.profile_id in (o.brand_id, o.kol_id) and o.clock_left_seconds is not null
      -- The other side may be suspended as well.
      and not private.has_suspended_side(o)
    returning *
  loop
    perform private.note_on_order(v_order, 'clock_started', null);
  end loop;
end;
$$;
comment on function private.start_clocks is 'The clocks of the orders of a member go on with the time that was left.';

-- Orders are locked before profiles, as every move does; see apply_completion_effects.
create function private.lock_orders_of(profile_ids uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  select from public.pack_orders o
  where (o.brand_id = any (profile_ids) or o.kol_id = any (profile_ids))
    and (o.due_at is not null or o.clock_left_seconds is not null)
  order by o.id
  for no key update
$$;
comment on function private.lock_orders_of is 'Whoever suspends members calls this before they touch their rows.';

create function private.keep_clocks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.suspended_at is null then
    perform private.start_clocks(NEW.id, now());
  else
    perform private.stop_clocks(NEW.id, now());
  end if;
  return null;
end;
$$;
comment on function private.keep_clocks is 'Trigger: clocks stand while a side is suspended, whoever suspends it.';
create trigger profiles_keep_clocks after update of suspended_at on public.profiles
  for each row when ((OLD.suspended_at is null) <> (NEW.suspended_at is null))
  execute function private.keep_clocks();

-- 45_reviews.sql ======================================================
-- What each side says of the other after the work. Double-blind, so that nobody answers a
-- review with revenge: a review shows when both are written, or when the time for it is over.
create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pack_orders (id),
  author_id uuid not null references public.profiles (id),
  subject_id uuid not null references public.profiles (id),
  rating int not null,
  comment text not null default '',
  created_at timestamptz not null default now(),
  -- When it shows at the latest, and since when it does.
  reveals_at timestamptz not null,
  visible_at timestamptz,
  constraint reviews_one_per_side unique (order_id, author_id),
  constraint reviews_of_the_other check (author_id <> subject_id),
  constraint reviews_rating_in_range check (rating between 1 and 5),
  constraint reviews_comment_length check (length(comment) <= 2000)
);
comment on table public.reviews is 'One review per side of a finished order, hidden until both are written or 14 days are over.';
create index reviews_author_id on public.reviews (author_id);
create index reviews_subject_id on public.reviews (subject_id, visible_at desc);
create index reviews_to_reveal on public.reviews (reveals_at) where visible_at is null;

alter table public.reviews enable row level security;
create policy reviews_select on public.reviews for select to authenticated
  using (visible_at is not null or author_id = (select private.my_profile_id()));
-- No update, no delete: what was said stays said.
grant select on public.reviews to authenticated, service_role;
create trigger reviews_not_deleted before delete on public.reviews
  for each row execute function private.refuse_change();
create trigger reviews_stay_as_written before update on public.reviews
  for each row when (
    OLD.visible_at is not null
    or (OLD.id, OLD.order_id, OLD.author_id, OLD.subject_id, OLD.rating, OLD.comment, OLD.created_at)
    is distinct from
    (NEW.id, NEW.order_id, NEW.author_id, NEW.subject_id, NEW.rating, NEW.comment, NEW.created_at)
  ) execute function private.refuse_change();

-- Revealing ------------------------------------------------------------------------------
-- Which reviews count, and for how much, is said in 46_reputation.
create function private.reveal_reviews(order_id uuid, at timestamptz) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_review public.reviews;
  v_author text;
  v_count int := 0;
begin
  -- In the order of the profiles, whose rows are locked next. The caller holds the order.
  for v_review in
    select * from public.reviews r
    where r.order_id = reveal_reviews.order_id and r.visible_at is null
    order by r.subject_id
  loop
    update public.reviews r set visible_at = at where r.id = v_review.id;
    perform private.recompute_rating(v_review.subject_id);
    select p.display_name into v_author from public.profiles p where p.id = v_review.author_id;
    perform private.notify(v_review.subject_id, 'review_visible',
      jsonb_build_object('order_id', v_review.order_id, 'other_id', v_review.author_id,
        'other_name', coalesce(v_author, 'Unknown'), 'rating', v_review.rating));
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;
comment on function private.reveal_reviews is 'Shows the reviews of an order, with the ratings that follow from them.';

create function private.review_until(o public.pack_orders) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select o.completed_at + make_interval(days => private.setting('rating_window')::int)
$$;
comment on function private.review_until is 'Until when an order can be reviewed; then all its reviews show.';

create function private.require_reviewable(o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from public.reviews r where r.order_id = o.id and r.author_id = private.my_profile_id()
  ) then
    raise exception 'already_reviewed' using errcode = 'PT409';
  end if;
  if at >= private.review_until(o) then
    raise exception 'review_window_closed' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_reviewable is 'Refuses a second review of the caller, and one that comes too late.';

create function private.review_order(order_id uuid, rating int, comment text, at timestamptz)
returns public.reviews
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'review_order');
  v_me uuid := private.my_profile_id();
  v_other uuid := case v_me when v_order.brand_id then v_order.kol_id else v_order.brand_id end;
  v_review public.reviews;
begin
  select * into v_review from public.reviews r where r.order_id = v_order.id and r.author_id = v_me;
  if v_review.id is not null then
    if (v_review.rating, v_review.comment)
      is distinct from (review_order.rating, coalesce(review_order.comment, '')) then
      raise exception 'already_reviewed' using errcode = 'PT409';
    end if;
    return v_review;
  end if;
  perform private.require_order_action('review_order', v_order, at);
  insert into public.reviews (order_id, author_id, subject_id, rating, comment, reveals_at)
  values (v_order.id, v_me, v_other, review_order.rating, coalesce(review_order.comment, ''),
    private.review_until(v_order))
  returning * into v_review;

  if exists (select from public.reviews r where r.order_id = v_order.id and r.author_id = v_other) then
    perform private.reveal_reviews(v_order.id, at);
    v_review.visible_at := at;
  else
    perform private.notify_about_order(v_other, v_order, 'review_waiting');
  end if;
  return v_review;
end;
$$;
comment on function private.review_order(uuid, int, text, timestamptz) is 'One side reviews the other, once, within 14 days of the end.';

create function private.review_order(order_id uuid, rating int, comment text) returns public.reviews
language sql volatile security definer set search_path = '' as $$
  select * from private.review_order(order_id, rating, comment, now())
$$;
create function public.review_order(order_id uuid, rating int, comment text) returns public.reviews
language sql volatile security invoker set search_path = '' as $$
  select * from private.review_order(order_id, rating, comment)
$$;
grant execute on function private.review_order(uuid, int, text), public.review_order to authenticated;

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('rating_window', 14, 'days', 'How long after its end an order can be reviewed; then all reviews show.', 7, 60, true)
on conflict (key) do nothing;

-- 46_reputation.sql ======================================================
-- Trust, quotas of invites and ratings are computed from facts: finished orders, earned fees,
-- reviews, demerits, the tree of invites. Nothing here is a counter that a race or a trick could
-- push up. What it costs to buy each of them is measured by `npm run bench abuse`.
--
-- Three ideas make a ring of accounts expensive:
-- - only fees that we really earned count, so that a ring pays at least those
-- - counterparties count once each, and those of one branch of the tree of invites count little
-- - an account has to be old enough

-- What is kept ---------------------------------------------------------------------------
create table private.standings (
  profile_id uuid primary key references public.profiles (id),
  -- Set by staff; null: computed. The profile's own constraint knows the levels.
  trust_override text,
  -- The number of counterparties for which invites were given already.
  invites_for int not null default 0,
  -- What "best rated" sorts by: the mean of the counted reviews, drawn towards the prior.
  rating_score numeric(4, 3),
  constraint standings_invites_for_in_range check (invites_for between 0 and 1000),
  constraint standings_rating_score_in_range check (rating_score between 1 and 5)
);
comment on table private.standings is 'What the computation of trust, invites and rating remembers of each member.';
alter table private.standings enable row level security;

create table private.demerits (
  profile_id uuid not null references public.profiles (id),
  order_id uuid not null references public.pack_orders (id),
  kind text not null,
  created_at timestamptz not null,
  primary key (profile_id, order_id, kind),
  constraint demerits_kind_known check (kind in ('late', 'dispute_lost', 'chargeback'))
);
comment on table private.demerits is 'Late work, lost disputes and chargebacks. Each lowers trust for a time (setting demerit_period).';
create index demerits_order_id on private.demerits (order_id);
alter table private.demerits enable row level security;

-- Rows are only added and removed: two orders of the same members never wait for each other.
create table private.reassessments (
  id bigint primary key generated always as identity,
  profile_id uuid not null references public.profiles (id),
  due_at timestamptz not null
);
comment on table private.reassessments is 'Members whose trust, invites and rating are to be computed again, and when. Worked off by run_due_work.';
create index reassessments_profile_id on private.reassessments (profile_id);
create index reassessments_due_at on private.reassessments (due_at);
alter table private.reassessments enable row level security;

-- Facts ----------------------------------------------------------------------------------
create function private.was_charged_back(order_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.order_funding f join private.chargebacks c on c.payment_id = f.payment_id
    where f.order_id = was_charged_back.order_id and c.status <> 'won'
  )
$$;
comment on function private.was_charged_back is 'True when a payment that paid for this order was taken back: it cost the brand nothing.';

create function private.know_each_other(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.referrals r
    where r.inviter_id = know_each_other.one and r.invitee_id = know_each_other.other
      or r.inviter_id = know_each_other.other and r.invitee_id = know_each_other.one
  ) or exists (
    -- The same member invited both. An invite of staff begins a branch and does not count.
    select from public.referrals a
    join private.branches ab on ab.profile_id = a.invitee_id and ab.branch_id <> a.invitee_id
    join public.referrals b on b.inviter_id = a.inviter_id and b.invitee_id = know_each_other.other
    join private.branches bb on bb.profile_id = b.invitee_id and bb.branch_id <> b.invitee_id
    where a.invitee_id = know_each_other.one
  )
$$;
comment on function private.know_each_other is 'True when one invited the other, or the same member invited both.';

create function private.branch_of(profile_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select b.branch_id from private.branches b where b.profile_id = branch_of.profile_id
  ), branch_of.profile_id)
$$;
comment on function private.branch_of is 'The root of a member''s branch of the tree of invites.';

-- The fee counts once its hold has ended: then it is ours, and most fraud has shown itself.
create function private.counterparties(profile_id uuid)
returns table (other_id uuid, branch_id uuid, fees numeric)
language sql stable security definer set search_path = '' as $$
  select t.other_id, private.branch_of(t.other_id), t.fees
  from (
    select case o.brand_id when counterparties.profile_id then o.kol_id else o.brand_id end as other_id,
      sum(h.fees_minor / power(10::numeric, c.decimals)) as fees
    from public.pack_orders o
    join private.holds h on h.order_id = o.id and h.profile_id = o.kol_id
    join public.currencies c on c.code = o.currency
    where counterparties.profile_id in (o.brand_id, o.kol_id)
      and o.completed_at is not null and private.share_of(o) = o.price_minor
      and o.price_minor >= (select private.setting('trust_least_price')) * power(10::numeric, c.decimals)
      and h.cleared_at is not null and h.fees_minor > 0
      and not private.was_charged_back(o.id)
    group by 1
  ) t
  join public.profiles p on p.id = t.other_id
  where p.suspended_at is null and not private.know_each_other(counterparties.profile_id, t.other_id)
$$;
comment on function private.counterparties is 'With whom a member traded so that we earned a fee, without those they know by invite; fees in whole units.';

-- Trust ----------------------------------------------------------------------------------
create type private.record_of_trade as (
  counterparties numeric,
  fees numeric,
  demerits numeric
);

create function private.record_of(profile_id uuid, at timestamptz) returns private.record_of_trade
language sql stable security definer set search_path = '' as $$
  select (
    least(private.setting('trust_counted_most'), coalesce(sum(
      case when c.branch_id = (select private.branch_of(record_of.profile_id)) or c.place > 1
        then (select private.setting('same_branch_weight')) / 100 else 1 end), 0)),
    coalesce(sum(c.fees), 0),
    (
      select coalesce(sum(private.setting('demerit_' || d.kind)), 0) from private.demerits d
      where d.profile_id = record_of.profile_id
        and d.created_at > at - make_interval(days => (select private.setting('demerit_period'))::int)
    )
  )::private.record_of_trade
  from (
    select p.*, row_number() over (partition by p.branch_id order by p.other_id) as place
    from private.counterparties(record_of.profile_id) p
  ) c
$$;
comment on function private.record_of is 'Counterparties, weighed by branch; fees; and what demerits take off.';

create function private.earns_level(level text, trade private.record_of_trade, age interval) returns boolean
language sql stable security definer set search_path = '' as $$
  select (trade).counterparties - (trade).demerits >= private.setting(level || '_after')
    and (trade).fees >= private.setting(level || '_fees')
    and age >= make_interval(days => private.setting(level || '_days')::int)
$$;
comment on function private.earns_level is 'Whether a record is enough for `normal` or `trusted`, for an account that old.';

create function private.next_reassessment(profile_id uuid, since timestamptz, at timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(due) from (
    select since + make_interval(days => private.setting(level || '_days')::int)
    from unnest(array['normal', 'trusted']) as level
    union all
    select d.created_at + make_interval(days => private.setting('demerit_period')::int)
    from private.demerits d where d.profile_id = next_reassessment.profile_id
  ) as times (due)
  where due > at
$$;
comment on function private.next_reassessment is 'When time alone changes the result next: the account comes of age, or a demerit lapses.';

-- Quotas ---------------------------------------------------------------------------------
-- Invites are given once for each counterparty. Demerits take back what is still unused, and
-- only that much can be earned again: losing trust never pays.
create function private.reassess_invites(standing private.standings, counted int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_step constant int := private.setting('invite_quota_step')::int;
  v_left int := (select p.invites_left from public.profiles p where p.id = standing.profile_id);
  v_taken int;
begin
  if counted > standing.invites_for then
    update public.profiles p set invites_left = greatest(p.invites_left, least(
      private.setting('invite_quota_most')::int, p.invites_left + v_step * (counted - standing.invites_for)))
    where p.id = standing.profile_id;
    update private.standings s set invites_for = counted where s.profile_id = standing.profile_id;
  elsif v_step > 0 then
    v_taken := least(v_left / v_step, standing.invites_for - counted);
    update public.profiles p set invites_left = p.invites_left - v_step * v_taken
    where p.id = standing.profile_id and v_taken > 0;
    update private.standings s set invites_for = s.invites_for - v_taken
    where s.profile_id = standing.profile_id and v_taken > 0;
  end if;
end;
$$;
comment on function private.reassess_invites is 'Gives the invites of newly counted counterparties, or takes back unused ones.';

-- Ratings --------------------------------------------------------------------------------
-- A review counts when the creator earned something from the order. Of several by one author,
-- the last of each period counts. `size` is what it counts in the rating that people see, by what
-- the creator earned; `weight` what it counts in the sort, by our fee and the trust in the author.
create function private.counted_reviews(profile_id uuid)
returns table (branch_id uuid, rating int, size numeric, weight numeric)
language sql stable security definer set search_path = '' as $$
  select private.branch_of(e.author_id), e.rating,
    least(1, e.earned / (select private.setting('review_full_earned'))),
    private.setting('review_weight_' || e.trust_level) / 100
      * least(1, e.fees / nullif((select private.setting('review_full_fee')), 0))
  from (
    select r.author_id, r.rating, p.trust_level, o.completed_at,
      (s.creator_fee_minor + s.buyer_fee_kept_minor) / power(10::numeric, c.decimals) as fees,
      s.creator_minor / power(10::numeric, c.decimals) as earned,
      lead(o.completed_at) over (partition by r.author_id order by o.completed_at, r.id) as next_at
    from public.reviews r
    join public.pack_orders o on o.id = r.order_id
    join public.currencies c on c.code = o.currency
    join public.profiles p on p.id = r.author_id and p.suspended_at is null
    cross join lateral private.split_settlement(o, private.share_of(o)) as s
    where r.subject_id = counted_reviews.profile_id and r.visible_at is not null
      and s.creator_minor >= (select private.setting('review_least_earned')) * power(10::numeric, c.decimals)
      and not private.was_charged_back(o.id)
      and not private.know_each_other(r.author_id, r.subject_id)
  ) e
  where e.next_at is null
    or e.next_at >= e.completed_at + make_interval(days => (select private.setting('review_period'))::int)
$$;
comment on function private.counted_reviews is 'The reviews that make a member''s rating, each with its weights.';

-- Within a branch of the tree of invites weights add up as their square root: a hundred accounts
-- of one person weigh as ten. The subject's own branch weighs a fraction of that.
create function private.branch_weight(total numeric, is_own boolean) returns numeric
language sql stable security definer set search_path = '' as $$
  select least(total, sqrt(total))
    * case when is_own then private.setting('same_branch_weight') / 100 else 1 end
$$;
comment on function private.branch_weight is 'What the reviews of one branch weigh together.';

create function private.rating_of(
  profile_id uuid, out rating numeric, out review_count int, out score numeric
)
language sql stable security definer set search_path = '' as $$
  select round(coalesce(sum(b.size * b.size_mean) / nullif(sum(b.size), 0), avg(b.size_mean)), 2),
    coalesce(sum(b.reviews), 0)::int,
    (prior.weight * prior.rating + coalesce(sum(b.weight * b.mean), 0)) / (prior.weight + sum(b.weight))
  from (
    select private.setting('rating_prior') as rating, private.setting('rating_prior_weight') as weight,
      private.branch_of(rating_of.profile_id) as branch_id
  ) prior
  left join lateral (
    select count(*) as reviews,
      sum(r.rating * r.size) / sum(r.size) as size_mean,
      private.branch_weight(sum(r.size), r.branch_id = prior.branch_id) as size,
      sum(r.rating * r.weight) / nullif(sum(r.weight), 0) as mean,
      private.branch_weight(sum(r.weight), r.branch_id = prior.branch_id) as weight
    from private.counted_reviews(rating_of.profile_id) r
    group by r.branch_id
  ) b on true
  group by prior.weight, prior.rating
$$;
comment on function private.rating_of is
  'The mean of the counted reviews, which people see, their number, and the Bayesian mean that search sorts by.';

-- The row is locked before the mean is taken: of two reviews that show at once, the second
-- counts the first.
create function private.recompute_rating(profile_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_profile public.profiles;
  v record;
begin
  select * into v_profile from public.profiles p where p.id = recompute_rating.profile_id for no key update;
  select * into v from private.rating_of(profile_id);
  insert into private.standings as s (profile_id, rating_score) values (recompute_rating.profile_id, v.score)
  on conflict on constraint standings_pkey do update set rating_score = excluded.rating_score
  where s.rating_score is distinct from excluded.rating_score;
  if (v_profile.rating, v_profile.review_count) is distinct from (v.rating, v.review_count) then
    update public.profiles p set rating = v.rating, review_count = v.review_count
    where p.id = recompute_rating.profile_id;
  end if;
  perform private.keep_score(recompute_rating.profile_id);
end;
$$;
comment on function private.recompute_rating is 'Writes down the rating, and the score that search sorts by.';

-- Reassessing ----------------------------------------------------------------------------
create function private.request_reassessment(profile_id uuid, at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.reassessments (profile_id, due_at) values (request_reassessment.profile_id, at)
$$;
comment on function private.request_reassessment is 'Asks that a member be computed again: a fact about them has changed, or will by then.';

-- Whoever calls it has locked the row of the profile.
create function private.reassess(profile_id uuid, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_profile public.profiles;
  v_standing private.standings;
  v_record private.record_of_trade;
  v_level text;
begin
  select * into v_profile from public.profiles p where p.id = reassess.profile_id;
  -- Before the facts are read: what is asked for after this is not forgotten.
  delete from private.reassessments r where r.profile_id = v_profile.id;
  perform private.recompute_rating(v_profile.id);
  if v_profile.deleted_at is not null then
    return;
  end if;
  select * into v_standing from private.standings s where s.profile_id = v_profile.id;
  v_record := private.record_of(v_profile.id, at);
  perform private.reassess_invites(v_standing,
    greatest(floor(v_record.counterparties - v_record.demerits), 0)::int);
  v_level := coalesce(v_standing.trust_override, case
    when private.earns_level('trusted', v_record, at - v_profile.created_at) then 'trusted'
    when private.earns_level('normal', v_record, at - v_profile.created_at) then 'normal'
    else 'new' end);
  if v_level <> v_profile.trust_level then
    update public.profiles p set trust_level = v_level where p.id = v_profile.id;
    -- Their word weighs differently from here on.
    perform private.request_reassessment(s.subject_id, at) from (
      select distinct r.subject_id from public.reviews r
      where r.author_id = v_profile.id and r.visible_at is not null
    ) s;
  end if;
  perform private.request_reassessment(v_profile.id, n.due)
  from private.next_reassessment(v_profile.id, v_profile.created_at, at) as n (due)
  where n.due is not null;
end;
$$;
comment on function private.reassess is 'Computes trust, invites and rating of one member from the facts.';

-- A member who is busy is left for the next run, so that nobody waits for anybody. What fails is
-- tried again in an hour.
create function private.work_reassessments(at timestamptz, batch int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[] := array(
    select p.id from public.profiles p
    where p.id in (
      select r.profile_id from private.reassessments r where r.due_at <= at
      group by r.profile_id order by min(r.due_at) limit batch)
    order by p.id
    for no key update skip locked);
  v_id uuid;
begin
  foreach v_id in array v_ids loop
    begin
      perform private.reassess(v_id, at);
    exception when others then
      raise warning 'standing of % stays: %', v_id, sqlerrm;
      update private.reassessments r set due_at = at + interval '1 hour'
      where r.profile_id = v_id and r.due_at <= at;
    end;
  end loop;
  return cardinality(v_ids);
end;
$$;
comment on function private.work_reassessments is 'Computes again the members that are due; returns how many.';

-- What changes the facts -----------------------------------------------------------------
create function private.hold_cleared() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.request_reassessment(side, NEW.cleared_at)
  from public.pack_orders o, unnest(array[o.brand_id, o.kol_id]) as side
  where o.id = NEW.order_id;
  return null;
end;
$$;
comment on function private.hold_cleared is 'Trigger: our fee of an order is earned, both sides may have gained.';
create trigger holds_reassess after update on private.holds
  for each row when (OLD.cleared_at is null and NEW.cleared_at is not null)
  execute function private.hold_cleared();

create function private.add_demerit(profile_id uuid, order_id uuid, kind text, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.demerits (profile_id, order_id, kind, created_at)
  values (add_demerit.profile_id, add_demerit.order_id, add_demerit.kind, at)
  on conflict do nothing;
  perform private.request_reassessment(add_demerit.profile_id, at);
end;
$$;
comment on function private.add_demerit is 'Writes a demerit down, once per order and kind.';

-- `o` is the order before the move, `moved` after it.
create function private.record_demerits(
  o public.pack_orders, moved public.pack_orders, actor text, at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_lost numeric := o.price_minor * private.setting('dispute_lost_share') / 100;
begin
  if (private.order_status(o.status)).deadline_is_delivery and at > o.due_at and (
    moved.status = 'delivered'
    -- Without the creator's agreement: the brand or the clock gave the work up.
    or moved.status in ('cancelled', 'expired') and actor in ('brand', 'clock')
  ) then
    perform private.add_demerit(o.kol_id, o.id, 'late', at);
  end if;
  if moved.status = 'settled' and moved.creator_share_minor < v_lost then
    perform private.add_demerit(o.kol_id, o.id, 'dispute_lost', at);
  elsif moved.status = 'settled' and o.price_minor - moved.creator_share_minor < v_lost then
    perform private.add_demerit(o.brand_id, o.id, 'dispute_lost', at);
  end if;
end;
$$;
comment on function private.record_demerits is 'What a move of an order says against one of its sides. Called by move_order.';

create function private.chargeback_recorded() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.status = 'won' then
    delete from private.demerits d
    where d.order_id = NEW.order_id and d.kind = 'chargeback' and not exists (
      select from private.chargebacks c
      where c.order_id = NEW.order_id and c.kind = 'dispute' and c.status <> 'won');
  elsif NEW.kind = 'dispute' then
    perform private.add_demerit(o.brand_id, o.id, 'chargeback', NEW.created_at)
    from public.pack_orders o where o.id = NEW.order_id;
  end if;
  perform private.request_reassessment(side, coalesce(NEW.closed_at, NEW.created_at))
  from public.pack_orders o, unnest(array[o.brand_id, o.kol_id]) as side
  where o.id in (select f.order_id from private.order_funding f where f.payment_id = NEW.payment_id);
  return null;
end;
$$;
comment on function private.chargeback_recorded is
  'Trigger: what the payment paid for no longer counts for either side, and the brand has a demerit, until the dispute is won.';
create trigger chargebacks_reassess after insert on private.chargebacks
  for each row execute function private.chargeback_recorded();
create trigger chargebacks_reassess_again after update on private.chargebacks
  for each row when (NEW.status = 'won' and OLD.status <> 'won' or NEW.payment_id is distinct from OLD.payment_id)
  execute function private.chargeback_recorded();

-- Whoever traded with a suspended member, or was reviewed by them, loses what came of it.
create function private.suspension_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.request_reassessment(t.other_id, coalesce(NEW.suspended_at, now()))
  from (
    select o.kol_id as other_id from public.pack_orders o where o.brand_id = NEW.id
    union
    select o.brand_id from public.pack_orders o where o.kol_id = NEW.id
  ) t;
  return null;
end;
$$;
comment on function private.suspension_changed is 'Trigger: the counterparties of a suspended member are computed again.';
create trigger profiles_suspension_reassess after update on public.profiles
  for each row when ((OLD.suspended_at is null) <> (NEW.suspended_at is null))
  execute function private.suspension_changed();

-- Staff ----------------------------------------------------------------------------------
create function private.override_trust(profile_id uuid, trust_level text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.standings as s (profile_id, trust_override)
  values (override_trust.profile_id, override_trust.trust_level)
  on conflict on constraint standings_pkey do update set trust_override = excluded.trust_override;
  perform private.reassess(override_trust.profile_id, now());
end;
$$;
comment on function private.override_trust is 'Staff set the level of a member until they lift it; null: computed again. Called by set_trust_level.';

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept. Lowering a number makes an attack cheaper: the test of
-- supabase/tests/properties/rings.test.ts says by how much.
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('trust_least_price', 50, 'units', 'Orders below this price do not count for trust and invites, in whole units of the currency.', 10, 1000, true),
  ('trust_counted_most', 20, 'count', 'Counterparties beyond this many do not count: nobody can hoard them against demerits.', 10, 1000, false),
  ('same_branch_weight', 25, 'percent', 'What a counterparty counts whose branch of the tree of invites is counted already, or is the member''s own.', 0, 100, false),
  ('normal_after', 3, 'count', 'Counterparties after which a new member counts as normal.', 1, 100, true),
  ('normal_fees', 30, 'units', 'Fees that we must have earned from a member''s orders before they count as normal.', 0, 10000, true),
  ('normal_days', 30, 'days', 'How old an account must be to count as normal.', 1, 365, true),
  ('trusted_after', 10, 'count', 'Counterparties after which a member counts as trusted.', 2, 100, true),
  ('trusted_fees', 500, 'units', 'Fees that we must have earned from a member''s orders before they count as trusted.', 50, 100000, true),
  ('trusted_days', 90, 'days', 'How old an account must be to count as trusted.', 14, 1000, true),
  ('demerit_period', 180, 'days', 'How long a demerit counts.', 30, 1000, false),
  ('demerit_late', 1, 'count', 'Counterparties that late work takes off.', 1, 100, false),
  ('demerit_dispute_lost', 3, 'count', 'Counterparties that a lost dispute takes off.', 1, 100, false),
  ('demerit_chargeback', 10, 'count', 'Counterparties that a chargeback takes off.', 3, 100, false),
  ('dispute_lost_share', 25, 'percent', 'A side that gets less than this share of the price has lost the dispute.', 0, 50, false),
  ('review_least_earned', 20, 'units', 'Reviews count when the creator earned at least this from the order, in whole units of the currency.', 5, 1000, true),
  ('review_period', 90, 'days', 'Of reviews by the same author within this time only the last counts.', 1, 1000, true),
  ('review_full_earned', 200, 'units', 'What the creator must have earned from an order for its review to count in full in the rating.', 20, 10000, true),
  ('review_full_fee', 20, 'units', 'The fee of an order from which on its review has its full weight in the sort.', 0, 1000, false),
  ('review_weight_new', 50, 'percent', 'What the review of a new member weighs in the sort.', 0, 100, false),
  ('review_weight_normal', 75, 'percent', 'What the review of a normal member weighs in the sort.', 0, 100, false),
  ('review_weight_trusted', 100, 'percent', 'What the review of a trusted member weighs in the sort.', 1, 100, false),
  ('rating_prior', 3.5, 'stars', 'The rating that the sort assumes of a creator before the first review.', 1, 5, false),
  ('rating_prior_weight', 5, 'count', 'How many full reviews that assumption weighs.', 1, 100, false)
on conflict (key) do nothing;

-- 47_order_actions.sql ======================================================
-- What the caller may do with an order now, why not, and what it does to the money: for screens,
-- which know no rule of their own. The actions themselves judge again.

create function private.order_refusal(action text, o public.pack_orders, at timestamptz) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_order_actor(action, o);
  perform private.require_order_action(action, o, at);
  if action = 'resolve_dispute' then
    perform private.require_ruling(o);
  end if;
  return null;
exception when others then
  if sqlstate not like 'PT4%' then
    raise;
  end if;
  return sqlerrm;
end;
$$;
comment on function private.order_refusal is 'The token with which the caller would be refused; null when the action is allowed.';

-- Where an allowed action moves the order; null: it stays where it is.
create function private.status_after(action text, o public.pack_orders, at timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select r.leads_to from private.order_action_rule(action) r
  where r.is_move and (r.action <> 'cancel_order'
    or private.cancelling_actor(o, private.my_profile_id(), at) is not null)
$$;
comment on function private.status_after is 'The state of the order after this action of the caller.';

create function private.share_after(action text, o public.pack_orders, to_status text) returns bigint
language sql stable security definer set search_path = '' as $$
  select case
    when action = 'accept_settlement' then (private.offer_to(o, private.my_profile_id())).creator_share_minor
    when s.outcome = 'refund' then 0
    when s.outcome = 'completion' then o.price_minor
  end
  from private.order_status(to_status) s
$$;
comment on function private.share_after is
  'What the creator gets of the price by this action; null where the order goes on, or staff name the amount.';

create type private.money_change as (
  creator_minor bigint, brand_minor bigint, fees_minor bigint, held_minor bigint
);

-- What move_money does, as a sum of nothing: what one has more, another has less.
create function private.money_change(o public.pack_orders, to_status text, share_minor bigint)
returns private.money_change
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from public.order_statuses := private.order_status(o.status);
  v_to public.order_statuses := private.order_status(to_status);
  v_total constant bigint := o.price_minor + o.buyer_fee_minor;
  v_split record;
begin
  if v_to.holds_escrow and not v_from.holds_escrow then
    return row(0::bigint, -v_total, 0::bigint, v_total);
  elsif v_from.holds_escrow and not v_to.holds_escrow then
    select * into v_split from private.split_settlement(o, share_minor);
    return row(v_split.creator_minor, v_split.brand_minor,
      v_split.creator_fee_minor + v_split.buyer_fee_kept_minor, -v_total);
  end if;
  return row(0::bigint, 0::bigint, 0::bigint, 0::bigint);
end;
$$;
comment on function private.money_change is
  'Who gains and who loses by a move: creator, brand, our fees, and what is held in between.';

create function private.deadline_after(action text, o public.pack_orders, to_status text, at timestamptz)
returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case
    when action = 'extend_review' then o.due_at + make_interval(hours => private.setting('review_extension')::int)
    when action = 'review_order' then private.review_until(o)
    when not private.has_suspended_side(o) then at + private.clock_of(o, to_status)
  end
$$;
comment on function private.deadline_after is
  'The deadline that holds after this action; of a review, when it shows at the latest.';

-- The caller's rights change with the clock alone in two places.
create function private.refusal_changes_at(action text, o public.pack_orders, at timestamptz) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  if action = 'review_order' and private.review_until(o) > at then
    return private.review_until(o);
  elsif action = 'cancel_order' and private.side_of(o, private.my_profile_id()) = 'brand'
    and private.can_move(o, 'cancelled', 'both') and not private.is_overdue(o, at)
  then
    return o.due_at + make_interval(hours => private.setting('late_cancellation')::int);
  end if;
  return null;
end;
$$;
comment on function private.refusal_changes_at is 'When time alone changes what this action does or whether it is allowed.';

create type public.order_action as (
  action text,
  allowed boolean,
  -- Why not: a token of errors.json.
  refusal text,
  -- The rest is of allowed actions only. The state that the action leads to; null: the present one.
  to_status text,
  -- What the creator gets of the price; null where the caller names it, or nothing ends.
  creator_share_minor bigint,
  -- What each party has more afterwards, or, below zero, less.
  creator_minor bigint,
  brand_minor bigint,
  fees_minor bigint,
  held_minor bigint,
  currency text,
  -- Until when the next step is due then; of a review, when it shows at the latest.
  deadline timestamptz,
  -- When time alone changes this row.
  changes_at timestamptz
);

create function private.order_actions(order_id uuid, at timestamptz) returns setof public.order_action
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me constant uuid := private.my_profile_id();
  v_order public.pack_orders;
  v_money private.money_change;
  v public.order_action;
begin
  select * into v_order from public.pack_orders o
  where o.id = order_actions.order_id and (v_me in (o.brand_id, o.kol_id) or private.is_staff());
  if v_order.id is null then
    return;
  end if;
  for v.action in select r.action from private.order_action_rules r order by r.position loop
    v := row(v.action, null, null, null, null, null, null, null, null, null, null, null);
    v.refusal := private.order_refusal(v.action, v_order, at);
    v.allowed := v.refusal is null;
    v.currency := v_order.currency;
    v.changes_at := private.refusal_changes_at(v.action, v_order, at);
    if v.allowed then
      v.to_status := private.status_after(v.action, v_order, at);
      v.creator_share_minor := private.share_after(v.action, v_order, v.to_status);
      v_money := private.money_change(v_order, v.to_status, v.creator_share_minor);
      v.creator_minor := v_money.creator_minor;
      v.brand_minor := v_money.brand_minor;
      v.fees_minor := v_money.fees_minor;
      v.held_minor := v_money.held_minor;
      v.deadline := private.deadline_after(v.action, v_order, v.to_status, at);
    end if;
    return next v;
  end loop;
end;
$$;
comment on function private.order_actions(uuid, timestamptz) is 'What the caller may do with an order at that time.';

create function private.order_actions(order_id uuid) returns setof public.order_action
language sql stable security definer set search_path = '' as $$
  select * from private.order_actions(order_id, now())
$$;
create function public.order_actions(order_id uuid) returns setof public.order_action
language sql stable security invoker set search_path = '' as $$
  select * from private.order_actions(order_id)
$$;
comment on function public.order_actions is
  'One row for each action: whether the caller may do it with this order now, the error token if not, the state after it, and what each party gains (our fees apart) or, negative, pays. Empty for strangers.';

-- The money of an order ------------------------------------------------------------------
create function private.settlement_preview(order_id uuid, creator_share_minor bigint)
returns table (
  share_minor bigint, creator_minor bigint, creator_fee_minor bigint, brand_minor bigint,
  buyer_fee_minor bigint, currency text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me constant uuid := private.my_profile_id();
  v_order public.pack_orders;
begin
  select * into v_order from public.pack_orders o
  where o.id = settlement_preview.order_id and (v_me in (o.brand_id, o.kol_id) or private.is_staff());
  if v_order.id is null then
    return;
  end if;
  if settlement_preview.creator_share_minor not between 0 and v_order.price_minor then
    raise exception 'share_out_of_range' using errcode = 'PT422';
  end if;
  return query
  select share, s.creator_minor, s.creator_fee_minor, s.brand_minor, s.buyer_fee_kept_minor, v_order.currency
  from coalesce(settlement_preview.creator_share_minor, private.share_of(v_order)) as share,
    private.split_settlement(v_order, share) as s;
end;
$$;
create function public.settlement_preview(order_id uuid, creator_share_minor bigint default null)
returns table (
  share_minor bigint, creator_minor bigint, creator_fee_minor bigint, brand_minor bigint,
  buyer_fee_minor bigint, currency text
)
language sql stable security invoker set search_path = '' as $$
  select * from private.settlement_preview(order_id, creator_share_minor)
$$;
comment on function public.settlement_preview is
  'How the money of an order divides if the creator gets that much of the price; without an amount, as the order ended or will end when the work is accepted.';

grant execute on function
  private.order_actions(uuid), private.settlement_preview, public.order_actions, public.settlement_preview
  to authenticated;

-- 50_messages.sql ======================================================
-- Two members talk. A conversation is made once per pair, by one call, and only under the
-- rule that keeps creators free of spam and brands free of pitches: brands may write first,
-- creators only to a brand that has dealt with them.
create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  -- The pair in the order of the ids: that makes it unique.
  member_a uuid not null references public.profiles (id),
  member_b uuid not null references public.profiles (id),
  opened_by uuid not null references public.profiles (id),
  -- Null until somebody writes; an empty conversation shows up in no inbox.
  last_message_at timestamptz,
  created_at timestamptz not null default now(),
  constraint conversations_pair_key unique (member_a, member_b),
  constraint conversations_pair_sorted check (member_a < member_b),
  constraint conversations_opened_by_member check (opened_by in (member_a, member_b))
);
comment on table public.conversations is 'One row for each pair of members who talk.';
create index conversations_newest_of_a on public.conversations (member_a, last_message_at desc);
create index conversations_newest_of_b on public.conversations (member_b, last_message_at desc);
create index conversations_opened on public.conversations (opened_by);

-- The same pair as rows, so that clients can embed it.
create table public.conversation_participants (
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  profile_id uuid not null references public.profiles (id),
  primary key (conversation_id, profile_id)
);
comment on table public.conversation_participants is 'The two members of each conversation; written by trigger only.';
create index conversation_participants_of_profile on public.conversation_participants (profile_id);

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  sender_id uuid not null references public.profiles (id),
  receiver_id uuid not null references public.profiles (id),
  content text not null default '',
  file_url text,
  file_name text,
  file_type text,
  file_size bigint,
  is_read boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  constraint messages_not_empty check (content ~ '[^[:space:]]' or file_url is not null),
  constraint messages_content_length check (length(content) <= 4000),
  -- The path of an object in the bucket `attachments`, never an address elsewhere.
  constraint messages_file_of_conversation check (starts_with(file_url, conversation_id || '/')),
  constraint messages_file_complete check (
    num_nonnulls(file_url, file_name, file_type, file_size) in (0, 4)),
  constraint messages_file_name_length check (length(file_name) between 1 and 255),
  constraint messages_file_size_within_limit check (file_size between 0 and 26214400)
);
comment on table public.messages is 'What was said. Never changed, except that its receiver has read it.';
create index messages_of_conversation on public.messages (conversation_id, created_at desc, id desc);
create index messages_unread on public.messages (receiver_id, conversation_id) where not is_read;
create index messages_received on public.messages (receiver_id, created_at desc);
create index messages_sent on public.messages (sender_id, created_at desc);

-- Staff cannot read conversations. A report therefore carries a copy of what it is about.
create table public.message_reports (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references public.messages (id) on delete cascade,
  reporter_id uuid not null references public.profiles (id),
  sender_id uuid not null references public.profiles (id),
  content text not null,
  file_name text,
  reason text not null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolution text,
  constraint message_reports_once unique (message_id, reporter_id),
  constraint message_reports_reason_length check (length(btrim(reason)) between 1 and 1000),
  constraint message_reports_resolved_with_note check ((resolved_at is null) = (resolution is null))
);
comment on table public.message_reports is 'Messages that their receiver reported to staff.';
create index message_reports_of_reporter on public.message_reports (reporter_id);
create index message_reports_of_sender on public.message_reports (sender_id);
create index message_reports_open on public.message_reports (created_at) where resolved_at is null;

-- Who reads and writes -------------------------------------------------------------------
alter table public.conversations enable row level security;
alter table public.conversation_participants enable row level security;
alter table public.messages enable row level security;
alter table public.message_reports enable row level security;

create policy conversations_select on public.conversations for select to authenticated
  using (member_a = (select private.my_profile_id()) or member_b = (select private.my_profile_id()));
-- Row-level security of the inner table answers who may.
create policy conversation_participants_select on public.conversation_participants for select to authenticated
  using (exists (select from public.conversations c where c.id = conversation_id));
-- Asked of each row that the query finds, and of no index: two more equalities would send the
-- planner through everything that a busy member ever sent and received.
create policy messages_select on public.messages for select to authenticated
  using ((select private.my_profile_id()) = any (array[receiver_id, sender_id]));
create policy messages_insert on public.messages for insert to authenticated
  with check (sender_id = (select private.my_profile_id()));
-- Read, never unread; by the receiver alone.
create policy messages_update on public.messages for update to authenticated
  using (receiver_id = (select private.my_profile_id()))
  with check (receiver_id = (select private.my_profile_id()) and is_read);
-- Staff read reports by open_reports: here the reporter stands in the row.
create policy message_reports_select on public.message_reports for select to authenticated
  using (reporter_id = (select private.my_profile_id()));

-- No insert into conversations or participants: get_or_create_conversation is the only door.
-- No delete anywhere: what was said stays said to both.
grant select on public.conversations, public.conversation_participants, public.messages,
  public.message_reports to authenticated, service_role;
grant insert (id, conversation_id, sender_id, receiver_id, content, file_url, file_name, file_type, file_size),
  update (is_read) on public.messages to authenticated;

-- Opening a conversation -------------------------------------------------------------------
create function private.add_participants() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.conversation_participants (conversation_id, profile_id)
  values (NEW.id, NEW.member_a), (NEW.id, NEW.member_b);
  return null;
end;
$$;
comment on function private.add_participants is 'Trigger: a conversation has exactly its two members.';
create trigger conversations_add_participants after insert on public.conversations
  for each row execute function private.add_participants();

create function private.may_write_first(writer uuid, other uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_writer public.profiles;
  v_other public.profiles;
begin
  select * into v_writer from public.profiles p where p.id = writer;
  select * into v_other from public.profiles p where p.id = other;
  if v_writer.role = 'brand' or v_writer.is_staff or v_other.is_staff then
    return true;
  end if;
  -- A creator needs a brand that ordered from them, invited them, or whose campaign they
  -- applied to. Creators do not write to creators first.
  return v_other.role = 'brand' and (
    exists (select from public.pack_orders o where o.brand_id = other and o.kol_id = writer)
    or exists (select from public.referrals r where r.inviter_id = other and r.invitee_id = writer)
    or exists (
      select from public.campaign_applications a
      join public.campaigns c on c.id = a.campaign_id
      where c.brand_id = other and a.kol_id = writer and a.status <> 'withdrawn'
    )
  );
end;
$$;
comment on function private.may_write_first is 'Whether the one may open a conversation with the other.';

create function private.get_or_create_conversation(other_profile_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_id uuid;
begin
  if v_me is null or other_profile_id is null or v_me = other_profile_id then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  select c.id into v_id from public.conversations c
  where c.member_a = least(v_me, other_profile_id) and c.member_b = greatest(v_me, other_profile_id);
  if v_id is not null then
    return v_id;
  end if;

  perform private.require_transact();
  if not exists (select from public.members m where m.id = other_profile_id) then
    raise exception 'member_unavailable' using errcode = 'PT409';
  end if;
  if private.are_blocked(v_me, other_profile_id) then
    raise exception 'blocked' using errcode = 'PT403';
  end if;
  if private.may_write_first(v_me, other_profile_id) is not true then
    raise exception 'may_not_write_first' using errcode = 'PT403';
  end if;

  if (select p.trust_level from public.profiles p where p.id = v_me) = 'new' then
    perform private.rate_limit('open_conversation', v_me::text,
      private.setting('new_member_conversations_per_day')::int, interval '1 day');
  end if;

  insert into public.conversations (member_a, member_b, opened_by)
  values (least(v_me, other_profile_id), greatest(v_me, other_profile_id), v_me)
  -- The other side may open it at the same moment.
  on conflict on constraint conversations_pair_key do update set opened_by = conversations.opened_by
  returning id into v_id;
  return v_id;
end;
$$;
comment on function private.get_or_create_conversation is 'The body of public.get_or_create_conversation.';

create function public.get_or_create_conversation(other_profile_id uuid) returns uuid
language sql security invoker set search_path = '' as $$
  select private.get_or_create_conversation(other_profile_id)
$$;
comment on function public.get_or_create_conversation is 'The conversation with another member, made if the caller may write first.';
grant execute on function private.get_or_create_conversation, public.get_or_create_conversation to authenticated;

create function private.is_my_conversation(conversation_id text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if conversation_id is null
    or conversation_id !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  then
    return false;
  end if;
  return exists (
    select from public.conversations c
    where c.id = is_my_conversation.conversation_id::uuid
      and private.my_profile_id() in (c.member_a, c.member_b)
  );
end;
$$;
comment on function private.is_my_conversation is 'Whether a text names a conversation of the caller; for topics and paths.';
grant execute on function private.is_my_conversation to authenticated;

-- Sending ----------------------------------------------------------------------------------
-- A message is an ordinary insert, with an id made by the client: a retry meets its own row.
create function private.prepare_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_pair uuid[];
  v_file jsonb;
begin
  -- Nobody is signed in where the owner writes (the seed): the row then says who speaks.
  NEW.sender_id := coalesce(NEW.sender_id, v_me);
  select array[c.member_a, c.member_b] into v_pair
  from public.conversations c where c.id = NEW.conversation_id;
  if v_pair is null or NEW.sender_id is distinct from coalesce(v_me, NEW.sender_id)
    or NEW.sender_id <> all (v_pair)
  then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  NEW.receiver_id := case when v_pair[1] = NEW.sender_id then v_pair[2] else v_pair[1] end;

  if private.can_transact(NEW.sender_id) is not true then
    raise exception 'cannot_transact' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  if not exists (select from public.members m where m.id = NEW.receiver_id) then
    raise exception 'member_unavailable' using errcode = 'PT409';
  end if;
  if private.are_blocked(NEW.sender_id, NEW.receiver_id) then
    raise exception 'blocked' using errcode = 'PT403';
  end if;

  if NEW.file_url is not null then
    -- What the file is, the storage knows better than the client.
    select coalesce(o.metadata, '{}') into v_file from storage.objects o
    where o.bucket_id = 'attachments' and o.name = NEW.file_url;
    if v_file is null then
      raise exception 'file_not_found' using errcode = 'PT422';
    end if;
    NEW.file_name := coalesce(NEW.file_name, storage.filename(NEW.file_url));
    NEW.file_type := coalesce(v_file ->> 'mimetype', NEW.file_type, 'application/octet-stream');
    NEW.file_size := coalesce((v_file ->> 'size')::bigint, NEW.file_size, 0);
  end if;
  return NEW;
end;
$$;
comment on function private.prepare_message is 'Trigger: the sender is the caller, the receiver is the other one, the file is theirs.';
create trigger messages_prepare before insert on public.messages
  for each row execute function private.prepare_message();

create function private.touch_conversation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.conversations set last_message_at = greatest(last_message_at, NEW.created_at)
  where id = NEW.conversation_id;
  return null;
end;
$$;
comment on function private.touch_conversation is 'Trigger: the inbox is sorted by the newest message.';
create trigger messages_touch_conversation after insert on public.messages
  for each row execute function private.touch_conversation();

-- Reading ----------------------------------------------------------------------------------
create function public.mark_conversation_read(conversation_id uuid) returns int
language sql security invoker set search_path = '' as $$
  with marked as (
    update public.messages m set is_read = true
    where m.conversation_id = mark_conversation_read.conversation_id
      and m.receiver_id = (select private.my_profile_id()) and not m.is_read
    returning m.id
  )
  select count(*)::int from marked
$$;
comment on function public.mark_conversation_read is 'Marks what the other one wrote as read; answers how many messages.';

create function private.unread_count() returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select count(*)::int from public.messages m
    where m.receiver_id = (select private.my_profile_id()) and not m.is_read
  );
end;
$$;
create function public.unread_count() returns int
language sql stable security invoker set search_path = '' as $$
  select private.unread_count()
$$;
comment on function public.unread_count is 'How many messages the caller has not read.';

create function private.inbox(page_size int, before timestamptz)
returns table (
  conversation_id uuid, other_id uuid, other_name text, other_image text, other_role text,
  last_message text, last_file_name text, last_sender_id uuid, last_message_at timestamptz,
  unread_count int, blocked boolean, blocked_by_me boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me uuid := private.my_profile_id();
  v_size int := least(greatest(page_size, 1), 100);
  v_before timestamptz := coalesce(before, 'infinity');
begin
  return query
    with page as (
      -- Two sorted indexes, one for each place in the pair: neither is read further than a page.
      select * from (
        (select c.id, c.member_b as other_id, c.last_message_at from public.conversations c
          where c.member_a = v_me and c.last_message_at < v_before
          order by c.last_message_at desc limit v_size)
        union all
        (select c.id, c.member_a, c.last_message_at from public.conversations c
          where c.member_b = v_me and c.last_message_at < v_before
          order by c.last_message_at desc limit v_size)
      ) as both_places
      order by last_message_at desc
      limit v_size
    )
    select page.id, other.id,
      case when other.deleted_at is null then other.display_name else 'Former member' end,
      other.profile_image, other.role, last.content, last.file_name, last.sender_id, page.last_message_at,
      (select count(*)::int from public.messages m
        where m.receiver_id = v_me and m.conversation_id = page.id and not m.is_read),
      mine.is_there or exists (
        select from public.member_blocks b where b.blocker_id = other.id and b.blocked_id = v_me),
      mine.is_there
    from page
    join public.profiles other on other.id = page.other_id
    cross join lateral (
      select m.content, m.file_name, m.sender_id from public.messages m
      where m.conversation_id = page.id
      order by m.created_at desc, m.id desc limit 1
    ) last
    cross join lateral (
      select exists (
        select from public.member_blocks b where b.blocker_id = v_me and b.blocked_id = other.id
      ) as is_there
    ) mine
    order by page.last_message_at desc;
end;
$$;
comment on function private.inbox is 'The body of public.inbox; reads names of members who left, too.';

create function public.inbox(page_size int default 30, before timestamptz default null)
returns table (
  conversation_id uuid, other_id uuid, other_name text, other_image text, other_role text,
  last_message text, last_file_name text, last_sender_id uuid, last_message_at timestamptz,
  unread_count int, blocked boolean, blocked_by_me boolean
)
language sql stable security invoker set search_path = '' as $$
  select * from private.inbox(page_size, before)
$$;
comment on function public.inbox is 'The caller''s conversations, newest first; `before` is the last time seen.';
grant execute on function private.inbox, private.unread_count, public.inbox, public.unread_count, public.mark_conversation_read
  to authenticated;

-- Reports ---------------------------------------------------------------------------------
create function private.report_message(message_id uuid, reason text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_message public.messages;
  v_id uuid;
begin
  select * into v_message from public.messages m
  where m.id = report_message.message_id and m.receiver_id = private.my_profile_id();
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  insert into public.message_reports (message_id, reporter_id, sender_id, content, file_name, reason)
  values (v_message.id, v_message.receiver_id, v_message.sender_id, v_message.content,
    v_message.file_name, report_message.reason)
  -- Reporting twice is reporting once.
  on conflict on constraint message_reports_once do update set reason = message_reports.reason
  returning id into v_id;
  return v_id;
end;
$$;
create function public.report_message(message_id uuid, reason text) returns uuid
language sql security invoker set search_path = '' as $$
  select private.report_message(message_id, reason)
$$;
comment on function public.report_message is 'Shows a received message to staff; answers the report.';

create function private.resolve_report(report_id uuid, resolution text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_report public.message_reports;
begin
  perform private.require_staff();
  if coalesce(btrim(resolution), '') = '' then
    raise exception 'note_required' using errcode = 'PT422';
  end if;
  update public.message_reports r set resolved_at = now(), resolution = btrim(resolve_report.resolution)
  where r.id = report_id and r.resolved_at is null
  returning * into v_report;
  if not found then
    raise exception 'report_not_open' using errcode = 'PT409';
  end if;
  perform private.require_other_case(array[v_report.reporter_id, v_report.sender_id]);
  perform private.audit('resolve_report', report_id, jsonb_build_object('resolution', btrim(resolution)));
end;
$$;
create function public.resolve_report(report_id uuid, resolution text) returns void
language sql security invoker set search_path = '' as $$
  select private.resolve_report(report_id, resolution)
$$;
comment on function public.resolve_report is 'Staff: closes a report with a note.';

-- Who reported stays with the reporter: staff judge what was written, and nobody has to fear
-- that the wrong person hears of it.
create function private.open_reports()
returns table (
  id uuid, sender_id uuid, sender_name text, content text, file_name text, reason text,
  created_at timestamptz, reports_of_sender int
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_staff();
  return query
    select r.id, r.sender_id, p.display_name, r.content, r.file_name, r.reason, r.created_at,
      (select count(distinct other.reporter_id)::int from public.message_reports other
        where other.sender_id = r.sender_id)
    from public.message_reports r
    join public.profiles p on p.id = r.sender_id
    where r.resolved_at is null and not private.is_own_case(r.sender_id) and not private.is_own_case(r.reporter_id)
    order by r.created_at
    limit 200;
end;
$$;
comment on function private.open_reports is 'The body of public.open_reports.';
create function public.open_reports()
returns table (
  id uuid, sender_id uuid, sender_name text, content text, file_name text, reason text,
  created_at timestamptz, reports_of_sender int
)
language sql stable security invoker set search_path = '' as $$
  select * from private.open_reports()
$$;
comment on function public.open_reports is 'Staff: open reports without who made them, and by how many members the sender was reported. Not the caller''s own cases.';
grant execute on function private.report_message, private.resolve_report, private.open_reports,
  public.report_message, public.resolve_report, public.open_reports to authenticated;

-- Live ------------------------------------------------------------------------------------
alter publication supabase_realtime add table public.messages;

-- Typing and presence. Each member of a conversation has a private channel of their own,
-- `conversation:<id>:<profile>`: they alone send in it, so that nobody can pose as the other one
-- whatever the payload or the presence key says, and both may hear it. Blocked and suspended
-- members send nothing. Realtime asks when a channel is joined and when its token changes; a
-- client whose conversation is blocked leaves at once.
create function private.may_talk(conversation_id text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_my_conversation(conversation_id) then
    return false;
  end if;
  return private.can_transact(private.my_profile_id()) and not exists (
    select from public.conversations c
    where c.id = may_talk.conversation_id::uuid and private.are_blocked(c.member_a, c.member_b)
  );
end;
$$;
comment on function private.may_talk is 'Whether the caller may add anything to the conversation that a text names.';
grant execute on function private.may_talk to authenticated;

create policy conversation_topics_select on realtime.messages for select to authenticated
  using (extension in ('broadcast', 'presence')
    and (select realtime.topic()) like 'conversation:%:%'
    and (select private.is_member())
    and (select private.is_my_conversation(split_part(realtime.topic(), ':', 2))));
create policy conversation_topics_insert on realtime.messages for insert to authenticated
  with check (extension in ('broadcast', 'presence')
    and (select realtime.topic()) = 'conversation:' || split_part((select realtime.topic()), ':', 2)
      || ':' || (select private.my_profile_id())
    and (select private.may_talk(split_part(realtime.topic(), ':', 2))));

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('new_member_conversations_per_day', 20, 'count', 'Conversations that a new member may open in a day.', 1, 1000, true)
on conflict (key) do nothing;

-- 55_attachments.sql ======================================================
-- Files: who may reach what is in the buckets, and the buckets themselves with their limits of
-- size and type.

-- The Storage server checks size and type of a plain upload only. A copy, a move, a signed
-- upload link and the S3 protocol go around both, so each policy names what it allows.
-- `attachments/<conversation>/<uuid>/<file name>`: both members of the conversation read and
-- add. Nothing is replaced or removed: a message may point at it.
create policy attachments_select on storage.objects for select to authenticated
  using (bucket_id = 'attachments' and private.is_my_conversation((storage.foldername(name))[1]));
create policy attachments_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'attachments'
    and (select storage.operation()) = 'storage.object.upload'
    and cardinality(storage.foldername(name)) = 2
    and (storage.foldername(name))[2] not in ('.', '..')
    and private.may_talk((storage.foldername(name))[1]));

-- `avatars/<profile>/<file name>`: everybody sees them, each member keeps their own. The picture
-- in use is not written over: another picture is a change of the profile, by which a verified
-- member is looked at again.
create policy avatars_select on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select private.my_profile_id())::text);
create policy avatars_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars'
    and (select storage.operation()) in ('storage.object.upload', 'storage.object.upload_update')
    and name is distinct from (select private.my_picture())
    and cardinality(storage.foldername(name)) = 1
    and (storage.foldername(name))[1] = (select private.my_profile_id())::text);
create policy avatars_update on storage.objects for update to authenticated
  using (bucket_id = 'avatars'
    and (select storage.operation()) in ('storage.object.upload', 'storage.object.upload_update')
    and name is distinct from (select private.my_picture())
    and (storage.foldername(name))[1] = (select private.my_profile_id())::text)
  with check (bucket_id = 'avatars'
    and cardinality(storage.foldername(name)) = 1
    and (storage.foldername(name))[1] = (select private.my_profile_id())::text);
create policy avatars_delete on storage.objects for delete to authenticated
  using (bucket_id = 'avatars'
    and (select storage.operation()) in ('storage.object.delete', 'storage.object.delete_many')
    and (storage.foldername(name))[1] = (select private.my_profile_id())::text);

-- Buckets --------------------------------------------------------------------------------
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('attachments', 'attachments', false, 25 * 1024 * 1024, private.attachment_types()),
  ('avatars', 'avatars', true, 5 * 1024 * 1024, private.picture_types())
on conflict (id) do nothing;

-- 56_file_checks.sql ======================================================
-- What becomes of files. Storage believes the type that an upload claims. An edge function,
-- `process-files`, reads the first bytes of each new file and compares; what is not what it
-- claims is removed and its sender told. Removals wait in a queue of their own until Storage
-- has done them: a file without its row, or a row without its file, cannot come about.

create table private.file_inspections (
  bucket_id text not null,
  name text not null,
  -- Names the bytes: a verdict about a file that was replaced meanwhile counts for nothing.
  version text not null,
  claimed_type text not null,
  sender_id uuid references public.profiles (id),
  status text not null default 'waiting',
  found_type text,
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (bucket_id, name),
  constraint file_inspections_attempts_within_bounds check (attempts between 0 and 1000),
  constraint file_inspections_status_known check (status in ('waiting', 'fine', 'rejected'))
);
comment on table private.file_inspections is 'One row a file: whether its content is what it claims. No foreign key: the files belong to Storage.';
create index file_inspections_due on private.file_inspections (due_at) where status = 'waiting';
create index file_inspections_sender on private.file_inspections (sender_id);
alter table private.file_inspections enable row level security;

create table private.file_removals (
  id bigint generated always as identity primary key,
  bucket_id text not null,
  name text not null,
  reason text not null,
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint file_removals_attempts_within_bounds check (attempts between 0 and 1000),
  constraint file_removals_once unique (bucket_id, name),
  constraint file_removals_reason_known check (reason in ('rejected', 'account_deleted'))
);
comment on table private.file_removals is 'Files that Storage still has to remove; a row goes when that is done.';
create index file_removals_due on private.file_removals (due_at);
alter table private.file_removals enable row level security;

-- Following Storage ------------------------------------------------------------------------
create function private.follow_file() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_sender uuid;
begin
  if TG_OP <> 'INSERT' then
    -- A rejected file is remembered: the message that carried it says why it is gone.
    delete from private.file_inspections i
    where i.bucket_id = OLD.bucket_id and i.name = OLD.name and i.status <> 'rejected';
  end if;
  if TG_OP = 'DELETE' then
    return null;
  end if;
  select p.id into v_sender from public.profiles p
  where p.user_id = case when NEW.owner_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then NEW.owner_id::uuid end;
  insert into private.file_inspections (bucket_id, name, version, claimed_type, sender_id)
  values (NEW.bucket_id, NEW.name, coalesce(NEW.version, ''), coalesce(NEW.metadata ->> 'mimetype', ''), v_sender)
  on conflict on constraint file_inspections_pkey do update set
    version = excluded.version, claimed_type = excluded.claimed_type, sender_id = excluded.sender_id,
    status = 'waiting', found_type = null, attempts = 0, due_at = now();
  perform pg_notify('due_work', '');
  return null;
end;
$$;
comment on function private.follow_file is 'Trigger: each new or replaced file waits to be inspected.';
create trigger follow_file after insert or delete or update of bucket_id, name, version on storage.objects
  for each row execute function private.follow_file();

-- Working ------------------------------------------------------------------------------------
-- Whoever claims work takes it for a while. Work that is not reported as done comes back, later
-- with each attempt, so nothing has to be given back.
create function private.file_retry(attempts int) returns interval
language sql stable security definer set search_path = '' as $$
  select make_interval(mins => least(
    private.setting('file_retry_first') * 2 ^ attempts, private.setting('file_retry_most'))::int)
$$;
comment on function private.file_retry is 'How long a file waits after that many attempts.';

create function private.claim_file_inspections(batch int, at timestamptz default now())
returns table (bucket_id text, name text, version text, claimed_type text)
language sql security definer set search_path = '' as $$
  update private.file_inspections i
  set attempts = least(i.attempts + 1, 1000), due_at = at + private.file_retry(i.attempts)
  from (
    select d.bucket_id, d.name from private.file_inspections d
    where d.status = 'waiting' and d.due_at <= at
    order by d.due_at
    limit least(greatest(batch, 1), 100)
    for update skip locked
  ) as due
  where i.bucket_id = due.bucket_id and i.name = due.name
  returning i.bucket_id, i.name, i.version, i.claimed_type
$$;
comment on function private.claim_file_inspections is 'Hands out files whose content nobody has looked at yet.';

create function private.reject_file(file private.file_inspections) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_name text := storage.filename(file.name);
  v_other uuid;
begin
  insert into private.file_removals (bucket_id, name, reason) values (file.bucket_id, file.name, 'rejected')
  on conflict on constraint file_removals_once do nothing;
  if file.bucket_id = 'avatars' then
    update public.profiles p set profile_image = null where p.profile_image = file.name;
  else
    select case file.sender_id when c.member_a then c.member_b else c.member_a end into v_other
    from public.conversations c where c.id::text = split_part(file.name, '/', 1);
  end if;
  perform private.notify(file.sender_id, 'file_removed',
    jsonb_build_object('file_name', v_name, 'bucket', file.bucket_id, 'other_id', v_other));
end;
$$;
comment on function private.reject_file is 'Has a file removed and tells its sender.';

create function private.record_file_inspection(
  bucket_id text, name text, version text, found_type text, is_fine boolean
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_file private.file_inspections;
begin
  update private.file_inspections i set
    status = case when is_fine then 'fine' else 'rejected' end,
    found_type = left(record_file_inspection.found_type, 200)
  where i.bucket_id = record_file_inspection.bucket_id and i.name = record_file_inspection.name
    and i.version = record_file_inspection.version and i.status = 'waiting'
  returning * into v_file;
  if v_file.status = 'rejected' then
    perform private.reject_file(v_file);
  end if;
end;
$$;
comment on function private.record_file_inspection is 'The verdict about one version of a file; a second one, or one about replaced bytes, changes nothing.';

create function private.claim_file_removals(batch int, at timestamptz default now())
returns table (id bigint, bucket_id text, name text)
language sql security definer set search_path = '' as $$
  update private.file_removals r
  set attempts = least(r.attempts + 1, 1000), due_at = at + private.file_retry(r.attempts)
  from (
    select d.id from private.file_removals d
    where d.due_at <= at
    order by d.due_at
    limit least(greatest(batch, 1), 100)
    for update skip locked
  ) as due
  where r.id = due.id
  returning r.id, r.bucket_id, r.name
$$;
comment on function private.claim_file_removals is 'Hands out files that Storage has to remove.';

create function private.mark_file_removed(id bigint) returns void
language sql security definer set search_path = '' as $$
  delete from private.file_removals r where r.id = mark_file_removed.id
$$;
comment on function private.mark_file_removed is 'Storage has removed the file, or had none.';

create function public.claim_file_inspections(batch int default 20)
returns table (bucket_id text, name text, version text, claimed_type text)
language sql security invoker set search_path = '' as $$
  select * from private.claim_file_inspections(batch)
$$;
comment on function public.claim_file_inspections is 'Service role: files to look at now. Record a verdict about each.';
create function public.record_file_inspection(
  bucket_id text, name text, version text, found_type text, is_fine boolean
) returns void
language sql security invoker set search_path = '' as $$
  select private.record_file_inspection(bucket_id, name, version, found_type, is_fine)
$$;
comment on function public.record_file_inspection is 'Service role: what the content of a file is.';
create function public.claim_file_removals(batch int default 50)
returns table (id bigint, bucket_id text, name text)
language sql security invoker set search_path = '' as $$
  select * from private.claim_file_removals(batch)
$$;
comment on function public.claim_file_removals is 'Service role: files to remove now. Mark each one removed.';
create function public.mark_file_removed(id bigint) returns void
language sql security invoker set search_path = '' as $$
  select private.mark_file_removed(id)
$$;
comment on function public.mark_file_removed is 'Service role: the file is gone.';
grant execute on function
  private.claim_file_inspections, private.record_file_inspection, private.claim_file_removals,
  private.mark_file_removed, public.claim_file_inspections, public.record_file_inspection,
  public.claim_file_removals, public.mark_file_removed to service_role;

-- What members see ---------------------------------------------------------------------------
create function private.file_verdicts(paths text[]) returns table (path text, status text)
language sql stable security definer set search_path = '' as $$
  select i.name, i.status from private.file_inspections i
  where i.bucket_id = 'attachments' and i.name = any (paths[1:200])
    and private.is_my_conversation(split_part(i.name, '/', 1))
$$;
comment on function private.file_verdicts is 'The body of public.file_verdicts.';
create function public.file_verdicts(paths text[]) returns table (path text, status text)
language sql stable security invoker set search_path = '' as $$
  select * from private.file_verdicts(paths)
$$;
comment on function public.file_verdicts is 'Whether files of the caller''s conversations are what they claim: waiting, fine or rejected. Show only what is fine; offer the rest as a download.';
grant execute on function private.file_verdicts, public.file_verdicts to authenticated;

-- Leaving ------------------------------------------------------------------------------------
create function private.remove_files_of(profile_id uuid, user_id uuid) returns void
language sql security definer set search_path = '' as $$
  insert into private.file_removals (bucket_id, name, reason)
  select o.bucket_id, o.name, 'account_deleted' from storage.objects o
  where (o.bucket_id = 'avatars' and starts_with(o.name, remove_files_of.profile_id || '/'))
    -- What was sent or delivered belongs to the other side too; what was not is private.
    or (o.bucket_id = 'attachments' and o.owner_id = remove_files_of.user_id::text
      and not exists (
        select from public.messages m
        where m.sender_id = remove_files_of.profile_id and m.file_url = o.name)
      and not exists (
        select from public.pack_orders k join public.order_deliveries d on d.order_id = k.id
        where k.kol_id = remove_files_of.profile_id
          and d.files @> jsonb_build_array(jsonb_build_object('path', o.name))))
  on conflict on constraint file_removals_once do nothing
$$;
comment on function private.remove_files_of is 'Queues what somebody who leaves has in Storage and what nobody else was given.';

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('file_retry_first', 1, 'minutes', 'Wait after the first attempt to inspect or remove a file; it doubles with each further one.', 1, 1440),
  ('file_retry_most', 360, 'minutes', 'The longest wait between two attempts at a file.', 1, 1440)
on conflict (key) do nothing;

-- 60_filters.sql ======================================================
-- What a search for creators may ask, and what it is asked of. This chapter holds the one
-- definition of "this creator satisfies these filters": search reads it, saved searches and
-- campaigns are matched by it.

-- Filters --------------------------------------------------------------------------------
-- What a jsonb of filters means once it is understood; null means "not set". Ratings are
-- hundredths and ranges are numbers, so that an index can carry both. The last six are what
-- `may_satisfy` looks at.
create type private.creator_filter as (
  term text,
  term_pattern text,
  language text,
  platforms text[],
  categories text[],
  follower_ranges smallint[],
  min_rating smallint,
  verified boolean,
  -- The five of them again, as keys (below). Wide keys find more than the filter asks for.
  keys int[],
  keys_are_wide boolean,
  email_notifications boolean,
  category_traits bigint,
  language_code int,
  name_signature bit(640),
  platform_traits bigint,
  range_traits bigint,
  signature bit(640)
);

-- One form for both sides of a text match. The case mapping is the one built into Postgres,
-- the same on every machine. Control characters become spaces, so that no text can hold the
-- separator of the haystack.
create function private.normalise_text(value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return btrim(regexp_replace(
    lower(normalize(value, NFC) collate pg_catalog.pg_c_utf8), E'[\\x01-\\x20\\x7f]+', ' ', 'g'));
end;
$$;
comment on function private.normalise_text is 'Lower case, composed characters, single spaces.';

-- Name, then the list of expertise, then, after a double separator, the bio.
create function private.haystack(display_name text, expertise text[], bio text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.normalise_text(display_name) || E'\x1f'
    || coalesce((
      select string_agg(private.normalise_text(item), E'\x1f' order by place)
      from unnest(expertise) with ordinality as listed (item, place)
    ), '')
    || E'\x1f\x1f' || private.normalise_text(bio)
$$;
comment on function private.haystack is 'Everything of a creator that a search term may be found in, as one text.';

-- A term may stand anywhere in a text. Two things tell most texts without it apart: a signature,
-- one bit for every three characters, small enough to lie in an index; and the list of all that
-- is five characters long, which an index finds texts by. A text that holds the term has all
-- bits of the term and every five characters of it; the reverse has to be looked at.
create function private.text_bits(value text, first int, most int) returns bit(640)
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(bit_or(set_bit(0::bit(640), first + (hashtext(substr(value, place, 3)) & (most - 1)), 1)), 0::bit(640))
    from generate_series(1, length(value) - 2) as place
  );
end;
$$;
comment on function private.text_bits is 'One of `most` bits, a power of two, for every three characters of a text.';
create function private.signature(name text, haystack text) returns bit(640)
language sql immutable parallel safe
return private.text_bits(haystack, 0, 512) | private.text_bits(name, 512, 128);
comment on function private.signature is '512 bits for everything that is said of a creator, 128 for the name.';

create function private.grams(value text) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select array_to_tsvector(array(
    select substr(value, place, 5) from generate_series(1, length(value)) as place
  ))
$$;
comment on function private.grams is 'Every five characters of a text, and the fewer ones at its end.';

create function private.follower_range(total bigint) returns smallint
language sql immutable parallel safe set search_path = '' as $$
  select width_bucket(total, private.follower_floors())::smallint
$$;
comment on function private.follower_range is 'Place in the list of follower ranges.';

-- Keys -----------------------------------------------------------------------------------
-- Language, platform, category, follower range and verified, packed into one number; 0 in a
-- place means "not set". A creator holds every key that describes them (about fifty), a filter
-- asks for a few: where they overlap, all five are satisfied. One index lookup instead of five.

create function private.codes_of(list text[], codes text[]) returns int[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (select coalesce(array_agg(array_position(codes, item)), '{}') from unnest(list) as item);
end;
$$;
comment on function private.codes_of is 'The places of some words in a list of all words.';

create function private.language_code(language text) returns int
language sql immutable parallel safe
return (ascii(language) - 96) * 27 + ascii(substr(language, 2)) - 96;
comment on function private.language_code is 'Two lower-case letters as a number above 0.';

create function private.filter_key(language int, platform int, category int, follower_range int, verified int)
returns int
language sql immutable parallel safe
return (((language * 32 + platform) * 32 + category) * 8 + follower_range) * 2 + verified;
comment on function private.filter_key is 'Five small numbers packed into one.';

create function private.creator_keys(
  language text, platforms text[], categories text[], follower_range int, is_verified boolean
) returns int[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_language int := private.filter_key(private.language_code(language), 0, 0, 0, 0);
  v_range int := private.filter_key(0, 0, 0, follower_range, 0);
  v_platform int;
  v_category int;
  v_key int;
  v_keys int[] := '{}';
begin
  foreach v_platform in array 0 || private.codes_of(platforms, private.platforms()) loop
    foreach v_category in array 0 || private.codes_of(categories, private.categories()) loop
      v_key := private.filter_key(0, v_platform, v_category, 0, 0);
      v_keys := v_keys || v_key || (v_key + v_range) || (v_key + v_language) || (v_key + v_language + v_range);
    end loop;
  end loop;
  if is_verified then
    v_keys := v_keys || array(select key + private.filter_key(0, 0, 0, 0, 1) from unnest(v_keys) as key);
  end if;
  return v_keys;
end;
$$;
comment on function private.creator_keys is 'Every key that describes a creator.';

-- The same and the rating once more, a bit for each word: what a filter asks for can be seen in
-- one number, without a list.
create function private.trait_bits(codes int[], first int) returns bigint
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (select bit_or(1::bigint << (first + code - 1)) from unnest(codes) as code);
end;
$$;
create function private.creator_traits(
  language text, platforms text[], categories text[], follower_range int, is_verified boolean, rating int
) returns bigint
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(private.trait_bits(private.codes_of(platforms, private.platforms()), 0), 0)
    | coalesce(private.trait_bits(private.codes_of(categories, private.categories()), 16), 0)
    | private.trait_bits(array[follower_range], 32)
    | case when is_verified then 1::bigint << 38 else 0 end
    | (private.language_code(language)::bigint << 40)
    | (rating::bigint << 50)
$$;
comment on function private.creator_traits is
  'Platforms from bit 0, categories from 16, follower range from 32, verified at 38, language from 40, rating from 50.';

-- At most 64 keys: beyond that the widest list is left out, and what the keys find still has
-- to be compared with the filter itself.
create function private.expand_filter(f private.creator_filter, out keys int[], out wide boolean)
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_language int := coalesce(private.language_code((f).language), 0);
  v_platforms int[] := private.codes_of((f).platforms, private.platforms());
  v_categories int[] := private.codes_of((f).categories, private.categories());
  v_ranges int[] := coalesce((f).follower_ranges::int[], '{}');
  v_verified int := case when (f).verified then 1 else 0 end;
begin
  wide := false;
  -- Every creator is in one of the five ranges.
  if cardinality(v_ranges) = 5 then
    v_ranges := '{}';
  end if;
  while greatest(cardinality(v_platforms), 1) * greatest(cardinality(v_categories), 1)
    * greatest(cardinality(v_ranges), 1) > 64
  loop
    wide := true;
    if cardinality(v_categories) >= greatest(cardinality(v_platforms), cardinality(v_ranges)) then
      v_categories := '{}';
    elsif cardinality(v_platforms) >= cardinality(v_ranges) then
      v_platforms := '{}';
    else
      v_ranges := '{}';
    end if;
  end loop;
  keys := array(
    select private.filter_key(v_language, platform, category, follower_range, v_verified)
    from unnest(case when v_platforms = '{}' then '{0}' else v_platforms end) as platform,
      unnest(case when v_categories = '{}' then '{0}' else v_categories end) as category,
      unnest(case when v_ranges = '{}' then '{0}' else v_ranges end) as follower_range
  );
end;
$$;
comment on function private.expand_filter is 'The keys that a filter asks for.';

-- Understanding filters --------------------------------------------------------------------
create function private.filter_list(filters jsonb, key text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_value jsonb := nullif(filters -> key, 'null');
begin
  if v_value is null then
    return null;
  end if;
  if jsonb_typeof(v_value) <> 'array' or exists (
    select from jsonb_array_elements(case when jsonb_typeof(v_value) = 'array' then v_value end) as item
    where jsonb_typeof(item) <> 'string'
  ) then
    raise exception 'filter_wrong_type' using errcode = 'PT422', detail = key;
  end if;
  return nullif(array(select distinct item from jsonb_array_elements_text(v_value) as item order by item), '{}');
end;
$$;
comment on function private.filter_list is 'One filter that is a list of texts; null when it is not set.';

create function private.filter_value(filters jsonb, key text, type text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_value jsonb := nullif(filters -> key, 'null');
begin
  if jsonb_typeof(v_value) <> type then
    raise exception 'filter_wrong_type' using errcode = 'PT422', detail = key;
  end if;
  return v_value #>> '{}';
end;
$$;
comment on function private.filter_value is 'One filter that is a single value of that JSON type; null when it is not set.';

-- Absent, null, empty, false and a minimum rating of 0 all mean "not set".
create function private.parse_filters(filters jsonb) returns private.creator_filter
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_filter private.creator_filter;
  v_ranges text[];
  v_rating numeric;
  v_unknown text;
begin
  if jsonb_typeof(filters) is distinct from 'object' then
    raise exception 'filter_wrong_type' using errcode = 'PT422';
  end if;
  select given into v_unknown from jsonb_object_keys(filters) as given
  where given not in ('searchTerm', 'language', 'platforms', 'categories', 'followersRanges',
    'rating', 'verified', 'emailNotifications')
  limit 1;
  if v_unknown is not null then
    raise exception 'filter_unknown_key' using errcode = 'PT422', detail = v_unknown;
  end if;

  v_filter.term := nullif(private.normalise_text(private.filter_value(filters, 'searchTerm', 'string')), '');
  if length(v_filter.term) > 100 then
    raise exception 'filter_term_too_long' using errcode = 'PT422', detail = 'searchTerm';
  end if;
  v_filter.term_pattern := '%' || replace(replace(replace(v_filter.term,
    '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_filter.language := nullif(private.filter_value(filters, 'language', 'string'), '');
  v_filter.platforms := private.filter_list(filters, 'platforms');
  v_filter.categories := private.filter_list(filters, 'categories');
  v_ranges := private.filter_list(filters, 'followersRanges');
  v_rating := private.filter_value(filters, 'rating', 'number')::numeric;
  v_filter.verified := nullif(private.filter_value(filters, 'verified', 'boolean')::boolean, false);
  v_filter.email_notifications :=
    coalesce(private.filter_value(filters, 'emailNotifications', 'boolean')::boolean, false);

  if v_filter.language !~ '^[a-z]{2}$' or v_rating not between 0 and 5
    or not v_filter.platforms <@ private.platforms()
    or not v_filter.categories <@ private.categories()
  then
    raise exception 'filter_unknown_value' using errcode = 'PT422';
  end if;
  if not v_ranges <@ private.follower_ranges() then
    raise exception 'filter_unknown_range' using errcode = 'PT422';
  end if;
  v_filter.follower_ranges := (
    select array_agg(array_position(private.follower_ranges(), range)::smallint
      order by 1)
    from unnest(v_ranges) as range
  );
  v_filter.min_rating := nullif(ceil(v_rating * 100), 0)::smallint;
  select e.keys, e.wide into v_filter.keys, v_filter.keys_are_wide from private.expand_filter(v_filter) e;

  if v_filter.term is not null then
    v_filter.signature := nullif(private.text_bits(v_filter.term, 0, 512), 0::bit(640));
    v_filter.name_signature := private.signature(v_filter.term, v_filter.term);
  end if;
  v_filter.language_code := private.language_code(v_filter.language);
  v_filter.platform_traits := private.trait_bits(private.codes_of(v_filter.platforms, private.platforms()), 0);
  v_filter.category_traits := private.trait_bits(private.codes_of(v_filter.categories, private.categories()), 16);
  v_filter.range_traits := private.trait_bits(v_filter.follower_ranges::int[], 32);
  return v_filter;
end;
$$;
comment on function private.parse_filters is 'Understands filters, or refuses them with the reason.';

-- What search reads of a creator -----------------------------------------------------------
-- Apart from `members`, so that the public row stays what it is and a new picture or order
-- count touches no search index.
create table private.creators (
  profile_id uuid primary key references public.members (id) on delete cascade,
  name text not null,
  haystack text not null,
  language text not null,
  platforms text[] not null,
  categories text[] not null,
  follower_total bigint not null,
  follower_range smallint not null generated always as (private.follower_range(follower_total)) stored,
  rating smallint not null,
  score smallint not null,
  is_verified boolean not null,
  keys int[] not null generated always as (
    private.creator_keys(language, platforms, categories, private.follower_range(follower_total), is_verified)
  ) stored,
  signature bit(640) not null generated always as (private.signature(name, haystack)) stored,
  traits bigint not null generated always as (
    private.creator_traits(language, platforms, categories, private.follower_range(follower_total), is_verified, rating)
  ) stored,
  created_at timestamptz not null
);
comment on table private.creators is 'The searchable form of each member who is a creator; written by trigger only.';
comment on column private.creators.rating is 'Hundredths; 0 while there is no rating.';
comment on column private.creators.score is 'What "best rated" sorts by, in thousandths; 0 while there is no rating.';
alter table private.creators enable row level security;

-- The orders of the sorts, each with what a walk along it looks at; and what finds the few.
create index creators_by_score on private.creators (score desc, profile_id desc) include (signature, traits);
create index creators_by_followers on private.creators (follower_total desc, profile_id desc) include (signature, traits);
create index creators_by_newest on private.creators (created_at desc, profile_id desc) include (signature, traits);
create index creators_by_grams_and_keys on private.creators using gin (private.grams(haystack), keys);
-- Statistics of an expression that no query asks the planner about take minutes to collect.
alter index private.creators_by_grams_and_keys alter column 1 set statistics 0;
create index creators_by_name on private.creators using gin (name extensions.gin_trgm_ops);

-- A ring of accounts can buy a mean; the score weighs who says it (46_reputation). Where a rating
-- was set without reviews, it is the score.
create function private.score_of(profile_id uuid) returns smallint
language sql stable security definer set search_path = '' as $$
  select coalesce(round(1000 * coalesce(s.rating_score, p.rating)), 0)::smallint
  from public.profiles p
  left join private.standings s on s.profile_id = p.id
  where p.id = score_of.profile_id
$$;
comment on function private.score_of is 'The score of a creator, as the index holds it.';

create function private.keep_score(profile_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update private.creators c set score = private.score_of(c.profile_id)
  where c.profile_id = keep_score.profile_id and c.score <> private.score_of(c.profile_id)
$$;
comment on function private.keep_score is 'The score moves when a weight does, though the public row stays as it is.';

create function private.keep_creator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.role <> 'kol' then
    delete from private.creators where profile_id = NEW.id;
    return null;
  end if;
  insert into private.creators as c (
    profile_id, name, haystack, language, platforms, categories, follower_total, rating, score,
    is_verified, created_at
  ) values (
    NEW.id, private.normalise_text(NEW.display_name), private.haystack(NEW.display_name, NEW.expertise, NEW.bio), NEW.language, NEW.platforms,
    NEW.categories, NEW.follower_total, coalesce(NEW.rating * 100, 0)::smallint,
    private.score_of(NEW.id), NEW.is_verified, NEW.created_at
  )
  on conflict (profile_id) do update set
    name = excluded.name, haystack = excluded.haystack, language = excluded.language,
    platforms = excluded.platforms, categories = excluded.categories, follower_total = excluded.follower_total,
    rating = excluded.rating, score = excluded.score, is_verified = excluded.is_verified, created_at = excluded.created_at;
  return null;
end;
$$;
comment on function private.keep_creator is 'Trigger: creators follows members.';
create trigger members_keep_creator_inserted after insert on public.members
  for each row when (NEW.role = 'kol') execute function private.keep_creator();
create trigger members_keep_creator_updated after update on public.members
  for each row when (
    (OLD.role, OLD.display_name, OLD.bio, OLD.expertise, OLD.language, OLD.platforms,
      OLD.categories, OLD.follower_total, OLD.rating, OLD.is_verified, OLD.created_at)
    is distinct from
    (NEW.role, NEW.display_name, NEW.bio, NEW.expertise, NEW.language, NEW.platforms,
      NEW.categories, NEW.follower_total, NEW.rating, NEW.is_verified, NEW.created_at)
  ) execute function private.keep_creator();

-- The one definition -----------------------------------------------------------------------
-- Its body is bound when it is created and it carries no settings, so that the planner can
-- open it up: a filter that is not set leaves no trace in the plan, one that is set finds its
-- index. Where the keys say it all, nothing is said twice: the planner would count it twice. Half
-- of all creators have a rating that is asked for: adding 0 keeps the planner from its index.
create function private.creator_satisfies(c private.creators, f private.creator_filter) returns boolean
language sql immutable parallel safe
return ((f).term is null or c.haystack like (f).term_pattern)
  and ((f).min_rating is null or c.rating + 0 >= (f).min_rating)
  and ((f).keys = '{0}' or c.keys && (f).keys)
  and (not (f).keys_are_wide or (
    ((f).language is null or c.language = (f).language)
    and ((f).platforms is null or c.platforms && (f).platforms)
    and ((f).categories is null or c.categories && (f).categories)
    and ((f).follower_ranges is null or c.follower_range = any ((f).follower_ranges))
    and ((f).verified is null or c.is_verified)));
comment on function private.creator_satisfies is 'Whether a creator satisfies filters: the only place that says so.';

-- Its shadow: whoever satisfies the filter passes here too, and few others.
create function private.may_satisfy(signature bit(640), traits bigint, f private.creator_filter) returns boolean
language sql immutable parallel safe
return ((f).platform_traits is null or traits & (f).platform_traits <> 0)
  and ((f).category_traits is null or traits & (f).category_traits <> 0)
  and ((f).range_traits is null or traits & (f).range_traits <> 0)
  and ((f).language_code is null or (traits >> 40) & 1023 = (f).language_code)
  and ((f).min_rating is null or traits >> 50 >= (f).min_rating)
  and ((f).verified is null or traits & 274877906944 <> 0)
  and ((f).signature is null or signature & (f).signature = (f).signature);
comment on function private.may_satisfy is 'Whether a creator may satisfy filters, as far as an entry of a sort index tells.';

-- 61_search.sql ======================================================
-- Search: one page of creators, in order, out of a million as quickly as out of a few.

-- How rare ---------------------------------------------------------------------------------
create table private.frequencies (
  -- Byte by byte, so that what begins with a term stands together.
  feature text collate "C" primary key,
  creators int not null,
  counted_at timestamptz not null default now()
);
comment on table private.frequencies is
  'How many of a sample of creators hold a trigram, five characters or a key (`key: 5`), or are rated so many tenths or more (`rated: 45`); `everyone` is the size of the sample. Counted once a day; only speed depends on it.';
alter table private.frequencies enable row level security;

create function private.count_frequencies(at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_creators real := (select greatest(c.reltuples, 1) from pg_catalog.pg_class c where c.oid = 'private.creators'::regclass);
begin
  -- As long as a walk meets everybody, nothing depends on it.
  if v_creators < private.setting('search_steps')
    or exists (select from private.frequencies f where f.counted_at > at - interval '1 day')
  then
    return;
  end if;
  delete from private.frequencies;
  with sampled as materialized (
    select c.haystack, c.keys, c.rating from private.creators c tablesample system (least(100, 100 * 4000 / v_creators))
  ), features as (
    select unnest(extensions.show_trgm(s.haystack)) as feature from sampled s
    union all select unnest(tsvector_to_array(private.grams(s.haystack))) from sampled s
    union all select 'key: ' || unnest(s.keys) from sampled s
    union all select 'rated: ' || tenths from sampled s, generate_series(1, s.rating / 10) as tenths
    union all select 'everyone' from sampled s
  )
  insert into private.frequencies (feature, creators, counted_at)
  select feature, count(*), at from features
  group by feature
  -- Most are found once and say no more than those that are not found.
  having count(*) > 1;
end;
$$;
comment on function private.count_frequencies is 'Counts again what is older than a day, in a market that has grown.';

-- The rarest gram of each stretch of a term: neighbours say the same. Five of them say nearly as
-- much as all; what every tenth creator has, says little. A term that is shorter than a gram is
-- the beginning of some.
create function private.rare_grams(term text, out query tsquery, out creators int)
language sql stable set search_path = '' as $$
  with stretches as (
    select distinct on (place / 3) substr(term, place + 1, 5) as gram, counted.creators
    from generate_series(0, greatest(length(term) - 5, 0)) as place,
      lateral (select coalesce(
        (select f.creators from private.frequencies f where f.feature = substr(term, place + 1, 5)), 0
      ) as creators) counted
    where term is not null
    order by place / 3, counted.creators
  ), ranked as (
    select s.*, row_number() over (order by s.creators, s.gram) as rank from stretches s
  )
  select string_agg(format('''%s''', replace(replace(r.gram, '\', '\\'), '''', ''''''))
      || case when length(r.gram) < 5 then ':*' else '' end, ' & ')::tsquery,
    case when length(term) >= 5 then min(r.creators) else (
      select coalesce(sum(f.creators), 0) from private.frequencies f
      where f.feature >= term and f.feature < term || chr(1114111) and length(f.feature) = 5
    ) end
  from ranked r
  where r.rank = 1 or r.rank <= 5
    and r.creators * 10 < (select f.creators from private.frequencies f where f.feature = 'everyone')
$$;
comment on function private.rare_grams is 'What to look for where a term may be, and how many of the sample have the rarest of it.';

-- Search -----------------------------------------------------------------------------------
-- A page is found in one of two ways. Where many satisfy the filters, a walk along the order of
-- the sort soon meets enough of them. Where few do, an index gathers them all and they are sorted.
-- What is known of frequencies tells where not to begin; it may be wrong, so the walk is short.
create type private.creator_page as (
  -- The column that the sort goes by.
  key text,
  -- Only those who have the term in their name, or only those who have not.
  in_name boolean,
  -- The caller, and whom a block stands between.
  hidden uuid[],
  -- Where the last page ended; null: nowhere yet.
  position text,
  after uuid,
  size int
);

create function private.beyond(page private.creator_page) returns text
language sql immutable set search_path = '' as $$
  select format('(c.%I, c.profile_id) < (%L, %L)', (page).key, (page).position, (page).after)
  where (page).position is not null
$$;
comment on function private.beyond is 'A condition on `c`: it comes after the last page; null on the first one.';

-- The stretch of the order that the page can come from.
create function private.stretch(f private.creator_filter, page private.creator_page) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_floors bigint[] := private.follower_floors();
  v_lowest int := (select min(range) from unnest(f.follower_ranges) as range);
  v_highest int := (select max(range) from unnest(f.follower_ranges) as range);
begin
  return concat_ws(' and ', 'true',
    private.beyond(page),
    case when (page).key = 'follower_total' then 'c.follower_total >= ' || v_floors[v_lowest] end,
    case when (page).key = 'follower_total' then 'c.follower_total < ' || v_floors[v_highest + 1] end);
end;
$$;
comment on function private.stretch is 'A condition on `c`, which is an entry of the sort index.';

-- The walk reads nothing but the index, until a creator may be one.
create function private.walk_creators(f private.creator_filter, page private.creator_page, steps bigint) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_sort = off as $$
declare
  v_ids uuid[];
begin
  execute format($sql$
    select array_agg(found.profile_id) from (
      select step.profile_id from (
        select c.profile_id, c.signature, c.traits, c.%1$I as position from private.creators c
        where %2$s
        order by c.%1$I desc, c.profile_id desc
        limit %3$L
      ) step
      where private.may_satisfy(step.signature, step.traits, $1) and step.profile_id <> all ($2)
        and ($3 is null or step.signature & $3 = $3)
        and (
          select private.creator_satisfies(c, $1) and ($4 is null or $4 = (c.name like ($1).term_pattern))
          from private.creators c where c.profile_id = step.profile_id
        )
      order by step.position desc, step.profile_id desc
      limit %4$s
    ) found $sql$, (page).key, private.stretch(f, page), steps, (page).size)
    into v_ids using f, (page).hidden, case when (page).in_name then f.name_signature end, (page).in_name;
  return coalesce(v_ids, '{}');
end;
$$;
comment on function private.walk_creators is 'The page as far as it is found within some steps of the sort order; null steps: all.';

-- With too little memory the bitmap would forget rows, and each would be looked at again, gram by gram.
create function private.gather_creators(
  f private.creator_filter, page private.creator_page, grams tsquery, by_name boolean
) returns uuid[]
language plpgsql stable set search_path = '' set enable_indexscan = off set work_mem = '64MB' as $$
declare
  v_ids uuid[];
begin
  execute format($sql$
    select array_agg(found.profile_id) from (
      select c.profile_id from private.creators c
      where private.creator_satisfies(c, $1) and ($3 is null or private.grams(c.haystack) @@ $3)
        and (not $5 or c.name like ($1).term_pattern)
        and ($4 is null or (c.name like ($1).term_pattern) is not distinct from $4)
        and %2$s and c.profile_id <> all ($2)
      order by c.%1$I desc, c.profile_id desc
      limit %3$s
    ) found $sql$, (page).key, coalesce(private.beyond(page), 'true'), (page).size)
    into v_ids using f, (page).hidden, grams, (page).in_name, by_name;
  return coalesce(v_ids, '{}');
end;
$$;
comment on function private.gather_creators is 'The page out of all who satisfy the filters, found by grams, by keys or by the index of names.';

-- A step costs an eighth of what it costs to look at a gathered creator: the walk ends where
-- gathering would have been done as well, and is not begun where nothing would be met till then.
create function private.page_of_creators(f private.creator_filter, page private.creator_page) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  v_everyone float8 := (select s.creators from private.frequencies s where s.feature = 'everyone');
  v_grams tsquery;
  v_by_name boolean := false;
  -- Shares of all creators, as far as is known; as if one did not depend on the other.
  v_with_term float8 := 1;
  v_with_keys float8 := 1;
  v_rated float8 := 1;
  v_named float8 := 1;
  v_steps bigint;
  v_ids uuid[];
begin
  if f.term is not null then
    select g.query, g.creators / v_everyone into v_grams, v_with_term from private.rare_grams(f.term) g;
  end if;
  if f.keys <> '{0}' then
    v_with_keys := (
      select coalesce(sum(s.creators), 0) / v_everyone from private.frequencies s
      where s.feature = any (array(select 'key: ' || key from unnest(f.keys) as key))
    );
  end if;
  if f.min_rating is not null then
    v_rated := coalesce((
      select s.creators from private.frequencies s where s.feature = 'rated: ' || f.min_rating / 10
    ), 0) / v_everyone;
  end if;
  if (page).in_name then
    -- One in ten has in the name what it has at all.
    v_named := 0.1;
  end if;

  v_steps := least(private.setting('search_steps'), 8 * v_with_term * v_with_keys * v_named
    * (select greatest(c.reltuples, 0) from pg_catalog.pg_class c where c.oid = 'private.creators'::regclass));
  if coalesce(v_steps * v_with_term * v_with_keys * v_rated * v_named >= (page).size, true) then
    v_ids := private.walk_creators(f, page, v_steps);
    if cardinality(v_ids) = (page).size then
      return v_ids;
    end if;
  end if;
  -- Nothing to gather by, or so much that a walk to the end costs less: this is the end of a long list.
  if v_grams is null and f.keys = '{0}' or v_with_term * v_with_keys * v_named * 8 >= 1 then
    return private.walk_creators(f, page, null);
  end if;
  -- What many have in their text is found sooner by the name, or by the keys.
  if (page).in_name and length(f.term) >= 3 and coalesce(v_with_term >= 0.002, true) then
    v_by_name := true;
    v_grams := null;
  elsif v_with_term >= 0.1 and f.keys <> '{0}' then
    v_grams := null;
  end if;
  return private.gather_creators(f, page, v_grams, v_by_name);
end;
$$;
comment on function private.page_of_creators is 'Ids of a page of creators, in order.';

-- By relevance, those with the term in their name come first, then the others, each by score:
-- two passes, so that both can follow an index.
create function private.search_creators(filters jsonb, sort text, page_size int, after uuid)
returns setof public.members
language plpgsql stable security definer set search_path = '' as $$
declare
  v_filter private.creator_filter := private.parse_filters(coalesce(filters, '{}'));
  v_page private.creator_page;
  v_passes boolean[] := '{null}';
  v_skipped boolean := after is not null;
  v_ids uuid[];
begin
  if private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  v_page.hidden := private.my_profile_id() || array(select private.my_blocked_members());
  v_page.after := after;
  v_page.size := least(greatest(coalesce(page_size, 24), 1), 100);
  v_page.key := case sort
    when 'rating' then 'score'
    when 'relevance' then 'score'
    when 'followers' then 'follower_total'
    when 'newest' then 'created_at'
  end;
  if v_page.key is null then
    raise exception 'sort_unknown' using errcode = 'PT422';
  end if;
  if sort = 'relevance' and v_filter.term is not null then
    v_passes := '{true,false}';
  end if;

  foreach v_page.in_name in array v_passes loop
    if v_skipped then
      -- Where the last page ended. The profile outlives the creator's place in the market: a
      -- page can still be turned when the last one seen has been suspended meanwhile.
      execute format($sql$
        select c.%I::text from (
          select private.normalise_text(coalesce(p.display_name, '')) as name,
            private.score_of(p.id) as score, p.follower_total, p.created_at
          from public.profiles p where p.id = $2
        ) c where $3 is null or $3 = (c.name like ($1).term_pattern) $sql$, v_page.key)
        into v_page.position using v_filter, after, v_page.in_name;
      v_skipped := v_page.position is null;
      continue when v_skipped;
    end if;
    v_ids := private.page_of_creators(v_filter, v_page);
    return query select m.* from unnest(v_ids) with ordinality as found (id, place)
      join public.members m on m.id = found.id
      order by found.place;
    v_page.size := v_page.size - cardinality(v_ids);
    exit when v_page.size <= 0;
    v_page.position := null;
  end loop;
  if v_skipped then
    raise exception 'page_unknown' using errcode = 'PT422';
  end if;
end;
$$;
comment on function private.search_creators is 'The body of public.search_creators; reads past row-level security, shows members only.';

create function public.search_creators(
  filters jsonb default '{}', sort text default 'rating', page_size int default 24, after uuid default null
) returns setof public.members
language sql stable security invoker set search_path = '' as $$
  select * from private.search_creators(filters, sort, page_size, after)
$$;
comment on function public.search_creators is
  'A page of creators that satisfy the filters. Sorts: rating, followers, newest, relevance (name first); `after` is the last id seen. Nobody finds themselves, or anybody between whom and them a block stands.';
grant execute on function private.search_creators, public.search_creators to authenticated;

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('search_steps', 50000, 'count', 'The most creators that a search looks at in order before it gathers those who satisfy it.', 1, 10000000)
on conflict (key) do nothing;

-- 62_saved_searches.sql ======================================================
-- Filters that a member keeps. A creator that newly satisfies them is a match: told once, by
-- one notification. With a million saved searches nothing can be compared one by one, so a
-- saved filter is expanded into keys when it is written, and a changed creator looks up its own.
create table public.saved_searches (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null default private.my_profile_id() references public.profiles (id) on delete cascade,
  name text not null,
  filters jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint saved_searches_name_length check (length(btrim(name)) between 1 and 80),
  constraint saved_searches_name_visible check (private.shows_all_characters(name))
);
comment on table public.saved_searches is 'Filters that a member keeps, to be told about creators that newly satisfy them.';
create index saved_searches_of_profile on public.saved_searches (profile_id, created_at desc);

alter table public.saved_searches enable row level security;
create policy saved_searches_select on public.saved_searches for select to authenticated
  using (profile_id = (select private.my_profile_id()));
create policy saved_searches_insert on public.saved_searches for insert to authenticated
  with check (profile_id = (select private.my_profile_id()) and (select private.is_member()));
create policy saved_searches_update on public.saved_searches for update to authenticated
  using (profile_id = (select private.my_profile_id()))
  with check (profile_id = (select private.my_profile_id()));
create policy saved_searches_delete on public.saved_searches for delete to authenticated
  using (profile_id = (select private.my_profile_id()));
grant select, insert (id, profile_id, name, filters), update (name, filters), delete
  on public.saved_searches to authenticated;
grant select on public.saved_searches to service_role;

-- The matcher's index ------------------------------------------------------------------------
-- Each distinct search term once. Its anchor is a trigram that every text holding the term
-- must hold too: a creator's own trigrams find the few terms worth comparing. A term without
-- such a trigram ("ai", "c#", one emoji) has the anchor '' and is always compared.
create table private.search_terms (
  id int primary key generated always as identity,
  term text not null,
  anchor text not null,
  constraint search_terms_term_key unique (term),
  constraint search_terms_term_length check (length(term) <= 100),
  constraint search_terms_term_normalised check (term = private.normalise_text(term) and term <> '')
);
comment on table private.search_terms is 'The dictionary of search terms. A term that nobody waits for any more goes after a day.';
create index search_terms_by_anchor on private.search_terms (anchor) include (id, term);
alter table private.search_terms enable row level security;

-- A watcher is whoever waits for creators: a saved search or an open campaign. No foreign keys:
-- it has two parents, whose triggers keep it, and term 0 means "no term".
create table private.filter_keys (
  key int not null,
  term_id int not null,
  min_rating smallint not null,
  watcher_id uuid not null,
  recheck boolean not null
);
comment on table private.filter_keys is 'What a watcher waits for, expanded into keys of (language, platform, category, follower range, verified); 0 in a place means "not set".';
create index filter_keys_lookup on private.filter_keys (key, term_id, min_rating) include (watcher_id, recheck);
create index filter_keys_of_watcher on private.filter_keys (watcher_id);
create index filter_keys_of_term on private.filter_keys (term_id) where term_id <> 0;
alter table private.filter_keys enable row level security;
-- Dead rows make the lookup wander.
alter table private.filter_keys set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);

-- Terms that a watcher stopped waiting for, to be looked at later: many come back within the day,
-- and looking for what nobody uses would mean to read the whole dictionary.
create table private.stale_terms (
  term_id int primary key references private.search_terms (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.stale_terms is 'Search terms that may be in use no more.';
create index stale_terms_oldest on private.stale_terms (created_at);
alter table private.stale_terms enable row level security;

-- A trigram that does not touch the term's ends stays the same whatever surrounds the term.
create function private.anchor_of(term text) returns text
language sql stable set search_path = '' as $$
  select coalesce((
    select inner_trigram from (
      select unnest(extensions.show_trgm(term)) as inner_trigram
      intersect select unnest(extensions.show_trgm('q' || term || 'q'))
      intersect select unnest(extensions.show_trgm('z' || term || 'z'))
    ) as candidates
    left join private.frequencies f on f.feature = inner_trigram
    order by coalesce(f.creators, 0), inner_trigram
    limit 1
  ), '')
$$;
comment on function private.anchor_of is 'The rarest trigram inside a term, or an empty text.';

create function private.term_id(term text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_id int;
begin
  if term is null then
    return 0;
  end if;
  -- Held until the keys are written: a term in someone's hands is not removed.
  select t.id into v_id from private.search_terms t where t.term = term_id.term for key share;
  if v_id is null then
    insert into private.search_terms as t (term, anchor)
    values (term_id.term, private.anchor_of(term_id.term))
    -- Somebody else may have added it a moment ago: take that row.
    on conflict on constraint search_terms_term_key do update set anchor = t.anchor
    returning t.id into v_id;
  end if;
  return v_id;
end;
$$;
comment on function private.term_id is 'The number of a term in the dictionary, 0 for no term.';

create function private.unwatch(watcher_id uuid) returns void
language sql security definer set search_path = '' as $$
  with removed as (
    delete from private.filter_keys k where k.watcher_id = unwatch.watcher_id returning k.term_id
  )
  insert into private.stale_terms (term_id)
  select distinct r.term_id from removed r where r.term_id <> 0
  on conflict on constraint stale_terms_pkey do update set created_at = excluded.created_at
$$;
comment on function private.unwatch is 'This watcher waits for nobody any more.';

create function private.watch(watcher_id uuid, filters jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_filter private.creator_filter := private.parse_filters(filters);
  v_term_id int := private.term_id(v_filter.term);
begin
  perform private.unwatch(watch.watcher_id);
  insert into private.filter_keys (key, term_id, min_rating, watcher_id, recheck)
  select key, v_term_id, coalesce(v_filter.min_rating, 0), watch.watcher_id, v_filter.keys_are_wide
  from unnest(v_filter.keys) as key;
end;
$$;
comment on function private.watch is 'From now on this watcher waits for creators that satisfy these filters.';


-- Whom a creator concerns ------------------------------------------------------------------
-- Planned once: the plan is the same for everybody, and planning would cost as much as running.
-- Duplicates are dropped by hashing: sorting a hundred thousand ids takes longer.
create function private.watchers_of(c private.creators)
returns table (watcher_id uuid, recheck boolean)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_generic_plan set enable_sort = off as $$
declare
  v_trigrams text[] := extensions.show_trgm(c.haystack) || ''::text;
  v_terms int[] := 0 || array(
    select t.id from private.search_terms t
    where t.anchor = any (v_trigrams) and strpos(c.haystack, t.term) > 0
  );
begin
  return query
    select distinct k.watcher_id, k.recheck from private.filter_keys k
    where k.key = any (c.keys) and k.term_id = any (v_terms) and k.min_rating <= c.rating;
end;
$$;
comment on function private.watchers_of is 'Watchers whose keys this creator opens; those to recheck still have to be compared with their filters.';

-- What happens when a saved search is written ------------------------------------------------
create function private.prepare_saved_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.parse_filters(NEW.filters);
  NEW.name := btrim(NEW.name);
  NEW.updated_at := now();
  if TG_OP = 'INSERT' then
    -- Counted one after the other, else many at once would all find room.
    perform pg_advisory_xact_lock(hashtextextended('saved searches of ' || NEW.profile_id, 0));
    if (
      select count(*) from public.saved_searches s where s.profile_id = NEW.profile_id
    ) >= private.setting('saved_searches_per_member') then
      raise exception 'too_many_saved_searches' using errcode = 'PT409';
    end if;
  end if;
  return NEW;
end;
$$;
comment on function private.prepare_saved_search is 'Trigger: refuses filters that nobody would understand later.';
create trigger saved_searches_prepare before insert or update on public.saved_searches
  for each row execute function private.prepare_saved_search();

create function private.keep_saved_search_keys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if TG_OP = 'DELETE' then
    perform private.unwatch(OLD.id);
  elsif (private.parse_filters(NEW.filters)).email_notifications then
    perform private.watch(NEW.id, NEW.filters);
  else
    -- Who does not want to be told is not considered at all.
    perform private.unwatch(NEW.id);
  end if;
  return null;
end;
$$;
comment on function private.keep_saved_search_keys is 'Trigger: the matcher''s keys follow the filters.';
create trigger saved_searches_keep_keys after insert or delete or update of filters on public.saved_searches
  for each row execute function private.keep_saved_search_keys();

-- Matches -----------------------------------------------------------------------------------
-- The memory that makes "told once" true. It outlives later changes of the filters.
create table private.saved_search_matches (
  saved_search_id uuid not null references public.saved_searches (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (saved_search_id, profile_id)
);
comment on table private.saved_search_matches is 'Creators that a saved search was told about.';
create index saved_search_matches_of_profile on private.saved_search_matches (profile_id, saved_search_id);
alter table private.saved_search_matches enable row level security;

-- Creators to be matched. A creator may stand here twice: writing must never wait for the
-- worker, so there is nothing unique to collide with.
create table private.match_queue (
  id bigint primary key generated always as identity,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  -- The last watcher that an earlier batch told; null: nobody yet.
  told_up_to uuid,
  created_at timestamptz not null default now()
);
comment on table private.match_queue is 'Creators that became approved, or changed what searches ask for.';
create index match_queue_of_profile on private.match_queue (profile_id);
alter table private.match_queue enable row level security;

create function private.queue_match() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.match_queue (profile_id) values (NEW.profile_id);
  perform pg_notify('due_work', '');
  return null;
end;
$$;
comment on function private.queue_match is 'Trigger: the change itself stays quick; the matching follows at once, elsewhere.';
create trigger creators_queue_match_inserted after insert on private.creators
  for each row execute function private.queue_match();
create trigger creators_queue_match_updated after update on private.creators
  for each row when (
    (OLD.language, OLD.platforms, OLD.categories) is distinct from (NEW.language, NEW.platforms, NEW.categories)
  ) execute function private.queue_match();

-- Planned for the list in hand: one plan for all lists takes them for short and compares each with
-- each. What is known grows with every list, so it is never looked through from end to end.
create function private.notify_saved_searches(
  c private.creators, exact uuid[], to_recheck uuid[], at timestamptz
) returns int
language plpgsql security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  v_name text := (select m.display_name from public.members m where m.id = c.profile_id);
  v_blocked uuid[] := array(select private.blocked_members(c.profile_id));
  v_told int;
begin
  with fresh as materialized (
    select s.id, s.name, owner.user_id
    from (
      select unnest(exact) as id, false as recheck
      union all select unnest(to_recheck), true
    ) as watcher
    join public.saved_searches s on s.id = watcher.id
    join public.profiles owner on owner.id = s.profile_id
    where owner.id <> c.profile_id and owner.user_id is not null and owner.suspended_at is null
      and owner.id <> all (v_blocked)
      and not exists (
        select from private.saved_search_matches known
        where known.profile_id = c.profile_id and known.saved_search_id = watcher.id
      )
      and (not watcher.recheck or private.creator_satisfies(c, private.parse_filters(s.filters)))
  ), told as (
    insert into private.saved_search_matches (saved_search_id, profile_id, created_at)
    select fresh.id, c.profile_id, at from fresh
    on conflict do nothing
    returning saved_search_id
  )
  insert into public.notifications (user_id, event, data, created_at)
  select fresh.user_id, 'creator_matched',
    jsonb_build_object('profile_id', c.profile_id, 'profile_name', v_name,
      'saved_search_id', fresh.id, 'saved_search_name', fresh.name),
    at
  from fresh join told on told.saved_search_id = fresh.id;
  get diagnostics v_told = row_count;
  return v_told;
end;
$$;
comment on function private.notify_saved_searches is 'Tells saved searches about a creator, each once; answers how many.';

-- A batch is a stretch of watchers in the order of their ids, so that each one is looked at once,
-- however many batches a creator takes.
create function private.work_match_queue(at timestamptz default now()) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_left int := private.setting('match_batch');
  v_told int := 0;
  v_count int;
  v_profile_id uuid;
  v_told_up_to uuid;
  v_creator private.creators;
  v_exact uuid[];
  v_to_recheck uuid[];
begin
  -- One worker at a time; the next one would only wait for the same rows.
  if not pg_try_advisory_xact_lock(hashtext('work_match_queue')) then
    return 0;
  end if;
  for v_profile_id in
    select q.profile_id from private.match_queue q group by q.profile_id order by min(q.id)
  loop
    exit when v_left <= 0;
    -- Taken away before the creator is read: a change that comes later queues itself again. One
    -- that came since the last batch begins anew.
    with taken as (
      delete from private.match_queue q where q.profile_id = v_profile_id returning q.told_up_to
    )
    select (array_agg(t.told_up_to order by t.told_up_to nulls first))[1] into v_told_up_to from taken t;
    select c.* into v_creator from private.creators c where c.profile_id = v_profile_id;
    -- Suspended meanwhile.
    continue when not found;

    select coalesce(array_agg(next.watcher_id) filter (where not next.recheck), '{}'),
      coalesce(array_agg(next.watcher_id) filter (where next.recheck), '{}'),
      count(*), (array_agg(next.watcher_id order by next.watcher_id desc))[1]
    into v_exact, v_to_recheck, v_count, v_told_up_to
    from (
      select w.* from private.watchers_of(v_creator) w
      where v_told_up_to is null or w.watcher_id > v_told_up_to
      order by w.watcher_id
      limit v_left
    ) as next;
    v_told := v_told + private.notify_saved_searches(v_creator, v_exact, v_to_recheck, at)
      + private.notify_of_campaigns(v_creator, v_exact, v_to_recheck, at);
    if v_count = v_left then
      insert into private.match_queue (profile_id, told_up_to) values (v_profile_id, v_told_up_to);
      perform pg_notify('due_work', '');
    end if;
    v_left := v_left - v_count;
  end loop;
  perform private.count_frequencies(at);
  return v_told;
end;
$$;
comment on function private.work_match_queue is 'Tells the next batch of matches; answers how many. What does not fit stays queued.';

-- First the rows are locked, past those that somebody is about to use; then, with their keys in
-- sight, whatever is still in use stays.
create function private.work_stale_terms(at timestamptz) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_due int[];
  v_removed int;
begin
  v_due := array(
    select t.id from private.stale_terms s join private.search_terms t on t.id = s.term_id
    where s.created_at <= at - interval '1 day'
    order by s.created_at limit private.setting('stale_terms_batch')
    for update skip locked
  );
  delete from private.stale_terms s where s.term_id = any (v_due);
  delete from private.search_terms t
  where t.id = any (v_due) and not exists (select from private.filter_keys k where k.term_id = t.id and k.term_id <> 0);
  get diagnostics v_removed = row_count;
  return v_removed;
end;
$$;
comment on function private.work_stale_terms is 'Removes a batch of search terms that nobody has waited for since a day; answers how many.';

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('saved_searches_per_member', 100, 'count', 'Saved searches that a member may keep.', 0, 10000),
  ('match_batch', 5000, 'count', 'Matches told by one run of the worker.', 1, 1000000),
  ('stale_terms_batch', 500, 'count', 'Unused search terms that one run of the due work looks at.', 1, 100000)
on conflict (key) do nothing;

-- 65_notice_words.sql ======================================================
-- Generated by scripts/notices.ts from supabase/notices; do not edit: npm run gen:notices.
-- Code, not rows of a table that it would fill in: a creator may match a hundred thousand searches.
create function private.notification_types() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array[
    'new_kol_match',
    'order_update',
    'payment_received',
    'campaign_match',
    'application_update',
    'profile_approved',
    'dispute_update',
    'review_received',
    'invite_accepted',
    'file_removed'
  ]
$$;
comment on function private.notification_types is 'The types of notifications, by which members choose their e-mails.';
grant execute on function private.notification_types to authenticated, service_role;

create function private.default_email_mode(type text) returns text
language sql immutable set search_path = '' as $$
  select case when type in ('campaign_match', 'invite_accepted') then 'digest' else 'at_once' end
$$;
comment on function private.default_email_mode is 'How a type is sent to whoever chose nothing.';

-- A value that is missing leaves its place in the text, where a test finds it.
create function private.write_notice() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  d constant jsonb := NEW.data;
begin
  case NEW.event
    when 'order_funded' then
      NEW.type := 'order_update';
      NEW.title := format('New order from %s for %s', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('%s is in escrow. Accept or decline the order.', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'));
    when 'order_accepted' then
      NEW.type := 'order_update';
      NEW.title := format('%s accepted your order for %s', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := 'The work has begun.';
    when 'order_declined' then
      NEW.type := 'order_update';
      NEW.title := format('%s declined your order for %s', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('%s is back in your wallet.', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'));
    when 'order_delivered' then
      NEW.type := 'order_update';
      NEW.title := format('%s delivered %s', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := 'Accept the work or ask for a revision.';
    when 'revision_requested' then
      NEW.type := 'order_update';
      NEW.title := format('%s asked for a revision of %s', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := 'Read what should change, then deliver again.';
    when 'review_reminder' then
      NEW.type := 'order_update';
      NEW.title := format('%s waits for your review', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('Without an answer it is accepted on %s.', coalesce(to_char((d ->> 'due_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), '{due_at}'));
    when 'review_extended' then
      NEW.type := 'order_update';
      NEW.title := format('More time to review %s', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := 'The brand extended the review, once.';
    when 'cancellation_requested' then
      NEW.type := 'order_update';
      NEW.title := format('Cancel the order for %s?', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := 'The other side asks to cancel. It is cancelled if you agree.';
    when 'order_expired_unpaid' then
      NEW.type := 'order_update';
      NEW.title := format('Your order for %s expired', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := 'It was not paid in time.';
    when 'order_expired_refunded' then
      NEW.type := 'order_update';
      NEW.title := format('Your order for %s expired', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('%s is back in your wallet.', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'));
    when 'order_expired_creator' then
      NEW.type := 'order_update';
      NEW.title := format('The order from %s for %s expired', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := 'It was not accepted in time.';
    when 'order_cancelled_refunded' then
      NEW.type := 'order_update';
      NEW.title := format('Your order for %s was cancelled', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('%s is back in your wallet.', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'));
    when 'order_cancelled_charged_back' then
      NEW.type := 'order_update';
      NEW.title := format('Your order for %s was cancelled', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := 'The payment was charged back.';
    when 'order_cancelled_creator' then
      NEW.type := 'order_update';
      NEW.title := format('The order from %s for %s was cancelled', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := 'The work is off.';
    when 'order_completed_brand' then
      NEW.type := 'order_update';
      NEW.title := format('Project completed by %s!', coalesce(d ->> 'other_name', '{other_name}'));
      NEW.message := 'Tell others how it went: write a review.';
    when 'order_completed_creator' then
      NEW.type := 'order_update';
      NEW.title := format('Project completed! %s for %s', coalesce(d ->> 'pack_title', '{pack_title}'), coalesce(d ->> 'other_name', '{other_name}'));
      NEW.message := 'Thank you for the work.';
    when 'dispute_opened' then
      NEW.type := 'dispute_update';
      NEW.title := format('Dispute about %s', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := 'The money stays in escrow until the dispute is settled.';
    when 'settlement_proposed' then
      NEW.type := 'dispute_update';
      NEW.title := format('A settlement for %s is proposed', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('%s of %s for the creator.', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'), coalesce(private.money_text((d ->> 'price_minor')::bigint, d ->> 'currency'), '{price_minor}'));
    when 'dispute_settled_brand' then
      NEW.type := 'dispute_update';
      NEW.title := format('The dispute about %s is settled', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('%s is back in your wallet.', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'));
    when 'dispute_settled_creator' then
      NEW.type := 'dispute_update';
      NEW.title := format('The dispute about %s is settled', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('%s is yours.', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'));
    when 'account_frozen' then
      NEW.type := 'dispute_update';
      NEW.title := format('A payment of %s was charged back', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'));
      NEW.message := 'You cannot order, pay or take money back until our staff have looked at it.';
    when 'chargeback_opened' then
      NEW.type := 'dispute_update';
      NEW.title := format('A payment of %s was charged back', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'));
      NEW.message := 'Look at the brand and decide whether it may spend again.';
    when 'order_earned' then
      NEW.type := 'payment_received';
      NEW.title := format('You earned %s', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'));
      NEW.message := format('For %s. It becomes available when the hold ends.', coalesce(d ->> 'pack_title', '{pack_title}'));
    when 'payout_sent' then
      NEW.type := 'payment_received';
      NEW.title := format('%s is on its way to you', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'));
      NEW.message := format('Sent to %s.', coalesce(d ->> 'destination', '{destination}'));
    when 'payout_failed' then
      NEW.type := 'payment_received';
      NEW.title := format('Your payout of %s could not be sent', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'));
      NEW.message := 'The money is back in your balance.';
    when 'review_waiting' then
      NEW.type := 'review_received';
      NEW.title := format('You were reviewed for %s', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := 'Write your own review to read it.';
    when 'review_visible' then
      NEW.type := 'review_received';
      NEW.title := format('%s reviewed your work together', coalesce(d ->> 'other_name', '{other_name}'));
      NEW.message := format('%s of 5', coalesce(d ->> 'rating', '{rating}'));
    when 'creator_matched' then
      NEW.type := 'new_kol_match';
      NEW.title := 'New KOL Match Found!';
      NEW.message := format('%s matches your saved search "%s"', coalesce(d ->> 'profile_name', '{profile_name}'), coalesce(d ->> 'saved_search_name', '{saved_search_name}'));
    when 'campaign_matched' then
      NEW.type := 'campaign_match';
      NEW.title := 'A campaign for you';
      NEW.message := format('%s is looking for creators like you: "%s"', coalesce(d ->> 'profile_name', '{profile_name}'), coalesce(d ->> 'campaign_title', '{campaign_title}'));
    when 'application_received' then
      NEW.type := 'application_update';
      NEW.title := 'New application';
      NEW.message := format('%s applied to "%s"', coalesce(d ->> 'profile_name', '{profile_name}'), coalesce(d ->> 'campaign_title', '{campaign_title}'));
    when 'application_accepted' then
      NEW.type := 'application_update';
      NEW.title := 'Application accepted';
      NEW.message := format('Your application to "%s" was accepted', coalesce(d ->> 'campaign_title', '{campaign_title}'));
    when 'application_declined' then
      NEW.type := 'application_update';
      NEW.title := 'Application declined';
      NEW.message := format('Your application to "%s" was declined', coalesce(d ->> 'campaign_title', '{campaign_title}'));
    when 'invite_accepted' then
      NEW.type := 'invite_accepted';
      NEW.title := 'Invite accepted';
      NEW.message := format('%s joined with your invite', coalesce(d ->> 'profile_name', '{profile_name}'));
    when 'profile_approved' then
      NEW.type := 'profile_approved';
      NEW.title := 'Your profile is approved';
      NEW.message := 'Brands can find you now.';
    when 'file_removed' then
      NEW.type := 'file_removed';
      NEW.title := 'A file was removed';
      NEW.message := format('%s is not the kind of file that it says it is.', coalesce(d ->> 'file_name', '{file_name}'));
  end case;
  return NEW;
end;
$$;
comment on function private.write_notice is 'Trigger: gives an event its type and its English texts.';

-- 70_notifications.sql ======================================================
-- What a member should know, kept until it is read. A row is an event of supabase/notices with the
-- values that its texts name; the client and the e-mails write it in the member's language, and the
-- database adds the English. Rows are written by the database alone: `private.notify` for one,
-- the matcher for many at once. `user_id` is the id that the client subscribes with; e-mail
-- follows by trigger (75_emails), so no writer needs to think of it.
create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  type text not null,
  -- Null in rows from before the events had names; those have their English texts alone.
  event text,
  title text not null,
  message text not null,
  data jsonb not null default '{}',
  read boolean not null default false,
  created_at timestamptz not null default now(),
  constraint notifications_type_known check (type = any (private.notification_types())),
  constraint notifications_data_is_object check (jsonb_typeof(data) = 'object')
);
comment on table public.notifications is 'What a member should know. The reader may only mark it read.';

create index notifications_newest on public.notifications (user_id, created_at desc, id desc);
create index notifications_unread on public.notifications (user_id) where not read;

alter table public.notifications enable row level security;
create policy notifications_select on public.notifications for select to authenticated
  using (user_id = (select auth.uid()));
create policy notifications_update on public.notifications for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

-- No insert, no delete: a client can neither invent news nor lose it.
grant select, update (read) on public.notifications to authenticated;
grant select on public.notifications to service_role;

create trigger notifications_write_notice before insert on public.notifications
  for each row when (NEW.event is not null) execute function private.write_notice();

create function private.notify(user_profile_id uuid, event text, data jsonb default '{}') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  -- A deleted account has no user any more, and nobody to notify.
  insert into public.notifications (user_id, event, data)
  select p.user_id, notify.event, coalesce(notify.data, '{}')
  from public.profiles p
  where p.id = notify.user_profile_id and p.user_id is not null
  returning id into v_id;
  return v_id;
end;
$$;
comment on function private.notify is
  'Notifies one member of an event; returns the notification, or null when the account is gone.';

create function public.mark_all_notifications_read() returns int
language sql security invoker set search_path = '' as $$
  with marked as (
    update public.notifications set read = true
    where user_id = (select auth.uid()) and not read
    returning 1
  )
  select count(*)::int from marked
$$;
comment on function public.mark_all_notifications_read is 'Marks everything the caller has not read; returns how many.';
grant execute on function public.mark_all_notifications_read to authenticated;

alter publication supabase_realtime add table public.notifications;

-- 75_emails.sql ======================================================
-- E-mail follows notifications: at once, in a daily digest, or not at all, as each member
-- chooses per type. The outbox promises "at most once": what was claimed is never handed out
-- again unless the sender says that it failed. A crash in between loses one e-mail; the
-- notification is still there.
--
-- Many notifications do not become many e-mails. Those about one subject (an order, a campaign, a
-- saved search) join the e-mail about it that still waits, and after one was handed out the next
-- waits for a while and then lists everything since. What goes beyond a number of e-mails in an
-- hour waits for the digest.
create table public.email_preferences (
  profile_id uuid not null default private.my_profile_id() references public.profiles (id) on delete cascade,
  type text not null,
  mode text not null,
  primary key (profile_id, type),
  constraint email_preferences_type_known check (type = any (private.notification_types())),
  constraint email_preferences_mode_known check (mode in ('at_once', 'digest', 'off'))
);
comment on table public.email_preferences is 'What a member chose; a type without a row has its default.';
alter table public.email_preferences enable row level security;
create policy email_preferences_select on public.email_preferences for select to authenticated
  using (profile_id = (select private.my_profile_id()));
create policy email_preferences_insert on public.email_preferences for insert to authenticated
  with check (profile_id = (select private.my_profile_id()));
create policy email_preferences_update on public.email_preferences for update to authenticated
  using (profile_id = (select private.my_profile_id()))
  with check (profile_id = (select private.my_profile_id()));
create policy email_preferences_delete on public.email_preferences for delete to authenticated
  using (profile_id = (select private.my_profile_id()));
-- All columns are updatable because an upsert writes all of them; the policy keeps the owner.
grant select, insert, update, delete on public.email_preferences to authenticated;
grant select on public.email_preferences to service_role;

create table private.email_outbox (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references public.profiles (id) on delete cascade,
  -- The type of the first notification, or `digest`.
  template text not null,
  -- Null: joined with nothing.
  subject text,
  -- The notices that it is made of, the oldest ones first, and how many there are.
  notices jsonb not null default '[]',
  notice_count int not null default 1,
  -- What a digest lists instead.
  digest jsonb,
  status text not null default 'waiting',
  attempts int not null default 0,
  send_after timestamptz not null,
  created_at timestamptz not null,
  claimed_at timestamptz,
  sent_at timestamptz,
  -- Where it went, filled in when it was claimed.
  to_email text,
  last_error text,
  constraint email_outbox_status_known check (status in ('waiting', 'claimed', 'sent', 'failed')),
  constraint email_outbox_sent_has_time check ((status = 'sent') = (sent_at is not null)),
  constraint email_outbox_digest_has_lists check ((template = 'digest') = (digest is not null))
);
comment on table private.email_outbox is 'E-mails to be sent, being sent, sent or given up.';
create index email_outbox_waiting on private.email_outbox (send_after) where status = 'waiting';
create index email_outbox_of_profile on private.email_outbox (profile_id, send_after);
create index email_outbox_of_subject on private.email_outbox (profile_id, subject, claimed_at);
-- The e-mail that takes what is new about its subject. One that failed goes again as it was.
create unique index email_outbox_open_subject on private.email_outbox (profile_id, subject)
  where status = 'waiting' and attempts = 0;
alter table private.email_outbox enable row level security;

create table private.digest_items (
  notification_id uuid primary key references public.notifications (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null
);
comment on table private.digest_items is 'Notifications that wait for the next digest of their member.';
create index digest_items_of_profile on private.digest_items (profile_id, created_at);
create index digest_items_oldest on private.digest_items (created_at);
alter table private.digest_items enable row level security;

-- Into the outbox ----------------------------------------------------------------------------
create function private.notice(n public.notifications) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', n.id, 'type', n.type, 'event', n.event, 'title', n.title,
    'message', n.message, 'data', n.data)
$$;
comment on function private.notice is 'A notification as an e-mail lists it.';

create function private.join_notices(old jsonb, new jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_path_query_array(old || new, '$[last - 19 to last]')
$$;
comment on function private.join_notices is 'The last twenty of two lists: a long e-mail is cut, and notice_count counts the rest.';

create function private.email_subject(type text, data jsonb) returns text
language sql immutable set search_path = '' as $$
  select coalesce('order ' || (data ->> 'order_id'), 'campaign ' || (data ->> 'campaign_id'),
    'search ' || (data ->> 'saved_search_id'), type)
$$;
comment on function private.email_subject is 'What a notification is about: those with the same subject share an e-mail.';

-- For all rows of a statement at once: the matcher writes thousands. Two statements at the same
-- moment may each take the last e-mail of the hour; a lock for every member who is notified
-- would make orders wait for each other.
create function private.queue_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_window constant interval := make_interval(mins => private.setting('email_join_window')::int);
  v_most constant int := private.setting('emails_per_hour');
begin
  with addressed as materialized (
    select n.id, n.type, n.created_at, p.id as profile_id, private.email_subject(n.type, n.data) as subject,
      private.notice(n) as notice,
      coalesce(chosen.mode, private.default_email_mode(n.type)) as mode
    from added n
    join public.profiles p on p.user_id = n.user_id
    left join public.email_preferences chosen on chosen.profile_id = p.id and chosen.type = n.type
    where p.suspended_at is null
  ), subjects as materialized (
    select a.profile_id, a.subject, greatest(min(a.created_at), (
        select max(o.claimed_at) + v_window from private.email_outbox o
        where o.profile_id = a.profile_id and o.subject = a.subject
      )) as send_after,
      exists (
        select from private.email_outbox o
        where o.profile_id = a.profile_id and o.subject = a.subject
          and o.status = 'waiting' and o.attempts = 0
      ) as joins
    from addressed a where a.mode = 'at_once'
    group by a.profile_id, a.subject
  ), allowed as materialized (
    select s.* from (
      select s.*, row_number() over (partition by s.profile_id, s.joins order by s.send_after, s.subject) as place
      from subjects s
    ) s
    where s.joins or s.place <= v_most - (
      select count(*) from private.email_outbox o
      where o.profile_id = s.profile_id and o.send_after > s.send_after - interval '1 hour'
        and o.template <> 'digest'
    )
  ), collected as (
    insert into private.digest_items (notification_id, profile_id, created_at)
    select a.id, a.profile_id, a.created_at from addressed a
    left join allowed on allowed.profile_id = a.profile_id and allowed.subject = a.subject
    where a.mode = 'digest' or a.mode = 'at_once' and allowed.subject is null
  )
  insert into private.email_outbox as o
    (profile_id, template, subject, notices, notice_count, send_after, created_at)
  select a.profile_id, (array_agg(a.type order by a.created_at, a.id))[1], a.subject,
    private.join_notices('[]', jsonb_agg(a.notice order by a.created_at, a.id)),
    count(*), allowed.send_after, min(a.created_at)
  from addressed a join allowed on allowed.profile_id = a.profile_id and allowed.subject = a.subject
  where a.mode = 'at_once'
  group by a.profile_id, a.subject, allowed.send_after
  on conflict (profile_id, subject) where status = 'waiting' and attempts = 0 do update set
    notices = private.join_notices(o.notices, excluded.notices),
    notice_count = o.notice_count + excluded.notice_count;
  return null;
end;
$$;
comment on function private.queue_emails is 'Trigger: each notification goes into at most one e-mail, now, joined to another, or in a digest.';
create trigger notifications_queue_emails after insert on public.notifications
  referencing new table as added
  for each statement execute function private.queue_emails();

-- A digest is due when its oldest item has waited a day. Matches are grouped by saved search;
-- a long list is cut and counted.
create function private.work_email_digests(at timestamptz default now()) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_before timestamptz := at - make_interval(hours => private.setting('email_digest_every')::int);
  v_profile_id uuid;
  v_made int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('work_email_digests')) then
    return 0;
  end if;
  for v_profile_id in
    select distinct d.profile_id from private.digest_items d where d.created_at <= v_before limit 1000
  loop
    with taken as (
      delete from private.digest_items d where d.profile_id = v_profile_id
      returning d.notification_id
    ), items as materialized (
      select n.* from taken join public.notifications n on n.id = taken.notification_id
    ), listed as (
      select i.*, row_number() over same_search as place, count(*) over (
          partition by i.data ->> 'saved_search_id'
        ) as total
      from items i where i.type = 'new_kol_match'
      window same_search as (partition by i.data ->> 'saved_search_id' order by i.created_at, i.id)
    ), searches as (
      select l.data ->> 'saved_search_id' as id, min(l.data ->> 'saved_search_name') as name,
        max(l.total) as total,
        jsonb_agg(jsonb_build_object('profile_id', l.data -> 'profile_id', 'name', l.data -> 'profile_name')
          order by l.place) filter (where l.place <= 20) as creators
      from listed l group by 1
    )
    insert into private.email_outbox (profile_id, template, digest, send_after, created_at)
    select v_profile_id, 'digest', jsonb_build_object(
      'searches', coalesce((
        select jsonb_agg(jsonb_build_object('saved_search_id', s.id, 'saved_search_name', s.name,
          'total', s.total, 'creators', s.creators) order by s.name, s.id)
        from searches s), '[]'),
      'others', coalesce((
        select jsonb_agg(private.notice(o::public.notifications) order by o.created_at, o.id)
        from (select * from items where type <> 'new_kol_match' order by created_at limit 50) o), '[]')
      ), at, at;
    v_made := v_made + 1;
  end loop;
  return v_made;
end;
$$;
comment on function private.work_email_digests is 'Puts the digests that are due into the outbox; answers how many.';

-- Unsubscribing by a signed link ---------------------------------------------------------------
create function private.sign_unsubscribe(subject text) returns text
language sql volatile security definer set search_path = '' as $$
  select encode(extensions.hmac(convert_to(subject, 'UTF8'), private.secret('unsubscribe'), 'sha256'), 'hex')
$$;

create function private.unsubscribe_token(profile_id uuid, template text, at timestamptz default now()) returns text
language sql volatile security definer set search_path = '' as $$
  select signed.subject || '.' || private.sign_unsubscribe(signed.subject)
  from (values (concat_ws('.', profile_id, template, extract(epoch from at)::bigint / 86400))) as signed (subject)
$$;
comment on function private.unsubscribe_token is 'What an e-mail of that kind carries to be the last of its kind: member, types, day and signature.';

create function private.unsubscribe(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_profile_id text := split_part(token, '.', 1);
  v_template text := split_part(token, '.', 2);
begin
  if token is null
    or token !~ '^[0-9a-f-]{36}\.[a-z_+]{1,250}\.[0-9]{1,6}\.[0-9a-f]{64}$'
    -- Hashed once more, so that the time of the comparison tells nothing.
    or extensions.digest(split_part(token, '.', 4), 'sha256')
      <> extensions.digest(private.sign_unsubscribe(
        concat_ws('.', v_profile_id, v_template, split_part(token, '.', 3))), 'sha256')
    or split_part(token, '.', 3)::int < extract(epoch from now()) / 86400 - private.setting('unsubscribe_link_days')
    or not exists (select from public.profiles p where p.id = v_profile_id::uuid)
  then
    raise exception 'unsubscribe_invalid' using errcode = 'PT422';
  end if;
  insert into public.email_preferences (profile_id, type, mode)
  select v_profile_id::uuid, known.type, 'off'
  from unnest(private.notification_types()) as known (type)
  left join public.email_preferences chosen
    on chosen.profile_id = v_profile_id::uuid and chosen.type = known.type
  -- The link of a digest ends whatever comes by digest.
  where known.type = any (string_to_array(v_template, '+'))
    or v_template = 'digest' and coalesce(chosen.mode, private.default_email_mode(known.type)) = 'digest'
  on conflict on constraint email_preferences_pkey do update set mode = 'off';
  return v_template;
end;
$$;
comment on function private.unsubscribe is 'The body of public.unsubscribe.';

create function public.unsubscribe(token text) returns text
language sql security invoker set search_path = '' as $$
  select private.unsubscribe(token)
$$;
comment on function public.unsubscribe is 'Ends the e-mails that the link came with, without signing in; answers their type.';
grant execute on function private.unsubscribe, public.unsubscribe to anon, authenticated;

-- Out of the outbox ------------------------------------------------------------------------------
create function private.claim_emails(batch int, at timestamptz default now())
returns table (
  id uuid, to_email text, display_name text, template text, locale text, notices jsonb, notice_count int,
  digest jsonb, attempts int, unsubscribe_token text
)
language plpgsql security definer set search_path = '' as $$
begin
  return query
    with due as materialized (
      select o.id from private.email_outbox o
      where o.status = 'waiting' and o.send_after <= at
      order by o.send_after, o.id
      limit least(greatest(batch, 1), 500)
      for update skip locked
    ), addressed as (
      -- Whoever has no confirmed address, or left, is written to no more.
      select due.id, p.display_name, p.locale, u.email::text as address
      from due
      join private.email_outbox o on o.id = due.id
      left join public.profiles p on p.id = o.profile_id and p.suspended_at is null
      left join auth.users u on u.id = p.user_id and u.email_confirmed_at is not null
    ), claimed as (
      update private.email_outbox o set
        status = case when a.address is null then 'failed' else 'claimed' end,
        last_error = case when a.address is null then 'no_address' end,
        claimed_at = at, attempts = o.attempts + 1, to_email = a.address
      from addressed a where o.id = a.id
      returning o.*, a.display_name, a.locale
    )
    select c.id, c.to_email, c.display_name, c.template, c.locale, c.notices, c.notice_count, c.digest,
      c.attempts,
      private.unsubscribe_token(c.profile_id, coalesce(
        (select string_agg(distinct notice ->> 'type', '+') from jsonb_array_elements(c.notices) as notice),
        c.template), at)
    from claimed c where c.status = 'claimed'
    order by c.send_after, c.id;
end;
$$;
comment on function private.claim_emails is 'Hands out e-mails that are due, each to one caller only.';

create function private.mark_email_sent(id uuid, at timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update private.email_outbox o set status = 'sent', sent_at = at, last_error = null
  where o.id = mark_email_sent.id and o.status = 'claimed'
$$;

create function private.mark_email_failed(id uuid, error text, at timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update private.email_outbox o set
    status = case when o.attempts >= private.setting('email_attempts') then 'failed' else 'waiting' end,
    send_after = at + make_interval(mins => (private.setting('email_backoff') * 2 ^ (o.attempts - 1))::int),
    last_error = left(error, 500)
  where o.id = mark_email_failed.id and o.status = 'claimed'
$$;
comment on function private.mark_email_failed is 'Gives a claimed e-mail back, to be tried later, or up.';

create function public.claim_emails(batch int default 50)
returns table (
  id uuid, to_email text, display_name text, template text, locale text, notices jsonb, notice_count int,
  digest jsonb, attempts int, unsubscribe_token text
)
language sql security invoker set search_path = '' as $$
  select * from private.claim_emails(batch)
$$;
comment on function public.claim_emails is 'Service role: e-mails to send now. Mark each one sent or failed.';
create function public.mark_email_sent(id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.mark_email_sent(id)
$$;
comment on function public.mark_email_sent is 'Service role: the provider took the e-mail.';
create function public.mark_email_failed(id uuid, error text) returns void
language sql security invoker set search_path = '' as $$
  select private.mark_email_failed(id, error)
$$;
comment on function public.mark_email_failed is 'Service role: the provider did not take the e-mail.';
grant execute on function private.claim_emails, private.mark_email_sent, private.mark_email_failed,
  public.claim_emails, public.mark_email_sent, public.mark_email_failed to service_role;

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  -- The wait doubles: more attempts would take years.
  ('email_attempts', 5, 'count', 'Attempts after which an e-mail is given up.', 1, 12),
  ('email_backoff', 5, 'minutes', 'Wait after the first failed attempt; it doubles with each further one.', 1, 1440),
  ('email_digest_every', 24, 'hours', 'How long a digest collects.', 1, 720),
  ('email_join_window', 10, 'minutes', 'After an e-mail, how long the next one about the same subject waits and collects.', 0, 1440),
  ('emails_per_hour', 20, 'count', 'E-mails to one member in an hour; what is more waits for the digest.', 1, 1000),
  ('unsubscribe_link_days', 365, 'days', 'How long the link in an e-mail can end such e-mails.', 30, 3650)
on conflict (key) do nothing;

-- 80_campaigns.sql ======================================================
-- A campaign is a brand's public brief. It looks for creators with the filters of a saved
-- search and by the same matcher, in both directions: a published campaign tells the creators
-- who satisfy it, and a creator who changes is told of the campaigns that are open.
create table public.campaigns (
  id uuid primary key default gen_random_uuid(),
  brand_id uuid not null default private.my_profile_id() references public.profiles (id),
  title text not null,
  body text not null,
  budget_minor bigint not null,
  currency text not null default 'USD' references public.currencies (code),
  filters jsonb not null default '{}',
  deadline timestamptz not null,
  status text not null default 'draft',
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint campaigns_title_length check (length(btrim(title)) between 3 and 120),
  constraint campaigns_title_visible check (private.shows_all_characters(title)),
  constraint campaigns_body_length check (length(btrim(body)) between 1 and 5000),
  constraint campaigns_budget_positive check (budget_minor > 0),
  constraint campaigns_budget_within_limit check (budget_minor <= 1000000000000000),
  constraint campaigns_deadline_after_creation check (deadline > created_at),
  constraint campaigns_deadline_within_a_year check (deadline <= created_at + interval '366 days'),
  constraint campaigns_status_known check (status in ('draft', 'open', 'closed')),
  constraint campaigns_published_has_time check (status <> 'open' or published_at is not null)
);
comment on table public.campaigns is 'Briefs that brands publish. A draft can be changed; what is open can only be closed.';
create index campaigns_of_brand on public.campaigns (brand_id, created_at desc);
create index campaigns_open on public.campaigns (published_at desc, id) where status = 'open';
create index campaigns_deadline on public.campaigns (deadline) where status = 'open';
create index campaigns_currency on public.campaigns (currency);

create table public.campaign_applications (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  -- The campaign's brand, copied so that policies need not look it up.
  brand_id uuid not null references public.profiles (id),
  kol_id uuid not null references public.profiles (id),
  -- A pack of the creator, or, without one, a price for this campaign alone. The terms are
  -- copied here: what the brand accepts is what it read.
  pack_id uuid references public.packs (id),
  title text not null,
  price_minor bigint not null,
  -- The campaign's, copied.
  currency text not null references public.currencies (code),
  delivery_days int not null,
  revisions int not null,
  note text not null default '',
  -- What the brand states to have seen.
  terms_hash text not null generated always as (private.terms_hash(private.terms(
    title, note, null, price_minor, currency, delivery_days, revisions, pack_id))) stored,
  status text not null default 'sent',
  order_id uuid references public.pack_orders (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint campaign_applications_once unique (campaign_id, kol_id),
  constraint campaign_applications_price_positive check (price_minor > 0),
  constraint campaign_applications_price_within_limit check (price_minor <= 1000000000000000),
  constraint campaign_applications_delivery_days_in_range check (delivery_days between 1 and 90),
  constraint campaign_applications_revisions_in_range check (revisions between 0 and 10),
  constraint campaign_applications_note_length check (length(note) <= 2000),
  constraint campaign_applications_status_known check (status in ('sent', 'accepted', 'declined', 'withdrawn')),
  constraint campaign_applications_accepted_has_order check ((status = 'accepted') = (order_id is not null))
);
comment on table public.campaign_applications is 'Creators'' answers to campaigns; an accepted one became an order.';
create index campaign_applications_of_creator on public.campaign_applications (kol_id, created_at desc);
create index campaign_applications_of_brand on public.campaign_applications (brand_id);
create index campaign_applications_pack on public.campaign_applications (pack_id);
create index campaign_applications_currency on public.campaign_applications (currency);
create index campaign_applications_order on public.campaign_applications (order_id);

alter table public.pack_orders
  add constraint pack_orders_application_id_fkey foreign key (application_id) references public.campaign_applications (id);

create function private.keep_application_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.keep_terms(NEW.id, private.terms(NEW.title, NEW.note, null,
    NEW.price_minor, NEW.currency, NEW.delivery_days, NEW.revisions, NEW.pack_id));
  return null;
end;
$$;
comment on function private.keep_application_terms is 'Trigger: remembers the terms of an application, each time it is sent.';
create trigger campaign_applications_keep_terms after insert or update on public.campaign_applications
  for each row when (NEW.status = 'sent')
  execute function private.keep_application_terms();

-- Who was told of what, and how far the telling of a published campaign got.
create table private.campaign_matches (
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (campaign_id, profile_id)
);
comment on table private.campaign_matches is 'Creators that were told of a campaign.';
create index campaign_matches_of_profile on private.campaign_matches (profile_id, campaign_id);
create table private.campaign_queue (
  campaign_id uuid primary key references public.campaigns (id) on delete cascade,
  told_up_to uuid,
  created_at timestamptz not null default now()
);
comment on table private.campaign_queue is 'Published campaigns whose creators are still being told, in the order of their ids.';

-- Who reads and writes ---------------------------------------------------------------------
alter table public.campaigns enable row level security;
alter table public.campaign_applications enable row level security;
alter table private.campaign_matches enable row level security;
alter table private.campaign_queue enable row level security;

create policy campaign_applications_select on public.campaign_applications for select to authenticated
  using (kol_id = (select private.my_profile_id()) or brand_id = (select private.my_profile_id()));
create policy campaigns_select on public.campaigns for select to authenticated
  using (
    brand_id = (select private.my_profile_id())
    or status = 'open' and (select private.is_member())
      and brand_id <> all (array(select private.my_blocked_members()))
    or exists (
      select from public.campaign_applications a
      where a.campaign_id = campaigns.id and a.kol_id = (select private.my_profile_id())
    )
  );
create policy campaigns_insert on public.campaigns for insert to authenticated
  with check (
    brand_id = (select private.my_profile_id()) and status = 'draft'
    and (select private.my_role()) = 'brand' and (select private.is_member())
  );
create policy campaigns_update on public.campaigns for update to authenticated
  using (brand_id = (select private.my_profile_id()) and status = 'draft')
  with check (brand_id = (select private.my_profile_id()) and status = 'draft');
create policy campaigns_delete on public.campaigns for delete to authenticated
  using (brand_id = (select private.my_profile_id()) and status = 'draft');
-- No column `status` for clients, and nothing at all to write in applications: functions do it.
grant select, delete, insert (id, brand_id, title, body, budget_minor, currency, filters, deadline),
  update (title, body, budget_minor, currency, filters, deadline) on public.campaigns to authenticated;
grant select on public.campaign_applications to authenticated;
grant select on public.campaigns, public.campaign_applications to service_role;

create function private.prepare_campaign() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.parse_filters(NEW.filters);
  NEW.updated_at := now();
  return NEW;
end;
$$;
comment on function private.prepare_campaign is 'Trigger: refuses filters that the matcher would not understand.';
create trigger campaigns_prepare before insert or update on public.campaigns
  for each row execute function private.prepare_campaign();

create constraint trigger campaigns_budget_in_bounds after insert or update of budget_minor, currency on public.campaigns
  for each row execute function private.check_price('budget_minor');
create constraint trigger campaign_applications_price_in_bounds
  after insert or update of price_minor, currency on public.campaign_applications
  for each row execute function private.check_price('price_minor');

-- Whoever closes a campaign, be it the departure of its brand: it waits for nobody any more.
create function private.keep_campaign_keys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.status = 'open' then
    perform private.watch(NEW.id, NEW.filters);
  else
    perform private.unwatch(NEW.id);
    delete from private.campaign_queue q where q.campaign_id = NEW.id;
  end if;
  return null;
end;
$$;
comment on function private.keep_campaign_keys is 'Trigger: the matcher''s keys follow the status.';
create trigger campaigns_keep_keys after update of status on public.campaigns
  for each row when (OLD.status is distinct from NEW.status)
  execute function private.keep_campaign_keys();

-- Publishing and closing -----------------------------------------------------------------------
create function private.publish_campaign(campaign_id uuid) returns public.campaigns
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_transact();
  v_campaign public.campaigns;
begin
  select * into v_campaign from public.campaigns c
  where c.id = publish_campaign.campaign_id and c.brand_id = v_me for update;
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if v_campaign.status = 'open' then
    return v_campaign;
  end if;
  if v_campaign.status is distinct from 'draft' then
    raise exception 'campaign_not_draft' using errcode = 'PT409';
  end if;
  if v_campaign.deadline <= now() then
    raise exception 'deadline_passed' using errcode = 'PT422';
  end if;
  update public.campaigns c set status = 'open', published_at = now()
  where c.id = v_campaign.id returning * into v_campaign;
  insert into private.campaign_queue (campaign_id) values (v_campaign.id);
  perform pg_notify('due_work', '');
  return v_campaign;
end;
$$;

create function private.end_campaign(campaign_id uuid) returns public.campaigns
language plpgsql security definer set search_path = '' as $$
declare
  v_campaign public.campaigns;
  v_application public.campaign_applications;
begin
  update public.campaigns c set status = 'closed'
  where c.id = end_campaign.campaign_id and c.status = 'open' returning * into v_campaign;
  if not found then
    raise exception 'campaign_not_open' using errcode = 'PT409';
  end if;
  for v_application in
    update public.campaign_applications a set status = 'declined', updated_at = now()
    where a.campaign_id = v_campaign.id and a.status = 'sent' returning *
  loop
    perform private.notify_applicant(v_application, 'application_declined', v_campaign.title);
  end loop;
  return v_campaign;
end;
$$;
comment on function private.end_campaign is 'Closes an open campaign; who was still waiting for an answer has it.';

create function private.notify_applicant(
  application public.campaign_applications, event text, campaign_title text
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(application.kol_id, event,
    jsonb_build_object('campaign_id', application.campaign_id, 'application_id', application.id,
      'campaign_title', campaign_title, 'order_id', application.order_id));
end;
$$;

create function private.close_campaign(campaign_id uuid) returns public.campaigns
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.campaigns c
    where c.id = close_campaign.campaign_id and c.brand_id = private.my_profile_id()
  ) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  return private.end_campaign(campaign_id);
end;
$$;

create function public.publish_campaign(campaign_id uuid) returns public.campaigns
language sql security invoker set search_path = '' as $$
  select private.publish_campaign(campaign_id)
$$;
comment on function public.publish_campaign is 'Brand: opens a draft to applications and tells the creators who satisfy it.';
create function public.close_campaign(campaign_id uuid) returns public.campaigns
language sql security invoker set search_path = '' as $$
  select private.close_campaign(campaign_id)
$$;
comment on function public.close_campaign is 'Brand: takes no more applications; open ones are declined.';

-- Applying --------------------------------------------------------------------------------------
-- Shared with other applicants, but not with the closing of the campaign.
create function private.lock_open_campaign(campaign_id uuid, applicant_id uuid) returns public.campaigns
language plpgsql security definer set search_path = '' as $$
declare
  v_campaign public.campaigns;
begin
  select * into v_campaign from public.campaigns c where c.id = lock_open_campaign.campaign_id for share;
  -- Whoever is blocked hears what they would hear of a campaign that is over.
  if v_campaign.status is distinct from 'open' or v_campaign.deadline <= now()
    or private.are_blocked(applicant_id, v_campaign.brand_id)
  then
    raise exception 'campaign_not_open' using errcode = 'PT409';
  end if;
  return v_campaign;
end;
$$;
comment on function private.lock_open_campaign is 'A campaign that this creator can apply to now, kept open until the transaction ends.';

create function private.offered_terms(
  campaign public.campaigns, kol_id uuid, pack_id uuid, price_minor bigint, delivery_days int
) returns public.campaign_applications
language plpgsql stable security definer set search_path = '' as $$
declare
  v_pack public.packs;
  v_terms public.campaign_applications;
begin
  if num_nonnulls(pack_id, price_minor) <> 1 then
    raise exception 'pack_or_price' using errcode = 'PT422';
  end if;
  if pack_id is not null then
    select * into v_pack from public.packs p
    where p.id = offered_terms.pack_id and p.kol_id = offered_terms.kol_id and p.is_published;
    if not found then
      raise exception 'pack_unavailable' using errcode = 'PT409';
    end if;
    if v_pack.currency <> campaign.currency then
      raise exception 'currency_mismatch' using errcode = 'PT422';
    end if;
    v_terms.pack_id := v_pack.id;
    v_terms.title := v_pack.title;
    v_terms.price_minor := v_pack.price_minor;
    v_terms.delivery_days := v_pack.delivery_days;
    v_terms.revisions := v_pack.revisions;
  else
    v_terms.title := campaign.title;
    v_terms.price_minor := offered_terms.price_minor;
    v_terms.delivery_days := offered_terms.delivery_days;
    v_terms.revisions := private.setting('campaign_revisions');
  end if;
  if v_terms.price_minor > campaign.budget_minor then
    raise exception 'over_budget' using errcode = 'PT422';
  end if;
  return v_terms;
end;
$$;
comment on function private.offered_terms is 'The terms of an application: those of a pack, or a price for this campaign alone.';

create function private.apply_to_campaign(
  campaign_id uuid, pack_id uuid, price_minor bigint, note text, delivery_days int
) returns public.campaign_applications
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_transact();
  v_name text := (select m.display_name from public.members m where m.id = v_me);
  v_campaign public.campaigns;
  v_creator private.creators;
  v_application public.campaign_applications;
  v_terms public.campaign_applications;
begin
  select * into v_creator from private.creators c where c.profile_id = v_me;
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  v_campaign := private.lock_open_campaign(campaign_id, v_me);
  select * into v_application from public.campaign_applications a
  where a.campaign_id = v_campaign.id and a.kol_id = v_me;
  if v_application.status <> 'withdrawn' then
    return v_application;
  end if;
  if private.creator_satisfies(v_creator, private.parse_filters(v_campaign.filters)) is not true then
    raise exception 'campaign_not_for_you' using errcode = 'PT403';
  end if;
  v_terms := private.offered_terms(v_campaign, v_me, pack_id, price_minor, delivery_days);

  insert into public.campaign_applications as a (
    campaign_id, brand_id, kol_id, pack_id, title, price_minor, currency, delivery_days, revisions, note
  ) values (
    v_campaign.id, v_campaign.brand_id, v_me, v_terms.pack_id, v_terms.title, v_terms.price_minor,
    v_campaign.currency, v_terms.delivery_days, v_terms.revisions, coalesce(btrim(apply_to_campaign.note), '')
  )
  -- Withdrawn before, or sent twice at once: one application either way.
  on conflict on constraint campaign_applications_once do update set status = 'sent',
    pack_id = excluded.pack_id, title = excluded.title, price_minor = excluded.price_minor,
    delivery_days = excluded.delivery_days, revisions = excluded.revisions, note = excluded.note,
    updated_at = now()
  where a.status = 'withdrawn'
  returning * into v_application;
  if not found then
    return private.apply_to_campaign(campaign_id, pack_id, price_minor, note, delivery_days);
  end if;
  perform private.notify(v_campaign.brand_id, 'application_received',
    jsonb_build_object('campaign_id', v_campaign.id, 'campaign_title', v_campaign.title,
      'application_id', v_application.id, 'profile_id', v_me, 'profile_name', v_name));
  return v_application;
end;
$$;

create function public.apply_to_campaign(
  campaign_id uuid, pack_id uuid default null, price_minor bigint default null, note text default '',
  delivery_days int default 14
) returns public.campaign_applications
language sql security invoker set search_path = '' as $$
  select private.apply_to_campaign(campaign_id, pack_id, price_minor, note, delivery_days)
$$;
comment on function public.apply_to_campaign is 'Creator: answers a campaign with a pack, or with a price for this campaign alone.';

create function private.withdraw_application(application_id uuid) returns public.campaign_applications
language plpgsql security definer set search_path = '' as $$
declare
  v_application public.campaign_applications;
begin
  select * into v_application from public.campaign_applications a
  where a.id = application_id and a.kol_id = private.my_profile_id() for update;
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  if v_application.status = 'withdrawn' then
    return v_application;
  end if;
  if v_application.status is distinct from 'sent' then
    raise exception 'application_not_open' using errcode = 'PT409';
  end if;
  update public.campaign_applications a set status = 'withdrawn', updated_at = now()
  where a.id = v_application.id returning * into v_application;
  return v_application;
end;
$$;
create function public.withdraw_application(application_id uuid) returns public.campaign_applications
language sql security invoker set search_path = '' as $$
  select private.withdraw_application(application_id)
$$;
comment on function public.withdraw_application is 'Creator: takes an unanswered application back.';

create function private.decline_application(application_id uuid) returns public.campaign_applications
language plpgsql security definer set search_path = '' as $$
declare
  v_application public.campaign_applications;
begin
  select * into v_application from public.campaign_applications a
  where a.id = application_id and a.brand_id = private.my_profile_id() for update;
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  if v_application.status = 'declined' then
    return v_application;
  end if;
  if v_application.status is distinct from 'sent' then
    raise exception 'application_not_open' using errcode = 'PT409';
  end if;
  update public.campaign_applications a set status = 'declined', updated_at = now()
  where a.id = v_application.id returning * into v_application;
  perform private.notify_applicant(v_application, 'application_declined',
    (select c.title from public.campaigns c where c.id = v_application.campaign_id));
  return v_application;
end;
$$;
create function public.decline_application(application_id uuid) returns public.campaign_applications
language sql security invoker set search_path = '' as $$
  select private.decline_application(application_id)
$$;
comment on function public.decline_application is 'Brand: says no to one application.';

create function private.accept_application(application_id uuid, idempotency_key uuid, terms text)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_transact();
  v_application public.campaign_applications;
  v_campaign public.campaigns;
  v_order public.pack_orders;
  v_terms public.pack_orders;
begin
  select * into v_application from public.campaign_applications a
  where a.id = application_id and a.brand_id = v_me for update;
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if v_application.status not in ('sent', 'accepted') then
    raise exception 'application_not_open' using errcode = 'PT409';
  end if;
  -- A brand that states nothing is bound only to what was sent first.
  perform private.require_terms(v_application.id, v_application.terms_hash,
    coalesce(accept_application.terms, case v_application.status when 'accepted' then v_application.terms_hash end),
    '-infinity');
  if v_application.status = 'accepted' then
    select * into v_order from public.pack_orders o where o.id = v_application.order_id;
    return v_order;
  end if;
  select * into v_campaign from public.campaigns c where c.id = v_application.campaign_id;

  v_terms.application_id := v_application.id;
  v_terms.brand_id := v_me;
  v_terms.kol_id := v_application.kol_id;
  v_terms.pack_id := v_application.pack_id;
  v_terms.pack_title := v_application.title;
  v_terms.price_minor := v_application.price_minor;
  v_terms.currency := v_application.currency;
  v_terms.delivery_days := v_application.delivery_days;
  v_terms.revisions_allowed := v_application.revisions;
  v_terms.brief := v_campaign.body;
  v_terms.terms_hash := v_application.terms_hash;
  v_terms.idempotency_key := accept_application.idempotency_key;
  v_order := private.open_order(v_terms, now());

  update public.campaign_applications a set status = 'accepted', order_id = v_order.id, updated_at = now()
  where a.id = v_application.id returning * into v_application;
  perform private.notify_applicant(v_application, 'application_accepted', v_campaign.title);
  return v_order;
end;
$$;
create function public.accept_application(application_id uuid, idempotency_key uuid, terms text default null)
returns public.pack_orders
language sql security invoker set search_path = '' as $$
  select private.accept_application(application_id, idempotency_key, terms)
$$;
comment on function public.accept_application is
  'Brand: makes an application an order, to be paid like any other. `terms` is the terms_hash that it saw.';

-- Creators see in the list of open campaigns which of them look for somebody like them.
create function private.suits_me(filters jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.creator_satisfies(c, private.parse_filters(suits_me.filters))
  from private.creators c where c.profile_id = private.my_profile_id()
$$;
create function public.suits_me(campaign public.campaigns) returns boolean
language sql stable set search_path = '' as $$
  select private.suits_me(campaign.filters)
$$;
comment on function public.suits_me is
  'A column of campaigns that is computed on request (select=*,suits_me): whether the caller satisfies its filters; null for who is no creator.';
grant execute on function private.suits_me, public.suits_me to authenticated;

grant execute on function private.publish_campaign, private.close_campaign, private.apply_to_campaign,
  private.withdraw_application, private.decline_application, private.accept_application,
  public.publish_campaign, public.close_campaign, public.apply_to_campaign,
  public.withdraw_application, public.decline_application, public.accept_application to authenticated;

-- Notices --------------------------------------------------------------------------------
-- A brand that has never paid reaches few: a brief costs nothing, and everybody told is disturbed.
-- An order that was refunded in full is no payment, nor is one that the brand can still cancel
-- alone: it would pay, publish and take the money back.
create function private.has_paid(brand_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.pack_orders o join public.order_statuses s using (status)
    where o.brand_id = has_paid.brand_id
      and (s.holds_escrow and o.status <> 'funded' or o.completed_at is not null and private.share_of(o) > 0)
  )
$$;
comment on function private.has_paid is 'Whether a creator has earned money of the brand, or works for it.';

create function private.campaign_reach(campaign public.campaigns) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.has_paid(campaign.brand_id) then
    return null;
  end if;
  return greatest(0, private.setting('campaign_creators_before_payment') - (
    select count(*) from private.campaign_matches m where m.campaign_id = campaign.id
  ))::int;
end;
$$;
comment on function private.campaign_reach is 'How many more creators may be told of a campaign; null: all.';

create function private.write_campaign_matches(campaign public.campaigns, creators uuid[], at timestamptz)
returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_brand text := (select p.display_name from public.profiles p where p.id = campaign.brand_id);
  v_blocked uuid[] := array(select private.blocked_members(campaign.brand_id));
  v_told int;
begin
  with told as (
    insert into private.campaign_matches (campaign_id, profile_id, created_at)
    select campaign.id, creator, at from unnest(creators) as creator
    where creator <> campaign.brand_id and creator <> all (v_blocked) and not exists (
      select from private.campaign_matches known
      where known.campaign_id = campaign.id and known.profile_id = creator
    )
    limit private.campaign_reach(campaign)
    on conflict do nothing
    returning profile_id
  )
  insert into public.notifications (user_id, event, data, created_at)
  select p.user_id, 'campaign_matched',
    jsonb_build_object('campaign_id', campaign.id, 'campaign_title', campaign.title,
      'profile_id', campaign.brand_id, 'profile_name', v_brand),
    at
  from told join public.profiles p on p.id = told.profile_id
  where p.user_id is not null;
  get diagnostics v_told = row_count;
  return v_told;
end;
$$;
comment on function private.write_campaign_matches is 'Tells some creators of a campaign, each of them once.';

-- A creator changed: which open campaigns look for them?
create function private.notify_of_campaigns(
  c private.creators, exact uuid[], to_recheck uuid[], at timestamptz
) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_campaign public.campaigns;
  v_told int := 0;
begin
  for v_campaign in
    select open.* from (
      select unnest(exact) as id, false as recheck
      union all select unnest(to_recheck), true
    ) as watcher
    join public.campaigns open on open.id = watcher.id and open.status = 'open'
    where not exists (
        select from private.campaign_matches known
        where known.profile_id = c.profile_id and known.campaign_id = watcher.id
      )
      and (not watcher.recheck or private.creator_satisfies(c, private.parse_filters(open.filters)))
  loop
    v_told := v_told + private.write_campaign_matches(v_campaign, array[c.profile_id], at);
  end loop;
  return v_told;
end;
$$;
comment on function private.notify_of_campaigns is 'Tells a changed creator of the open campaigns they satisfy.';

create function private.work_campaigns(at timestamptz default now()) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_left int := private.setting('campaign_batch');
  v_told int := 0;
  v_campaign public.campaigns;
  v_queued private.campaign_queue;
  v_filter private.creator_filter;
  v_grams tsquery;
  v_creators uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtext('work_campaigns')) then
    return v_told;
  end if;
  perform private.end_campaign(c.id) from (
    select over.id from public.campaigns over
    where over.status = 'open' and over.deadline <= at for update skip locked
  ) c;

  for v_queued in select q.* from private.campaign_queue q order by q.created_at, q.campaign_id loop
    exit when v_left <= 0;
    select * into v_campaign from public.campaigns c where c.id = v_queued.campaign_id;
    v_filter := private.parse_filters(v_campaign.filters);
    -- A term that one in twenty has is soon met without an index.
    v_grams := (
      select g.query from private.rare_grams(v_filter.term) g, private.frequencies everyone
      where everyone.feature = 'everyone' and g.creators * 20 < everyone.creators
    );
    execute $sql$
      select array_agg(page.profile_id order by page.profile_id) from (
        select c.profile_id from private.creators c
        where private.creator_satisfies(c, $1) and ($4 is null or private.grams(c.haystack) @@ $4)
          and c.profile_id > $2
        order by c.profile_id limit $3
      ) page $sql$
      into v_creators
      using v_filter, coalesce(v_queued.told_up_to, '00000000-0000-0000-0000-000000000000'::uuid), v_left, v_grams;
    v_told := v_told + private.write_campaign_matches(v_campaign, v_creators, at);
    if coalesce(cardinality(v_creators), 0) < v_left or private.campaign_reach(v_campaign) = 0 then
      delete from private.campaign_queue q where q.campaign_id = v_campaign.id;
    else
      update private.campaign_queue q set told_up_to = v_creators[v_left] where q.campaign_id = v_campaign.id;
    end if;
    v_left := v_left - coalesce(cardinality(v_creators), 0);
  end loop;
  return v_told;
end;
$$;
comment on function private.work_campaigns is 'Closes campaigns at their deadline and tells the next batch of creators; answers how many.';

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('campaign_revisions', 2, 'count', 'Revisions of an order that was agreed in a campaign without a pack.', 0, 10),
  ('campaign_batch', 5000, 'count', 'Creators told of campaigns by one run of the worker.', 1, 1000000),
  ('campaigns_before_payment', 3, 'count', 'Campaigns that a brand may publish before it has paid for an order.', 0, 1000),
  ('campaign_creators_before_payment', 100, 'count', 'Creators told of a campaign whose brand has not paid for any order.', 0, 1000000)
on conflict (key) do nothing;

-- 82_limits.sql ======================================================
-- How often one member may do what notifies another one, or makes the market work for them.
-- The limits stand at the rows, not in the functions: whichever function writes the row, it
-- counts, and a retry that writes nothing does not. The refusal undoes its own hit with the
-- transaction, so that whoever waits is never locked out for longer than the window.
--
-- What is done once for each act of the other side (accepting, declining, completing) has
-- only the general limit of order_moves_per_hour: money must never wait long for a counter.

-- Each limit is a setting whose name ends with its window. Only members are counted: the owner
-- of the database, the clocks and the payment provider act without a profile.
create function private.limit_member(setting text, variadic subject uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.my_profile_id() is not null then
    perform private.rate_limit(setting, array_to_string(subject, ' '), private.setting(setting)::int,
      ('1 ' || substring(setting from '_per_(minute|hour|day)$'))::interval);
  end if;
end;
$$;
comment on function private.limit_member is
  'Counts an act of the caller, alone or with whom or what it concerns; refuses it beyond the setting.';

-- Orders -----------------------------------------------------------------------------------
create function private.limit_order_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
  v_other uuid;
begin
  select * into v_order from public.pack_orders o where o.id = NEW.order_id;
  v_other := case NEW.actor_id when v_order.brand_id then v_order.kol_id else v_order.brand_id end;
  -- Staff are no side of the order.
  if NEW.actor_id not in (v_order.brand_id, v_order.kol_id) then
    return null;
  end if;
  perform private.limit_member('order_moves_per_hour', NEW.actor_id);
  case
    when NEW.from_status is null then
      perform private.limit_member('orders_per_hour', NEW.actor_id);
      perform private.limit_member('orders_with_one_per_hour', NEW.actor_id, v_other);
    -- To cancel what was just paid, or to ask for it; not to agree to it.
    when NEW.kind = 'cancellation_requested' or (NEW.from_status, NEW.to_status) = ('funded', 'cancelled') then
      perform private.limit_member('cancellations_per_day', NEW.actor_id);
      perform private.limit_member('cancellations_with_one_per_day', NEW.actor_id, v_other);
    when NEW.to_status = 'in_revision' then
      perform private.limit_member('revisions_per_hour', NEW.actor_id);
    when NEW.to_status = 'disputed' then
      perform private.limit_member('disputes_per_day', NEW.actor_id);
    else null;
  end case;
  return null;
end;
$$;
comment on function private.limit_order_event is 'Trigger: how often a member places, cancels, sends back and disputes orders.';
create trigger order_events_limit after insert on public.order_events
  for each row when (NEW.actor_id is not null) execute function private.limit_order_event();

create function private.limit_proposal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_member('settlement_proposals_per_hour', NEW.proposed_by);
  perform private.limit_member('settlement_proposals_of_order_per_day', NEW.proposed_by, NEW.order_id);
  return null;
end;
$$;
comment on function private.limit_proposal is 'Trigger: how often a member proposes a settlement.';
create trigger settlement_proposals_limit after insert on public.settlement_proposals
  for each row execute function private.limit_proposal();

create function private.limit_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_member('reviews_per_day', NEW.author_id);
  return null;
end;
$$;
comment on function private.limit_review is 'Trigger: how many reviews a member writes.';
create trigger reviews_limit after insert on public.reviews
  for each row execute function private.limit_review();

-- Campaigns --------------------------------------------------------------------------------
create function private.limit_application() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  case NEW.status
    when 'sent' then
      perform private.limit_member('applications_per_hour', NEW.kol_id);
      perform private.limit_member('applications_to_one_per_day', NEW.kol_id, NEW.campaign_id);
    when 'withdrawn' then
      perform private.limit_member('withdrawals_per_day', NEW.kol_id);
    else
      perform private.limit_member('application_answers_per_hour', NEW.brand_id);
  end case;
  return null;
end;
$$;
comment on function private.limit_application is 'Trigger: how often creators apply and withdraw, and brands answer.';
create trigger campaign_applications_limit_sent after insert on public.campaign_applications
  for each row execute function private.limit_application();
create trigger campaign_applications_limit_moved after update on public.campaign_applications
  for each row when (OLD.status is distinct from NEW.status)
  execute function private.limit_application();

-- A promise of money is believed once some was paid. Until then a brand reaches few.
create function private.limit_campaign() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_member('campaigns_per_day', NEW.brand_id);
  if private.my_profile_id() is not null and not private.has_paid(NEW.brand_id) and (
    select count(*) from public.campaigns c where c.brand_id = NEW.brand_id and c.published_at is not null
  ) > private.setting('campaigns_before_payment') then
    raise exception 'campaigns_need_payment' using errcode = 'PT409';
  end if;
  return null;
end;
$$;
comment on function private.limit_campaign is 'Trigger: how many campaigns a brand publishes.';
create trigger campaigns_limit after update on public.campaigns
  for each row when (OLD.status <> 'open' and NEW.status = 'open')
  execute function private.limit_campaign();

-- Conversations ----------------------------------------------------------------------------
create function private.limit_conversation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_member('conversations_per_day', NEW.opened_by);
  return null;
end;
$$;
comment on function private.limit_conversation is 'Trigger: how many conversations a member opens, however trusted.';
create trigger conversations_limit after insert on public.conversations
  for each row execute function private.limit_conversation();

create function private.limit_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_member('messages_to_one_per_minute', NEW.sender_id, NEW.receiver_id);
  perform private.limit_member('messages_to_one_per_hour', NEW.sender_id, NEW.receiver_id);
  perform private.limit_member('messages_per_minute', NEW.sender_id);
  perform private.limit_member('messages_per_hour', NEW.sender_id);
  return null;
end;
$$;
comment on function private.limit_message is 'Trigger: how many messages a member sends, to one and to all.';
create trigger messages_limit after insert on public.messages
  for each row execute function private.limit_message();

create function private.limit_report() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_member('reports_per_day', NEW.reporter_id);
  return null;
end;
$$;
comment on function private.limit_report is 'Trigger: how many messages a member reports.';
create trigger message_reports_limit after insert on public.message_reports
  for each row execute function private.limit_report();

-- What others watch --------------------------------------------------------------------------
create function private.limit_saved_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_member('saved_search_changes_per_hour', NEW.profile_id);
  return null;
end;
$$;
comment on function private.limit_saved_search is 'Trigger: how often a member changes what they wait for.';
create trigger saved_searches_limit after insert or update on public.saved_searches
  for each row execute function private.limit_saved_search();

create function private.limit_pack() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_member('packs_published_per_day', NEW.kol_id);
  return null;
end;
$$;
comment on function private.limit_pack is 'Trigger: how often a creator puts packs on the market.';
create trigger packs_limit_inserted after insert on public.packs
  for each row when (NEW.is_published) execute function private.limit_pack();
create trigger packs_limit_updated after update on public.packs
  for each row when (NEW.is_published and not OLD.is_published) execute function private.limit_pack();

-- A creator is told to everybody who waits for one like them. Staff who approve a creator and
-- the creator's own first appearance write the row anew, and are not counted.
create function private.limit_matching() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_member('profile_matchings_per_day', NEW.profile_id);
  return null;
end;
$$;
comment on function private.limit_matching is 'Trigger: how often a creator changes what saved searches and campaigns ask for.';
create trigger creators_limit after update on private.creators
  for each row when (
    (OLD.language, OLD.platforms, OLD.categories) is distinct from (NEW.language, NEW.platforms, NEW.categories)
  ) execute function private.limit_matching();

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('order_moves_per_hour', 200, 'count', 'Moves of orders that one member may make in an hour.', 1, 100000),
  ('orders_per_hour', 60, 'count', 'Orders that a brand may place in an hour.', 1, 100000),
  ('orders_with_one_per_hour', 20, 'count', 'Orders that a brand may place with one creator in an hour.', 1, 100000),
  ('cancellations_per_day', 20, 'count', 'Orders that a member may cancel, or ask to cancel, in a day.', 1, 100000),
  ('cancellations_with_one_per_day', 5, 'count', 'Orders with one other member that a member may cancel, or ask to cancel, in a day.', 1, 100000),
  ('revisions_per_hour', 30, 'count', 'Revisions that a brand may ask for in an hour.', 1, 100000),
  ('disputes_per_day', 20, 'count', 'Disputes that a member may open in a day.', 1, 100000),
  ('settlement_proposals_per_hour', 30, 'count', 'Settlements that a member may propose in an hour.', 1, 100000),
  ('settlement_proposals_of_order_per_day', 10, 'count', 'Settlements that one side may propose for one order in a day.', 1, 100000),
  ('reviews_per_day', 50, 'count', 'Reviews that a member may write in a day.', 1, 100000),
  ('applications_per_hour', 20, 'count', 'Applications that a creator may send in an hour.', 1, 100000),
  ('applications_to_one_per_day', 3, 'count', 'Times that a creator may apply to one campaign in a day.', 1, 100000),
  ('withdrawals_per_day', 20, 'count', 'Applications that a creator may withdraw in a day.', 1, 100000),
  ('application_answers_per_hour', 500, 'count', 'Applications that a brand may accept or decline in an hour.', 1, 100000),
  ('campaigns_per_day', 10, 'count', 'Campaigns that a brand may publish in a day.', 1, 100000),
  ('conversations_per_day', 100, 'count', 'Conversations that a member may open in a day.', 1, 100000),
  ('messages_to_one_per_minute', 30, 'count', 'Messages to one member that a member may send in a minute.', 1, 100000),
  ('messages_to_one_per_hour', 300, 'count', 'Messages to one member that a member may send in an hour.', 1, 100000),
  ('messages_per_minute', 60, 'count', 'Messages that a member may send in a minute.', 1, 100000),
  ('messages_per_hour', 600, 'count', 'Messages that a member may send in an hour.', 1, 100000),
  ('reports_per_day', 30, 'count', 'Messages that a member may report in a day.', 1, 100000),
  ('saved_search_changes_per_hour', 200, 'count', 'Saved searches that a member may write or change in an hour.', 1, 100000),
  ('packs_published_per_day', 50, 'count', 'Packs that a creator may publish in a day.', 1, 100000),
  ('profile_matchings_per_day', 20, 'count', 'Times that a creator may change platforms, categories or language in a day.', 1, 100000)
on conflict (key) do nothing;

-- 90_staff.sql ======================================================
-- What staff may do, and the record of what they did. Staff hold no key to any table: each
-- act is one function, and each function leaves one row that nobody can change.
create table public.staff_audit (
  id uuid primary key default gen_random_uuid(),
  -- Null: the owner of the database.
  actor_id uuid references public.profiles (id),
  action text not null,
  -- A profile, an order, an invite: whatever the act was about.
  subject_id uuid,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
comment on table public.staff_audit is 'One row for each act of staff; append-only.';
create index staff_audit_actor_id on public.staff_audit (actor_id);
create index staff_audit_subject_id on public.staff_audit (subject_id);
create index staff_audit_created_at on public.staff_audit (created_at desc, id);

alter table public.staff_audit enable row level security;
create policy staff_audit_select on public.staff_audit for select to authenticated
  using ((select private.is_staff()));
grant select on public.staff_audit to authenticated, service_role;

create trigger staff_audit_append_only before update or delete on public.staff_audit
  for each row execute function private.refuse_change();
create trigger staff_audit_not_truncated before truncate on public.staff_audit
  for each statement execute function private.refuse_change();

create function private.audit(action text, subject_id uuid, details jsonb default '{}') returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.staff_audit (actor_id, action, subject_id, details)
  values (private.my_profile_id(), action, subject_id, coalesce(details, '{}'))
$$;
comment on function private.audit is 'Writes down an act of the caller.';

-- Own cases ------------------------------------------------------------------------------
-- An invite that was issued as staff makes nobody close: that is their work.
create function private.inviters_of(profile_id uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with recursive line as (
    select inviters_of.profile_id as id
    union
    select r.inviter_id
    from line join public.referrals r on r.invitee_id = line.id
    where r.invite_id is null and r.inviter_id is not null
  )
  select line.id from line
$$;
comment on function private.inviters_of is 'A member, who invited them by their own code, who so invited that one, and so on.';

-- Money counts, not an order that nobody has paid: anybody could keep a member of staff away
-- with one of those.
create function private.deal_with_each_other(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.pack_orders o join public.order_statuses s using (status)
    where s.holds_escrow and (o.brand_id, o.kol_id) in ((one, other), (other, one))
  ) or exists (
    select from public.message_reports r
    where r.resolved_at is null and (r.reporter_id, r.sender_id) in ((one, other), (other, one))
  )
$$;
comment on function private.deal_with_each_other is 'True while two members have money in an order or an open report between them.';

-- Nobody judges themselves, nor whom they trade with or have reported at present, nor anybody of
-- their own branch of the tree of invites, in either direction. The branch of an invitee of staff
-- begins with the invitee, hence the two lines as well.
create function private.is_own_case(profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select is_own_case.profile_id in (select private.inviters_of(me))
    or me in (select private.inviters_of(is_own_case.profile_id))
    or private.branch_of(me) = private.branch_of(is_own_case.profile_id)
    or private.deal_with_each_other(me, is_own_case.profile_id)
  from private.my_profile_id() as me
$$;
comment on function private.is_own_case is 'True when the caller is that member, close to them by invite, or has something open with them.';

create function private.require_other_case(profile_ids uuid[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from unnest(profile_ids) as id where private.is_own_case(id)) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
end;
$$;
comment on function private.require_other_case is 'Refuses the caller in a case that one of these members is part of, should it be their own.';

-- Profiles -------------------------------------------------------------------------------
-- The row that an act of staff is about, locked; before it the orders of those whose clocks the
-- act stops or starts.
create function private.subject_of_staff(profile_id uuid, orders_of uuid[] default '{}') returns public.profiles
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles;
begin
  perform private.require_staff();
  perform private.lock_orders_of(orders_of);
  select * into v_profile from public.profiles p
  where p.id = subject_of_staff.profile_id and p.deleted_at is null
  for no key update;
  if v_profile.id is null then
    raise exception 'profile_not_found' using errcode = 'PT404';
  end if;
  perform private.require_other_case(v_profile.id || orders_of);
  return v_profile;
end;
$$;
comment on function private.subject_of_staff is 'Refuses everybody but staff, and staff in a case of their own, be it one of those whose orders are touched.';

-- By this staff say what they looked at. Only what a member shows of themselves is in it: a new
-- rating or level of trust is no reason to look again.
create function private.shown_hash(profile public.profiles) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(jsonb_build_array(profile.role, profile.display_name,
    profile.profile_image, profile.bio, profile.expertise, profile.language, profile.platforms,
    profile.categories, profile.follower_counts)::text, 'UTF8')), 'hex')
$$;
comment on function private.shown_hash is 'Changes whenever a member changes what the profile shows.';

create function private.require_unchanged(profile public.profiles, shown_hash text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if require_unchanged.shown_hash <> private.shown_hash(profile) then
    raise exception 'profile_changed' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_unchanged is 'Refuses a decision about a profile that has changed since; without a hash nothing is compared.';

create function private.approve_profile(profile_id uuid, shown_hash text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles := private.subject_of_staff(profile_id);
begin
  if v_profile.onboarded_at is null then
    raise exception 'profile_incomplete' using errcode = 'PT409';
  end if;
  if v_profile.suspended_at is not null then
    raise exception 'profile_suspended' using errcode = 'PT409';
  end if;
  if v_profile.is_approved then
    return;
  end if;
  perform private.require_unchanged(v_profile, shown_hash);
  update public.profiles p set is_approved = true, rejected_at = null, rejection_reason = null
  where p.id = v_profile.id;
  perform private.audit('approve_profile', v_profile.id);
  perform private.notify(v_profile.id, 'profile_approved', jsonb_build_object('profile_id', v_profile.id));
end;
$$;
comment on function private.approve_profile is 'Opens the market to a member whose onboarding is complete. Twice is once.';

-- The member reads the reason in their profile. Staff may approve them later all the same.
create function private.reject_profile(profile_id uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles := private.subject_of_staff(profile_id);
begin
  if coalesce(btrim(reason), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  if v_profile.onboarded_at is null or v_profile.is_approved or v_profile.suspended_at is not null then
    raise exception 'profile_not_waiting' using errcode = 'PT409';
  end if;
  update public.profiles p
  set rejected_at = now(), rejection_reason = btrim(reason)
  where p.id = v_profile.id;
  perform private.audit('reject_profile', v_profile.id, jsonb_build_object('reason', btrim(reason)));
end;
$$;
comment on function private.reject_profile is 'Keeps a member off the market and says why; another role does not change it.';

create function private.verify_profile(profile_id uuid, shown_hash text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles := private.subject_of_staff(profile_id);
begin
  if v_profile.onboarded_at is null then
    raise exception 'profile_incomplete' using errcode = 'PT409';
  end if;
  if v_profile.suspended_at is not null then
    raise exception 'profile_suspended' using errcode = 'PT409';
  end if;
  if v_profile.is_verified then
    return;
  end if;
  perform private.require_unchanged(v_profile, shown_hash);
  update public.profiles p set is_verified = true, verification_pending = false where p.id = v_profile.id;
  perform private.audit('verify_profile', v_profile.id);
end;
$$;
comment on function private.verify_profile is 'Marks a member as the person they say they are.';

create function private.decline_verification(profile_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles := private.subject_of_staff(profile_id);
begin
  if not v_profile.verification_pending then
    raise exception 'verification_not_pending' using errcode = 'PT409';
  end if;
  update public.profiles p set verification_pending = false where p.id = v_profile.id;
  perform private.audit('decline_verification', v_profile.id);
end;
$$;
comment on function private.decline_verification is 'A verified member changed name or picture and is not verified as who they are now.';

-- Staff are left standing, with those whom they brought in: whoever is in office was let in by
-- somebody else since.
create function private.invite_tree(profile_id uuid, with_invitees boolean) returns uuid[]
language sql stable security definer set search_path = '' as $$
  with recursive tree as (
    select invite_tree.profile_id as id
    union
    select r.invitee_id
    from tree
    join public.referrals r on r.inviter_id = tree.id
    join public.profiles p on p.id = r.invitee_id and not p.is_staff
    where with_invitees
  )
  select array_agg(tree.id) from tree
$$;
comment on function private.invite_tree is 'A member, and everyone they brought in where that is asked for.';

create function private.suspend_profile(profile_id uuid, with_invitees boolean default false) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_tree uuid[] := private.invite_tree(profile_id, with_invitees);
  v_profile public.profiles := private.subject_of_staff(profile_id, v_tree);
  v_suspended uuid[];
begin
  with suspended as (
    update public.profiles p set suspended_at = now()
    where p.id = any (v_tree) and p.suspended_at is null and p.deleted_at is null
    returning p.id
  )
  select coalesce(array_agg(suspended.id), '{}') into v_suspended from suspended;
  if cardinality(v_suspended) > 0 then
    perform private.audit('suspend_profile', v_profile.id,
      jsonb_build_object('with_invitees', with_invitees, 'suspended', to_jsonb(v_suspended)));
  end if;
  return cardinality(v_suspended);
end;
$$;
comment on function private.suspend_profile is 'Takes a member off the market, alone or with everyone they brought in; answers how many.';

create function private.unsuspend_profile(profile_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles := private.subject_of_staff(profile_id, array[profile_id]);
begin
  if v_profile.suspended_at is null then
    return;
  end if;
  update public.profiles p set suspended_at = null where p.id = v_profile.id;
  perform private.audit('unsuspend_profile', v_profile.id);
end;
$$;
comment on function private.unsuspend_profile is 'Lets one member back in. Those they brought in are judged one by one.';

-- `computed` lifts what staff set before: the level follows from the record again.
create function private.set_trust_level(profile_id uuid, trust_level text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles := private.subject_of_staff(profile_id);
  v_override text := nullif(trust_level, 'computed');
begin
  if v_override is not distinct from (
    select s.trust_override from private.standings s where s.profile_id = v_profile.id
  ) then
    return;
  end if;
  perform private.override_trust(v_profile.id, v_override);
  perform private.audit('set_trust_level', v_profile.id,
    jsonb_build_object('from', v_profile.trust_level, 'to', coalesce(v_override, 'computed')));
end;
$$;
comment on function private.set_trust_level is 'Staff decide the trust in a member, or leave it to their record again.';

-- Invites --------------------------------------------------------------------------------
create function private.random_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(
    substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + (get_byte(bytes, i) & 31), 1), '' order by i)
  from extensions.gen_random_bytes(12) as bytes, generate_series(0, length(bytes) - 1) as i
$$;
comment on function private.random_code is 'Twelve letters of chance, 60 bits.';

create function private.create_invite(max_uses int, expires_at timestamptz, email text, role text)
returns public.invites
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me uuid := private.require_staff();
  v_invite public.invites;
begin
  insert into public.invites (code, issuer_id, max_uses, expires_at, email, role)
  values (private.random_code(), v_me, create_invite.max_uses, create_invite.expires_at,
    nullif(lower(btrim(create_invite.email)), ''), nullif(create_invite.role, ''))
  returning * into v_invite;
  -- The code stays out of the record: reading it is not the right to use it.
  perform private.audit('create_invite', v_invite.id, jsonb_strip_nulls(jsonb_build_object(
    'max_uses', v_invite.max_uses, 'expires_at', v_invite.expires_at,
    'email', v_invite.email, 'role', v_invite.role)));
  return v_invite;
end;
$$;
comment on function private.create_invite is 'A new code: how often, until when, for whom.';

create function private.revoke_invite(invite_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  -- A moment after its creation, should it be revoked in the same transaction.
  update public.invites i set expires_at = greatest(now(), i.created_at + interval '1 microsecond')
  where i.id = revoke_invite.invite_id and (i.expires_at is null or i.expires_at > now());
  if found then
    perform private.audit('revoke_invite', revoke_invite.invite_id);
  end if;
end;
$$;
comment on function private.revoke_invite is 'Closes a code; who came by it stays.';

-- Settings -------------------------------------------------------------------------------
create function private.list_settings() returns setof private.settings
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query
    select s.key, s.value, s.unit, s.meaning, s.min_value,
      coalesce(s.max_value, private.max_of_unit(s.unit)), s.is_public, s.needs_two
    from private.settings s order by s.key;
end;
$$;
comment on function private.list_settings is 'The numbers of the business, for staff.';

create function private.update_setting(key text, value numeric) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_setting private.settings;
  v_max numeric;
begin
  perform private.require_staff();
  select * into v_setting from private.settings s where s.key = update_setting.key for update;
  if v_setting.key is null then
    raise exception 'setting_unknown' using errcode = 'PT422';
  end if;
  v_max := coalesce(v_setting.max_value, private.max_of_unit(v_setting.unit));
  if (update_setting.value between v_setting.min_value and v_max) is not true then
    raise exception 'setting_out_of_range' using errcode = 'PT422',
      detail = jsonb_build_object('min_value', v_setting.min_value, 'max_value', v_max)::text;
  end if;
  if v_setting.value = update_setting.value then
    return;
  end if;
  if v_setting.needs_two then
    perform private.require_confirmation('update_setting', update_setting.key);
  end if;
  update private.settings s set value = update_setting.value where s.key = update_setting.key;
  perform private.audit('update_setting', null, jsonb_build_object(
    'key', update_setting.key, 'from', v_setting.value, 'to', update_setting.value));
end;
$$;
comment on function private.update_setting is 'Changes a number of the business from here on; orders keep what they copied.';

-- Staff themselves -------------------------------------------------------------------------
-- Not exposed: who may rule the market is decided with the keys of the database in hand.
create function private.appoint_staff(profile_id uuid, is_staff boolean default true) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.profiles p set is_staff = appoint_staff.is_staff
  where p.id = appoint_staff.profile_id and p.is_staff is distinct from appoint_staff.is_staff;
  if found then
    perform private.audit('appoint_staff', appoint_staff.profile_id,
      jsonb_build_object('is_staff', appoint_staff.is_staff));
  end if;
end;
$$;
comment on function private.appoint_staff is 'Puts a member into office, or out of it. Granted to nobody.';

-- Public functions -----------------------------------------------------------------------
create function public.approve_profile(profile_id uuid, shown_hash text default null) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.approve_profile(profile_id, shown_hash)
$$;
create function public.reject_profile(profile_id uuid, reason text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.reject_profile(profile_id, reason)
$$;
create function public.decline_verification(profile_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.decline_verification(profile_id)
$$;
create function public.verify_profile(profile_id uuid, shown_hash text default null) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.verify_profile(profile_id, shown_hash)
$$;
create function public.suspend_profile(profile_id uuid, with_invitees boolean default false) returns int
language sql volatile security invoker set search_path = '' as $$
  select private.suspend_profile(profile_id, with_invitees)
$$;
create function public.unsuspend_profile(profile_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.unsuspend_profile(profile_id)
$$;
create function public.set_trust_level(profile_id uuid, trust_level text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.set_trust_level(profile_id, trust_level)
$$;
create function public.create_invite(
  max_uses int default 1, expires_at timestamptz default null, email text default null,
  role text default null
) returns public.invites
language sql volatile security invoker set search_path = '' as $$
  select private.create_invite(max_uses, expires_at, email, role)
$$;
create function public.revoke_invite(invite_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.revoke_invite(invite_id)
$$;
create function public.list_settings()
returns table (
  key text, value numeric, unit text, meaning text, min_value numeric, max_value numeric, needs_two boolean
)
language sql stable security invoker set search_path = '' as $$
  select s.key, s.value, s.unit, s.meaning, s.min_value, s.max_value, s.needs_two
  from private.list_settings() as s
$$;
create function public.update_setting(key text, value numeric) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.update_setting(key, value)
$$;
comment on function public.approve_profile is 'Staff: lets a creator onto the market; with `shown_hash` only as waiting_profiles showed them.';
comment on function public.reject_profile is 'Staff: keeps a waiting member off the market, with a reason that they read.';
comment on function public.decline_verification is 'Staff: a changed member is not verified again.';
comment on function public.verify_profile is 'Staff: marks a member as verified; with `shown_hash` only as waiting_profiles showed them.';
comment on function public.suspend_profile is 'Staff: takes a member, alone or with everyone they brought in, off the market.';
comment on function public.unsuspend_profile is 'Staff: lets a suspended member back in.';
comment on function public.set_trust_level is 'Staff: new, normal or trusted; computed: by their record again.';
comment on function public.create_invite is 'Staff: a new invite code.';
comment on function public.revoke_invite is 'Staff: closes an invite code.';
comment on function public.list_settings is 'Staff: the numbers of the business.';
comment on function public.update_setting is 'Staff: changes one number of the business.';

grant execute on function private.reject_profile, private.decline_verification,
  public.reject_profile, public.decline_verification to authenticated;
grant execute on function private.approve_profile, private.verify_profile, private.suspend_profile,
  private.unsuspend_profile, private.set_trust_level, private.create_invite, private.revoke_invite,
  private.list_settings, private.update_setting, public.approve_profile, public.verify_profile,
  public.suspend_profile, public.unsuspend_profile, public.set_trust_level, public.create_invite,
  public.revoke_invite, public.list_settings, public.update_setting to authenticated;

-- 91_staff_views.sql ======================================================
-- What staff read about members: everything that a decision needs, and nothing by which they
-- could act as somebody else. The referral code is the member's own.
create type public.staff_profile as (
  id uuid, role text, display_name text, bio text, expertise text[], language text,
  platforms text[], categories text[], follower_counts jsonb, profile_image text,
  rating numeric, review_count int, completed_orders int, trust_level text,
  is_verified boolean, verification_pending boolean, is_approved boolean, is_staff boolean,
  onboarded_at timestamptz, suspended_at timestamptz, frozen_at timestamptz, rejected_at timestamptz,
  rejection_reason text, created_at timestamptz, inviter_name text, is_own_case boolean,
  -- Of what the member shows; approve_profile and verify_profile compare it.
  shown_hash text
);

create function private.as_staff_profile(profile public.profiles) returns public.staff_profile
language sql stable security definer set search_path = '' as $$
  select profile.id, profile.role, profile.display_name, profile.bio, profile.expertise,
    profile.language, profile.platforms, profile.categories, profile.follower_counts,
    profile.profile_image, profile.rating, profile.review_count, profile.completed_orders,
    profile.trust_level, profile.is_verified, profile.verification_pending, profile.is_approved,
    profile.is_staff, profile.onboarded_at, profile.suspended_at, profile.frozen_at, profile.rejected_at,
    profile.rejection_reason, profile.created_at,
    (select p.display_name from public.referrals r join public.profiles p on p.id = r.inviter_id
      where r.invitee_id = profile.id),
    private.is_own_case(profile.id), private.shown_hash(profile)
$$;
comment on function private.as_staff_profile is 'A profile as staff may read it.';

create function private.waiting_profiles() returns setof public.staff_profile
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query
    select s.* from (
      (select * from public.profiles w
        where w.onboarded_at is not null and not w.is_approved and w.rejected_at is null
          and w.suspended_at is null and w.deleted_at is null
        order by w.onboarded_at limit 200)
      union
      (select * from public.profiles w
        where w.verification_pending and w.suspended_at is null and w.deleted_at is null
        order by w.updated_at limit 200)
    ) as p, private.as_staff_profile(p) as s
    order by p.updated_at, p.id;
end;
$$;
comment on function private.waiting_profiles is 'Who waits for an approval, or for another look after a change.';

create function private.find_profiles(term text, page_size int) returns setof public.staff_profile
language plpgsql stable security definer set search_path = '' as $$
declare
  -- % and _ mean something in a pattern.
  v_pattern text := '%' || regexp_replace(btrim(coalesce(term, '')), '([\\%_])', '\\\1', 'g') || '%';
begin
  perform private.require_staff();
  return query
    select s.* from (
      select * from public.profiles f
      where f.display_name ilike v_pattern and f.deleted_at is null
      order by f.created_at desc
      limit least(greatest(coalesce(page_size, 30), 1), 100)
    ) as p, private.as_staff_profile(p) as s
    order by p.created_at desc;
end;
$$;
comment on function private.find_profiles is 'Members whose name contains a text, the newest first.';

create function public.waiting_profiles() returns setof public.staff_profile
language sql stable security invoker set search_path = '' as $$
  select * from private.waiting_profiles()
$$;
comment on function public.waiting_profiles is 'Staff: who waits for an approval, or for another look after a change of name or picture.';
create function public.find_profiles(term text default '', page_size int default 30)
returns setof public.staff_profile
language sql stable security invoker set search_path = '' as $$
  select * from private.find_profiles(term, page_size)
$$;
comment on function public.find_profiles is 'Staff: members by name, also those that the market does not show.';
grant execute on function private.waiting_profiles, private.find_profiles,
  public.waiting_profiles, public.find_profiles to authenticated;

-- Reserved names and bans -----------------------------------------------------------------
create function private.reserve_name(name text, inside_words boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_name text := btrim(reserve_name.name);
begin
  perform private.require_staff();
  if length(private.name_skeleton(v_name)) < 3 then
    raise exception 'reserved_name_too_short' using errcode = 'PT422';
  end if;
  insert into private.reserved_names (name, skeleton, inside_words)
  values (v_name, '', coalesce(reserve_name.inside_words, false))
  on conflict on constraint reserved_names_skeleton_key
  do update set name = excluded.name, inside_words = excluded.inside_words;
  perform private.audit('reserve_name', null,
    jsonb_build_object('name', v_name, 'inside_words', reserve_name.inside_words));
end;
$$;
comment on function private.reserve_name is 'From here on no member takes this name; who has it keeps it.';

create function private.release_name(name text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  delete from private.reserved_names r where r.name = release_name.name;
  if found then
    perform private.audit('release_name', null, jsonb_build_object('name', release_name.name));
  end if;
end;
$$;
comment on function private.release_name is 'Members may take this name again.';

create function private.list_reserved_names() returns setof private.reserved_names
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query select * from private.reserved_names r order by lower(r.name);
end;
$$;
comment on function private.list_reserved_names is 'The names that no member may take.';

-- The ban of a member who is still here ends with the suspension.
create function private.lift_ban(email text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_lifted uuid[];
begin
  perform private.require_staff();
  with lifted as (
    delete from private.banned_addresses b
    using public.profiles p
    where b.address_hash = private.address_hash(lift_ban.email)
      and p.id = b.profile_id and p.deleted_at is not null and not private.is_own_case(p.id)
    returning b.profile_id
  )
  select coalesce(array_agg(lifted.profile_id), '{}') into v_lifted from lifted;
  if cardinality(v_lifted) > 0 then
    perform private.audit('lift_ban', v_lifted[1], jsonb_build_object('bans', cardinality(v_lifted)));
  end if;
  return cardinality(v_lifted) > 0;
end;
$$;
comment on function private.lift_ban is 'Lets somebody sign up again whose account is deleted; answers whether there was a ban.';

create function public.reserve_name(name text, inside_words boolean default false) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.reserve_name(name, inside_words)
$$;
create function public.release_name(name text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.release_name(name)
$$;
create function public.list_reserved_names() returns table (name text, inside_words boolean)
language sql stable security invoker set search_path = '' as $$
  select r.name, r.inside_words from private.list_reserved_names() as r
$$;
create function public.lift_ban(email text) returns boolean
language sql volatile security invoker set search_path = '' as $$
  select private.lift_ban(email)
$$;
comment on function public.reserve_name is 'Staff: a name that no member may take, alone or also inside longer words.';
comment on function public.release_name is 'Staff: gives a reserved name free.';
comment on function public.list_reserved_names is 'Staff: the names that no member may take.';
comment on function public.lift_ban is 'Staff: lifts the ban of an address whose account is deleted.';
grant execute on function private.reserve_name, private.release_name, private.list_reserved_names,
  private.lift_ban, public.reserve_name, public.release_name, public.list_reserved_names,
  public.lift_ban to authenticated;

-- 92_two_people.sql ======================================================
-- What moves much money, or changes what money is worth here, takes two members of staff: one
-- proposes, another confirms, and only then it is done. The acts themselves ask for the
-- confirmation, so nothing leads around it.
create table public.staff_proposals (
  id uuid primary key default gen_random_uuid(),
  action text not null,
  -- The order, the payment, the profile or the setting: one open proposal each.
  subject text not null,
  arguments jsonb not null,
  proposed_by uuid not null references public.profiles (id),
  status text not null default 'open',
  decided_by uuid references public.profiles (id),
  decided_at timestamptz,
  -- The transaction that carries it out; the act finds its confirmation by it.
  decided_in xid8,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint staff_proposals_action_known check (
    action in ('resolve_dispute', 'resolve_suspense', 'unfreeze_profile', 'update_setting')),
  constraint staff_proposals_arguments_short check (length(arguments::text) <= 8000),
  constraint staff_proposals_status_known check (status in ('open', 'confirmed', 'withdrawn')),
  constraint staff_proposals_decided check ((status = 'open') = (decided_by is null) and (status = 'open') = (decided_at is null)),
  constraint staff_proposals_times_finite check (isfinite(expires_at) and isfinite(decided_at)),
  constraint staff_proposals_confirmed_by_another check (status <> 'confirmed' or decided_by <> proposed_by)
);
comment on table public.staff_proposals is 'Acts of staff that a second member of staff has to confirm.';
create unique index staff_proposals_one_open on public.staff_proposals (action, subject) where status = 'open';
create index staff_proposals_newest on public.staff_proposals (created_at desc);
create index staff_proposals_proposed_by on public.staff_proposals (proposed_by);
create index staff_proposals_decided_by on public.staff_proposals (decided_by);

alter table public.staff_proposals enable row level security;
create policy staff_proposals_select on public.staff_proposals for select to authenticated
  using ((select private.is_staff()));
grant select on public.staff_proposals to authenticated, service_role;
create trigger staff_proposals_not_deleted before delete on public.staff_proposals
  for each row execute function private.refuse_change();
create trigger staff_proposals_decided_once before update on public.staff_proposals
  for each row when (
    OLD.status <> 'open'
    or (OLD.id, OLD.action, OLD.subject, OLD.arguments, OLD.proposed_by, OLD.created_at, OLD.expires_at)
      is distinct from
      (NEW.id, NEW.action, NEW.subject, NEW.arguments, NEW.proposed_by, NEW.created_at, NEW.expires_at)
  ) execute function private.refuse_change();

-- Asked by the acts -----------------------------------------------------------------------
create function private.needs_two(amount_minor bigint, currency text) returns boolean
language sql stable security definer set search_path = '' as $$
  select needs_two.amount_minor > private.setting('two_staff_above') * power(10::numeric, c.decimals)
  from public.currencies c where c.code = needs_two.currency
$$;
comment on function private.needs_two is 'True for more money than one member of staff may decide about.';

create function private.require_confirmation(action text, subject text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (
    select from public.staff_proposals p
    where p.action = require_confirmation.action and p.subject = require_confirmation.subject
      and p.decided_in = pg_current_xact_id_if_assigned()
  ) then
    raise exception 'second_staff_required' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_confirmation is 'Refuses what is not being carried out by two members of staff.';

-- Proposing and confirming -----------------------------------------------------------------
create function private.proposal_subject(action text, arguments jsonb) returns text
language sql immutable set search_path = '' as $$
  select arguments ->> case action
    when 'resolve_dispute' then 'order_id'
    when 'resolve_suspense' then 'payment_id'
    when 'unfreeze_profile' then 'profile_id'
    when 'update_setting' then 'key'
  end
$$;
comment on function private.proposal_subject is 'What an act is about; null for one that is not proposed.';

create function private.carry_out(proposal public.staff_proposals) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_arguments jsonb := proposal.arguments;
begin
  case proposal.action
    when 'resolve_dispute' then
      perform private.resolve_dispute((v_arguments ->> 'order_id')::uuid,
        (v_arguments ->> 'creator_share_minor')::bigint, v_arguments ->> 'note');
    when 'resolve_suspense' then
      perform private.resolve_suspense((v_arguments ->> 'payment_id')::uuid,
        (v_arguments ->> 'profile_id')::uuid, v_arguments ->> 'note');
    when 'unfreeze_profile' then
      perform private.unfreeze_profile((v_arguments ->> 'profile_id')::uuid, v_arguments ->> 'note');
    when 'update_setting' then
      perform private.update_setting(v_arguments ->> 'key', (v_arguments ->> 'value')::numeric);
  end case;
end;
$$;
comment on function private.carry_out is 'Does what was proposed, as the caller.';

-- Carried out and undone: what could not be done is refused now and not when it is confirmed,
-- and whoever proposes has to pass the same checks as whoever confirms.
create function private.rehearse(proposal public.staff_proposals) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.staff_proposals p set decided_in = pg_current_xact_id() where p.id = proposal.id;
  perform private.carry_out(proposal);
  raise sqlstate 'KP001';
exception when sqlstate 'KP001' then
  null;
end;
$$;
comment on function private.rehearse is 'Raises what carrying out would raise, and leaves nothing behind.';

create function private.propose_staff_act(action text, arguments jsonb) returns public.staff_proposals
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me uuid := private.require_staff();
  v_subject text := private.proposal_subject(action, arguments);
  v_proposal public.staff_proposals;
begin
  if v_subject is null then
    raise exception 'proposal_malformed' using errcode = 'PT422';
  end if;
  -- One that nobody confirmed in time makes room.
  update public.staff_proposals p set status = 'withdrawn', decided_by = p.proposed_by, decided_at = now()
  where p.action = propose_staff_act.action and p.subject = v_subject
    and p.status = 'open' and p.expires_at <= now();
  insert into public.staff_proposals (action, subject, arguments, proposed_by, expires_at)
  values (propose_staff_act.action, v_subject, propose_staff_act.arguments, v_me,
    now() + make_interval(hours => private.setting('proposal_lifetime')::int))
  on conflict do nothing
  returning * into v_proposal;
  if v_proposal.id is null then
    raise exception 'proposal_exists' using errcode = 'PT409';
  end if;
  perform private.rehearse(v_proposal);
  perform private.audit('propose_staff_act', v_proposal.id,
    jsonb_build_object('action', v_proposal.action, 'arguments', v_proposal.arguments));
  return v_proposal;
end;
$$;
comment on function private.propose_staff_act is 'Keeps an act until another member of staff confirms it.';

create function private.open_proposal(proposal_id uuid) returns public.staff_proposals
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_proposal public.staff_proposals;
begin
  select * into v_proposal from public.staff_proposals p
  where p.id = open_proposal.proposal_id for update;
  if v_proposal.status is distinct from 'open' or v_proposal.expires_at <= now() then
    raise exception 'proposal_not_open' using errcode = 'PT409';
  end if;
  return v_proposal;
end;
$$;
comment on function private.open_proposal is 'The proposal, locked; refuses one that was decided or has expired.';

create function private.confirm_staff_proposal(proposal_id uuid) returns public.staff_proposals
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me uuid := private.require_staff();
  v_proposal public.staff_proposals := private.open_proposal(proposal_id);
begin
  if v_proposal.proposed_by = v_me then
    raise exception 'second_staff_required' using errcode = 'PT409';
  end if;
  -- Whoever is out of office has nothing to propose any more.
  if not exists (
    select from public.profiles p
    where p.id = v_proposal.proposed_by and p.is_staff and p.suspended_at is null
  ) then
    raise exception 'proposal_not_open' using errcode = 'PT409';
  end if;
  update public.staff_proposals p
  set status = 'confirmed', decided_by = v_me, decided_at = now(), decided_in = pg_current_xact_id()
  where p.id = v_proposal.id
  returning * into v_proposal;
  perform private.carry_out(v_proposal);
  perform private.audit('confirm_staff_proposal', v_proposal.id, jsonb_build_object(
    'action', v_proposal.action, 'subject', v_proposal.subject, 'proposed_by', v_proposal.proposed_by));
  return v_proposal;
end;
$$;
comment on function private.confirm_staff_proposal is 'Another member of staff agrees: it is carried out, once.';

create function private.withdraw_staff_proposal(proposal_id uuid) returns public.staff_proposals
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me uuid := private.require_staff();
  v_proposal public.staff_proposals := private.open_proposal(proposal_id);
begin
  update public.staff_proposals p
  set status = 'withdrawn', decided_by = v_me, decided_at = now()
  where p.id = v_proposal.id
  returning * into v_proposal;
  perform private.audit('withdraw_staff_proposal', v_proposal.id, jsonb_build_object(
    'action', v_proposal.action, 'subject', v_proposal.subject, 'proposed_by', v_proposal.proposed_by));
  return v_proposal;
end;
$$;
comment on function private.withdraw_staff_proposal is 'Takes a proposal back, or turns it down.';

create function public.propose_staff_act(action text, arguments jsonb) returns public.staff_proposals
language sql volatile security invoker set search_path = '' as $$
  select * from private.propose_staff_act(action, arguments)
$$;
create function public.confirm_staff_proposal(proposal_id uuid) returns public.staff_proposals
language sql volatile security invoker set search_path = '' as $$
  select * from private.confirm_staff_proposal(proposal_id)
$$;
create function public.withdraw_staff_proposal(proposal_id uuid) returns public.staff_proposals
language sql volatile security invoker set search_path = '' as $$
  select * from private.withdraw_staff_proposal(proposal_id)
$$;
comment on function public.propose_staff_act is 'Staff: proposes an act (resolve_dispute, resolve_suspense, unfreeze_profile, update_setting) with its arguments, for another member of staff to confirm.';
comment on function public.confirm_staff_proposal is 'Staff: carries out what another member of staff proposed.';
comment on function public.withdraw_staff_proposal is 'Staff: takes back a proposal, or turns down that of another.';
grant execute on function private.propose_staff_act, private.confirm_staff_proposal,
  private.withdraw_staff_proposal, public.propose_staff_act, public.confirm_staff_proposal,
  public.withdraw_staff_proposal to authenticated;

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('two_staff_above', 10000, 'units', 'Above this much money a decision takes two members of staff, in whole units of the currency.', 1, 1000000),
  ('proposal_lifetime', 72, 'hours', 'How long a proposal of one member of staff waits for another.', 24, 720)
on conflict (key) do nothing;

-- 95_account.sql ======================================================
-- A member's last two rights: to take everything that is theirs, and to leave. Who leaves is
-- forgotten; what others rely on (the ledger, orders, the other half of a conversation) stays,
-- under the name "Former member".

-- Leaving ----------------------------------------------------------------------------------
-- Stands before the row of auth.users, so that an account is left in the same way whoever
-- removes it.
create function private.forget_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_profile_id uuid;
begin
  select p.id into v_profile_id from public.profiles p where p.user_id = OLD.id;
  if v_profile_id is null then
    return OLD;
  end if;
  -- First the accounts, then the profile, as a completed order locks them.
  perform private.lock_accounts(array(select a.id from private.accounts a where a.owner_id = v_profile_id));
  select p.id into v_profile_id from public.profiles p where p.id = v_profile_id for update;
  if exists (
    select from public.pack_orders o join public.order_statuses s using (status)
    where (o.brand_id = v_profile_id or o.kol_id = v_profile_id) and s.outcome is null
  ) then
    raise exception 'account_has_open_orders' using errcode = 'PT409';
  end if;
  if exists (
    select from private.accounts a where a.owner_id = v_profile_id and a.balance_minor <> 0
  ) then
    raise exception 'account_has_balance' using errcode = 'PT409';
  end if;

  delete from public.saved_searches s where s.profile_id = v_profile_id;
  delete from public.email_preferences e where e.profile_id = v_profile_id;
  delete from private.email_outbox e where e.profile_id = v_profile_id;
  delete from public.member_blocks b where b.blocker_id = v_profile_id;
  delete from public.campaigns c where c.brand_id = v_profile_id and c.status = 'draft';
  update public.campaigns c set status = 'closed'
  where c.brand_id = v_profile_id and c.status = 'open';
  update public.campaign_applications a set status = 'withdrawn'
  where a.kol_id = v_profile_id and a.status = 'sent';
  update public.packs k set is_published = false where k.kol_id = v_profile_id and k.is_published;
  update public.invites i
  set expires_at = least(i.expires_at, greatest(now(), i.created_at + interval '1 microsecond'))
  where i.issuer_id = v_profile_id;

  -- Whoever leaves while staff have to decide about a chargeback does not come back without them.
  if private.is_frozen(v_profile_id) then
    perform private.ban_address(OLD.email, v_profile_id);
  end if;
  perform private.remove_files_of(v_profile_id, OLD.id);
  update public.profiles p set
    user_id = null, deleted_at = now(), display_name = 'Former member', bio = '', expertise = '{}',
    language = null, locale = 'en', platforms = '{}', categories = '{}', follower_counts = '{}',
    profile_image = null, referral_code = null, invites_left = 0,
    is_approved = false, is_verified = false, is_staff = false
  where p.id = v_profile_id;
  return OLD;
end;
$$;
comment on function private.forget_member is 'Trigger: empties the profile of a user who goes, unless work or money is open.';
create trigger forget_member before delete on auth.users
  for each row execute function private.forget_member();

create function private.delete_my_account() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.my_profile_id() is null then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  -- Sessions, notifications and the rest of the user go with the row.
  delete from auth.users u where u.id = (select auth.uid());
end;
$$;
comment on function private.delete_my_account is 'Removes the caller''s user; the trigger above decides and forgets.';

create function public.delete_my_account() returns void
language sql volatile security invoker set search_path = '' as $$
  select private.delete_my_account()
$$;
comment on function public.delete_my_account is 'Leaves the market for good. Refused while orders are open or money is left.';

-- Taking everything along --------------------------------------------------------------------
-- One key a table, so that a test can tell which one is missing.
create function private.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := (select auth.uid());
  v_me uuid := private.my_profile_id();
begin
  if v_me is null then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  -- What was read cannot be taken back.
  perform private.require_open_session();
  return jsonb_build_object(
    'exported_at', now(),
    'account', (
      select jsonb_build_object('email', u.email, 'created_at', u.created_at,
        'email_confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at)
      from auth.users u where u.id = v_user),
    'profiles', (select to_jsonb(x) from public.profiles x where x.id = v_me),
    'invites', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.invites x where x.issuer_id = v_me),
    'referrals', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.referrals x where x.inviter_id = v_me),
    'packs', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.packs x where x.kol_id = v_me),
    'pack_orders', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.pack_orders x where v_me in (x.brand_id, x.kol_id)),
    'order_events', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.id), '[]')
      from public.order_events x join public.pack_orders o on o.id = x.order_id
      where v_me in (o.brand_id, o.kol_id)),
    'order_deliveries', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.order_deliveries x join public.pack_orders o on o.id = x.order_id
      where v_me in (o.brand_id, o.kol_id)),
    'settlement_proposals', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.settlement_proposals x join public.pack_orders o on o.id = x.order_id
      where v_me in (o.brand_id, o.kol_id)),
    'reviews', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.reviews x
      where x.author_id = v_me or (x.subject_id = v_me and x.visible_at is not null)),
    'balances', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.balances x),
    'ledger_lines', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.transfer_id), '[]') from public.ledger_lines x),
    'holds', (select coalesce(jsonb_agg(to_jsonb(x) order by x.clears_at), '[]') from public.holds x),
    'payments', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.payments x where x.payer_id = v_me),
    'payouts', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.payouts x where x.profile_id = v_me),
    'conversations', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.conversations x where v_me in (x.member_a, x.member_b)),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.messages x where v_me in (x.sender_id, x.receiver_id)),
    'member_blocks', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.member_blocks x where x.blocker_id = v_me),
    'message_reports', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.message_reports x where x.reporter_id = v_me),
    'notifications', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.notifications x where x.user_id = v_user),
    'email_preferences', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.type), '[]')
      from public.email_preferences x where x.profile_id = v_me),
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('template', x.template, 'notices', x.notices,
        'digest', x.digest, 'to_email', x.to_email, 'status', x.status, 'sent_at', x.sent_at) order by x.created_at), '[]')
      from private.email_outbox x where x.profile_id = v_me),
    'saved_searches', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.saved_searches x where x.profile_id = v_me),
    'campaigns', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.campaigns x where x.brand_id = v_me),
    'campaign_applications', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.campaign_applications x where v_me in (x.brand_id, x.kol_id))
  );
end;
$$;
comment on function private.export_my_data is 'Everything the market keeps of the caller, as they may read it.';

create function public.export_my_data() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.export_my_data()
$$;
comment on function public.export_my_data is 'All of the signed-in member''s data in one JSON object, one key a table.';

grant execute on function private.delete_my_account, public.delete_my_account,
  private.export_my_data, public.export_my_data to authenticated;

-- Names of those one has to do with -----------------------------------------------------------
-- `members` shows who is on the market. An order or a conversation outlives that: its two
-- sides keep a name for each other, be it "Former member".
create type public.member_label as (
  id uuid, role text, display_name text, profile_image text, is_verified boolean
);

create function private.member_labels(ids uuid[]) returns setof public.member_label
language sql stable security definer set search_path = '' as $$
  select p.id, p.role, p.display_name, p.profile_image, p.is_verified
  from public.profiles p, private.my_profile_id() as me (id)
  where p.id = any (ids[1:200]) and me.id is not null and (
    p.id = me.id
    or (private.is_member() and exists (select from public.members m where m.id = p.id))
    or exists (
      select from public.pack_orders o
      where (o.brand_id = me.id and o.kol_id = p.id) or (o.kol_id = me.id and o.brand_id = p.id))
    or exists (
      select from public.conversations c
      where c.member_a = least(me.id, p.id) and c.member_b = greatest(me.id, p.id))
    or private.is_staff()
  )
$$;
comment on function private.member_labels is 'Name and image of members, and of who left or is suspended but has dealt with the caller.';

create function public.member_labels(ids uuid[]) returns setof public.member_label
language sql stable security invoker set search_path = '' as $$
  select * from private.member_labels(ids)
$$;
comment on function public.member_labels is 'What a list shows of the other side; at most 200 at a time.';
grant execute on function private.member_labels, public.member_labels to authenticated;

-- 98_due_work.sql ======================================================
-- Everything that happens because time went by. Clocks are data (`due_at`), and one function
-- works off what is due at a time that it is told, so that tests move time instead of waiting.
--
-- It may run twice, at once with itself or with people, and after any absence: it takes only
-- rows that nobody else holds, looks again once it holds them, and each piece of work stands
-- or falls alone. One run takes a batch; `more` says that there is another.

create function private.work_reminders(at timestamptz, batch int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant interval := make_interval(hours => private.setting('review_reminder_first')::int);
  v_second constant interval := make_interval(hours => private.setting('review_reminder_second')::int);
  v_order public.pack_orders;
  v_count int := 0;
begin
  for v_order in
    select * from public.pack_orders o
    where o.status = 'delivered' and o.due_at > at and o.reminders_sent < 2
      and o.delivered_at + make_interval(secs => o.clock_stood_seconds)
        <= at - case o.reminders_sent when 0 then v_first else v_second end
    order by o.delivered_at limit batch
    for no key update skip locked
  loop
    update public.pack_orders o
    set reminders_sent = case
      when at >= o.delivered_at + make_interval(secs => o.clock_stood_seconds) + v_second then 2 else 1 end
    where o.id = v_order.id;
    perform private.notify_about_order(v_order.brand_id, v_order, 'review_reminder',
      jsonb_build_object('due_at', v_order.due_at));
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;
comment on function private.work_reminders is 'Reminds brands of deliveries that nobody has looked at; answers how many.';

-- The batch --------------------------------------------------------------------------------
-- Rows that somebody else holds are left for the next run.
create function private.lock_due_orders(at timestamptz, batch int) returns setof public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select o.* from public.order_statuses s join public.pack_orders o on o.status = s.status
  where s.at_deadline is not null and o.due_at <= at
  order by o.due_at, o.id limit batch
  for no key update of o skip locked
$$;
comment on function private.lock_due_orders is 'Orders that the clock moves at that time, locked.';

create function private.lock_due_holds(at timestamptz, batch int) returns setof private.holds
language sql volatile security definer set search_path = '' as $$
  select * from private.holds h
  where h.cleared_at is null and h.due_at <= at
  order by h.due_at limit batch
  for no key update skip locked
$$;
comment on function private.lock_due_holds is 'Holds that end at that time, locked.';

create function private.lock_due_reviews(at timestamptz, batch int) returns setof uuid
language sql volatile security definer set search_path = '' as $$
  select o.id from public.pack_orders o
  where o.id in (
    select r.order_id from public.reviews r
    where r.visible_at is null and r.reveals_at <= at
    order by r.reveals_at limit batch)
  order by o.id
  for no key update skip locked
$$;
comment on function private.lock_due_reviews is 'Orders whose reviews show from that time on, locked.';

-- Many orders in one transaction: all their locks are taken first, in the order that every
-- single move keeps (orders, accounts by id, profiles by id), so that the run never waits for
-- a person who waits for the run.
create function private.lock_batch(
  orders public.pack_orders[], holds private.holds[], reviewed uuid[]
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_accounts(array(
    select unnest(private.order_accounts(o)) from unnest(orders) as o
    where (private.order_status(o.status)).holds_escrow
    union
    select unnest(private.hold_accounts(h)) from unnest(holds) as h));
  perform from public.profiles p
  where p.id in (
    select unnest(array[o.brand_id, o.kol_id]) from unnest(orders) as o
    where (private.order_status((private.order_status(o.status)).at_deadline)).outcome <> 'refund'
    union
    select r.subject_id from public.reviews r where r.order_id = any (reviewed))
  order by p.id
  for no key update;
end;
$$;
comment on function private.lock_batch is 'Locks the accounts and profiles that a batch of due work touches.';

-- Working it off ---------------------------------------------------------------------------
create function private.work_orders(
  orders public.pack_orders[], at timestamptz, out expired int, out completed int, out failed int
)
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
begin
  expired := 0;
  completed := 0;
  failed := 0;
  foreach v_order in array orders loop
    begin
      v_order := private.move_order(v_order, (private.order_status(v_order.status)).at_deadline, 'clock', null, null, at);
      expired := expired + (v_order.completed_at is null)::int;
      completed := completed + (v_order.completed_at is not null)::int;
    exception when others then
      failed := failed + 1;
      raise warning 'order % stays %: %', v_order.id, v_order.status, sqlerrm;
    end;
  end loop;
end;
$$;
comment on function private.work_orders is 'Moves orders whose time is over; one that fails does not stop the others.';

create function private.work_holds(
  holds private.holds[], at timestamptz, out cleared int, out failed int
)
language plpgsql security definer set search_path = '' as $$
declare
  v_hold private.holds;
begin
  cleared := 0;
  failed := 0;
  foreach v_hold in array holds loop
    begin
      perform private.clear_hold(v_hold.order_id, v_hold.profile_id, at);
      cleared := cleared + 1;
    exception when others then
      failed := failed + 1;
      raise warning 'hold of order % stays: %', v_hold.order_id, sqlerrm;
    end;
  end loop;
end;
$$;
comment on function private.work_holds is 'Makes held earnings available; one that fails does not stop the others.';

-- Takes long and locks no money; should it fail, the clocks go on.
create function private.work_announcements(
  at timestamptz, out matches int, out digests int, out campaigns int, out failed int
)
language plpgsql security definer set search_path = '' as $$
begin
  matches := private.work_match_queue(at);
  digests := private.work_email_digests(at);
  campaigns := private.work_campaigns(at);
  perform private.work_stale_terms(at);
  failed := 0;
exception when others then
  -- What one of them had done is undone with the others.
  matches := 0;
  digests := 0;
  campaigns := 0;
  failed := 1;
  raise warning 'announcements failed: %', sqlerrm;
end;
$$;
comment on function private.work_announcements is 'Matches, digests and campaigns that are due.';

create function private.run_due_work(at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_batch constant int := private.setting('due_work_batch')::int;
  v_announced record;
  v_orders public.pack_orders[];
  v_holds private.holds[];
  v_reviewed uuid[];
  v_moved record;
  v_cleared record;
  v_order_id uuid;
  v_revealed int := 0;
  v_reassessed int;
  v_reminded int;
begin
  select * into v_announced from private.work_announcements(at);
  v_reminded := private.work_reminders(at, v_batch);
  v_orders := array(select o from private.lock_due_orders(at, v_batch) as o);
  v_holds := array(select h from private.lock_due_holds(at, v_batch) as h);
  v_reviewed := array(select private.lock_due_reviews(at, v_batch));
  perform private.lock_batch(v_orders, v_holds, v_reviewed);

  select * into v_moved from private.work_orders(v_orders, at);
  select * into v_cleared from private.work_holds(v_holds, at);
  foreach v_order_id in array v_reviewed loop
    v_revealed := v_revealed + private.reveal_reviews(v_order_id, at);
  end loop;
  v_reassessed := private.work_reassessments(at, v_batch);
  return jsonb_build_object(
    'orders_expired', v_moved.expired,
    'orders_completed', v_moved.completed,
    'review_reminders', v_reminded,
    'holds_cleared', v_cleared.cleared,
    'reviews_revealed', v_revealed,
    'reassessed', v_reassessed,
    'matches', v_announced.matches,
    'email_digests', v_announced.digests,
    'campaigns', v_announced.campaigns,
    'failed', v_announced.failed + v_moved.failed + v_cleared.failed,
    'more', v_batch in (cardinality(v_orders), cardinality(v_holds), cardinality(v_reviewed), v_reminded, v_reassessed)
  );
end;
$$;
comment on function private.run_due_work is 'Works off what is due at that time, one batch of each kind; answers what was done, counted.';

create function public.run_due_work(at timestamptz default now()) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.run_due_work(at)
$$;
grant execute on function private.run_due_work, public.run_due_work to service_role;

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('review_reminder_first', 24, 'hours', 'After a delivery, when the brand is reminded.', 1, 720),
  ('review_reminder_second', 60, 'hours', 'After a delivery, when the brand is reminded again.', 1, 720),
  ('due_work_batch', 500, 'count', 'Orders, holds, reviews and members that one run of the due work takes of each kind.', 1, 100000)
on conflict (key) do nothing;

-- Scheduling -----------------------------------------------------------------------------
-- The scheduler of hosted projects; the local stack calls run_due_work by itself.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron;
    perform cron.schedule('kolpact-due-work', '5 seconds', 'select private.run_due_work()');
  end if;
end;
$$;
