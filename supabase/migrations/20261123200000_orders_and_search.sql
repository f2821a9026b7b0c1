set local check_function_bodies = off;

DROP TRIGGER "pack_orders_terms_are_final" ON "public"."pack_orders";

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

CREATE OR REPLACE FUNCTION private.lock_chargeback(provider text, provider_ref text, payment_ref text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended(format('chargeback %s %s', provider, provider_ref), 0));
  perform private.lock_payment_reference(lock_chargeback.provider, named.ref)
  from (
    select lock_chargeback.payment_ref as ref
    union
    select c.payment_ref from private.chargebacks c
    where c.provider = lock_chargeback.provider and c.provider_ref = lock_chargeback.provider_ref
    order by ref
  ) as named;
end;
$function$;

CREATE OR REPLACE FUNCTION private.notify_about_order(to_id uuid, o public.pack_orders, event text, data jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_other_id uuid := case to_id when o.brand_id then o.kol_id else o.brand_id end;
begin
  perform private.notify(to_id, event,
    jsonb_build_object('order_id', o.id, 'order_number', o.number, 'pack_title', o.pack_title, 'other_id', v_other_id,
      'other_name', coalesce((select p.display_name from public.profiles p where p.id = v_other_id),
        case v_other_id when o.brand_id then 'Unknown Brand' else 'Unknown Creator' end),
      'price_minor', o.price_minor, 'currency', o.currency) || data);
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

CREATE OR REPLACE FUNCTION private.record_chargeback(provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text, at timestamp with time zone DEFAULT now())
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform private.lock_chargeback(provider, provider_ref, provider_ref);
  return to_jsonb(private.open_chargeback(v_given, at));
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_provider_dispute(provider text, provider_ref text, dispute_ref text, status text, amount_minor bigint, currency text, at timestamp with time zone DEFAULT now())
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_given private.chargebacks;
  v_chargeback private.chargebacks;
begin
  if status not in ('opened', 'won', 'lost') or status is null then
    raise exception 'dispute_status_unknown' using errcode = 'PT422';
  end if;
  perform private.lock_chargeback(provider, dispute_ref, provider_ref);
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
$function$;

CREATE OR REPLACE FUNCTION private.record_provider_refund(provider text, provider_ref text, refund_ref text, amount_minor bigint, currency text, at timestamp with time zone DEFAULT now())
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_given private.chargebacks;
  v_payment public.payments;
  v_refund public.payouts;
begin
  perform private.lock_chargeback(provider, refund_ref, provider_ref);
  select * into v_payment from public.payments p
  where p.provider = record_provider_refund.provider and p.provider_ref = record_provider_refund.provider_ref
    and p.currency = record_provider_refund.currency
  for no key update;
  -- Staff may settle the refund by hand at the same time, with this reference.
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
    -- The money has left, so it does not matter that the member is frozen.
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
  -- In order of the profiles, whose rows are locked next. The caller has locked the order.
  for v_review in
    select * from public.reviews r
    where r.order_id = reveal_reviews.order_id and r.visible_at is null
    order by r.subject_id
  loop
    update public.reviews r set visible_at = at where r.id = v_review.id;
    perform private.recompute_rating(v_review.subject_id);
    select p.display_name into v_author from public.profiles p where p.id = v_review.author_id;
    perform private.notify(v_review.subject_id, 'review_visible',
      jsonb_build_object('order_id', v_review.order_id,
        'order_number', (select o.number from public.pack_orders o where o.id = v_review.order_id),
        'other_id', v_review.author_id,
        'other_name', coalesce(v_author, 'Unknown'), 'rating', v_review.rating));
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$function$;

CREATE TRIGGER pack_orders_terms_are_final BEFORE UPDATE ON public.pack_orders FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.number IS DISTINCT FROM new.number) OR (old.pack_id IS DISTINCT FROM new.pack_id) OR (old.brand_id IS DISTINCT FROM new.brand_id) OR (old.kol_id IS DISTINCT FROM new.kol_id) OR (old.pack_title IS DISTINCT FROM new.pack_title) OR (old.price_minor IS DISTINCT FROM new.price_minor) OR (old.fee_minor IS DISTINCT FROM new.fee_minor) OR (old.buyer_fee_minor IS DISTINCT FROM new.buyer_fee_minor) OR (old.currency IS DISTINCT FROM new.currency) OR (old.delivery_days IS DISTINCT FROM new.delivery_days) OR (old.revisions_allowed IS DISTINCT FROM new.revisions_allowed) OR (old.brief IS DISTINCT FROM new.brief) OR (old.idempotency_key IS DISTINCT FROM new.idempotency_key) OR (old.application_id IS DISTINCT FROM new.application_id) OR (old.terms_hash IS DISTINCT FROM new.terms_hash) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION private.refuse_change();

COMMENT ON FUNCTION "private"."attachment_max_bytes"() IS 'The largest file of a message or delivery, in bytes.';

COMMENT ON FUNCTION "private"."lock_chargeback"(text, text, text) IS 'Serialises all reports about a chargeback and about the payment that it concerns.';

COMMENT ON FUNCTION "private"."picture_max_bytes"() IS 'The largest picture of a profile, in bytes.';

COMMENT ON FUNCTION "private"."work_languages"() IS 'Languages that creators work in (ISO 639-1).';

REVOKE ALL ON FUNCTION "private"."attachment_max_bytes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."attachment_max_bytes"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."lock_chargeback"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_chargeback"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."picture_max_bytes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."picture_max_bytes"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_languages"() FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."work_languages"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."work_languages"() FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."work_languages"() TO "service_role";

ALTER TABLE "public"."messages" ADD CONSTRAINT "messages_file_size_within_limit" CHECK (((file_size >= 0) AND (file_size <= private.attachment_max_bytes())));

ALTER TABLE "public"."profiles" ADD CONSTRAINT "profiles_language_code" CHECK ((language = ANY (private.work_languages())));
