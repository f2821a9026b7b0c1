set local check_function_bodies = off;

DROP TRIGGER "pack_orders_terms_are_final" ON "public"."pack_orders";

DROP INDEX "private"."creators_by_followers";

DROP INDEX "private"."creators_by_newest";

DROP INDEX "private"."creators_by_score";

DROP INDEX "private"."filter_keys_lookup";

DROP INDEX "public"."pack_orders_disputed";

DROP VIEW "private"."payment_traces";

ALTER TABLE "private"."holds" DROP CONSTRAINT "holds_pkey";

ALTER TABLE "private"."order_moves" DROP CONSTRAINT "order_moves_actor_known";

ALTER TABLE "public"."messages" DROP CONSTRAINT "messages_file_size_within_limit";

ALTER TABLE "public"."profiles" DROP CONSTRAINT "profiles_language_code";

ALTER TABLE "public"."staff_proposals" DROP CONSTRAINT "staff_proposals_action_known";

DROP FUNCTION "private"."clear_hold"(uuid, uuid, timestamp with time zone);

DROP FUNCTION "private"."create_hold"(uuid, uuid, text, bigint, bigint, timestamp with time zone);

DROP FUNCTION "private"."filter_words"(jsonb, text);

DROP FUNCTION "private"."propose_settlement"(uuid, bigint);

DROP FUNCTION "private"."require_ruling"(public.pack_orders);

DROP FUNCTION "private"."resolve_dispute"(uuid, bigint, text);

DROP FUNCTION "private"."resolve_dispute"(uuid, bigint, text, timestamp with time zone);

DROP FUNCTION "private"."scan_sort_index"(private.creator_filter, private.creator_page, bigint);

DROP FUNCTION "private"."term_grams"(text);

DROP FUNCTION "private"."word_places"(text[], text[]);

DROP FUNCTION "private"."work_announcements"(timestamp with time zone);

DROP FUNCTION "private"."work_campaigns"(timestamp with time zone);

DROP FUNCTION "private"."work_email_digests"(timestamp with time zone);

DROP FUNCTION "private"."work_holds"(private.holds[], timestamp with time zone);

DROP FUNCTION "private"."work_match_queue"(timestamp with time zone);

DROP FUNCTION "private"."work_orders"(public.pack_orders[], timestamp with time zone);

DROP FUNCTION "private"."work_reassessments"(timestamp with time zone, integer);

DROP FUNCTION "private"."work_reminders"(timestamp with time zone, integer);

DROP FUNCTION "public"."resolve_dispute"(uuid, bigint, text);

CREATE TABLE "private"."dispute_readers" ("order_id" uuid NOT NULL, "profile_id" uuid NOT NULL, "on_appeal" boolean NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "dispute_readers_pkey" PRIMARY KEY (order_id, profile_id, on_appeal));

ALTER TABLE "private"."dispute_readers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."order_reminders" ("status" text NOT NULL, "number" smallint NOT NULL, "lead_setting" text NOT NULL, "event" text NOT NULL, "to_staff" boolean NOT NULL, CONSTRAINT "order_reminders_number_positive" CHECK (((number >= 1) AND (number <= 10))), CONSTRAINT "order_reminders_pkey" PRIMARY KEY (status, number));

ALTER TABLE "private"."order_reminders" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."dispute_statements" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "order_id" uuid NOT NULL, "author_id" uuid NOT NULL, "kind" text NOT NULL, "body" text NOT NULL, "links" text[] NOT NULL DEFAULT '{}'::text[], "files" jsonb NOT NULL DEFAULT '[]'::jsonb, "messages" jsonb NOT NULL DEFAULT '[]'::jsonb, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "dispute_statements_body_length" CHECK (((length(btrim(body)) >= 1) AND (length(btrim(body)) <= 5000))), CONSTRAINT "dispute_statements_files_are_list" CHECK (((jsonb_typeof(files) = 'array'::text) AND (jsonb_array_length(files) <= 20))), CONSTRAINT "dispute_statements_kind_known" CHECK ((kind = ANY (ARRAY['evidence'::text, 'answer'::text]))), CONSTRAINT "dispute_statements_messages_are_list" CHECK (((jsonb_typeof(messages) = 'array'::text) AND (jsonb_array_length(messages) <= 50))), CONSTRAINT "dispute_statements_pkey" PRIMARY KEY (id), CONSTRAINT "dispute_statements_files_well_formed" CHECK (private.delivery_files_are_valid(files)), CONSTRAINT "dispute_statements_links_short" CHECK (private.texts_are_within(links, 20, 2000)));

ALTER TABLE "public"."dispute_statements" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."offers" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "conversation_id" uuid NOT NULL, "brand_id" uuid NOT NULL, "kol_id" uuid NOT NULL, "author_id" uuid NOT NULL, "counters_id" uuid, "title" text NOT NULL, "scope" text NOT NULL, "price_minor" bigint NOT NULL, "currency" text NOT NULL, "delivery_days" integer NOT NULL, "revisions" integer NOT NULL, "milestones" jsonb NOT NULL DEFAULT '[]'::jsonb, "status" text NOT NULL DEFAULT 'sent'::text, "order_id" uuid, "idempotency_key" uuid NOT NULL, "expires_at" timestamp with time zone NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "offers_accepted_has_order" CHECK (((status = 'accepted'::text) = (order_id IS NOT NULL))), CONSTRAINT "offers_author_is_side" CHECK (((author_id = brand_id) OR (author_id = kol_id))), CONSTRAINT "offers_countered_once" UNIQUE (counters_id), CONSTRAINT "offers_delivery_days_in_range" CHECK (((delivery_days >= 1) AND (delivery_days <= 90))), CONSTRAINT "offers_expiry_after_creation" CHECK ((expires_at > created_at)), CONSTRAINT "offers_expiry_within_limit" CHECK ((expires_at <= (created_at + '366 days'::interval))), CONSTRAINT "offers_idempotency_key_key" UNIQUE (author_id, idempotency_key), CONSTRAINT "offers_milestones_at_most_five" CHECK (((jsonb_typeof(milestones) = 'array'::text) AND (jsonb_array_length(milestones) <= 5))), CONSTRAINT "offers_pkey" PRIMARY KEY (id), CONSTRAINT "offers_price_positive" CHECK ((price_minor > 0)), CONSTRAINT "offers_price_within_limit" CHECK ((price_minor <= '1000000000000000'::bigint)), CONSTRAINT "offers_revisions_in_range" CHECK (((revisions >= 0) AND (revisions <= 10))), CONSTRAINT "offers_scope_length" CHECK (((length(btrim(scope)) >= 1) AND (length(btrim(scope)) <= 4000))), CONSTRAINT "offers_status_known" CHECK ((status = ANY (ARRAY['sent'::text, 'accepted'::text, 'declined'::text, 'countered'::text, 'withdrawn'::text, 'expired'::text]))), CONSTRAINT "offers_title_length" CHECK (((length(title) >= 3) AND (length(title) <= 120))), CONSTRAINT "offers_title_printable" CHECK (((title = btrim(title)) AND (title !~ '[[:cntrl:]]'::text))), CONSTRAINT "offers_two_sides" CHECK ((brand_id <> kol_id)), CONSTRAINT "offers_title_visible" CHECK (private.shows_all_characters(title)));

ALTER TABLE "public"."offers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."order_milestones" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "order_id" uuid NOT NULL, "position" smallint NOT NULL, "title" text NOT NULL, "amount_minor" bigint NOT NULL, "accepted_at" timestamp with time zone, CONSTRAINT "order_milestones_acceptance_finite" CHECK (isfinite(accepted_at)), CONSTRAINT "order_milestones_amount_positive" CHECK ((amount_minor > 0)), CONSTRAINT "order_milestones_amount_within_limit" CHECK ((amount_minor <= '1000000000000000'::bigint)), CONSTRAINT "order_milestones_pkey" PRIMARY KEY (id), CONSTRAINT "order_milestones_position_in_range" CHECK ((("position" >= 1) AND ("position" <= 5))), CONSTRAINT "order_milestones_position_key" UNIQUE (order_id, "position"), CONSTRAINT "order_milestones_title_length" CHECK (((length(title) >= 1) AND (length(title) <= 120))));

ALTER TABLE "public"."order_milestones" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."precedents" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "decided_on" date NOT NULL, "category" text NOT NULL, "clause" text NOT NULL, "creator_percent" numeric(5,2) NOT NULL, "disputed_in" text NOT NULL, "on_appeal" boolean NOT NULL, "summary" text, CONSTRAINT "precedents_percent_in_range" CHECK (((creator_percent >= (0)::numeric) AND (creator_percent <= (100)::numeric))), CONSTRAINT "precedents_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."precedents" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."rulings" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "order_id" uuid NOT NULL, "instance" text NOT NULL, "ruled_by" uuid NOT NULL, "creator_share_minor" bigint NOT NULL, "category" text NOT NULL, "clause" text NOT NULL, "note" text NOT NULL, "summary" text, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "rulings_category_known" CHECK ((category = ANY (ARRAY['not_delivered'::text, 'late'::text, 'not_as_agreed'::text, 'partly_as_agreed'::text, 'as_agreed'::text, 'withheld_by_brand'::text, 'other'::text]))), CONSTRAINT "rulings_clause_known" CHECK ((clause = ANY (ARRAY['deliverables'::text, 'deadline'::text, 'brief'::text, 'revisions'::text, 'usage_rights'::text, 'disclosure'::text, 'conduct'::text, 'other'::text]))), CONSTRAINT "rulings_instance_key" UNIQUE (order_id, instance), CONSTRAINT "rulings_instance_known" CHECK ((instance = ANY (ARRAY['first'::text, 'appeal'::text]))), CONSTRAINT "rulings_note_length" CHECK (((length(note) >= 1) AND (length(note) <= 5000))), CONSTRAINT "rulings_pkey" PRIMARY KEY (id), CONSTRAINT "rulings_share_not_negative" CHECK ((creator_share_minor >= 0)), CONSTRAINT "rulings_share_within_limit" CHECK ((creator_share_minor <= '1000000000000000'::bigint)), CONSTRAINT "rulings_summary_length" CHECK (((length(summary) >= 1) AND (length(summary) <= 1000))));

ALTER TABLE "public"."rulings" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."shortlist" ("creator_id" uuid NOT NULL, "note" text NOT NULL DEFAULT ''::text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "shortlist_note_length" CHECK ((length(note) <= 2000)), "brand_id" uuid NOT NULL DEFAULT private.my_profile_id(), CONSTRAINT "shortlist_pkey" PRIMARY KEY (brand_id, creator_id));

ALTER TABLE "public"."shortlist" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."filter_keys" ADD COLUMN "regions" integer;

ALTER TABLE "private"."holds" ADD COLUMN "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL;

ALTER TABLE "private"."holds" ADD COLUMN "reference" uuid;

ALTER TABLE "private"."order_action_rules" ADD COLUMN "in_status" text;

ALTER TABLE "public"."messages" ADD COLUMN "offer_id" uuid;

ALTER TABLE "public"."order_deliveries" ADD COLUMN "milestone_id" uuid;

ALTER TABLE "public"."order_deliveries" ADD COLUMN "is_draft" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."pack_orders" ADD COLUMN "offer_id" uuid;

ALTER TABLE "public"."pack_orders" ADD COLUMN "milestone_count" smallint NOT NULL DEFAULT 0;

ALTER TABLE "public"."pack_orders" ADD COLUMN "released_minor" bigint NOT NULL DEFAULT 0;

ALTER TYPE "private"."transfer_event" ADD VALUE 'milestone' AFTER 'loss_recovered';

set local check_function_bodies = off;

CREATE TYPE "public"."found_item" AS ("kind" text, "id" uuid, "title" text, "detail" text, "other_id" uuid, "other_name" text, "action" text, "at" timestamp with time zone);

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

CREATE OR REPLACE FUNCTION private.accept_milestone(order_id uuid, milestone_id uuid)
 RETURNS public.pack_orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.accept_milestone(order_id, milestone_id, now())
$function$;

