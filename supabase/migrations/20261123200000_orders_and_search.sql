set local check_function_bodies = off;

DROP TRIGGER "pack_orders_terms_are_final" ON "public"."pack_orders";

ALTER TABLE "public"."messages" DROP CONSTRAINT "messages_file_size_within_limit";

ALTER TABLE "public"."profiles" DROP CONSTRAINT "profiles_language_code";

DROP FUNCTION "private"."work_announcements"(timestamp with time zone);

DROP FUNCTION "private"."work_campaigns"(timestamp with time zone);

DROP FUNCTION "private"."work_email_digests"(timestamp with time zone);

DROP FUNCTION "private"."work_holds"(private.holds[], timestamp with time zone);

DROP FUNCTION "private"."work_match_queue"(timestamp with time zone);

DROP FUNCTION "private"."work_orders"(public.pack_orders[], timestamp with time zone);

DROP FUNCTION "private"."work_reassessments"(timestamp with time zone, integer);

DROP FUNCTION "private"."work_reminders"(timestamp with time zone, integer);

CREATE OR REPLACE FUNCTION private.accept_application(application_id uuid, idempotency_key uuid, terms text)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- A brand that states no version is bound only to the first one.
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
  v_terms.terms := private.application_terms(v_application);
  v_terms.idempotency_key := accept_application.idempotency_key;
  v_order := private.open_order(v_terms, now());

  update public.campaign_applications a set status = 'accepted', order_id = v_order.id, updated_at = now()
  where a.id = v_application.id returning * into v_application;
  perform private.notify_applicant(v_application, 'application_accepted', v_campaign.title);
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.application_terms(application public.campaign_applications)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.terms(application.title, application.note, null, application.price_minor, application.currency,
    application.delivery_days, application.revisions, application.pack_id, application.promise)
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
    campaign_id, brand_id, kol_id, pack_id, title, price_minor, currency, delivery_days, revisions, promise, note
  ) values (
    v_campaign.id, v_campaign.brand_id, v_me, v_terms.pack_id, v_terms.title, v_terms.price_minor,
    v_campaign.currency, v_terms.delivery_days, v_terms.revisions, v_terms.promise, coalesce(btrim(apply_to_campaign.note), '')
  )
  -- Withdrawn before, or a concurrent request: one application in both cases.
  on conflict on constraint campaign_applications_once do update set status = 'sent',
    pack_id = excluded.pack_id, title = excluded.title, price_minor = excluded.price_minor,
    delivery_days = excluded.delivery_days, revisions = excluded.revisions, promise = excluded.promise,
    note = excluded.note, updated_at = now()
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
$function$;

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

CREATE OR REPLACE FUNCTION private.move_order(o public.pack_orders, to_status text, actor text, actor_id uuid, note text, at timestamp with time zone, creator_share_minor bigint DEFAULT NULL::bigint)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    creator_agreed_at = coalesce(p.creator_agreed_at, case when move_order.to_status = 'in_progress' then at end),
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

CREATE OR REPLACE FUNCTION private.offered_terms(campaign public.campaigns, kol_id uuid, pack_id uuid, price_minor bigint, delivery_days integer)
 RETURNS public.campaign_applications
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      raise exception 'pack_not_available' using errcode = 'PT409';
    end if;
    if v_pack.currency <> campaign.currency then
      raise exception 'currency_mismatch' using errcode = 'PT422';
    end if;
    v_terms.pack_id := v_pack.id;
    v_terms.title := v_pack.title;
    v_terms.price_minor := v_pack.price_minor;
    v_terms.delivery_days := v_pack.delivery_days;
    v_terms.revisions := v_pack.revisions;
    v_terms.promise := private.promise(v_pack.deliverables, v_pack.usage_rights, v_pack.stay_up_days,
      v_pack.disclosure, v_pack.needs_draft);
  else
    v_terms.title := campaign.title;
    v_terms.price_minor := offered_terms.price_minor;
    v_terms.delivery_days := offered_terms.delivery_days;
    v_terms.revisions := private.setting('campaign_revisions');
    v_terms.promise := '{}';
  end if;
  if v_terms.price_minor > campaign.budget_minor then
    raise exception 'over_budget' using errcode = 'PT422';
  end if;
  return v_terms;
