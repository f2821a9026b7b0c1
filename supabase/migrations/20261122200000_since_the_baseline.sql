set local check_function_bodies = off;

REVOKE ALL ON FUNCTION "private"."categories"() FROM "authenticated";

REVOKE ALL ON FUNCTION "private"."categories"() FROM "service_role";

DROP TRIGGER "accounts_only_by_entry" ON "private"."accounts";

DROP TRIGGER "creators_limit" ON "private"."creators";

DROP TRIGGER "creators_queue_match_updated" ON "private"."creators";

DROP TRIGGER "reserved_names_skeleton" ON "private"."reserved_names";

DROP TRIGGER "campaign_applications_keep_terms" ON "public"."campaign_applications";

DROP TRIGGER "campaigns_keep_keys" ON "public"."campaigns";

DROP TRIGGER "members_keep_creator_inserted" ON "public"."members";

DROP TRIGGER "members_keep_creator_updated" ON "public"."members";

DROP TRIGGER "packs_keep_terms" ON "public"."packs";

DROP TRIGGER "profiles_keep_ban" ON "public"."profiles";

DROP TRIGGER "profiles_keep_clocks" ON "public"."profiles";

DROP TRIGGER "profiles_keep_member_inserted" ON "public"."profiles";

DROP TRIGGER "profiles_keep_member_updated" ON "public"."profiles";

DROP TRIGGER "profiles_keep_name_inserted" ON "public"."profiles";

DROP TRIGGER "profiles_keep_name_updated" ON "public"."profiles";

DROP TRIGGER "referrals_keep_branch" ON "public"."referrals";

DROP TRIGGER "saved_searches_keep_keys" ON "public"."saved_searches";

DROP INDEX "private"."creators_by_filters";

DROP INDEX "private"."creators_by_followers";

DROP INDEX "private"."creators_by_name";

DROP INDEX "private"."creators_by_newest";

DROP INDEX "private"."creators_by_score";

ALTER TABLE "public"."profiles" DROP CONSTRAINT "profiles_categories_known";

ALTER TABLE "public"."profiles" DROP CONSTRAINT "profiles_platforms_known";

DROP FUNCTION "private"."anchor_of"(text);

DROP FUNCTION "private"."bear_chargeback"(private.chargebacks, public.payments, timestamp with time zone);

DROP FUNCTION "private"."beyond"(private.creator_page);

DROP FUNCTION "private"."bring_back"(public.payments, bigint, timestamp with time zone);

DROP FUNCTION "private"."carry_out"(public.staff_proposals);

DROP FUNCTION "private"."codes_of"(text[], text[]);

DROP FUNCTION "private"."count_frequencies"(timestamp with time zone);

DROP FUNCTION "private"."creator_satisfies"(private.creators, private.creator_filter);

DROP FUNCTION "private"."deal_with_each_other"(uuid, uuid);

DROP FUNCTION "private"."earns_level"(text, private.record_of_trade, interval);

DROP FUNCTION "private"."expand_filter"(private.creator_filter);

DROP FUNCTION "private"."filter_key"(integer, integer, integer, integer, integer);

DROP FUNCTION "private"."gather_creators"(private.creator_filter, private.creator_page, tsquery, boolean);

DROP FUNCTION "private"."grams"(text);

DROP FUNCTION "private"."haystack"(text, text[], text);

DROP FUNCTION "private"."in_office"();

DROP FUNCTION "private"."keep_application_terms"();

DROP FUNCTION "private"."keep_ban"();

DROP FUNCTION "private"."keep_branch"();

DROP FUNCTION "private"."keep_campaign_keys"();

DROP FUNCTION "private"."keep_clocks"();

DROP FUNCTION "private"."keep_creator"();

DROP FUNCTION "private"."keep_member"();

DROP FUNCTION "private"."keep_name"();

DROP FUNCTION "private"."keep_pack_terms"();

DROP FUNCTION "private"."keep_reserved_skeleton"();

DROP FUNCTION "private"."keep_saved_search_keys"();

DROP FUNCTION "private"."keep_score"(uuid);

DROP FUNCTION "private"."keep_terms"(uuid, jsonb);

DROP FUNCTION "private"."know_each_other"(uuid, uuid);

DROP FUNCTION "private"."lost_much"(uuid);

DROP FUNCTION "private"."may_satisfy"(bit, bigint, private.creator_filter);

DROP FUNCTION "private"."note_on_order"(public.pack_orders, text, uuid, text);

DROP FUNCTION "private"."note_sign_up"(uuid, text);

DROP FUNCTION "private"."notify_of_campaigns"(private.creators, uuid[], uuid[], timestamp with time zone);

DROP FUNCTION "private"."notify_saved_searches"(private.creators, uuid[], uuid[], timestamp with time zone);

DROP FUNCTION "private"."offer_to"(public.pack_orders, uuid);

DROP FUNCTION "private"."owe_again"(public.payments);

DROP FUNCTION "private"."rare_grams"(text);

DROP FUNCTION "private"."record_of"(uuid, timestamp with time zone);

DROP FUNCTION "private"."refuse_by_hand"();

DROP FUNCTION "private"."rehearse"(public.staff_proposals);

DROP FUNCTION "private"."require_honest_name"(text, boolean);

DROP FUNCTION "private"."require_other_case"(uuid[]);

DROP FUNCTION "private"."stretch"(private.creator_filter, private.creator_page);

DROP FUNCTION "private"."subject_of_staff"(uuid, uuid[]);

DROP FUNCTION "private"."trait_bits"(integer[], integer);

DROP FUNCTION "private"."unwatch"(uuid);

DROP FUNCTION "private"."walk_creators"(private.creator_filter, private.creator_page, bigint);

DROP FUNCTION "private"."watch"(uuid, jsonb);

DROP FUNCTION "private"."watchers_of"(private.creators);

DROP TYPE "private"."record_of_trade";

ALTER TYPE "private"."creator_filter" DROP ATTRIBUTE "category_traits" CASCADE;

ALTER TYPE "private"."creator_filter" DROP ATTRIBUTE "keys_are_wide" CASCADE;

ALTER TYPE "private"."creator_filter" DROP ATTRIBUTE "keys" CASCADE;

ALTER TYPE "private"."creator_filter" DROP ATTRIBUTE "language_code" CASCADE;

ALTER TYPE "private"."creator_filter" DROP ATTRIBUTE "name_signature" CASCADE;

ALTER TYPE "private"."creator_filter" DROP ATTRIBUTE "platform_traits" CASCADE;

ALTER TYPE "private"."creator_filter" DROP ATTRIBUTE "range_traits" CASCADE;

ALTER TYPE "private"."creator_filter" DROP ATTRIBUTE "signature" CASCADE;

ALTER TYPE "private"."creator_filter" DROP ATTRIBUTE "term_pattern" CASCADE;

ALTER TYPE "private"."creator_page" DROP ATTRIBUTE "after" CASCADE;

ALTER TYPE "private"."creator_page" DROP ATTRIBUTE "key" CASCADE;

ALTER TYPE "private"."creator_page" DROP ATTRIBUTE "position" CASCADE;

ALTER TABLE "private"."creators" DROP COLUMN "keys";

DROP FUNCTION "private"."creator_keys"(text, text[], text[], integer, boolean);

ALTER TABLE "private"."creators" DROP COLUMN "signature";

DROP FUNCTION "private"."signature"(text, text);

DROP FUNCTION "private"."text_bits"(text, integer, integer);

ALTER TABLE "private"."creators" DROP COLUMN "traits";

DROP FUNCTION "private"."creator_traits"(text, text[], text[], integer, boolean, integer);

DROP TABLE "private"."frequencies";

DROP EXTENSION "pg_trgm";

CREATE TABLE "private"."approved_addresses" ("user_id" uuid NOT NULL, "email" text NOT NULL, "approved_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "approved_addresses_pkey" PRIMARY KEY (user_id));

ALTER TABLE "private"."approved_addresses" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."clock_runs" ("clock" text NOT NULL, "ran_at" timestamp with time zone NOT NULL, CONSTRAINT "clock_runs_clock_known" CHECK ((clock = ANY (ARRAY['due_work'::text, 'call_functions'::text]))), CONSTRAINT "clock_runs_pkey" PRIMARY KEY (clock), CONSTRAINT "clock_runs_time_finite" CHECK (isfinite(ran_at)));

ALTER TABLE "private"."clock_runs" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."former_members" ("profile_id" uuid NOT NULL, "address_hash" bytea NOT NULL, "approval_by_staff" boolean NOT NULL, "left_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "former_members_pkey" PRIMARY KEY (profile_id));

ALTER TABLE "private"."former_members" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."founding" ("id" boolean NOT NULL DEFAULT true, "invite_id" uuid NOT NULL, "founded_at" timestamp with time zone, CONSTRAINT "founding_one_row" CHECK (id), CONSTRAINT "founding_pkey" PRIMARY KEY (id), CONSTRAINT "founding_time_finite" CHECK (isfinite(founded_at)));

ALTER TABLE "private"."founding" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."notice_wave" ("is_only" boolean NOT NULL DEFAULT true, "room" numeric NOT NULL, "counted_at" timestamp with time zone NOT NULL, CONSTRAINT "notice_wave_is_one_row" CHECK (is_only), CONSTRAINT "notice_wave_pkey" PRIMARY KEY (is_only), CONSTRAINT "notice_wave_room_in_range" CHECK (((room >= (0)::numeric) AND (room <= (5000000)::numeric))), CONSTRAINT "notice_wave_time_finite" CHECK (isfinite(counted_at)));

ALTER TABLE "private"."notice_wave" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."creators" ADD COLUMN "regions" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."members" ADD COLUMN "regions" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."profiles" ADD COLUMN "regions" text[] NOT NULL DEFAULT '{}'::text[];

CREATE TYPE "private"."trade_record" AS ("counterparties" numeric, "fees" numeric, "demerits" numeric);

CREATE TYPE "public"."health_check" AS ("name" text, "is_fine" boolean, "detail" text);

ALTER TYPE "private"."creator_filter" ADD ATTRIBUTE "regions" text[] CASCADE;

ALTER TYPE "private"."creator_page" ADD ATTRIBUTE "after_id" uuid CASCADE;

ALTER TYPE "private"."creator_page" ADD ATTRIBUTE "after_value" text CASCADE;

ALTER TYPE "private"."creator_page" ADD ATTRIBUTE "sort_column" text CASCADE;

ALTER TYPE "public"."staff_profile" ADD ATTRIBUTE "regions" text[] CASCADE;

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
  v_terms.idempotency_key := accept_application.idempotency_key;
  v_order := private.open_order(v_terms, now());

  update public.campaign_applications a set status = 'accepted', order_id = v_order.id, updated_at = now()
  where a.id = v_application.id returning * into v_application;
  perform private.notify_applicant(v_application, 'application_accepted', v_campaign.title);
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.accept_settlement(order_id uuid, creator_share_minor bigint, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'accept_settlement');
  v_me uuid := private.my_profile_id();
  v_offer public.settlement_proposals;
begin
  if private.just_moved_by(v_order, 'settled', v_me) then
    return v_order;
  end if;
  perform private.require_order_action('accept_settlement', v_order, at);
  v_offer := private.proposal_to(v_order, v_me);
  if v_offer.creator_share_minor <> accept_settlement.creator_share_minor then
    raise exception 'settlement_changed' using errcode = 'PT409';
  end if;
  return private.move_order(v_order, 'settled', 'both', v_me, null, at, v_offer.creator_share_minor);
end;
$function$;

CREATE OR REPLACE FUNCTION private.activate_referral(invitee_id uuid, order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- Invites issued by staff earn nothing, nor do suspended or deleted inviters.
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
$function$;

CREATE OR REPLACE FUNCTION private.add_order_event(o public.pack_orders, kind text, actor_id uuid, note text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.order_events (order_id, from_status, to_status, kind, actor_id, note)
  values (o.id, o.status, o.status, add_order_event.kind, add_order_event.actor_id, nullif(add_order_event.note, ''));
end;
$function$;

CREATE OR REPLACE FUNCTION private.allocate_chargeback(c private.chargebacks, p public.payments, at timestamp with time zone)
 RETURNS private.chargebacks
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_chargeback private.chargebacks := c;
  v_wallet bigint;
  v_fair bigint;
begin
  v_chargeback.suspense_minor := least(coalesce(p.suspense_minor, 0), c.amount_minor);
  -- A brand bears at most what it paid, however often and however much a provider takes back.
  v_fair := greatest(0, -v_chargeback.suspense_minor
    + least(c.amount_minor, p.amount_minor - private.charged_back_minor(p.id) + c.amount_minor));
  -- If suspense does not cover the amount there is a payer: suspense without a payer holds the
  -- whole payment.
  if v_fair > 0 then
    v_chargeback.brand_minor := private.return_money_to_wallet(p, v_fair, at);
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
    campaign_id, brand_id, kol_id, pack_id, title, price_minor, currency, delivery_days, revisions, note
  ) values (
    v_campaign.id, v_campaign.brand_id, v_me, v_terms.pack_id, v_terms.title, v_terms.price_minor,
    v_campaign.currency, v_terms.delivery_days, v_terms.revisions, coalesce(btrim(apply_to_campaign.note), '')
  )
  -- Withdrawn before, or a concurrent request: one application in both cases.
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
$function$;

CREATE OR REPLACE FUNCTION private.approve_new_address(email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me constant uuid := (select auth.uid());
begin
  perform private.require_open_session();
  if not exists (
    select from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.created_at > private.fresh_since()
  ) then
    raise exception 'fresh_sign_in_required' using errcode = 'PT403';
  end if;
  insert into private.approved_addresses as a (user_id, email)
  values (v_me, lower(approve_new_address.email))
  on conflict on constraint approved_addresses_pkey do update set
    email = excluded.email, approved_at = excluded.approved_at;
end;
$function$;

CREATE OR REPLACE FUNCTION private.approve_profile(profile_id uuid, shown_hash text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile public.profiles := private.lock_profile_for_staff(profile_id);
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
$function$;

CREATE OR REPLACE FUNCTION private.are_related_by_invite(one uuid, other uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.referrals r
    where r.inviter_id = are_related_by_invite.one and r.invitee_id = are_related_by_invite.other
      or r.inviter_id = are_related_by_invite.other and r.invitee_id = are_related_by_invite.one
  ) or exists (
    -- Invited by the same member. Invites issued by staff start a branch and do not count.
    select from public.referrals a
    join private.branches ab on ab.profile_id = a.invitee_id and ab.branch_id <> a.invitee_id
    join public.referrals b on b.inviter_id = a.inviter_id and b.invitee_id = are_related_by_invite.other
    join private.branches bb on bb.profile_id = b.invitee_id and bb.branch_id <> b.invitee_id
    where a.invitee_id = are_related_by_invite.one
  )
$function$;

CREATE OR REPLACE FUNCTION private.as_staff_profile(profile public.profiles)
 RETURNS public.staff_profile
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select profile.id, profile.role, profile.display_name, profile.bio, profile.expertise,
    profile.language, profile.platforms, profile.categories, profile.follower_counts,
    profile.profile_image, profile.rating, profile.review_count, profile.completed_orders,
    profile.trust_level, profile.is_verified, profile.verification_pending, profile.is_approved,
    profile.is_staff, profile.onboarded_at, profile.suspended_at, profile.frozen_at, profile.rejected_at,
    profile.rejection_reason, profile.created_at,
    (select p.display_name from public.referrals r join public.profiles p on p.id = r.inviter_id
      where r.invitee_id = profile.id),
    private.is_own_case(profile.id), private.shown_hash(profile), profile.regions
$function$;

CREATE OR REPLACE FUNCTION private.assign_branch()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- An invite issued by staff starts a branch of its own.
  insert into private.branches (profile_id, branch_id)
  select NEW.invitee_id, coalesce((
    select b.branch_id from private.branches b
    join public.profiles p on p.id = b.profile_id and not p.is_staff
    where b.profile_id = NEW.inviter_id and NEW.invite_id is null
  ), NEW.invitee_id)
  on conflict on constraint branches_pkey do update set branch_id = excluded.branch_id;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.awaits_removal(bucket_id text, name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from private.file_removals r
    where r.bucket_id = awaits_removal.bucket_id and r.name = awaits_removal.name
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.before_user_created(event jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refusal text := private.sign_up_refusal(
    event #>> '{user,user_metadata,invite_code}',
    event #>> '{user,email}',
    event #>> '{user,user_metadata,role}'
  );
begin
  if v_refusal is null then
    perform private.record_sign_up((event #>> '{user,id}')::uuid, event #>> '{metadata,ip_address}');
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object('http_code', 422, 'message', v_refusal));
end;
$function$;

CREATE OR REPLACE FUNCTION private.call_due_functions()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.call_function(name) from private.due_functions() as name;
  perform private.note_clock_run('call_functions');
end;
$function$;

CREATE OR REPLACE FUNCTION private.call_function(name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_address text := private.vault_secret('kolpact_api_url');
  v_key text := private.vault_secret('kolpact_clock_key');
  -- An edge function stops by itself after 25 seconds.
  c_timeout_ms constant int := 30000;
begin
  if v_address is null or v_key is null then
    return;
  end if;
  perform net.http_post(
    url => rtrim(v_address, '/') || '/functions/v1/' || call_function.name,
    headers => jsonb_build_object('content-type', 'application/json', 'x-clock-key', v_key),
    timeout_milliseconds => c_timeout_ms);
end;
$function$;

CREATE OR REPLACE FUNCTION private.call_health()
 RETURNS SETOF public.health_check
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_last record;
begin
  if to_regclass('net._http_response') is null then
    return;
  end if;
  select r.status_code, coalesce(r.error_msg, left(r.content, 200)) as said, r.created into v_last
  from net._http_response r
  where r.created > now() - interval '1 hour'
  order by r.created desc limit 1;
  return query select 'function_answers', v_last.created is null or coalesce(v_last.status_code < 400, false),
    case when v_last.created is null then 'none in the last hour'
      else concat_ws(' ', v_last.status_code, v_last.said) end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.cancel_order(order_id uuid, reason text, at timestamp with time zone)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform private.add_order_event(v_order, 'cancellation_requested', v_me, reason);
  perform private.notify_about_order(case v_me when v_order.brand_id then v_order.kol_id else v_order.brand_id end,
    v_order, 'cancellation_requested');
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.categories()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select private.words('categories')
$function$;

CREATE OR REPLACE FUNCTION private.check_invite(code text)
 RETURNS public.invite_check
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_code text := coalesce(private.normal_code(code), '');
  v_invite public.invites;
  v_inviter public.profiles;
begin
  -- The address may be forged, depending on the proxy. The limits per code and in total hold
  -- without it, and 60 bits cannot be guessed at that rate.
  perform private.rate_limit('check_invite', private.client_address(),
    private.setting('check_invite_limit')::int, interval '1 minute');
  perform private.rate_limit('check_invite_of_code', v_code,
    private.setting('check_invite_limit_of_code')::int, interval '1 hour');
  perform private.rate_limit('check_invite_of_all', '',
    private.setting('check_invite_limit_of_all')::int, interval '1 minute');
  -- Both kinds of code are always looked up and counted alike, so that timing and limits reveal
  -- nothing.
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
$function$;

CREATE OR REPLACE FUNCTION private.check_open_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_open_session();
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_zero_sum()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Most transfers have one currency; grouping is needed only for the others.
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
$function$;

CREATE OR REPLACE FUNCTION private.claim_emails(batch integer, at timestamp with time zone DEFAULT now())
 RETURNS TABLE(id uuid, to_email text, display_name text, template text, locale text, notices jsonb, notice_count integer, digest jsonb, attempts integer, unsubscribe_token text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    with due as materialized (
      select o.id from private.email_outbox o
      where o.status = 'waiting' and o.send_after <= at
      order by o.send_after, o.id
      limit least(greatest(batch, 1), 500)
      for update skip locked
    ), addressed as (
      -- Members without a confirmed address, and those who left, receive no more e-mails.
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
$function$;

CREATE OR REPLACE FUNCTION private.clock_health()
 RETURNS SETOF public.health_check
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- The clocks run every five or ten seconds; a restart of the database takes a minute or two.
  c_longest_gap constant interval := '5 minutes';
  v_due_work timestamptz := (select r.ran_at from private.clock_runs r where r.clock = 'due_work');
  v_calls timestamptz := (select r.ran_at from private.clock_runs r where r.clock = 'call_functions');
begin
  return query select 'due_work', coalesce(v_due_work > now() - c_longest_gap, false),
    coalesce('last run ' || v_due_work, 'never ran');
  if to_regclass('cron.job') is null then
    return query select 'call_functions', true, 'no pg_cron here: a scheduler outside of the database calls the edge functions';
  elsif to_regnamespace('net') is null or to_regclass('vault.decrypted_secrets') is null then
    return query select 'call_functions', false, 'pg_net or Vault is not enabled';
  elsif private.vault_secret('kolpact_api_url') is null or private.vault_secret('kolpact_clock_key') is null then
    return query select 'call_functions', false, 'Vault lacks kolpact_api_url or kolpact_clock_key';
  else
    return query select 'call_functions', coalesce(v_calls > now() - c_longest_gap, false),
      coalesce('last run ' || v_calls, 'never ran');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.confirm_staff_proposal(proposal_id uuid)
 RETURNS public.staff_proposals
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.require_staff();
  v_proposal public.staff_proposals := private.open_proposal(proposal_id);
begin
  if v_proposal.proposed_by = v_me then
    raise exception 'second_staff_required' using errcode = 'PT409';
  end if;
  -- Proposals of former staff are void.
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
  perform private.execute_staff_act(v_proposal);
  perform private.audit('confirm_staff_proposal', v_proposal.id, jsonb_build_object(
    'action', v_proposal.action, 'subject', v_proposal.subject, 'proposed_by', v_proposal.proposed_by));
  return v_proposal;
end;
$function$;

CREATE OR REPLACE FUNCTION private.copy_locale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update auth.users u
  set raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || jsonb_build_object('locale', split_part(NEW.locale, '-', 1))
  where u.id = NEW.user_id;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.count_attempt(user_id uuid, proof text, valid boolean, most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_expired constant timestamptz := now() - make_interval(mins => private.setting('failures_window')::int);
  v_failures int;
begin
  if valid then
    -- Serialises concurrent attempts, so that sending many at once gains nothing.
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
$function$;

CREATE OR REPLACE FUNCTION private.counted_reviews(profile_id uuid)
 RETURNS TABLE(branch_id uuid, rating integer, size numeric, weight numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      and not private.are_related_by_invite(r.author_id, r.subject_id)
  ) e
  where e.next_at is null
    or e.next_at >= e.completed_at + make_interval(days => (select private.setting('review_period'))::int)
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
  where p.suspended_at is null and not private.are_related_by_invite(counterparties.profile_id, t.other_id)
$function$;

CREATE OR REPLACE FUNCTION private.create_hold(order_id uuid, profile_id uuid, currency text, amount_minor bigint, fees_minor bigint, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_trust_level text := (select p.trust_level from public.profiles p where p.id = create_hold.profile_id);
begin
  insert into private.holds as h (order_id, profile_id, currency, amount_minor, fees_minor, due_at)
  values (create_hold.order_id, create_hold.profile_id, create_hold.currency, create_hold.amount_minor, create_hold.fees_minor,
    at + make_interval(days => private.setting('hold_' || v_trust_level)::int))
  -- A seller who invited the buyer, or the reverse, can earn twice on one order.
  on conflict on constraint holds_pkey do update set amount_minor = h.amount_minor + excluded.amount_minor;
end;
$function$;

CREATE OR REPLACE FUNCTION private.create_invite(max_uses integer, expires_at timestamp with time zone, email text, role text)
 RETURNS public.invites
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.require_staff();
  v_invite public.invites;
begin
  insert into public.invites (code, issuer_id, max_uses, expires_at, email, role)
  values (private.random_code(), v_me, create_invite.max_uses, create_invite.expires_at,
    nullif(lower(btrim(create_invite.email)), ''), nullif(create_invite.role, ''))
  returning * into v_invite;
  -- The code is not in the audit log: reading the log must not allow using the code.
  perform private.audit('create_invite', v_invite.id, jsonb_strip_nulls(jsonb_build_object(
    'max_uses', v_invite.max_uses, 'expires_at', v_invite.expires_at,
    'email', v_invite.email, 'role', v_invite.role)));
  return v_invite;
end;
$function$;

CREATE OR REPLACE FUNCTION private.creator_facet_keys(c private.creators)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array_agg(private.facet_key(language, platform, category, follower_range, verified))
  from unnest(array[0, private.language_code(c.language)]) as language,
    unnest(0 || private.word_places(c.platforms, private.platforms())) as platform,
    unnest(0 || private.word_places(c.categories, private.categories())) as category,
    unnest(array[0, c.follower_range::int]) as follower_range,
    generate_series(0, c.is_verified::int) as verified
$function$;

CREATE OR REPLACE FUNCTION private.creator_satisfies(c private.creators, f private.creator_filter)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((f).term IS NULL) OR (strpos((c).search_text, (f).term) > 0)) AND (((f).language IS NULL) OR ((c).language = (f).language)) AND (((f).platforms IS NULL) OR ((c).platforms && (f).platforms)) AND (((f).categories IS NULL) OR ((c).categories && (f).categories)) AND (((f).regions IS NULL) OR ((c).regions && (f).regions)) AND (((f).follower_ranges IS NULL) OR ((c).follower_range = ANY ((f).follower_ranges))) AND (((f).min_rating IS NULL) OR ((c).rating >= (f).min_rating)) AND (((f).verified IS NULL) OR (c).is_verified));

CREATE OR REPLACE FUNCTION private.decline_verification(profile_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile public.profiles := private.lock_profile_for_staff(profile_id);
begin
  if not v_profile.verification_pending then
    raise exception 'verification_not_pending' using errcode = 'PT409';
  end if;
  update public.profiles p set verification_pending = false where p.id = v_profile.id;
  perform private.audit('decline_verification', v_profile.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.delete_filter_keys(watcher_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with removed as (
    delete from private.filter_keys k where k.watcher_id = delete_filter_keys.watcher_id returning k.term_id
  )
  insert into private.stale_terms (term_id)
  select distinct r.term_id from removed r where r.term_id <> 0
  on conflict on constraint stale_terms_pkey do update set created_at = excluded.created_at
$function$;

CREATE OR REPLACE FUNCTION private.delete_my_account()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.my_profile_id() is null then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  -- Sessions, notifications and other rows of the user are deleted with it.
  delete from auth.users u where u.id = (select auth.uid());
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
  if exists (select from unnest(links) as link where link is null or link !~* '^https?://[^[:space:]]+$') then
    raise exception 'delivery_link_invalid' using errcode = 'PT422';
  end if;
  -- Delivered files are stored under the conversation of the two sides, where both can read them.
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
$function$;

CREATE OR REPLACE FUNCTION private.dry_run_staff_act(proposal public.staff_proposals)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.staff_proposals p set decided_in = pg_current_xact_id() where p.id = proposal.id;
  perform private.execute_staff_act(proposal);
  raise sqlstate 'KP001';
exception when sqlstate 'KP001' then
  null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.due_functions()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'send-emails'
  where exists (select from private.email_outbox o where o.status = 'waiting' and o.send_after <= now())
  union all
  select 'process-files'
  where exists (select from private.file_inspections i where i.status = 'waiting' and i.due_at <= now())
    or exists (select from private.file_removals r where r.due_at <= now())
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
$function$;

CREATE OR REPLACE FUNCTION private.export_my_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := (select auth.uid());
  v_me uuid := private.my_profile_id();
begin
  if v_me is null then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  -- Data that the receiver has read cannot be taken back.
  perform private.require_open_session();
  return jsonb_build_object('exported_at', now())
    || private.exported_profile(v_user, v_me)
    || private.exported_orders(v_me)
    || private.exported_money(v_me)
    || private.exported_messages(v_me)
    || private.exported_notices(v_user, v_me)
    || private.exported_discovery(v_me);
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
    'message_reports', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.message_reports x where x.reporter_id = me)
  )
$function$;

CREATE OR REPLACE FUNCTION private.exported_money(me uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'balances', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.balances x),
    'ledger_lines', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.transfer_id), '[]') from public.ledger_lines x),
    'holds', (select coalesce(jsonb_agg(to_jsonb(x) order by x.clears_at), '[]') from public.holds x),
    'payments', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.payments x where x.payer_id = me),
    'payouts', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.payouts x where x.profile_id = me)
  )
$function$;

CREATE OR REPLACE FUNCTION private.exported_notices(my_user uuid, me uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'notifications', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.notifications x where x.user_id = my_user),
    'email_preferences', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.type), '[]')
      from public.email_preferences x where x.profile_id = me),
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('template', x.template, 'notices', x.notices,
        'digest', x.digest, 'to_email', x.to_email, 'status', x.status, 'sent_at', x.sent_at) order by x.created_at), '[]')
      from private.email_outbox x where x.profile_id = me)
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
    'order_deliveries', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.order_deliveries x join public.pack_orders o on o.id = x.order_id
      where me in (o.brand_id, o.kol_id)),
    'settlement_proposals', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.settlement_proposals x join public.pack_orders o on o.id = x.order_id
      where me in (o.brand_id, o.kol_id)),
    'reviews', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.reviews x
      where x.author_id = me or (x.subject_id = me and x.visible_at is not null))
  )