CREATE OR REPLACE FUNCTION private.accept_milestone(order_id uuid, milestone_id uuid, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'accept_milestone');
begin
  -- A retry finds its milestone accepted, whatever happened to the order since.
  if exists (
    select from public.order_milestones m
    where m.order_id = v_order.id and m.id = accept_milestone.milestone_id and m.accepted_at is not null
  ) then
    return v_order;
  end if;
  perform private.require_order_action('accept_milestone', v_order, at);
  if (private.next_milestone(v_order.id)).id is distinct from accept_milestone.milestone_id then
    raise exception 'milestone_not_next' using errcode = 'PT409';
  end if;
  return private.accept_work(v_order, 'brand', v_order.brand_id, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.accept_offer(offer_id uuid, terms text)
 RETURNS public.pack_orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.accept_offer(offer_id, terms, now())
$function$;

CREATE OR REPLACE FUNCTION private.accept_offer(offer_id uuid, terms text, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.require_transact();
  v_offer public.offers := private.lock_offer(offer_id);
  v_terms public.pack_orders;
  v_order public.pack_orders;
begin
  if v_offer.author_id = v_me then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_terms(v_offer.id, v_offer.terms_hash, coalesce(accept_offer.terms, ''), at);
  if v_offer.status = 'accepted' then
    select * into v_order from public.pack_orders o where o.id = v_offer.order_id;
    return v_order;
  end if;
  perform private.require_open_offer(v_offer, at);
  -- To the other side a block and a freeze look the same.
  if private.can_transact(v_offer.author_id) is not true
    or private.are_blocked(v_offer.brand_id, v_offer.kol_id)
    or v_offer.author_id = v_offer.brand_id and private.is_frozen(v_offer.brand_id)
  then
    raise exception 'offer_not_available' using errcode = 'PT409';
  end if;
  v_terms.offer_id := v_offer.id;
  v_terms.brand_id := v_offer.brand_id;
  v_terms.kol_id := v_offer.kol_id;
  v_terms.pack_title := v_offer.title;
  v_terms.price_minor := v_offer.price_minor;
  v_terms.currency := v_offer.currency;
  v_terms.delivery_days := v_offer.delivery_days;
  v_terms.revisions_allowed := v_offer.revisions;
  v_terms.milestone_count := jsonb_array_length(v_offer.milestones);
  -- The scope is the description among the terms.
  v_terms.brief := '';
  v_terms.terms_hash := v_offer.terms_hash;
  v_terms.terms := private.terms_of_offer(v_offer);
  -- One offer is one order.
  v_terms.idempotency_key := v_offer.id;
  v_order := private.open_order(v_terms, at);
  perform private.add_milestones(v_order.id, v_offer.milestones);
  v_offer := private.end_offer(v_offer, 'accepted', v_order.id);
  perform private.notify_about_offer(v_offer.author_id, v_offer, 'offer_accepted');
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.accept_work(o public.pack_orders, actor text, actor_id uuid, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_milestone public.order_milestones;
  v_order public.pack_orders;
begin
  if o.milestone_count > 0 then
    v_milestone := private.next_milestone(o.id);
    update public.order_milestones m set accepted_at = at where m.id = v_milestone.id;
  end if;
  if v_milestone.position < o.milestone_count then
    v_order := private.move_order(o, 'in_progress', 'milestone', actor_id, v_milestone.title, at);
    return private.post_milestone(v_order, v_milestone, at);
  end if;
  return private.move_order(o, 'completed', actor, actor_id, null, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.add_delivery(o public.pack_orders, note text, links text[], files jsonb, is_draft boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_links(links);
  perform private.require_shared_files(o, files);
  insert into public.order_deliveries (order_id, note, links, files, is_draft)
  values (o.id, add_delivery.note, coalesce(add_delivery.links, '{}'), coalesce(add_delivery.files, '[]'),
    add_delivery.is_draft);
end;
$function$;

CREATE OR REPLACE FUNCTION private.add_milestones(order_id uuid, milestones jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.order_milestones (order_id, position, title, amount_minor)
  select add_milestones.order_id, p.place, p.part ->> 'title', (p.part ->> 'amount_minor')::bigint
  from jsonb_array_elements(add_milestones.milestones) with ordinality as p (part, place)
  on conflict on constraint order_milestones_position_key do nothing
$function$;

CREATE OR REPLACE FUNCTION private.add_statement(o public.pack_orders, said public.dispute_statements, at timestamp with time zone)
 RETURNS public.dispute_statements
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_other_id uuid := case private.my_profile_id() when o.brand_id then o.kol_id else o.brand_id end;
  v_statement public.dispute_statements;
begin
  insert into public.dispute_statements (id, order_id, author_id, kind, body, links, files, messages, created_at)
  values (coalesce(said.id, gen_random_uuid()), o.id, private.my_profile_id(), said.kind,
    btrim(coalesce(said.body, '')), coalesce(said.links, '{}'), coalesce(said.files, '[]'),
    coalesce(said.messages, '[]'), private.moment(at))
  returning * into v_statement;
  -- Clients that show the order ask again.
  update public.pack_orders p set updated_at = now() where p.id = o.id;
  if said.kind = 'evidence' then
    perform private.notify_about_order(v_other_id, o, 'evidence_given', jsonb_build_object('due_at', o.due_at));
  else
    perform private.notify_about_order(v_other_id, o, 'dispute_answered');
  end if;
  return v_statement;
end;
$function$;

CREATE OR REPLACE FUNCTION private.answer_dispute(order_id uuid, body text, statement_id uuid)
 RETURNS public.dispute_statements
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.answer_dispute(order_id, body, statement_id, now())
$function$;

CREATE OR REPLACE FUNCTION private.answer_dispute(order_id uuid, body text, statement_id uuid, at timestamp with time zone)
 RETURNS public.dispute_statements
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'answer_dispute');
  v_said public.dispute_statements := private.statement_of(statement_id, order_id);
begin
  if v_said.id is not null then
    return v_said;
  end if;
  perform private.require_order_action('answer_dispute', v_order, at);
  v_said.id := statement_id;
  v_said.kind := 'answer';
  v_said.body := body;
  return private.add_statement(v_order, v_said, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.answer_only_time()
 RETURNS interval
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select make_interval(hours => greatest(0,
    private.setting('dispute_answer_window') - private.setting('dispute_evidence_window'))::int)
$function$;

CREATE OR REPLACE FUNCTION private.appeal_ruling(order_id uuid, reason text)
 RETURNS public.pack_orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.appeal_ruling(order_id, reason, now())
$function$;

CREATE OR REPLACE FUNCTION private.appeal_ruling(order_id uuid, reason text, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'appeal_ruling');
  v_me uuid := private.my_profile_id();
begin
  if private.just_moved_by(v_order, 'appealed', v_me) then
    return v_order;
  end if;
  perform private.require_order_action('appeal_ruling', v_order, at);
  if coalesce(btrim(reason), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  return private.move_order(v_order, 'appealed', private.side_of(v_order, v_me), v_me, reason, at,
    v_order.creator_share_minor);
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

CREATE OR REPLACE FUNCTION private.approve_draft(order_id uuid)
 RETURNS public.pack_orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.approve_draft(order_id, now())
$function$;

CREATE OR REPLACE FUNCTION private.approve_draft(order_id uuid, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'approve_draft');
begin
  if private.just_moved_by(v_order, 'draft_approved', v_order.brand_id) then
    return v_order;
  end if;
  perform private.require_order_action('approve_draft', v_order, at);
  return private.move_order(v_order, 'draft_approved', 'brand', v_order.brand_id, null, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.at_deadline(o public.pack_orders, OUT to_status text, OUT share bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  to_status := (private.order_status(o.status)).at_deadline;
  case o.status
    when 'disputed' then
      share := private.unanswered_proposal(o);
      if share is not null then
        to_status := 'settled';
      end if;
    when 'awaiting_ruling' then
      share := private.split_by_rule(o);
    when 'ruled', 'appealed' then
      share := o.creator_share_minor;
    else null;
  end case;
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

CREATE OR REPLACE FUNCTION private.check_milestones()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select (sum(m.amount_minor), count(*)) from public.order_milestones m where m.order_id = NEW.order_id)
    is distinct from (
      select (o.price_minor::numeric, o.milestone_count::bigint) from public.pack_orders o where o.id = NEW.order_id)
  then
    raise exception 'milestones_not_the_price' using errcode = 'PT422';
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_shortlist_size()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- One at a time: concurrent inserts would not count each other.
  perform pg_advisory_xact_lock(hashtextextended('shortlist of ' || NEW.brand_id, 0));
  if (select count(*) from public.shortlist s where s.brand_id = NEW.brand_id) >= private.setting('shortlist_size') then
    raise exception 'shortlist_full' using errcode = 'PT409';
  end if;
  return NEW;
end;
$function$;

CREATE OR REPLACE FUNCTION private.clear_hold(id bigint, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hold private.holds;
begin
  update private.holds h set cleared_at = at
  where h.id = clear_hold.id and h.cleared_at is null and h.due_at <= at
  returning * into v_hold;
  if not found then
    return;
  end if;
  perform private.post_transfer('clearing',
    private.hold_accounts(v_hold),
    array[-v_hold.amount_minor, v_hold.amount_minor, -v_hold.fees_minor, v_hold.fees_minor],
    v_hold.order_id, coalesce(v_hold.reference, v_hold.profile_id));
end;
$function$;

CREATE OR REPLACE FUNCTION private.complete_order(order_id uuid, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'complete_order');
begin
  if private.just_moved_by(v_order, 'completed', v_order.brand_id) then
    return v_order;
  end if;
  perform private.require_order_action('complete_order', v_order, at);
  return private.accept_work(v_order, 'brand', v_order.brand_id, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.count_creators(filters jsonb, OUT total bigint, OUT is_exact boolean, sample integer DEFAULT 5000, exact_to integer DEFAULT 1000)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  v_filter private.creator_filter := private.parse_filters(coalesce(filters, '{}'));
  v_hidden uuid[] := private.my_profile_id() || array(select private.my_blocked_members());
  v_creators real := (select greatest(c.reltuples, 0) from pg_catalog.pg_class c where c.oid = 'private.creators'::regclass);
  v_share real := least(1, sample / greatest(v_creators, 1));
begin
  if private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  -- The same pages each time, so that the number does not move while nothing changes.
  execute $sql$
    select count(*) from private.creators c tablesample system ($3) repeatable (0)
    where private.creator_satisfies(c, $1) and c.profile_id <> all ($2) $sql$
    into total using v_filter, v_hidden, 100 * v_share;
  is_exact := v_share = 1;
  total := total / v_share;
  if is_exact or total > 2 * exact_to or private.index_condition(v_filter) is null then
    return;
  end if;
  execute format($sql$
    select count(*) from (
      select from private.creators c
      where private.creator_satisfies(c, $1) and c.profile_id <> all ($2) and %s
      limit $3
    ) found $sql$, private.index_condition(v_filter))
    into total using v_filter, v_hidden, exact_to + 1;
  is_exact := total <= exact_to;
end;
$function$;

CREATE OR REPLACE FUNCTION private.counterparties(profile_id uuid)
 RETURNS TABLE(other_id uuid, branch_id uuid, fees numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.other_id, private.branch_of(t.other_id), t.fees
  from (
    select case o.brand_id when counterparties.profile_id then o.kol_id else o.brand_id end as other_id,
      sum(h.fees_minor / power(10::numeric, c.decimals)) as fees
    from public.pack_orders o
    join private.holds h on h.order_id = o.id and h.profile_id = o.kol_id and h.reference is null
    join public.currencies c on c.code = o.currency
    where counterparties.profile_id in (o.brand_id, o.kol_id)
      and o.completed_at is not null and private.share_of(o) = o.price_minor
      and o.price_minor >= (select private.setting('trust_least_price')) * power(10::numeric, c.decimals)
      and h.cleared_at is not null and h.fees_minor > 0
      and not private.was_charged_back(o.id)
    group by 1
  ) t
  join public.profiles p on p.id = t.other_id
  where p.suspended_at is null and not private.are_related_by_invite(counterparties.profile_id, t.other_id)
$function$;

CREATE OR REPLACE FUNCTION private.create_hold(order_id uuid, profile_id uuid, currency text, amount_minor bigint, fees_minor bigint, at timestamp with time zone, reference uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_trust_level text := (select p.trust_level from public.profiles p where p.id = create_hold.profile_id);
begin
  insert into private.holds as h (order_id, profile_id, reference, currency, amount_minor, fees_minor, due_at)
  values (create_hold.order_id, create_hold.profile_id, create_hold.reference, create_hold.currency, create_hold.amount_minor, create_hold.fees_minor,
    at + make_interval(days => private.setting('hold_' || v_trust_level)::int))
  -- A seller who invited the buyer, or the reverse, can earn twice on one order.
  on conflict on constraint holds_key do update set amount_minor = h.amount_minor + excluded.amount_minor;
end;
$function$;

CREATE OR REPLACE FUNCTION private.creator_satisfies(c private.creators, f private.creator_filter)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((f).term IS NULL) OR (strpos((c).search_text, (f).term) > 0)) AND (((f).language IS NULL) OR ((c).language = (f).language)) AND (((f).platforms IS NULL) OR (((c).platforms & (f).platforms) <> 0)) AND (((f).categories IS NULL) OR (((c).categories & (f).categories) <> 0)) AND (((f).regions IS NULL) OR (((c).regions & (f).regions) <> 0)) AND (((f).follower_ranges IS NULL) OR ((c).follower_range = ANY ((f).follower_ranges))) AND (((f).min_rating IS NULL) OR ((c).rating >= (f).min_rating)) AND (((f).verified IS NULL) OR (c).is_verified));

CREATE OR REPLACE FUNCTION private.decide_appeal(order_id uuid, ruling public.rulings, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.rule(private.lock_order_as_staff(order_id), 'decide_appeal', 'settled', ruling, at)
$function$;

CREATE OR REPLACE FUNCTION private.decide_appeal(order_id uuid, creator_share_minor bigint, note text, category text, clause text, summary text)
 RETURNS public.pack_orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.decide_appeal(order_id, private.ruling_of(jsonb_build_object(
    'creator_share_minor', creator_share_minor, 'note', note, 'category', category, 'clause', clause, 'summary', summary)), now())
$function$;

CREATE OR REPLACE FUNCTION private.decline_offer(offer_id uuid)
 RETURNS public.offers
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.decline_offer(offer_id, now())
$function$;

CREATE OR REPLACE FUNCTION private.decline_offer(offer_id uuid, at timestamp with time zone)
 RETURNS public.offers
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_offer public.offers := private.lock_offer(offer_id);
begin
  if v_offer.author_id = private.my_profile_id() then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if v_offer.status = 'declined' then
    return v_offer;
  end if;
  perform private.require_open_offer(v_offer, at);
  v_offer := private.end_offer(v_offer, 'declined');
  perform private.notify_about_offer(v_offer.author_id, v_offer, 'offer_declined');
  return v_offer;
end;
$function$;

CREATE OR REPLACE FUNCTION private.deliver_order(order_id uuid, note text, links text[], files jsonb, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform private.add_delivery(v_order, note, links, files, false);
  return private.move_order(v_order, 'delivered', 'creator', v_order.kol_id, note, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.disputed_in(order_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.from_status from public.order_events e
  where e.order_id = disputed_in.order_id and e.to_status = 'disputed' and e.kind = 'move'
  order by e.id desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.due_reminders(at timestamp with time zone)
 RETURNS TABLE(status text, number smallint, event text, to_staff boolean, due_after timestamp with time zone, due_until timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.status, r.number, r.event, r.to_staff,
    lead(r.due_until, 1, at - private.grace_of(r.status)) over (partition by r.status order by r.number), r.due_until
  from (
    select w.*, at - private.grace_of(w.status)
      + make_interval(hours => private.setting(w.lead_setting)::int) as due_until
    from private.order_reminders w
  ) r
$function$;

CREATE OR REPLACE FUNCTION private.end_offer(o public.offers, status text, order_id uuid DEFAULT NULL::uuid)
 RETURNS public.offers
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.offers x set status = end_offer.status, order_id = end_offer.order_id, updated_at = now()
  where x.id = o.id
  returning x.*
$function$;

CREATE OR REPLACE FUNCTION private.evidence_closes_at(o public.pack_orders, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(o.due_at, at + make_interval(secs => o.clock_left_seconds)) - private.answer_only_time()
$function$;

CREATE OR REPLACE FUNCTION private.excerpt(content text, term text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select regexp_replace(
    case when place > 40 then '…' else '' end || substr(content, greatest(1, place - 40), 160), '\s+', ' ', 'g')
  from strpos(private.lower_text(content), split_part(term, ' ', 1)) as place
$function$;

CREATE OR REPLACE FUNCTION private.execute_staff_act(proposal public.staff_proposals)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_arguments jsonb := proposal.arguments;
begin
  case proposal.action
    when 'resolve_dispute' then
      perform private.resolve_dispute((v_arguments ->> 'order_id')::uuid, private.ruling_of(v_arguments), now());
    when 'decide_appeal' then
      perform private.decide_appeal((v_arguments ->> 'order_id')::uuid, private.ruling_of(v_arguments), now());
    when 'resolve_suspense' then
      perform private.resolve_suspense((v_arguments ->> 'payment_id')::uuid,
        (v_arguments ->> 'profile_id')::uuid, v_arguments ->> 'note');
    when 'unfreeze_profile' then
      perform private.unfreeze_profile((v_arguments ->> 'profile_id')::uuid, v_arguments ->> 'note');
    when 'update_setting' then
      perform private.update_setting(v_arguments ->> 'key', (v_arguments ->> 'value')::numeric);
  end case;
end;
$function$;

CREATE OR REPLACE FUNCTION private.exported_discovery(me uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'saved_searches', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.saved_searches x where x.profile_id = me),
    'shortlist', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at, x.creator_id), '[]')
      from public.shortlist x where x.brand_id = me),
    'campaigns', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.campaigns x where x.brand_id = me),
    'campaign_applications', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.campaign_applications x where me in (x.brand_id, x.kol_id))
  )
$function$;

CREATE OR REPLACE FUNCTION private.exported_messages(me uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'conversations', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.conversations x where me in (x.member_a, x.member_b)),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.messages x where me in (x.sender_id, x.receiver_id)),
    'offers', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.offers x where me in (x.brand_id, x.kol_id)),
    'message_reports', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.message_reports x where x.reporter_id = me)
  )
$function$;

CREATE OR REPLACE FUNCTION private.exported_orders(me uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'packs', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.packs x where x.kol_id = me),
    'pack_orders', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.pack_orders x where me in (x.brand_id, x.kol_id)),
    'order_events', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.id), '[]')
      from public.order_events x join public.pack_orders o on o.id = x.order_id
      where me in (o.brand_id, o.kol_id)),
    'order_milestones', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.order_id, x.position), '[]')
      from public.order_milestones x join public.pack_orders o on o.id = x.order_id
      where me in (o.brand_id, o.kol_id)),
    'order_deliveries', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.order_deliveries x join public.pack_orders o on o.id = x.order_id
      where me in (o.brand_id, o.kol_id)),
    'settlement_proposals', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.settlement_proposals x join public.pack_orders o on o.id = x.order_id
      where me in (o.brand_id, o.kol_id)),
    'dispute_statements', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.dispute_statements x join public.pack_orders o on o.id = x.order_id
      where me in (o.brand_id, o.kol_id)),
    'rulings', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.rulings x join public.pack_orders o on o.id = x.order_id
      where me in (o.brand_id, o.kol_id)),
    'reviews', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.reviews x
      where x.author_id = me or (x.subject_id = me and x.visible_at is not null))
  )
$function$;

CREATE OR REPLACE FUNCTION private.filter_facet_keys(f private.creator_filter, OUT keys integer[], OUT needs_recheck boolean)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_platforms int[] := private.bit_places(f.platforms);
  v_categories int[] := private.bit_places(f.categories);
  -- What is neither in the key nor in a column beside it.
  v_rest jsonb := jsonb_strip_nulls(to_jsonb(f)
    - '{language,platforms,categories,follower_ranges,verified,term,min_rating,regions,email_notifications}'::text[]);
  -- Every creator is in one of the ranges.
  v_ranges int[] := case when cardinality(f.follower_ranges) < cardinality(private.follower_ranges())
    then f.follower_ranges::int[] else '{}' end;
