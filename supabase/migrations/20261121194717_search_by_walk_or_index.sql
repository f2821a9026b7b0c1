set local check_function_bodies = off;

DROP INDEX "private"."creators_by_followers";

DROP INDEX "private"."creators_by_keys";

DROP INDEX "private"."creators_by_newest";

DROP INDEX "private"."creators_by_rating";

DROP INDEX "private"."creators_by_term";

ALTER TABLE "private"."search_terms" DROP CONSTRAINT "search_terms_term_normalised";

DROP FUNCTION "private"."codes_of"(text[], text[]);

DROP FUNCTION "private"."count_trigrams"(timestamp with time zone);

DROP FUNCTION "private"."normalise_text"(text);

DROP FUNCTION "private"."refund_text"(public.pack_orders);

DROP FUNCTION "private"."tell_about_order"(uuid, public.pack_orders, text, text, text, text);

DROP FUNCTION "private"."tell_campaign_creator"(private.creators, uuid[], uuid[], integer, timestamp with time zone);

DROP FUNCTION "private"."tell_saved_searches"(private.creators, uuid[], uuid[], integer, timestamp with time zone);

DROP TABLE "private"."trigram_frequencies";

CREATE TABLE "private"."frequencies" ("feature" text COLLATE pg_catalog."C" NOT NULL, "creators" integer NOT NULL, "counted_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "frequencies_pkey" PRIMARY KEY (feature));

ALTER TABLE "private"."frequencies" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."match_queue" ADD COLUMN "told_up_to" uuid;

CREATE TYPE "private"."creator_page" AS ("key" text, "in_name" boolean, "me" uuid, "position" text, "after" uuid, "size" integer);

ALTER TYPE "private"."creator_filter" ADD ATTRIBUTE "category_traits" bigint CASCADE;

ALTER TYPE "private"."creator_filter" ADD ATTRIBUTE "language_code" integer CASCADE;

ALTER TYPE "private"."creator_filter" ADD ATTRIBUTE "name_signature" bit(640) CASCADE;

ALTER TYPE "private"."creator_filter" ADD ATTRIBUTE "platform_traits" bigint CASCADE;

ALTER TYPE "private"."creator_filter" ADD ATTRIBUTE "range_traits" bigint CASCADE;

ALTER TYPE "private"."creator_filter" ADD ATTRIBUTE "signature" bit(640) CASCADE;

CREATE OR REPLACE FUNCTION private.anchor_of(term text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.announce_invitee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_inviter_id uuid;
begin
  update public.referrals r set announced_at = now()
  where r.invitee_id = NEW.id and r.announced_at is null
  returning r.inviter_id into v_inviter_id;
  if v_inviter_id is not null then
    perform private.notify(
      v_inviter_id, 'invite_accepted', 'Invite accepted',
      format('%s joined with your invite', NEW.display_name),
      jsonb_build_object('profile_id', NEW.id, 'profile_name', NEW.display_name)
    );
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.apply_to_campaign(campaign_id uuid, pack_id uuid, price_minor bigint, note text, delivery_days integer)
 RETURNS public.campaign_applications
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.require_transact();
  v_name text := (select m.display_name from public.members m where m.id = v_me);
  v_campaign public.campaigns;
  v_creator private.creators;
  v_pack public.packs;
  v_application public.campaign_applications;
  v_terms public.campaign_applications;
begin
  select * into v_creator from private.creators c where c.profile_id = v_me;
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  -- Shared with other applicants, but not with the closing of the campaign.
  select * into v_campaign from public.campaigns c where c.id = apply_to_campaign.campaign_id for share;
  if v_campaign.status is distinct from 'open' or v_campaign.deadline <= now() then
    raise exception 'campaign_not_open' using errcode = 'PT409';
  end if;
  if private.are_blocked(v_me, v_campaign.brand_id) then
    raise exception 'blocked' using errcode = 'PT403';
  end if;
  select * into v_application from public.campaign_applications a
  where a.campaign_id = v_campaign.id and a.kol_id = v_me for update;
  if v_application.status <> 'withdrawn' then
    return v_application;
  end if;
  if private.creator_satisfies(v_creator, private.parse_filters(v_campaign.filters)) is not true then
    raise exception 'campaign_not_for_you' using errcode = 'PT403';
  end if;

  if num_nonnulls(pack_id, price_minor) <> 1 then
    raise exception 'pack_or_price' using errcode = 'PT422';
  end if;
  if pack_id is not null then
    select * into v_pack from public.packs p
    where p.id = apply_to_campaign.pack_id and p.kol_id = v_me and p.is_published;
    if not found then
      raise exception 'pack_unavailable' using errcode = 'PT409';
    end if;
    if v_pack.currency <> v_campaign.currency then
      raise exception 'currency_mismatch' using errcode = 'PT422';
    end if;
    v_terms.title := v_pack.title;
    v_terms.price_minor := v_pack.price_minor;
    v_terms.delivery_days := v_pack.delivery_days;
    v_terms.revisions := v_pack.revisions;
  else
    v_terms.title := v_campaign.title;
    v_terms.price_minor := apply_to_campaign.price_minor;
    v_terms.delivery_days := apply_to_campaign.delivery_days;
    v_terms.revisions := private.setting('campaign_revisions');
  end if;
  if v_terms.price_minor > v_campaign.budget_minor then
    raise exception 'over_budget' using errcode = 'PT422';
  end if;

  insert into public.campaign_applications as a (
    campaign_id, brand_id, kol_id, pack_id, title, price_minor, delivery_days, revisions, note
  ) values (
    v_campaign.id, v_campaign.brand_id, v_me, v_pack.id, v_terms.title, v_terms.price_minor,
    v_terms.delivery_days, v_terms.revisions, coalesce(btrim(apply_to_campaign.note), '')
  )
  -- Withdrawn before, or sent twice at once: one application either way.
  on conflict on constraint campaign_applications_once do update set status = 'sent',
    pack_id = excluded.pack_id, title = excluded.title, price_minor = excluded.price_minor,
    delivery_days = excluded.delivery_days, revisions = excluded.revisions, note = excluded.note,
    updated_at = now()
  where a.status = 'withdrawn'
  returning * into v_application;
  if not found then
    select * into v_application from public.campaign_applications a
    where a.campaign_id = v_campaign.id and a.kol_id = v_me;
    return v_application;
  end if;
  perform private.notify(v_campaign.brand_id, 'application_update', 'New application',
    format('%s applied to "%s"', v_name, v_campaign.title),
    jsonb_build_object('campaign_id', v_campaign.id, 'campaign_title', v_campaign.title,
      'application_id', v_application.id, 'status', 'sent',
      'profile_id', v_me, 'profile_name', v_name));
  return v_application;
end;
$function$;

CREATE OR REPLACE FUNCTION private.beyond(page private.creator_page)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format('(c.%I, c.profile_id) < (%L, %L)', (page).key, (page).position, (page).after)
  where (page).position is not null
$function$;

CREATE OR REPLACE FUNCTION private.codes_of(list text[], codes text[])
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (select coalesce(array_agg(array_position(codes, item)), '{}') from unnest(list) as item);
end;
$function$;

CREATE OR REPLACE FUNCTION private.count_frequencies(at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.creator_traits(language text, platforms text[], categories text[], follower_range integer, is_verified boolean, rating integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(private.trait_bits(private.codes_of(platforms, private.platform_codes()), 0), 0)
    | coalesce(private.trait_bits(private.codes_of(categories, private.category_codes()), 16), 0)
    | private.trait_bits(array[follower_range], 32)
    | case when is_verified then 1::bigint << 38 else 0 end
    | (private.language_code(language)::bigint << 40)
    | (rating::bigint << 50)
$function$;

CREATE OR REPLACE FUNCTION private.expand_filter(f private.creator_filter, OUT keys integer[], OUT wide boolean)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_language int := coalesce(private.language_code((f).language), 0);
  v_platforms int[] := private.codes_of((f).platforms, private.platform_codes());
  v_categories int[] := private.codes_of((f).categories, private.category_codes());
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
$function$;

CREATE OR REPLACE FUNCTION private.filter_list(filters jsonb, key text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.filter_value(filters jsonb, key text, type text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_value jsonb := nullif(filters -> key, 'null');
begin
  if jsonb_typeof(v_value) <> type then
    raise exception 'filter_wrong_type' using errcode = 'PT422', detail = key;
  end if;
  return v_value #>> '{}';
end;
$function$;

CREATE OR REPLACE FUNCTION private.follower_floors()
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array[0, 1001, 10001, 100001, 1000001]::bigint[]
$function$;

CREATE OR REPLACE FUNCTION private.follower_range(total bigint)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select width_bucket(total, private.follower_floors())::smallint
$function$;

CREATE OR REPLACE FUNCTION private.gather_creators(f private.creator_filter, page private.creator_page, grams tsquery, by_name boolean)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_indexscan TO 'off'
 SET work_mem TO '64MB'
AS $function$
declare
  v_ids uuid[];
begin
  execute format($sql$
    select array_agg(found.profile_id) from (
      select c.profile_id from private.creators c
      where private.creator_satisfies(c, $1) and ($3 is null or private.grams(c.haystack) @@ $3)
        and (not $5 or c.name like ($1).term_pattern)
        and ($4 is null or (c.name like ($1).term_pattern) is not distinct from $4)
        and %2$s and c.profile_id <> $2
      order by c.%1$I desc, c.profile_id desc
      limit %3$s
    ) found $sql$, (page).key, coalesce(private.beyond(page), 'true'), (page).size)
    into v_ids using f, (page).me, grams, (page).in_name, by_name;
  return coalesce(v_ids, '{}');
end;
$function$;

CREATE OR REPLACE FUNCTION private.grams(value text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array_to_tsvector(array(
    select substr(value, place, 5) from generate_series(1, length(value)) as place
  ))
$function$;

CREATE OR REPLACE FUNCTION private.may_satisfy(signature bit, traits bigint, f private.creator_filter)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((f).platform_traits IS NULL) OR ((traits & (f).platform_traits) <> 0)) AND (((f).category_traits IS NULL) OR ((traits & (f).category_traits) <> 0)) AND (((f).range_traits IS NULL) OR ((traits & (f).range_traits) <> 0)) AND (((f).language_code IS NULL) OR (((traits >> 40) & (1023)::bigint) = (f).language_code)) AND (((f).min_rating IS NULL) OR ((traits >> 50) >= (f).min_rating)) AND (((f).verified IS NULL) OR ((traits & '274877906944'::bigint) <> 0)) AND (((f).signature IS NULL) OR ((signature & (f).signature) = (f).signature)));

CREATE OR REPLACE FUNCTION private.normalise_text(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return btrim(regexp_replace(
    lower(normalize(value, NFC) collate pg_catalog.pg_c_utf8), E'[\\x01-\\x20\\x7f]+', ' ', 'g'));
end;
$function$;

CREATE OR REPLACE FUNCTION private.page_of_creators(f private.creator_filter, page private.creator_page)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
  if f.min_rating is not null and (page).key <> 'rating' then
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
$function$;

CREATE OR REPLACE FUNCTION private.parse_filters(filters jsonb)
 RETURNS private.creator_filter
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
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
    or not v_filter.platforms <@ private.platform_codes()
    or not v_filter.categories <@ private.category_codes()
  then
    raise exception 'filter_unknown_value' using errcode = 'PT422';
  end if;
  if not v_ranges <@ array['0-1k', '1k-10k', '10k-100k', '100k-1m', '1m+'] then
    raise exception 'filter_unknown_range' using errcode = 'PT422';
  end if;
  v_filter.follower_ranges := (
    select array_agg(array_position(array['0-1k', '1k-10k', '10k-100k', '100k-1m', '1m+'], range)::smallint
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
  v_filter.platform_traits := private.trait_bits(private.codes_of(v_filter.platforms, private.platform_codes()), 0);
  v_filter.category_traits := private.trait_bits(private.codes_of(v_filter.categories, private.category_codes()), 16);
  v_filter.range_traits := private.trait_bits(v_filter.follower_ranges::int[], 32);
  return v_filter;
end;
$function$;

CREATE OR REPLACE FUNCTION private.propose_settlement(order_id uuid, creator_share_minor bigint)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id);
  v_me uuid := private.my_profile_id();
begin
  if v_order.status is distinct from 'disputed' then
    raise exception 'order_not_disputed' using errcode = 'PT409';
  end if;
  if (creator_share_minor between 0 and v_order.price_minor) is not true then
    raise exception 'share_out_of_range' using errcode = 'PT422';
  end if;
  if (private.last_proposal(v_order.id, v_me)).creator_share_minor = propose_settlement.creator_share_minor then
    return v_order;
  end if;
  insert into public.settlement_proposals (order_id, proposed_by, creator_share_minor)
  values (v_order.id, v_me, propose_settlement.creator_share_minor);
  perform private.tell_about_order(
    case v_me when v_order.brand_id then v_order.kol_id else v_order.brand_id end,
    v_order, 'dispute_update', 'settlement_proposed',
    format('A settlement for %s is proposed', v_order.pack_title),
    format('%s of %s for the creator.',
      private.money_text(propose_settlement.creator_share_minor, v_order.currency),
      private.money_text(v_order.price_minor, v_order.currency)),
    jsonb_build_object('amount_minor', propose_settlement.creator_share_minor));
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.rare_grams(term text, OUT query tsquery, OUT creators integer)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.reveal_reviews(order_id uuid, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_review public.reviews;
  v_author text;
  v_count int := 0;
begin
  -- In the order of the profiles, whose rows are locked next.
  for v_review in
    select * from public.reviews r
    where r.order_id = reveal_reviews.order_id and r.visible_at is null
    order by r.subject_id
    for no key update
  loop
    update public.reviews r set visible_at = at where r.id = v_review.id;
    perform private.recompute_rating(v_review.subject_id);
    select p.display_name into v_author from public.profiles p where p.id = v_review.author_id;
    perform private.notify(v_review.subject_id, 'review_received',
      format('%s reviewed your work together', coalesce(v_author, 'Unknown')),
      format('%s of 5', v_review.rating),
      jsonb_build_object('order_id', v_review.order_id, 'event', 'review_visible',
        'other_id', v_review.author_id, 'other_name', v_author, 'rating', v_review.rating));
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$function$;

CREATE OR REPLACE FUNCTION private.search_creators(filters jsonb, sort text, page_size integer, after uuid)
 RETURNS SETOF public.members
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  v_page.me := private.my_profile_id();
  v_page.after := after;
  v_page.size := least(greatest(coalesce(page_size, 24), 1), 100);
  v_page.key := case sort
    when 'rating' then 'rating'
    when 'relevance' then 'rating'
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
            coalesce(p.rating * 100, 0)::smallint as rating, p.follower_total, p.created_at
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
$function$;

CREATE OR REPLACE FUNCTION private.settle_payout(payout_id uuid, provider_ref text)
 RETURNS public.payouts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payout public.payouts := private.lock_payout(payout_id);
begin
  if v_payout.status = 'sent' and v_payout.provider_ref = settle_payout.provider_ref then
    return v_payout;
  end if;
  if v_payout.status is distinct from 'requested' then
    raise exception 'payout_not_open' using errcode = 'PT409';
  end if;
  update public.payouts p set status = 'sent', provider_ref = settle_payout.provider_ref
  where p.id = v_payout.id
  returning * into v_payout;
  perform private.post_transfer('payout_sent',
    array[
      private.member_account(v_payout.profile_id, 'in_transit', v_payout.currency),
      private.platform_account('cash', v_payout.currency, v_payout.id)
    ],
    array[-v_payout.amount_minor, v_payout.amount_minor], null, v_payout.id);
  perform private.notify(v_payout.profile_id, 'payment_received',
    private.money_text(v_payout.amount_minor, v_payout.currency) || ' is on its way to you',
    'Sent to ' || v_payout.destination || '.',
    jsonb_build_object('payout_id', v_payout.id, 'event', 'payout_sent',
      'amount_minor', v_payout.amount_minor, 'currency', v_payout.currency,
      'destination', v_payout.destination));
  return v_payout;
end;
$function$;

CREATE OR REPLACE FUNCTION private.stretch(f private.creator_filter, page private.creator_page)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_floors bigint[] := private.follower_floors();
  v_lowest int := (select min(range) from unnest(f.follower_ranges) as range);
  v_highest int := (select max(range) from unnest(f.follower_ranges) as range);
begin
  return concat_ws(' and ', 'true',
    private.beyond(page),
    case when (page).key = 'rating' then 'c.rating >= ' || f.min_rating end,
    case when (page).key = 'follower_total' then 'c.follower_total >= ' || v_floors[v_lowest] end,
    case when (page).key = 'follower_total' then 'c.follower_total < ' || v_floors[v_highest + 1] end);
end;
$function$;

CREATE OR REPLACE FUNCTION private.tell_about_order(to_id uuid, o public.pack_orders, type text, event text, title text, message text, data jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_other_id uuid := case to_id when o.brand_id then o.kol_id else o.brand_id end;
begin
  perform private.notify(to_id, type, title, message,
    jsonb_build_object('order_id', o.id, 'event', event, 'pack_title', o.pack_title,
      'other_id', v_other_id,
      'other_name', (select p.display_name from public.profiles p where p.id = v_other_id),
      'price_minor', o.price_minor, 'currency', o.currency) || data);
end;
$function$;

CREATE OR REPLACE FUNCTION private.tell_campaign_creator(c private.creators, exact uuid[], to_recheck uuid[], at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.tell_order_move(o public.pack_orders, from_status text, actor_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_brand text := coalesce((select p.display_name from public.profiles p where p.id = o.brand_id), 'Unknown Brand');
  v_kol text := coalesce((select p.display_name from public.profiles p where p.id = o.kol_id), 'Unknown Creator');
  v_paid bigint := o.price_minor + o.buyer_fee_minor;
  v record;
begin
  case o.status
    when 'funded' then
      perform private.tell_about_order(o.kol_id, o, 'order_update', 'funded',
        format('New order from %s for %s', v_brand, o.pack_title),
        private.money_text(o.price_minor, o.currency) || ' is in escrow. Accept or decline the order.',
        jsonb_build_object('amount_minor', o.price_minor));
    when 'in_progress' then
      perform private.tell_about_order(o.brand_id, o, 'order_update', 'accepted',
        format('%s accepted your order for %s', v_kol, o.pack_title), 'The work has begun.');
    when 'declined' then
      perform private.tell_refund(o, format('%s declined your order for %s', v_kol, o.pack_title), v_paid);
    when 'delivered' then
      perform private.tell_about_order(o.brand_id, o, 'order_update', 'delivered',
        format('%s delivered %s', v_kol, o.pack_title), 'Accept the work or ask for a revision.');
    when 'in_revision' then
      perform private.tell_about_order(o.kol_id, o, 'order_update', 'revision_requested',
        format('%s asked for a revision of %s', v_brand, o.pack_title), 'Read what should change, then deliver again.');
    when 'expired' then
      -- The creator never heard of an order that was not paid.
      if from_status = 'pending_payment' then
        perform private.tell_about_order(o.brand_id, o, 'order_update', 'expired',
          format('Your order for %s expired', o.pack_title), 'It was not paid in time.',
          '{"reason": "unpaid"}');
      else
        perform private.tell_refund(o, format('Your order for %s expired', o.pack_title), v_paid);
        perform private.tell_about_order(o.kol_id, o, 'order_update', 'expired',
          format('The order from %s for %s expired', v_brand, o.pack_title), 'It was not accepted in time.');
      end if;
    when 'cancelled' then
      -- Only a chargeback cancels without a person.
      if actor_id is null then
        perform private.tell_about_order(o.brand_id, o, 'order_update', 'cancelled',
          format('Your order for %s was cancelled', o.pack_title), 'The payment was charged back.',
          '{"reason": "chargeback"}');
      else
        perform private.tell_refund(o, format('Your order for %s was cancelled', o.pack_title), v_paid);
      end if;
      perform private.tell_about_order(o.kol_id, o, 'order_update', 'cancelled',
        format('The order from %s for %s was cancelled', v_brand, o.pack_title), 'The work is off.');
    when 'completed' then
      perform private.tell_about_order(o.kol_id, o, 'order_update', 'completed',
        format('Project completed! %s for %s', o.pack_title, v_brand), 'Thank you for the work.');
      perform private.tell_about_order(o.brand_id, o, 'order_update', 'completed',
        format('Project completed by %s!', v_kol), 'Tell others how it went: write a review.');
    when 'disputed' then
      perform private.tell_about_order(id, o, 'dispute_update', 'disputed',
        format('Dispute about %s', o.pack_title), 'The money stays in escrow until the dispute is settled.')
      from unnest(array[o.brand_id, o.kol_id]) as id;
    when 'settled' then
      select * into v from private.share_out(o, o.creator_share_minor);
      perform private.tell_refund(o, format('The dispute about %s is settled', o.pack_title),
        v.brand_minor, 'dispute_update');
      perform private.tell_about_order(o.kol_id, o, 'dispute_update', 'settled',
        format('The dispute about %s is settled', o.pack_title),
        private.money_text(v.creator_minor, o.currency) || ' is yours.',
        jsonb_build_object('amount_minor', v.creator_minor));
    else null;
  end case;

  if o.status in ('completed', 'settled') then
    select * into v from private.share_out(o, coalesce(o.creator_share_minor, o.price_minor));
    if v.creator_minor > 0 then
      perform private.tell_about_order(o.kol_id, o, 'payment_received', o.status,
        format('You earned %s', private.money_text(v.creator_minor, o.currency)),
        format('For %s. It becomes available when the hold ends.', o.pack_title),
        jsonb_build_object('amount_minor', v.creator_minor));
    end if;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.tell_refund(o public.pack_orders, title text, amount_minor bigint, type text DEFAULT 'order_update'::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_about_order(o.brand_id, o, type, o.status, title,
    private.money_text(amount_minor, o.currency) || ' is back in your wallet.',
    jsonb_build_object('amount_minor', amount_minor));
end;
$function$;

CREATE OR REPLACE FUNCTION private.tell_saved_searches(c private.creators, exact uuid[], to_recheck uuid[], at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_name text := (select m.display_name from public.members m where m.id = c.profile_id);
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
  insert into public.notifications (user_id, type, title, message, data, created_at)
  select fresh.user_id, 'new_kol_match', 'New KOL Match Found!',
    format('%s matches your saved search "%s"', v_name, fresh.name),
    jsonb_build_object('profile_id', c.profile_id, 'profile_name', v_name,
      'saved_search_id', fresh.id, 'saved_search_name', fresh.name),
    at
  from fresh join told on told.saved_search_id = fresh.id;
  get diagnostics v_told = row_count;
  return v_told;
end;
$function$;

CREATE OR REPLACE FUNCTION private.text_bits(value text, first integer, most integer)
 RETURNS bit
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(bit_or(set_bit(0::bit(640), first + (hashtext(substr(value, place, 3)) & (most - 1)), 1)), 0::bit(640))
    from generate_series(1, length(value) - 2) as place
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.signature(name text, haystack text)
 RETURNS bit
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (private.text_bits(haystack, 0, 512) | private.text_bits(name, 512, 128));

CREATE OR REPLACE FUNCTION private.trait_bits(codes integer[], first integer)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (select bit_or(1::bigint << (first + code - 1)) from unnest(codes) as code);
end;
$function$;

CREATE OR REPLACE FUNCTION private.walk_creators(f private.creator_filter, page private.creator_page, steps bigint)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
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
      where private.may_satisfy(step.signature, step.traits, $1) and step.profile_id <> $2
        and ($3 is null or step.signature & $3 = $3)
        and (
          select private.creator_satisfies(c, $1) and ($4 is null or $4 = (c.name like ($1).term_pattern))
          from private.creators c where c.profile_id = step.profile_id
        )
      order by step.position desc, step.profile_id desc
      limit %4$s
    ) found $sql$, (page).key, private.stretch(f, page), steps, (page).size)
    into v_ids using f, (page).me, case when (page).in_name then f.name_signature end, (page).in_name;
  return coalesce(v_ids, '{}');
end;
$function$;

CREATE OR REPLACE FUNCTION private.work_campaigns(at timestamp with time zone DEFAULT now())
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    return 0;
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
    if coalesce(cardinality(v_creators), 0) < v_left then
      delete from private.campaign_queue q where q.campaign_id = v_campaign.id;
    else
      update private.campaign_queue q set told_up_to = v_creators[v_left] where q.campaign_id = v_campaign.id;
    end if;
    v_left := v_left - coalesce(cardinality(v_creators), 0);
  end loop;
  return v_told;
end;
$function$;

CREATE OR REPLACE FUNCTION private.work_match_queue(at timestamp with time zone DEFAULT now())
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    v_told := v_told + private.tell_saved_searches(v_creator, v_exact, v_to_recheck, at)
      + private.tell_campaign_creator(v_creator, v_exact, v_to_recheck, at);
    if v_count = v_left then
      insert into private.match_queue (profile_id, told_up_to) values (v_profile_id, v_told_up_to);
      perform pg_notify('due_work', '');
    end if;
    v_left := v_left - v_count;
  end loop;
  perform private.count_frequencies(at);
  return v_told;
end;
$function$;

CREATE OR REPLACE FUNCTION private.work_reminders(at timestamp with time zone, batch integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant interval := make_interval(hours => private.setting('review_reminder_first')::int);
  v_second constant interval := make_interval(hours => private.setting('review_reminder_second')::int);
  v_order public.pack_orders;
  v_count int := 0;
begin
  for v_order in
    select * from public.pack_orders o
    where o.status = 'delivered' and o.due_at > at and o.reminders_sent < 2
      and o.delivered_at <= at - case o.reminders_sent when 0 then v_first else v_second end
    order by o.delivered_at limit batch
    for no key update skip locked
  loop
    update public.pack_orders o
    set reminders_sent = case when at >= o.delivered_at + v_second then 2 else 1 end
    where o.id = v_order.id;
    perform private.tell_about_order(v_order.brand_id, v_order, 'order_update', 'review_reminder',
      format('%s waits for your review', v_order.pack_title),
      format('Without an answer it is accepted on %s UTC.',
        to_char(v_order.due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')),
      jsonb_build_object('due_at', v_order.due_at));
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$function$;

CREATE OR REPLACE FUNCTION private.write_campaign_matches(campaign public.campaigns, creators uuid[], at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_brand text := (select p.display_name from public.profiles p where p.id = campaign.brand_id);
  v_told int;
begin
  with told as (
    insert into private.campaign_matches (campaign_id, profile_id, created_at)
    select campaign.id, creator, at from unnest(creators) as creator
    where creator <> campaign.brand_id
    on conflict do nothing
    returning profile_id
  )
  insert into public.notifications (user_id, type, title, message, data, created_at)
  select p.user_id, 'campaign_match', 'A campaign for you',
    format('%s is looking for creators like you: "%s"', v_brand, campaign.title),
    jsonb_build_object('campaign_id', campaign.id, 'campaign_title', campaign.title,
      'profile_id', campaign.brand_id, 'profile_name', v_brand),
    at
  from told join public.profiles p on p.id = told.profile_id
  where p.user_id is not null;
  get diagnostics v_told = row_count;
  return v_told;
end;
$function$;

COMMENT ON FUNCTION "private"."beyond"(private.creator_page) IS 'A condition on `c`: it comes after the last page; null on the first one.';

COMMENT ON FUNCTION "private"."codes_of"(text[], text[]) IS 'The places of some words in a list of all words.';

COMMENT ON FUNCTION "private"."count_frequencies"(timestamp with time zone) IS 'Counts again what is older than a day, in a market that has grown.';

COMMENT ON FUNCTION "private"."creator_traits"(text, text[], text[], integer, boolean, integer) IS 'Platforms from bit 0, categories from 16, follower range from 32, verified at 38, language from 40, rating from 50.';

COMMENT ON FUNCTION "private"."follower_floors"() IS 'Where each of the ranges 0-1k, 1k-10k, 10k-100k, 100k-1m, 1m+ begins.';

COMMENT ON FUNCTION "private"."gather_creators"(private.creator_filter, private.creator_page, tsquery, boolean) IS 'The page out of all who satisfy the filters, found by grams, by keys or by the index of names.';

COMMENT ON FUNCTION "private"."grams"(text) IS 'Every five characters of a text, and the fewer ones at its end.';

COMMENT ON FUNCTION "private"."may_satisfy"(bit, bigint, private.creator_filter) IS 'Whether a creator may satisfy filters, as far as an entry of a sort index tells.';

COMMENT ON FUNCTION "private"."normalise_text"(text) IS 'Lower case, composed characters, single spaces.';

COMMENT ON FUNCTION "private"."page_of_creators"(private.creator_filter, private.creator_page) IS 'Ids of a page of creators, in order.';

COMMENT ON FUNCTION "private"."rare_grams"(text) IS 'What to look for where a term may be, and how many of the sample have the rarest of it.';

COMMENT ON FUNCTION "private"."signature"(text, text) IS '512 bits for everything that is said of a creator, 128 for the name.';

COMMENT ON FUNCTION "private"."stretch"(private.creator_filter, private.creator_page) IS 'A condition on `c`, which is an entry of the sort index.';

COMMENT ON FUNCTION "private"."tell_about_order"(uuid, public.pack_orders, text, text, text, text, jsonb) IS 'One notification to one side of an order; data brings what else its sentence names.';

COMMENT ON FUNCTION "private"."tell_campaign_creator"(private.creators, uuid[], uuid[], timestamp with time zone) IS 'Tells a changed creator of the open campaigns they satisfy.';

COMMENT ON FUNCTION "private"."tell_refund"(public.pack_orders, text, bigint, text) IS 'Tells the brand how an order ended, and what came back of the money.';

COMMENT ON FUNCTION "private"."tell_saved_searches"(private.creators, uuid[], uuid[], timestamp with time zone) IS 'Tells saved searches about a creator, each once; answers how many.';

COMMENT ON FUNCTION "private"."text_bits"(text, integer, integer) IS 'One of `most` bits, a power of two, for every three characters of a text.';

COMMENT ON FUNCTION "private"."walk_creators"(private.creator_filter, private.creator_page, bigint) IS 'The page as far as it is found within some steps of the sort order; null steps: all.';

COMMENT ON TABLE "private"."frequencies" IS 'How many of a sample of creators hold a trigram, five characters or a key (`key: 5`), or are rated so many tenths or more (`rated: 45`); `everyone` is the size of the sample. Counted once a day; only speed depends on it.';

REVOKE ALL ON FUNCTION "private"."beyond"(private.creator_page) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."beyond"(private.creator_page) TO "postgres";

REVOKE ALL ON FUNCTION "private"."codes_of"(text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."codes_of"(text[], text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_frequencies"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_frequencies"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."creator_traits"(text, text[], text[], integer, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."creator_traits"(text, text[], text[], integer, boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follower_floors"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follower_floors"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."gather_creators"(private.creator_filter, private.creator_page, tsquery, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."gather_creators"(private.creator_filter, private.creator_page, tsquery, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."grams"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."grams"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_satisfy"(bit, bigint, private.creator_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_satisfy"(bit, bigint, private.creator_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."normalise_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."normalise_text"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."page_of_creators"(private.creator_filter, private.creator_page) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."page_of_creators"(private.creator_filter, private.creator_page) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rare_grams"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rare_grams"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."signature"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."signature"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."stretch"(private.creator_filter, private.creator_page) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."stretch"(private.creator_filter, private.creator_page) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_about_order"(uuid, public.pack_orders, text, text, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_about_order"(uuid, public.pack_orders, text, text, text, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_campaign_creator"(private.creators, uuid[], uuid[], timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_campaign_creator"(private.creators, uuid[], uuid[], timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_refund"(public.pack_orders, text, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_refund"(public.pack_orders, text, bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_saved_searches"(private.creators, uuid[], uuid[], timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_saved_searches"(private.creators, uuid[], uuid[], timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."text_bits"(text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."text_bits"(text, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."trait_bits"(integer[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."trait_bits"(integer[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."walk_creators"(private.creator_filter, private.creator_page, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."walk_creators"(private.creator_filter, private.creator_page, bigint) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."frequencies" TO "postgres";

GRANT USAGE ON TYPE "private"."creator_page" TO "postgres";

ALTER TABLE "private"."creators" ADD COLUMN "signature" bit(640) GENERATED ALWAYS AS (private.signature(name, haystack)) STORED NOT NULL;

ALTER TABLE "private"."creators" ADD COLUMN "traits" bigint GENERATED ALWAYS AS (private.creator_traits(language, platforms, categories, (private.follower_range(follower_total))::integer, is_verified, (rating)::integer)) STORED NOT NULL;

CREATE OR REPLACE FUNCTION private.creator_satisfies(c private.creators, f private.creator_filter)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((f).term IS NULL) OR ((c).haystack ~~ (f).term_pattern)) AND (((f).min_rating IS NULL) OR (((c).rating + 0) >= (f).min_rating)) AND (((f).keys = '{0}'::integer[]) OR ((c).keys && (f).keys)) AND ((NOT (f).keys_are_wide) OR ((((f).language IS NULL) OR ((c).language = (f).language)) AND (((f).platforms IS NULL) OR ((c).platforms && (f).platforms)) AND (((f).categories IS NULL) OR ((c).categories && (f).categories)) AND (((f).follower_ranges IS NULL) OR ((c).follower_range = ANY ((f).follower_ranges))) AND (((f).verified IS NULL) OR (c).is_verified))));

ALTER TABLE "private"."search_terms" ADD CONSTRAINT "search_terms_term_normalised" CHECK (((term = private.normalise_text(term)) AND (term <> ''::text)));

CREATE INDEX creators_by_followers ON private.creators USING btree (follower_total DESC, profile_id DESC) INCLUDE (signature, traits);

CREATE INDEX creators_by_grams_and_keys ON private.creators USING gin (private.grams(haystack), keys);

CREATE INDEX creators_by_newest ON private.creators USING btree (created_at DESC, profile_id DESC) INCLUDE (signature, traits);

CREATE INDEX creators_by_rating ON private.creators USING btree (rating DESC, profile_id DESC) INCLUDE (signature, traits);

-- Rows that the product cannot work without. Written so that it may run on any database at any
-- time: what staff changed since is kept.

insert into public.currencies (code, name, decimals) values
  ('USD', 'US dollar', 2),
  ('USDC', 'USD Coin', 6)
on conflict (code) do nothing;

insert into private.settings (key, value, unit, meaning) values
  ('payment_window', 24, 'hours', 'An order that is not paid by then expires.')
on conflict (key) do nothing;

-- Identity (10_profiles, 15_invites)
insert into private.settings (key, value, unit, meaning) values
  ('invite_quota', 5, 'count', 'Invites that a new member may give.'),
  ('invite_quota_step', 3, 'count', 'Invites gained by each completed order.'),
  ('invite_quota_most', 20, 'count', 'Invites that a member may have at a time.'),
  ('check_invite_limit', 30, 'count', 'Invite codes that one address may ask about in a minute.'),
  ('normal_after', 3, 'count', 'Completed orders after which a new member counts as normal.'),
  ('trusted_after', 10, 'count', 'Completed orders after which a member counts as trusted.')
on conflict (key) do nothing;

-- Discovery and communication (50_messages … 80_campaigns)
insert into private.settings (key, value, unit, meaning) values
  ('new_member_conversations_per_day', 20, 'count', 'Conversations that a new member may open in a day.'),
  ('saved_searches_per_member', 100, 'count', 'Saved searches that a member may keep.'),
  ('search_steps', 50000, 'count', 'The most creators that a search looks at in order before it gathers those who satisfy it.'),
  ('match_batch', 5000, 'count', 'Matches told by one run of the worker.'),
  ('email_attempts', 5, 'count', 'Attempts after which an e-mail is given up.'),
  ('email_backoff', 5, 'minutes', 'Wait after the first failed attempt; it doubles with each further one.'),
  ('email_digest_every', 24, 'hours', 'How long a digest collects.'),
  ('campaign_revisions', 2, 'count', 'Revisions of an order that was agreed in a campaign without a pack.'),
  ('campaign_batch', 5000, 'count', 'Creators told of campaigns by one run of the worker.')
on conflict (key) do nothing;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('attachments', 'attachments', false, 25 * 1024 * 1024, array[
    'image/png', 'image/jpeg', 'image/webp', 'image/gif', 'video/mp4', 'video/quicktime', 'video/webm',
    'audio/mpeg', 'audio/mp4', 'audio/ogg', 'application/pdf', 'application/zip', 'text/plain', 'text/csv',
    'text/markdown', 'application/json',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation']),
  ('avatars', 'avatars', true, 5 * 1024 * 1024, array['image/png', 'image/jpeg', 'image/webp', 'image/gif'])
on conflict (id) do nothing;

-- Money and orders (30_ledger … 45_reviews)
insert into private.settings (key, value, unit, meaning) values
  ('creator_fee', 10, 'percent', 'Our share of the price, paid by the creator.'),
  ('buyer_fee', 0, 'percent', 'What a brand pays on top of the price.'),
  ('acceptance_window', 72, 'hours', 'A paid order that the creator has not answered by then expires.'),
  ('late_cancellation', 24, 'hours', 'How late the work must be for the brand to cancel alone.'),
  ('review_window', 72, 'hours', 'Silence of the brand for this long after a delivery accepts it.'),
  ('review_extension', 96, 'hours', 'What the brand may add to the review, once.'),
  ('review_reminder_first', 24, 'hours', 'After a delivery, when the brand is reminded.'),
  ('review_reminder_second', 60, 'hours', 'After a delivery, when the brand is reminded again.'),
  ('hold_new', 14, 'days', 'How long the earnings of a new member are on hold.'),
  ('hold_normal', 7, 'days', 'How long the earnings of a normal member are on hold.'),
  ('hold_trusted', 3, 'days', 'How long the earnings of a trusted member are on hold.'),
  ('referral_reward', 10, 'percent', 'The inviter''s share of our fees on the first order of who they invited.'),
  ('referral_reward_most', 100, 'units', 'The most that one referral can bring, in whole units of the currency.'),
  ('rating_window', 14, 'days', 'How long after its end an order can be reviewed; then all reviews show.'),
  ('rating_least_price', 10, 'units', 'Reviews of orders below this price do not count, in whole units of the currency.'),
  ('due_work_batch', 500, 'count', 'Orders, holds and reviews that one run of the due work takes of each kind.')
on conflict (key) do nothing;

insert into private.order_moves (from_status, to_status, actor) values
  ('pending_payment', 'funded', 'provider'),
  ('pending_payment', 'funded', 'brand'), -- out of the wallet
  ('pending_payment', 'expired', 'clock'),
  ('funded', 'in_progress', 'creator'),
  ('funded', 'declined', 'creator'),
  ('funded', 'cancelled', 'brand'),
  ('funded', 'expired', 'clock'),
  ('in_progress', 'delivered', 'creator'),
  ('in_progress', 'cancelled', 'both'),
  ('in_progress', 'cancelled', 'brand'), -- when the work is late
  ('in_progress', 'disputed', 'brand'),
  ('in_progress', 'disputed', 'creator'),
  ('delivered', 'in_revision', 'brand'),
  ('delivered', 'completed', 'brand'),
  ('delivered', 'completed', 'clock'),
  ('delivered', 'disputed', 'brand'),
  ('delivered', 'disputed', 'creator'),
  ('in_revision', 'delivered', 'creator'),
  ('in_revision', 'disputed', 'brand'),
  ('in_revision', 'disputed', 'creator'),
  ('disputed', 'settled', 'both'),
  ('disputed', 'settled', 'staff'),
  -- The provider took the payment back.
  ('funded', 'cancelled', 'provider'),
  ('in_progress', 'cancelled', 'provider'),
  ('delivered', 'cancelled', 'provider'),
  ('in_revision', 'cancelled', 'provider'),
  ('disputed', 'cancelled', 'provider')
on conflict do nothing;

-- The scheduler of hosted projects; the local stack calls run_due_work by itself (98_due_work).
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron;
    perform cron.schedule('kolpact-due-work', '5 seconds', 'select private.run_due_work()');
  end if;
end;
$$;

-- To count what nobody asks the planner about would take longer than everything else it counts.
-- Stands here because a diff of schemas does not carry it.
alter index private.creators_by_grams_and_keys alter column 1 set statistics 0;
-- An earlier release asked for more.
alter table private.creators alter column haystack set statistics default, alter column keys set statistics default;
