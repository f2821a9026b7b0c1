-- The same bodies in PL/pgSQL, which plans them once a session. By hand, because the difference of the
-- chapters drops a function to change its language, and constraints and columns depend on these.

create or replace function private.member_lists() returns json
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return json_build_object(
    'platforms', array['x', 'youtube', 'telegram', 'discord', 'tiktok', 'instagram', 'twitch',
      'farcaster', 'medium', 'linkedin'],
    'categories', array['defi', 'nft', 'gaming', 'infrastructure', 'layer2', 'trading', 'education',
      'news', 'memecoins', 'dao', 'security', 'ai'],
    'regions', array['north_america', 'latin_america', 'europe', 'cis', 'mena', 'africa', 'south_asia',
      'southeast_asia', 'east_asia', 'oceania', 'global']);
end;
$$;

create or replace function private.words(list text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return array(select json_array_elements_text(private.member_lists() -> list));
end;
$$;

create or replace function private.platforms() returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return private.words('platforms');
end;
$$;

create or replace function private.work_languages() returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return array['en', 'es', 'pt', 'fr', 'de', 'it', 'nl', 'pl', 'cs', 'tr', 'ru', 'uk', 'ar', 'hi', 'id', 'vi', 'th',
    'zh', 'ja', 'ko'];
end;
$$;

create or replace function private.session_is_open() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (auth.jwt() ->> 'session_id') is null or exists (
    select from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = (select auth.uid())
      and (s.not_after is null or s.not_after > now())
  );
end;
$$;

create or replace function private.shows_all_characters(value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return regexp_replace(value,
    '([\u00A9\u00AE\u203C\u2049\u2122\u2139\u2194-\u21AA\u231A-\u23FF\u25AA-\u27BF\u2934\u2935'
    '\u2B05-\u2B55\u3030\u303D\u3297\u3299\U0001F000-\U0001FAFF])'
    '(\uFE0F?\u200D(?=[\u2190-\u2BFF\U0001F000-\U0001FAFF])|\uFE0F)', '\1', 'g')
    !~ ('[' || private.hidden_characters() || ']');
end;
$$;

create or replace function private.texts_are_within(list text[], max_count int, max_length int) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return cardinality(list) <= max_count
    and not exists (
      select from unnest(list) as item
      where item is null or item <> btrim(item) or item ~ '[[:cntrl:]]'
        or length(item) not between 1 and max_length
    );
end;
$$;

create or replace function private.follower_counts_are_valid(counts jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_typeof(counts) = 'object' and not exists (
    select from jsonb_each(case when jsonb_typeof(counts) = 'object' then counts end) as entry
    where entry.key <> all (private.platforms())
      or jsonb_typeof(entry.value) <> 'number'
      or entry.value #>> '{}' !~ '^[0-9]{1,10}$'
  );
end;
$$;

create or replace function private.follower_sum(counts jsonb) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(sum((entry.value #>> '{}')::bigint), 0)::bigint
    from jsonb_each(case when jsonb_typeof(counts) = 'object' then counts end) as entry
    where entry.value #>> '{}' ~ '^[0-9]{1,10}$'
  );
end;
$$;

create or replace function private.listed_once(list text[], deleted_at timestamptz) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(select distinct item from unnest(list) as item where deleted_at is null order by item);
end;
$$;

create or replace function private.terms_hash(terms jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return encode(sha256(convert_to(terms::text, 'UTF8')), 'hex');
end;
$$;

create or replace function private.are_web_addresses(links text[]) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return not exists (
    select from unnest(links) as link
    where link is null or link !~* '^https?://[^][[:space:]/?#@\\"<>]+([/?#][^[:space:]]*)?$'
  );
end;
$$;

create or replace function private.delivery_files_are_valid(files jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return case when jsonb_typeof(files) = 'array' then not exists (
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
  ) else false end;
end;
$$;

create or replace function private.brief_content(
  message text, goal text, dos text[], donts text[], links text[], files jsonb
) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'message', nullif(message, ''), 'goal', nullif(goal, ''),
    'dos', case when cardinality(dos) > 0 then to_jsonb(dos) end,
    'donts', case when cardinality(donts) > 0 then to_jsonb(donts) end,
    'links', case when cardinality(links) > 0 then to_jsonb(links) end,
    'files', nullif(files, '[]')));
end;
$$;

create or replace function private.reward_account(inviter_id uuid, currency text) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
begin
  return (
    select private.member_account(p.id,
      case when p.role = 'kol' then 'pending' else 'wallet' end, reward_account.currency)
    from public.profiles p where p.id = reward_account.inviter_id
  );
end;
$$;

create or replace function private.share_of(o public.pack_orders) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case s.outcome when 'refund' then o.released_minor when 'settlement' then o.creator_share_minor else o.price_minor end
    from private.order_status(o.status) s
  );
end;
$$;

create or replace function private.has_suspended_side(o public.pack_orders) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p where p.id in (o.brand_id, o.kol_id) and p.suspended_at is not null
  );
end;
$$;

create or replace function private.clock_stop_left(o public.pack_orders, at timestamptz) returns interval
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(o.clock_resumes_at - at,
    make_interval(secs => private.setting('clock_stop_most') * 86400 - o.clock_stopped_seconds));
end;
$$;

create or replace function private.clock_stops(o public.pack_orders, at timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_suspended_side(o) and private.clock_stop_left(o, at) > interval '0';
end;
$$;

create or replace function private.clock_of(o public.pack_orders, status text) returns interval
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case
      when s.deadline_is_delivery then make_interval(days => o.delivery_days)
      when s.deadline_setting is not null then make_interval(hours => private.setting(s.deadline_setting)::int)
    end
    from private.order_status(clock_of.status) s
  );
end;
$$;

create or replace function private.side_of(o public.pack_orders, profile_id uuid) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case profile_id when o.brand_id then 'brand' when o.kol_id then 'creator' end;
end;
$$;

create or replace function private.just_moved_by(o public.pack_orders, to_status text, actor_id uuid, note text default null)
returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return o.status = just_moved_by.to_status and coalesce((
    select e.to_status = o.status and e.actor_id = just_moved_by.actor_id
      and (just_moved_by.note is null or e.note is not distinct from nullif(just_moved_by.note, ''))
    from public.order_events e
    where e.order_id = o.id and e.kind = 'move'
    order by e.id desc limit 1
  ), false);
end;
$$;

create or replace function private.notice(n public.notifications) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', n.id, 'type', n.type, 'event', n.event, 'title', n.title,
    'message', n.message, 'data', n.data);
end;
$$;

create or replace function private.join_notices(old jsonb, new jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_path_query_array(old || new, '$[last - 19 to last]');
end;
$$;

create or replace function private.email_subject(type text, data jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce('order ' || (data ->> 'order_id'), 'campaign ' || (data ->> 'campaign_id'),
    'search ' || (data ->> 'saved_search_id'), type);
end;
$$;