begin
  needs_recheck := v_rest <> '{}';
  if greatest(cardinality(v_platforms), 1) * greatest(cardinality(v_categories), 1)
    * greatest(cardinality(v_ranges), 1) > 64
  then
    needs_recheck := true;
    v_categories := '{}';
  end if;
  keys := array(
    select private.facet_key(coalesce(private.language_code(f.language), 0), platform, category, follower_range,
      coalesce(f.verified, false)::int)
    from unnest(case when v_platforms = '{}' then '{0}' else v_platforms end) as platform,
      unnest(case when v_categories = '{}' then '{0}' else v_categories end) as category,
      unnest(case when v_ranges = '{}' then '{0}' else v_ranges end) as follower_range
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.filter_words(filters jsonb, list text)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_words text[] := private.filter_list(filters, list);
begin
  if not v_words <@ private.words(list) then
    raise exception 'filter_unknown_value' using errcode = 'PT422', detail = list;
  end if;
  return private.word_bits(v_words, list);
end;
$function$;

CREATE OR REPLACE FUNCTION private.find_actions()
 RETURNS SETOF public.found_item
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with me as materialized (select private.my_profile_id() as id)
  select 'action', o.id, o.pack_title, o.number, other.id, other.display_name, a.action, o.due_at
  from (
    select o.* from public.pack_orders o join public.order_statuses s on s.status = o.status
    where (o.brand_id = (select id from me) or o.kol_id = (select id from me)) and s.outcome is null
    order by o.due_at, o.created_at limit 10
  ) o
  cross join lateral private.order_actions(o.id) as a
  left join public.members other
    on other.id = case o.brand_id when (select id from me) then o.kol_id else o.brand_id end
  where a.allowed
  order by o.due_at, o.created_at
$function$;

CREATE OR REPLACE FUNCTION private.find_anything(query text, most integer)
 RETURNS SETOF public.found_item
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_term text := private.normalise_text(coalesce(query, ''));
  v_patterns text[] := private.patterns_of(v_term);
  v_most int := least(greatest(coalesce(most, 5), 1), 20);
begin
  if length(v_term) > 100 then
    raise exception 'filter_term_too_long' using errcode = 'PT422', detail = 'query';
  end if;
  if v_term = '' then
    return query select * from private.find_actions();
    return;
  end if;
  -- A single letter is in nearly everything.
  if length(v_term) = 1 and v_term ~ '[a-z0-9]' then
    return;
  end if;
  return query select * from private.find_orders(v_term, v_patterns, v_most);
  return query select * from private.find_conversations(v_patterns, v_most);
  if private.is_member() then
    return query select * from private.find_creators(v_term, v_most);
  end if;
  return query select * from private.find_campaigns(v_patterns, v_most);
  return query select * from private.find_messages(v_term, v_patterns, v_most);
end;
$function$;

CREATE OR REPLACE FUNCTION private.find_campaigns(patterns text[], most integer)
 RETURNS SETOF public.found_item
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'campaign', c.id, c.title, null::text, c.brand_id, null::text, null::text, c.created_at
  from public.campaigns c
  where private.lower_text(c.title) like all (patterns)
  order by c.created_at desc
  limit most
$function$;

CREATE OR REPLACE FUNCTION private.find_conversations(patterns text[], most integer)
 RETURNS SETOF public.found_item
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with me as materialized (select private.my_profile_id() as id),
  mine as (
    select c.id, c.member_b as other_id, c.last_message_at from public.conversations c
    where c.member_a = (select id from me) and c.last_message_at is not null
    union all
    select c.id, c.member_a, c.last_message_at from public.conversations c
    where c.member_b = (select id from me) and c.last_message_at is not null
  )
  select 'conversation', mine.id, other.display_name, null::text, other.id, other.display_name, null::text,
    mine.last_message_at
  from mine join public.members other on other.id = mine.other_id
  where private.lower_text(other.display_name) like all (patterns)
  order by mine.last_message_at desc
  limit most
$function$;

CREATE OR REPLACE FUNCTION private.find_creators(term text, most integer)
 RETURNS SETOF public.found_item
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'creator', m.id, m.display_name, null::text, m.id, m.display_name, null::text, null::timestamptz
  from private.search_creators(jsonb_build_object('searchTerm', term), 'relevance', most, null) as m
$function$;

CREATE OR REPLACE FUNCTION private.find_messages(term text, patterns text[], most integer)
 RETURNS SETOF public.found_item
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with me as materialized (select private.my_profile_id() as id),
  searched as materialized (select private.setting('messages_searched')::int as most),
  mine as (
    (select m.id, m.sender_id as other_id, m.content, m.file_name, m.created_at from public.messages m
    where m.receiver_id = (select id from me)
    order by m.created_at desc limit (select most from searched))
    union all
    (select m.id, m.receiver_id, m.content, m.file_name, m.created_at from public.messages m
    where m.sender_id = (select id from me)
    order by m.created_at desc limit (select most from searched))
  ),
  found as (
    select * from mine
    where private.lower_text(mine.content) like all (patterns) or private.lower_text(mine.file_name) like all (patterns)
    order by mine.created_at desc limit find_messages.most
  )
  select 'message', found.id, other.display_name, private.excerpt(concat_ws(' ', found.content, found.file_name), term),
    found.other_id, other.display_name, null::text, found.created_at
  from found left join public.members other on other.id = found.other_id
  order by found.created_at desc
$function$;

CREATE OR REPLACE FUNCTION private.find_orders(term text, patterns text[], most integer)
 RETURNS SETOF public.found_item
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with me as materialized (select private.my_profile_id() as id)
  select 'order', o.id, o.pack_title, o.number, other.id, other.display_name, null::text, o.created_at
  from public.pack_orders o
  left join public.members other
    on other.id = case o.brand_id when (select id from me) then o.kol_id else o.brand_id end
  where o.number = upper(term)
    or (o.brand_id = (select id from me) or o.kol_id = (select id from me))
    and private.lower_text(concat_ws(' ', o.number, o.pack_title, other.display_name)) like all (patterns)
  order by o.number = upper(term) desc, o.created_at desc
  limit most
$function$;

CREATE OR REPLACE FUNCTION private.forget_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile_id uuid;
  v_profile public.profiles;
begin
  select p.id into v_profile_id from public.profiles p where p.user_id = OLD.id;
  if v_profile_id is null then
    return OLD;
  end if;
  -- First the accounts, then the profile, as a completed order locks them.
  perform private.lock_accounts(array(select a.id from private.accounts a where a.owner_id = v_profile_id));
  select * into v_profile from public.profiles p where p.id = v_profile_id for update;
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
  delete from public.shortlist s where s.brand_id = v_profile_id;
  delete from public.email_preferences e where e.profile_id = v_profile_id;
  delete from private.email_outbox e where e.profile_id = v_profile_id;
  delete from public.member_blocks b where b.blocker_id = v_profile_id;
  delete from public.campaigns c where c.brand_id = v_profile_id and c.status = 'draft';
  update public.campaigns c set status = 'closed'
  where c.brand_id = v_profile_id and c.status = 'open';
  update public.campaign_applications a set status = 'withdrawn'
  where a.kol_id = v_profile_id and a.status = 'sent';
  -- Neither withdrawn nor declined: those have a limit.
  update public.offers f set status = 'expired'
  where v_profile_id in (f.brand_id, f.kol_id) and f.status = 'sent';
  update public.packs k set is_published = false where k.kol_id = v_profile_id and k.is_published;
  update public.invites i
  set expires_at = least(i.expires_at, greatest(now(), i.created_at + interval '1 microsecond'))
  where i.issuer_id = v_profile_id;

  -- A member who leaves while staff have to decide about a chargeback is banned until they do.
  if private.is_frozen(v_profile_id) then
    perform private.ban_address(OLD.email, v_profile_id);
  end if;
  perform private.remember_former_member(OLD.email, v_profile);
  perform private.remove_files_of(v_profile_id, OLD.id);
  update public.profiles p set
    user_id = null, deleted_at = now(), display_name = 'Former member', bio = '', expertise = '{}',
    language = null, locale = 'en', follower_counts = '{}',
    profile_image = null, referral_code = null, invites_left = 0,
    is_approved = false, is_verified = false, is_staff = false
  where p.id = v_profile_id;
  return OLD;
end;
$function$;

CREATE OR REPLACE FUNCTION private.funding_left(order_id uuid, left_minor bigint)
 RETURNS TABLE(payment_id uuid, amount_minor bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.payment_id, least(f.amount_minor, f.upto - f.total + left_minor)::bigint
  from (
    select f.payment_id, f.amount_minor, sum(f.amount_minor) over (order by f.id) as upto,
      sum(f.amount_minor) over () as total
    from private.order_funding f where f.order_id = funding_left.order_id
  ) as f
  where f.upto > f.total - left_minor
$function$;

CREATE OR REPLACE FUNCTION private.give_evidence(order_id uuid, body text, links text[], files jsonb, message_ids uuid[], statement_id uuid)
 RETURNS public.dispute_statements
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.give_evidence(order_id, body, links, files, message_ids, statement_id, now())
$function$;

CREATE OR REPLACE FUNCTION private.give_evidence(order_id uuid, body text, links text[], files jsonb, message_ids uuid[], statement_id uuid, at timestamp with time zone)
 RETURNS public.dispute_statements
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'give_evidence');
  v_said public.dispute_statements := private.statement_of(statement_id, order_id);
begin
  if v_said.id is not null then
    return v_said;
  end if;
  perform private.require_order_action('give_evidence', v_order, at);
  perform private.require_links(links);
  perform private.require_shared_files(v_order, files);
  v_said.id := statement_id;
  v_said.kind := 'evidence';
  v_said.body := body;
  v_said.links := links;
  v_said.files := files;
  v_said.messages := private.quoted_messages(v_order, coalesce(message_ids, '{}'));
  return private.add_statement(v_order, v_said, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.grace_of(status text)
 RETURNS interval
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select make_interval(hours => case when s.grace_setting is null then 0 else private.setting(s.grace_setting) end::int)
  from private.order_status(grace_of.status) s
$function$;

CREATE OR REPLACE FUNCTION private.has_spoken(o public.pack_orders, profile_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.dispute_statements s where s.order_id = o.id and s.author_id = has_spoken.profile_id
  ) or exists (
    select from public.settlement_proposals s where s.order_id = o.id and s.proposed_by = has_spoken.profile_id
  )
$function$;

CREATE OR REPLACE FUNCTION private.index_condition(f private.creator_filter, text_column text DEFAULT 'search_text'::text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return nullif(concat_ws(' and ',
    'private.text_suffixes(c.' || text_column || ') @@ ' || quote_literal(private.term_query(f.term)),
    'private.creator_facet_keys(c.language, c.platforms, c.categories, c.follower_range, c.is_verified) && '
      || quote_literal(nullif((private.filter_facet_keys(f)).keys, '{0}'))), '');
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_evidence_before_me(name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_wanted constant jsonb := jsonb_build_array(jsonb_build_object('path', name));
begin
  return private.is_staff() and exists (
    select from private.dispute_readers r
    join public.pack_orders o on o.id = r.order_id
    join public.order_statuses s using (status)
    where r.profile_id = private.my_profile_id() and s.phase = 'disputed' and (
      exists (select from public.dispute_statements d where d.order_id = r.order_id and d.files @> v_wanted)
      or exists (select from public.order_deliveries d where d.order_id = r.order_id and d.files @> v_wanted))
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.ledger_faults()
 RETURNS TABLE(fault text, id bigint, amount_minor numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  select 'escrow differs from its funding', a.id, a.balance_minor + o.released_minor + o.buyer_fee_minor - coalesce(sum(f.amount_minor), 0)
  from private.accounts a
  join public.pack_orders o on o.id = a.order_id
  join public.order_statuses s using (status)
  left join private.order_funding f on f.order_id = o.id
  where s.holds_escrow
  group by a.id, o.id
  having a.balance_minor + o.released_minor + o.buyer_fee_minor is distinct from sum(f.amount_minor)
  union all
  select 'escrow of a closed order is not empty', a.id, a.balance_minor
  from private.accounts a
  join public.pack_orders o on o.id = a.order_id
  join public.order_statuses s using (status)
  where not s.holds_escrow and a.balance_minor <> 0
  union all
  select 'milestones differ from what they paid', null, o.released_minor - coalesce(sum(m.amount_minor), 0)
  from public.pack_orders o
  join public.order_milestones m on m.order_id = o.id and m.accepted_at is not null
    -- The last one is paid by the completion.
    and (o.status <> 'completed' or m.position < o.milestone_count)
  where o.milestone_count > 0
  group by o.id
  having o.released_minor <> sum(m.amount_minor)
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
$function$;

CREATE OR REPLACE FUNCTION private.limit_offer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case NEW.status
    when 'sent' then
      perform private.limit_member('offers_per_hour', NEW.author_id);
      perform private.limit_member('offers_to_one_per_day', NEW.author_id, private.offer_reader(NEW));
    when 'withdrawn' then
      perform private.limit_member('offer_withdrawals_per_day', NEW.author_id);
    when 'declined' then
      perform private.limit_member('offer_answers_per_hour', private.offer_reader(NEW));
    else null;
  end case;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_order_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    -- Cancelling after payment, or requesting it; agreeing to a cancellation is not counted.
    when NEW.kind = 'cancellation_requested' or (NEW.from_status, NEW.to_status) = ('funded', 'cancelled') then
      perform private.limit_member('cancellations_per_day', NEW.actor_id);
      perform private.limit_member('cancellations_with_one_per_day', NEW.actor_id, v_other);
    when NEW.to_status in ('in_revision', 'draft_revision') then
      perform private.limit_member('revisions_per_hour', NEW.actor_id);
    when NEW.to_status = 'disputed' then
      perform private.limit_member('disputes_per_day', NEW.actor_id);
    else null;
  end case;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_statement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.limit_member('dispute_statements_per_hour', NEW.author_id);
  perform private.limit_member('dispute_statements_of_order_per_day', NEW.author_id, NEW.order_id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.lock_batch(orders public.pack_orders[], holds private.holds[], reviewed uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_accounts(array(
    select unnest(private.order_accounts(o)) from unnest(orders) as o
    where (private.order_status(o.status)).holds_escrow
    union
    select unnest(private.hold_accounts(h)) from unnest(holds) as h));
  perform from public.profiles p
  where p.id in (
    select unnest(array[o.brand_id, o.kol_id]) from unnest(orders) as o
    where (private.order_status((private.at_deadline(o)).to_status)).outcome <> 'refund'
    union
    select r.subject_id from public.reviews r where r.order_id = any (reviewed))
  order by p.id
  for no key update;
end;
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

CREATE OR REPLACE FUNCTION private.lock_due_orders(at timestamp with time zone, batch integer)
 RETURNS SETOF public.pack_orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.* from public.order_statuses s join public.pack_orders o on o.status = s.status
  where s.at_deadline is not null and o.due_at <= at - private.grace_of(s.status)
  order by o.due_at, o.id limit batch
  for no key update of o skip locked
$function$;

CREATE OR REPLACE FUNCTION private.lock_offer(offer_id uuid)
 RETURNS public.offers
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_offer public.offers;
begin
  select * into v_offer from public.offers o
  where o.id = lock_offer.offer_id and private.my_profile_id() in (o.brand_id, o.kol_id)
  for no key update;
  if v_offer.id is null then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  return v_offer;
end;
$function$;

CREATE OR REPLACE FUNCTION private.lower_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower((value COLLATE pg_c_utf8));

CREATE OR REPLACE FUNCTION private.make_offer(conversation_id uuid, title text, scope text, price_minor bigint, currency text, delivery_days integer, revisions integer, idempotency_key uuid, milestones jsonb, expires_at timestamp with time zone, counters_id uuid)
 RETURNS public.offers
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.make_offer(conversation_id, title, scope, price_minor, currency, delivery_days,
    revisions, idempotency_key, milestones, expires_at, counters_id, now())
$function$;

CREATE OR REPLACE FUNCTION private.make_offer(conversation_id uuid, title text, scope text, price_minor bigint, currency text, delivery_days integer, revisions integer, idempotency_key uuid, milestones jsonb, expires_at timestamp with time zone, counters_id uuid, at timestamp with time zone)
 RETURNS public.offers
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_terms public.offers := private.offer_between(conversation_id);
  v_offer public.offers;
  v_former public.offers;
begin
  perform private.require_transact();
  v_terms.counters_id := make_offer.counters_id;
  v_terms.title := btrim(make_offer.title);
  v_terms.scope := btrim(make_offer.scope);
  v_terms.price_minor := make_offer.price_minor;
  v_terms.currency := make_offer.currency;
  v_terms.delivery_days := make_offer.delivery_days;
  v_terms.revisions := make_offer.revisions;
  v_terms.milestones := coalesce(make_offer.milestones, '[]');
  v_terms.idempotency_key := make_offer.idempotency_key;
  v_terms.expires_at := coalesce(make_offer.expires_at, at + make_interval(days => private.setting('offer_validity')::int));
  v_offer := private.offer_of_key(v_terms);
  if v_offer.id is not null then
    return v_offer;
  end if;
  if v_terms.expires_at <= at
    or v_terms.expires_at > at + make_interval(days => private.setting('offer_validity_most')::int)
  then
    raise exception 'offer_expiry_out_of_range' using errcode = 'PT422';
  end if;
  if v_terms.counters_id is not null then
    v_former := private.lock_offer(v_terms.counters_id);
    if v_former.conversation_id <> v_terms.conversation_id or v_former.author_id = v_terms.author_id then
      raise exception 'not_allowed' using errcode = 'PT403';
    end if;
    perform private.require_open_offer(v_former, at);
    perform private.end_offer(v_former, 'countered');
  end if;
  return private.send_offer(v_terms, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.matching_watchers(c private.creators)
 RETURNS TABLE(watcher_id uuid, needs_recheck boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
AS $function$
declare
  v_keys int[] := private.creator_facet_keys(c.language, c.platforms, c.categories, c.follower_range, c.is_verified);
  v_grams int[] := 0 || private.text_grams(c.search_text);
  v_terms int[] := 0 || array(
    select t.id from private.search_terms t
    where t.anchor = any (v_grams) and strpos(c.search_text, t.term) > 0
  );
begin
  return query
    select distinct k.watcher_id, k.needs_recheck from private.filter_keys k
    where k.key = any (v_keys) and k.term_id = any (v_terms) and k.min_rating <= c.rating
      and (k.regions is null or k.regions & c.regions <> 0);
end;
$function$;

CREATE OR REPLACE FUNCTION private.milestones_are_valid(milestones jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(milestones) = 'array' then not exists (
    select from jsonb_array_elements(milestones) as part
    where case when jsonb_typeof(part) <> 'object' then true else
      part - array['title', 'amount_minor'] <> '{}'
      or jsonb_typeof(part -> 'title') is distinct from 'string'
      or length(part ->> 'title') not between 1 and 120
      or part ->> 'title' <> btrim(part ->> 'title')
      or part ->> 'title' ~ '[[:cntrl:]]'
      or not private.shows_all_characters(part ->> 'title')
      or jsonb_typeof(part -> 'amount_minor') is distinct from 'number'
      or part ->> 'amount_minor' !~ '^[1-9][0-9]{0,15}$' end
  ) else false end
$function$;

CREATE OR REPLACE FUNCTION private.milestones_total(milestones jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select sum((part ->> 'amount_minor')::numeric) from jsonb_array_elements(milestones) as part
  where private.milestones_are_valid(milestones)
$function$;

CREATE OR REPLACE FUNCTION private.moment(at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select at + (clock_timestamp() - now())
$function$;

CREATE OR REPLACE FUNCTION private.money_change(o public.pack_orders, to_status text, share_minor bigint)
 RETURNS private.money_change
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_from public.order_statuses := private.order_status(o.status);
  v_to public.order_statuses := private.order_status(to_status);
  v_total constant bigint := o.price_minor + o.buyer_fee_minor;
  v_split record;
  v_fees bigint;
  v_milestone public.order_milestones;
begin
  if v_to.holds_escrow and not v_from.holds_escrow then
    return row(0::bigint, -v_total, 0::bigint, v_total);
  elsif v_from.holds_escrow and not v_to.holds_escrow then
    select * into v_split from private.split_rest(o, share_minor);
    return row(v_split.creator_minor, v_split.brand_minor,
      v_split.creator_fee_minor + v_split.buyer_fee_kept_minor,
      -v_split.creator_minor - v_split.brand_minor - v_split.creator_fee_minor - v_split.buyer_fee_kept_minor);
  elsif private.can_move(o, to_status, 'milestone') then
    v_milestone := private.next_milestone(o.id);
    select * into v_split from private.split_rest(o, o.released_minor + v_milestone.amount_minor);
    v_fees := v_split.creator_fee_minor + v_split.buyer_fee_kept_minor;
    return row(v_split.creator_minor, 0::bigint, v_fees, -v_split.creator_minor - v_fees);
  end if;
  return row(0::bigint, 0::bigint, 0::bigint, 0::bigint);
end;
$function$;

CREATE OR REPLACE FUNCTION private.move_at_deadline(o public.pack_orders, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_next record;
begin
  select * into v_next from private.at_deadline(o);
  if (private.order_status(v_next.to_status)).outcome = 'completion' then
    return private.accept_work(o, 'clock', null, at);
  end if;
  return private.move_order(o, v_next.to_status, 'clock', null, null, at, v_next.share);
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
    reminders_sent = 0,
    revisions_used = p.revisions_used + (move_order.to_status in ('in_revision', 'draft_revision'))::int,
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

CREATE OR REPLACE FUNCTION private.moves_itself_at(o public.pack_orders)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.due_at + private.grace_of(o.status)
$function$;

CREATE OR REPLACE FUNCTION private.name_milestone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  NEW.milestone_id := (private.next_milestone(NEW.order_id)).id;
  return NEW;
end;
$function$;

CREATE OR REPLACE FUNCTION private.needs_draft(o public.pack_orders)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce((o.terms ->> 'needs_draft')::boolean, false)
$function$;

CREATE OR REPLACE FUNCTION private.next_milestone(order_id uuid)
 RETURNS public.order_milestones
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_milestone public.order_milestones;
begin
  select * into v_milestone from public.order_milestones m
  where m.order_id = next_milestone.order_id and m.accepted_at is null
  order by m.position limit 1;
  return v_milestone;
end;
$function$;

CREATE OR REPLACE FUNCTION private.notify_about_offer(to_id uuid, o public.offers, event text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_other_id uuid := case to_id when o.brand_id then o.kol_id else o.brand_id end;
begin
  perform private.notify(to_id, event,
    jsonb_build_object('offer_id', o.id, 'offer_title', o.title, 'price_minor', o.price_minor,
      'currency', o.currency, 'order_id', o.order_id, 'other_id', v_other_id,
      'other_name', coalesce((select p.display_name from public.profiles p where p.id = v_other_id), '')));
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

CREATE OR REPLACE FUNCTION private.notify_dispute_move(to_id uuid, o public.pack_orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_data jsonb := jsonb_build_object('amount_minor', o.creator_share_minor, 'due_at', o.due_at);
begin
  case o.status
    when 'disputed' then perform private.notify_about_order(to_id, o, 'dispute_opened');
    when 'awaiting_ruling' then perform private.notify_about_order(to_id, o, 'ruling_awaited', v_data);
    when 'ruled' then perform private.notify_about_order(to_id, o, 'ruling_made', v_data);
    when 'appealed' then perform private.notify_about_order(to_id, o, 'ruling_appealed', v_data);
  end case;
end;
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_refund(o public.pack_orders, event text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.notify_about_money(o.brand_id, o, event,
    (private.split_settlement(o, private.share_of(o))).brand_minor);
end;
$function$;

CREATE OR REPLACE FUNCTION private.notify_order_end(o public.pack_orders, from_status text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if from_status = 'funded' then
    perform private.notify_of_refund(o, 'order_expired_refunded');
    perform private.notify_about_order(o.kol_id, o, 'order_expired_creator');
  else
    perform private.notify_of_refund(o, 'order_ended_late');
    perform private.notify_about_order(o.kol_id, o, 'order_ended_late_creator');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.notify_order_move(o public.pack_orders, from_status text, actor_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_split record;
begin
  case o.status
    when 'funded' then
      perform private.notify_about_money(o.kol_id, o, 'order_funded', o.price_minor);
    when 'in_progress' then
      -- After a milestone the creator goes on; see post_milestone.
      if from_status = 'funded' then
        perform private.notify_about_order(o.brand_id, o, 'order_accepted');
      end if;
    when 'declined' then
      perform private.notify_of_refund(o, 'order_declined');
    when 'delivered' then
      perform private.notify_about_order(o.brand_id, o, 'order_delivered');
    when 'in_revision' then
      perform private.notify_about_order(o.kol_id, o, 'revision_requested');
    when 'draft_review' then
      perform private.notify_about_order(o.brand_id, o, 'draft_shown', jsonb_build_object('due_at', o.due_at));
    when 'draft_revision' then
      perform private.notify_about_order(o.kol_id, o, 'draft_changes_requested');
    when 'draft_approved' then
      perform private.notify_about_order(o.kol_id, o, 'draft_approved');
    when 'expired' then
      -- The creator was not notified of an order that was not paid.
      if from_status = 'pending_payment' then
        perform private.notify_about_order(o.brand_id, o, 'order_expired_unpaid');
      else
        perform private.notify_order_end(o, from_status);
      end if;
    when 'cancelled' then
      -- Nobody is waiting for an order that was not paid.
      if from_status = 'pending_payment' then
        return;
      end if;
      -- Only a chargeback cancels without an actor.
      if actor_id is null then
        perform private.notify_about_order(o.brand_id, o, 'order_cancelled_charged_back');
      else
        perform private.notify_of_refund(o, 'order_cancelled_refunded');
      end if;
      perform private.notify_about_order(o.kol_id, o, 'order_cancelled_creator');
    when 'completed' then
      perform private.notify_about_order(o.kol_id, o, 'order_completed_creator');
      perform private.notify_about_order(o.brand_id, o, 'order_completed_brand');
    when 'disputed', 'awaiting_ruling', 'ruled', 'appealed' then
      perform private.notify_dispute_move(id, o) from unnest(array[o.brand_id, o.kol_id]) as id;
    else null;
  end case;

  if o.status in ('completed', 'settled') then
    select * into v_split from private.split_rest(o, private.share_of(o));
    if o.status = 'settled' then
      perform private.notify_about_money(o.brand_id, o, 'dispute_settled_brand', v_split.brand_minor);
      perform private.notify_about_money(o.kol_id, o, 'dispute_settled_creator', v_split.creator_minor);
    end if;
    if v_split.creator_minor > 0 then
      perform private.notify_about_money(o.kol_id, o, 'order_earned', v_split.creator_minor);
    end if;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.offer_between(conversation_id uuid)
 RETURNS public.offers
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.my_profile_id();
  v_offer public.offers;
begin
  select c.id, b.id, k.id, v_me
  into v_offer.conversation_id, v_offer.brand_id, v_offer.kol_id, v_offer.author_id
  from public.conversations c
  join public.profiles b on b.id in (c.member_a, c.member_b) and b.role = 'brand'
  join public.profiles k on k.id in (c.member_a, c.member_b) and k.role = 'kol'
  where c.id = offer_between.conversation_id and v_me in (c.member_a, c.member_b);
  if v_offer.conversation_id is null then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  return v_offer;
end;
$function$;

CREATE OR REPLACE FUNCTION private.offer_of_key(terms public.offers)
 RETURNS public.offers
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_offer public.offers;
begin
  if terms.idempotency_key is null then
    raise exception 'idempotency_key_required' using errcode = 'PT422';
  end if;
  select * into v_offer from public.offers o
  where o.author_id = terms.author_id and o.idempotency_key = terms.idempotency_key;
  if v_offer.id is not null
    and (v_offer.conversation_id, v_offer.counters_id, v_offer.terms_hash) is distinct from (
      terms.conversation_id, terms.counters_id, private.terms_hash(private.terms_of_offer(terms)))
  then
    raise exception 'idempotency_key_reused' using errcode = 'PT409';
  end if;
  return v_offer;
end;
$function$;

CREATE OR REPLACE FUNCTION private.offer_reader(o public.offers)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case o.author_id when o.brand_id then o.kol_id else o.brand_id end
$function$;

CREATE OR REPLACE FUNCTION private.offer_terms(title text, scope text, price_minor bigint, currency text, delivery_days integer, revisions integer, milestones jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.terms(title, scope, null, price_minor, currency, delivery_days, revisions, null)
    || jsonb_build_object('milestones', milestones)
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
  insert into public.pack_orders (pack_id, application_id, offer_id, brand_id, kol_id, pack_title,
    price_minor, fee_minor, buyer_fee_minor, currency, delivery_days, revisions_allowed, milestone_count, brief,
    terms_hash, terms, idempotency_key, due_at)
  values (terms.pack_id, terms.application_id, terms.offer_id, terms.brand_id, terms.kol_id, terms.pack_title,
    terms.price_minor,
    ceil(terms.price_minor * private.setting('creator_fee') / 100)::bigint,
    ceil(terms.price_minor * private.setting('buyer_fee') / 100)::bigint,
    terms.currency, terms.delivery_days, terms.revisions_allowed, coalesce(terms.milestone_count, 0),
    terms.brief, terms.terms_hash, terms.terms, terms.idempotency_key, at + private.clock_of(terms, 'pending_payment'))
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

CREATE OR REPLACE FUNCTION private.order_of_key(terms public.pack_orders)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders;
begin
  if terms.idempotency_key is null then
    raise exception 'idempotency_key_required' using errcode = 'PT422';
  end if;
  select * into v_order from public.pack_orders o
  where o.brand_id = terms.brand_id and o.idempotency_key = terms.idempotency_key;
  if v_order.id is not null
    and (v_order.pack_id, v_order.application_id, v_order.offer_id, v_order.kol_id, v_order.brief,
      coalesce(terms.terms_hash, v_order.terms_hash))
    is distinct from (terms.pack_id, terms.application_id, terms.offer_id, terms.kol_id, terms.brief, v_order.terms_hash)
  then
    raise exception 'idempotency_key_reused' using errcode = 'PT409';
  end if;
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.order_refusal(action text, o public.pack_orders, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_order_actor(action, o);
  perform private.require_order_action(action, o, at);
  if action in ('resolve_dispute', 'decide_appeal') then
    perform private.require_ruling(action, o);
  end if;
  return null;
exception when others then
  if sqlstate not like 'PT4%' then
    raise;
  end if;
  return sqlerrm;
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

CREATE OR REPLACE FUNCTION private.page_of_creators(f private.creator_filter, page private.creator_page)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_creators real := (select greatest(c.reltuples, 0) from pg_catalog.pg_class c where c.oid = 'private.creators'::regclass);
  v_cost_of_row int := case when f.term is null then 10 else 1 end;
  v_ids uuid[];
begin
  if private.index_condition(f) is null then
    return private.scan_sort_index(f, page, null);
  end if;
  v_ids := private.scan_sort_index(f, page, ceil(sqrt(v_cost_of_row * (page).size * v_creators))::bigint);
  if cardinality(v_ids) = (page).size then
    return v_ids;
  end if;
  return private.search_by_index(f, page);
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

CREATE OR REPLACE FUNCTION private.patterns_of(term text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%')
  from regexp_split_to_table(term, ' ') as word
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

CREATE OR REPLACE FUNCTION private.post_milestone(o public.pack_orders, m public.order_milestones, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_accounts bigint[] := private.order_accounts(o);
  v_order public.pack_orders;
  v record;
begin
  select * into v from private.split_rest(o, o.released_minor + m.amount_minor);
  perform private.lock_accounts(v_accounts);
  perform private.post_transfer('milestone', v_accounts,
    array[-m.amount_minor, 0, v.creator_minor, v.creator_fee_minor], o.id, m.id);
  -- The fee is earned with the whole order: see post_outcome.
  perform private.create_hold(o.id, o.kol_id, o.currency, v.creator_minor, 0, at, m.id);
  update public.pack_orders x set released_minor = x.released_minor + m.amount_minor, updated_at = now()
  where x.id = o.id
  returning * into v_order;
  perform private.notify_about_order(o.kol_id, o, 'milestone_accepted',
    jsonb_build_object('milestone_title', m.title, 'amount_minor', v.creator_minor));
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.post_outcome(o public.pack_orders, event private.transfer_event, k bigint, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_accounts bigint[] := private.order_accounts(o);
  v record;
  v_whole record;
begin
  select * into v from private.split_rest(o, k);
  select * into v_whole from private.split_settlement(o, k);
  perform private.lock_accounts(v_accounts);
  perform private.post_transfer(event, v_accounts,
    array[
      o.released_minor - o.price_minor,
      v.brand_minor,
      v.creator_minor,
      v.creator_fee_minor + v_whole.buyer_fee_kept_minor - o.buyer_fee_minor
    ], o.id);
  perform private.return_funding(o, v_accounts[2], v.brand_minor);
  if k > 0 then
    perform private.create_hold(o.id, o.kol_id, o.currency, v.creator_minor,
      v_whole.creator_fee_minor + v_whole.buyer_fee_kept_minor, at);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.post_referral_reward(referral_id uuid, order_id uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  where h.order_id = v_order.id and h.profile_id = v_order.kol_id and h.reference is null;
  if v_inviter.role = 'kol' then
    perform private.create_hold(v_order.id, v_inviter.id, v_order.currency, v_reward, 0, now());
  else
    perform private.add_to_lot(private.reward_account(v_inviter.id, v_order.currency), null, v_reward);
  end if;
  update public.referrals r set reward_minor = v_reward, currency = v_order.currency
  where r.id = post_referral_reward.referral_id;
  return v_reward;
end;
$function$;

CREATE OR REPLACE FUNCTION private.prepare_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.my_profile_id();
  v_pair uuid[];
  v_file jsonb;
begin
  -- The owner of the database (the seed) has no session: the row then names the sender.
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
  -- An order of others is refused like one that does not exist.
  if NEW.order_id is not null and not exists (
    select from public.pack_orders o
    where o.id = NEW.order_id and array[o.brand_id, o.kol_id] <@ v_pair
  ) then
    raise exception 'message_order_unknown' using errcode = 'PT422';
  end if;

  if NEW.file_url is not null then
    -- The type and size in Storage are trusted, those of the client are not.
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
$function$;

CREATE OR REPLACE FUNCTION private.proposal_subject(action text, arguments jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select arguments ->> case action
    when 'resolve_dispute' then 'order_id'
    when 'decide_appeal' then 'order_id'
    when 'resolve_suspense' then 'payment_id'
    when 'unfreeze_profile' then 'profile_id'
    when 'update_setting' then 'key'
  end
$function$;

CREATE OR REPLACE FUNCTION private.propose_settlement(order_id uuid, creator_share_minor bigint)
 RETURNS public.pack_orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.propose_settlement(order_id, creator_share_minor, now())
$function$;

CREATE OR REPLACE FUNCTION private.propose_settlement(order_id uuid, creator_share_minor bigint, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'propose_settlement');
  v_me uuid := private.my_profile_id();
begin
  perform private.require_order_action('propose_settlement', v_order, at);
  if (creator_share_minor between v_order.released_minor and v_order.price_minor) is not true then
    raise exception 'share_out_of_range' using errcode = 'PT422';
  end if;
  if (private.last_proposal(v_order.id, v_me)).creator_share_minor = propose_settlement.creator_share_minor then
    return v_order;
  end if;
  insert into public.settlement_proposals (order_id, proposed_by, creator_share_minor, created_at)
  values (v_order.id, v_me, propose_settlement.creator_share_minor, private.moment(at));
  perform private.notify_about_money(
    case v_me when v_order.brand_id then v_order.kol_id else v_order.brand_id end,
    v_order, 'settlement_proposed', propose_settlement.creator_share_minor);
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.publish_ruling()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.precedents (decided_on, category, clause, creator_percent, disputed_in, on_appeal, summary)
  select NEW.created_at::date, r.category, r.clause,
    round(r.creator_share_minor * 100.0 / o.price_minor, 2), private.disputed_in(o.id), NEW.from_status = 'appealed', r.summary
  from public.pack_orders o join public.rulings r on r.order_id = o.id
  where o.id = NEW.order_id and NEW.actor_id is distinct from o.brand_id and NEW.actor_id is distinct from o.kol_id
  order by r.instance limit 1;
  return null;
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

CREATE OR REPLACE FUNCTION private.quoted_messages(o public.pack_orders, message_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_messages jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'sender_id', m.sender_id, 'content', m.content,
    'file_name', m.file_name, 'created_at', m.created_at) order by m.created_at, m.id), '[]')
  into v_messages
  from public.messages m
  where m.id = any (message_ids) and (m.sender_id, m.receiver_id) in ((o.brand_id, o.kol_id), (o.kol_id, o.brand_id));
  if jsonb_array_length(v_messages) <> (select count(distinct id) from unnest(message_ids) as id) then
    raise exception 'message_not_found' using errcode = 'PT422';
  end if;
  return v_messages;
end;
$function$;

CREATE OR REPLACE FUNCTION private.read_dispute(order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order_as_staff(order_id);
  v_file jsonb;
begin
  if (private.order_status(v_order.status)).phase <> 'disputed' then
    raise exception 'order_not_disputed' using errcode = 'PT409';
  end if;
  insert into private.dispute_readers (order_id, profile_id, on_appeal)
  values (v_order.id, private.my_profile_id(), v_order.status = 'appealed')
  on conflict do nothing;
  if found then
    perform private.audit('read_dispute', v_order.id);
  end if;
  select jsonb_build_object(
    'evidence_closes_at', case v_order.status when 'disputed' then private.evidence_closes_at(v_order, now()) end,
    'split_by_rule_minor', private.split_by_rule(v_order),
    'statements', (select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at, s.id), '[]')
      from public.dispute_statements s where s.order_id = v_order.id),
    'proposals', (select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at, s.id), '[]')
      from public.settlement_proposals s where s.order_id = v_order.id),
    'rulings', (select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at), '[]')
      from public.rulings r where r.order_id = v_order.id)) into v_file;
  return v_file;
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

CREATE OR REPLACE FUNCTION private.record_demerits(o public.pack_orders, moved public.pack_orders, actor text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Of what milestones had not paid before.
  v_lost numeric := (o.price_minor - o.released_minor) * private.setting('dispute_lost_share') / 100;
begin
  if (private.order_status(o.status)).deadline_is_delivery and at > o.due_at and (
    moved.status in ('delivered', 'draft_review')
    -- Without the creator's agreement: the brand or a deadline ended the work.
    or moved.status in ('cancelled', 'expired') and actor in ('brand', 'clock')
  ) then
    perform private.add_demerit(o.kol_id, o.id, 'late', at);
  end if;
  if moved.status = 'settled' and moved.creator_share_minor - o.released_minor < v_lost then
    perform private.add_demerit(o.kol_id, o.id, 'dispute_lost', at);
  elsif moved.status = 'settled' and o.price_minor - moved.creator_share_minor < v_lost then
    perform private.add_demerit(o.brand_id, o.id, 'dispute_lost', at);
  end if;
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

CREATE OR REPLACE FUNCTION private.refusal_changes_at(action text, o public.pack_orders, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if action = 'review_order' and private.review_until(o) > at then
    return private.review_until(o);
  elsif action = 'give_evidence' and o.status = 'disputed' and private.evidence_closes_at(o, at) > at then
    return private.evidence_closes_at(o, at);
  elsif action = 'cancel_order' and private.side_of(o, private.my_profile_id()) = 'brand'
    and private.can_move(o, 'cancelled', 'both') and private.can_move(o, 'cancelled', 'brand') and not private.is_overdue(o, at)
  then
    return o.due_at + make_interval(hours => private.setting('late_cancellation')::int);
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.request_draft_changes(order_id uuid, note text)
 RETURNS public.pack_orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.request_draft_changes(order_id, note, now())
$function$;

CREATE OR REPLACE FUNCTION private.request_draft_changes(order_id uuid, note text, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'request_draft_changes');
begin
  if private.just_moved_by(v_order, 'draft_revision', v_order.brand_id, note) then
    return v_order;
  end if;
  perform private.require_order_action('request_draft_changes', v_order, at);
  if coalesce(btrim(note), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  return private.move_order(v_order, 'draft_revision', 'brand', v_order.brand_id, note, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_fresh_staff(o public.pack_orders)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.my_profile_id();
begin
  if exists (
    select from private.dispute_readers r where r.order_id = o.id and r.profile_id = v_me and not r.on_appeal
  ) or exists (
    select from public.rulings r where r.order_id = o.id and r.ruled_by = v_me
  ) or exists (
    select from public.staff_proposals p
    where p.action = 'resolve_dispute' and p.subject = o.id::text and v_me in (p.proposed_by, p.decided_by)
  ) then
    raise exception 'dispute_already_seen' using errcode = 'PT409';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_links(links text[])
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if exists (select from unnest(links) as link where link is null or link !~* '^https?://[^[:space:]]+$') then
    raise exception 'delivery_link_invalid' using errcode = 'PT422';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_open_evidence(o public.pack_orders, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if at >= private.evidence_closes_at(o, at) then
    raise exception 'evidence_closed' using errcode = 'PT409';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_open_offer(o public.offers, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if o.status <> 'sent' or o.expires_at <= at then
    raise exception 'offer_not_open' using errcode = 'PT409';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_order_action(action text, o public.pack_orders, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    when 'complete_order' then
      if o.milestone_count > 0 then
        raise exception 'order_has_milestones' using errcode = 'PT409';
      end if;
    when 'accept_milestone' then
      if o.milestone_count = 0 then
        raise exception 'order_has_no_milestones' using errcode = 'PT409';
      end if;
    when 'show_draft' then
      if not private.needs_draft(o) then
        raise exception 'draft_not_needed' using errcode = 'PT409';
      end if;
    when 'deliver_order' then
      if o.status = 'in_progress' and private.needs_draft(o) then
        raise exception 'draft_not_approved' using errcode = 'PT409';
      end if;
    when 'request_revision', 'request_draft_changes' then
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
    when 'give_evidence' then
      perform private.require_open_evidence(o, at);
    when 'decide_appeal' then
      perform private.require_fresh_staff(o);
    when 'review_order' then
      perform private.require_reviewable(o, at);
    else null;
  end case;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_order_status(action text, o public.pack_orders)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rule private.order_action_rules := private.order_action_rule(action);
  v_actor text := coalesce(private.side_of(o, private.my_profile_id()), 'staff');
begin
  if v_rule.in_status = o.status
    or v_rule.in_status is null and v_rule.leads_to is null and o.completed_at is not null
    or private.can_move(o, v_rule.leads_to, v_actor)
    or v_actor <> 'staff' and private.can_move(o, v_rule.leads_to, 'both')
  then
    return;
  end if;
  -- Only the other side can do this in this state.
  if exists (
    select from unnest(array['brand', 'creator']) as side
    where private.can_move(o, v_rule.leads_to, side)
  ) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  raise exception using message = v_rule.refusal, errcode = 'PT409';
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_ruling(action text, o public.pack_orders)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.needs_two(o.price_minor, o.currency) then
    perform private.require_confirmation(action, o.id::text);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_shared_files(o public.pack_orders, files jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from jsonb_array_elements(case when jsonb_typeof(files) = 'array' then files else '[]' end) as file
    where not exists (
      select from storage.objects s
      join public.conversations c on starts_with(s.name, c.id || '/')
      where s.bucket_id = 'attachments' and s.name = file ->> 'path'
        and c.member_a = least(o.brand_id, o.kol_id) and c.member_b = greatest(o.brand_id, o.kol_id)
    )
  ) then
    raise exception 'file_not_found' using errcode = 'PT422';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_valid_ruling(o public.pack_orders, ruling public.rulings)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (ruling.creator_share_minor between o.released_minor and o.price_minor) is not true then
    raise exception 'share_out_of_range' using errcode = 'PT422';
  end if;
  if coalesce(ruling.note, '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  if ruling.summary ~* '@[a-z0-9_]|https?://' or exists (
    select from public.profiles p
    where p.id in (o.brand_id, o.kol_id) and p.display_name <> ''
      and strpos(lower(ruling.summary), lower(p.display_name)) > 0)
  then
    raise exception 'summary_names_member' using errcode = 'PT422';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_wallet(o public.pack_orders)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from private.accounts a
    where a.owner_id = o.brand_id and a.kind = 'wallet' and a.currency = o.currency
      and a.balance_minor >= o.price_minor + o.buyer_fee_minor
  ) then
    raise exception 'insufficient_funds' using errcode = 'PT409';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.resolve_dispute(order_id uuid, ruling public.rulings, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.rule(private.lock_order_as_staff(order_id), 'resolve_dispute', 'ruled', ruling, at)
$function$;

CREATE OR REPLACE FUNCTION private.resolve_dispute(order_id uuid, creator_share_minor bigint, note text, category text, clause text, summary text)
 RETURNS public.pack_orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.resolve_dispute(order_id, private.ruling_of(jsonb_build_object(
    'creator_share_minor', creator_share_minor, 'note', note, 'category', category, 'clause', clause, 'summary', summary)), now())
$function$;

CREATE OR REPLACE FUNCTION private.return_funding(o public.pack_orders, wallet_id bigint, back_minor bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.wallet_lots as l (account_id, payment_id, amount_minor)
  select wallet_id, f.payment_id, f.amount_minor from private.funding_left(o.id, back_minor) as f
  on conflict on constraint wallet_lots_key do update set amount_minor = l.amount_minor + excluded.amount_minor
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

CREATE OR REPLACE FUNCTION private.rule(o public.pack_orders, action text, to_status text, ruling public.rulings, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_staff uuid := private.my_profile_id();
begin
  if o.creator_share_minor = ruling.creator_share_minor and private.just_moved_by(o, to_status, v_staff) then
    return o;
  end if;
  perform private.require_order_action(action, o, at);
  perform private.require_valid_ruling(o, ruling);
  perform private.require_ruling(action, o);
  insert into public.rulings (order_id, instance, ruled_by, creator_share_minor, category, clause, note, summary, created_at)
  values (o.id, case action when 'resolve_dispute' then 'first' else 'appeal' end, v_staff, ruling.creator_share_minor,
    ruling.category, ruling.clause, ruling.note, ruling.summary, private.moment(at));
  perform private.audit(action, o.id, jsonb_build_object('creator_share_minor', ruling.creator_share_minor,
    'price_minor', o.price_minor, 'currency', o.currency, 'category', ruling.category, 'clause', ruling.clause,
    'note', ruling.note));
  return private.move_order(o, to_status, 'staff', v_staff, ruling.note, at, ruling.creator_share_minor);
end;
$function$;

CREATE OR REPLACE FUNCTION private.ruling_of(arguments jsonb)
 RETURNS public.rulings
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select r from jsonb_populate_record(null::public.rulings, jsonb_build_object(
    'creator_share_minor', arguments -> 'creator_share_minor', 'note', btrim(arguments ->> 'note'),
    'category', coalesce(arguments ->> 'category', 'other'), 'clause', coalesce(arguments ->> 'clause', 'other'),
    'summary', nullif(btrim(arguments ->> 'summary'), ''))) as r
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
  v_offers int;
  v_warned int;
begin
  v_offers := private.work_offers(at, v_batch);
  select * into v_announced from private.work_announcements(at, v_until - v_time / 2);
  v_reminded := private.work_reminders(at, v_batch, v_until);
  v_warned := private.work_order_reminders(at, v_batch, v_until);
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
    'milestones_accepted', v_moved.milestones,
    'orders_moved', v_moved.moved,
    'offers_expired', v_offers,
    'review_reminders', v_reminded,
    'order_reminders', v_warned,
    'holds_cleared', v_cleared.cleared,
    'reviews_revealed', v_revealed,
    'reassessed', v_reassessed,
    'matches', v_announced.matches,
    'email_digests', v_announced.digests,
    'campaigns', v_announced.campaigns,
    'failed', v_announced.failed + v_moved.failed + v_cleared.failed,
    'more', v_batch in (cardinality(v_orders), cardinality(v_holds), cardinality(v_reviewed), v_reminded, v_warned, v_reassessed,
      v_offers)
      or clock_timestamp() > v_until
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.scan_limit_condition(f private.creator_filter, page private.creator_page, entries bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
 SET jit TO 'off'
AS $function$
declare
  v_last record;
begin
  execute format($sql$
    select c.%1$I::text as value, c.profile_id from private.creators c
    where %2$s and %3$s
    order by c.%1$I desc, c.profile_id desc
    offset %4$s limit 1 $sql$, (page).sort_column, private.keyset_condition(page),
      private.sort_range_condition(f, page), greatest(entries, 1) - 1)
    into v_last;
  return case when v_last is null then 'true'
    else format('(c.%I, c.profile_id) >= (%L, %L)', (page).sort_column, v_last.value, v_last.profile_id) end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.scan_sort_index(f private.creator_filter, page private.creator_page, entries bigint)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_memoize TO 'off'
AS $function$
declare
  v_limit text := case when entries is null then 'true' else private.scan_limit_condition(f, page, entries) end;
  v_without_term private.creator_filter := f;
  v_ids uuid[];
begin
  v_without_term.term := null;
  execute format($sql$
    select array_agg(found.profile_id) from (
      select c.profile_id from (
        select c.profile_id, c.%1$I as sort_value from private.creators c
        where private.creator_satisfies(c, $2) and ($3 is null or c.text_bits & $3 = $3) and c.profile_id <> all ($4)
          and %2$s and %3$s and %4$s
        order by c.%1$I desc, c.profile_id desc
        offset 0
      ) entry
      join private.creators c on c.profile_id = entry.profile_id
      where private.creator_satisfies(c, $1) and ($5 is null or $5 = (strpos(c.name, ($1).term) > 0))
      order by entry.sort_value desc, entry.profile_id desc
      limit %5$s
    ) found $sql$, (page).sort_column, private.keyset_condition(page), private.sort_range_condition(f, page),
      v_limit, (page).size)
    into v_ids using f, v_without_term, private.trigram_bits(f.term), (page).hidden, (page).in_name;
  return coalesce(v_ids, '{}');
end;
$function$;

CREATE OR REPLACE FUNCTION private.search_by_index(f private.creator_filter, page private.creator_page)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_indexscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  v_ids uuid[];
begin
  execute format($sql$
    select array_agg(found.profile_id) from (
      select c.profile_id from private.creators c
      where private.creator_satisfies(c, $1) and c.profile_id <> all ($2) and %2$s
        and ($3 is null or $3 = (strpos(c.name, ($1).term) > 0))
        and %4$s
      order by c.%1$I desc, c.profile_id desc
      limit %3$s
    ) found $sql$, (page).sort_column, private.keyset_condition(page), (page).size,
      private.index_condition(f, case when (page).in_name then 'name' else 'search_text' end))
    into v_ids using f, (page).hidden, (page).in_name;
  return coalesce(v_ids, '{}');
end;
$function$;

CREATE OR REPLACE FUNCTION private.send_offer(terms public.offers, at timestamp with time zone)
 RETURNS public.offers
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_offer public.offers;
  v_reader uuid;
begin
  insert into public.offers (conversation_id, brand_id, kol_id, author_id, counters_id, title, scope, price_minor,
    currency, delivery_days, revisions, milestones, idempotency_key, expires_at, created_at)
  values (terms.conversation_id, terms.brand_id, terms.kol_id, terms.author_id, terms.counters_id, terms.title,
    terms.scope, terms.price_minor, terms.currency, terms.delivery_days, terms.revisions, terms.milestones,
    terms.idempotency_key, terms.expires_at, at)
  on conflict on constraint offers_idempotency_key_key do nothing
  returning * into v_offer;
  -- A concurrent request with the same key was faster.
  if v_offer.id is null then
    return private.offer_of_key(terms);
  end if;
  -- The message has the checks of every message: both may transact, neither has blocked the other.
  insert into public.messages (conversation_id, sender_id, content, offer_id)
  values (v_offer.conversation_id, v_offer.author_id, v_offer.title, v_offer.id);
  v_reader := private.offer_reader(v_offer);
  if v_offer.counters_id is null then
    perform private.notify_about_offer(v_reader, v_offer, 'offer_received');
  else
    perform private.notify_about_offer(v_reader, v_offer, 'offer_countered');
  end if;
  return v_offer;
end;
$function$;

CREATE OR REPLACE FUNCTION private.settlement_preview(order_id uuid, creator_share_minor bigint)
 RETURNS TABLE(share_minor bigint, creator_minor bigint, creator_fee_minor bigint, brand_minor bigint, buyer_fee_minor bigint, currency text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me constant uuid := private.my_profile_id();
  v_order public.pack_orders;
begin
  select * into v_order from public.pack_orders o
  where o.id = settlement_preview.order_id and (v_me in (o.brand_id, o.kol_id) or private.is_staff());
  if v_order.id is null then
    return;
  end if;
  if settlement_preview.creator_share_minor not between v_order.released_minor and v_order.price_minor then
    raise exception 'share_out_of_range' using errcode = 'PT422';
  end if;
  return query
  select share, s.creator_minor, s.creator_fee_minor, s.brand_minor, s.buyer_fee_kept_minor, v_order.currency
  from coalesce(settlement_preview.creator_share_minor, private.share_of(v_order)) as share,
    private.split_settlement(v_order, share) as s;
end;
$function$;

CREATE OR REPLACE FUNCTION private.share_after(action text, o public.pack_orders, to_status text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when action = 'accept_settlement' then (private.proposal_to(o, private.my_profile_id())).creator_share_minor
    when s.outcome = 'refund' then o.released_minor
    when s.outcome = 'completion' then o.price_minor
  end
  from private.order_status(to_status) s
$function$;

CREATE OR REPLACE FUNCTION private.share_of(o public.pack_orders)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case s.outcome when 'refund' then o.released_minor when 'settlement' then o.creator_share_minor else o.price_minor end
  from private.order_status(o.status) s
$function$;

CREATE OR REPLACE FUNCTION private.show_draft(order_id uuid, note text, links text[], files jsonb)
 RETURNS public.pack_orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.show_draft(order_id, note, links, files, now())
$function$;

CREATE OR REPLACE FUNCTION private.show_draft(order_id uuid, note text, links text[], files jsonb, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'show_draft');
begin
  if private.just_moved_by(v_order, 'draft_review', v_order.kol_id, note) then
    return v_order;
  end if;
  perform private.require_order_action('show_draft', v_order, at);
  -- The text may be the whole draft.
  if coalesce(btrim(note), '') = '' then
    raise exception 'draft_incomplete' using errcode = 'PT422';
  end if;
  perform private.add_delivery(v_order, note, links, files, true);
  return private.move_order(v_order, 'draft_review', 'creator', v_order.kol_id, note, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.split_by_rule(o public.pack_orders)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_disputed_in text := private.disputed_in(o.id);
  -- The milestone that is open, or all of the work.
  v_open_minor bigint := coalesce((private.next_milestone(o.id)).amount_minor, o.price_minor - o.released_minor);
begin
  return o.released_minor + case
    when v_disputed_in not in ('delivered', 'in_revision') then 0
    -- Late work has a demerit.
    when v_disputed_in = 'delivered' and not exists (
      select from private.demerits d where d.order_id = o.id and d.kind = 'late') then v_open_minor
    else v_open_minor / 2
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.split_rest(o public.pack_orders, k bigint, OUT creator_minor bigint, OUT brand_minor bigint, OUT creator_fee_minor bigint, OUT buyer_fee_kept_minor bigint)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_whole record;
  v_paid record;
begin
  select * into v_whole from private.split_settlement(o, k);
  creator_minor := v_whole.creator_minor;
  brand_minor := v_whole.brand_minor;
  creator_fee_minor := v_whole.creator_fee_minor;
  buyer_fee_kept_minor := v_whole.buyer_fee_kept_minor;
  if o.released_minor > 0 then
    select * into v_paid from private.split_settlement(o, o.released_minor);
    creator_minor := creator_minor - v_paid.creator_minor;
    creator_fee_minor := creator_fee_minor - v_paid.creator_fee_minor;
    buyer_fee_kept_minor := buyer_fee_kept_minor - v_paid.buyer_fee_kept_minor;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.staff_queue()
 RETURNS TABLE(section text, waiting integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.require_staff();
begin
  return query
    select 'approvals', count(*)::int from private.waiting_profiles() w where not w.is_own_case
    union all
    select 'disputes', count(*)::int from public.pack_orders o
    where o.status in ('disputed', 'awaiting_ruling', 'appealed')
      and not private.is_own_case(o.brand_id) and not private.is_own_case(o.kol_id)
    union all
    select 'reports', count(*)::int from private.open_reports()
    union all
    select 'suspense', count(*)::int from public.payments p where p.status = 'suspense'
    union all
    select 'chargebacks', count(*)::int from public.chargebacks c where c.is_frozen
    union all
    select 'proposals', count(*)::int from public.staff_proposals p
    where p.status = 'open' and p.expires_at > now() and p.proposed_by <> v_me;
end;
$function$;

CREATE OR REPLACE FUNCTION private.statement_of(statement_id uuid, order_id uuid)
 RETURNS public.dispute_statements
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.* from public.dispute_statements s
  where s.id = statement_of.statement_id and s.order_id = statement_of.order_id
    and s.author_id = private.my_profile_id()
$function$;

CREATE OR REPLACE FUNCTION private.status_after(action text, o public.pack_orders, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case action when 'accept_milestone' then private.status_after_acceptance(o) else r.leads_to end
  from private.order_action_rule(action) r
  where r.is_move and (r.action <> 'cancel_order'
    or private.cancelling_actor(o, private.my_profile_id(), at) is not null)
$function$;

CREATE OR REPLACE FUNCTION private.status_after_acceptance(o public.pack_orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when (private.next_milestone(o.id)).position < o.milestone_count then 'in_progress' else 'completed' end
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

CREATE OR REPLACE FUNCTION private.store_filter_keys(watcher_id uuid, filters jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_filter private.creator_filter := private.parse_filters(filters);
  v_term_id int := private.term_id(v_filter.term);
begin
  perform private.delete_filter_keys(store_filter_keys.watcher_id);
  insert into private.filter_keys (key, term_id, min_rating, regions, watcher_id, needs_recheck)
  select unnest(k.keys), v_term_id, coalesce(v_filter.min_rating, 0), v_filter.regions,
    store_filter_keys.watcher_id, k.needs_recheck
  from private.filter_facet_keys(v_filter) k;
end;
$function$;

CREATE OR REPLACE FUNCTION private.store_offer_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.store_terms(NEW.id, private.terms_of_offer(NEW));
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

CREATE OR REPLACE FUNCTION private.sync_creator()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if NEW.role <> 'kol' then
    delete from private.creators where profile_id = NEW.id;
    return null;
  end if;
  insert into private.creators as c (
    profile_id, name, search_text, language, platforms, categories, regions, follower_total, rating, score,
    is_verified, created_at
  ) values (
    NEW.id, private.normalise_text(NEW.display_name),
    private.search_text(NEW.display_name, NEW.expertise, NEW.bio), NEW.language,
    coalesce(private.word_bits(NEW.platforms, 'platforms'), 0),
    coalesce(private.word_bits(NEW.categories, 'categories'), 0),
    coalesce(private.word_bits(NEW.regions, 'regions'), 0), NEW.follower_total, coalesce(NEW.rating * 100, 0)::smallint,
    private.score_of(NEW.id), NEW.is_verified, NEW.created_at
  )
  on conflict (profile_id) do update set
    name = excluded.name, search_text = excluded.search_text, language = excluded.language,
    platforms = excluded.platforms, categories = excluded.categories, regions = excluded.regions,
    follower_total = excluded.follower_total,
    rating = excluded.rating, score = excluded.score, is_verified = excluded.is_verified, created_at = excluded.created_at;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.term_query(term text)
 RETURNS tsquery
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_words text[] := string_to_array(term, ' ');
  v_last int := cardinality(v_words);
begin
  return (
    select string_agg(
      format('''%s''', replace(replace(substr(word, 1, private.suffix_length()), '\', '\\'), '''', ''''''))
        || case when place = v_last and length(word) < private.suffix_length() then ':*' else '' end,
      ' & ')::tsquery
    from unnest(v_words) with ordinality as listed (word, place)
    -- Too much begins with one or two letters to be worth reading, unless there is nothing else.
    where v_last = 1 or place < v_last or length(word) > 2
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.terms_of_offer(o public.offers)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.offer_terms(o.title, o.scope, o.price_minor, o.currency, o.delivery_days, o.revisions, o.milestones)
$function$;

CREATE OR REPLACE FUNCTION private.unanswered_proposal(o public.pack_orders)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.creator_share_minor
  from public.settlement_proposals s
  where s.order_id = o.id and s.created_at <= o.due_at - private.answer_only_time()
    and not private.has_spoken(o, case s.proposed_by when o.brand_id then o.kol_id else o.brand_id end)
  order by s.created_at desc, s.id limit 1
$function$;

CREATE OR REPLACE FUNCTION private.withdraw_offer(offer_id uuid)
 RETURNS public.offers
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.withdraw_offer(offer_id, now())
$function$;

CREATE OR REPLACE FUNCTION private.withdraw_offer(offer_id uuid, at timestamp with time zone)
 RETURNS public.offers
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_offer public.offers := private.lock_offer(offer_id);
  v_reader uuid := private.offer_reader(v_offer);
begin
  if v_offer.author_id <> private.my_profile_id() then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if v_offer.status = 'withdrawn' then
    return v_offer;
  end if;
  perform private.require_open_offer(v_offer, at);
  v_offer := private.end_offer(v_offer, 'withdrawn');
  perform private.notify_about_offer(v_reader, v_offer, 'offer_withdrawn');
  return v_offer;
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
  -- A failure of one of them rolls back all of them.
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
    execute format($sql$
      select array_agg(page.profile_id order by page.profile_id) from (
        select c.profile_id from private.creators c
        where private.creator_satisfies(c, $1) and c.profile_id > $2 and %s
        order by c.profile_id limit $3
      ) page $sql$, coalesce(private.index_condition(v_filter), 'true'))
      into v_creators
      using v_filter, coalesce(v_queued.last_creator_id, '00000000-0000-0000-0000-000000000000'::uuid), v_left;
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
      perform private.clear_hold(v_hold.id, at);
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

CREATE OR REPLACE FUNCTION private.work_offers(at timestamp with time zone, batch integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_offer public.offers;
  v_count int := 0;
begin
  for v_offer in
    select * from public.offers o where o.status = 'sent' and o.expires_at <= at
    order by o.expires_at limit batch
    for no key update skip locked
  loop
    v_offer := private.end_offer(v_offer, 'expired');
    perform private.notify_about_offer(v_offer.author_id, v_offer, 'offer_expired');
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$function$;

CREATE OR REPLACE FUNCTION private.work_order_reminders(at timestamp with time zone, batch integer, until timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v record;
  v_count int := 0;
begin
  for v in
    select o as reminded, r.number, r.event, r.to_staff
    from private.due_reminders(at) r join public.pack_orders o on o.status = r.status
    where o.due_at > r.due_after and o.due_at <= r.due_until and o.reminders_sent < r.number
    order by o.due_at limit batch
    for no key update of o skip locked
  loop
    update public.pack_orders o set reminders_sent = v.number where o.id = (v.reminded).id;
    perform private.notify_about_order(to_id, v.reminded, v.event,
      jsonb_build_object('due_at', private.moves_itself_at(v.reminded)))
    from unnest(case when v.to_staff then array(
        select p.id from public.profiles p where p.is_staff and p.suspended_at is null and p.deleted_at is null)
      else array[(v.reminded).brand_id, (v.reminded).kol_id] end) as to_id;
    v_count := v_count + 1;
    exit when clock_timestamp() > until;
  end loop;
  return v_count;
end;
$function$;

CREATE OR REPLACE FUNCTION private.work_orders(orders public.pack_orders[], at timestamp with time zone, until timestamp with time zone, OUT expired integer, OUT completed integer, OUT milestones integer, OUT moved integer, OUT failed integer)
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
  milestones := 0;
  moved := 0;
  failed := 0;
  foreach v_order in array orders loop
    begin
      v_order := private.move_at_deadline(v_order, at);
      case
        when v_order.completed_at is not null then completed := completed + 1;
        when v_order.status = 'expired' then expired := expired + 1;
        when v_order.status = 'in_progress' then milestones := milestones + 1;
        else moved := moved + 1;
      end case;
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

CREATE OR REPLACE FUNCTION private.write_notice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    when 'draft_shown' then
      NEW.type := 'order_update';
      NEW.title := format('%s shows a draft of %s', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('Approve it or ask for changes. Without an answer it is approved on %s.', coalesce(to_char((d ->> 'due_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), '{due_at}'));
    when 'draft_changes_requested' then
      NEW.type := 'order_update';
      NEW.title := format('%s asked for changes of the draft of %s', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := 'Read what should change, then show the draft again.';
    when 'draft_approved' then
      NEW.type := 'order_update';
      NEW.title := format('The draft of %s is approved', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := 'Publish the work, then deliver it.';
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
    when 'milestone_accepted' then
      NEW.type := 'order_update';
      NEW.title := format('%s accepted "%s"', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'milestone_title', '{milestone_title}'));
      NEW.message := format('You earned %s. The next milestone of %s has begun.', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'), coalesce(d ->> 'pack_title', '{pack_title}'));
    when 'offer_received' then
      NEW.type := 'order_update';
      NEW.title := format('%s sent you an offer: %s', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'offer_title', '{offer_title}'));
      NEW.message := format('%s. Accept, decline or make a counter-offer.', coalesce(private.money_text((d ->> 'price_minor')::bigint, d ->> 'currency'), '{price_minor}'));
    when 'offer_countered' then
      NEW.type := 'order_update';
      NEW.title := format('%s made a counter-offer: %s', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'offer_title', '{offer_title}'));
      NEW.message := format('%s. Accept, decline or make another offer.', coalesce(private.money_text((d ->> 'price_minor')::bigint, d ->> 'currency'), '{price_minor}'));
    when 'offer_accepted' then
      NEW.type := 'order_update';
      NEW.title := format('%s accepted your offer: %s', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'offer_title', '{offer_title}'));
      NEW.message := 'It is an order now. The work can begin once it is paid and accepted.';
    when 'offer_declined' then
      NEW.type := 'order_update';
      NEW.title := format('%s declined your offer: %s', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'offer_title', '{offer_title}'));
      NEW.message := 'You can write another one in the conversation.';
    when 'offer_withdrawn' then
      NEW.type := 'order_update';
      NEW.title := format('%s withdrew the offer: %s', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'offer_title', '{offer_title}'));
      NEW.message := 'It cannot be accepted any more.';
    when 'offer_expired' then
      NEW.type := 'order_update';
      NEW.title := format('Your offer to %s expired: %s', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'offer_title', '{offer_title}'));
      NEW.message := 'It was not accepted in time.';
    when 'dispute_opened' then
      NEW.type := 'dispute_update';
      NEW.title := format('Dispute about %s', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := 'The money stays in escrow until the dispute is settled.';
    when 'settlement_proposed' then
      NEW.type := 'dispute_update';
      NEW.title := format('A settlement for %s is proposed', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('%s of %s for the creator.', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'), coalesce(private.money_text((d ->> 'price_minor')::bigint, d ->> 'currency'), '{price_minor}'));
    when 'order_ended_late' then
      NEW.type := 'order_update';
      NEW.title := format('Your order for %s ended', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('The work was too late. %s is back in your wallet.', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'));
    when 'order_ended_late_creator' then
      NEW.type := 'order_update';
      NEW.title := format('The order from %s for %s ended', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := 'The work was too late, and the brand got its money back.';
    when 'work_late' then
      NEW.type := 'order_update';
      NEW.title := format('The work on %s is late', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('Without a delivery the order ends on %s, and the brand gets its money back.', coalesce(to_char((d ->> 'due_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), '{due_at}'));
    when 'evidence_given' then
      NEW.type := 'dispute_update';
      NEW.title := format('%s gave evidence about %s', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('Read it, and answer until %s.', coalesce(to_char((d ->> 'due_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), '{due_at}'));
    when 'dispute_answered' then
      NEW.type := 'dispute_update';
      NEW.title := format('%s answered you about %s', coalesce(d ->> 'other_name', '{other_name}'), coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := 'Read the answer in the dispute.';
    when 'answer_reminder' then
      NEW.type := 'dispute_update';
      NEW.title := format('Answer in the dispute about %s', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('The time for answers ends on %s. A side that has said nothing is bound by the other side''s proposal.', coalesce(to_char((d ->> 'due_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), '{due_at}'));
    when 'ruling_awaited' then
      NEW.type := 'dispute_update';
      NEW.title := format('Our staff decide the dispute about %s', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('You will read the ruling by %s.', coalesce(to_char((d ->> 'due_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), '{due_at}'));
    when 'ruling_made' then
      NEW.type := 'dispute_update';
      NEW.title := format('Ruling on %s', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('%s of %s for the creator. You can appeal until %s; then it is paid.', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'), coalesce(private.money_text((d ->> 'price_minor')::bigint, d ->> 'currency'), '{price_minor}'), coalesce(to_char((d ->> 'due_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), '{due_at}'));
    when 'ruling_appealed' then
      NEW.type := 'dispute_update';
      NEW.title := format('Appeal about %s', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('Another member of our staff decides by %s. The money waits.', coalesce(to_char((d ->> 'due_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), '{due_at}'));
    when 'ruling_overdue' then
      NEW.type := 'dispute_update';
      NEW.title := format('The ruling on %s is overdue', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('On %s the written rule decides instead of staff.', coalesce(to_char((d ->> 'due_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), '{due_at}'));
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
$function$;

CREATE OR REPLACE FUNCTION public.accept_milestone(order_id uuid, milestone_id uuid)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.accept_milestone(order_id, milestone_id)
$function$;

CREATE OR REPLACE FUNCTION public.accept_offer(offer_id uuid, terms text)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.accept_offer(offer_id, terms)
$function$;

CREATE OR REPLACE FUNCTION public.answer_dispute(order_id uuid, body text, statement_id uuid DEFAULT NULL::uuid)
 RETURNS public.dispute_statements
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.answer_dispute(order_id, body, statement_id)
$function$;

CREATE OR REPLACE FUNCTION public.appeal_ruling(order_id uuid, reason text)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.appeal_ruling(order_id, reason)
$function$;

CREATE OR REPLACE FUNCTION public.approve_draft(order_id uuid)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.approve_draft(order_id)
$function$;

CREATE OR REPLACE FUNCTION public.count_creators(filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(total bigint, is_exact boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.count_creators(filters)
$function$;

CREATE OR REPLACE FUNCTION public.decide_appeal(order_id uuid, creator_share_minor bigint, note text, category text DEFAULT 'other'::text, clause text DEFAULT 'other'::text, summary text DEFAULT NULL::text)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.decide_appeal(order_id, creator_share_minor, note, category, clause, summary)
$function$;

CREATE OR REPLACE FUNCTION public.decline_offer(offer_id uuid)
 RETURNS public.offers
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.decline_offer(offer_id)
$function$;

CREATE OR REPLACE FUNCTION public.find_anything(query text DEFAULT ''::text, most integer DEFAULT 5)
 RETURNS SETOF public.found_item
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.find_anything(query, most)
$function$;

CREATE OR REPLACE FUNCTION public.give_evidence(order_id uuid, body text, links text[] DEFAULT '{}'::text[], files jsonb DEFAULT '[]'::jsonb, message_ids uuid[] DEFAULT '{}'::uuid[], statement_id uuid DEFAULT NULL::uuid)
 RETURNS public.dispute_statements
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.give_evidence(order_id, body, links, files, message_ids, statement_id)
$function$;

CREATE OR REPLACE FUNCTION public.make_offer(conversation_id uuid, title text, scope text, price_minor bigint, currency text, delivery_days integer, revisions integer, idempotency_key uuid, milestones jsonb DEFAULT '[]'::jsonb, expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone, counters_id uuid DEFAULT NULL::uuid)
 RETURNS public.offers
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.make_offer(conversation_id, title, scope, price_minor, currency, delivery_days,
    revisions, idempotency_key, milestones, expires_at, counters_id)
$function$;

CREATE OR REPLACE FUNCTION public.read_dispute(order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.read_dispute(order_id)
$function$;

CREATE OR REPLACE FUNCTION public.request_draft_changes(order_id uuid, note text)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.request_draft_changes(order_id, note)
$function$;

CREATE OR REPLACE FUNCTION public.resolve_dispute(order_id uuid, creator_share_minor bigint, note text, category text DEFAULT 'other'::text, clause text DEFAULT 'other'::text, summary text DEFAULT NULL::text)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.resolve_dispute(order_id, creator_share_minor, note, category, clause, summary)
$function$;

CREATE OR REPLACE FUNCTION public.show_draft(order_id uuid, note text, links text[] DEFAULT '{}'::text[], files jsonb DEFAULT '[]'::jsonb)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.show_draft(order_id, note, links, files)
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_offer(offer_id uuid)
 RETURNS public.offers
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.withdraw_offer(offer_id)
$function$;

ALTER TABLE "private"."dispute_readers" ADD CONSTRAINT "dispute_readers_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "private"."dispute_readers" ADD CONSTRAINT "dispute_readers_profile_id_fkey" FOREIGN KEY (profile_id) REFERENCES public.profiles(id);

ALTER TABLE "private"."holds" ADD CONSTRAINT "holds_key" UNIQUE NULLS NOT DISTINCT (order_id, profile_id, reference);

ALTER TABLE "private"."holds" ADD CONSTRAINT "holds_pkey" PRIMARY KEY (id);

ALTER TABLE "private"."order_action_rules" ADD CONSTRAINT "order_action_rules_in_status_fkey" FOREIGN KEY (in_status) REFERENCES public.order_statuses(status);

ALTER TABLE "private"."order_action_rules" ADD CONSTRAINT "order_action_rules_one_condition" CHECK (((in_status IS NULL) OR (leads_to IS NULL)));

ALTER TABLE "private"."order_moves" ADD CONSTRAINT "order_moves_actor_known" CHECK ((actor = ANY (ARRAY['brand'::text, 'creator'::text, 'both'::text, 'staff'::text, 'clock'::text, 'provider'::text, 'milestone'::text])));

ALTER TABLE "private"."order_reminders" ADD CONSTRAINT "order_reminders_lead_setting_fkey" FOREIGN KEY (lead_setting) REFERENCES private.settings(key);

ALTER TABLE "private"."order_reminders" ADD CONSTRAINT "order_reminders_status_fkey" FOREIGN KEY (status) REFERENCES public.order_statuses(status);

ALTER TABLE "public"."dispute_statements" ADD CONSTRAINT "dispute_statements_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."dispute_statements" ADD CONSTRAINT "dispute_statements_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "public"."offers" ADD CONSTRAINT "offers_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."offers" ADD CONSTRAINT "offers_brand_id_fkey" FOREIGN KEY (brand_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."offers" ADD CONSTRAINT "offers_conversation_id_fkey" FOREIGN KEY (conversation_id) REFERENCES public.conversations(id);

ALTER TABLE "public"."offers" ADD CONSTRAINT "offers_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currencies(code);

ALTER TABLE "public"."offers" ADD CONSTRAINT "offers_kol_id_fkey" FOREIGN KEY (kol_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."offers" ADD CONSTRAINT "offers_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "public"."messages" ADD CONSTRAINT "messages_offer_id_fkey" FOREIGN KEY (offer_id) REFERENCES public.offers(id);

ALTER TABLE "public"."offers" ADD CONSTRAINT "offers_counters_id_fkey" FOREIGN KEY (counters_id) REFERENCES public.offers(id);

ALTER TABLE "public"."order_milestones" ADD CONSTRAINT "order_milestones_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "public"."order_deliveries" ADD CONSTRAINT "order_deliveries_milestone_id_fkey" FOREIGN KEY (milestone_id) REFERENCES public.order_milestones(id);

ALTER TABLE "public"."order_statuses" ADD CONSTRAINT "order_statuses_clock_has_deadline" CHECK (((at_deadline IS NULL) OR (deadline_setting IS NOT NULL) OR deadline_is_delivery));

ALTER TABLE "public"."order_statuses" ADD CONSTRAINT "order_statuses_every_state_ends" CHECK (((outcome IS NULL) = (at_deadline IS NOT NULL)));

ALTER TABLE "public"."order_statuses" ADD CONSTRAINT "order_statuses_grace_follows_deadline" CHECK (((grace_setting IS NULL) OR (at_deadline IS NOT NULL)));

ALTER TABLE "public"."order_statuses" ADD CONSTRAINT "order_statuses_waits_for_known" CHECK ((waits_for = ANY (ARRAY['brand'::text, 'creator'::text, 'both'::text, 'staff'::text])));

ALTER TABLE "public"."pack_orders" ADD CONSTRAINT "pack_orders_milestones_in_range" CHECK (((milestone_count >= 0) AND (milestone_count <= 5)));

ALTER TABLE "public"."pack_orders" ADD CONSTRAINT "pack_orders_offer_id_fkey" FOREIGN KEY (offer_id) REFERENCES public.offers(id);

ALTER TABLE "public"."pack_orders" ADD CONSTRAINT "pack_orders_offer_id_key" UNIQUE (offer_id);

ALTER TABLE "public"."pack_orders" ADD CONSTRAINT "pack_orders_released_within_price" CHECK (((released_minor >= 0) AND (released_minor <= price_minor)));

ALTER TABLE "public"."pack_orders" ADD CONSTRAINT "pack_orders_share_not_below_released" CHECK ((creator_share_minor >= released_minor));

ALTER TABLE "public"."packs" ADD CONSTRAINT "packs_stay_up_days_in_range" CHECK (((stay_up_days >= 1) AND (stay_up_days <= 3650)));

ALTER TABLE "public"."precedents" ADD CONSTRAINT "precedents_disputed_in_fkey" FOREIGN KEY (disputed_in) REFERENCES public.order_statuses(status);

ALTER TABLE "public"."rulings" ADD CONSTRAINT "rulings_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "public"."rulings" ADD CONSTRAINT "rulings_ruled_by_fkey" FOREIGN KEY (ruled_by) REFERENCES public.profiles(id);

ALTER TABLE "public"."shortlist" ADD CONSTRAINT "shortlist_creator_id_fkey" FOREIGN KEY (creator_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_proposals" ADD CONSTRAINT "staff_proposals_action_known" CHECK ((action = ANY (ARRAY['resolve_dispute'::text, 'decide_appeal'::text, 'resolve_suspense'::text, 'unfreeze_profile'::text, 'update_setting'::text])));

CREATE VIEW "private"."payment_traces" WITH (security_invoker=true) AS  SELECT p.id AS payment_id,
    'suspense'::text AS place,
    p.suspense_minor AS amount_minor
   FROM public.payments p
  WHERE (p.suspense_minor > 0)
UNION ALL
 SELECT l.payment_id,
    'wallet'::text AS place,
    l.amount_minor
   FROM private.wallet_lots l
  WHERE ((l.payment_id IS NOT NULL) AND (l.amount_minor > 0))
UNION ALL
 SELECT f.payment_id,
    'escrow'::text AS place,
    f.amount_minor
   FROM ((public.pack_orders o
     JOIN public.order_statuses s USING (status))
     CROSS JOIN LATERAL private.funding_left(o.id, (private.split_settlement(o.*, o.released_minor)).brand_minor) f(payment_id, amount_minor))
  WHERE ((f.payment_id IS NOT NULL) AND s.holds_escrow)
UNION ALL
 SELECT r.payment_id,
    'refund'::text AS place,
    r.amount_minor
   FROM public.payouts r
  WHERE ((r.payment_id IS NOT NULL) AND (r.status <> 'failed'::text))
UNION ALL
 SELECT l.payment_id,
    'chargeback'::text AS place,
    l.amount_minor
   FROM (private.chargeback_lots l
     JOIN private.chargebacks c ON ((c.id = l.chargeback_id)))
  WHERE ((l.payment_id IS NOT NULL) AND (c.status <> 'won'::text))
UNION ALL
 SELECT c.payment_id,
    'chargeback'::text AS place,
    c.suspense_minor AS amount_minor
   FROM private.chargebacks c
  WHERE ((c.payment_id IS NOT NULL) AND (c.status <> 'won'::text) AND (c.suspense_minor > 0));

CREATE INDEX dispute_readers_profile_id ON private.dispute_readers USING btree (profile_id);

-- small table: derived from saved searches, and filled anew by this migration
CREATE INDEX filter_keys_lookup ON private.filter_keys USING btree (key, term_id, min_rating) INCLUDE (watcher_id, needs_recheck, regions);

-- small table: a row for each action of the code
CREATE INDEX order_action_rules_in_status ON private.order_action_rules USING btree (in_status);

-- small table: a row for each reminder of the code
CREATE INDEX order_reminders_lead_setting ON private.order_reminders USING btree (lead_setting);

CREATE INDEX dispute_statements_author_id ON public.dispute_statements USING btree (author_id);

CREATE INDEX dispute_statements_order_id ON public.dispute_statements USING btree (order_id, created_at);

-- small table: partial, and no row has an offer yet
CREATE UNIQUE INDEX messages_offer_id ON public.messages USING btree (offer_id) WHERE (offer_id IS NOT NULL);

CREATE INDEX offers_brand_id ON public.offers USING btree (brand_id);

CREATE INDEX offers_conversation_id ON public.offers USING btree (conversation_id, created_at);

CREATE INDEX offers_currency ON public.offers USING btree (currency);

CREATE INDEX offers_kol_id ON public.offers USING btree (kol_id);

CREATE INDEX offers_open ON public.offers USING btree (expires_at) WHERE (status = 'sent'::text);

CREATE INDEX offers_order_id ON public.offers USING btree (order_id);

-- small table: a few rows for each order
CREATE INDEX order_deliveries_milestone_id ON public.order_deliveries USING btree (milestone_id);

-- small table: a row for each state of the code
CREATE INDEX order_statuses_grace_setting ON public.order_statuses USING btree (grace_setting);

-- small table: partial: the disputes of now
CREATE INDEX pack_orders_disputed ON public.pack_orders USING btree (updated_at) WHERE (status = ANY (ARRAY['disputed'::text, 'awaiting_ruling'::text, 'ruled'::text, 'appealed'::text]));

CREATE INDEX precedents_disputed_in ON public.precedents USING btree (disputed_in);

CREATE INDEX precedents_newest ON public.precedents USING btree (decided_on DESC, id);

CREATE INDEX rulings_ruled_by ON public.rulings USING btree (ruled_by);

CREATE INDEX shortlist_of_creator ON public.shortlist USING btree (creator_id);

CREATE TRIGGER creators_queue_match_updated AFTER UPDATE ON private.creators FOR EACH ROW WHEN ((private.matched_fields(old.*) IS DISTINCT FROM private.matched_fields(new.*))) EXECUTE FUNCTION private.queue_match();

CREATE TRIGGER dispute_statements_append_only BEFORE DELETE OR UPDATE ON public.dispute_statements FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER dispute_statements_limit AFTER INSERT ON public.dispute_statements FOR EACH ROW EXECUTE FUNCTION private.limit_statement();

CREATE TRIGGER dispute_statements_not_truncated BEFORE TRUNCATE ON public.dispute_statements FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER offers_final BEFORE UPDATE ON public.offers FOR EACH ROW WHEN (((old.status <> 'sent'::text) OR ((old.id IS DISTINCT FROM new.id) OR (old.conversation_id IS DISTINCT FROM new.conversation_id) OR (old.brand_id IS DISTINCT FROM new.brand_id) OR (old.kol_id IS DISTINCT FROM new.kol_id) OR (old.author_id IS DISTINCT FROM new.author_id) OR (old.counters_id IS DISTINCT FROM new.counters_id) OR (old.title IS DISTINCT FROM new.title) OR (old.scope IS DISTINCT FROM new.scope) OR (old.price_minor IS DISTINCT FROM new.price_minor) OR (old.currency IS DISTINCT FROM new.currency) OR (old.delivery_days IS DISTINCT FROM new.delivery_days) OR (old.revisions IS DISTINCT FROM new.revisions) OR (old.milestones IS DISTINCT FROM new.milestones) OR (old.idempotency_key IS DISTINCT FROM new.idempotency_key) OR (old.expires_at IS DISTINCT FROM new.expires_at) OR (old.created_at IS DISTINCT FROM new.created_at)))) EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER offers_limit_moved AFTER UPDATE ON public.offers FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION private.limit_offer();

CREATE TRIGGER offers_limit_sent AFTER INSERT ON public.offers FOR EACH ROW EXECUTE FUNCTION private.limit_offer();

CREATE TRIGGER offers_not_deleted BEFORE DELETE ON public.offers FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER offers_not_truncated BEFORE TRUNCATE ON public.offers FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE CONSTRAINT TRIGGER offers_price_in_bounds AFTER INSERT ON public.offers NOT DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION private.check_price('price_minor');

CREATE TRIGGER offers_store_terms AFTER INSERT ON public.offers FOR EACH ROW EXECUTE FUNCTION private.store_offer_terms();

CREATE TRIGGER order_deliveries_name_milestone BEFORE INSERT ON public.order_deliveries FOR EACH ROW EXECUTE FUNCTION private.name_milestone();

CREATE TRIGGER order_events_publish_ruling AFTER INSERT ON public.order_events FOR EACH ROW WHEN (((new.to_status = 'settled'::text) AND (new.from_status = ANY (ARRAY['ruled'::text, 'appealed'::text])))) EXECUTE FUNCTION private.publish_ruling();

CREATE TRIGGER order_milestones_not_deleted BEFORE DELETE ON public.order_milestones FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER order_milestones_not_truncated BEFORE TRUNCATE ON public.order_milestones FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE CONSTRAINT TRIGGER order_milestones_sum_to_price AFTER INSERT ON public.order_milestones DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.check_milestones();

CREATE TRIGGER order_milestones_terms_are_final BEFORE UPDATE ON public.order_milestones FOR EACH ROW WHEN (((old.accepted_at IS NOT NULL) OR ((old.id IS DISTINCT FROM new.id) OR (old.order_id IS DISTINCT FROM new.order_id) OR (old."position" IS DISTINCT FROM new."position") OR (old.title IS DISTINCT FROM new.title) OR (old.amount_minor IS DISTINCT FROM new.amount_minor)))) EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER pack_orders_terms_are_final BEFORE UPDATE ON public.pack_orders FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.number IS DISTINCT FROM new.number) OR (old.pack_id IS DISTINCT FROM new.pack_id) OR (old.brand_id IS DISTINCT FROM new.brand_id) OR (old.kol_id IS DISTINCT FROM new.kol_id) OR (old.pack_title IS DISTINCT FROM new.pack_title) OR (old.price_minor IS DISTINCT FROM new.price_minor) OR (old.fee_minor IS DISTINCT FROM new.fee_minor) OR (old.buyer_fee_minor IS DISTINCT FROM new.buyer_fee_minor) OR (old.currency IS DISTINCT FROM new.currency) OR (old.delivery_days IS DISTINCT FROM new.delivery_days) OR (old.revisions_allowed IS DISTINCT FROM new.revisions_allowed) OR (old.brief IS DISTINCT FROM new.brief) OR (old.idempotency_key IS DISTINCT FROM new.idempotency_key) OR (old.application_id IS DISTINCT FROM new.application_id) OR (old.offer_id IS DISTINCT FROM new.offer_id) OR (old.milestone_count IS DISTINCT FROM new.milestone_count) OR (old.terms_hash IS DISTINCT FROM new.terms_hash) OR (old.terms IS DISTINCT FROM new.terms) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER precedents_append_only BEFORE DELETE OR UPDATE ON public.precedents FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER precedents_not_truncated BEFORE TRUNCATE ON public.precedents FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER rulings_append_only BEFORE DELETE OR UPDATE ON public.rulings FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER rulings_not_truncated BEFORE TRUNCATE ON public.rulings FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER shortlist_check_open_session BEFORE INSERT OR DELETE OR UPDATE ON public.shortlist FOR EACH STATEMENT WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION private.check_open_session();

CREATE TRIGGER shortlist_check_size BEFORE INSERT ON public.shortlist FOR EACH ROW EXECUTE FUNCTION private.check_shortlist_size();

CREATE TRIGGER shortlist_touch BEFORE UPDATE ON public.shortlist FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE POLICY "dispute_statements_select" ON "public"."dispute_statements" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.pack_orders o
  WHERE ((o.id = dispute_statements.order_id) AND ((( SELECT private.my_profile_id() AS my_profile_id) = o.brand_id) OR (( SELECT private.my_profile_id() AS my_profile_id) = o.kol_id))))));

CREATE POLICY "offers_select" ON "public"."offers" FOR SELECT TO "authenticated" USING (((brand_id = ( SELECT private.my_profile_id() AS my_profile_id)) OR (kol_id = ( SELECT private.my_profile_id() AS my_profile_id))));

CREATE POLICY "order_milestones_select" ON "public"."order_milestones" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.pack_orders o
  WHERE (o.id = order_milestones.order_id))));

CREATE POLICY "precedents_select" ON "public"."precedents" FOR SELECT TO "authenticated" USING (true);

CREATE POLICY "rulings_select" ON "public"."rulings" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.pack_orders o
  WHERE (o.id = rulings.order_id))));

ALTER PUBLICATION "supabase_realtime" ADD TABLE "public"."offers";

COMMENT ON COLUMN "private"."creators"."platforms" IS 'Bits of words (private.word_bits), as categories and regions.';

COMMENT ON FUNCTION "private"."accept_milestone"(uuid, uuid, timestamp with time zone) IS 'The brand accepts the delivered milestone: the creator has earned its part.';

COMMENT ON FUNCTION "private"."accept_offer"(uuid, text, timestamp with time zone) IS 'The side that an offer was written to accepts it: it becomes an unpaid order of the brand.';

COMMENT ON FUNCTION "private"."accept_work"(public.pack_orders, text, uuid, timestamp with time zone) IS 'Accepts what was delivered: pays the milestone and continues with the next one, or completes the order.';

COMMENT ON FUNCTION "private"."add_delivery"(public.pack_orders, text, text[], jsonb, boolean) IS 'Writes what the creator delivers or shows; its links and files are checked.';

COMMENT ON FUNCTION "private"."add_milestones"(uuid, jsonb) IS 'Adds the agreed milestones to a new order.';

COMMENT ON FUNCTION "private"."add_statement"(public.pack_orders, public.dispute_statements, timestamp with time zone) IS 'Writes down what a side says, and notifies the other.';

COMMENT ON FUNCTION "private"."answer_dispute"(uuid, text, uuid, timestamp with time zone) IS 'A side of a disputed order answers the other.';

COMMENT ON FUNCTION "private"."answer_only_time"() IS 'How long a dispute takes answers after its evidence has closed.';

COMMENT ON FUNCTION "private"."appeal_ruling"(uuid, text, timestamp with time zone) IS 'Either side takes a ruling to another member of staff, once.';

COMMENT ON FUNCTION "private"."application_terms"(public.campaign_applications) IS 'The terms that an application offers; terms_hash is their hash.';

COMMENT ON FUNCTION "private"."approve_draft"(uuid, timestamp with time zone) IS 'The brand approves the draft: the creator publishes the work.';

COMMENT ON FUNCTION "private"."at_deadline"(public.pack_orders) IS 'Where an order moves when its time is over, and with which share of the price for the creator.';

COMMENT ON FUNCTION "private"."attachment_max_bytes"() IS 'The largest file of a message or delivery, in bytes.';

COMMENT ON FUNCTION "private"."bit_places"(integer) IS 'Places of the bits that are set, from 1.';

COMMENT ON FUNCTION "private"."check_milestones"() IS 'Trigger at commit: an order has as many milestones as it names, and they sum to its price.';

COMMENT ON FUNCTION "private"."check_shortlist_size"() IS 'Trigger: rejects more creators than a shortlist may hold.';

COMMENT ON FUNCTION "private"."clear_hold"(bigint, timestamp with time zone) IS 'Ends one hold: pending becomes available, fees held become revenue.';

COMMENT ON FUNCTION "private"."count_creators"(jsonb, integer, integer) IS 'The body of public.count_creators; reads past row-level security, returns a number only.';

COMMENT ON FUNCTION "private"."create_hold"(uuid, uuid, text, bigint, bigint, timestamp with time zone, uuid) IS 'Records what was posted to pending and to fees held, and when it clears: sooner for more trusted members.';

COMMENT ON FUNCTION "private"."creator_facet_keys"(text, integer, integer, smallint, boolean) IS 'Every key that describes a creator.';

COMMENT ON FUNCTION "private"."creator_satisfies"(private.creators, private.creator_filter) IS 'Whether a creator satisfies filters: the only place that says so.';

COMMENT ON FUNCTION "private"."decide_appeal"(uuid, public.rulings, timestamp with time zone) IS 'Another member of staff decides an appeal; that ends the dispute.';

COMMENT ON FUNCTION "private"."decline_offer"(uuid, timestamp with time zone) IS 'The side that an offer was written to declines it.';

COMMENT ON FUNCTION "private"."disputed_in"(uuid) IS 'The state in which the order was disputed.';

COMMENT ON FUNCTION "private"."due_reminders"(timestamp with time zone) IS 'Each reminder, and between which deadlines the orders lie that get it at that time.';

COMMENT ON FUNCTION "private"."end_offer"(public.offers, text, uuid) IS 'Sets how an open offer ended.';

COMMENT ON FUNCTION "private"."evidence_closes_at"(public.pack_orders, timestamp with time zone) IS 'When the evidence of a disputed order closes, as its clock stands at that time.';

COMMENT ON FUNCTION "private"."excerpt"(text, text) IS 'The part of a text around the first word of a term.';

COMMENT ON FUNCTION "private"."exported_discovery"(uuid) IS 'The saved searches, shortlist, campaigns and applications of a member.';

COMMENT ON FUNCTION "private"."filter_words"(jsonb, text) IS 'One filter that is one of private.member_lists, as bits.';

COMMENT ON FUNCTION "private"."find_actions"() IS 'What the caller can do with the ten open orders that are due first.';

COMMENT ON FUNCTION "private"."find_anything"(text, integer) IS 'The body of public.find_anything.';

COMMENT ON FUNCTION "private"."find_campaigns"(text[], integer) IS 'Campaigns that the caller may read, by title.';

COMMENT ON FUNCTION "private"."find_conversations"(text[], integer) IS 'Conversations of the caller by the name of the other member, the newest first.';

COMMENT ON FUNCTION "private"."find_creators"(text, integer) IS 'Creators with the term in their name first, as discovery finds them.';

COMMENT ON FUNCTION "private"."find_messages"(text, text[], integer) IS 'Messages of the caller, the newest first, by their words and the names of their files.';

COMMENT ON FUNCTION "private"."find_orders"(text, text[], integer) IS 'Orders of the caller by number, title or the name of the other side, the newest first.';

COMMENT ON FUNCTION "private"."funding_left"(uuid, bigint) IS 'Which payments that much of an order''s money belongs to.';

COMMENT ON FUNCTION "private"."give_evidence"(uuid, text, text[], jsonb, uuid[], uuid, timestamp with time zone) IS 'A side of a disputed order gives evidence.';

COMMENT ON FUNCTION "private"."grace_of"(text) IS 'How long an order in this state waits after its deadline until it moves by itself.';

COMMENT ON FUNCTION "private"."has_spoken"(public.pack_orders, uuid) IS 'True when this side has given evidence, answered or proposed a split. Opening the dispute does not count.';

COMMENT ON FUNCTION "private"."index_condition"(private.creator_filter, text) IS 'A condition on `c` that creators_by_filters looks up: whoever satisfies the filters fulfils it. Null where everybody does.';

COMMENT ON FUNCTION "private"."is_evidence_before_me"(text) IS 'True for a file of an open dispute that the caller reads as staff.';

COMMENT ON FUNCTION "private"."limit_offer"() IS 'Trigger: limits how often a member writes, withdraws and declines offers. A counter-offer is an offer.';

COMMENT ON FUNCTION "private"."limit_statement"() IS 'Trigger: limits how much a member says in a dispute.';

COMMENT ON FUNCTION "private"."lock_chargeback"(text, text, text) IS 'Serialises all reports about a chargeback and about the payment that it concerns.';

COMMENT ON FUNCTION "private"."lock_due_orders"(timestamp with time zone, integer) IS 'Orders whose deadline and grace have passed at that time, locked.';

COMMENT ON FUNCTION "private"."lock_offer"(uuid) IS 'An offer of the caller''s conversations, locked.';

COMMENT ON FUNCTION "private"."lower_text"(text) IS 'Lower case in every script, whatever the collation of the database.';

COMMENT ON FUNCTION "private"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid, timestamp with time zone) IS 'One side of a conversation offers terms, or answers an offer with others.';

COMMENT ON FUNCTION "private"."milestones_are_valid"(jsonb) IS 'True for a list of objects with a title and a positive whole amount_minor, and no other keys.';

COMMENT ON FUNCTION "private"."milestones_total"(jsonb) IS 'The sum of the amounts of a list of milestones; null for none.';

COMMENT ON FUNCTION "private"."moment"(timestamp with time zone) IS 'The present time of a transaction that takes place at this time.';

COMMENT ON FUNCTION "private"."move_at_deadline"(public.pack_orders, timestamp with time zone) IS 'What happens to an order whose deadline has passed: silence accepts delivered work.';

COMMENT ON FUNCTION "private"."moves_itself_at"(public.pack_orders) IS 'When an order moves by itself; null while its clock is stopped.';

COMMENT ON FUNCTION "private"."name_milestone"() IS 'Trigger: a delivery names the milestone that it is for.';

COMMENT ON FUNCTION "private"."needs_draft"(public.pack_orders) IS 'True when the terms say that the brand approves a draft before the work is published.';

COMMENT ON FUNCTION "private"."next_milestone"(uuid) IS 'The milestone that is delivered or accepted next; null for an order without milestones.';

COMMENT ON FUNCTION "private"."notify_about_offer"(uuid, public.offers, text) IS 'Notifies one side of an offer.';

COMMENT ON FUNCTION "private"."notify_dispute_move"(uuid, public.pack_orders) IS 'Notifies one side of a move of a dispute.';

COMMENT ON FUNCTION "private"."notify_of_refund"(public.pack_orders, text) IS 'Notifies the brand of what an ended order returned.';

COMMENT ON FUNCTION "private"."notify_order_end"(public.pack_orders, text) IS 'Notifies both sides of a paid order that a deadline has ended.';

COMMENT ON FUNCTION "private"."offer_between"(uuid) IS 'An offer with the sides of the caller''s conversation and no terms yet.';

COMMENT ON FUNCTION "private"."offer_of_key"(public.offers) IS 'The offer that an earlier request with this key wrote, if any.';

COMMENT ON FUNCTION "private"."offer_reader"(public.offers) IS 'The side that an offer was written to.';

COMMENT ON FUNCTION "private"."offer_terms"(text, text, bigint, text, integer, integer, jsonb) IS 'All terms of an offer, by the names that packs and applications use.';

COMMENT ON FUNCTION "private"."open_dispute"(uuid, text, timestamp with time zone) IS 'Either side, or staff, stop the work and begin a dispute.';

COMMENT ON FUNCTION "private"."pack_terms"(public.packs) IS 'The terms that a pack offers now; terms_hash is their hash.';

COMMENT ON FUNCTION "private"."patterns_of"(text) IS 'The words of a normalised term, as patterns of `like all`.';

COMMENT ON FUNCTION "private"."picture_max_bytes"() IS 'The largest picture of a profile, in bytes.';

COMMENT ON FUNCTION "private"."post_milestone"(public.pack_orders, public.order_milestones, timestamp with time zone) IS 'Pays an accepted milestone out of escrow and notifies the creator.';

COMMENT ON FUNCTION "private"."propose_settlement"(uuid, bigint, timestamp with time zone) IS 'One side proposes a split: this much of the price for the creator.';

COMMENT ON FUNCTION "private"."publish_ruling"() IS 'Trigger: publishes the ruling by which a dispute ended; that on appeal before the first.';

COMMENT ON FUNCTION "private"."purge_emails"(timestamp with time zone, integer) IS 'Removes a batch of e-mails that were handed out long ago; returns how many.';

COMMENT ON FUNCTION "private"."quoted_messages"(public.pack_orders, uuid[]) IS 'Copies of messages between the two sides of an order.';

COMMENT ON FUNCTION "private"."read_dispute"(uuid) IS 'The file of a dispute; writes down that the caller has read it.';

COMMENT ON FUNCTION "private"."request_draft_changes"(uuid, text, timestamp with time zone) IS 'The brand requests changes to a draft; they count as revisions of the terms.';

COMMENT ON FUNCTION "private"."require_fresh_staff"(public.pack_orders) IS 'Rejects staff who ruled, helped to rule or read the dispute before the appeal.';

COMMENT ON FUNCTION "private"."require_links"(text[]) IS 'Rejects what is no address of a page.';

COMMENT ON FUNCTION "private"."require_open_evidence"(public.pack_orders, timestamp with time zone) IS 'Rejects evidence after its time.';

COMMENT ON FUNCTION "private"."require_open_offer"(public.offers, timestamp with time zone) IS 'Rejects an answer to an offer that has ended, or whose time is over.';

COMMENT ON FUNCTION "private"."require_ruling"(text, public.pack_orders) IS 'Requires a second member of staff for large prices.';

COMMENT ON FUNCTION "private"."require_shared_files"(public.pack_orders, jsonb) IS 'Rejects files that are not stored in the conversation of the two sides.';

COMMENT ON FUNCTION "private"."require_valid_ruling"(public.pack_orders, public.rulings) IS 'Rejects a ruling outside the price, without a reason, or whose published words name somebody.';

COMMENT ON FUNCTION "private"."resolve_dispute"(uuid, public.rulings, timestamp with time zone) IS 'Staff decide how the money of a disputed order is split, and give the reason. It is paid when nobody can appeal any more.';

COMMENT ON FUNCTION "private"."rule"(public.pack_orders, text, text, public.rulings, timestamp with time zone) IS 'Writes a ruling down and moves the order; a retry changes nothing.';

COMMENT ON FUNCTION "private"."ruling_of"(jsonb) IS 'A ruling from the arguments of a request.';

COMMENT ON FUNCTION "private"."run_due_work"(timestamp with time zone) IS 'Processes what is due at that time, one batch of each kind, for some seconds; returns the counts.';

COMMENT ON FUNCTION "private"."scan_limit_condition"(private.creator_filter, private.creator_page, bigint) IS 'A condition on `c`: it is among so many next entries of the sort order.';

COMMENT ON FUNCTION "private"."scan_sort_index"(private.creator_filter, private.creator_page, bigint) IS 'The page as far as it is found in that many entries of the sort order; null entries: in all.';

COMMENT ON FUNCTION "private"."send_offer"(public.offers, timestamp with time zone) IS 'Writes an offer into the conversation and notifies the other side.';

COMMENT ON FUNCTION "private"."show_draft"(uuid, text, text[], jsonb, timestamp with time zone) IS 'The creator shows a draft, which the brand approves before the work is published.';

COMMENT ON FUNCTION "private"."split_by_rule"(public.pack_orders) IS 'The creator''s share when staff stay silent: what was paid already, and of the open work nothing without a delivery, all for a delivery that came in time and that no revision followed, otherwise half.';

COMMENT ON FUNCTION "private"."split_rest"(public.pack_orders, bigint) IS 'How the money that an order still holds is divided when the creator gets k of the price in all.';

COMMENT ON FUNCTION "private"."statement_of"(uuid, uuid) IS 'What an earlier request of the caller with this id said.';

COMMENT ON FUNCTION "private"."status_after_acceptance"(public.pack_orders) IS 'The state after the delivered work is accepted: the next milestone, or the end.';

COMMENT ON FUNCTION "private"."store_offer_terms"() IS 'Trigger: stores the terms of an offer.';

COMMENT ON FUNCTION "private"."suffix_length"() IS 'Letters of an end of a word that the index holds: enough to be rare, while a long text without spaces stays small.';

COMMENT ON FUNCTION "private"."term_query"(text) IS 'What whoever has the term has among text_suffixes.';

COMMENT ON FUNCTION "private"."terms_of_offer"(public.offers) IS 'The terms of an offer; terms_hash is their hash.';

COMMENT ON FUNCTION "private"."text_suffixes"(text) IS 'Every end of every word of a search text.';

COMMENT ON FUNCTION "private"."trigram_bits"(text) IS 'A text that holds another has all its bits.';

COMMENT ON FUNCTION "private"."unanswered_proposal"(public.pack_orders) IS 'The creator''s share that one side proposed in time while the other said nothing at all; null for none.';

COMMENT ON FUNCTION "private"."withdraw_offer"(uuid, timestamp with time zone) IS 'The author takes an open offer back.';

COMMENT ON FUNCTION "private"."word_bits"(text[], text) IS 'Words of one of private.member_lists as bits; null for none.';

COMMENT ON FUNCTION "private"."work_announcements"(timestamp with time zone, timestamp with time zone) IS 'Processes matches, digests and campaigns that are due, and removes what is no longer needed.';

COMMENT ON FUNCTION "private"."work_campaigns"(timestamp with time zone, timestamp with time zone) IS 'Closes campaigns at their deadline and notifies the next batch of creators; returns how many.';

COMMENT ON FUNCTION "private"."work_email_digests"(timestamp with time zone, timestamp with time zone) IS 'Queues the digests that are due; returns how many.';

COMMENT ON FUNCTION "private"."work_holds"(private.holds[], timestamp with time zone, timestamp with time zone) IS 'Makes held earnings available; a failure does not stop the others.';

COMMENT ON FUNCTION "private"."work_languages"() IS 'Languages that creators work in (ISO 639-1).';

COMMENT ON FUNCTION "private"."work_match_queue"(timestamp with time zone, timestamp with time zone) IS 'Notifies of the next batch of matches; returns how many. The rest stays queued.';

COMMENT ON FUNCTION "private"."work_offers"(timestamp with time zone, integer) IS 'Ends offers whose time is over; returns how many.';

COMMENT ON FUNCTION "private"."work_order_reminders"(timestamp with time zone, integer, timestamp with time zone) IS 'Sends the reminders that are due; returns for how many orders.';

COMMENT ON FUNCTION "private"."work_orders"(public.pack_orders[], timestamp with time zone, timestamp with time zone) IS 'Moves orders whose deadline has passed; a failure does not stop the others.';

COMMENT ON FUNCTION "private"."work_reassessments"(timestamp with time zone, integer, timestamp with time zone) IS 'Computes the members that are due; returns how many.';

COMMENT ON FUNCTION "private"."work_reminders"(timestamp with time zone, integer, timestamp with time zone) IS 'Reminds brands of unreviewed deliveries; returns how many.';

COMMENT ON FUNCTION "private"."work_reviews"(uuid[], timestamp with time zone, timestamp with time zone) IS 'Shows reviews whose time has come; returns how many.';

COMMENT ON FUNCTION "public"."accept_milestone"(uuid, uuid) IS 'Brand: accepts the delivered milestone of an order; the creator has earned its part.';

COMMENT ON FUNCTION "public"."accept_offer"(uuid, text) IS 'The side that an offer was written to: makes it an order. `terms` is the terms_hash that it saw; another one is refused.';

COMMENT ON FUNCTION "public"."answer_dispute"(uuid, text, uuid) IS 'Either side of a dispute: answers the other; a side that says nothing at all is bound by the other''s proposal.';

COMMENT ON FUNCTION "public"."appeal_ruling"(uuid, text) IS 'Either side: appeals against the ruling on a dispute, once.';

COMMENT ON FUNCTION "public"."approve_draft"(uuid) IS 'Brand: approves the draft; the creator may publish the work.';

COMMENT ON FUNCTION "public"."count_creators"(jsonb) IS 'How many creators satisfy the filters: exactly up to 1,000 and in a small market, beyond that about.';

COMMENT ON FUNCTION "public"."decide_appeal"(uuid, bigint, text, text, text, text) IS 'Staff who have not seen the dispute before: decide the appeal, which ends it.';

COMMENT ON FUNCTION "public"."decline_offer"(uuid) IS 'The side that an offer was written to: declines it.';

COMMENT ON FUNCTION "public"."find_anything"(text, integer) IS 'Whatever the caller may read and the words of the query name: orders, conversations, creators, campaigns, messages, at most that many of each kind (1 to 20). Without a query: what the caller can do now with open orders.';

COMMENT ON FUNCTION "public"."give_evidence"(uuid, text, text[], jsonb, uuid[], uuid) IS 'Either side of a dispute: gives evidence while its time runs: a text, links, files and messages of the conversation.';

COMMENT ON FUNCTION "public"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid) IS 'Either side of a conversation: offers terms. `milestones` is a list of {title, amount_minor}; `counters_id` names the offer that it answers.';

COMMENT ON FUNCTION "public"."open_dispute"(uuid, text) IS 'Either side or staff: stops the work and begins a dispute.';

COMMENT ON FUNCTION "public"."propose_staff_act"(text, jsonb) IS 'Staff: proposes an act (resolve_dispute, decide_appeal, resolve_suspense, unfreeze_profile, update_setting) with its arguments, for another member of staff to confirm.';

COMMENT ON FUNCTION "public"."read_dispute"(uuid) IS 'Staff: what both sides of a dispute said. Who reads it before the ruling cannot decide the appeal.';

COMMENT ON FUNCTION "public"."request_draft_changes"(uuid, text) IS 'Brand: requests changes to a draft; each counts as a revision.';

COMMENT ON FUNCTION "public"."resolve_dispute"(uuid, bigint, text, text, text, text) IS 'Staff: rule on a dispute: the creator''s share of the price, why, and what is published. The money waits for an appeal.';

COMMENT ON FUNCTION "public"."show_draft"(uuid, text, text[], jsonb) IS 'Creator: shows a draft to the brand, if the terms ask for one.';

COMMENT ON FUNCTION "public"."withdraw_offer"(uuid) IS 'The author: takes an open offer back.';

COMMENT ON TABLE "private"."dispute_readers" IS 'Which members of staff have read a dispute, before an appeal and during it.';

COMMENT ON TABLE "private"."order_reminders" IS 'The reminders of each state: when, which notice, and to whom.';

COMMENT ON TABLE "private"."settings" IS 'The numbers of the business. Units: percent, days, hours, minutes, seconds, count, units, minor.';

COMMENT ON TABLE "public"."dispute_statements" IS 'Evidence and answers in disputes; append-only. Staff read them with read_dispute.';

COMMENT ON TABLE "public"."offers" IS 'Priced offers that the two sides of a conversation write to each other; an accepted one became an order.';

COMMENT ON TABLE "public"."order_deliveries" IS 'What the creator delivered or showed as a draft, each time.';

COMMENT ON TABLE "public"."order_milestones" IS 'The parts of an order that are delivered, accepted and paid one after the other.';

COMMENT ON TABLE "public"."precedents" IS 'Rulings that became final, without names and amounts, for every member to read; append-only.';

COMMENT ON TABLE "public"."rulings" IS 'Rulings of staff on disputes: one, and one more on appeal; append-only.';

COMMENT ON TABLE "public"."shortlist" IS 'Creators whom a brand keeps in mind, with private notes.';

COMMENT ON VIEW "private"."payment_traces" IS 'Where the money of each payment is known to be.';

REVOKE ALL ON FUNCTION "private"."accept_milestone"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."accept_milestone"(uuid, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."accept_milestone"(uuid, uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."accept_milestone"(uuid, uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."accept_offer"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."accept_offer"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."accept_offer"(uuid, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."accept_offer"(uuid, text, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."accept_work"(public.pack_orders, text, uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."accept_work"(public.pack_orders, text, uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."add_delivery"(public.pack_orders, text, text[], jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_delivery"(public.pack_orders, text, text[], jsonb, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."add_milestones"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_milestones"(uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."add_statement"(public.pack_orders, public.dispute_statements, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_statement"(public.pack_orders, public.dispute_statements, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."answer_dispute"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."answer_dispute"(uuid, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."answer_dispute"(uuid, text, uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."answer_dispute"(uuid, text, uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."answer_only_time"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."answer_only_time"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."appeal_ruling"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."appeal_ruling"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."appeal_ruling"(uuid, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."appeal_ruling"(uuid, text, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."application_terms"(public.campaign_applications) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."application_terms"(public.campaign_applications) TO "postgres";

REVOKE ALL ON FUNCTION "private"."approve_draft"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."approve_draft"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."approve_draft"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."approve_draft"(uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."at_deadline"(public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."at_deadline"(public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."attachment_max_bytes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."attachment_max_bytes"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."check_milestones"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_milestones"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_shortlist_size"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_shortlist_size"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."clear_hold"(bigint, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clear_hold"(bigint, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_creators"(jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_creators"(jsonb, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."create_hold"(uuid, uuid, text, bigint, bigint, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."create_hold"(uuid, uuid, text, bigint, bigint, timestamp with time zone, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."creator_satisfies"(private.creators, private.creator_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."creator_satisfies"(private.creators, private.creator_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."decide_appeal"(uuid, public.rulings, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decide_appeal"(uuid, public.rulings, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."decide_appeal"(uuid, bigint, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decide_appeal"(uuid, bigint, text, text, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."decline_offer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decline_offer"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."decline_offer"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decline_offer"(uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."disputed_in"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."disputed_in"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."due_reminders"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."due_reminders"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_offer"(public.offers, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_offer"(public.offers, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."evidence_closes_at"(public.pack_orders, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."evidence_closes_at"(public.pack_orders, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."excerpt"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."excerpt"(text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."filter_words"(jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."filter_words"(jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_actions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_actions"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."find_anything"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_anything"(text, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."find_campaigns"(text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_campaigns"(text[], integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."find_conversations"(text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_conversations"(text[], integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."find_creators"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_creators"(text, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."find_messages"(text, text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_messages"(text, text[], integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."find_orders"(text, text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_orders"(text, text[], integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."funding_left"(uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."funding_left"(uuid, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."give_evidence"(uuid, text, text[], jsonb, uuid[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."give_evidence"(uuid, text, text[], jsonb, uuid[], uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."give_evidence"(uuid, text, text[], jsonb, uuid[], uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."give_evidence"(uuid, text, text[], jsonb, uuid[], uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."grace_of"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."grace_of"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_spoken"(public.pack_orders, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_spoken"(public.pack_orders, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."index_condition"(private.creator_filter, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."index_condition"(private.creator_filter, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_evidence_before_me"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_evidence_before_me"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."limit_offer"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."limit_offer"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."limit_statement"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."limit_statement"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_chargeback"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_chargeback"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_offer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_offer"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lower_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lower_text"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."milestones_are_valid"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."milestones_are_valid"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."milestones_total"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."milestones_total"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."moment"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."moment"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_at_deadline"(public.pack_orders, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."move_at_deadline"(public.pack_orders, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."moves_itself_at"(public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."moves_itself_at"(public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."name_milestone"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."name_milestone"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."needs_draft"(public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."needs_draft"(public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."next_milestone"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."next_milestone"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."normalise_text"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."normalise_text"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."notify_about_offer"(uuid, public.offers, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_about_offer"(uuid, public.offers, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_dispute_move"(uuid, public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_dispute_move"(uuid, public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_of_refund"(public.pack_orders, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_of_refund"(public.pack_orders, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_order_end"(public.pack_orders, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_order_end"(public.pack_orders, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."offer_between"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."offer_between"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."offer_of_key"(public.offers) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."offer_of_key"(public.offers) TO "postgres";

REVOKE ALL ON FUNCTION "private"."offer_reader"(public.offers) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."offer_reader"(public.offers) TO "postgres";

REVOKE ALL ON FUNCTION "private"."offer_terms"(text, text, bigint, text, integer, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."offer_terms"(text, text, bigint, text, integer, integer, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."pack_terms"(public.packs) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."pack_terms"(public.packs) TO "postgres";

REVOKE ALL ON FUNCTION "private"."patterns_of"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."patterns_of"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."picture_max_bytes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."picture_max_bytes"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_milestone"(public.pack_orders, public.order_milestones, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_milestone"(public.pack_orders, public.order_milestones, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."propose_settlement"(uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."propose_settlement"(uuid, bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."propose_settlement"(uuid, bigint, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."propose_settlement"(uuid, bigint, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."publish_ruling"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."publish_ruling"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."purge_emails"(timestamp with time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."purge_emails"(timestamp with time zone, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."quoted_messages"(public.pack_orders, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."quoted_messages"(public.pack_orders, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_dispute"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_dispute"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."request_draft_changes"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_draft_changes"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."request_draft_changes"(uuid, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_draft_changes"(uuid, text, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_fresh_staff"(public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_fresh_staff"(public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_links"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_links"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_open_evidence"(public.pack_orders, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_open_evidence"(public.pack_orders, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_open_offer"(public.offers, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_open_offer"(public.offers, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_ruling"(text, public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_ruling"(text, public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_shared_files"(public.pack_orders, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_shared_files"(public.pack_orders, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_valid_ruling"(public.pack_orders, public.rulings) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_valid_ruling"(public.pack_orders, public.rulings) TO "postgres";

REVOKE ALL ON FUNCTION "private"."resolve_dispute"(uuid, public.rulings, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resolve_dispute"(uuid, public.rulings, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."resolve_dispute"(uuid, bigint, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resolve_dispute"(uuid, bigint, text, text, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."rule"(public.pack_orders, text, text, public.rulings, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rule"(public.pack_orders, text, text, public.rulings, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ruling_of"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ruling_of"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_limit_condition"(private.creator_filter, private.creator_page, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_limit_condition"(private.creator_filter, private.creator_page, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_sort_index"(private.creator_filter, private.creator_page, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_sort_index"(private.creator_filter, private.creator_page, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."send_offer"(public.offers, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_offer"(public.offers, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."show_draft"(uuid, text, text[], jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."show_draft"(uuid, text, text[], jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."show_draft"(uuid, text, text[], jsonb, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."show_draft"(uuid, text, text[], jsonb, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_by_rule"(public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_by_rule"(public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_rest"(public.pack_orders, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_rest"(public.pack_orders, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."statement_of"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."statement_of"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."status_after_acceptance"(public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."status_after_acceptance"(public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."store_offer_terms"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."store_offer_terms"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."term_query"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."term_query"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."terms_of_offer"(public.offers) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."terms_of_offer"(public.offers) TO "postgres";

REVOKE ALL ON FUNCTION "private"."unanswered_proposal"(public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unanswered_proposal"(public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."withdraw_offer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."withdraw_offer"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."withdraw_offer"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."withdraw_offer"(uuid, timestamp with time zone) TO "postgres";

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

REVOKE ALL ON FUNCTION "private"."work_offers"(timestamp with time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_offers"(timestamp with time zone, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_order_reminders"(timestamp with time zone, integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_order_reminders"(timestamp with time zone, integer, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_orders"(public.pack_orders[], timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_orders"(public.pack_orders[], timestamp with time zone, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_reassessments"(timestamp with time zone, integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_reassessments"(timestamp with time zone, integer, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_reminders"(timestamp with time zone, integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_reminders"(timestamp with time zone, integer, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_reviews"(uuid[], timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_reviews"(uuid[], timestamp with time zone, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "public"."accept_milestone"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accept_milestone"(uuid, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."accept_offer"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accept_offer"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."answer_dispute"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."answer_dispute"(uuid, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."appeal_ruling"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."appeal_ruling"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."approve_draft"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."approve_draft"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."count_creators"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_creators"(jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."decide_appeal"(uuid, bigint, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_appeal"(uuid, bigint, text, text, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."decline_offer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decline_offer"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."find_anything"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_anything"(text, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."give_evidence"(uuid, text, text[], jsonb, uuid[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."give_evidence"(uuid, text, text[], jsonb, uuid[], uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."read_dispute"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_dispute"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."request_draft_changes"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_draft_changes"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."resolve_dispute"(uuid, bigint, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resolve_dispute"(uuid, bigint, text, text, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."show_draft"(uuid, text, text[], jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."show_draft"(uuid, text, text[], jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."withdraw_offer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."withdraw_offer"(uuid) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."dispute_readers" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."order_reminders" TO "postgres";

GRANT SELECT ON TABLE "public"."dispute_statements" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."dispute_statements" TO "postgres";

GRANT SELECT ON TABLE "public"."dispute_statements" TO "service_role";

REVOKE ALL ("order_id") ON TABLE "public"."messages" FROM "authenticated";

GRANT INSERT ("order_id") ON TABLE "public"."messages" TO "authenticated";

GRANT SELECT ON TABLE "public"."offers" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."offers" TO "postgres";

GRANT SELECT ON TABLE "public"."offers" TO "service_role";

GRANT SELECT ON TABLE "public"."order_milestones" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_milestones" TO "postgres";

GRANT SELECT ON TABLE "public"."order_milestones" TO "service_role";

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

GRANT SELECT ON TABLE "public"."precedents" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."precedents" TO "postgres";

GRANT SELECT ON TABLE "public"."precedents" TO "service_role";

GRANT SELECT ON TABLE "public"."rulings" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."rulings" TO "postgres";

GRANT SELECT ON TABLE "public"."rulings" TO "service_role";

GRANT INSERT ("creator_id") ON TABLE "public"."shortlist" TO "authenticated";

GRANT INSERT ("note"), UPDATE ("note") ON TABLE "public"."shortlist" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."shortlist" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."shortlist" TO "postgres";

GRANT SELECT ON TABLE "public"."shortlist" TO "service_role";

GRANT USAGE ON TYPE "public"."found_item" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."payment_traces" TO "postgres";

ALTER TABLE "public"."offers" ADD COLUMN "terms_hash" text GENERATED ALWAYS AS (private.terms_hash(private.offer_terms(title, scope, price_minor, currency, delivery_days, revisions, milestones))) STORED NOT NULL;

ALTER TABLE "public"."shortlist" ADD CONSTRAINT "shortlist_brand_id_fkey" FOREIGN KEY (brand_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE POLICY "shortlist_delete" ON "public"."shortlist" FOR DELETE TO "authenticated" USING ((brand_id = ( SELECT private.my_profile_id() AS my_profile_id)));

CREATE POLICY "shortlist_insert" ON "public"."shortlist" FOR INSERT TO "authenticated" WITH CHECK (((brand_id = ( SELECT private.my_profile_id() AS my_profile_id)) AND (( SELECT private.my_role() AS my_role) = 'brand'::text) AND ( SELECT private.is_member() AS is_member) AND (EXISTS ( SELECT
   FROM public.members m
  WHERE ((m.id = shortlist.creator_id) AND (m.role = 'kol'::text)))) AND (creator_id <> ALL (ARRAY( SELECT private.my_blocked_members() AS my_blocked_members)))));

CREATE POLICY "shortlist_select" ON "public"."shortlist" FOR SELECT TO "authenticated" USING ((brand_id = ( SELECT private.my_profile_id() AS my_profile_id)));

CREATE POLICY "shortlist_update" ON "public"."shortlist" FOR UPDATE TO "authenticated" USING ((brand_id = ( SELECT private.my_profile_id() AS my_profile_id))) WITH CHECK ((brand_id = ( SELECT private.my_profile_id() AS my_profile_id)));

GRANT INSERT ("brand_id") ON TABLE "public"."shortlist" TO "authenticated";

ALTER TABLE "public"."messages" ADD CONSTRAINT "messages_file_size_within_limit" CHECK (((file_size >= 0) AND (file_size <= private.attachment_max_bytes())));

ALTER TABLE "public"."offers" ADD CONSTRAINT "offers_milestones_add_up" CHECK (((milestones = '[]'::jsonb) OR (private.milestones_total(milestones) = (price_minor)::numeric)));

ALTER TABLE "public"."offers" ADD CONSTRAINT "offers_milestones_well_formed" CHECK (private.milestones_are_valid(milestones));

ALTER TABLE "public"."packs" ADD CONSTRAINT "packs_deliverables_short" CHECK (private.texts_are_within(deliverables, 20, 200));

ALTER TABLE "public"."packs" ADD CONSTRAINT "packs_disclosure_known" CHECK ((disclosure = ANY (private.disclosures())));

ALTER TABLE "public"."packs" ADD CONSTRAINT "packs_usage_rights_known" CHECK ((usage_rights = ANY (private.usage_rights())));

ALTER TABLE "public"."profiles" ADD CONSTRAINT "profiles_language_code" CHECK ((language = ANY (private.work_languages())));

-- small table: one row for each creator, rewritten by 20261123105500
CREATE INDEX creators_by_followers ON private.creators USING btree (follower_total DESC, profile_id DESC) INCLUDE (language, platforms, categories, regions, follower_range, rating, is_verified, text_bits);

-- small table: one row for each creator, rewritten by 20261123105500
CREATE INDEX creators_by_newest ON private.creators USING btree (created_at DESC, profile_id DESC) INCLUDE (language, platforms, categories, regions, follower_range, rating, is_verified, text_bits);

-- small table: one row for each creator, rewritten by 20261123105500
CREATE INDEX creators_by_score ON private.creators USING btree (score DESC, profile_id DESC) INCLUDE (language, platforms, categories, regions, follower_range, rating, is_verified, text_bits);

DROP POLICY attachments_select ON storage.objects;

CREATE POLICY attachments_select ON storage.objects AS PERMISSIVE FOR SELECT TO authenticated USING (((bucket_id = 'attachments'::text) AND (private.is_my_conversation((storage.foldername(name))[1]) OR private.is_evidence_before_me(name))));

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"dispute_statements_of_order_per_day","unit":"count","value":20,"meaning":"Statements that one side may make in one dispute in a day.","is_public":false,"max_value":100000,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"dispute_statements_per_hour","unit":"count","value":60,"meaning":"Statements in disputes that a member may make in an hour.","is_public":false,"max_value":100000,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"due_work_seconds","unit":"seconds","value":4,"meaning":"After this time a run of the due work begins nothing more.","is_public":false,"max_value":6,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"emails_kept","unit":"days","value":90,"meaning":"How long an e-mail is kept after it was sent or given up.","is_public":false,"max_value":3650,"min_value":2}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"last_reminder","unit":"hours","value":24,"meaning":"How long before an order moves by itself those concerned are reminded.","is_public":false,"max_value":48,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"messages_searched","unit":"count","value":10000,"meaning":"Newest messages, received and sent each, that a member searches by their words.","is_public":false,"max_value":100000,"min_value":100}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"offer_answers_per_hour","unit":"count","value":200,"meaning":"Custom offers that a member may decline in an hour.","is_public":false,"max_value":100000,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"offer_validity_most","unit":"days","value":30,"meaning":"The longest time that an offer may stand.","is_public":true,"max_value":365,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"offer_validity","unit":"days","value":7,"meaning":"How long an offer stands whose author names no time.","is_public":true,"max_value":90,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"offer_withdrawals_per_day","unit":"count","value":30,"meaning":"Custom offers that a member may withdraw in a day.","is_public":false,"max_value":100000,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"offers_per_hour","unit":"count","value":30,"meaning":"Custom offers that a member may write in an hour.","is_public":false,"max_value":100000,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"offers_to_one_per_day","unit":"count","value":20,"meaning":"Custom offers that a member may write to one other member in a day.","is_public":false,"max_value":100000,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"shortlist_size","unit":"count","value":200,"meaning":"Creators that a brand may keep on its shortlist.","is_public":false,"max_value":10000,"min_value":0}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"provider","to_status":"cancelled","from_status":"appealed"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"both","to_status":"settled","from_status":"appealed"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"clock","to_status":"settled","from_status":"appealed"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"staff","to_status":"settled","from_status":"appealed"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"provider","to_status":"cancelled","from_status":"awaiting_ruling"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"staff","to_status":"ruled","from_status":"awaiting_ruling"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"both","to_status":"settled","from_status":"awaiting_ruling"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"clock","to_status":"settled","from_status":"awaiting_ruling"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"milestone","to_status":"in_progress","from_status":"delivered"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"clock","to_status":"awaiting_ruling","from_status":"disputed"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"staff","to_status":"ruled","from_status":"disputed"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"clock","to_status":"settled","from_status":"disputed"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"clock","to_status":"expired","from_status":"draft_approved"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"clock","to_status":"expired","from_status":"draft_revision"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"clock","to_status":"expired","from_status":"in_progress"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"both","to_status":"cancelled","from_status":"in_revision"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"brand","to_status":"cancelled","from_status":"in_revision"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"clock","to_status":"expired","from_status":"in_revision"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"brand","to_status":"cancelled","from_status":"pending_payment"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"brand","to_status":"appealed","from_status":"ruled"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"creator","to_status":"appealed","from_status":"ruled"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"provider","to_status":"cancelled","from_status":"ruled"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"both","to_status":"settled","from_status":"ruled"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_moves (actor, to_status, from_status)
  SELECT actor, to_status, from_status FROM jsonb_populate_record(null::private.order_moves, '{"actor":"clock","to_status":"settled","from_status":"ruled"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_action_rules (action, actors, is_move, refusal, leads_to, position, open_to_suspended)
  SELECT action, actors, is_move, refusal, leads_to, position, open_to_suspended FROM jsonb_populate_record(null::private.order_action_rules, '{"action":"accept_milestone","actors":["brand"],"is_move":true,"refusal":"order_not_delivered","leads_to":"completed","position":65,"open_to_suspended":false}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_action_rules (action, actors, is_move, refusal, position, in_status, open_to_suspended)
  SELECT action, actors, is_move, refusal, position, in_status, open_to_suspended FROM jsonb_populate_record(null::private.order_action_rules, '{"action":"answer_dispute","actors":["brand","creator"],"is_move":false,"refusal":"answers_closed","position":114,"in_status":"disputed","open_to_suspended":true}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_action_rules (action, actors, is_move, refusal, leads_to, position, open_to_suspended)
  SELECT action, actors, is_move, refusal, leads_to, position, open_to_suspended FROM jsonb_populate_record(null::private.order_action_rules, '{"action":"appeal_ruling","actors":["brand","creator"],"is_move":true,"refusal":"ruling_not_appealable","leads_to":"appealed","position":116,"open_to_suspended":true}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_action_rules (action, actors, is_move, refusal, leads_to, position, open_to_suspended)
  SELECT action, actors, is_move, refusal, leads_to, position, open_to_suspended FROM jsonb_populate_record(null::private.order_action_rules, '{"action":"decide_appeal","actors":["staff"],"is_move":true,"refusal":"order_not_appealed","leads_to":"settled","position":124,"open_to_suspended":false}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_action_rules (action, actors, is_move, refusal, position, in_status, open_to_suspended)
  SELECT action, actors, is_move, refusal, position, in_status, open_to_suspended FROM jsonb_populate_record(null::private.order_action_rules, '{"action":"give_evidence","actors":["brand","creator"],"is_move":false,"refusal":"evidence_closed","position":112,"in_status":"disputed","open_to_suspended":true}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_reminders (event, number, status, to_staff, lead_setting)
  SELECT event, number, status, to_staff, lead_setting FROM jsonb_populate_record(null::private.order_reminders, '{"event":"ruling_overdue","number":1,"status":"appealed","to_staff":true,"lead_setting":"ruling_grace"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_reminders (event, number, status, to_staff, lead_setting)
  SELECT event, number, status, to_staff, lead_setting FROM jsonb_populate_record(null::private.order_reminders, '{"event":"ruling_overdue","number":1,"status":"awaiting_ruling","to_staff":true,"lead_setting":"ruling_grace"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_reminders (event, number, status, to_staff, lead_setting)
  SELECT event, number, status, to_staff, lead_setting FROM jsonb_populate_record(null::private.order_reminders, '{"event":"answer_reminder","number":1,"status":"disputed","to_staff":false,"lead_setting":"last_reminder"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_reminders (event, number, status, to_staff, lead_setting)
  SELECT event, number, status, to_staff, lead_setting FROM jsonb_populate_record(null::private.order_reminders, '{"event":"work_late","number":1,"status":"draft_approved","to_staff":false,"lead_setting":"late_work_window"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_reminders (event, number, status, to_staff, lead_setting)
  SELECT event, number, status, to_staff, lead_setting FROM jsonb_populate_record(null::private.order_reminders, '{"event":"work_late","number":2,"status":"draft_approved","to_staff":false,"lead_setting":"last_reminder"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_reminders (event, number, status, to_staff, lead_setting)
  SELECT event, number, status, to_staff, lead_setting FROM jsonb_populate_record(null::private.order_reminders, '{"event":"work_late","number":1,"status":"draft_revision","to_staff":false,"lead_setting":"late_work_window"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_reminders (event, number, status, to_staff, lead_setting)
  SELECT event, number, status, to_staff, lead_setting FROM jsonb_populate_record(null::private.order_reminders, '{"event":"work_late","number":2,"status":"draft_revision","to_staff":false,"lead_setting":"last_reminder"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_reminders (event, number, status, to_staff, lead_setting)
  SELECT event, number, status, to_staff, lead_setting FROM jsonb_populate_record(null::private.order_reminders, '{"event":"work_late","number":1,"status":"in_progress","to_staff":false,"lead_setting":"late_work_window"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_reminders (event, number, status, to_staff, lead_setting)
  SELECT event, number, status, to_staff, lead_setting FROM jsonb_populate_record(null::private.order_reminders, '{"event":"work_late","number":2,"status":"in_progress","to_staff":false,"lead_setting":"last_reminder"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_reminders (event, number, status, to_staff, lead_setting)
  SELECT event, number, status, to_staff, lead_setting FROM jsonb_populate_record(null::private.order_reminders, '{"event":"work_late","number":1,"status":"in_revision","to_staff":false,"lead_setting":"late_work_window"}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_reminders (event, number, status, to_staff, lead_setting)
  SELECT event, number, status, to_staff, lead_setting FROM jsonb_populate_record(null::private.order_reminders, '{"event":"work_late","number":2,"status":"in_revision","to_staff":false,"lead_setting":"last_reminder"}')
  ON CONFLICT DO NOTHING;