$function$;

CREATE OR REPLACE FUNCTION private.exported_profile(my_user uuid, me uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'account', (
      select jsonb_build_object('email', u.email, 'created_at', u.created_at,
        'email_confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at)
      from auth.users u where u.id = my_user),
    'profiles', (select to_jsonb(x) from public.profiles x where x.id = me),
    'invites', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.invites x where x.issuer_id = me),
    'referrals', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.referrals x where x.inviter_id = me),
    'member_blocks', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.member_blocks x where x.blocker_id = me)
  )
$function$;

CREATE OR REPLACE FUNCTION private.extend_review(order_id uuid)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'extend_review');
begin
  perform private.require_order_action('extend_review', v_order, now());
  update public.pack_orders o set review_extended = true, updated_at = now(),
    due_at = o.due_at + make_interval(hours => private.setting('review_extension')::int),
    clock_left_seconds = o.clock_left_seconds + private.setting('review_extension')::int * 3600
  where o.id = v_order.id
  returning * into v_order;
  perform private.add_order_event(v_order, 'review_extended', v_order.brand_id);
  perform private.notify_about_order(v_order.kol_id, v_order, 'review_extended');
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.facet_key(language integer, platform integer, category integer, follower_range integer, verified integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((((((language * 32) + platform) * 32) + category) * 8) + follower_range) * 2) + verified);

CREATE OR REPLACE FUNCTION private.filter_facet_keys(f private.creator_filter, OUT keys integer[], OUT needs_recheck boolean)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_platforms int[] := private.word_places(f.platforms, private.platforms());
  v_categories int[] := private.word_places(f.categories, private.categories());
  -- What is neither in the key nor in a column beside it.
  v_rest jsonb := jsonb_strip_nulls(to_jsonb(f)
    - '{language,platforms,categories,follower_ranges,verified,term,min_rating,email_notifications}'::text[]);
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
 RETURNS text[]
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
  return v_words;
end;
$function$;

CREATE OR REPLACE FUNCTION private.find_profiles(term text, page_size integer)
 RETURNS SETOF public.staff_profile
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- % and _ are special in a pattern.
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
$function$;

CREATE OR REPLACE FUNCTION private.follow_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_sender uuid;
begin
  if TG_OP <> 'INSERT' then
    -- The row of a rejected file is kept: the message that it was attached to shows why it is
    -- missing.
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

