set local check_function_bodies = off;

ALTER TABLE "public"."messages" DROP CONSTRAINT "messages_file_size_within_limit";

ALTER TABLE "public"."profiles" DROP CONSTRAINT "profiles_language_code";

CREATE OR REPLACE FUNCTION private.attachment_max_bytes()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 25 * 1024 * 1024::bigint
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
  where given not in ('searchTerm', 'language', 'followersRanges', 'rating', 'verified', 'emailNotifications')
    and private.member_lists() -> given is null
  limit 1;
  if v_unknown is not null then
    raise exception 'filter_unknown_key' using errcode = 'PT422', detail = v_unknown;
  end if;

  v_filter.term := nullif(private.normalise_text(private.filter_value(filters, 'searchTerm', 'string')), '');
  if length(v_filter.term) > 100 then
    raise exception 'filter_term_too_long' using errcode = 'PT422', detail = 'searchTerm';
  end if;
  v_filter.language := nullif(private.filter_value(filters, 'language', 'string'), '');
  v_filter.platforms := private.filter_words(filters, 'platforms');
  v_filter.categories := private.filter_words(filters, 'categories');
  v_filter.regions := private.filter_words(filters, 'regions');
  v_ranges := private.filter_list(filters, 'followersRanges');
  v_rating := private.filter_value(filters, 'rating', 'number')::numeric;
  v_filter.verified := nullif(private.filter_value(filters, 'verified', 'boolean')::boolean, false);
  v_filter.email_notifications :=
    coalesce(private.filter_value(filters, 'emailNotifications', 'boolean')::boolean, false);

  if v_filter.language <> all (private.work_languages()) or v_rating not between 0 and 5 then
    raise exception 'filter_unknown_value' using errcode = 'PT422';
  end if;
  if not v_ranges <@ private.follower_ranges() then
    raise exception 'filter_unknown_range' using errcode = 'PT422';
  end if;
  v_filter.follower_ranges := (
    select array_agg(array_position(private.follower_ranges(), range)::smallint order by 1)
    from unnest(v_ranges) as range
  );
  v_filter.min_rating := nullif(ceil(v_rating * 100), 0)::smallint;
  return v_filter;
end;
$function$;

CREATE OR REPLACE FUNCTION private.picture_max_bytes()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 5 * 1024 * 1024::bigint
$function$;

COMMENT ON FUNCTION "private"."attachment_max_bytes"() IS 'The largest file of a message or delivery, in bytes.';

COMMENT ON FUNCTION "private"."picture_max_bytes"() IS 'The largest picture of a profile, in bytes.';

COMMENT ON FUNCTION "private"."work_languages"() IS 'Languages that creators work in (ISO 639-1).';

REVOKE ALL ON FUNCTION "private"."attachment_max_bytes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."attachment_max_bytes"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."picture_max_bytes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."picture_max_bytes"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_languages"() FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."work_languages"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."work_languages"() FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."work_languages"() TO "service_role";

ALTER TABLE "public"."messages" ADD CONSTRAINT "messages_file_size_within_limit" CHECK (((file_size >= 0) AND (file_size <= private.attachment_max_bytes())));

ALTER TABLE "public"."profiles" ADD CONSTRAINT "profiles_language_code" CHECK ((language = ANY (private.work_languages())));