end;
$function$;

CREATE OR REPLACE FUNCTION private.open_order(terms public.pack_orders, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders;
begin
  perform private.require_not_frozen(terms.brand_id);
  if private.can_transact(terms.kol_id) is not true or private.are_blocked(terms.brand_id, terms.kol_id) then
    raise exception 'creator_not_available' using errcode = 'PT409';
  end if;
  insert into public.pack_orders (pack_id, application_id, brand_id, kol_id, pack_title, price_minor,
    fee_minor, buyer_fee_minor, currency, delivery_days, revisions_allowed, brief, terms_hash, terms,
    idempotency_key, due_at)
  values (terms.pack_id, terms.application_id, terms.brand_id, terms.kol_id, terms.pack_title, terms.price_minor,
    ceil(terms.price_minor * private.setting('creator_fee') / 100)::bigint,
    ceil(terms.price_minor * private.setting('buyer_fee') / 100)::bigint,
    terms.currency, terms.delivery_days, terms.revisions_allowed, terms.brief, terms.terms_hash,
    terms.terms, terms.idempotency_key, at + private.clock_of(terms, 'pending_payment'))
  on conflict on constraint pack_orders_idempotency_key_key do nothing
  returning * into v_order;
  -- A concurrent request with the same key was faster.
  if v_order.id is null then
    return private.order_of_key(terms);
  end if;
  insert into public.order_events (order_id, from_status, to_status, actor_id)
  values (v_order.id, null, v_order.status, v_order.brand_id);
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.pack_terms(pack public.packs)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.terms(pack.title, pack.description, pack.platform, pack.price_minor, pack.currency,
    pack.delivery_days, pack.revisions, null,
    private.promise(pack.deliverables, pack.usage_rights, pack.stay_up_days, pack.disclosure, pack.needs_draft))
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

CREATE OR REPLACE FUNCTION private.place_order(pack_id uuid, brief text, idempotency_key uuid, terms text, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- A retry must find its order even if the pack was changed or unpublished since.
  v_order := private.order_of_key(v_terms);
  if v_order.id is not null then
    return v_order;
  end if;
  -- To a blocked member the pack does not exist.
  if v_pack.is_published is not true or private.are_blocked(v_me, v_pack.kol_id) then
    raise exception 'pack_not_available' using errcode = 'PT409';
  end if;
  perform private.require_terms(v_pack.id, v_pack.terms_hash, place_order.terms,
    at - make_interval(hours => private.setting('unstated_terms')::int));
  v_terms.terms_hash := v_pack.terms_hash;
  v_terms.terms := private.pack_terms(v_pack);
  return private.open_order(v_terms, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.purge_emails(at timestamp with time zone, batch integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_count int;
begin
  delete from private.email_outbox o where o.id in (
    select old.id from private.email_outbox old
    where old.status <> 'waiting' and old.claimed_at <= at - make_interval(days => private.setting('emails_kept')::int)
    order by old.claimed_at limit batch
    for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end;
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

CREATE OR REPLACE FUNCTION private.run_due_work(at timestamp with time zone DEFAULT now())
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_batch constant int := private.setting('due_work_batch')::int;
  v_time constant interval := make_interval(secs => private.setting('due_work_seconds')::float);
  v_until constant timestamptz := clock_timestamp() + v_time;
  v_announced record;
  v_orders public.pack_orders[];
  v_holds private.holds[];
  v_reviewed uuid[];
  v_moved record;
  v_cleared record;
  v_revealed int;
  v_reassessed int;
  v_reminded int;
begin
  select * into v_announced from private.work_announcements(at, v_until - v_time / 2);
  v_reminded := private.work_reminders(at, v_batch, v_until);
  v_orders := array(select o from private.lock_due_orders(at, v_batch) as o);
  v_holds := array(select h from private.lock_due_holds(at, v_batch) as h);
  v_reviewed := array(select private.lock_due_reviews(at, v_batch));
  perform private.lock_batch(v_orders, v_holds, v_reviewed);

  select * into v_moved from private.work_orders(v_orders, at, v_until);
  select * into v_cleared from private.work_holds(v_holds, at, v_until);
  v_revealed := private.work_reviews(v_reviewed, at, v_until);
  v_reassessed := private.work_reassessments(at, v_batch, v_until);
  -- Last of all: two runs at once wait here for a commit and for nothing else.
  perform private.note_clock_run('due_work');
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
      or clock_timestamp() > v_until
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.store_application_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.store_terms(NEW.id, private.application_terms(NEW));
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.store_pack_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.store_terms(NEW.id, private.pack_terms(NEW));
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.work_announcements(at timestamp with time zone, until timestamp with time zone, OUT matches integer, OUT digests integer, OUT campaigns integer, OUT failed integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  matches := private.work_match_queue(at, until);
  digests := private.work_email_digests(at, until);
  campaigns := private.work_campaigns(at, until);
  perform private.work_stale_terms(at);
  perform private.purge_emails(at, private.setting('due_work_batch')::int);
  failed := 0;
exception when others then
  -- A failure of one of them rolls back all three.
  matches := 0;
  digests := 0;
  campaigns := 0;
  failed := 1;
  raise warning 'announcements failed: %', sqlerrm;
end;
$function$;

CREATE OR REPLACE FUNCTION private.work_campaigns(at timestamp with time zone DEFAULT now(), until timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_left int := private.setting('campaign_batch');
  v_notified int := 0;
  v_campaign public.campaigns;
  v_queued private.campaign_queue;
  v_filter private.creator_filter;
  v_creators uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtext('work_campaigns')) then
    return v_notified;
  end if;
  perform private.end_campaign(c.id) from (
    select over.id from public.campaigns over
    where over.status = 'open' and over.deadline <= at for update skip locked
  ) c;

  if not exists (select from private.campaign_queue) then
    return v_notified;
  end if;
  v_left := least(v_left, private.wave_room());
  for v_queued in select q.* from private.campaign_queue q order by q.created_at, q.campaign_id loop
    exit when v_left <= 0;
    select * into v_campaign from public.campaigns c where c.id = v_queued.campaign_id;
    v_filter := private.parse_filters(v_campaign.filters);
    execute $sql$
      select array_agg(page.profile_id order by page.profile_id) from (
        select c.profile_id from private.creators c
        where private.creator_satisfies(c, $1) and ($4 is null or private.text_grams(c.search_text) @> $4)
          and c.profile_id > $2
        order by c.profile_id limit $3
      ) page $sql$
      into v_creators
      using v_filter, coalesce(v_queued.last_creator_id, '00000000-0000-0000-0000-000000000000'::uuid), v_left,
        private.term_grams(v_filter.term);
    v_notified := v_notified + private.write_campaign_matches(v_campaign, v_creators, at);
    if coalesce(cardinality(v_creators), 0) < v_left or private.campaign_reach(v_campaign) = 0 then
      delete from private.campaign_queue q where q.campaign_id = v_campaign.id;
    else
      update private.campaign_queue q set last_creator_id = v_creators[v_left] where q.campaign_id = v_campaign.id;
    end if;
    v_left := v_left - coalesce(cardinality(v_creators), 0);
    exit when clock_timestamp() > until;
  end loop;
  perform private.use_wave_room(v_notified);
  return v_notified;
end;
$function$;

CREATE OR REPLACE FUNCTION private.work_email_digests(at timestamp with time zone DEFAULT now(), until timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before timestamptz := at - make_interval(hours => private.setting('email_digest_every')::int);
  v_profile_id uuid;
  v_made int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('work_email_digests')) then
    return v_made;
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
      select i.*, row_number() over (
          partition by i.data ->> 'saved_search_id' order by i.created_at, i.id
        ) as place
      from items i where i.type = 'new_kol_match'
    ), searches as (
      select l.data ->> 'saved_search_id' as id, count(*) as total,
        -- Its newest name.
        (array_agg(l.data ->> 'saved_search_name' order by l.place desc))[1] as name,
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
    exit when clock_timestamp() > until;
  end loop;
  return v_made;
end;
$function$;

CREATE OR REPLACE FUNCTION private.work_holds(holds private.holds[], at timestamp with time zone, until timestamp with time zone, OUT cleared integer, OUT failed integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    exit when clock_timestamp() > until;
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.work_match_queue(at timestamp with time zone DEFAULT now(), until timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_left int := private.setting('match_batch');
  v_room int;
  v_notified int := 0;
  v_step record;
  v_profile_id uuid;
  v_after uuid;
  v_creator private.creators;
begin
  -- One worker at a time: a second one would wait for the same rows.
  if not pg_try_advisory_xact_lock(hashtext('work_match_queue'))
    or not exists (select from private.match_queue)
  then
    return v_notified;
  end if;
  v_room := private.wave_room();
  for v_profile_id in
    select q.profile_id from private.match_queue q group by q.profile_id order by min(q.id)
  loop
    exit when v_left <= 0 or v_room <= 0;
    -- Deleted before the creator is read: a later change is queued again. A change since the last
    -- batch has no last watcher, and starts from the beginning.
    with taken as (
      delete from private.match_queue q where q.profile_id = v_profile_id returning q.last_watcher_id
    )
    select (array_agg(t.last_watcher_id order by t.last_watcher_id nulls first))[1] into v_after from taken t;
    select c.* into v_creator from private.creators c where c.profile_id = v_profile_id;
    -- Suspended meanwhile.
    continue when not found;

    select * into v_step from private.notify_next_watchers(v_creator, v_after, v_left, v_room, at);
    v_notified := v_notified + v_step.notified;
    v_room := v_room - v_step.notified;
    if v_room <= 0 or v_step.considered = v_left then
      insert into private.match_queue (profile_id, last_watcher_id) values (v_profile_id, v_step.last_watcher_id);
    end if;
    v_left := v_left - v_step.considered;
    exit when clock_timestamp() > until;
  end loop;
  perform private.use_wave_room(v_notified);
  -- A full wave waits for the clock.
  if v_left <= 0 and v_room > 0 then
    perform pg_notify('due_work', '');
  end if;
  return v_notified;
end;
$function$;

CREATE OR REPLACE FUNCTION private.work_orders(orders public.pack_orders[], at timestamp with time zone, until timestamp with time zone, OUT expired integer, OUT completed integer, OUT failed integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    exit when clock_timestamp() > until;
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.work_reassessments(at timestamp with time zone, batch integer, until timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[] := array(
    select p.id from public.profiles p
    where p.id in (
      select r.profile_id from private.reassessments r where r.due_at <= at
      group by r.profile_id order by min(r.due_at) limit batch)
    order by p.id
    for no key update skip locked);
  v_id uuid;
  v_count int := 0;
begin
  foreach v_id in array v_ids loop
    begin
      perform private.reassess(v_id, at);
    exception when others then
      raise warning 'standing of % stays: %', v_id, sqlerrm;
      update private.reassessments r set due_at = at + interval '1 hour'
      where r.profile_id = v_id and r.due_at <= at;
    end;
    v_count := v_count + 1;
    exit when clock_timestamp() > until;
  end loop;
  return v_count;
end;
$function$;

CREATE OR REPLACE FUNCTION private.work_reminders(at timestamp with time zone, batch integer, until timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
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
    exit when clock_timestamp() > until;
  end loop;
  return v_count;
end;
$function$;

CREATE OR REPLACE FUNCTION private.work_reviews(order_ids uuid[], at timestamp with time zone, until timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order_id uuid;
  v_revealed int := 0;
begin
  foreach v_order_id in array order_ids loop
    v_revealed := v_revealed + private.reveal_reviews(v_order_id, at);
    exit when clock_timestamp() > until;
  end loop;
  return v_revealed;
end;
$function$;

ALTER TABLE "public"."packs" ADD CONSTRAINT "packs_stay_up_days_in_range" CHECK (((stay_up_days >= 1) AND (stay_up_days <= 3650)));

CREATE TRIGGER pack_orders_terms_are_final BEFORE UPDATE ON public.pack_orders FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.number IS DISTINCT FROM new.number) OR (old.pack_id IS DISTINCT FROM new.pack_id) OR (old.brand_id IS DISTINCT FROM new.brand_id) OR (old.kol_id IS DISTINCT FROM new.kol_id) OR (old.pack_title IS DISTINCT FROM new.pack_title) OR (old.price_minor IS DISTINCT FROM new.price_minor) OR (old.fee_minor IS DISTINCT FROM new.fee_minor) OR (old.buyer_fee_minor IS DISTINCT FROM new.buyer_fee_minor) OR (old.currency IS DISTINCT FROM new.currency) OR (old.delivery_days IS DISTINCT FROM new.delivery_days) OR (old.revisions_allowed IS DISTINCT FROM new.revisions_allowed) OR (old.brief IS DISTINCT FROM new.brief) OR (old.idempotency_key IS DISTINCT FROM new.idempotency_key) OR (old.application_id IS DISTINCT FROM new.application_id) OR (old.terms_hash IS DISTINCT FROM new.terms_hash) OR (old.terms IS DISTINCT FROM new.terms) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION private.refuse_change();

COMMENT ON FUNCTION "private"."application_terms"(public.campaign_applications) IS 'The terms that an application offers; terms_hash is their hash.';

COMMENT ON FUNCTION "private"."attachment_max_bytes"() IS 'The largest file of a message or delivery, in bytes.';

COMMENT ON FUNCTION "private"."lock_chargeback"(text, text, text) IS 'Serialises all reports about a chargeback and about the payment that it concerns.';

COMMENT ON FUNCTION "private"."pack_terms"(public.packs) IS 'The terms that a pack offers now; terms_hash is their hash.';

COMMENT ON FUNCTION "private"."picture_max_bytes"() IS 'The largest picture of a profile, in bytes.';

COMMENT ON FUNCTION "private"."purge_emails"(timestamp with time zone, integer) IS 'Removes a batch of e-mails that were handed out long ago; returns how many.';

COMMENT ON FUNCTION "private"."run_due_work"(timestamp with time zone) IS 'Processes what is due at that time, one batch of each kind, for some seconds; returns the counts.';

COMMENT ON FUNCTION "private"."work_announcements"(timestamp with time zone, timestamp with time zone) IS 'Processes matches, digests and campaigns that are due, and removes what is no longer needed.';

COMMENT ON FUNCTION "private"."work_campaigns"(timestamp with time zone, timestamp with time zone) IS 'Closes campaigns at their deadline and notifies the next batch of creators; returns how many.';

COMMENT ON FUNCTION "private"."work_email_digests"(timestamp with time zone, timestamp with time zone) IS 'Queues the digests that are due; returns how many.';

COMMENT ON FUNCTION "private"."work_holds"(private.holds[], timestamp with time zone, timestamp with time zone) IS 'Makes held earnings available; a failure does not stop the others.';

COMMENT ON FUNCTION "private"."work_languages"() IS 'Languages that creators work in (ISO 639-1).';

COMMENT ON FUNCTION "private"."work_match_queue"(timestamp with time zone, timestamp with time zone) IS 'Notifies of the next batch of matches; returns how many. The rest stays queued.';

COMMENT ON FUNCTION "private"."work_orders"(public.pack_orders[], timestamp with time zone, timestamp with time zone) IS 'Moves orders whose deadline has passed; a failure does not stop the others.';

COMMENT ON FUNCTION "private"."work_reassessments"(timestamp with time zone, integer, timestamp with time zone) IS 'Computes the members that are due; returns how many.';

COMMENT ON FUNCTION "private"."work_reminders"(timestamp with time zone, integer, timestamp with time zone) IS 'Reminds brands of unreviewed deliveries; returns how many.';

COMMENT ON FUNCTION "private"."work_reviews"(uuid[], timestamp with time zone, timestamp with time zone) IS 'Shows reviews whose time has come; returns how many.';

COMMENT ON TABLE "private"."settings" IS 'The numbers of the business. Units: percent, days, hours, minutes, seconds, count, units, minor.';

REVOKE ALL ON FUNCTION "private"."application_terms"(public.campaign_applications) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."application_terms"(public.campaign_applications) TO "postgres";

REVOKE ALL ON FUNCTION "private"."attachment_max_bytes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."attachment_max_bytes"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."lock_chargeback"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_chargeback"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."pack_terms"(public.packs) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."pack_terms"(public.packs) TO "postgres";

REVOKE ALL ON FUNCTION "private"."picture_max_bytes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."picture_max_bytes"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."purge_emails"(timestamp with time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."purge_emails"(timestamp with time zone, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_announcements"(timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_announcements"(timestamp with time zone, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_campaigns"(timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_campaigns"(timestamp with time zone, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_email_digests"(timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_email_digests"(timestamp with time zone, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_holds"(private.holds[], timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_holds"(private.holds[], timestamp with time zone, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_languages"() FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."work_languages"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."work_languages"() FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."work_languages"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."work_match_queue"(timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_match_queue"(timestamp with time zone, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_orders"(public.pack_orders[], timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_orders"(public.pack_orders[], timestamp with time zone, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_reassessments"(timestamp with time zone, integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_reassessments"(timestamp with time zone, integer, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_reminders"(timestamp with time zone, integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_reminders"(timestamp with time zone, integer, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_reviews"(uuid[], timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_reviews"(uuid[], timestamp with time zone, timestamp with time zone) TO "postgres";

REVOKE ALL ("deliverables") ON TABLE "public"."packs" FROM "authenticated";

GRANT INSERT ("deliverables"), UPDATE ("deliverables") ON TABLE "public"."packs" TO "authenticated";

REVOKE ALL ("disclosure") ON TABLE "public"."packs" FROM "authenticated";

GRANT INSERT ("disclosure"), UPDATE ("disclosure") ON TABLE "public"."packs" TO "authenticated";

REVOKE ALL ("needs_draft") ON TABLE "public"."packs" FROM "authenticated";

GRANT INSERT ("needs_draft"), UPDATE ("needs_draft") ON TABLE "public"."packs" TO "authenticated";

REVOKE ALL ("stay_up_days") ON TABLE "public"."packs" FROM "authenticated";

GRANT INSERT ("stay_up_days"), UPDATE ("stay_up_days") ON TABLE "public"."packs" TO "authenticated";

REVOKE ALL ("usage_rights") ON TABLE "public"."packs" FROM "authenticated";

GRANT INSERT ("usage_rights"), UPDATE ("usage_rights") ON TABLE "public"."packs" TO "authenticated";

ALTER TABLE "public"."messages" ADD CONSTRAINT "messages_file_size_within_limit" CHECK (((file_size >= 0) AND (file_size <= private.attachment_max_bytes())));

ALTER TABLE "public"."packs" ADD CONSTRAINT "packs_deliverables_short" CHECK (private.texts_are_within(deliverables, 20, 200));

ALTER TABLE "public"."packs" ADD CONSTRAINT "packs_disclosure_known" CHECK ((disclosure = ANY (private.disclosures())));

ALTER TABLE "public"."packs" ADD CONSTRAINT "packs_usage_rights_known" CHECK ((usage_rights = ANY (private.usage_rights())));

ALTER TABLE "public"."profiles" ADD CONSTRAINT "profiles_language_code" CHECK ((language = ANY (private.work_languages())));

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"due_work_seconds","unit":"seconds","value":4,"meaning":"After this time a run of the due work begins nothing more.","is_public":false,"max_value":6,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"emails_kept","unit":"days","value":90,"meaning":"How long an e-mail is kept after it was sent or given up.","is_public":false,"max_value":3650,"min_value":2}')
  ON CONFLICT DO NOTHING;