CREATE OR REPLACE FUNCTION private.found_market(email text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invite public.invites;
begin
  if coalesce(btrim(email), '') = '' then
    raise exception 'founder_email_required' using errcode = 'PT422';
  end if;
  -- The second of two at once waits here, and then finds the row of the first.
  lock table private.founding in share row exclusive mode;
  -- An address with a typing error founds nothing: its invite ends, and another may be made.
  if private.has_staff() or exists (
    select from private.founding f join public.invites i on i.id = f.invite_id
    where f.founded_at is not null or i.expires_at > now()
  ) then
    raise exception 'market_founded' using errcode = 'PT409';
  end if;
  insert into public.invites (code, email, role, expires_at)
  values (private.random_code(), lower(btrim(found_market.email)), 'brand',
    now() + make_interval(hours => private.setting('founding_invite_hours')::int))
  returning * into v_invite;
  insert into private.founding as f (invite_id) values (v_invite.id)
  on conflict on constraint founding_pkey do update set invite_id = excluded.invite_id;
  perform private.audit('found_market', v_invite.id, jsonb_build_object('email', v_invite.email));
  return v_invite.code;
end;
$function$;

CREATE OR REPLACE FUNCTION private.fresh_since()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select now() - make_interval(mins => private.setting('fresh_sign_in')::int)
$function$;

CREATE OR REPLACE FUNCTION private.get_or_create_conversation(other_profile_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- A concurrent call by the other member may create it first.
  on conflict on constraint conversations_pair_key do update set opened_by = conversations.opened_by
  returning id into v_id;
  return v_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.has_large_chargebacks(brand_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from private.chargebacks c
    where c.brand_id = has_large_chargebacks.brand_id and c.kind = 'dispute' and c.status <> 'won'
    group by c.currency
    having private.needs_two(sum(c.amount_minor)::bigint, c.currency)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.has_second_factor()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and private.session_is_open()
    -- Removing a factor sets the session back to aal1 before the token expires.
    and not exists (
      select from auth.sessions s
      where s.id = (auth.jwt() ->> 'session_id')::uuid and s.aal is distinct from 'aal2'
    )
$function$;

CREATE OR REPLACE FUNCTION private.has_staff()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.profiles p where p.is_staff)
$function$;

CREATE OR REPLACE FUNCTION private.has_traded(profile_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.packs p where p.kol_id = has_traded.profile_id)
    or exists (
      select from public.pack_orders o
      where o.brand_id = has_traded.profile_id or o.kol_id = has_traded.profile_id
    )
    -- A referral reward is posted to an account that depends on the role.
    or exists (
      select from private.accounts a
      where a.owner_id = has_traded.profile_id and a.balance_minor <> 0
    );
end;
$function$;

CREATE OR REPLACE FUNCTION private.have_open_order_or_report(one uuid, other uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.pack_orders o join public.order_statuses s using (status)
    where s.holds_escrow and (o.brand_id, o.kol_id) in ((one, other), (other, one))
  ) or exists (
    select from public.message_reports r
    where r.resolved_at is null and (r.reporter_id, r.sender_id) in ((one, other), (other, one))
  )
$function$;

CREATE OR REPLACE FUNCTION private.inbox(page_size integer, before timestamp with time zone)
 RETURNS TABLE(conversation_id uuid, other_id uuid, other_name text, other_image text, other_role text, last_message text, last_file_name text, last_sender_id uuid, last_message_at timestamp with time zone, unread_count integer, blocked boolean, blocked_by_me boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_me uuid := private.my_profile_id();
  v_size int := least(greatest(page_size, 1), 100);
  v_before timestamptz := coalesce(before, 'infinity');
begin
  return query
    with page as (
      -- One sorted index for each side of the pair: neither is read further than a page.
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
$function$;

CREATE OR REPLACE FUNCTION private.is_appointed_staff()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.profiles p
    where p.user_id = (select auth.uid()) and p.is_staff
      and p.suspended_at is null and p.deleted_at is null
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_own_case(profile_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select is_own_case.profile_id in (select private.inviters_of(me))
    or me in (select private.inviters_of(is_own_case.profile_id))
    or private.branch_of(me) = private.branch_of(is_own_case.profile_id)
    or private.have_open_order_or_report(me, is_own_case.profile_id)
  from private.my_profile_id() as me
$function$;

CREATE OR REPLACE FUNCTION private.is_staff()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_appointed_staff() and private.has_second_factor()
$function$;

CREATE OR REPLACE FUNCTION private.keyset_condition(page private.creator_page)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when (page).after_value is null then 'true'
    else format('(c.%I, c.profile_id) < (%L, %L)', (page).sort_column, (page).after_value, (page).after_id) end
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
    when NEW.to_status = 'in_revision' then
      perform private.limit_member('revisions_per_hour', NEW.actor_id);
    when NEW.to_status = 'disputed' then
      perform private.limit_member('disputes_per_day', NEW.actor_id);
    else null;
  end case;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.listed_once(list text[], deleted_at timestamp with time zone)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(select distinct item from unnest(list) as item where deleted_at is null order by item)
$function$;

CREATE OR REPLACE FUNCTION private.lists_of(profile public.profiles)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(list, to_jsonb(profile) -> list) from json_object_keys(private.member_lists()) as list
$function$;

CREATE OR REPLACE FUNCTION private.lock_open_campaign(campaign_id uuid, applicant_id uuid)
 RETURNS public.campaigns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_campaign public.campaigns;
begin
  select * into v_campaign from public.campaigns c where c.id = lock_open_campaign.campaign_id for share;
  -- To a blocked creator the campaign is over.
  if v_campaign.status is distinct from 'open' or v_campaign.deadline <= now()
    or private.are_blocked(applicant_id, v_campaign.brand_id)
  then
    raise exception 'campaign_not_open' using errcode = 'PT409';
  end if;
  return v_campaign;
end;
$function$;

CREATE OR REPLACE FUNCTION private.lock_order_as_staff(order_id uuid)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders;
begin
  perform private.require_staff();
  select * into v_order from public.pack_orders o
  where o.id = lock_order_as_staff.order_id for no key update;
  if v_order.id is null then
    raise exception 'order_unknown' using errcode = 'PT404';
  end if;
  perform private.reject_own_case(array[v_order.brand_id, v_order.kol_id]);
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.lock_profile_for_staff(profile_id uuid, orders_of uuid[] DEFAULT '{}'::uuid[])
 RETURNS public.profiles
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile public.profiles;
begin
  perform private.require_staff();
  perform private.lock_orders_of(orders_of);
  select * into v_profile from public.profiles p
  where p.id = lock_profile_for_staff.profile_id and p.deleted_at is null
  for no key update;
  if v_profile.id is null then
    raise exception 'profile_unknown' using errcode = 'PT404';
  end if;
  perform private.reject_own_case(v_profile.id || orders_of);
  return v_profile;
end;
$function$;

CREATE OR REPLACE FUNCTION private.make_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  insert into public.profiles (user_id, role, locale, invites_left)
  values (
    NEW.id,
    coalesce(nullif(NEW.raw_user_meta_data ->> 'role', ''), v_invite.role),
    -- The metadata is whatever the sign-up sends.
    coalesce(substring(NEW.raw_user_meta_data ->> 'locale' from '^[a-z]{2}$'), 'en'),
    private.setting('invite_quota')::int
  )
  returning id into v_profile_id;
  insert into public.referrals (inviter_id, invitee_id, invite_id)
  values (coalesce(v_invite.issuer_id, v_inviter_id), v_profile_id, v_invite.id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.market_health()
 RETURNS SETOF public.health_check
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.clock_health()
  union all select * from private.call_health()
  union all select * from private.queue_health()
$function$;

CREATE OR REPLACE FUNCTION private.matched_fields(c private.creators)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select jsonb_build_array(c.language, c.platforms, c.categories, c.regions)
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
  v_keys int[] := private.creator_facet_keys(c);
  v_grams int[] := 0 || private.text_grams(c.search_text);
  v_terms int[] := 0 || array(
    select t.id from private.search_terms t
    where t.anchor = any (v_grams) and strpos(c.search_text, t.term) > 0
  );
begin
  return query
    select distinct k.watcher_id, k.needs_recheck from private.filter_keys k
    where k.key = any (v_keys) and k.term_id = any (v_terms) and k.min_rating <= c.rating;
end;
$function$;

CREATE OR REPLACE FUNCTION private.may_write_first(writer uuid, other uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_writer public.profiles;
  v_other public.profiles;
begin
  select * into v_writer from public.profiles p where p.id = writer;
  select * into v_other from public.profiles p where p.id = other;
  if v_writer.role = 'brand' or v_writer.is_staff or v_other.is_staff then
    return true;
  end if;
  -- A creator needs a brand that ordered from them, invited them, or whose campaign they applied
  -- to. Creators do not write to creators first.
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
$function$;

CREATE OR REPLACE FUNCTION private.member_lists()
 RETURNS json
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select json_build_object(
    'platforms', array['x', 'youtube', 'telegram', 'discord', 'tiktok', 'instagram', 'twitch',
      'farcaster', 'medium', 'linkedin'],
    'categories', array['defi', 'nft', 'gaming', 'infrastructure', 'layer2', 'trading', 'education',
      'news', 'memecoins', 'dao', 'security', 'ai'],
    'regions', array['north_america', 'latin_america', 'europe', 'cis', 'mena', 'africa', 'south_asia',
      'southeast_asia', 'east_asia', 'oceania', 'global'])
$function$;

CREATE OR REPLACE FUNCTION private.name_words(value text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_text text := private.without_marks(value) collate pg_catalog.pg_c_utf8;
begin
  v_text := regexp_replace(v_text, '([[:lower:]])([[:upper:]])', '\1 \2', 'g');
  v_text := regexp_replace(v_text, '(?<=[[:alpha:]])(?=[[:digit:]])|(?<=[[:digit:]])(?=[[:alpha:]])', ' ', 'g');
  v_text := lower(v_text);
  -- Read as letters between letters, as themselves elsewhere.
  v_text := regexp_replace(v_text, '(?<=[[:alnum:]])[|!](?=[[:alnum:]])', 'l', 'g');
  v_text := regexp_replace(v_text, '(?<=[[:alnum:]])@(?=[[:alnum:]])', 'a', 'g');
  v_text := regexp_replace(v_text, '(?<=[[:alnum:]])\$(?=[[:alnum:]])', 's', 'g');
  -- 1, I and l look the same in most fonts.
  v_text := translate(v_text, '01i', 'oll');
  v_text := replace(replace(v_text, 'rn', 'm'), 'vv', 'w');
  return regexp_split_to_array(
    btrim(regexp_replace(v_text, '[^[:alnum:]]+', ' ', 'g')), ' ');
end;
$function$;

CREATE OR REPLACE FUNCTION private.note_clock_run(clock text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.clock_runs as c (clock, ran_at) values (note_clock_run.clock, clock_timestamp())
  on conflict on constraint clock_runs_pkey do update set ran_at = greatest(c.ran_at, excluded.ran_at)
$function$;

CREATE OR REPLACE FUNCTION private.notify(user_profile_id uuid, event text, data jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
begin
  -- A deleted account has no user to notify.
  insert into public.notifications (user_id, event, data)
  select p.user_id, notify.event, coalesce(notify.data, '{}')
  from public.profiles p
  where p.id = notify.user_profile_id and p.user_id is not null
  returning id into v_id;
  return v_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.notify_next_watchers(c private.creators, after uuid, batch integer, room integer, at timestamp with time zone, OUT considered integer, OUT notified integer, OUT last_watcher_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_exact uuid[];
  v_to_recheck uuid[];
begin
  select coalesce(array_agg(next.watcher_id) filter (where not next.needs_recheck), '{}'),
    coalesce(array_agg(next.watcher_id) filter (where next.needs_recheck), '{}'),
    count(*), (array_agg(next.watcher_id order by next.watcher_id desc))[1]
  into v_exact, v_to_recheck, considered, last_watcher_id
  from (
    select w.* from private.matching_watchers(c) w
    where after is null or w.watcher_id > after
    order by w.watcher_id
    limit batch
  ) as next;
  notified := private.notify_saved_searches(c, v_exact, v_to_recheck, at, room);
  notified := notified + private.notify_of_campaigns(c, v_exact, v_to_recheck, at, room - notified);
  if notified >= room then
    last_watcher_id := after;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_campaigns(c private.creators, exact uuid[], to_recheck uuid[], at timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_campaign public.campaigns;
  v_notified int := 0;
begin
  for v_campaign in
    select open.* from (
      select unnest(exact) as id, false as needs_recheck
      union all select unnest(to_recheck), true
    ) as watcher
    join public.campaigns open on open.id = watcher.id and open.status = 'open'
    where not exists (
        select from private.campaign_matches known
        where known.profile_id = c.profile_id and known.campaign_id = watcher.id
      )
      and (not watcher.needs_recheck or private.creator_satisfies(c, private.parse_filters(open.filters)))
  loop
    exit when v_notified >= most;
    v_notified := v_notified + private.write_campaign_matches(v_campaign, array[c.profile_id], at);
  end loop;
  return v_notified;
end;
$function$;

CREATE OR REPLACE FUNCTION private.notify_order_move(o public.pack_orders, from_status text, actor_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      -- The creator was not notified of an order that was not paid.
      if from_status = 'pending_payment' then
        perform private.notify_about_order(o.brand_id, o, 'order_expired_unpaid');
      else
        perform private.notify_about_money(o.brand_id, o, 'order_expired_refunded', v_paid);
        perform private.notify_about_order(o.kol_id, o, 'order_expired_creator');
      end if;
    when 'cancelled' then
      -- Only a chargeback cancels without an actor.
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
$function$;

CREATE OR REPLACE FUNCTION private.notify_saved_searches(c private.creators, exact uuid[], to_recheck uuid[], at timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_name text := (select m.display_name from public.members m where m.id = c.profile_id);
  v_blocked uuid[] := array(select private.blocked_members(c.profile_id));
  v_notified int;
begin
  with fresh as materialized (
    select s.id, s.name, owner.user_id
    from (
      select unnest(exact) as id, false as needs_recheck
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
      and (not watcher.needs_recheck or private.creator_satisfies(c, private.parse_filters(s.filters)))
    limit most
  ), added as (
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
  from fresh join added on added.saved_search_id = fresh.id;
  get diagnostics v_notified = row_count;
  return v_notified;
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
$function$;

CREATE OR REPLACE FUNCTION private.on_email_change_asked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.approved_addresses a
  where a.user_id = NEW.id and a.email = lower(NEW.email_change) and a.approved_at > private.fresh_since();
  if not found and exists (
    select from auth.sessions s
    where s.user_id = NEW.id and s.created_at <= private.fresh_since()
      and (s.not_after is null or s.not_after > now())
  ) then
    raise exception 'fresh_sign_in_required' using errcode = 'PT403';
  end if;
  return NEW;
end;
$function$;

CREATE OR REPLACE FUNCTION private.open_chargeback(given private.chargebacks, at timestamp with time zone)
 RETURNS private.chargebacks
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- Already won when it is first reported: it changes nothing.
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
    v_chargeback := private.allocate_chargeback(v_chargeback, v_payment, at);
  end if;
  if v_chargeback.kind = 'dispute' then
    perform private.freeze_brand(v_chargeback, at);
    perform private.notify_staff_of_chargeback(v_chargeback);
  end if;
  return v_chargeback;
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
    fee_minor, buyer_fee_minor, currency, delivery_days, revisions_allowed, brief, terms_hash,
    idempotency_key, due_at)
  values (terms.pack_id, terms.application_id, terms.brand_id, terms.kol_id, terms.pack_title, terms.price_minor,
    ceil(terms.price_minor * private.setting('creator_fee') / 100)::bigint,
    ceil(terms.price_minor * private.setting('buyer_fee') / 100)::bigint,
    terms.currency, terms.delivery_days, terms.revisions_allowed, terms.brief, terms.terms_hash,
    terms.idempotency_key, at + private.clock_of(terms, 'pending_payment'))
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

CREATE OR REPLACE FUNCTION private.open_payout(request public.payouts)
 RETURNS public.payouts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    -- A provider can refund only its own payment.
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
$function$;

CREATE OR REPLACE FUNCTION private.page_of_creators(f private.creator_filter, page private.creator_page)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_creators real := (select greatest(c.reltuples, 0) from pg_catalog.pg_class c where c.oid = 'private.creators'::regclass);
  v_has_index boolean := private.term_grams(f.term) is not null
    -- A minimum rating and a short term are not in the index.
    or jsonb_strip_nulls(to_jsonb(f) - '{term,min_rating,email_notifications}'::text[]) <> '{}';
  v_ids uuid[];
begin
  if not v_has_index then
    return private.scan_sort_index(f, page, null);
  end if;
  v_ids := private.scan_sort_index(f, page, ceil(sqrt((page).size * v_creators))::bigint);
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

  if v_filter.language !~ '^[a-z]{2}$' or v_rating not between 0 and 5 then
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
  return private.open_order(v_terms, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.platforms()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select private.words('platforms')
$function$;

CREATE OR REPLACE FUNCTION private.position_of(profile_id uuid, sort_column text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case sort_column
    when 'score' then private.score_of(p.id)::text
    when 'follower_total' then p.follower_total::text
    when 'created_at' then p.created_at::text end
  from public.profiles p where p.id = position_of.profile_id
$function$;

CREATE OR REPLACE FUNCTION private.post_escrow(o public.pack_orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_accounts bigint[] := private.order_accounts(o);
  v_missing bigint;
begin
  perform private.lock_accounts(v_accounts);
  -- The payment made for this order is used first.
  select o.price_minor + o.buyer_fee_minor - coalesce(sum(f.amount_minor), 0) into v_missing
  from private.order_funding f where f.order_id = o.id;
  insert into private.order_funding (order_id, payment_id, amount_minor)
  select o.id, t.payment_id, t.amount_minor from private.take_lots(v_accounts[2], v_missing) as t;
  perform private.post_transfer('escrow', v_accounts,
    array[o.price_minor, -o.price_minor - o.buyer_fee_minor, 0, o.buyer_fee_minor], o.id);
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
begin
  select * into v from private.split_settlement(o, k);
  perform private.lock_accounts(v_accounts);
  perform private.post_transfer(event, v_accounts,
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

CREATE OR REPLACE FUNCTION private.prepare_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  NEW.platforms := private.listed_once(NEW.platforms, NEW.deleted_at);
  NEW.categories := private.listed_once(NEW.categories, NEW.deleted_at);
  NEW.regions := private.listed_once(NEW.regions, NEW.deleted_at);
  if coalesce(NEW.referral_code, '') = '' then
    NEW.referral_code := private.new_referral_code(NEW.user_id);
  end if;

  if TG_OP = 'UPDATE' and NEW.role is distinct from OLD.role and OLD.role is not null then
    -- Waits for an order that is being placed: its foreign keys lock the row.
    perform from public.profiles p where p.id = NEW.id for update;
    if NEW.role is null or private.role_is_fixed(NEW.id) then
      raise exception 'role_fixed' using errcode = 'PT409';
    end if;
    -- Staff approved the other role. A creator who was reviewed by staff, or waited for it, must
    -- not skip the review by becoming a brand.
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
    -- Creators need an approval by staff.
    NEW.is_approved := NEW.is_approved or (NEW.role = 'brand' and not NEW.approval_by_staff);
  end if;

  NEW.updated_at := now();
  return NEW;
end;
$function$;

CREATE OR REPLACE FUNCTION private.prepare_saved_search()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.parse_filters(NEW.filters);
  NEW.name := btrim(NEW.name);
  NEW.updated_at := now();
  if TG_OP = 'INSERT' then
    -- One at a time: concurrent inserts would not count each other.
    perform pg_advisory_xact_lock(hashtextextended('saved searches of ' || NEW.profile_id, 0));
    if (
      select count(*) from public.saved_searches s where s.profile_id = NEW.profile_id
    ) >= private.setting('saved_searches_per_member') then
      raise exception 'too_many_saved_searches' using errcode = 'PT409';
    end if;
  end if;
  return NEW;
end;
$function$;

CREATE OR REPLACE FUNCTION private.proposal_to(o public.pack_orders, profile_id uuid)
 RETURNS public.settlement_proposals
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.last_proposal(o.id, case profile_id when o.brand_id then o.kol_id else o.brand_id end)
$function$;

CREATE OR REPLACE FUNCTION private.propose_staff_act(action text, arguments jsonb)
 RETURNS public.staff_proposals
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.require_staff();
  v_subject text := private.proposal_subject(action, arguments);
  v_proposal public.staff_proposals;
begin
  if v_subject is null then
    raise exception 'proposal_malformed' using errcode = 'PT422';
  end if;
  -- A proposal that was not confirmed in time is replaced.
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
  perform private.dry_run_staff_act(v_proposal);
  perform private.audit('propose_staff_act', v_proposal.id,
    jsonb_build_object('action', v_proposal.action, 'arguments', v_proposal.arguments));
  return v_proposal;
end;
$function$;

CREATE OR REPLACE FUNCTION private.protect_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_renamed boolean := TG_OP = 'INSERT' or NEW.display_name is distinct from OLD.display_name;
begin
  -- A verified member who changes the name is no longer verified.
  if TG_OP = 'UPDATE' and OLD.is_verified and NEW.is_verified
    and (v_renamed or NEW.profile_image is distinct from OLD.profile_image)
  then
    NEW.is_verified := false;
    NEW.verification_pending := true;
  end if;
  if v_renamed then
    perform private.require_valid_name(NEW.display_name, NEW.is_staff);
  end if;
  if v_renamed or (NEW.is_verified and not OLD.is_verified) or (NEW.is_staff and not OLD.is_staff)
    or (OLD.suspended_at is not null and NEW.suspended_at is null)
  then
    perform private.require_free_name(NEW);
  end if;
  return NEW;
end;
$function$;

CREATE OR REPLACE FUNCTION private.purge_clock_history()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from cron.job_run_details d where d.start_time < now() - interval '2 days';
end;
$function$;

CREATE OR REPLACE FUNCTION private.qualifies_for_level(level text, trade private.trade_record, age interval)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (trade).counterparties - (trade).demerits >= private.setting(level || '_after')
    and (trade).fees >= private.setting(level || '_fees')
    and age >= make_interval(days => private.setting(level || '_days')::int)
$function$;

CREATE OR REPLACE FUNCTION private.queue_health()
 RETURNS SETOF public.health_check
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- The clocks run every few seconds: work that is ten minutes late is a failure.
  select q.name, q.oldest is null or q.oldest > now() - interval '10 minutes',
    coalesce('the oldest waits since ' || q.oldest, 'nothing waits')
  from (
    select 'emails', (select min(o.send_after) from private.email_outbox o where o.status = 'waiting')
    union all
    select 'files', least(
      (select min(i.due_at) from private.file_inspections i where i.status = 'waiting'),
      (select min(r.due_at) from private.file_removals r))
    union all
    select 'orders', (
      select min(o.due_at) from public.pack_orders o join public.order_statuses s using (status)
      where s.at_deadline is not null)
  ) as q (name, oldest)
  union all
  -- Without an address there is nobody to write to: no failure of the market.
  select 'emails_given_up', count(*) = 0, count(*) || ' in the last day' || coalesce(', among them: ' || max(o.last_error), '')
  from private.email_outbox o
  where o.status = 'failed' and o.claimed_at > now() - interval '1 day' and o.last_error <> 'no_address'
  union all
  select 'solvency', coalesce(bool_and(s.held_minor = s.owed_minor), true),
    coalesce(string_agg(format('%s: held %s, owed %s', s.currency, s.held_minor, s.owed_minor), '; ' order by s.currency), 'no money yet')
  from private.solvency() as s
$function$;

CREATE OR REPLACE FUNCTION private.rate_limit(action text, subject text, most integer, per interval, at timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.reassess(profile_id uuid, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile public.profiles;
  v_standing private.standings;
  v_record private.trade_record;
  v_level text;
begin
  select * into v_profile from public.profiles p where p.id = reassess.profile_id;
  -- Deleted before the facts are read, so that later requests are not lost.
  delete from private.reassessments r where r.profile_id = v_profile.id;
  perform private.recompute_rating(v_profile.id);
  if v_profile.deleted_at is not null then
    return;
  end if;
  select * into v_standing from private.standings s where s.profile_id = v_profile.id;
  v_record := private.trade_record_of(v_profile.id, at);
  perform private.reassess_invites(v_standing,
    greatest(floor(v_record.counterparties - v_record.demerits), 0)::int);
  v_level := coalesce(v_standing.trust_override, case
    when private.qualifies_for_level('trusted', v_record, at - v_profile.created_at) then 'trusted'
    when private.qualifies_for_level('normal', v_record, at - v_profile.created_at) then 'normal'
    else 'new' end);
  if v_level <> v_profile.trust_level then
    update public.profiles p set trust_level = v_level where p.id = v_profile.id;
    -- The weight of this member's reviews has changed.
    perform private.request_reassessment(s.subject_id, at) from (
      select distinct r.subject_id from public.reviews r
      where r.author_id = v_profile.id and r.visible_at is not null
    ) s;
  end if;
  perform private.request_reassessment(v_profile.id, n.due)
  from private.next_reassessment(v_profile.id, v_profile.created_at, at) as n (due)
  where n.due is not null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.recognise_former_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_former uuid[];
begin
  select array_agg(f.profile_id) into v_former
  from auth.users u join private.former_members f on f.address_hash = private.address_hash(u.email)
  where u.id = NEW.user_id
    and f.left_at > now() - make_interval(days => private.setting('former_member_days')::int);
  update public.profiles p set approval_by_staff = true
  where p.id = NEW.id and exists (
    select from private.former_members f where f.profile_id = any (v_former) and f.approval_by_staff);
  insert into private.demerits (profile_id, order_id, kind, created_at)
  select distinct NEW.id, d.order_id, d.kind, d.created_at from private.demerits d
  where d.profile_id = any (v_former);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.recompute_rating(profile_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform private.sync_score(recompute_rating.profile_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_demerits(o public.pack_orders, moved public.pack_orders, actor text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lost numeric := o.price_minor * private.setting('dispute_lost_share') / 100;
begin
  if (private.order_status(o.status)).deadline_is_delivery and at > o.due_at and (
    moved.status = 'delivered'
    -- Without the creator's agreement: the brand or a deadline ended the work.
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
$function$;

CREATE OR REPLACE FUNCTION private.record_payment(provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text, at timestamp with time zone DEFAULT now())
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- The lot of this payment is used, whatever else is in the wallet.
  insert into private.order_funding (order_id, payment_id, amount_minor)
  values (v_order.id, v_payment.id, v_payment.amount_minor);
  perform private.move_order(v_order, 'funded', 'provider', null, null, at);
  return v_payment;
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
  perform private.lock_payment_reference(provider, provider_ref);
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

CREATE OR REPLACE FUNCTION private.record_sign_up(user_id uuid, address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.sign_ups s where s.created_at < now() - interval '30 days';
  insert into private.sign_ups (user_id, address)
  select record_sign_up.user_id, private.hash_of_address(record_sign_up.address)
  where record_sign_up.user_id is not null
  on conflict do nothing;
end;
$function$;

CREATE OR REPLACE FUNCTION private.redeem_invite()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- Concurrent sign-ups lock the row and read it again, so the last use goes to one of them.
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
$function$;

CREATE OR REPLACE FUNCTION private.redistribute_chargebacks(p public.payments)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.refuse_direct_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'balance_only_by_entry' using errcode = 'PT403',
    detail = format('%s of %I.%I', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME);
end;
$function$;

CREATE OR REPLACE FUNCTION private.reject_own_case(profile_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from unnest(profile_ids) as id where private.is_own_case(id)) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.reject_profile(profile_id uuid, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile public.profiles := private.lock_profile_for_staff(profile_id);
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
$function$;

CREATE OR REPLACE FUNCTION private.remember_former_member(email text, profile public.profiles)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_by_staff constant boolean := profile.approval_by_staff or profile.rejected_at is not null
    or profile.role = 'kol' and profile.onboarded_at is not null and not profile.is_approved;
begin
  delete from private.former_members f
  where f.left_at <= now() - make_interval(days => private.setting('former_member_days')::int);
  insert into private.former_members (profile_id, address_hash, approval_by_staff)
  select profile.id, private.address_hash(email), v_by_staff
  where email is not null and (v_by_staff or private.has_traded(profile.id));
end;
$function$;

CREATE OR REPLACE FUNCTION private.remove_files_of(profile_id uuid, user_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.file_removals (bucket_id, name, reason)
  select o.bucket_id, o.name, 'account_deleted' from storage.objects o
  where (o.bucket_id = 'avatars' and starts_with(o.name, remove_files_of.profile_id || '/'))
    -- Files that were sent or delivered belong to the other side, too; the rest is private.
    or (o.bucket_id = 'attachments' and o.owner_id = remove_files_of.user_id::text
      and not exists (
        select from public.messages m
        where m.sender_id = remove_files_of.profile_id and m.file_url = o.name)
      and not exists (
        select from public.pack_orders k join public.order_deliveries d on d.order_id = k.id
        where k.kol_id = remove_files_of.profile_id
          and d.files @> jsonb_build_array(jsonb_build_object('path', o.name))))
  on conflict on constraint file_removals_once do nothing
$function$;

CREATE OR REPLACE FUNCTION private.report_message(message_id uuid, reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- A second report of the same message returns the first one.
  on conflict on constraint message_reports_once do update set reason = message_reports.reason
  returning id into v_id;
  return v_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.request_payout(amount_minor bigint, currency text, destination text, idempotency_key uuid)
 RETURNS public.payouts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.require_transact();
  v_request public.payouts;
begin
  if private.my_role() is distinct from 'kol' then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_not_frozen(v_me);
  -- A refund goes back to the card that paid; a payout goes wherever the caller says, so it needs
  -- the second factor.
  perform private.require_second_factor();
  v_request.profile_id := v_me;
  v_request.amount_minor := amount_minor;
  v_request.currency := currency;
  v_request.destination := destination;
  v_request.source := 'available';
  v_request.idempotency_key := idempotency_key;
  return private.open_payout(v_request);
end;
$function$;

CREATE OR REPLACE FUNCTION private.request_refund(payment_id uuid, amount_minor bigint, idempotency_key uuid)
 RETURNS public.payouts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.my_profile_id();
  v_payment public.payments;
  v_request public.payouts;
begin
  -- Before the payment is read: concurrent refunds and chargebacks of it have to finish.
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
  -- A provider refunds at most what it took; a repeated key returns the first refund.
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
$function$;

CREATE OR REPLACE FUNCTION private.require_free_name(profile public.profiles)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_skeleton text := private.name_skeleton(profile.display_name);
begin
  -- Serialises concurrent changes to the same name.
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
$function$;

CREATE OR REPLACE FUNCTION private.require_offer(o public.pack_orders)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (private.proposal_to(o, private.my_profile_id())).id is null then
    raise exception 'no_settlement_proposed' using errcode = 'PT409';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_order_actor(action text, o public.pack_orders)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rule private.order_action_rules := private.order_action_rule(action);
  v_actor text := private.side_of(o, private.my_profile_id());
begin
  if v_actor is null and 'staff' = any (v_rule.actors) then
    perform private.require_staff();
    perform private.reject_own_case(array[o.brand_id, o.kol_id]);
    return 'staff';
  end if;
  if (v_actor = any (v_rule.actors) and (v_rule.open_to_suspended or private.is_member())) is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  return v_actor;
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
  if v_rule.leads_to is null and o.completed_at is not null
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

CREATE OR REPLACE FUNCTION private.require_staff()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_appointed_staff() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_second_factor();
  return private.my_profile_id();
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_transact()
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.my_profile_id();
begin
  -- Waits for a concurrent change of role, suspension or deletion of the account.
  perform from public.profiles p where p.id = v_me for key share;
  if private.can_transact(v_me) is not true then
    raise exception 'cannot_transact' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  return v_me;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_valid_name(value text, is_staff boolean)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not private.shows_all_characters(value) then
    raise exception 'name_hidden_characters' using errcode = 'PT422';
  end if;
  if normalize(value, NFC) ~ ('[' || private.combining_marks() || ']{3}') then
    raise exception 'name_too_many_marks' using errcode = 'PT422';
  end if;
  -- A name of one letter is rejected by the constraint on its length.
  if length(value) > 1 and length(regexp_replace(
    private.without_marks(value) collate pg_catalog.pg_c_utf8, '[^[:alnum:]]', '', 'g')) < 2
  then
    raise exception 'name_without_letters' using errcode = 'PT422';
  end if;
  if private.mixes_scripts(value) then
    raise exception 'name_mixes_scripts' using errcode = 'PT422';
  end if;
  -- A tick would look like the mark of a verified member.
  if not is_staff and (value ~ '[\u2611\u221A\u2705\u2713\u2714\U00010102\U0001F5F8\U0001F5F9\U0001FBB1]' or private.name_is_reserved(value)) then
    raise exception 'name_reserved' using errcode = 'PT422';
  end if;
  if value ~ ('[' || private.letter_like_signs() || ']') then
    raise exception 'name_mixes_scripts' using errcode = 'PT422';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.resolve_report(report_id uuid, resolution text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform private.reject_own_case(array[v_report.reporter_id, v_report.sender_id]);
  perform private.audit('resolve_report', report_id, jsonb_build_object('resolution', btrim(resolution)));
end;
$function$;

CREATE OR REPLACE FUNCTION private.resolve_suspense(payment_id uuid, profile_id uuid, note text)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform private.reject_own_case(array[resolve_suspense.profile_id]);
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
$function$;

CREATE OR REPLACE FUNCTION private.return_money_to_wallet(p public.payments, wanted_minor bigint, at timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      jsonb_build_object('order_id', v_review.order_id, 'other_id', v_review.author_id,
        'other_name', coalesce(v_author, 'Unknown'), 'rating', v_review.rating));
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$function$;

CREATE OR REPLACE FUNCTION private.revoke_invite(invite_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff();
  -- Later than its creation, in case it is revoked in the same transaction.
  update public.invites i set expires_at = greatest(now(), i.created_at + interval '1 microsecond')
  where i.id = revoke_invite.invite_id and (i.expires_at is null or i.expires_at > now());
  if found then
    perform private.audit('revoke_invite', revoke_invite.invite_id);
  end if;
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
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.scan_sort_index(f private.creator_filter, page private.creator_page, most bigint)
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
      select entry.profile_id from (
        -- Columns of their own, so that the planner sees that the entries are sorted.
        select c as creator, c.%1$I as sort_value, c.profile_id from private.creators c
        where %2$s and %3$s
        order by c.%1$I desc, c.profile_id desc
        limit %4$L
      ) entry
      where private.creator_satisfies(entry.creator, $1) and entry.profile_id <> all ($2)
        and ($3 is null or $3 = (strpos((entry.creator).name, ($1).term) > 0))
      order by entry.sort_value desc, entry.profile_id desc
      limit %5$s
    ) found $sql$, (page).sort_column, private.keyset_condition(page), private.sort_range_condition(f, page),
      most, (page).size)
    into v_ids using f, (page).hidden, (page).in_name;
  return coalesce(v_ids, '{}');
end;
$function$;

CREATE OR REPLACE FUNCTION private.search_by_index(f private.creator_filter, page private.creator_page)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_indexscan TO 'off'
AS $function$
declare
  v_ids uuid[];
begin
  execute format($sql$
    select array_agg(found.profile_id) from (
      select c.profile_id from private.creators c
      where private.creator_satisfies(c, $1) and c.profile_id <> all ($2) and %2$s
        and ($3 is null or $3 = (strpos(c.name, ($1).term) > 0))
        and ($4 is null or private.text_grams(c.search_text) @> $4)
      order by c.%1$I desc, c.profile_id desc
      limit %3$s
    ) found $sql$, (page).sort_column, private.keyset_condition(page), (page).size)
    into v_ids using f, (page).hidden, (page).in_name, private.term_grams(f.term);
  return coalesce(v_ids, '{}');
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
  v_last_in_name boolean;
  v_ids uuid[];
begin
  if private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  v_page.hidden := private.my_profile_id() || array(select private.my_blocked_members());
  v_page.size := least(greatest(coalesce(page_size, 24), 1), 100);
  v_page.sort_column := case sort
    when 'rating' then 'score'
    when 'relevance' then 'score'
    when 'followers' then 'follower_total'
    when 'newest' then 'created_at'
  end;
  if v_page.sort_column is null then
    raise exception 'sort_unknown' using errcode = 'PT422';
  end if;
  if after is not null then
    v_page.after_id := after;
    v_page.after_value := private.position_of(after, v_page.sort_column);
    if v_page.after_value is null then
      raise exception 'page_unknown' using errcode = 'PT422';
    end if;
  end if;
  if sort = 'relevance' and v_filter.term is not null then
    v_last_in_name := (
      select strpos(private.normalise_text(p.display_name), v_filter.term) > 0 from public.profiles p where p.id = after
    );
    v_passes := case when v_last_in_name is false then '{false}' else '{true,false}' end;
  end if;

  foreach v_page.in_name in array v_passes loop
    v_ids := private.page_of_creators(v_filter, v_page);
    return query select m.* from unnest(v_ids) with ordinality as found (id, place)
      join public.members m on m.id = found.id
      order by found.place;
    v_page.size := v_page.size - cardinality(v_ids);
    exit when v_page.size = 0;
    v_page.after_value := null;
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.search_text(display_name text, expertise text[], bio text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select private.normalise_text(display_name) || E'\x1f'
    || coalesce((
      select string_agg(private.normalise_text(item), E'\x1f' order by place)
      from unnest(expertise) with ordinality as listed (item, place)
    ), '')
    || E'\x1f\x1f' || private.normalise_text(bio)
$function$;

CREATE OR REPLACE FUNCTION private.seat_founder()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile_id uuid;
begin
  select r.invitee_id into v_profile_id
  from public.profiles p
  join public.referrals r on r.invitee_id = p.id
  join private.founding f on f.invite_id = r.invite_id
  where p.user_id = NEW.id and f.founded_at is null
  for no key update of f;
  if v_profile_id is not null and not private.has_staff() then
    update private.founding f set founded_at = now() where f.founded_at is null;
    perform private.appoint_staff(v_profile_id);
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.set_reserved_skeleton()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  NEW.skeleton := private.name_skeleton(NEW.name);
  return NEW;
end;
$function$;

CREATE OR REPLACE FUNCTION private.set_trust_level(profile_id uuid, trust_level text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile public.profiles := private.lock_profile_for_staff(profile_id);
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
$function$;

CREATE OR REPLACE FUNCTION private.setting(key text)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_value numeric;
begin
  select s.value into v_value from private.settings s where s.key = setting.key;
  if v_value is null then
    raise exception 'setting_missing' using errcode = 'PT500', detail = setting.key;
  end if;
  return v_value;
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
    when s.outcome = 'refund' then 0
    when s.outcome = 'completion' then o.price_minor
  end
  from private.order_status(to_status) s
$function$;

CREATE OR REPLACE FUNCTION private.shown_hash(profile public.profiles)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select encode(sha256(convert_to(jsonb_build_array(profile.role, profile.display_name,
    profile.profile_image, profile.bio, profile.expertise, profile.language,
    private.lists_of(profile), profile.follower_counts)::text, 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION private.sign_up_refusal(code text, email text, role text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_code text := private.normal_code(code);
begin
  if coalesce(v_code, '') = '' then
    return 'invite_required';
  end if;
  if coalesce(role, '') not in ('', 'kol', 'brand') then
    return 'role_unknown';
  end if;
  -- A banned address (16_bans) gets the refusal of a wrong code, so nobody learns which addresses
  -- are banned.
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
$function$;

CREATE OR REPLACE FUNCTION private.sort_range_condition(f private.creator_filter, page private.creator_page)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when (page).sort_column <> 'follower_total' or (f).follower_ranges is null then 'true'
    else concat_ws(' and ',
      'c.follower_total >= ' || (private.follower_floors())[min(range)],
      'c.follower_total < ' || (private.follower_floors())[max(range) + 1]) end
  from unnest((f).follower_ranges) as range
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
    where o.status = 'disputed' and not private.is_own_case(o.brand_id) and not private.is_own_case(o.kol_id)
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

CREATE OR REPLACE FUNCTION private.start_clocks(profile_id uuid, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    perform private.add_order_event(v_order, 'clock_started', null);
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.stop_clocks(profile_id uuid, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders;
begin
  for v_order in
    update public.pack_orders o set updated_at = now(), clock_stopped_at = at, due_at = null,
      clock_left_seconds = floor(extract(epoch from o.due_at - at))
    where stop_clocks.profile_id in (o.brand_id, o.kol_id) and o.due_at is not null
    returning *
  loop
    perform private.add_order_event(v_order, 'clock_stopped', null);
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.store_application_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.store_terms(NEW.id, private.terms(NEW.title, NEW.note, null,
    NEW.price_minor, NEW.currency, NEW.delivery_days, NEW.revisions, NEW.pack_id));
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
  insert into private.filter_keys (key, term_id, min_rating, watcher_id, needs_recheck)
  select unnest(k.keys), v_term_id, coalesce(v_filter.min_rating, 0), store_filter_keys.watcher_id, k.needs_recheck
  from private.filter_facet_keys(v_filter) k;
end;
$function$;

CREATE OR REPLACE FUNCTION private.store_pack_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.store_terms(NEW.id, private.terms(NEW.title, NEW.description, NEW.platform,
    NEW.price_minor, NEW.currency, NEW.delivery_days, NEW.revisions, null));
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.store_terms(subject_id uuid, terms jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hash text := private.terms_hash(terms);
begin
  if v_hash is distinct from (
    select v.terms_hash from private.terms_versions v
    where v.subject_id = store_terms.subject_id order by v.id desc limit 1
  ) then
    insert into private.terms_versions (subject_id, terms_hash, terms)
    values (store_terms.subject_id, v_hash, store_terms.terms);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.suspend_profile(profile_id uuid, with_invitees boolean DEFAULT false)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tree uuid[] := private.invite_tree(profile_id, with_invitees);
  v_profile public.profiles := private.lock_profile_for_staff(profile_id, v_tree);
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
$function$;

CREATE OR REPLACE FUNCTION private.sync_ban()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if NEW.suspended_at is null then
    delete from private.banned_addresses b where b.profile_id = NEW.id;
    return null;
  end if;
  perform private.ban_address(u.email, NEW.id) from auth.users u where u.id = NEW.user_id;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.sync_campaign_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if NEW.status = 'open' then
    perform private.store_filter_keys(NEW.id, NEW.filters);
  else
    perform private.delete_filter_keys(NEW.id);
    delete from private.campaign_queue q where q.campaign_id = NEW.id;
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.sync_clocks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if NEW.suspended_at is null then
    perform private.start_clocks(NEW.id, now());
  else
    perform private.stop_clocks(NEW.id, now());
  end if;
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
    private.search_text(NEW.display_name, NEW.expertise, NEW.bio), NEW.language, NEW.platforms,
    NEW.categories, NEW.regions, NEW.follower_total, coalesce(NEW.rating * 100, 0)::smallint,
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

CREATE OR REPLACE FUNCTION private.sync_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not NEW.is_approved or NEW.suspended_at is not null or NEW.deleted_at is not null then
    delete from public.members where id = NEW.id;
    return null;
  end if;
  insert into public.members as m (
    id, role, display_name, bio, expertise, language, platforms, categories, regions, follower_counts,
    follower_total, rating, review_count, completed_orders, is_verified, profile_image, created_at
  ) values (
    NEW.id, NEW.role, NEW.display_name, NEW.bio, NEW.expertise, NEW.language, NEW.platforms,
    NEW.categories, NEW.regions, NEW.follower_counts, NEW.follower_total, NEW.rating, NEW.review_count,
    NEW.completed_orders, NEW.is_verified, NEW.profile_image, NEW.created_at
  )
  on conflict (id) do update set
    role = excluded.role, display_name = excluded.display_name, bio = excluded.bio,
    expertise = excluded.expertise, language = excluded.language, platforms = excluded.platforms,
    categories = excluded.categories, regions = excluded.regions, follower_counts = excluded.follower_counts,
    follower_total = excluded.follower_total, rating = excluded.rating,
    review_count = excluded.review_count, completed_orders = excluded.completed_orders,
    is_verified = excluded.is_verified, profile_image = excluded.profile_image;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.sync_profile_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.sync_saved_search_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if TG_OP <> 'DELETE' and (private.parse_filters(NEW.filters)).email_notifications then
    perform private.store_filter_keys(NEW.id, NEW.filters);
  else
    perform private.delete_filter_keys(coalesce(NEW.id, OLD.id));
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.sync_score(profile_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.creators c set score = private.score_of(c.profile_id)
  where c.profile_id = sync_score.profile_id and c.score <> private.score_of(c.profile_id)
$function$;

CREATE OR REPLACE FUNCTION private.take_lots(wallet_id bigint, wanted_minor bigint, first_payment_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(payment_id uuid, amount_minor bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if wanted_minor > (
    select coalesce(sum(l.amount_minor), 0) from private.wallet_lots l where l.account_id = wallet_id
  ) then
    raise exception 'insufficient_funds' using errcode = 'PT409';
  end if;
  return query
  with taken as (
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
    returning l.id, l.payment_id, t.taken
  )
  -- An update returns its rows in any order; what is written down follows this one.
  select t.payment_id, t.taken from taken t
  order by (t.payment_id = first_payment_id) is true desc, t.id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.term_grams(term text)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array_agg(gram) from unnest(private.text_grams(term)) with ordinality as listed (gram, place)
  where place % 2 = 1 or place = octet_length(term) - 3
$function$;

CREATE OR REPLACE FUNCTION private.term_id(term text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id int;
begin
  if term is null then
    return 0;
  end if;
  -- Locked until the keys are written, so that the term is not removed meanwhile.
  select t.id into v_id from private.search_terms t where t.term = term_id.term for key share;
  if v_id is null then
    insert into private.search_terms as t (term, anchor)
    values (term_id.term, private.term_anchor(term_id.term))
    -- A concurrent session added it: take that row.
    on conflict on constraint search_terms_term_key do update set anchor = t.anchor
    returning t.id into v_id;
  end if;
  return v_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.trade_record_of(profile_id uuid, at timestamp with time zone)
 RETURNS private.trade_record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (
    least(private.setting('trust_counted_most'), coalesce(sum(
      case when c.branch_id = (select private.branch_of(trade_record_of.profile_id)) or c.place > 1
        then (select private.setting('same_branch_weight')) / 100 else 1 end), 0)),
    coalesce(sum(c.fees), 0),
    (
      select coalesce(sum(private.setting('demerit_' || d.kind)), 0) from private.demerits d
      where d.profile_id = trade_record_of.profile_id
        and d.created_at > at - make_interval(days => (select private.setting('demerit_period'))::int)
    )
  )::private.trade_record
  from (
    select p.*, row_number() over (partition by p.branch_id order by p.other_id) as place
    from private.counterparties(trade_record_of.profile_id) p
  ) c
$function$;

CREATE OR REPLACE FUNCTION private.unfreeze_profile(profile_id uuid, note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile public.profiles;
begin
  perform private.require_staff();
  if coalesce(btrim(note), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  -- Before the profile is locked, in the common order of locks.
  perform private.lock_spending(profile_id);
  if private.is_frozen(profile_id) then
    perform private.recover_losses(profile_id);
  end if;
  v_profile := private.lock_profile_for_staff(profile_id);
  if v_profile.frozen_at is null then
    return;
  end if;
  if private.has_large_chargebacks(v_profile.id) then
    perform private.require_confirmation('unfreeze_profile', v_profile.id::text);
  end if;
  update public.profiles p set frozen_at = null where p.id = v_profile.id;
  perform private.audit('unfreeze_profile', v_profile.id,
    jsonb_build_object('frozen_at', v_profile.frozen_at, 'note', left(note, 2000)));
end;
$function$;

CREATE OR REPLACE FUNCTION private.unsubscribe(token text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile_id text := split_part(token, '.', 1);
  v_template text := split_part(token, '.', 2);
begin
  if token !~ '^[0-9a-f-]{36}\.[a-z_+]{1,250}\.[0-9]{1,6}\.[0-9a-f]{64}$'
    -- Hashed again, so that the time of the comparison reveals nothing.
    or extensions.digest(split_part(token, '.', 4), 'sha256')
      <> extensions.digest(private.sign_unsubscribe(
        concat_ws('.', v_profile_id, v_template, split_part(token, '.', 3))), 'sha256')
    or split_part(token, '.', 3)::int < private.unsubscribe_day(now()) - private.setting('unsubscribe_link_days')
    or not exists (select from public.profiles p where p.id = v_profile_id::uuid)
  then
    raise exception 'unsubscribe_invalid' using errcode = 'PT422';
  end if;
  insert into public.email_preferences (profile_id, type, mode)
  select v_profile_id::uuid, known.type, 'off'
  from unnest(private.notification_types()) as known (type)
  left join public.email_preferences chosen
    on chosen.profile_id = v_profile_id::uuid and chosen.type = known.type
  -- The link of a digest ends everything that is sent by digest.
  where known.type = any (string_to_array(v_template, '+'))
    or v_template = 'digest' and coalesce(chosen.mode, private.default_email_mode(known.type)) = 'digest'
  on conflict on constraint email_preferences_pkey do update set mode = 'off';
  return v_template;
end;
$function$;

CREATE OR REPLACE FUNCTION private.unsubscribe_day(at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select extract(epoch from at)::bigint / 86400
$function$;

CREATE OR REPLACE FUNCTION private.unsubscribe_token(profile_id uuid, template text, at timestamp with time zone DEFAULT now())
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select signed.subject || '.' || private.sign_unsubscribe(signed.subject)
  from (values (concat_ws('.', profile_id, template, private.unsubscribe_day(at)))) as signed (subject)
$function$;

CREATE OR REPLACE FUNCTION private.unsuspend_profile(profile_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile public.profiles := private.lock_profile_for_staff(profile_id, array[profile_id]);
begin
  if v_profile.suspended_at is null then
    return;
  end if;
  update public.profiles p set suspended_at = null where p.id = v_profile.id;
  perform private.audit('unsuspend_profile', v_profile.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.use_wave_room(written integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.notice_wave w set room = greatest(0, w.room - written) where w.is_only
$function$;

CREATE OR REPLACE FUNCTION private.verify_profile(profile_id uuid, shown_hash text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile public.profiles := private.lock_profile_for_staff(profile_id);
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
$function$;

CREATE OR REPLACE FUNCTION private.wave_room()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_seconds_between_runs constant int := 5;
  v_per_second constant numeric := private.setting('notices_per_second');
  v_most constant numeric := v_per_second * v_seconds_between_runs;
  v_now constant timestamptz := clock_timestamp();
  v_room numeric;
begin
  insert into private.notice_wave as w (room, counted_at) values (v_most, v_now)
  on conflict on constraint notice_wave_pkey do update
    set room = least(v_most, w.room + v_per_second * greatest(0, extract(epoch from v_now - w.counted_at))),
      counted_at = v_now
  returning w.room into v_room;
  return floor(v_room);
end;
$function$;

CREATE OR REPLACE FUNCTION private.win_chargeback(id uuid, at timestamp with time zone)
 RETURNS private.chargebacks
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- Suspense that staff have since assigned goes to the owner.
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
  perform private.redistribute_chargebacks(v_payment);
  perform private.update_payment_status(v_payment.id);
  perform private.recover_losses(v_payment.payer_id);
  return v_chargeback;
end;
$function$;

CREATE OR REPLACE FUNCTION private.word_places(list text[], vocabulary text[])
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (select coalesce(array_agg(array_position(vocabulary, item)), '{}') from unnest(list) as item);
end;
$function$;

CREATE OR REPLACE FUNCTION private.words(list text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array(select json_array_elements_text(private.member_lists() -> list))
$function$;

CREATE OR REPLACE FUNCTION private.work_announcements(at timestamp with time zone, OUT matches integer, OUT digests integer, OUT campaigns integer, OUT failed integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  matches := private.work_match_queue(at);
  digests := private.work_email_digests(at);
  campaigns := private.work_campaigns(at);
  perform private.work_stale_terms(at);
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

CREATE OR REPLACE FUNCTION private.work_campaigns(at timestamp with time zone DEFAULT now())
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
  end loop;
  perform private.use_wave_room(v_notified);
  return v_notified;
end;
$function$;

CREATE OR REPLACE FUNCTION private.work_email_digests(at timestamp with time zone DEFAULT now())
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
  end loop;
  return v_made;
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
  end loop;
  perform private.use_wave_room(v_notified);
  -- A full wave waits for the clock.
  if v_left <= 0 and v_room > 0 then
    perform pg_notify('due_work', '');
  end if;
  return v_notified;
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
  v_blocked uuid[] := array(select private.blocked_members(campaign.brand_id));
  v_notified int;
begin
  with notified as (
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
  from notified join public.profiles p on p.id = notified.profile_id
  where p.user_id is not null;
  get diagnostics v_notified = row_count;
  return v_notified;
end;
$function$;

CREATE OR REPLACE FUNCTION public.approve_new_address(email text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.approve_new_address(email)
$function$;

CREATE OR REPLACE FUNCTION public.mark_all_notifications_read()
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with marked as (
    update public.notifications set read = true
    where user_id = (select auth.uid()) and not read
    returning id
  )
  select count(*)::int from marked
$function$;

CREATE OR REPLACE FUNCTION public.market_health()
 RETURNS SETOF public.health_check
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.market_health()
$function$;

CREATE OR REPLACE FUNCTION public.staff_queue()
 RETURNS TABLE(section text, waiting integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.staff_queue()
$function$;

ALTER TABLE "private"."approved_addresses" ADD CONSTRAINT "approved_addresses_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."former_members" ADD CONSTRAINT "former_members_profile_id_fkey" FOREIGN KEY (profile_id) REFERENCES public.profiles(id);

ALTER TABLE "private"."founding" ADD CONSTRAINT "founding_invite_id_fkey" FOREIGN KEY (invite_id) REFERENCES public.invites(id);

CREATE INDEX creators_by_followers ON private.creators USING btree (follower_total DESC, profile_id DESC);

CREATE INDEX creators_by_newest ON private.creators USING btree (created_at DESC, profile_id DESC);

CREATE INDEX creators_by_score ON private.creators USING btree (score DESC, profile_id DESC);

CREATE INDEX email_outbox_failed ON private.email_outbox USING btree (claimed_at) WHERE (status = 'failed'::text);

CREATE INDEX former_members_of_address ON private.former_members USING btree (address_hash);

CREATE INDEX founding_invite_id ON private.founding USING btree (invite_id);

CREATE TRIGGER seat_founder_confirmed_at_once AFTER INSERT ON auth.users FOR EACH ROW WHEN ((new.email_confirmed_at IS NOT NULL)) EXECUTE FUNCTION private.seat_founder();

CREATE TRIGGER seat_founder_confirmed AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL))) EXECUTE FUNCTION private.seat_founder();

CREATE TRIGGER accounts_only_by_entry BEFORE UPDATE ON private.accounts FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.refuse_direct_change();

CREATE TRIGGER creators_limit AFTER UPDATE ON private.creators FOR EACH ROW WHEN ((private.matched_fields(old.*) IS DISTINCT FROM private.matched_fields(new.*))) EXECUTE FUNCTION private.limit_matching();

CREATE TRIGGER creators_queue_match_updated AFTER UPDATE ON private.creators FOR EACH ROW WHEN ((private.matched_fields(old.*) IS DISTINCT FROM private.matched_fields(new.*))) EXECUTE FUNCTION private.queue_match();

CREATE TRIGGER reserved_names_skeleton BEFORE INSERT OR UPDATE ON private.reserved_names FOR EACH ROW EXECUTE FUNCTION private.set_reserved_skeleton();

CREATE TRIGGER campaign_applications_store_terms AFTER INSERT OR UPDATE ON public.campaign_applications FOR EACH ROW WHEN ((new.status = 'sent'::text)) EXECUTE FUNCTION private.store_application_terms();

CREATE TRIGGER campaigns_check_open_session BEFORE INSERT OR DELETE OR UPDATE ON public.campaigns FOR EACH STATEMENT WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION private.check_open_session();

CREATE TRIGGER campaigns_sync_keys AFTER UPDATE OF status ON public.campaigns FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION private.sync_campaign_keys();

CREATE TRIGGER members_sync_creator_inserted AFTER INSERT ON public.members FOR EACH ROW WHEN ((new.role = 'kol'::text)) EXECUTE FUNCTION private.sync_creator();

CREATE TRIGGER members_sync_creator_updated AFTER UPDATE ON public.members FOR EACH ROW WHEN (((old.role IS DISTINCT FROM new.role) OR (old.display_name IS DISTINCT FROM new.display_name) OR (old.bio IS DISTINCT FROM new.bio) OR (old.expertise IS DISTINCT FROM new.expertise) OR (old.language IS DISTINCT FROM new.language) OR (old.platforms IS DISTINCT FROM new.platforms) OR (old.categories IS DISTINCT FROM new.categories) OR (old.regions IS DISTINCT FROM new.regions) OR (old.follower_total IS DISTINCT FROM new.follower_total) OR (old.rating IS DISTINCT FROM new.rating) OR (old.is_verified IS DISTINCT FROM new.is_verified) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION private.sync_creator();

CREATE TRIGGER packs_check_open_session BEFORE INSERT OR UPDATE ON public.packs FOR EACH STATEMENT WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION private.check_open_session();

CREATE TRIGGER packs_store_terms AFTER INSERT OR UPDATE ON public.packs FOR EACH ROW WHEN (new.is_published) EXECUTE FUNCTION private.store_pack_terms();

CREATE TRIGGER profiles_check_open_session BEFORE UPDATE ON public.profiles FOR EACH STATEMENT WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION private.check_open_session();

CREATE TRIGGER profiles_copy_locale AFTER UPDATE OF locale ON public.profiles FOR EACH ROW WHEN (((new.locale <> old.locale) AND (new.user_id IS NOT NULL))) EXECUTE FUNCTION private.copy_locale();

CREATE TRIGGER profiles_recognise_former_member AFTER INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.recognise_former_member();

CREATE TRIGGER profiles_sync_ban AFTER UPDATE ON public.profiles FOR EACH ROW WHEN (((old.suspended_at IS NULL) IS DISTINCT FROM (new.suspended_at IS NULL))) EXECUTE FUNCTION private.sync_ban();

CREATE TRIGGER profiles_sync_clocks AFTER UPDATE OF suspended_at ON public.profiles FOR EACH ROW WHEN (((old.suspended_at IS NULL) <> (new.suspended_at IS NULL))) EXECUTE FUNCTION private.sync_clocks();

CREATE TRIGGER profiles_sync_member_inserted AFTER INSERT ON public.profiles FOR EACH ROW WHEN (new.is_approved) EXECUTE FUNCTION private.sync_member();

CREATE TRIGGER profiles_sync_member_updated AFTER UPDATE ON public.profiles FOR EACH ROW WHEN (((old.role IS DISTINCT FROM new.role) OR (old.display_name IS DISTINCT FROM new.display_name) OR (old.bio IS DISTINCT FROM new.bio) OR (old.expertise IS DISTINCT FROM new.expertise) OR (old.language IS DISTINCT FROM new.language) OR (old.platforms IS DISTINCT FROM new.platforms) OR (old.categories IS DISTINCT FROM new.categories) OR (old.regions IS DISTINCT FROM new.regions) OR (old.follower_counts IS DISTINCT FROM new.follower_counts) OR (old.rating IS DISTINCT FROM new.rating) OR (old.review_count IS DISTINCT FROM new.review_count) OR (old.completed_orders IS DISTINCT FROM new.completed_orders) OR (old.is_verified IS DISTINCT FROM new.is_verified) OR (old.profile_image IS DISTINCT FROM new.profile_image) OR (old.is_approved IS DISTINCT FROM new.is_approved) OR (old.suspended_at IS DISTINCT FROM new.suspended_at) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION private.sync_member();

CREATE TRIGGER profiles_sync_name_inserted AFTER INSERT ON public.profiles FOR EACH ROW WHEN ((new.display_name IS NOT NULL)) EXECUTE FUNCTION private.sync_profile_name();

CREATE TRIGGER profiles_sync_name_updated AFTER UPDATE ON public.profiles FOR EACH ROW WHEN (((old.display_name IS DISTINCT FROM new.display_name) OR (old.is_staff IS DISTINCT FROM new.is_staff) OR (old.is_verified IS DISTINCT FROM new.is_verified) OR (old.verification_pending IS DISTINCT FROM new.verification_pending) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION private.sync_profile_name();

CREATE TRIGGER referrals_assign_branch AFTER INSERT ON public.referrals FOR EACH ROW EXECUTE FUNCTION private.assign_branch();

CREATE TRIGGER saved_searches_check_open_session BEFORE INSERT OR DELETE OR UPDATE ON public.saved_searches FOR EACH STATEMENT WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION private.check_open_session();

CREATE TRIGGER saved_searches_sync_keys AFTER INSERT OR DELETE OR UPDATE OF filters ON public.saved_searches FOR EACH ROW EXECUTE FUNCTION private.sync_saved_search_keys();

COMMENT ON COLUMN "private"."creators"."search_text" IS 'Name, expertise and bio, normalised (private.search_text).';

COMMENT ON COLUMN "private"."transfers"."made_in" IS 'The transaction that created it, the only one that may write its entries.';

COMMENT ON FUNCTION "private"."accept_order"(uuid, timestamp with time zone) IS 'The creator accepts the order.';

COMMENT ON FUNCTION "private"."accept_settlement"(uuid, bigint, timestamp with time zone) IS 'One side accepts the last proposal of the other.';

COMMENT ON FUNCTION "private"."activate_referral"(uuid, uuid) IS 'Rewards the inviter once, at the first completed order of the invitee.';

COMMENT ON FUNCTION "private"."add_demerit"(uuid, uuid, text, timestamp with time zone) IS 'Inserts a demerit, once per order and kind.';

COMMENT ON FUNCTION "private"."add_order_event"(public.pack_orders, text, uuid, text) IS 'Adds to the history of an order without moving it.';

COMMENT ON FUNCTION "private"."add_participants"() IS 'Trigger: adds the two members of a new conversation.';

COMMENT ON FUNCTION "private"."add_to_lot"(bigint, uuid, bigint) IS 'Adds money that has just entered a wallet to the lot of its payment.';

COMMENT ON FUNCTION "private"."address_hash"(text) IS 'The keyed hash that is stored of an address. Granted to nobody.';

COMMENT ON FUNCTION "private"."allocate_chargeback"(private.chargebacks, public.payments, timestamp with time zone) IS 'Takes a chargeback from suspense, then from the payer, then from the platform.';

COMMENT ON FUNCTION "private"."announce_invitee"() IS 'Trigger: notifies the inviter when the invitee completes the onboarding.';

COMMENT ON FUNCTION "private"."apply_completion_effects"(public.pack_orders) IS 'Updates both members when an order completes: counts of orders, referrals.';

COMMENT ON FUNCTION "private"."apply_entry"() IS 'Trigger: changes the balance with the entry, within the transaction of its transfer.';

COMMENT ON FUNCTION "private"."appoint_staff"(uuid, boolean) IS 'Appoints or dismisses a member of staff. Granted to nobody.';

COMMENT ON FUNCTION "private"."approve_profile"(uuid, text) IS 'Approves a member whose onboarding is complete. Repeated calls have no effect.';

COMMENT ON FUNCTION "private"."are_blocked"(uuid, uuid) IS 'True when either member blocked the other.';

COMMENT ON FUNCTION "private"."are_related_by_invite"(uuid, uuid) IS 'True when one invited the other, or the same member invited both.';

COMMENT ON FUNCTION "private"."assign_branch"() IS 'Trigger: puts a new member into the branch of the member who invited them.';

COMMENT ON FUNCTION "private"."audit"(text, uuid, jsonb) IS 'Writes an act of the caller to the audit log.';

COMMENT ON FUNCTION "private"."awaits_removal"(text, text) IS 'True while Storage still has to remove the file of this name.';

COMMENT ON FUNCTION "private"."ban_address"(text, uuid) IS 'Stores the hash of a member''s address. Granted to nobody.';

COMMENT ON FUNCTION "private"."before_user_created"(jsonb) IS 'Auth hook: refuses a sign-up with a token that the client can translate.';

COMMENT ON FUNCTION "private"."blocked_members"(uuid) IS 'All members whom a member blocked or who blocked that member.';

COMMENT ON FUNCTION "private"."branch_weight"(numeric, boolean) IS 'The combined weight of the reviews of one branch.';

COMMENT ON FUNCTION "private"."call_due_functions"() IS 'Calls each edge function for which something waits.';

COMMENT ON FUNCTION "private"."call_function"(text) IS 'Asks pg_net to call an edge function with the key of the clock.';

COMMENT ON FUNCTION "private"."call_health"() IS 'What the edge function that was called last answered.';

COMMENT ON FUNCTION "private"."campaign_reach"(public.campaigns) IS 'How many more creators may be notified of a campaign; null: all.';

COMMENT ON FUNCTION "private"."can_transact"(uuid) IS 'E-mail confirmed, onboarding complete, approved, not suspended: the member may buy or sell.';

COMMENT ON FUNCTION "private"."cancel_order"(uuid, text, timestamp with time zone) IS 'Before the work begins the brand cancels alone; later both sides must agree, unless the work is overdue.';

COMMENT ON FUNCTION "private"."cancelling_actor"(public.pack_orders, uuid, timestamp with time zone) IS 'As which actor this side can cancel the order now; null when it can only request a cancellation.';

COMMENT ON FUNCTION "private"."chargeback_data"(private.chargebacks) IS 'The values that notifications about a chargeback use.';

COMMENT ON FUNCTION "private"."chargeback_recorded"() IS 'Trigger: until the dispute is won the order of the payment does not count for either side, and the brand has a demerit.';

COMMENT ON FUNCTION "private"."charged_back_minor"(uuid) IS 'How much of a payment its provider has taken back, finally or for now.';

COMMENT ON FUNCTION "private"."check_account"() IS 'Trigger: members and the platform have kinds of accounts of their own, an escrow belongs to an order, and every account starts at zero.';

COMMENT ON FUNCTION "private"."check_invite"(text) IS 'Whether a code can be used to sign up, and who issued it. Limited per address.';

COMMENT ON FUNCTION "private"."check_new_address"() IS 'Trigger: rejects a change to a banned address; a suspended member''s new address is banned as well.';

COMMENT ON FUNCTION "private"."check_open_session"() IS 'Trigger: members write nothing from an ended session.';

COMMENT ON FUNCTION "private"."check_zero_sum"() IS 'Trigger at commit: in each currency the entries of a transfer sum to zero.';

COMMENT ON FUNCTION "private"."claim_emails"(integer, timestamp with time zone) IS 'Claims e-mails that are due, each for one caller only.';

COMMENT ON FUNCTION "private"."claim_file_inspections"(integer, timestamp with time zone) IS 'Claims files that have not been inspected.';

COMMENT ON FUNCTION "private"."claim_file_removals"(integer, timestamp with time zone) IS 'Claims files that Storage has to remove.';

COMMENT ON FUNCTION "private"."client_address"() IS 'The network address of the Data API''s caller, ''unknown'' without one.';

COMMENT ON FUNCTION "private"."clock_health"() IS 'Whether what runs by itself has run in the last five minutes.';

COMMENT ON FUNCTION "private"."clock_of"(public.pack_orders, text) IS 'The time limit of this state of an order; null for none.';

COMMENT ON FUNCTION "private"."confirm_staff_proposal"(uuid) IS 'Confirms another member''s proposal: it is executed, once.';

COMMENT ON FUNCTION "private"."copy_locale"() IS 'Trigger: Auth writes its mails in the language that the member chose.';

COMMENT ON FUNCTION "private"."count_attempt"(uuid, text, boolean, integer) IS 'Counts one attempt; false when the account has too many failed ones, even if this one is correct.';

COMMENT ON FUNCTION "private"."counted_reviews"(uuid) IS 'The reviews that count for a member''s rating, with their weights.';

COMMENT ON FUNCTION "private"."counterparties"(uuid) IS 'The members with whom a member traded so that a fee was earned, except those related by invite; fees in whole units.';

COMMENT ON FUNCTION "private"."create_hold"(uuid, uuid, text, bigint, bigint, timestamp with time zone) IS 'Records what was posted to pending and to fees held, and when it clears: sooner for more trusted members.';

COMMENT ON FUNCTION "private"."create_invite"(integer, timestamp with time zone, text, text) IS 'Creates an invite code: how often, until when, for whom.';

COMMENT ON FUNCTION "private"."creator_facet_keys"(private.creators) IS 'Every key that describes a creator.';

COMMENT ON FUNCTION "private"."creator_satisfies"(private.creators, private.creator_filter) IS 'Whether a creator satisfies filters: the only place that says so.';

COMMENT ON FUNCTION "private"."deadline_after"(text, public.pack_orders, text, timestamp with time zone) IS 'The deadline after this action; for a review, when it shows at the latest.';

COMMENT ON FUNCTION "private"."decline_order"(uuid, text, timestamp with time zone) IS 'The creator declines the order: the brand gets all money back.';

COMMENT ON FUNCTION "private"."decline_verification"(uuid) IS 'Removes the verification of a member who changed name or picture.';

COMMENT ON FUNCTION "private"."default_email_mode"(text) IS 'How a type is sent to a member who has chosen nothing.';

COMMENT ON FUNCTION "private"."delete_filter_keys"(uuid) IS 'Stops matching for a watcher.';

COMMENT ON FUNCTION "private"."delete_my_account"() IS 'Deletes the caller''s user; the trigger above decides and clears.';

COMMENT ON FUNCTION "private"."deliver_order"(uuid, text, text[], jsonb, timestamp with time zone) IS 'The creator delivers the work: a note and at least one link or file.';

COMMENT ON FUNCTION "private"."delivery_files_are_valid"(jsonb) IS 'True for a list of objects with a path and optionally name, type and size, and no other keys.';

COMMENT ON FUNCTION "private"."drop_reason_of_blocked"() IS 'Trigger: removes the reason when a blocked member cancels or declines.';

COMMENT ON FUNCTION "private"."dry_run_staff_act"(public.staff_proposals) IS 'Raises what the execution would raise, and changes nothing.';

COMMENT ON FUNCTION "private"."due_functions"() IS 'The edge functions for which something waits.';

COMMENT ON FUNCTION "private"."email_subject"(text, jsonb) IS 'The subject of a notification: those with the same subject share an e-mail.';

COMMENT ON FUNCTION "private"."end_campaign"(uuid) IS 'Closes an open campaign and declines unanswered applications.';

COMMENT ON FUNCTION "private"."execute_staff_act"(public.staff_proposals) IS 'Executes a proposal as the caller.';

COMMENT ON FUNCTION "private"."export_my_data"() IS 'Everything that is stored about the caller and that they may read.';

COMMENT ON FUNCTION "private"."exported_discovery"(uuid) IS 'The saved searches, campaigns and applications of a member.';

COMMENT ON FUNCTION "private"."exported_messages"(uuid) IS 'The conversations of a member.';

COMMENT ON FUNCTION "private"."exported_money"(uuid) IS 'The money of a member. The views of the ledger show the lines of the caller only.';

COMMENT ON FUNCTION "private"."exported_notices"(uuid, uuid) IS 'What a member was notified of, in the client and by mail.';

COMMENT ON FUNCTION "private"."exported_orders"(uuid) IS 'The packs and orders of a member, and the reviews that they may read.';

COMMENT ON FUNCTION "private"."exported_profile"(uuid, uuid) IS 'The account of a member, whom they invited and whom they blocked.';

COMMENT ON FUNCTION "private"."extend_review"(uuid) IS 'The brand extends the review period, once per order.';

COMMENT ON FUNCTION "private"."facet_key"(integer, integer, integer, integer, integer) IS 'Five small numbers packed into one.';

COMMENT ON FUNCTION "private"."fail_payout"(uuid, text) IS 'The provider could not send the money: it returns to the balance.';

COMMENT ON FUNCTION "private"."file_retry"(integer) IS 'The wait after that many attempts.';

COMMENT ON FUNCTION "private"."filter_facet_keys"(private.creator_filter) IS 'The keys that a filter asks for, and whether candidates must be compared with the filter itself.';

COMMENT ON FUNCTION "private"."filter_words"(jsonb, text) IS 'One filter that is one of private.member_lists.';

COMMENT ON FUNCTION "private"."find_charged_payment"(private.chargebacks) IS 'The payment that a chargeback concerns, locked; none when the payment has not been reported yet.';

COMMENT ON FUNCTION "private"."follow_file"() IS 'Trigger: queues each new or replaced file for inspection.';

COMMENT ON FUNCTION "private"."forget_member"() IS 'Trigger: clears the profile of a deleted user; refused while orders or money are open.';

COMMENT ON FUNCTION "private"."found_market"(text) IS 'For the owner of the database: an invite for the first member of staff; returns its code. Granted to nobody.';

COMMENT ON FUNCTION "private"."freeze_brand"(private.chargebacks, timestamp with time zone) IS 'Freezes a brand''s spending after a chargeback and notifies the brand.';

COMMENT ON FUNCTION "private"."fresh_since"() IS 'Sessions opened after this time count as a recent sign-in.';

COMMENT ON FUNCTION "private"."grant_completion_benefits"(uuid) IS 'Counts a completed order. Invites and trust follow when its fee is earned (46_reputation).';

COMMENT ON FUNCTION "private"."guard_order_status"() IS 'Trigger: the status of an order is changed by move_order only, for every role.';

COMMENT ON FUNCTION "private"."has_large_chargebacks"(uuid) IS 'True when a brand''s chargebacks exceed what one member of staff may decide about.';

COMMENT ON FUNCTION "private"."has_paid"(uuid) IS 'True when a creator has earned money from the brand, or works for it.';

COMMENT ON FUNCTION "private"."has_staff"() IS 'True once anybody is in office.';

COMMENT ON FUNCTION "private"."has_suspended_side"(public.pack_orders) IS 'True while the clock of this order is stopped.';

COMMENT ON FUNCTION "private"."has_traded"(uuid) IS 'True once the member has a pack, an order or money; the role can then no longer change.';

COMMENT ON FUNCTION "private"."hash_of_address"(text) IS 'The keyed hash of a network address.';

COMMENT ON FUNCTION "private"."have_open_order_or_report"(uuid, uuid) IS 'True while two members have money in an order or an open report between them.';

COMMENT ON FUNCTION "private"."hold_accounts"(private.holds) IS 'The accounts of a hold: pending, available, fees held and revenue.';

COMMENT ON FUNCTION "private"."hold_cleared"() IS 'Trigger: a fee is earned, so both sides are computed again.';

COMMENT ON FUNCTION "private"."in_minor_units"(numeric, text) IS 'A setting in whole units of a currency, such as 100 dollars, in minor units.';

COMMENT ON FUNCTION "private"."inbox"(integer, timestamp with time zone) IS 'The body of public.inbox; also reads the names of members who left.';

COMMENT ON FUNCTION "private"."inbox_of"(text) IS 'The inbox that an address reaches, as far as its spelling shows.';

COMMENT ON FUNCTION "private"."invite_admits"(public.invites, text, text) IS 'True while the invite can be used for this e-mail address and role.';

COMMENT ON FUNCTION "private"."invite_tree"(uuid, boolean) IS 'A member, and all members they invited if requested.';

COMMENT ON FUNCTION "private"."inviters_of"(uuid) IS 'A member and the chain of members who invited them by their own codes.';

COMMENT ON FUNCTION "private"."is_appointed_staff"() IS 'True for a member of staff, with or without a second factor.';

COMMENT ON FUNCTION "private"."is_frozen"(uuid) IS 'True while a chargeback of the member awaits a decision of staff.';

COMMENT ON FUNCTION "private"."is_member"() IS 'True for a signed-in member who is not suspended.';

COMMENT ON FUNCTION "private"."is_my_conversation"(text) IS 'Whether a text is the id of a conversation of the caller; for topics and paths.';

COMMENT ON FUNCTION "private"."is_overdue"(public.pack_orders, timestamp with time zone) IS 'True when the work is overdue by so much that the brand may cancel alone.';

COMMENT ON FUNCTION "private"."is_own_case"(uuid) IS 'True when the caller is that member, related by invite, or has an open order or report with them.';

COMMENT ON FUNCTION "private"."is_staff"() IS 'True for a member of staff who proved a second factor in this session.';

COMMENT ON FUNCTION "private"."is_taken_back"(public.payments) IS 'True for a payment whose chargeback was reported before the payment itself.';

COMMENT ON FUNCTION "private"."join_notices"(jsonb, jsonb) IS 'The last twenty of two lists: long e-mails are cut, and notice_count counts the rest.';

COMMENT ON FUNCTION "private"."keyset_condition"(private.creator_page) IS 'A condition on `c`: it comes after the last page.';

COMMENT ON FUNCTION "private"."last_proposal"(uuid, uuid) IS 'The current proposal of one side, as the first row.';

COMMENT ON FUNCTION "private"."ledger_faults"() IS 'Inconsistencies of the ledger; empty when there are none.';

COMMENT ON FUNCTION "private"."letter_like_signs"() IS 'Signs that read as a letter among letters, for a regular expression.';

COMMENT ON FUNCTION "private"."lift_ban"(text) IS 'Lifts the ban of an address whose account is deleted; returns whether there was one.';

COMMENT ON FUNCTION "private"."limit_application"() IS 'Trigger: limits how often creators apply and withdraw, and brands respond.';

COMMENT ON FUNCTION "private"."limit_campaign"() IS 'Trigger: limits how many campaigns a brand publishes.';

COMMENT ON FUNCTION "private"."limit_conversation"() IS 'Trigger: limits how many conversations a member opens, at every level of trust.';

COMMENT ON FUNCTION "private"."limit_matching"() IS 'Trigger: limits how often a creator changes what saved searches and campaigns filter by.';

COMMENT ON FUNCTION "private"."limit_member"(text, uuid[]) IS 'Counts an act of the caller, in total or per counterparty or subject; rejects it above the setting.';

COMMENT ON FUNCTION "private"."limit_message"() IS 'Trigger: limits how many messages a member sends, to one member and in total.';

COMMENT ON FUNCTION "private"."limit_order_event"() IS 'Trigger: limits how often a member places, cancels, returns and disputes orders.';

COMMENT ON FUNCTION "private"."limit_pack"() IS 'Trigger: limits how often a creator publishes packs.';

COMMENT ON FUNCTION "private"."limit_proposal"() IS 'Trigger: limits how often a member proposes a settlement.';

COMMENT ON FUNCTION "private"."limit_report"() IS 'Trigger: limits how many messages a member reports.';

COMMENT ON FUNCTION "private"."limit_review"() IS 'Trigger: limits how many reviews a member writes.';

COMMENT ON FUNCTION "private"."limit_saved_search"() IS 'Trigger: limits how often a member changes saved searches.';

COMMENT ON FUNCTION "private"."list_reserved_names"() IS 'The reserved names.';

COMMENT ON FUNCTION "private"."list_settings"() IS 'The settings, for staff.';

COMMENT ON FUNCTION "private"."listed_once"(text[], timestamp with time zone) IS 'A list of words without repetition; that of a deleted profile is empty.';

COMMENT ON FUNCTION "private"."lists_of"(public.profiles) IS 'The lists of words that a profile describes itself with.';

COMMENT ON FUNCTION "private"."lock_accounts"(bigint[]) IS 'Locks several accounts in the common order.';

COMMENT ON FUNCTION "private"."lock_batch"(public.pack_orders[], private.holds[], uuid[]) IS 'Locks the accounts and profiles that a batch of due work may change.';

COMMENT ON FUNCTION "private"."lock_chargeback_accounts"(public.payments, public.pack_orders[]) IS 'Locks all accounts that a chargeback of a payment may change.';

COMMENT ON FUNCTION "private"."lock_due_orders"(timestamp with time zone, integer) IS 'Orders whose deadline has passed at that time, locked.';

COMMENT ON FUNCTION "private"."lock_open_campaign"(uuid, uuid) IS 'An open campaign that this creator can apply to, locked against being closed.';

COMMENT ON FUNCTION "private"."lock_open_refunds"(public.payments) IS 'The unsent refunds of a payer, locked.';

COMMENT ON FUNCTION "private"."lock_order"(uuid, text) IS 'The caller''s order, locked for the transaction, for this action.';

COMMENT ON FUNCTION "private"."lock_order_as_staff"(uuid) IS 'An order between other members, locked for an act of staff.';

COMMENT ON FUNCTION "private"."lock_orders_of"(uuid[]) IS 'Locks the orders of members. Callers that suspend members call it before they lock profiles.';

COMMENT ON FUNCTION "private"."lock_payment_reference"(text, text) IS 'Serialises all reports about one payment.';

COMMENT ON FUNCTION "private"."lock_payout"(uuid) IS 'One payout, locked for the transaction.';

COMMENT ON FUNCTION "private"."lock_profile_for_staff"(uuid, uuid[]) IS 'Rejects callers who are not staff, and staff in a case of their own, also through the orders concerned; returns the locked profile.';

COMMENT ON FUNCTION "private"."lock_spending"(uuid) IS 'Serialises a brand''s wallet payments, refunds and chargebacks.';

COMMENT ON FUNCTION "private"."loss_accounts"(public.payments) IS 'The accounts that match_chargebacks may change besides suspense.';

COMMENT ON FUNCTION "private"."lot_minor"(bigint, uuid) IS 'What a wallet holds of one payment; null for the whole wallet.';

COMMENT ON FUNCTION "private"."make_profile"() IS 'Trigger: creates the profile and the referral of a new user.';

COMMENT ON FUNCTION "private"."mark_email_failed"(uuid, text, timestamp with time zone) IS 'Returns a claimed e-mail to the queue for a later attempt, or gives it up.';

COMMENT ON FUNCTION "private"."mark_file_removed"(bigint) IS 'Storage has removed the file, or did not have it.';

COMMENT ON FUNCTION "private"."mark_payout_failed"(public.payouts, text) IS 'Fails an open payout that the caller has locked: its money returns to the balance.';

COMMENT ON FUNCTION "private"."mark_payout_sent"(public.payouts, text) IS 'Completes an open payout that the caller has locked: in transit to cash.';

COMMENT ON FUNCTION "private"."market_health"() IS 'The state of clocks, queues and money, one row per check.';

COMMENT ON FUNCTION "private"."match_chargebacks"(public.payments, timestamp with time zone) IS 'Sets a payment in suspense off against chargebacks that the platform bears.';

COMMENT ON FUNCTION "private"."matched_fields"(private.creators) IS 'What a creator may change to be matched anew with saved searches and campaigns.';

COMMENT ON FUNCTION "private"."matching_watchers"(private.creators) IS 'Watchers that a creator satisfies; those to recheck still have to be compared with their filters.';

COMMENT ON FUNCTION "private"."max_of_unit"(text) IS 'The upper bound of a setting of this unit, unless its row has a lower one.';

COMMENT ON FUNCTION "private"."may_talk"(text) IS 'Whether the caller may send in the conversation that a text names.';

COMMENT ON FUNCTION "private"."may_write_first"(uuid, uuid) IS 'Whether the first member may open a conversation with the second.';

COMMENT ON FUNCTION "private"."member_account"(uuid, text, text, uuid) IS 'A member''s account of that kind and currency, created on first use.';

COMMENT ON FUNCTION "private"."member_labels"(uuid[]) IS 'Name and image of members, including former and suspended ones who dealt with the caller.';

COMMENT ON FUNCTION "private"."member_lists"() IS 'What members choose words from: where they publish, what they write about and where their audience is.';

COMMENT ON FUNCTION "private"."mfa_verification_attempt"(jsonb) IS 'Auth hook: counts failed codes of a second factor across all sessions.';

COMMENT ON FUNCTION "private"."mixes_scripts"(text) IS 'True when a word mixes letters of scripts that are not written together.';

COMMENT ON FUNCTION "private"."money_change"(public.pack_orders, text, bigint) IS 'The change of money by a move: creator, brand, fees, and what is held in between.';

COMMENT ON FUNCTION "private"."money_text"(bigint, text) IS 'An amount as text for notifications, such as 90.00 USD.';

COMMENT ON FUNCTION "private"."move_order"(public.pack_orders, text, text, uuid, text, timestamp with time zone, bigint) IS 'The only function that changes the status of an order: looks up the move, moves the money, writes history, notifies the members.';

COMMENT ON FUNCTION "private"."my_blocked_members"() IS 'blocked_members of the caller, for policies.';

COMMENT ON FUNCTION "private"."name_is_protected"(public.profiles, text) IS 'True when no other member may use this member''s name.';

COMMENT ON FUNCTION "private"."name_is_reserved"(text) IS 'True for a name that impersonates the market or its staff.';

COMMENT ON FUNCTION "private"."name_words"(text) IS 'The words of a name, as a reader sees them.';

COMMENT ON FUNCTION "private"."new_referral_code"(uuid) IS 'The referral code of a user: derived from the id, unique, not guessable.';

COMMENT ON FUNCTION "private"."next_reassessment"(uuid, timestamp with time zone, timestamp with time zone) IS 'When the result next changes by time alone: the account reaches the minimum age, or a demerit expires.';

COMMENT ON FUNCTION "private"."normal_code"(text) IS 'A code in the form in which it is stored, however it was typed.';

COMMENT ON FUNCTION "private"."note_clock_run"(text) IS 'Writes down that a clock has finished a run.';

COMMENT ON FUNCTION "private"."notify_about_money"(uuid, public.pack_orders, text, bigint) IS 'Notifies one side of an order of an amount that it receives.';

COMMENT ON FUNCTION "private"."notify_about_order"(uuid, public.pack_orders, text, jsonb) IS 'Notifies one side of an order; `data` has further values that the texts of the event use.';

COMMENT ON FUNCTION "private"."notify_next_watchers"(private.creators, uuid, integer, integer, timestamp with time zone) IS 'Notifies the next watchers of a creator, as many as there is room for; returns where to go on.';

COMMENT ON FUNCTION "private"."notify_of_campaigns"(private.creators, uuid[], uuid[], timestamp with time zone, integer) IS 'Notifies a creator of at most so many open campaigns whose filters they satisfy.';

COMMENT ON FUNCTION "private"."notify_saved_searches"(private.creators, uuid[], uuid[], timestamp with time zone, integer) IS 'Notifies at most so many saved searches of a creator, each once; returns how many.';

COMMENT ON FUNCTION "private"."notify_staff_of_chargeback"(private.chargebacks) IS 'Notifies each member of staff.';

COMMENT ON FUNCTION "private"."on_confirmation_mailed"() IS 'Trigger: counts the confirmation mails of a sign-up.';

COMMENT ON FUNCTION "private"."on_email_change_asked"() IS 'Trigger: a change of address is allowed only soon after a sign-in.';

COMMENT ON FUNCTION "private"."on_email_changed"() IS 'Trigger: ends all sessions when the account moves to another address.';

COMMENT ON FUNCTION "private"."on_email_confirmed"() IS 'Trigger: evaluates the onboarding again.';

COMMENT ON FUNCTION "private"."on_first_session"() IS 'Trigger: removes a password that another person may have set.';

COMMENT ON FUNCTION "private"."on_password_changed"() IS 'Trigger: resets the failed attempts and the mark of a session that was opened by e-mail.';

COMMENT ON FUNCTION "private"."on_sign_up_confirmed"() IS 'Trigger: marks a sign-up as confirmed; the session that follows belongs to the person who confirmed it.';

COMMENT ON FUNCTION "private"."open_dispute"(uuid, text, timestamp with time zone) IS 'Either side, or staff, stop the order and its deadlines.';

COMMENT ON FUNCTION "private"."open_order"(public.pack_orders, timestamp with time zone) IS 'Creates an unpaid order from agreed terms.';

COMMENT ON FUNCTION "private"."open_payout"(public.payouts) IS 'Creates a payout and takes its money out of the balance; returns the existing payout for a key that was used before.';

COMMENT ON FUNCTION "private"."open_platform_accounts"() IS 'Trigger: creates the platform''s accounts of a new currency.';

COMMENT ON FUNCTION "private"."open_proposal"(uuid) IS 'The proposal, locked; rejects one that was decided or has expired.';

COMMENT ON FUNCTION "private"."order_accounts"(public.pack_orders) IS 'All accounts that a move of this order may change, created if missing: escrow, wallet, pending, fees held, and those of inviters.';

COMMENT ON FUNCTION "private"."order_actions"(uuid, timestamp with time zone) IS 'What the caller can do with an order at that time.';

COMMENT ON FUNCTION "private"."order_of_key"(public.pack_orders) IS 'The order that an earlier request with this key created, if any; a request without terms_hash matches any terms.';

COMMENT ON FUNCTION "private"."order_status"(text) IS 'The row of this state.';

COMMENT ON FUNCTION "private"."override_trust"(uuid, text) IS 'Sets a member''s level until staff lift it; null: computed again. Called by set_trust_level.';

COMMENT ON FUNCTION "private"."parse_filters"(jsonb) IS 'Parses filters, or rejects them with the reason.';

COMMENT ON FUNCTION "private"."password_verification_attempt"(jsonb) IS 'Auth hook: locks an account after too many failed passwords, from any address.';

COMMENT ON FUNCTION "private"."pay_from_wallet"(uuid, timestamp with time zone) IS 'The brand pays from its wallet, with money that was returned to it.';

COMMENT ON FUNCTION "private"."platform_account"(text, text, uuid) IS 'The shard of a platform account for this order, payment or payout.';

COMMENT ON FUNCTION "private"."position_of"(uuid, text) IS 'A profile''s value in a sort order; null for an unknown profile.';

COMMENT ON FUNCTION "private"."post_escrow"(public.pack_orders) IS 'Moves the price and the buyer''s fee of an order from the brand''s wallet into escrow.';

COMMENT ON FUNCTION "private"."post_referral_reward"(uuid, uuid) IS 'The inviter''s share of our fee on the first order of an invitee.';

COMMENT ON FUNCTION "private"."post_transfer"(private.transfer_event, bigint[], bigint[], uuid, uuid) IS 'Writes a transfer with its entries, which change the balances. Accounts with no amount, or zero, have none.';

COMMENT ON FUNCTION "private"."prepare_campaign"() IS 'Trigger: rejects filters that the matcher does not understand.';

COMMENT ON FUNCTION "private"."prepare_message"() IS 'Trigger: the sender is the caller, the receiver is the other member, the file belongs to the sender.';

COMMENT ON FUNCTION "private"."prepare_profile"() IS 'Trigger: applies the rules for referral code, role, onboarding and approval on every write.';

COMMENT ON FUNCTION "private"."prepare_saved_search"() IS 'Trigger: rejects invalid filters, and more searches than a member may keep.';

COMMENT ON FUNCTION "private"."proposal_subject"(text, jsonb) IS 'What an act is about; null for one that cannot be proposed.';

COMMENT ON FUNCTION "private"."proposal_to"(public.pack_orders, uuid) IS 'The current proposal of the other side.';

COMMENT ON FUNCTION "private"."propose_settlement"(uuid, bigint) IS 'One side proposes a split: this much of the price for the creator.';

COMMENT ON FUNCTION "private"."propose_staff_act"(text, jsonb) IS 'Stores an act until another member of staff confirms it.';

COMMENT ON FUNCTION "private"."protect_name"() IS 'Trigger: checks names, and marks a verified member who changed for another review.';

COMMENT ON FUNCTION "private"."purge_clock_history"() IS 'Forgets the runs of pg_cron that are older than two days.';

COMMENT ON FUNCTION "private"."qualifies_for_level"(text, private.trade_record, interval) IS 'Whether a record qualifies for `normal` or `trusted`, given the account''s age.';

COMMENT ON FUNCTION "private"."queue_emails"() IS 'Trigger: puts each notification into at most one e-mail: immediately, combined with others, or in a digest.';

COMMENT ON FUNCTION "private"."queue_health"() IS 'Whether what waits is worked off, and whether the money adds up.';

COMMENT ON FUNCTION "private"."queue_match"() IS 'Trigger: queues a creator, so that the change itself stays quick.';

COMMENT ON FUNCTION "private"."random_code"() IS 'A random code of twelve letters, 60 bits.';

COMMENT ON FUNCTION "private"."rate_limit"(text, text, integer, interval, timestamp with time zone) IS 'Raises rate_limited when a subject exceeds `most` calls in a window of `per`.';

COMMENT ON FUNCTION "private"."rating_of"(uuid) IS 'The mean of the counted reviews, which members see, their number, and the Bayesian mean for sorting.';

COMMENT ON FUNCTION "private"."reassess"(uuid, timestamp with time zone) IS 'Computes trust, invites and rating of one member.';

COMMENT ON FUNCTION "private"."reassess_invites"(private.standings, integer) IS 'Grants the invites of newly counted counterparties, or takes back unused ones.';

COMMENT ON FUNCTION "private"."recognise_former_member"() IS 'Trigger: a person who signs up again keeps the demerits and, where it was needed, waits for the approval of staff.';

COMMENT ON FUNCTION "private"."recompute_rating"(uuid) IS 'Stores the rating and the sort key of a member.';

COMMENT ON FUNCTION "private"."record_chargeback"(text, text, uuid, bigint, text, timestamp with time zone) IS 'A provider took money back, identified by the payment''s reference, or by a reference of its own and the order.';

COMMENT ON FUNCTION "private"."record_demerits"(public.pack_orders, public.pack_orders, text, timestamp with time zone) IS 'Inserts the demerits of a move of an order. Called by move_order.';

COMMENT ON FUNCTION "private"."record_file_inspection"(text, text, text, text, boolean) IS 'Records the verdict about one version of a file; repeated verdicts and verdicts about replaced bytes are ignored.';

COMMENT ON FUNCTION "private"."record_payment"(text, text, uuid, bigint, text, timestamp with time zone) IS 'Records a payment once per provider''s reference: the exact amount pays the order, anything else goes to suspense.';

COMMENT ON FUNCTION "private"."record_provider_dispute"(text, text, text, text, bigint, text, timestamp with time zone) IS 'The state of a dispute at the provider: opened, won or lost. May be reported repeatedly.';

COMMENT ON FUNCTION "private"."record_provider_refund"(text, text, text, bigint, text, timestamp with time zone) IS 'The provider refunded a payment: the requested refund, or else a chargeback of the payment.';

COMMENT ON FUNCTION "private"."record_sign_up"(uuid, text) IS 'Stores where a sign-up came from until it is confirmed.';

COMMENT ON FUNCTION "private"."recovery_accounts"(uuid) IS 'The accounts that recover_losses may change.';

COMMENT ON FUNCTION "private"."redeem_invite"() IS 'Trigger: uses the invite once, or rejects the user.';

COMMENT ON FUNCTION "private"."redistribute_chargebacks"(public.payments) IS 'Distributes the chargebacks of a payment again: its payer bears them up to the amount of the payment.';

COMMENT ON FUNCTION "private"."referral_code_admits"(public.profiles) IS 'True while the member''s quota of invites is not used up.';

COMMENT ON FUNCTION "private"."refuse_change"() IS 'Trigger: rejects changes and deletions, also by the owner.';

COMMENT ON FUNCTION "private"."refuse_direct_change"() IS 'Trigger: rejects balances that are not written by apply_entry.';

COMMENT ON FUNCTION "private"."reject_file"(private.file_inspections) IS 'Queues a file for removal and notifies its sender.';

COMMENT ON FUNCTION "private"."reject_own_case"(uuid[]) IS 'Rejects the caller when one of these members makes it a case of their own.';

COMMENT ON FUNCTION "private"."reject_profile"(uuid, text) IS 'Rejects a member with a reason; a change of role does not undo it.';

COMMENT ON FUNCTION "private"."release_name"(text) IS 'Removes a name from the reserved ones.';

COMMENT ON FUNCTION "private"."remember_former_member"(text, public.profiles) IS 'Keeps what is needed to recognize the person later, and removes what was kept long enough. Granted to nobody.';

COMMENT ON FUNCTION "private"."remove_files_of"(uuid, uuid) IS 'Queues the files of a member who leaves, except those that somebody else received.';

COMMENT ON FUNCTION "private"."request_payout"(bigint, text, text, uuid) IS 'A creator withdraws available money.';

COMMENT ON FUNCTION "private"."request_reassessment"(uuid, timestamp with time zone) IS 'Queues a member to be computed again: a fact about them has changed, or will by then.';

COMMENT ON FUNCTION "private"."request_refund"(uuid, bigint, uuid) IS 'A brand has wallet money refunded through the payment that it came from.';

COMMENT ON FUNCTION "private"."request_revision"(uuid, text, timestamp with time zone) IS 'The brand requests changes, as often as the pack allows.';

COMMENT ON FUNCTION "private"."require_confirmation"(text, text) IS 'Rejects an act that is not carried out with the confirmation of a second member of staff.';

COMMENT ON FUNCTION "private"."require_free_name"(public.profiles) IS 'Rejects a name that looks like that of staff or of a verified member, and a protected name that others already have.';

COMMENT ON FUNCTION "private"."require_not_frozen"(uuid) IS 'Rejects frozen members where money is spent or withdrawn.';

COMMENT ON FUNCTION "private"."require_offer"(public.pack_orders) IS 'Rejects an acceptance when the other side has not proposed anything.';

COMMENT ON FUNCTION "private"."require_open_session"() IS 'Rejects callers whose session has ended. For acts that cannot be undone.';

COMMENT ON FUNCTION "private"."require_order_action"(text, public.pack_orders, timestamp with time zone) IS 'Rejects an action that the order does not allow now, with the token that says why.';

COMMENT ON FUNCTION "private"."require_order_actor"(text, public.pack_orders) IS 'Rejects callers who may never do this with the order; returns the caller''s role in the order.';

COMMENT ON FUNCTION "private"."require_order_status"(text, public.pack_orders) IS 'Rejects an action in a state from which the caller cannot move the order there.';

COMMENT ON FUNCTION "private"."require_payable"(public.pack_orders) IS 'Rejects a payment between members when one has blocked the other.';

COMMENT ON FUNCTION "private"."require_reviewable"(public.pack_orders, timestamp with time zone) IS 'Rejects a second review by the caller, and one that is too late.';

COMMENT ON FUNCTION "private"."require_ruling"(public.pack_orders) IS 'Requires a second member of staff for large prices.';

COMMENT ON FUNCTION "private"."require_second_factor"() IS 'Rejects callers who signed in with a password alone.';

COMMENT ON FUNCTION "private"."require_staff"() IS 'Rejects callers who are not staff; returns the caller''s profile.';

COMMENT ON FUNCTION "private"."require_terms"(uuid, text, text, timestamp with time zone) IS 'Rejects a purchase on other terms than the buyer saw, and reports both.';

COMMENT ON FUNCTION "private"."require_transact"() IS 'Rejects callers who may not buy or sell, and ended sessions; returns the caller''s profile.';

COMMENT ON FUNCTION "private"."require_unchanged"(public.profiles, text) IS 'Rejects a decision about a profile that has changed since it was shown; without a hash nothing is compared.';

COMMENT ON FUNCTION "private"."require_valid_name"(text, boolean) IS 'Rejects names with hidden characters and names that impersonate the market; staff may name their role.';

COMMENT ON FUNCTION "private"."require_wallet"(public.pack_orders) IS 'Rejects when the brand''s wallet has less than the price and the buyer''s fee.';

COMMENT ON FUNCTION "private"."reserve_name"(text, boolean) IS 'Reserves a name from now on; a member who already has it keeps it.';

COMMENT ON FUNCTION "private"."resolve_dispute"(uuid, bigint, text, timestamp with time zone) IS 'Staff decide how the money of a disputed order is split, and give the reason.';

COMMENT ON FUNCTION "private"."resolve_suspense"(uuid, uuid, text) IS 'Staff assign money that matched no order to the brand that it belongs to.';

COMMENT ON FUNCTION "private"."return_funding"(public.pack_orders, bigint, bigint) IS 'Adds what an order returns to the wallet to the lots that it was paid from.';

COMMENT ON FUNCTION "private"."return_money_to_wallet"(public.payments, bigint, timestamp with time zone) IS 'Returns a brand''s money to its wallet until the amount is there; returns how much of it is.';

COMMENT ON FUNCTION "private"."reveal_reviews"(uuid, timestamp with time zone) IS 'Shows the reviews of an order and updates the ratings.';

COMMENT ON FUNCTION "private"."review_order"(uuid, integer, text, timestamp with time zone) IS 'One side reviews the other, once, within the time to review.';

COMMENT ON FUNCTION "private"."review_until"(public.pack_orders) IS 'The time until which an order can be reviewed; then its reviews show.';

COMMENT ON FUNCTION "private"."revoke_invite"(uuid) IS 'Revokes a code; members who used it stay.';

COMMENT ON FUNCTION "private"."reward_account"(uuid, text) IS 'The account that an inviter''s rewards are posted to.';

COMMENT ON FUNCTION "private"."role_is_fixed"(uuid) IS 'True after the first pack or order, and for members whose invite was for one role.';

COMMENT ON FUNCTION "private"."run_due_work"(timestamp with time zone) IS 'Processes what is due at that time, one batch of each kind; returns the counts.';

COMMENT ON FUNCTION "private"."scan_sort_index"(private.creator_filter, private.creator_page, bigint) IS 'The page as far as it is found in that many entries of the sort order; null entries: in all.';

COMMENT ON FUNCTION "private"."search_by_index"(private.creator_filter, private.creator_page) IS 'The page out of all creators who satisfy the filters.';

COMMENT ON FUNCTION "private"."search_text"(text, text[], text) IS 'Everything that a search term may be found in, as one text. No term can hold the separator.';

COMMENT ON FUNCTION "private"."seat_founder"() IS 'Trigger: who came by the founding invite is staff once the address is confirmed.';

COMMENT ON FUNCTION "private"."session_is_open"() IS 'False when the caller''s session has ended, even if the access token has not expired.';

COMMENT ON FUNCTION "private"."set_reserved_skeleton"() IS 'Trigger: stores the skeleton, by which a reserved name is compared.';

COMMENT ON FUNCTION "private"."set_trust_level"(uuid, text) IS 'Sets the level of trust of a member, or returns it to the computed one.';

COMMENT ON FUNCTION "private"."setting"(text) IS 'The value of one setting. An unknown key raises, because it is a programming error.';

COMMENT ON FUNCTION "private"."share_after"(text, public.pack_orders, text) IS 'The creator''s share of the price after this action; null where the order continues, or staff name the amount.';

COMMENT ON FUNCTION "private"."share_of"(public.pack_orders) IS 'The creator''s share of the price as the order ended; for an open order, if the work is accepted.';

COMMENT ON FUNCTION "private"."shows_all_characters"(text) IS 'True when a text contains no character that its reader cannot see.';

COMMENT ON FUNCTION "private"."side_of"(public.pack_orders, uuid) IS 'brand or creator; null for a caller who is no side of the order.';

COMMENT ON FUNCTION "private"."sort_range_condition"(private.creator_filter, private.creator_page) IS 'A condition on `c`: its place in the order is one that the filters allow.';

COMMENT ON FUNCTION "private"."staff_queue"() IS 'The body of public.staff_queue.';

COMMENT ON FUNCTION "private"."start_clocks"(uuid, timestamp with time zone) IS 'Restarts the deadlines of a member''s orders with the time that was left.';

COMMENT ON FUNCTION "private"."stop_clocks"(uuid, timestamp with time zone) IS 'Stops the deadlines of all orders of a member.';

COMMENT ON FUNCTION "private"."store_application_terms"() IS 'Trigger: stores the terms of an application, each time it is sent.';

COMMENT ON FUNCTION "private"."store_filter_keys"(uuid, jsonb) IS 'Starts matching creators with the filters of a watcher.';

COMMENT ON FUNCTION "private"."store_pack_terms"() IS 'Trigger: stores the terms of a published pack. A draft is not on offer.';

COMMENT ON FUNCTION "private"."store_terms"(uuid, jsonb) IS 'Stores the terms on offer from now on, if they are new.';

COMMENT ON FUNCTION "private"."suspend_profile"(uuid, boolean) IS 'Suspends a member, alone or with all members they invited; returns how many.';

COMMENT ON FUNCTION "private"."suspension_changed"() IS 'Trigger: queues the counterparties of a suspended member.';

COMMENT ON FUNCTION "private"."sync_ban"() IS 'Trigger: a suspension bans the address; lifting it ends the ban.';

COMMENT ON FUNCTION "private"."sync_campaign_keys"() IS 'Trigger: keeps the matcher''s index rows only while the campaign is open.';

COMMENT ON FUNCTION "private"."sync_clocks"() IS 'Trigger: stops and restarts deadlines when a member is suspended or reinstated.';

COMMENT ON FUNCTION "private"."sync_creator"() IS 'Trigger: creators follows members.';

COMMENT ON FUNCTION "private"."sync_member"() IS 'Trigger: updates members when a profile changes.';

COMMENT ON FUNCTION "private"."sync_profile_name"() IS 'Trigger: updates profile_names when a profile changes.';

COMMENT ON FUNCTION "private"."sync_saved_search_keys"() IS 'Trigger: filter_keys follows the filters, while notifications are on.';

COMMENT ON FUNCTION "private"."sync_score"(uuid) IS 'Updates the score after a change of weights, which leaves `members` as it is.';

COMMENT ON FUNCTION "private"."take_lots"(bigint, bigint, uuid) IS 'Takes an amount out of the lots of a wallet, first from the named payment, then from the oldest; returns the amounts by payment.';

COMMENT ON FUNCTION "private"."term_grams"(text) IS 'Grams that cover a term, for the index; null for a term that is too short.';

COMMENT ON FUNCTION "private"."terms"(text, text, text, bigint, text, integer, integer, uuid) IS 'All terms of a purchase, by name. An application may refer to a pack of its creator.';

COMMENT ON FUNCTION "private"."terms_hash"(jsonb) IS 'The version of terms: equal for equal terms.';

COMMENT ON FUNCTION "private"."terms_version"(uuid, text) IS 'The terms of a hash that the subject offered at any time; null when it never offered them.';

COMMENT ON FUNCTION "private"."touch_conversation"() IS 'Trigger: sorts the conversation by its newest message.';

COMMENT ON FUNCTION "private"."touch_updated_at"() IS 'Trigger: sets updated_at on every update.';

COMMENT ON FUNCTION "private"."trade_record_of"(uuid, timestamp with time zone) IS 'Counterparties, weighted by branch; fees; and the deduction for demerits.';

COMMENT ON FUNCTION "private"."unsubscribe_day"(timestamp with time zone) IS 'The day on which an unsubscribe link was signed, counted from 1970.';

COMMENT ON FUNCTION "private"."unsubscribe_token"(uuid, text, timestamp with time zone) IS 'The unsubscribe token of an e-mail: member, types, day and signature.';

COMMENT ON FUNCTION "private"."unsuspend_profile"(uuid) IS 'Reinstates one member. Their invitees are decided individually.';

COMMENT ON FUNCTION "private"."update_payment_status"(uuid) IS 'Sets the status of a payment according to its chargebacks.';

COMMENT ON FUNCTION "private"."update_setting"(text, numeric) IS 'Changes a setting from now on; orders keep the values that they copied.';

COMMENT ON FUNCTION "private"."use_wave_room"(integer) IS 'Takes what was written from the room of the wave.';

COMMENT ON FUNCTION "private"."verify_profile"(uuid, text) IS 'Marks a member as the person that they claim to be.';

COMMENT ON FUNCTION "private"."waiting_profiles"() IS 'Members who wait for an approval, or for another review after a change.';

COMMENT ON FUNCTION "private"."was_charged_back"(uuid) IS 'True when a payment for this order was taken back: it cost the brand nothing.';

COMMENT ON FUNCTION "private"."wave_room"() IS 'Locks the wave and returns how many notifications it may still take.';

COMMENT ON FUNCTION "private"."win_chargeback"(uuid, timestamp with time zone) IS 'The provider returned the money: to those who bore it, less what they owe.';

COMMENT ON FUNCTION "private"."withdraw_staff_proposal"(uuid) IS 'Withdraws a proposal, or rejects that of another member of staff.';

COMMENT ON FUNCTION "private"."without_marks"(text) IS 'A text decomposed and folded by appearance, without accents and hidden characters.';

COMMENT ON FUNCTION "private"."word_places"(text[], text[]) IS 'The places of some words in a list of all words.';

COMMENT ON FUNCTION "private"."words"(text) IS 'The words of one list of private.member_lists.';

COMMENT ON FUNCTION "private"."work_announcements"(timestamp with time zone) IS 'Processes matches, digests and campaigns that are due.';

COMMENT ON FUNCTION "private"."work_campaigns"(timestamp with time zone) IS 'Closes campaigns at their deadline and notifies the next batch of creators; returns how many.';

COMMENT ON FUNCTION "private"."work_email_digests"(timestamp with time zone) IS 'Queues the digests that are due; returns how many.';

COMMENT ON FUNCTION "private"."work_holds"(private.holds[], timestamp with time zone) IS 'Makes held earnings available; a failure does not stop the others.';

COMMENT ON FUNCTION "private"."work_match_queue"(timestamp with time zone) IS 'Notifies of the next batch of matches; returns how many. The rest stays queued.';

COMMENT ON FUNCTION "private"."work_orders"(public.pack_orders[], timestamp with time zone) IS 'Moves orders whose deadline has passed; a failure does not stop the others.';

COMMENT ON FUNCTION "private"."work_reassessments"(timestamp with time zone, integer) IS 'Computes the members that are due; returns how many.';

COMMENT ON FUNCTION "private"."work_reminders"(timestamp with time zone, integer) IS 'Reminds brands of unreviewed deliveries; returns how many.';

COMMENT ON FUNCTION "private"."work_stale_terms"(timestamp with time zone) IS 'Removes a batch of search terms that have been unused for a day; returns how many.';

COMMENT ON FUNCTION "private"."write_campaign_matches"(public.campaigns, uuid[], timestamp with time zone) IS 'Notifies some creators of a campaign, each of them once.';

COMMENT ON FUNCTION "public"."accept_application"(uuid, uuid, text) IS 'Brand: turns an application into an order, to be paid like any other. `terms` is the terms_hash that it saw.';

COMMENT ON FUNCTION "public"."accept_order"(uuid) IS 'Creator: accepts a paid order.';

COMMENT ON FUNCTION "public"."accept_settlement"(uuid, bigint) IS 'Either side: accepts the last proposal of the other side.';

COMMENT ON FUNCTION "public"."apply_to_campaign"(uuid, uuid, bigint, text, integer) IS 'Creator: applies with a pack, or with a price for this campaign alone.';

COMMENT ON FUNCTION "public"."approve_new_address"(text) IS 'Called from a recent session: allows any session of the account to request this new address, once. Needed while older sessions are open.';

COMMENT ON FUNCTION "public"."approve_profile"(uuid, text) IS 'Staff: approves a member; with `shown_hash` only as waiting_profiles showed them.';

COMMENT ON FUNCTION "public"."block_member"(uuid) IS 'Blocks a member: from now on neither can reach the other.';

COMMENT ON FUNCTION "public"."cancel_order"(uuid, text) IS 'Either side: cancels the order, or requests the consent of the other side.';

COMMENT ON FUNCTION "public"."check_invite"(text) IS 'Who issued an invite code: { valid, inviter_name, role }. Callable before sign-up.';

COMMENT ON FUNCTION "public"."claim_file_inspections"(integer) IS 'Service role: files to inspect now. Record a verdict about each.';

COMMENT ON FUNCTION "public"."close_campaign"(uuid) IS 'Brand: closes a campaign; unanswered applications are declined.';

COMMENT ON FUNCTION "public"."complete_order"(uuid) IS 'Brand: accepts the work; the creator has earned the money.';

COMMENT ON FUNCTION "public"."confirm_staff_proposal"(uuid) IS 'Staff: executes what another member of staff proposed.';

COMMENT ON FUNCTION "public"."create_invite"(integer, timestamp with time zone, text, text) IS 'Staff: creates an invite code.';

COMMENT ON FUNCTION "public"."decline_application"(uuid) IS 'Brand: declines one application.';

COMMENT ON FUNCTION "public"."decline_order"(uuid, text) IS 'Creator: declines a paid order; the brand gets all money back.';

COMMENT ON FUNCTION "public"."decline_verification"(uuid) IS 'Staff: does not verify a member again who changed.';

COMMENT ON FUNCTION "public"."delete_my_account"() IS 'Deletes the caller''s account. Refused while orders are open or money is left.';

COMMENT ON FUNCTION "public"."deliver_order"(uuid, text, text[], jsonb) IS 'Creator: delivers the work, with a note and at least one link or file.';

COMMENT ON FUNCTION "public"."end_session"(uuid) IS 'Ends one of the caller''s sessions.';

COMMENT ON FUNCTION "public"."export_my_data"() IS 'All of the signed-in member''s data in one JSON object, one key per table.';

COMMENT ON FUNCTION "public"."extend_review"(uuid) IS 'Brand: extends the review period, once per order.';

COMMENT ON FUNCTION "public"."fail_payout"(uuid, text) IS 'Service role: the provider could not send the money; it returns to the balance.';

COMMENT ON FUNCTION "public"."file_verdicts"(text[]) IS 'Whether files of the caller''s conversations have the claimed type: waiting, fine or rejected. Show only those that are fine; offer the others as a download.';

COMMENT ON FUNCTION "public"."find_profiles"(text, integer) IS 'Staff: members by name, also those that are not visible in the market.';

COMMENT ON FUNCTION "public"."get_or_create_conversation"(uuid) IS 'The conversation with another member, created if the caller may write first.';

COMMENT ON FUNCTION "public"."has_password"() IS 'False when the member has to choose a password before the next sign-in.';

COMMENT ON FUNCTION "public"."inbox"(integer, timestamp with time zone) IS 'The caller''s conversations, newest first; `before` is the last time of the previous page.';

COMMENT ON FUNCTION "public"."list_reserved_names"() IS 'Staff: the reserved names.';

COMMENT ON FUNCTION "public"."list_settings"() IS 'Staff: the settings.';

COMMENT ON FUNCTION "public"."mark_conversation_read"(uuid) IS 'Marks the other member''s messages as read; returns how many.';

COMMENT ON FUNCTION "public"."mark_email_failed"(uuid, text) IS 'Service role: the provider did not accept the e-mail.';

COMMENT ON FUNCTION "public"."mark_email_sent"(uuid) IS 'Service role: the provider accepted the e-mail.';

COMMENT ON FUNCTION "public"."mark_file_removed"(bigint) IS 'Service role: the file is removed.';

COMMENT ON FUNCTION "public"."market_health"() IS 'Service role: the state of clocks, queues and money, one row per check.';

COMMENT ON FUNCTION "public"."member_labels"(uuid[]) IS 'Names and images of members for lists; at most 200 at a time.';

COMMENT ON FUNCTION "public"."my_sessions"() IS 'The caller''s sessions, the current one first.';

COMMENT ON FUNCTION "public"."open_dispute"(uuid, text) IS 'Either side or staff: stops the order and its deadlines.';

COMMENT ON FUNCTION "public"."open_reports"() IS 'Staff: open reports without the reporter, and by how many members the sender was reported. Not the caller''s own cases.';

COMMENT ON FUNCTION "public"."order_actions"(uuid) IS 'One row per action: whether the caller may do it with this order now, the error token if not, the state after it, and what each party gains (apart from fees) or (negative) pays. No rows for members who are no side of the order.';

COMMENT ON FUNCTION "public"."pay_from_wallet"(uuid) IS 'Brand: pays an order from the wallet.';

COMMENT ON FUNCTION "public"."propose_settlement"(uuid, bigint) IS 'Either side: proposes the creator''s share of the price of a disputed order.';

COMMENT ON FUNCTION "public"."publish_campaign"(uuid) IS 'Brand: opens a draft to applications and notifies the creators who satisfy its filters.';

COMMENT ON FUNCTION "public"."record_chargeback"(text, text, uuid, bigint, text) IS 'Service role: records that a provider took money back.';

COMMENT ON FUNCTION "public"."record_file_inspection"(text, text, text, text, boolean) IS 'Service role: the verdict about a file''s content.';

COMMENT ON FUNCTION "public"."record_payment"(text, text, uuid, bigint, text) IS 'Service role: records a payment, once per provider''s reference.';

COMMENT ON FUNCTION "public"."record_provider_dispute"(text, text, text, text, bigint, text) IS 'Service role: records the state of a dispute at the provider.';

COMMENT ON FUNCTION "public"."record_provider_refund"(text, text, text, bigint, text) IS 'Service role: records a refund that the provider made.';

COMMENT ON FUNCTION "public"."reject_profile"(uuid, text) IS 'Staff: rejects a waiting member, with a reason that they read.';

COMMENT ON FUNCTION "public"."release_name"(text) IS 'Staff: removes a reserved name.';

COMMENT ON FUNCTION "public"."report_message"(uuid, text) IS 'Reports a received message to staff; returns the report.';

COMMENT ON FUNCTION "public"."request_payout"(bigint, text, text, uuid) IS 'Creator: withdraws available money. The key makes a retry return the same payout.';

COMMENT ON FUNCTION "public"."request_refund"(uuid, bigint, uuid) IS 'Brand: has wallet money refunded through the payment that it came from.';

COMMENT ON FUNCTION "public"."request_revision"(uuid, text) IS 'Brand: requests changes to a delivery, as often as the pack allows.';

COMMENT ON FUNCTION "public"."reserve_name"(text, boolean) IS 'Staff: reserves a name, alone or also inside longer words.';

COMMENT ON FUNCTION "public"."resolve_dispute"(uuid, bigint, text) IS 'Staff: decide the creator''s share of the price of a disputed order.';

COMMENT ON FUNCTION "public"."resolve_suspense"(uuid, uuid, text) IS 'Staff: assign money that matched no order to the brand that it belongs to.';

COMMENT ON FUNCTION "public"."review_order"(uuid, integer, text) IS 'Either side: reviews the other side of a finished order, once.';

COMMENT ON FUNCTION "public"."revoke_invite"(uuid) IS 'Staff: revokes an invite code.';

COMMENT ON FUNCTION "public"."run_due_work"(timestamp with time zone) IS 'Service role: processes what is due at that time; returns the counts.';

COMMENT ON FUNCTION "public"."settle_payout"(uuid, text) IS 'Service role: the provider sent the money of a payout.';

COMMENT ON FUNCTION "public"."settlement_preview"(uuid, bigint) IS 'How the money of an order is split if the creator gets that much of the price; without an amount, as the order ended or would end when the work is accepted.';

COMMENT ON FUNCTION "public"."staff_queue"() IS 'Staff: how much waits for the caller in each section of the staff page, without cases of their own.';

COMMENT ON FUNCTION "public"."suits_me"(public.campaigns) IS 'A computed column of campaigns (select=*,suits_me): whether the caller satisfies its filters; null for callers who are no creators.';

COMMENT ON FUNCTION "public"."suspend_profile"(uuid, boolean) IS 'Staff: suspends a member, alone or with all members they invited.';

COMMENT ON FUNCTION "public"."unblock_member"(uuid) IS 'Removes the caller''s own block.';

COMMENT ON FUNCTION "public"."unsubscribe"(text) IS 'Ends the e-mails of the type that the link belongs to, without sign-in; returns the type.';

COMMENT ON FUNCTION "public"."unsuspend_profile"(uuid) IS 'Staff: reinstates a suspended member.';

COMMENT ON FUNCTION "public"."update_setting"(text, numeric) IS 'Staff: changes one setting.';

COMMENT ON FUNCTION "public"."verify_profile"(uuid, text) IS 'Staff: verifies a member; with `shown_hash` only as waiting_profiles showed them.';

COMMENT ON FUNCTION "public"."waiting_profiles"() IS 'Staff: members who wait for an approval, or for another review after a change of name or picture.';

COMMENT ON FUNCTION "public"."withdraw_application"(uuid) IS 'Creator: withdraws an unanswered application.';

COMMENT ON FUNCTION "public"."withdraw_staff_proposal"(uuid) IS 'Staff: withdraws a proposal, or rejects that of another.';

COMMENT ON TABLE "private"."accounts" IS 'Accounts of the ledger. Balances follow from entries.';

COMMENT ON TABLE "private"."approved_addresses" IS 'The e-mail address that a recent sign-in of the account approved, until the change is requested.';

COMMENT ON TABLE "private"."banned_addresses" IS 'Keyed hashes of the addresses of suspended members, and of those who left while frozen; they outlive the account.';

COMMENT ON TABLE "private"."campaign_matches" IS 'Creators who were notified of a campaign.';

COMMENT ON TABLE "private"."campaign_queue" IS 'Published campaigns whose creators are still being notified, in order of their ids.';

COMMENT ON TABLE "private"."chargeback_lots" IS 'The lots of the wallet that a chargeback took from.';

COMMENT ON TABLE "private"."chargebacks" IS 'Money that a provider took back, once per reference, and who bears it. Won: it was returned.';

COMMENT ON TABLE "private"."clock_runs" IS 'When each clock last finished a run.';

COMMENT ON TABLE "private"."email_outbox" IS 'E-mails: queued, claimed, sent or failed.';

COMMENT ON TABLE "private"."entries" IS 'The effect of a transfer on each account. Append-only.';

COMMENT ON TABLE "private"."file_inspections" IS 'One row per file: whether its content has the claimed type. No foreign key: the files belong to Storage.';

COMMENT ON TABLE "private"."file_removals" IS 'Files that Storage still has to remove; a row is deleted when that is done.';

COMMENT ON TABLE "private"."filter_keys" IS 'What each watcher asks for, as keys of (language, platform, category, follower range, verified); 0 in a place means "not set".';

COMMENT ON TABLE "private"."former_members" IS 'Keyed hashes of the addresses of deleted accounts, kept for a time (setting former_member_days) to recognize the person at a new sign-up.';

COMMENT ON TABLE "private"."founding" IS 'The invite of the first member of staff, and when they took office.';

COMMENT ON TABLE "private"."holds" IS 'Earnings that are not cleared yet, and until when they are held.';

COMMENT ON TABLE "private"."match_queue" IS 'Creators to be matched: they became approved, or changed what filters ask for.';

COMMENT ON TABLE "private"."notice_wave" IS 'How many notifications may still be written in this step; one row.';

COMMENT ON TABLE "private"."order_action_rules" IS 'What members can do with an order: who may, and in which states.';

COMMENT ON TABLE "private"."order_funding" IS 'Which payments paid for an order, and how much each. Append-only.';

COMMENT ON TABLE "private"."order_moves" IS 'All moves that an order can make, and who can make them. Every other move is rejected.';

COMMENT ON TABLE "private"."rate_limits" IS 'Counters of the current time windows; expired rows are deleted on later calls.';

COMMENT ON TABLE "private"."reassessments" IS 'Members whose trust, invites and rating have to be computed again, and when. Processed by run_due_work.';

COMMENT ON TABLE "private"."reserved_names" IS 'Words by which a member could impersonate the market or its staff. Staff may add words.';

COMMENT ON TABLE "private"."saved_search_matches" IS 'Creators that a saved search was notified of.';

COMMENT ON TABLE "private"."scripts" IS 'The writing system of code points; Chinese, Japanese and Korean count as one.';

COMMENT ON TABLE "private"."search_terms" IS 'The dictionary of search terms. Unused terms are removed after a day.';

COMMENT ON TABLE "private"."secrets" IS 'Random keys, made at first use, where there is no Vault; no role but the owner reads them.';

COMMENT ON TABLE "private"."sign_in_failures" IS 'Failed passwords and codes of an account in the current time window.';

COMMENT ON TABLE "private"."sign_ups" IS 'Unconfirmed sign-ups and the network address that each came from.';

COMMENT ON TABLE "private"."stale_terms" IS 'Search terms that may be unused.';

COMMENT ON TABLE "private"."standings" IS 'Results of the computation of trust, invites and rating that are needed next time.';

COMMENT ON TABLE "private"."terms_versions" IS 'The terms that packs and applications offered, and since when: one row per change.';

COMMENT ON TABLE "private"."transfers" IS 'Events that moved money. Append-only.';

COMMENT ON TABLE "private"."wallet_lots" IS 'The part of each wallet that came from each payment.';

COMMENT ON TABLE "public"."campaign_applications" IS 'Applications of creators to campaigns; an accepted one became an order.';

COMMENT ON TABLE "public"."campaigns" IS 'Briefs that brands publish. Drafts can be edited; open campaigns can only be closed.';

COMMENT ON TABLE "public"."conversations" IS 'One row per pair of members who talk.';

COMMENT ON TABLE "public"."email_preferences" IS 'The choice of a member; a type without a row has its default.';

COMMENT ON TABLE "public"."invites" IS 'Permissions to sign up that staff issued: how often, until when, for whom.';

COMMENT ON TABLE "public"."member_blocks" IS 'Who blocked whom. A blocked member cannot see it.';

COMMENT ON TABLE "public"."members" IS 'The public part of approved members'' profiles. Written by trigger only.';

COMMENT ON TABLE "public"."message_reports" IS 'Messages that their receivers reported to staff.';

COMMENT ON TABLE "public"."messages" IS 'Messages. Never changed, except for the mark that the receiver has read it.';

COMMENT ON TABLE "public"."notifications" IS 'Notifications of a member, who may only mark them as read.';

COMMENT ON TABLE "public"."order_deliveries" IS 'What the creator delivered, each time.';

COMMENT ON TABLE "public"."order_events" IS 'Every move of every order, and other events: `kind`.';

COMMENT ON TABLE "public"."order_statuses" IS 'The states of an order: phase, who has to act, until when, and where the money is.';

COMMENT ON TABLE "public"."payments" IS 'Money that came in, once per reference of its provider. In suspense: it matches no order.';

COMMENT ON TABLE "public"."payouts" IS 'Withdrawals by members: requested, then sent or failed, which are final.';

COMMENT ON TABLE "public"."profiles" IS 'One row per member: their own description and the market''s assessment of them.';

COMMENT ON TABLE "public"."referrals" IS 'Who invited whom: the tree of invites, and the state of each.';

COMMENT ON TABLE "public"."reviews" IS 'One review per side of a finished order, hidden until both are written or the time to review is over.';

COMMENT ON TABLE "public"."saved_searches" IS 'Filters that a member keeps, to be notified of creators who newly satisfy them.';

COMMENT ON TABLE "public"."settlement_proposals" IS 'Splits that a side of a disputed order proposed. The last one of each side counts.';

COMMENT ON TABLE "public"."staff_audit" IS 'The audit log: one row per act of staff; append-only.';

COMMENT ON VIEW "private"."payment_traces" IS 'Where the money of each payment is known to be.';

COMMENT ON VIEW "public"."balances" IS 'The signed-in member''s balances, by currency and kind.';

COMMENT ON VIEW "public"."holds" IS 'The signed-in member''s earnings that are not available yet, and when they will be.';

COMMENT ON VIEW "public"."ledger_lines" IS 'The entries of the signed-in member''s accounts.';

COMMENT ON VIEW "public"."solvency" IS 'Public proof that the money held equals the money owed.';

COMMENT ON VIEW "public"."wallet_lots" IS 'Which payments the signed-in member''s wallet money came from, and so where it can be refunded.';

REVOKE ALL ON FUNCTION "private"."add_order_event"(public.pack_orders, text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_order_event"(public.pack_orders, text, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."allocate_chargeback"(private.chargebacks, public.payments, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."allocate_chargeback"(private.chargebacks, public.payments, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."approve_new_address"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."approve_new_address"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."are_related_by_invite"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."are_related_by_invite"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."assign_branch"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."assign_branch"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."awaits_removal"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."awaits_removal"(text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."call_due_functions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."call_due_functions"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."call_function"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."call_function"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."call_health"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."call_health"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_open_session"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_open_session"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."clock_health"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clock_health"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."copy_locale"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."copy_locale"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."creator_facet_keys"(private.creators) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."creator_facet_keys"(private.creators) TO "postgres";

REVOKE ALL ON FUNCTION "private"."creator_satisfies"(private.creators, private.creator_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."creator_satisfies"(private.creators, private.creator_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_filter_keys"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_filter_keys"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."dry_run_staff_act"(public.staff_proposals) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."dry_run_staff_act"(public.staff_proposals) TO "postgres";

REVOKE ALL ON FUNCTION "private"."due_functions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."due_functions"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."execute_staff_act"(public.staff_proposals) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."execute_staff_act"(public.staff_proposals) TO "postgres";

REVOKE ALL ON FUNCTION "private"."exported_discovery"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."exported_discovery"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."exported_messages"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."exported_messages"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."exported_money"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."exported_money"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."exported_notices"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."exported_notices"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."exported_orders"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."exported_orders"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."exported_profile"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."exported_profile"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."facet_key"(integer, integer, integer, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."facet_key"(integer, integer, integer, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."filter_facet_keys"(private.creator_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."filter_facet_keys"(private.creator_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."filter_words"(jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."filter_words"(jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."found_market"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."found_market"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."fresh_since"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fresh_since"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_large_chargebacks"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_large_chargebacks"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_staff"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_staff"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."have_open_order_or_report"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."have_open_order_or_report"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_appointed_staff"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_appointed_staff"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keyset_condition"(private.creator_page) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keyset_condition"(private.creator_page) TO "postgres";

REVOKE ALL ON FUNCTION "private"."listed_once"(text[], timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."listed_once"(text[], timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lists_of"(public.profiles) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lists_of"(public.profiles) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_profile_for_staff"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_profile_for_staff"(uuid, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."market_health"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."market_health"() TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."matched_fields"(private.creators) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."matched_fields"(private.creators) TO "postgres";

REVOKE ALL ON FUNCTION "private"."matching_watchers"(private.creators) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."matching_watchers"(private.creators) TO "postgres";

REVOKE ALL ON FUNCTION "private"."member_lists"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."member_lists"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."note_clock_run"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_clock_run"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_next_watchers"(private.creators, uuid, integer, integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_next_watchers"(private.creators, uuid, integer, integer, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_of_campaigns"(private.creators, uuid[], uuid[], timestamp with time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_of_campaigns"(private.creators, uuid[], uuid[], timestamp with time zone, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_saved_searches"(private.creators, uuid[], uuid[], timestamp with time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_saved_searches"(private.creators, uuid[], uuid[], timestamp with time zone, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."position_of"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."position_of"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."proposal_to"(public.pack_orders, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."proposal_to"(public.pack_orders, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."purge_clock_history"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."purge_clock_history"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."qualifies_for_level"(text, private.trade_record, interval) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."qualifies_for_level"(text, private.trade_record, interval) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_health"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_health"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."recognise_former_member"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."recognise_former_member"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_sign_up"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_sign_up"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."redistribute_chargebacks"(public.payments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."redistribute_chargebacks"(public.payments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_direct_change"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_direct_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."reject_own_case"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reject_own_case"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."remember_former_member"(text, public.profiles) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remember_former_member"(text, public.profiles) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_valid_name"(text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_valid_name"(text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."return_money_to_wallet"(public.payments, bigint, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."return_money_to_wallet"(public.payments, bigint, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_sort_index"(private.creator_filter, private.creator_page, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_sort_index"(private.creator_filter, private.creator_page, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_by_index"(private.creator_filter, private.creator_page) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_by_index"(private.creator_filter, private.creator_page) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_text"(text, text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_text"(text, text[], text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."seat_founder"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."seat_founder"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."set_reserved_skeleton"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_reserved_skeleton"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sort_range_condition"(private.creator_filter, private.creator_page) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sort_range_condition"(private.creator_filter, private.creator_page) TO "postgres";

REVOKE ALL ON FUNCTION "private"."staff_queue"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."staff_queue"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."store_application_terms"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."store_application_terms"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."store_filter_keys"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."store_filter_keys"(uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."store_pack_terms"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."store_pack_terms"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."store_terms"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."store_terms"(uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_ban"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_ban"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_campaign_keys"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_campaign_keys"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_clocks"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_clocks"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_creator"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_creator"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_member"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_member"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_profile_name"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_profile_name"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_saved_search_keys"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_saved_search_keys"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_score"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_score"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."term_grams"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."term_grams"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."trade_record_of"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."trade_record_of"(uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."unsubscribe_day"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unsubscribe_day"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."use_wave_room"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."use_wave_room"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."wave_room"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."wave_room"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."word_places"(text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."word_places"(text[], text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."words"(text) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."approve_new_address"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."approve_new_address"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."market_health"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."market_health"() TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."staff_queue"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."staff_queue"() TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."approved_addresses" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."clock_runs" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."former_members" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."founding" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."notice_wave" TO "postgres";

REVOKE ALL ("regions") ON TABLE "public"."profiles" FROM "authenticated";

GRANT UPDATE ("regions") ON TABLE "public"."profiles" TO "authenticated";

GRANT USAGE ON TYPE "private"."trade_record" TO "postgres";

GRANT USAGE ON TYPE "public"."health_check" TO "postgres";

ALTER TABLE "public"."profiles" ADD CONSTRAINT "profiles_lists_known" CHECK (((platforms <@ private.words('platforms'::text)) AND (categories <@ private.words('categories'::text)) AND (regions <@ private.words('regions'::text))));

CREATE INDEX creators_by_filters ON private.creators USING gin (private.text_grams(search_text), platforms, categories, regions, language, follower_range, is_verified);

DROP POLICY attachments_insert ON storage.objects;

DROP POLICY avatars_insert ON storage.objects;

DROP POLICY avatars_update ON storage.objects;

CREATE POLICY attachments_insert ON storage.objects AS PERMISSIVE FOR INSERT TO authenticated WITH CHECK (((bucket_id = 'attachments'::text) AND (( SELECT storage.operation() AS operation) = 'storage.object.upload'::text) AND (cardinality(storage.foldername(name)) = 2) AND ((storage.foldername(name))[2] <> ALL (ARRAY['.'::text, '..'::text])) AND (NOT private.awaits_removal(bucket_id, name)) AND private.may_talk((storage.foldername(name))[1])));

CREATE POLICY avatars_insert ON storage.objects AS PERMISSIVE FOR INSERT TO authenticated WITH CHECK (((bucket_id = 'avatars'::text) AND (( SELECT storage.operation() AS operation) = ANY (ARRAY['storage.object.upload'::text, 'storage.object.upload_update'::text])) AND (name IS DISTINCT FROM ( SELECT private.my_picture() AS my_picture)) AND (NOT private.awaits_removal(bucket_id, name)) AND (cardinality(storage.foldername(name)) = 1) AND ((storage.foldername(name))[1] = (( SELECT private.my_profile_id() AS my_profile_id))::text)));

CREATE POLICY avatars_update ON storage.objects AS PERMISSIVE FOR UPDATE TO authenticated USING (((bucket_id = 'avatars'::text) AND (( SELECT storage.operation() AS operation) = ANY (ARRAY['storage.object.upload'::text, 'storage.object.upload_update'::text])) AND (name IS DISTINCT FROM ( SELECT private.my_picture() AS my_picture)) AND ((storage.foldername(name))[1] = (( SELECT private.my_profile_id() AS my_profile_id))::text))) WITH CHECK (((bucket_id = 'avatars'::text) AND (NOT private.awaits_removal(bucket_id, name)) AND (cardinality(storage.foldername(name)) = 1) AND ((storage.foldername(name))[1] = (( SELECT private.my_profile_id() AS my_profile_id))::text)));

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"former_member_days","unit":"days","value":365,"meaning":"How long a keyed hash of the address of a deleted account is kept, to recognize the person at a new sign-up.","is_public":true,"max_value":3650,"min_value":180}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"founding_invite_hours","unit":"hours","value":72,"meaning":"How long the invite of the first member of staff can be used.","is_public":false,"max_value":720,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"notices_per_second","unit":"count","value":20,"meaning":"Notifications of matches and campaigns that are written each second on average; five times as many at once.","is_public":false,"max_value":1000000,"min_value":1}')
  ON CONFLICT DO NOTHING;
