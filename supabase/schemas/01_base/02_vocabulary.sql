-- The fixed lists of words of the market, each defined once. Constraints, filters and the search's index read
-- them here; `npm run gen:types` writes the client's lists and types from them. Currencies are
-- a table (01_base/01_foundations; its rows are in 04_money/01_ledger), because each has numbers of its own.
--
-- Append new words, never reorder or remove: the index of the search stores the positions of words in a list, and
-- rows store the words.

-- Lists that members choose words from. Each is a column of `profiles`, a filter of the search and
-- a choice of the forms, by this name and in this order.
-- PL/pgSQL, like most functions that are called when orders and profiles are written: PostgreSQL plans an SQL function
-- with a search_path at each call, and a PL/pgSQL function once a session.
create function private.member_lists() returns json
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
comment on function private.member_lists is 'The lists that members choose words from: where they publish, what they write about and where their audience is.';

create function private.words(list text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return array(select json_array_elements_text(private.member_lists() -> list));
end;
$$;
comment on function private.words is 'The words of one list of private.member_lists.';

create function private.platforms() returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return private.words('platforms');
end;
$$;

create function private.follower_ranges() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['0-1k', '1k-10k', '10k-100k', '100k-1m', '1m+']
$$;
comment on function private.follower_ranges is 'Ranges of a number of followers, as filters name them.';

create function private.follower_floors() returns bigint[]
language sql immutable parallel safe set search_path = '' as $$
  select array[0, 1001, 10001, 100001, 1000001]::bigint[]
$$;
comment on function private.follower_floors is 'The smallest number of followers in each range of follower_ranges.';

create function private.work_languages() returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return array['en', 'es', 'pt', 'fr', 'de', 'it', 'nl', 'pl', 'cs', 'tr', 'ru', 'uk', 'ar', 'hi', 'id', 'vi', 'th',
    'zh', 'ja', 'ko'];
end;
$$;
comment on function private.work_languages is 'Languages that creators work in (ISO 639-1).';

create function private.usage_rights() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['repost', 'own_channels', 'advertising', 'all']
$$;
comment on function private.usage_rights is 'Rights of a brand to use the work, each including those before it: repost it, publish it on its own channels, advertise with it, everything.';

create function private.disclosures() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['platform_label', 'in_text', 'spoken']
$$;
comment on function private.disclosures is 'Ways in which the work discloses that it is paid for: the label of the platform, its text, or speech.';

create function private.picture_types() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['image/png', 'image/jpeg', 'image/webp', 'image/gif']
$$;
comment on function private.picture_types is 'Media types of pictures that a profile may show.';

create function private.attachment_types() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select private.picture_types() || array['video/mp4', 'video/quicktime', 'video/webm', 'audio/mpeg', 'audio/mp4',
    'audio/ogg', 'application/pdf', 'application/zip', 'text/plain', 'text/csv', 'text/markdown', 'application/json',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation']
$$;
comment on function private.attachment_types is 'Media types of the files that messages and deliveries may have.';

create function private.picture_max_bytes() returns bigint
language sql immutable parallel safe set search_path = '' as $$
  select 5 * 1024 * 1024::bigint
$$;

create function private.attachment_max_bytes() returns bigint
language sql immutable parallel safe set search_path = '' as $$
  select 25 * 1024 * 1024::bigint
$$;
comment on function private.attachment_max_bytes is 'The largest file of a message or delivery, except for videos, in bytes.';

-- config.toml has the same limit for the server as a whole.
create function private.video_max_bytes() returns bigint
language sql immutable parallel safe set search_path = '' as $$
  select 500 * 1024 * 1024::bigint
$$;
comment on function private.video_max_bytes is 'The largest video that the setting video_mebibytes can allow, in bytes.';

-- Members insert and update rows whose constraints read these.
grant execute on function private.member_lists, private.words, private.platforms, private.usage_rights, private.disclosures,
  private.work_languages, private.video_max_bytes to authenticated, service_role;
