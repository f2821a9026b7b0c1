set local check_function_bodies = off;

ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" REVOKE ALL ON SEQUENCES FROM "anon";

ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" REVOKE ALL ON SEQUENCES FROM "authenticated";

ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" REVOKE ALL ON SEQUENCES FROM "service_role";

ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" REVOKE ALL ON FUNCTIONS FROM "anon";

ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" REVOKE ALL ON FUNCTIONS FROM "authenticated";

ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" REVOKE ALL ON FUNCTIONS FROM "service_role";

ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" REVOKE ALL ON TABLES FROM "anon";

ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" REVOKE ALL ON TABLES FROM "authenticated";

ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" REVOKE ALL ON TABLES FROM "service_role";

CREATE SCHEMA "private";

CREATE EXTENSION IF NOT EXISTS "pg_trgm" SCHEMA "extensions";

CREATE TABLE "private"."accounts" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "owner_id" uuid, "order_id" uuid, "kind" text NOT NULL, "currency" text NOT NULL, "shard" smallint NOT NULL DEFAULT 0, "balance_minor" bigint NOT NULL DEFAULT 0, CONSTRAINT "accounts_balance_not_negative" CHECK (((balance_minor >= 0) OR (kind = ANY (ARRAY['cash'::text, 'loss'::text])))), CONSTRAINT "accounts_key" UNIQUE NULLS NOT DISTINCT (owner_id, kind, currency, order_id, shard), CONSTRAINT "accounts_kind_known" CHECK ((kind = ANY (ARRAY['wallet'::text, 'escrow'::text, 'pending'::text, 'available'::text, 'in_transit'::text, 'cash'::text, 'fees_held'::text, 'revenue'::text, 'suspense'::text, 'loss'::text]))), CONSTRAINT "accounts_order_fits_kind" CHECK (((order_id IS NOT NULL) = (kind = 'escrow'::text))), CONSTRAINT "accounts_owner_fits_kind" CHECK (((owner_id IS NOT NULL) = (kind = ANY (ARRAY['wallet'::text, 'escrow'::text, 'pending'::text, 'available'::text, 'in_transit'::text])))), CONSTRAINT "accounts_pkey" PRIMARY KEY (id), CONSTRAINT "accounts_shard_fits_kind" CHECK (((shard = 0) OR ((owner_id IS NULL) AND ((shard >= 0) AND (shard <= 15))))));

ALTER TABLE "private"."accounts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."accounts" SET (fillfactor=50);

CREATE TABLE "private"."campaign_matches" ("campaign_id" uuid NOT NULL, "profile_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "campaign_matches_pkey" PRIMARY KEY (campaign_id, profile_id));

ALTER TABLE "private"."campaign_matches" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."campaign_queue" ("campaign_id" uuid NOT NULL, "told_up_to" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "campaign_queue_pkey" PRIMARY KEY (campaign_id));

ALTER TABLE "private"."campaign_queue" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."chargebacks" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "provider" text NOT NULL, "provider_ref" text NOT NULL, "order_id" uuid, "amount_minor" bigint NOT NULL, "currency" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "chargebacks_amount_positive" CHECK ((amount_minor > 0)), CONSTRAINT "chargebacks_pkey" PRIMARY KEY (id), CONSTRAINT "chargebacks_provider_ref_key" UNIQUE (provider, provider_ref));

ALTER TABLE "private"."chargebacks" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."creators" ("profile_id" uuid NOT NULL, "name" text NOT NULL, "haystack" text NOT NULL, "language" text NOT NULL, "platforms" text[] NOT NULL, "categories" text[] NOT NULL, "follower_total" bigint NOT NULL, "rating" smallint NOT NULL, "is_verified" boolean NOT NULL, "created_at" timestamp with time zone NOT NULL, CONSTRAINT "creators_pkey" PRIMARY KEY (profile_id));

ALTER TABLE "private"."creators" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."digest_items" ("notification_id" uuid NOT NULL, "profile_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL, CONSTRAINT "digest_items_pkey" PRIMARY KEY (notification_id));

ALTER TABLE "private"."digest_items" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."email_outbox" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "profile_id" uuid NOT NULL, "template" text NOT NULL, "data" jsonb NOT NULL, "status" text NOT NULL DEFAULT 'waiting'::text, "attempts" integer NOT NULL DEFAULT 0, "send_after" timestamp with time zone NOT NULL, "created_at" timestamp with time zone NOT NULL, "claimed_at" timestamp with time zone, "sent_at" timestamp with time zone, "to_email" text, "last_error" text, CONSTRAINT "email_outbox_pkey" PRIMARY KEY (id), CONSTRAINT "email_outbox_sent_has_time" CHECK (((status = 'sent'::text) = (sent_at IS NOT NULL))), CONSTRAINT "email_outbox_status_known" CHECK ((status = ANY (ARRAY['waiting'::text, 'claimed'::text, 'sent'::text, 'failed'::text]))));

ALTER TABLE "private"."email_outbox" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."entries" ("transfer_id" bigint NOT NULL, "account_id" bigint NOT NULL, "amount_minor" bigint NOT NULL, CONSTRAINT "entries_amount_not_zero" CHECK ((amount_minor <> 0)), CONSTRAINT "entries_pkey" PRIMARY KEY (transfer_id, account_id));

ALTER TABLE "private"."entries" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."filter_keys" ("key" integer NOT NULL, "term_id" integer NOT NULL, "min_rating" smallint NOT NULL, "watcher_id" uuid NOT NULL, "recheck" boolean NOT NULL);

ALTER TABLE "private"."filter_keys" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."filter_keys" SET (autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.01);

CREATE TABLE "private"."holds" ("order_id" uuid NOT NULL, "profile_id" uuid NOT NULL, "currency" text NOT NULL, "amount_minor" bigint NOT NULL, "fees_minor" bigint NOT NULL, "due_at" timestamp with time zone NOT NULL, "cleared_at" timestamp with time zone, CONSTRAINT "holds_amounts_not_negative" CHECK (((amount_minor >= 0) AND (fees_minor >= 0))), CONSTRAINT "holds_pkey" PRIMARY KEY (order_id, profile_id));

ALTER TABLE "private"."holds" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."match_queue" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "profile_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "match_queue_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."match_queue" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."order_moves" ("from_status" text NOT NULL, "to_status" text NOT NULL, "actor" text NOT NULL, CONSTRAINT "order_moves_actor_known" CHECK ((actor = ANY (ARRAY['brand'::text, 'creator'::text, 'both'::text, 'staff'::text, 'clock'::text, 'provider'::text]))), CONSTRAINT "order_moves_pkey" PRIMARY KEY (from_status, to_status, actor));

ALTER TABLE "private"."order_moves" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."rate_limits" ("action" text NOT NULL, "subject" text NOT NULL, "window_start" timestamp with time zone NOT NULL, "hits" integer NOT NULL DEFAULT 1, CONSTRAINT "rate_limits_pkey" PRIMARY KEY (action, subject, window_start));

ALTER TABLE "private"."rate_limits" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."saved_search_matches" ("saved_search_id" uuid NOT NULL, "profile_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "saved_search_matches_pkey" PRIMARY KEY (saved_search_id, profile_id));

ALTER TABLE "private"."saved_search_matches" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."search_terms" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "term" text NOT NULL, "anchor" text NOT NULL, CONSTRAINT "search_terms_pkey" PRIMARY KEY (id), CONSTRAINT "search_terms_term_key" UNIQUE (term));

ALTER TABLE "private"."search_terms" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."secrets" ("name" text NOT NULL, "value" bytea NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "secrets_pkey" PRIMARY KEY (name));

ALTER TABLE "private"."secrets" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."settings" ("key" text NOT NULL, "value" numeric NOT NULL, "unit" text NOT NULL, "meaning" text NOT NULL, CONSTRAINT "settings_pkey" PRIMARY KEY (key), CONSTRAINT "settings_value_not_negative" CHECK ((value >= (0)::numeric)));

ALTER TABLE "private"."settings" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."transfers" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "event" text NOT NULL, "order_id" uuid, "reference" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "transfers_event_known" CHECK ((event = ANY (ARRAY['payment'::text, 'escrow'::text, 'refund'::text, 'completion'::text, 'settlement'::text, 'clearing'::text, 'referral_reward'::text, 'payout_requested'::text, 'payout_sent'::text, 'payout_failed'::text, 'chargeback'::text, 'suspense'::text, 'suspense_resolved'::text]))), CONSTRAINT "transfers_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."transfers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."trigram_frequencies" ("trigram" text NOT NULL, "creators" integer NOT NULL, CONSTRAINT "trigram_frequencies_pkey" PRIMARY KEY (trigram));

ALTER TABLE "private"."trigram_frequencies" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."campaign_applications" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "campaign_id" uuid NOT NULL, "brand_id" uuid NOT NULL, "kol_id" uuid NOT NULL, "pack_id" uuid, "title" text NOT NULL, "price_minor" bigint NOT NULL, "delivery_days" integer NOT NULL, "revisions" integer NOT NULL, "note" text NOT NULL DEFAULT ''::text, "status" text NOT NULL DEFAULT 'sent'::text, "order_id" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "campaign_applications_accepted_has_order" CHECK (((status = 'accepted'::text) = (order_id IS NOT NULL))), CONSTRAINT "campaign_applications_delivery_days_in_range" CHECK (((delivery_days >= 1) AND (delivery_days <= 90))), CONSTRAINT "campaign_applications_note_length" CHECK ((length(note) <= 2000)), CONSTRAINT "campaign_applications_once" UNIQUE (campaign_id, kol_id), CONSTRAINT "campaign_applications_pkey" PRIMARY KEY (id), CONSTRAINT "campaign_applications_price_positive" CHECK ((price_minor > 0)), CONSTRAINT "campaign_applications_revisions_in_range" CHECK (((revisions >= 0) AND (revisions <= 10))), CONSTRAINT "campaign_applications_status_known" CHECK ((status = ANY (ARRAY['sent'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text]))));

ALTER TABLE "public"."campaign_applications" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."campaigns" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "title" text NOT NULL, "body" text NOT NULL, "budget_minor" bigint NOT NULL, "currency" text NOT NULL DEFAULT 'USD'::text, "filters" jsonb NOT NULL DEFAULT '{}'::jsonb, "deadline" timestamp with time zone NOT NULL, "status" text NOT NULL DEFAULT 'draft'::text, "published_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "campaigns_body_length" CHECK (((length(btrim(body)) >= 1) AND (length(btrim(body)) <= 5000))), CONSTRAINT "campaigns_budget_positive" CHECK ((budget_minor > 0)), CONSTRAINT "campaigns_pkey" PRIMARY KEY (id), CONSTRAINT "campaigns_published_has_time" CHECK (((status <> 'open'::text) OR (published_at IS NOT NULL))), CONSTRAINT "campaigns_status_known" CHECK ((status = ANY (ARRAY['draft'::text, 'open'::text, 'closed'::text]))), CONSTRAINT "campaigns_title_length" CHECK (((length(btrim(title)) >= 3) AND (length(btrim(title)) <= 120))));

ALTER TABLE "public"."campaigns" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."conversation_participants" ("conversation_id" uuid NOT NULL, "profile_id" uuid NOT NULL, CONSTRAINT "conversation_participants_pkey" PRIMARY KEY (conversation_id, profile_id));

ALTER TABLE "public"."conversation_participants" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."conversations" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "member_a" uuid NOT NULL, "member_b" uuid NOT NULL, "opened_by" uuid NOT NULL, "last_message_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "conversations_opened_by_member" CHECK (((opened_by = member_a) OR (opened_by = member_b))), CONSTRAINT "conversations_pair_key" UNIQUE (member_a, member_b), CONSTRAINT "conversations_pair_sorted" CHECK ((member_a < member_b)), CONSTRAINT "conversations_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."conversations" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."currencies" ("code" text NOT NULL, "name" text NOT NULL, "decimals" smallint NOT NULL, CONSTRAINT "currencies_code_is_upper_case" CHECK ((code ~ '^[A-Z]{3,5}$'::text)), CONSTRAINT "currencies_decimals_in_range" CHECK (((decimals >= 0) AND (decimals <= 18))), CONSTRAINT "currencies_pkey" PRIMARY KEY (code));

ALTER TABLE "public"."currencies" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."email_preferences" ("type" text NOT NULL, "mode" text NOT NULL, CONSTRAINT "email_preferences_mode_known" CHECK ((mode = ANY (ARRAY['at_once'::text, 'digest'::text, 'off'::text]))));

ALTER TABLE "public"."email_preferences" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."invites" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "code" text NOT NULL, "issuer_id" uuid, "max_uses" integer NOT NULL DEFAULT 1, "uses" integer NOT NULL DEFAULT 0, "expires_at" timestamp with time zone, "email" text, "role" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "invites_code_key" UNIQUE (code), CONSTRAINT "invites_code_shape" CHECK ((code ~ '^[A-Z0-9][A-Z0-9-]{6,38}[A-Z0-9]$'::text)), CONSTRAINT "invites_email_lower_case" CHECK (((email = lower(email)) AND (email ~ '^[^@[:space:]]+@[^@[:space:]]+$'::text))), CONSTRAINT "invites_expire_after_creation" CHECK ((expires_at > created_at)), CONSTRAINT "invites_max_uses_positive" CHECK ((max_uses > 0)), CONSTRAINT "invites_pkey" PRIMARY KEY (id), CONSTRAINT "invites_role_known" CHECK ((role = ANY (ARRAY['kol'::text, 'brand'::text]))), CONSTRAINT "invites_uses_within_max" CHECK (((uses >= 0) AND (uses <= max_uses))));

ALTER TABLE "public"."invites" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."member_blocks" ("blocker_id" uuid NOT NULL, "blocked_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "member_blocks_not_oneself" CHECK ((blocker_id <> blocked_id)), CONSTRAINT "member_blocks_pkey" PRIMARY KEY (blocker_id, blocked_id));

ALTER TABLE "public"."member_blocks" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."members" ("id" uuid NOT NULL, "role" text NOT NULL, "display_name" text NOT NULL, "bio" text NOT NULL, "expertise" text[] NOT NULL, "language" text NOT NULL, "platforms" text[] NOT NULL, "categories" text[] NOT NULL, "follower_counts" jsonb NOT NULL, "follower_total" bigint NOT NULL, "rating" numeric(3,2), "review_count" integer NOT NULL, "completed_orders" integer NOT NULL, "is_verified" boolean NOT NULL, "profile_image" text, "created_at" timestamp with time zone NOT NULL, CONSTRAINT "members_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."members" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."message_reports" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "message_id" uuid NOT NULL, "reporter_id" uuid NOT NULL, "sender_id" uuid NOT NULL, "content" text NOT NULL, "file_name" text, "reason" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "resolved_at" timestamp with time zone, "resolution" text, CONSTRAINT "message_reports_once" UNIQUE (message_id, reporter_id), CONSTRAINT "message_reports_pkey" PRIMARY KEY (id), CONSTRAINT "message_reports_reason_length" CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 1000))), CONSTRAINT "message_reports_resolved_with_note" CHECK (((resolved_at IS NULL) = (resolution IS NULL))));

ALTER TABLE "public"."message_reports" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."messages" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "conversation_id" uuid NOT NULL, "sender_id" uuid NOT NULL, "receiver_id" uuid NOT NULL, "content" text NOT NULL DEFAULT ''::text, "file_url" text, "file_name" text, "file_type" text, "file_size" bigint, "is_read" boolean NOT NULL DEFAULT false, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "messages_content_length" CHECK ((length(content) <= 4000)), CONSTRAINT "messages_file_complete" CHECK ((num_nonnulls(file_url, file_name, file_type, file_size) = ANY (ARRAY[0, 4]))), CONSTRAINT "messages_file_name_length" CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255))), CONSTRAINT "messages_file_of_conversation" CHECK (starts_with(file_url, (conversation_id || '/'::text))), CONSTRAINT "messages_not_empty" CHECK (((content ~ '[^[:space:]]'::text) OR (file_url IS NOT NULL))), CONSTRAINT "messages_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."messages" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."notifications" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid NOT NULL, "type" text NOT NULL, "title" text NOT NULL, "message" text NOT NULL, "data" jsonb NOT NULL DEFAULT '{}'::jsonb, "read" boolean NOT NULL DEFAULT false, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "notifications_data_is_object" CHECK ((jsonb_typeof(data) = 'object'::text)), CONSTRAINT "notifications_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."notifications" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."order_deliveries" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "order_id" uuid NOT NULL, "note" text NOT NULL, "links" text[] NOT NULL DEFAULT '{}'::text[], "files" jsonb NOT NULL DEFAULT '[]'::jsonb, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "order_deliveries_files_are_list" CHECK (((jsonb_typeof(files) = 'array'::text) AND (jsonb_array_length(files) <= 20))), CONSTRAINT "order_deliveries_note_length" CHECK (((length(note) >= 1) AND (length(note) <= 5000))), CONSTRAINT "order_deliveries_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."order_deliveries" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."order_events" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "order_id" uuid NOT NULL, "from_status" text, "to_status" text NOT NULL, "actor_id" uuid, "note" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "order_events_note_length" CHECK ((length(note) <= 5000)), CONSTRAINT "order_events_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."order_events" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."pack_orders" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "pack_id" uuid, "brand_id" uuid NOT NULL, "kol_id" uuid NOT NULL, "status" text NOT NULL DEFAULT 'pending_payment'::text, "pack_title" text NOT NULL, "price_minor" bigint NOT NULL, "fee_minor" bigint NOT NULL, "buyer_fee_minor" bigint NOT NULL DEFAULT 0, "currency" text NOT NULL, "delivery_days" integer NOT NULL, "revisions_allowed" integer NOT NULL, "brief" text NOT NULL DEFAULT ''::text, "idempotency_key" uuid NOT NULL, "revisions_used" integer NOT NULL DEFAULT 0, "review_extended" boolean NOT NULL DEFAULT false, "reminders_sent" smallint NOT NULL DEFAULT 0, "cancel_requested_by" uuid, "creator_share_minor" bigint, "due_at" timestamp with time zone, "delivered_at" timestamp with time zone, "completed_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "pack_orders_brief_length" CHECK ((length(brief) <= 5000)), CONSTRAINT "pack_orders_buyer_fee_not_negative" CHECK ((buyer_fee_minor >= 0)), CONSTRAINT "pack_orders_cancel_requested_by_side" CHECK (((cancel_requested_by = brand_id) OR (cancel_requested_by = kol_id))), CONSTRAINT "pack_orders_fee_within_price" CHECK (((fee_minor >= 0) AND (fee_minor <= price_minor))), CONSTRAINT "pack_orders_idempotency_key_key" UNIQUE (brand_id, idempotency_key), CONSTRAINT "pack_orders_pkey" PRIMARY KEY (id), CONSTRAINT "pack_orders_price_positive" CHECK ((price_minor > 0)), CONSTRAINT "pack_orders_revisions_within_terms" CHECK (((revisions_used >= 0) AND (revisions_used <= revisions_allowed))), CONSTRAINT "pack_orders_share_within_price" CHECK (((creator_share_minor >= 0) AND (creator_share_minor <= price_minor))), CONSTRAINT "pack_orders_status_known" CHECK ((status = ANY (ARRAY['pending_payment'::text, 'funded'::text, 'in_progress'::text, 'delivered'::text, 'in_revision'::text, 'disputed'::text, 'completed'::text, 'settled'::text, 'declined'::text, 'cancelled'::text, 'expired'::text]))), CONSTRAINT "pack_orders_two_sides" CHECK ((brand_id <> kol_id)));

ALTER TABLE "public"."pack_orders" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."packs" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "kol_id" uuid NOT NULL, "title" text NOT NULL, "description" text NOT NULL DEFAULT ''::text, "platform" text, "price_minor" bigint NOT NULL, "currency" text NOT NULL DEFAULT 'USD'::text, "delivery_days" integer NOT NULL, "revisions" integer NOT NULL DEFAULT 2, "is_published" boolean NOT NULL DEFAULT false, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "packs_delivery_days_in_range" CHECK (((delivery_days >= 1) AND (delivery_days <= 90))), CONSTRAINT "packs_description_length" CHECK ((length(description) <= 4000)), CONSTRAINT "packs_pkey" PRIMARY KEY (id), CONSTRAINT "packs_platform_known" CHECK ((platform = ANY (ARRAY['x'::text, 'youtube'::text, 'telegram'::text, 'discord'::text, 'tiktok'::text, 'instagram'::text, 'twitch'::text, 'farcaster'::text, 'medium'::text, 'linkedin'::text]))), CONSTRAINT "packs_price_positive" CHECK ((price_minor > 0)), CONSTRAINT "packs_price_within_limit" CHECK ((price_minor <= '1000000000000000'::bigint)), CONSTRAINT "packs_revisions_in_range" CHECK (((revisions >= 0) AND (revisions <= 10))), CONSTRAINT "packs_title_length" CHECK (((length(title) >= 3) AND (length(title) <= 120))), CONSTRAINT "packs_title_printable" CHECK (((title = btrim(title)) AND (title !~ '[[:cntrl:]]'::text))));

ALTER TABLE "public"."packs" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."payments" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "provider" text NOT NULL, "provider_ref" text NOT NULL, "claimed_order_id" uuid, "order_id" uuid, "payer_id" uuid, "amount_minor" bigint NOT NULL, "currency" text NOT NULL, "status" text NOT NULL DEFAULT 'received'::text, "problem" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "payments_amount_positive" CHECK ((amount_minor > 0)), CONSTRAINT "payments_pkey" PRIMARY KEY (id), CONSTRAINT "payments_provider_length" CHECK (((length(provider) >= 1) AND (length(provider) <= 40))), CONSTRAINT "payments_provider_ref_key" UNIQUE (provider, provider_ref), CONSTRAINT "payments_provider_ref_length" CHECK (((length(provider_ref) >= 1) AND (length(provider_ref) <= 200))), CONSTRAINT "payments_status_known" CHECK ((status = ANY (ARRAY['received'::text, 'suspense'::text, 'resolved'::text, 'charged_back'::text]))));

ALTER TABLE "public"."payments" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."payouts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "profile_id" uuid NOT NULL, "amount_minor" bigint NOT NULL, "currency" text NOT NULL, "destination" text NOT NULL, "source" text NOT NULL DEFAULT 'available'::text, "payment_id" uuid, "status" text NOT NULL DEFAULT 'requested'::text, "provider_ref" text, "failure_reason" text, "idempotency_key" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "payouts_amount_positive" CHECK ((amount_minor > 0)), CONSTRAINT "payouts_destination_length" CHECK (((length(destination) >= 3) AND (length(destination) <= 300))), CONSTRAINT "payouts_destination_printable" CHECK (((destination = btrim(destination)) AND (destination !~ '[[:cntrl:]]'::text))), CONSTRAINT "payouts_idempotency_key_key" UNIQUE (profile_id, idempotency_key), CONSTRAINT "payouts_pkey" PRIMARY KEY (id), CONSTRAINT "payouts_provider_ref_key" UNIQUE (provider_ref), CONSTRAINT "payouts_refund_has_payment" CHECK (((source = 'wallet'::text) = (payment_id IS NOT NULL))), CONSTRAINT "payouts_sent_has_reference" CHECK (((status = 'sent'::text) = (provider_ref IS NOT NULL))), CONSTRAINT "payouts_source_known" CHECK ((source = ANY (ARRAY['available'::text, 'wallet'::text]))), CONSTRAINT "payouts_status_known" CHECK ((status = ANY (ARRAY['requested'::text, 'sent'::text, 'failed'::text]))));

ALTER TABLE "public"."payouts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."profiles" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid, "role" text, "display_name" text, "bio" text NOT NULL DEFAULT ''::text, "expertise" text[] NOT NULL DEFAULT '{}'::text[], "language" text, "locale" text NOT NULL DEFAULT 'en'::text, "platforms" text[] NOT NULL DEFAULT '{}'::text[], "categories" text[] NOT NULL DEFAULT '{}'::text[], "follower_counts" jsonb NOT NULL DEFAULT '{}'::jsonb, "profile_image" text, "rating" numeric(3,2), "review_count" integer NOT NULL DEFAULT 0, "completed_orders" integer NOT NULL DEFAULT 0, "trust_level" text NOT NULL DEFAULT 'new'::text, "is_verified" boolean NOT NULL DEFAULT false, "is_approved" boolean NOT NULL DEFAULT false, "is_staff" boolean NOT NULL DEFAULT false, "referral_code" text, "invites_left" integer NOT NULL DEFAULT 0, "onboarded_at" timestamp with time zone, "suspended_at" timestamp with time zone, "deleted_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "profiles_approved_is_onboarded" CHECK (((NOT is_approved) OR (onboarded_at IS NOT NULL))), CONSTRAINT "profiles_bio_length" CHECK ((length(bio) <= 2000)), CONSTRAINT "profiles_categories_known" CHECK ((categories <@ ARRAY['defi'::text, 'nft'::text, 'gaming'::text, 'infrastructure'::text, 'layer2'::text, 'trading'::text, 'education'::text, 'news'::text, 'memecoins'::text, 'dao'::text, 'security'::text, 'ai'::text])), CONSTRAINT "profiles_completed_orders_not_negative" CHECK ((completed_orders >= 0)), CONSTRAINT "profiles_deleted_is_empty" CHECK (((deleted_at IS NULL) OR ((user_id IS NULL) AND (referral_code IS NULL) AND (NOT is_approved) AND (NOT is_staff)))), CONSTRAINT "profiles_display_name_length" CHECK (((length(display_name) >= 2) AND (length(display_name) <= 60))), CONSTRAINT "profiles_display_name_not_reserved" CHECK (((deleted_at IS NOT NULL) OR (lower(display_name) <> ALL (ARRAY['former member'::text, 'kolpact'::text])))), CONSTRAINT "profiles_display_name_printable" CHECK (((display_name = btrim(display_name)) AND (display_name !~ '[[:cntrl:]]'::text))), CONSTRAINT "profiles_invites_left_not_negative" CHECK ((invites_left >= 0)), CONSTRAINT "profiles_language_code" CHECK ((language ~ '^[a-z]{2}$'::text)), CONSTRAINT "profiles_locale_code" CHECK ((locale ~ '^[a-z]{2}(-[A-Z]{2})?$'::text)), CONSTRAINT "profiles_onboarded_is_complete" CHECK (((onboarded_at IS NULL) OR (deleted_at IS NOT NULL) OR ((role IS NOT NULL) AND (display_name IS NOT NULL) AND (language IS NOT NULL) AND ((role = 'brand'::text) OR ((cardinality(platforms) > 0) AND (cardinality(categories) > 0)))))), CONSTRAINT "profiles_pkey" PRIMARY KEY (id), CONSTRAINT "profiles_platforms_known" CHECK ((platforms <@ ARRAY['x'::text, 'youtube'::text, 'telegram'::text, 'discord'::text, 'tiktok'::text, 'instagram'::text, 'twitch'::text, 'farcaster'::text, 'medium'::text, 'linkedin'::text])), CONSTRAINT "profiles_profile_image_is_link" CHECK (((length(profile_image) <= 500) AND (profile_image ~ '^(https?://|[0-9a-f-]{36}/)[^[:space:]]+$'::text))), CONSTRAINT "profiles_rating_in_range" CHECK (((rating >= (1)::numeric) AND (rating <= (5)::numeric))), CONSTRAINT "profiles_referral_code_key" UNIQUE (referral_code), CONSTRAINT "profiles_review_count_not_negative" CHECK ((review_count >= 0)), CONSTRAINT "profiles_role_known" CHECK ((role = ANY (ARRAY['kol'::text, 'brand'::text]))), CONSTRAINT "profiles_trust_level_known" CHECK ((trust_level = ANY (ARRAY['new'::text, 'normal'::text, 'trusted'::text]))), CONSTRAINT "profiles_user_id_key" UNIQUE (user_id));

ALTER TABLE "public"."profiles" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."referrals" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "inviter_id" uuid, "invitee_id" uuid NOT NULL, "invite_id" uuid, "status" text NOT NULL DEFAULT 'joined'::text, "reward_minor" bigint, "currency" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "announced_at" timestamp with time zone, "activated_at" timestamp with time zone, CONSTRAINT "referrals_invitee_id_key" UNIQUE (invitee_id), CONSTRAINT "referrals_not_oneself" CHECK ((inviter_id IS DISTINCT FROM invitee_id)), CONSTRAINT "referrals_pkey" PRIMARY KEY (id), CONSTRAINT "referrals_reward_has_currency" CHECK (((reward_minor IS NULL) = (currency IS NULL))), CONSTRAINT "referrals_reward_not_negative" CHECK ((reward_minor >= 0)), CONSTRAINT "referrals_status_known" CHECK ((status = ANY (ARRAY['joined'::text, 'activated'::text, 'ineligible'::text]))));

ALTER TABLE "public"."referrals" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."reviews" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "order_id" uuid NOT NULL, "author_id" uuid NOT NULL, "subject_id" uuid NOT NULL, "rating" integer NOT NULL, "comment" text NOT NULL DEFAULT ''::text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "reveals_at" timestamp with time zone NOT NULL, "visible_at" timestamp with time zone, CONSTRAINT "reviews_comment_length" CHECK ((length(comment) <= 2000)), CONSTRAINT "reviews_of_the_other" CHECK ((author_id <> subject_id)), CONSTRAINT "reviews_one_per_side" UNIQUE (order_id, author_id), CONSTRAINT "reviews_pkey" PRIMARY KEY (id), CONSTRAINT "reviews_rating_in_range" CHECK (((rating >= 1) AND (rating <= 5))));

ALTER TABLE "public"."reviews" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."saved_searches" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "name" text NOT NULL, "filters" jsonb NOT NULL DEFAULT '{}'::jsonb, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "saved_searches_name_length" CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 80))), CONSTRAINT "saved_searches_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."saved_searches" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."settlement_proposals" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "order_id" uuid NOT NULL, "proposed_by" uuid NOT NULL, "creator_share_minor" bigint NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "settlement_proposals_pkey" PRIMARY KEY (id), CONSTRAINT "settlement_proposals_share_not_negative" CHECK ((creator_share_minor >= 0)));

ALTER TABLE "public"."settlement_proposals" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."staff_audit" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "actor_id" uuid, "action" text NOT NULL, "subject_id" uuid, "details" jsonb NOT NULL DEFAULT '{}'::jsonb, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "staff_audit_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."staff_audit" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."pack_orders" ADD COLUMN "is_completed" boolean GENERATED ALWAYS AS ((status = 'completed'::text)) STORED NOT NULL;

CREATE TYPE "private"."creator_filter" AS ("term" text, "term_pattern" text, "language" text, "platforms" text[], "categories" text[], "follower_ranges" smallint[], "min_rating" smallint, "verified" boolean, "keys" integer[], "keys_are_wide" boolean, "email_notifications" boolean);

CREATE TYPE "public"."invite_check" AS ("valid" boolean, "inviter_name" text, "role" text);

CREATE TYPE "public"."member_label" AS ("id" uuid, "role" text, "display_name" text, "profile_image" text, "is_verified" boolean);

CREATE OR REPLACE FUNCTION private.accept_application(application_id uuid, idempotency_key uuid)
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
  if v_application.status = 'accepted' then
    select * into v_order from public.pack_orders o where o.id = v_application.order_id;
    return v_order;
  end if;
  if v_application.status is distinct from 'sent' then
    raise exception 'application_not_open' using errcode = 'PT409';
  end if;
  select * into v_campaign from public.campaigns c where c.id = v_application.campaign_id;

  v_terms.brand_id := v_me;
  v_terms.kol_id := v_application.kol_id;
  v_terms.pack_id := v_application.pack_id;
  v_terms.pack_title := v_application.title;
  v_terms.price_minor := v_application.price_minor;
  v_terms.currency := v_campaign.currency;
  v_terms.delivery_days := v_application.delivery_days;
  v_terms.revisions_allowed := v_application.revisions;
  v_terms.brief := v_campaign.body;
  v_terms.idempotency_key := accept_application.idempotency_key;
  v_order := private.open_order(v_terms);

  update public.campaign_applications a set status = 'accepted', order_id = v_order.id, updated_at = now()
  where a.id = v_application.id returning * into v_application;
  perform private.tell_applicant(v_application, v_campaign.title);
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.accept_order(order_id uuid, at timestamp with time zone DEFAULT now())
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'creator');
begin
  if private.just_moved_by(v_order, 'in_progress', v_order.kol_id) then
    return v_order;
  end if;
  if v_order.status is distinct from 'funded' then
    raise exception 'order_not_funded' using errcode = 'PT409';
  end if;
  return private.move_order(v_order, 'in_progress', 'creator', v_order.kol_id, null, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.accept_settlement(order_id uuid, creator_share_minor bigint DEFAULT NULL::bigint, at timestamp with time zone DEFAULT now())
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id);
  v_me uuid := private.my_profile_id();
  v_offer public.settlement_proposals;
begin
  if private.just_moved_by(v_order, 'settled', v_me) then
    return v_order;
  end if;
  if v_order.status is distinct from 'disputed' then
    raise exception 'order_not_disputed' using errcode = 'PT409';
  end if;
  v_offer := private.last_proposal(v_order.id,
    case v_me when v_order.brand_id then v_order.kol_id else v_order.brand_id end);
  if v_offer.id is null then
    raise exception 'no_settlement_proposed' using errcode = 'PT409';
  end if;
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
$function$;

CREATE OR REPLACE FUNCTION private.add_participants()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.conversation_participants (conversation_id, profile_id)
  values (NEW.id, NEW.member_a), (NEW.id, NEW.member_b);
  return null;
end;
$function$;

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
    left join private.trigram_frequencies f on f.trigram = inner_trigram
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
      jsonb_build_object('profile_id', NEW.id, 'name', NEW.display_name)
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
    format('%s applied to "%s"', (select m.display_name from public.members m where m.id = v_me), v_campaign.title),
    jsonb_build_object('campaign_id', v_campaign.id, 'campaign_title', v_campaign.title,
      'application_id', v_application.id, 'status', 'sent', 'profile_id', v_me));
  return v_application;
end;
$function$;

CREATE OR REPLACE FUNCTION private.appoint_staff(profile_id uuid, is_staff boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.profiles p set is_staff = appoint_staff.is_staff
  where p.id = appoint_staff.profile_id and p.is_staff is distinct from appoint_staff.is_staff;
  if found then
    perform private.audit('appoint_staff', appoint_staff.profile_id,
      jsonb_build_object('is_staff', appoint_staff.is_staff));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.approve_profile(profile_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  update public.profiles p set is_approved = true where p.id = v_profile.id;
  perform private.audit('approve_profile', v_profile.id);
  perform private.notify(
    v_profile.id, 'profile_approved', 'Your profile is approved',
    'Brands can find you now.', jsonb_build_object('profile_id', v_profile.id)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.are_blocked(one uuid, other uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.member_blocks b
    where (b.blocker_id, b.blocked_id) in ((one, other), (other, one))
  )
$function$;

CREATE OR REPLACE FUNCTION private.audit(action text, subject_id uuid, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.staff_audit (actor_id, action, subject_id, details)
  values (private.my_profile_id(), action, subject_id, coalesce(details, '{}'))
$function$;

CREATE OR REPLACE FUNCTION private.before_user_created(event jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
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
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object('http_code', 422, 'message', v_refusal));
end;
$function$;

CREATE OR REPLACE FUNCTION private.block_member(profile_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.can_transact(profile_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.cancel_order(order_id uuid, reason text, at timestamp with time zone DEFAULT now())
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id);
  v_me uuid := private.my_profile_id();
  v_is_brand boolean := v_me = v_order.brand_id;
begin
  if private.just_moved_by(v_order, 'cancelled', v_me) then
    return v_order;
  end if;
  if v_order.status not in ('funded', 'in_progress') then
    raise exception 'order_not_cancellable' using errcode = 'PT409';
  end if;
  if v_order.status = 'funded' then
    -- A creator declines.
    if not v_is_brand then
      raise exception 'not_allowed' using errcode = 'PT403';
    end if;
    return private.move_order(v_order, 'cancelled', 'brand', v_me, reason, at);
  end if;
  if v_is_brand
    and at >= v_order.due_at + make_interval(hours => private.setting('late_cancellation')::int)
  then
    return private.move_order(v_order, 'cancelled', 'brand', v_me, reason, at);
  end if;
  if v_order.cancel_requested_by is not null and v_order.cancel_requested_by <> v_me then
    return private.move_order(v_order, 'cancelled', 'both', v_me, reason, at);
  end if;
  if v_order.cancel_requested_by = v_me then
    return v_order;
  end if;
  update public.pack_orders o set cancel_requested_by = v_me, updated_at = now()
  where o.id = v_order.id
  returning * into v_order;
  perform private.note_on_order(v_order, v_me, reason);
  perform private.tell_about_order(case when v_is_brand then v_order.kol_id else v_order.brand_id end,
    v_order, 'order_update', 'cancel_requested',
    format('Cancel the order for %s?', v_order.pack_title), 'The other side asks to cancel. It is cancelled if you agree.');
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.category_codes()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['defi', 'nft', 'gaming', 'infrastructure', 'layer2', 'trading', 'education', 'news',
    'memecoins', 'dao', 'security', 'ai']
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
  perform private.rate_limit('check_invite', private.client_address(),
    private.setting('check_invite_limit')::int, interval '1 minute');
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
$function$;

CREATE OR REPLACE FUNCTION private.check_pack_seller()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role text;
begin
  select p.role into v_role from public.profiles p where p.id = NEW.kol_id for share;
  if v_role is distinct from 'kol' then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  return NEW;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_zero_sum()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from private.entries e
    join private.accounts a on a.id = e.account_id
    where e.transfer_id = NEW.transfer_id
    group by a.currency
    having sum(e.amount_minor) <> 0
  ) then
    raise exception 'transfer_not_balanced' using errcode = 'PT409',
      detail = format('transfer %s', NEW.transfer_id);
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.claim_emails(batch integer, at timestamp with time zone DEFAULT now())
 RETURNS TABLE(id uuid, to_email text, display_name text, template text, locale text, data jsonb, attempts integer, unsubscribe_token text)
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
    select c.id, c.to_email, c.display_name, c.template, c.locale, c.data, c.attempts,
      private.unsubscribe_token(c.profile_id, c.template)
    from claimed c where c.status = 'claimed'
    order by c.send_after, c.id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.clear_hold(order_id uuid, profile_id uuid, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.client_address()
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  -- The last hop is the one that a proxy of ours wrote; what stands before it is hearsay.
  return coalesce(
    v_headers ->> 'cf-connecting-ip',
    nullif(btrim(regexp_replace(v_headers ->> 'x-forwarded-for', '^.*,', '')), ''),
    'unknown'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.close_campaign(campaign_id uuid)
 RETURNS public.campaigns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from public.campaigns c
    where c.id = close_campaign.campaign_id and c.brand_id = private.my_profile_id()
  ) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  return private.end_campaign(campaign_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.codes_of(list text[], codes text[])
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(array_position(codes, item)), '{}') from unnest(list) as item
$function$;

CREATE OR REPLACE FUNCTION private.complete_order(order_id uuid, at timestamp with time zone DEFAULT now())
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'brand');
begin
  if private.just_moved_by(v_order, 'completed', v_order.brand_id) then
    return v_order;
  end if;
  if v_order.status is distinct from 'delivered' then
    raise exception 'order_not_delivered' using errcode = 'PT409';
  end if;
  return private.move_order(v_order, 'completed', 'brand', v_order.brand_id, null, at);
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
  -- The code stays out of the record: reading it is not the right to use it.
  perform private.audit('create_invite', v_invite.id, jsonb_strip_nulls(jsonb_build_object(
    'max_uses', v_invite.max_uses, 'expires_at', v_invite.expires_at,
    'email', v_invite.email, 'role', v_invite.role)));
  return v_invite;
end;
$function$;

CREATE OR REPLACE FUNCTION private.creator_keys(language text, platforms text[], categories text[], follower_range integer, is_verified boolean)
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_language int := private.filter_key(private.language_code(language), 0, 0, 0, 0);
  v_range int := private.filter_key(0, 0, 0, follower_range, 0);
  v_platform int;
  v_category int;
  v_key int;
  v_keys int[] := '{}';
begin
  foreach v_platform in array 0 || private.codes_of(platforms, private.platform_codes()) loop
    foreach v_category in array 0 || private.codes_of(categories, private.category_codes()) loop
      v_key := private.filter_key(0, v_platform, v_category, 0, 0);
      v_keys := v_keys || v_key || (v_key + v_range) || (v_key + v_language) || (v_key + v_language + v_range);
    end loop;
  end loop;
  if is_verified then
    v_keys := v_keys || array(select key + private.filter_key(0, 0, 0, 0, 1) from unnest(v_keys) as key);
  end if;
  return v_keys;
end;
$function$;

CREATE OR REPLACE FUNCTION private.decline_application(application_id uuid)
 RETURNS public.campaign_applications
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_application public.campaign_applications;
begin
  select * into v_application from public.campaign_applications a
  where a.id = application_id and a.brand_id = private.my_profile_id() for update;
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if v_application.status = 'declined' then
    return v_application;
  end if;
  if v_application.status is distinct from 'sent' then
    raise exception 'application_not_open' using errcode = 'PT409';
  end if;
  update public.campaign_applications a set status = 'declined', updated_at = now()
  where a.id = v_application.id returning * into v_application;
  perform private.tell_applicant(v_application,
    (select c.title from public.campaigns c where c.id = v_application.campaign_id));
  return v_application;
end;
$function$;

CREATE OR REPLACE FUNCTION private.decline_order(order_id uuid, reason text, at timestamp with time zone DEFAULT now())
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'creator');
begin
  if private.just_moved_by(v_order, 'declined', v_order.kol_id) then
    return v_order;
  end if;
  if v_order.status is distinct from 'funded' then
    raise exception 'order_not_funded' using errcode = 'PT409';
  end if;
  return private.move_order(v_order, 'declined', 'creator', v_order.kol_id, reason, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.default_email_mode(type text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when type in ('campaign_match', 'invite_accepted') then 'digest' else 'at_once' end
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
  -- Sessions, notifications and the rest of the user go with the row.
  delete from auth.users u where u.id = (select auth.uid());
end;
$function$;

CREATE OR REPLACE FUNCTION private.deliver_order(order_id uuid, note text, links text[] DEFAULT '{}'::text[], files jsonb DEFAULT '[]'::jsonb, at timestamp with time zone DEFAULT now())
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'creator');
begin
  if private.just_moved_by(v_order, 'delivered', v_order.kol_id, note) then
    return v_order;
  end if;
  if v_order.status not in ('in_progress', 'in_revision') then
    raise exception 'order_not_in_progress' using errcode = 'PT409';
  end if;
  if coalesce(btrim(note), '') = ''
    or (coalesce(cardinality(links), 0) = 0 and coalesce(files, '[]') = '[]')
  then
    raise exception 'delivery_incomplete' using errcode = 'PT422';
  end if;
  if exists (select from unnest(links) as link where link is null or link !~* '^https?://[^[:space:]]+$') then
    raise exception 'delivery_link_invalid' using errcode = 'PT422';
  end if;
  insert into public.order_deliveries (order_id, note, links, files)
  values (v_order.id, deliver_order.note, coalesce(deliver_order.links, '{}'), coalesce(deliver_order.files, '[]'));
  return private.move_order(v_order, 'delivered', 'creator', v_order.kol_id, note, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.end_campaign(campaign_id uuid)
 RETURNS public.campaigns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_campaign public.campaigns;
  v_application public.campaign_applications;
begin
  update public.campaigns c set status = 'closed'
  where c.id = end_campaign.campaign_id and c.status = 'open' returning * into v_campaign;
  if not found then
    raise exception 'campaign_not_open' using errcode = 'PT409';
  end if;
  perform private.unwatch(v_campaign.id);
  delete from private.campaign_queue q where q.campaign_id = v_campaign.id;
  for v_application in
    update public.campaign_applications a set status = 'declined', updated_at = now()
    where a.campaign_id = v_campaign.id and a.status = 'sent' returning *
  loop
    perform private.tell_applicant(v_application, v_campaign.title);
  end loop;
  return v_campaign;
end;
$function$;

CREATE OR REPLACE FUNCTION private.expand_filter(f private.creator_filter, OUT keys integer[], OUT wide boolean)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
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
      select coalesce(jsonb_agg(jsonb_build_object('template', x.template, 'data', x.data,
        'to_email', x.to_email, 'status', x.status, 'sent_at', x.sent_at) order by x.created_at), '[]')
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
$function$;

CREATE OR REPLACE FUNCTION private.extend_review(order_id uuid, at timestamp with time zone DEFAULT now())
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'brand');
begin
  if v_order.status is distinct from 'delivered' then
    raise exception 'order_not_delivered' using errcode = 'PT409';
  end if;
  if v_order.review_extended then
    raise exception 'review_already_extended' using errcode = 'PT409';
  end if;
  update public.pack_orders o set review_extended = true, updated_at = now(),
    due_at = o.due_at + make_interval(hours => private.setting('review_extension')::int)
  where o.id = v_order.id
  returning * into v_order;
  perform private.note_on_order(v_order, v_order.brand_id, 'review extended');
  perform private.tell_about_order(v_order.kol_id, v_order, 'order_update', 'review_extended',
    format('More time to review %s', v_order.pack_title), 'The brand extended the review, once.');
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.fail_payout(payout_id uuid, reason text)
 RETURNS public.payouts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payout public.payouts := private.lock_payout(payout_id);
begin
  if v_payout.status = 'failed' then
    return v_payout;
  end if;
  if v_payout.status is distinct from 'requested' then
    raise exception 'payout_not_open' using errcode = 'PT409';
  end if;
  update public.payouts p set status = 'failed', failure_reason = left(reason, 500)
  where p.id = v_payout.id
  returning * into v_payout;
  perform private.post_transfer('payout_failed',
    array[
      private.member_account(v_payout.profile_id, 'in_transit', v_payout.currency),
      private.member_account(v_payout.profile_id, v_payout.source, v_payout.currency)
    ],
    array[-v_payout.amount_minor, v_payout.amount_minor], null, v_payout.id);
  perform private.notify(v_payout.profile_id, 'payment_received',
    'Your payout of ' || private.money_text(v_payout.amount_minor, v_payout.currency) || ' could not be sent',
    'The money is back in your balance.',
    jsonb_build_object('payout_id', v_payout.id, 'event', 'payout_failed',
      'amount_minor', v_payout.amount_minor, 'currency', v_payout.currency));
  return v_payout;
end;
$function$;

CREATE OR REPLACE FUNCTION private.filter_key(language integer, platform integer, category integer, follower_range integer, verified integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((((((language * 32) + platform) * 32) + category) * 8) + follower_range) * 2) + verified);

CREATE OR REPLACE FUNCTION private.filter_list(filters jsonb, key text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
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
 IMMUTABLE
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

CREATE OR REPLACE FUNCTION private.finish_order(o public.pack_orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile_id uuid;
begin
  foreach v_profile_id in array array[least(o.brand_id, o.kol_id), greatest(o.brand_id, o.kol_id)] loop
    perform private.on_order_completed(v_profile_id);
  end loop;
  foreach v_profile_id in array array[least(o.brand_id, o.kol_id), greatest(o.brand_id, o.kol_id)] loop
    perform private.activate_referral(v_profile_id, o.id);
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.follower_counts_are_valid(counts jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_typeof(counts) = 'object' and not exists (
    select from jsonb_each(case when jsonb_typeof(counts) = 'object' then counts end) as entry
    where entry.key <> all (array['x', 'youtube', 'telegram', 'discord', 'tiktok', 'instagram',
        'twitch', 'farcaster', 'medium', 'linkedin'])
      or jsonb_typeof(entry.value) <> 'number'
      or entry.value #>> '{}' !~ '^[0-9]{1,10}$'
  )
$function$;

CREATE OR REPLACE FUNCTION private.follower_range(total bigint)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case
    when total <= 1000 then 1
    when total <= 10000 then 2
    when total <= 100000 then 3
    when total <= 1000000 then 4
    else 5
  end::smallint
$function$;

CREATE OR REPLACE FUNCTION private.follower_sum(counts jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum((entry.value #>> '{}')::bigint), 0)::bigint
  from jsonb_each(case when jsonb_typeof(counts) = 'object' then counts end) as entry
  where entry.value #>> '{}' ~ '^[0-9]{1,10}$'
$function$;

CREATE OR REPLACE FUNCTION private.forget_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile_id uuid;
begin
  select p.id into v_profile_id from public.profiles p where p.user_id = OLD.id;
  if v_profile_id is null then
    return OLD;
  end if;
  -- First the accounts, then the profile, as a completed order locks them.
  perform private.lock_accounts(array(
    select a.id from private.accounts a where a.owner_id = v_profile_id));
  perform from public.profiles p where p.id = v_profile_id for update;
  if exists (
    select from public.pack_orders o
    where (o.brand_id = v_profile_id or o.kol_id = v_profile_id)
      and o.status not in ('completed', 'settled', 'declined', 'cancelled', 'expired')
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
  update public.invites i set expires_at = greatest(now(), i.created_at + interval '1 microsecond')
  where i.issuer_id = v_profile_id and (i.expires_at is null or i.expires_at > now());

  update public.profiles p set
    user_id = null, deleted_at = now(), display_name = 'Former member', bio = '', expertise = '{}',
    language = null, locale = 'en', platforms = '{}', categories = '{}', follower_counts = '{}',
    profile_image = null, referral_code = null, invites_left = 0,
    is_approved = false, is_verified = false, is_staff = false
  where p.id = v_profile_id;
  return OLD;
end;
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
  on conflict on constraint conversations_pair_key do nothing
  returning id into v_id;
  if v_id is null then
    -- The other side opened it at the same moment.
    select c.id into v_id from public.conversations c
    where c.member_a = least(v_me, other_profile_id) and c.member_b = greatest(v_me, other_profile_id);
  end if;
  return v_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.guard_order_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_setting('kolpact.order_move', true)
    is distinct from format('%s:%s', NEW.id, NEW.status)
  then
    raise exception 'status_only_by_move' using errcode = 'PT403';
  end if;
  return NEW;
end;
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
    -- A reward for an invite lies where the role put it.
    or exists (
      select from private.accounts a
      where a.owner_id = has_traded.profile_id and a.balance_minor <> 0
    );
end;
$function$;

CREATE OR REPLACE FUNCTION private.haystack(display_name text, expertise text[], bio text)
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

CREATE OR REPLACE FUNCTION private.hold(order_id uuid, profile_id uuid, currency text, amount_minor bigint, fees_minor bigint, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.holds as h (order_id, profile_id, currency, amount_minor, fees_minor, due_at)
  values (hold.order_id, hold.profile_id, hold.currency, hold.amount_minor, hold.fees_minor,
    private.hold_until(hold.profile_id, at))
  -- Somebody who sells to a member they invited earns twice on one order.
  on conflict on constraint holds_pkey do update set amount_minor = h.amount_minor + excluded.amount_minor
$function$;

CREATE OR REPLACE FUNCTION private.hold_accounts(h private.holds)
 RETURNS bigint[]
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array[
    private.member_account(h.profile_id, 'pending', h.currency),
    private.member_account(h.profile_id, 'available', h.currency),
    private.platform_account('fees_held', h.currency, h.order_id),
    private.platform_account('revenue', h.currency, h.order_id)
  ]
$function$;

CREATE OR REPLACE FUNCTION private.hold_until(profile_id uuid, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select at + make_interval(days => private.setting('hold_' || p.trust_level)::int)
  from public.profiles p where p.id = hold_until.profile_id
$function$;

CREATE OR REPLACE FUNCTION private.in_minor_units(amount numeric, currency text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (in_minor_units.amount * power(10::numeric, c.decimals))::bigint
  from public.currencies c where c.code = in_minor_units.currency
$function$;

CREATE OR REPLACE FUNCTION private.inbox(page_size integer, before timestamp with time zone)
 RETURNS TABLE(conversation_id uuid, other_id uuid, other_name text, other_image text, other_role text, last_message text, last_file_name text, last_sender_id uuid, last_message_at timestamp with time zone, unread_count integer, blocked boolean, blocked_by_me boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with me as materialized (
    select private.my_profile_id() as id
  ), page as (
    -- Two sorted indexes, one for each place in the pair: neither is read further than a page.
    select * from (
      (select c.id, c.member_b as other_id, c.last_message_at from public.conversations c
        where c.member_a = (select me.id from me)
          and c.last_message_at < coalesce(before, 'infinity')
        order by c.last_message_at desc limit least(greatest(page_size, 1), 100))
      union all
      (select c.id, c.member_a, c.last_message_at from public.conversations c
        where c.member_b = (select me.id from me)
          and c.last_message_at < coalesce(before, 'infinity')
        order by c.last_message_at desc limit least(greatest(page_size, 1), 100))
    ) as both_places
    order by last_message_at desc
    limit least(greatest(page_size, 1), 100)
  )
  select page.id, other.id,
    case when other.deleted_at is null then other.display_name else 'Former member' end,
    other.profile_image, other.role, last.content, last.file_name, last.sender_id, page.last_message_at,
    (select count(*)::int from public.messages m
      where m.receiver_id = (select me.id from me) and m.conversation_id = page.id and not m.is_read),
    private.are_blocked((select me.id from me), other.id),
    exists (select from public.member_blocks b
      where b.blocker_id = (select me.id from me) and b.blocked_id = other.id)
  from page
  join public.profiles other on other.id = page.other_id
  cross join lateral (
    select m.content, m.file_name, m.sender_id from public.messages m
    where m.conversation_id = page.id
    order by m.created_at desc, m.id desc limit 1
  ) last
  order by page.last_message_at desc
$function$;

CREATE OR REPLACE FUNCTION private.invite_admits(invite public.invites, email text, role text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select invite.uses < invite.max_uses
    and (invite.expires_at is null or invite.expires_at > now())
    and (invite.email is null or invite.email = lower(email))
    and (invite.role is null or coalesce(role, '') in ('', invite.role))
$function$;

CREATE OR REPLACE FUNCTION private.is_member()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.profiles p
    where p.user_id = (select auth.uid()) and p.suspended_at is null and p.deleted_at is null
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_my_conversation(conversation_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.is_staff()
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

CREATE OR REPLACE FUNCTION private.just_moved_by(o public.pack_orders, to_status text, actor_id uuid, note text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.status = just_moved_by.to_status and coalesce((
    select e.to_status = o.status and e.actor_id = just_moved_by.actor_id
      and (just_moved_by.note is null or e.note is not distinct from nullif(just_moved_by.note, ''))
    from public.order_events e
    where e.order_id = o.id and e.from_status is distinct from e.to_status
    order by e.id desc limit 1
  ), false)
$function$;

CREATE OR REPLACE FUNCTION private.keep_creator()
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
    profile_id, name, haystack, language, platforms, categories, follower_total, rating, is_verified, created_at
  ) values (
    NEW.id, private.normalise_text(NEW.display_name), private.haystack(NEW.display_name, NEW.expertise, NEW.bio), NEW.language, NEW.platforms,
    NEW.categories, NEW.follower_total, coalesce(NEW.rating * 100, 0)::smallint, NEW.is_verified, NEW.created_at
  )
  on conflict (profile_id) do update set
    name = excluded.name, haystack = excluded.haystack, language = excluded.language,
    platforms = excluded.platforms, categories = excluded.categories, follower_total = excluded.follower_total,
    rating = excluded.rating, is_verified = excluded.is_verified, created_at = excluded.created_at;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.keep_member()
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
$function$;

CREATE OR REPLACE FUNCTION private.keep_saved_search_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.language_code(language text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((ascii(language) - 96) * 27) + ascii(substr(language, 2))) - 96);

CREATE OR REPLACE FUNCTION private.last_proposal(order_id uuid, proposed_by uuid)
 RETURNS public.settlement_proposals
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.* from public.settlement_proposals s
  where s.order_id = last_proposal.order_id and s.proposed_by = last_proposal.proposed_by
  order by s.created_at desc, s.id limit 1
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
  from private.entries e join private.accounts a on a.id = e.account_id
  group by e.transfer_id, a.currency
  having sum(e.amount_minor) <> 0
  union all
  select 'transfer without two entries', t.id, count(e.transfer_id)
  from private.transfers t left join private.entries e on e.transfer_id = t.id
  group by t.id
  having count(e.transfer_id) < 2
$function$;

CREATE OR REPLACE FUNCTION private.list_settings()
 RETURNS SETOF private.settings
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff();
  return query select * from private.settings s order by s.key;
end;
$function$;

CREATE OR REPLACE FUNCTION private.lock_accounts(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from private.accounts a where a.id = any (ids) order by a.id for no key update;
end;
$function$;

CREATE OR REPLACE FUNCTION private.lock_order(order_id uuid, side text DEFAULT 'either'::text)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.my_profile_id();
  v_order public.pack_orders;
begin
  select * into v_order from public.pack_orders o
  where o.id = lock_order.order_id
    and ((o.brand_id = v_me and side <> 'creator') or (o.kol_id = v_me and side <> 'brand'))
  for no key update;
  if v_order.id is null or private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.lock_payout(payout_id uuid)
 RETURNS public.payouts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payout public.payouts;
begin
  select * into v_payout from public.payouts p where p.id = payout_id for no key update;
  if v_payout.id is null then
    raise exception 'payout_unknown' using errcode = 'PT404';
  end if;
  return v_payout;
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
$function$;

CREATE OR REPLACE FUNCTION private.mark_email_failed(id uuid, error text, at timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.email_outbox o set
    status = case when o.attempts >= private.setting('email_attempts') then 'failed' else 'waiting' end,
    send_after = at + make_interval(mins => (private.setting('email_backoff') * 2 ^ (o.attempts - 1))::int),
    last_error = left(error, 500)
  where o.id = mark_email_failed.id and o.status = 'claimed'
$function$;

CREATE OR REPLACE FUNCTION private.mark_email_sent(id uuid, at timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.email_outbox o set status = 'sent', sent_at = at, last_error = null
  where o.id = mark_email_sent.id and o.status = 'claimed'
$function$;

CREATE OR REPLACE FUNCTION private.may_attach(conversation_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_my_conversation(conversation_id) then
    return false;
  end if;
  return private.can_transact(private.my_profile_id()) and not exists (
    select from public.conversations c
    where c.id = may_attach.conversation_id::uuid and private.are_blocked(c.member_a, c.member_b)
  );
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
$function$;

CREATE OR REPLACE FUNCTION private.member_account(owner_id uuid, kind text, currency text, order_id uuid DEFAULT NULL::uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id bigint;
begin
  for v_attempt in 1..2 loop
    if member_account.order_id is null then
      select a.id into v_id from private.accounts a
      where a.owner_id = member_account.owner_id and a.kind = member_account.kind
        and a.currency = member_account.currency and a.order_id is null and a.shard = 0;
    else
      select a.id into v_id from private.accounts a
      where a.owner_id = member_account.owner_id and a.kind = member_account.kind
        and a.currency = member_account.currency and a.order_id = member_account.order_id
        and a.shard = 0;
    end if;
    exit when v_id is not null;
    insert into private.accounts (owner_id, kind, currency, order_id)
    values (member_account.owner_id, member_account.kind, member_account.currency, member_account.order_id)
    on conflict do nothing;
  end loop;
  return v_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.member_labels(ids uuid[])
 RETURNS SETOF public.member_label
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.money_text(amount_minor bigint, currency text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when scale(trim_scale(v.amount)) < 2 then round(v.amount, 2) else trim_scale(v.amount) end
    || ' ' || v.code
  from (
    select c.code, money_text.amount_minor / power(10::numeric, c.decimals) as amount
    from public.currencies c where c.code = money_text.currency
  ) as v
$function$;

CREATE OR REPLACE FUNCTION private.move_order(o public.pack_orders, to_status text, actor text, actor_id uuid, note text, at timestamp with time zone, creator_share_minor bigint DEFAULT NULL::bigint)
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_from text := o.status;
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
    due_at = case move_order.to_status
      when 'funded' then at + make_interval(hours => private.setting('acceptance_window')::int)
      when 'in_progress' then at + make_interval(days => p.delivery_days)
      when 'in_revision' then at + make_interval(days => p.delivery_days)
      when 'delivered' then at + make_interval(hours => private.setting('review_window')::int)
    end,
    delivered_at = case when move_order.to_status = 'delivered' then at else p.delivered_at end,
    reminders_sent = case when move_order.to_status = 'delivered' then 0 else p.reminders_sent end,
    revisions_used = p.revisions_used + (move_order.to_status = 'in_revision')::int,
    cancel_requested_by = null,
    creator_share_minor = move_order.creator_share_minor,
    completed_at = case when move_order.to_status in ('completed', 'settled') then at end,
    updated_at = now()
  where p.id = o.id and p.status = v_from
  returning * into strict v_order;
  perform set_config('kolpact.order_move', '', true);

  insert into public.order_events (order_id, from_status, to_status, actor_id, note)
  values (o.id, v_from, move_order.to_status, move_order.actor_id, nullif(move_order.note, ''));

  case move_order.to_status
    when 'funded' then
      perform private.post_escrow(v_order);
    when 'declined', 'cancelled', 'expired' then
      -- Nothing was paid for an unpaid order; a charged-back one is emptied by record_chargeback.
      if v_from <> 'pending_payment' and actor <> 'provider' then
        perform private.post_outcome(v_order, 'refund', 0, at);
      end if;
    when 'completed' then
      perform private.post_outcome(v_order, 'completion', v_order.price_minor, at);
      perform private.finish_order(v_order);
    when 'settled' then
      perform private.post_outcome(v_order, 'settlement', creator_share_minor, at);
      if creator_share_minor = v_order.price_minor then
        perform private.finish_order(v_order);
      end if;
    else null;
  end case;
  perform private.tell_order_move(v_order, v_from, move_order.actor_id);
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.my_profile_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select p.id from public.profiles p where p.user_id = (select auth.uid())
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.my_role()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select p.role from public.profiles p where p.user_id = (select auth.uid())
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.new_referral_code(user_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.normal_code(code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select upper(regexp_replace(left(code, 100), '[[:space:]]', '', 'g'))
$function$;

CREATE OR REPLACE FUNCTION private.normalise_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select btrim(regexp_replace(
    lower(normalize(value, NFC) collate pg_catalog.pg_c_utf8), E'[\\x01-\\x20\\x7f]+', ' ', 'g'))
$function$;

CREATE OR REPLACE FUNCTION private.note_on_order(o public.pack_orders, actor_id uuid, note text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.order_events (order_id, from_status, to_status, actor_id, note)
  values (o.id, o.status, o.status, note_on_order.actor_id, note_on_order.note)
$function$;

CREATE OR REPLACE FUNCTION private.notification_types()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['new_kol_match', 'payment_received', 'order_update', 'dispute_update',
    'review_received', 'campaign_match', 'application_update', 'invite_accepted', 'profile_approved']
$function$;

CREATE OR REPLACE FUNCTION private.notify(user_profile_id uuid, type text, title text, message text, data jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
begin
  -- A deleted account has no user any more, and nothing to be told.
  insert into public.notifications (user_id, type, title, message, data)
  select p.user_id, notify.type, notify.title, notify.message, coalesce(notify.data, '{}')
  from public.profiles p
  where p.id = notify.user_profile_id and p.user_id is not null
  returning id into v_id;
  return v_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.on_email_confirmed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.profiles set updated_at = now() where user_id = NEW.id and onboarded_at is null;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.on_order_completed(profile_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.profiles p set
    completed_orders = p.completed_orders + 1,
    invites_left = greatest(p.invites_left, least(
      private.setting('invite_quota_most')::int,
      p.invites_left + private.setting('invite_quota_step')::int)),
    trust_level = case
      when p.trust_level = 'trusted' or p.completed_orders + 1 >= private.setting('trusted_after') then 'trusted'
      when p.trust_level = 'normal' or p.completed_orders + 1 >= private.setting('normal_after') then 'normal'
      else p.trust_level
    end
  where p.id = on_order_completed.profile_id and p.deleted_at is null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.open_dispute(order_id uuid, reason text, at timestamp with time zone DEFAULT now())
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id);
  v_me uuid := private.my_profile_id();
begin
  if private.just_moved_by(v_order, 'disputed', v_me) then
    return v_order;
  end if;
  if v_order.status not in ('in_progress', 'delivered', 'in_revision') then
    raise exception 'order_not_disputable' using errcode = 'PT409';
  end if;
  if coalesce(btrim(reason), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  return private.move_order(v_order, 'disputed',
    case v_me when v_order.brand_id then 'brand' else 'creator' end, v_me, reason, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.open_order(terms public.pack_orders, at timestamp with time zone DEFAULT now())
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
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
  if v_order.id is null then
    if private.can_transact(terms.kol_id) is not true then
      raise exception 'creator_not_available' using errcode = 'PT409';
    end if;
    insert into public.pack_orders (pack_id, brand_id, kol_id, pack_title, price_minor, fee_minor,
      buyer_fee_minor, currency, delivery_days, revisions_allowed, brief, idempotency_key, due_at)
    values (terms.pack_id, terms.brand_id, terms.kol_id, terms.pack_title, terms.price_minor,
      div(terms.price_minor * private.setting('creator_fee'), 100)::bigint,
      div(terms.price_minor * private.setting('buyer_fee'), 100)::bigint,
      terms.currency, terms.delivery_days, terms.revisions_allowed, coalesce(terms.brief, ''),
      terms.idempotency_key, at + make_interval(hours => private.setting('payment_window')::int))
    on conflict on constraint pack_orders_idempotency_key_key do nothing
    returning * into v_order;
    if v_order.id is not null then
      insert into public.order_events (order_id, from_status, to_status, actor_id)
      values (v_order.id, null, v_order.status, v_order.brand_id);
      return v_order;
    end if;
    select * into v_order from public.pack_orders o
    where o.brand_id = terms.brand_id and o.idempotency_key = terms.idempotency_key;
  end if;
  if (v_order.pack_id, v_order.kol_id) is distinct from (terms.pack_id, terms.kol_id) then
    raise exception 'idempotency_key_reused' using errcode = 'PT409';
  end if;
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
  perform private.post_transfer('payout_requested', array[v_from, v_to],
    array[-request.amount_minor, request.amount_minor], null, v_payout.id);
  return v_payout;
end;
$function$;

CREATE OR REPLACE FUNCTION private.open_platform_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.accounts (kind, currency, shard)
  select kind, NEW.code, shard
  from unnest(array['cash', 'fees_held', 'revenue', 'suspense', 'loss']) as kind
  cross join generate_series(0, 15) as shard
  on conflict do nothing;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.order_accounts(o public.pack_orders)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_inviters uuid[] := array(
    select distinct r.inviter_id from public.referrals r
    where r.invitee_id in (o.brand_id, o.kol_id) and r.status = 'joined' and r.inviter_id is not null);
  v_owner uuid;
begin
  for v_owner in select id from unnest(v_inviters || o.brand_id || o.kol_id) as id order by id loop
    if v_owner = o.brand_id then
      perform private.member_account(o.brand_id, 'wallet', o.currency);
    elsif v_owner = o.kol_id then
      perform private.member_account(o.kol_id, 'pending', o.currency);
    else
      perform private.reward_account(v_owner, o.currency);
    end if;
  end loop;
  return array[
    private.member_account(o.brand_id, 'escrow', o.currency, o.id),
    private.member_account(o.brand_id, 'wallet', o.currency),
    private.member_account(o.kol_id, 'pending', o.currency),
    private.platform_account('fees_held', o.currency, o.id)
  ] || array(select private.reward_account(id, o.currency) from unnest(v_inviters) as id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.parse_filters(filters jsonb)
 RETURNS private.creator_filter
 LANGUAGE plpgsql
 IMMUTABLE
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
  return v_filter;
end;
$function$;

CREATE OR REPLACE FUNCTION private.pay_from_wallet(order_id uuid, at timestamp with time zone DEFAULT now())
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'brand');
begin
  if private.just_moved_by(v_order, 'funded', v_order.brand_id) then
    return v_order;
  end if;
  perform private.require_transact();
  if v_order.status is distinct from 'pending_payment' then
    raise exception 'order_not_payable' using errcode = 'PT409';
  end if;
  return private.move_order(v_order, 'funded', 'brand', v_order.brand_id, null, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.place_order(pack_id uuid, brief text, idempotency_key uuid, at timestamp with time zone DEFAULT now())
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.my_profile_id();
  v_pack public.packs;
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
  -- A retry must find its order even if the pack was taken back since.
  if v_pack.is_published is not true and not exists (
    select from public.pack_orders o
    where o.brand_id = v_me and o.idempotency_key = place_order.idempotency_key
  ) then
    raise exception 'pack_not_available' using errcode = 'PT409';
  end if;
  v_terms.pack_id := v_pack.id;
  v_terms.brand_id := v_me;
  v_terms.kol_id := v_pack.kol_id;
  v_terms.pack_title := v_pack.title;
  v_terms.price_minor := v_pack.price_minor;
  v_terms.currency := v_pack.currency;
  v_terms.delivery_days := v_pack.delivery_days;
  v_terms.revisions_allowed := v_pack.revisions;
  v_terms.brief := place_order.brief;
  v_terms.idempotency_key := place_order.idempotency_key;
  return private.open_order(v_terms, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.platform_account(kind text, currency text, key uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shard constant smallint := get_byte(uuid_send(key), 15) & 15;
  v_id bigint;
begin
  for v_attempt in 1..2 loop
    select a.id into v_id from private.accounts a
    where a.owner_id is null and a.kind = platform_account.kind
      and a.currency = platform_account.currency and a.order_id is null and a.shard = v_shard;
    exit when v_id is not null;
    insert into private.accounts (kind, currency, shard)
    values (platform_account.kind, platform_account.currency, v_shard)
    on conflict do nothing;
  end loop;
  return v_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.platform_codes()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['x', 'youtube', 'telegram', 'discord', 'tiktok', 'instagram', 'twitch', 'farcaster',
    'medium', 'linkedin']
$function$;

CREATE OR REPLACE FUNCTION private.post_escrow(o public.pack_orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_accounts bigint[] := private.order_accounts(o);
begin
  perform private.lock_accounts(v_accounts);
  if (select a.balance_minor from private.accounts a where a.id = v_accounts[2])
    < o.price_minor + o.buyer_fee_minor
  then
    raise exception 'insufficient_funds' using errcode = 'PT409';
  end if;
  perform private.post_transfer('escrow', v_accounts[1:4],
    array[o.price_minor, -o.price_minor - o.buyer_fee_minor, 0, o.buyer_fee_minor], o.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.post_outcome(o public.pack_orders, event text, k bigint, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_accounts bigint[] := private.order_accounts(o);
  v record;
begin
  select * into v from private.share_out(o, k);
  perform private.lock_accounts(v_accounts);
  perform private.post_transfer(event, v_accounts[1:4],
    array[
      -o.price_minor,
      v.brand_minor,
      v.creator_minor,
      v.creator_fee_minor + v.buyer_fee_kept_minor - o.buyer_fee_minor
    ], o.id);
  if k > 0 then
    perform private.hold(o.id, o.kol_id, o.currency, v.creator_minor,
      v.creator_fee_minor + v.buyer_fee_kept_minor, at);
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
  where h.order_id = v_order.id and h.profile_id = v_order.kol_id;
  if v_inviter.role = 'kol' then
    perform private.hold(v_order.id, v_inviter.id, v_order.currency, v_reward, 0, now());
  end if;
  update public.referrals r set reward_minor = v_reward, currency = v_order.currency
  where r.id = post_referral_reward.referral_id;
  return v_reward;
end;
$function$;

CREATE OR REPLACE FUNCTION private.post_transfer(event text, account_ids bigint[], amounts bigint[], order_id uuid DEFAULT NULL::uuid, reference uuid DEFAULT NULL::uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_transfer_id bigint;
  v_line record;
begin
  perform set_config('kolpact.posting', 'on', true);
  insert into private.transfers (event, order_id, reference)
  values (post_transfer.event, post_transfer.order_id, post_transfer.reference)
  returning id into v_transfer_id;
  -- A loop and not one statement: only a loop promises the order of the locks.
  for v_line in
    select l.account_id, sum(l.amount)::bigint as amount
    from unnest(account_ids, amounts) as l (account_id, amount)
    group by l.account_id
    having sum(l.amount) <> 0
    order by l.account_id
  loop
    update private.accounts a set balance_minor = a.balance_minor + v_line.amount
    where a.id = v_line.account_id;
    insert into private.entries (transfer_id, account_id, amount_minor)
    values (v_transfer_id, v_line.account_id, v_line.amount);
  end loop;
  perform set_config('kolpact.posting', '', true);
  return v_transfer_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.prepare_campaign()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.parse_filters(NEW.filters);
  NEW.updated_at := now();
  return NEW;
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
  NEW.is_read := false;

  if private.can_transact(NEW.sender_id) is not true then
    raise exception 'cannot_transact' using errcode = 'PT403';
  end if;
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
$function$;

CREATE OR REPLACE FUNCTION private.prepare_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    -- Trust was given to the other role.
    NEW.onboarded_at := null;
    NEW.is_approved := false;
    NEW.is_verified := false;
  end if;

  if NEW.onboarded_at is null and NEW.deleted_at is null
    and NEW.role is not null and NEW.display_name is not null and NEW.language is not null
    and (NEW.role = 'brand' or (cardinality(NEW.platforms) > 0 and cardinality(NEW.categories) > 0))
    and exists (select from auth.users u where u.id = NEW.user_id and u.email_confirmed_at is not null)
  then
    NEW.onboarded_at := now();
    -- Creators wait for staff.
    NEW.is_approved := NEW.is_approved or NEW.role = 'brand';
  end if;

  if TG_OP = 'UPDATE' then
    NEW.updated_at := now();
  end if;
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
  if TG_OP = 'INSERT' and (
    select count(*) from public.saved_searches s where s.profile_id = NEW.profile_id
  ) >= private.setting('saved_searches_per_member') then
    raise exception 'too_many_saved_searches' using errcode = 'PT409';
  end if;
  return NEW;
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
      private.money_text(v_order.price_minor, v_order.currency)));
  return v_order;
end;
$function$;

CREATE OR REPLACE FUNCTION private.publish_campaign(campaign_id uuid)
 RETURNS public.campaigns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform private.watch(v_campaign.id, v_campaign.filters);
  insert into private.campaign_queue (campaign_id) values (v_campaign.id);
  perform pg_notify('due_work', '');
  return v_campaign;
end;
$function$;

CREATE OR REPLACE FUNCTION private.queue_emails()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with addressed as materialized (
    select n.*, p.id as profile_id,
      coalesce(chosen.mode, private.default_email_mode(n.type)) as mode
    from added n
    join public.profiles p on p.user_id = n.user_id
    left join public.email_preferences chosen on chosen.profile_id = p.id and chosen.type = n.type
    where p.suspended_at is null
  ), collected as (
    insert into private.digest_items (notification_id, profile_id, created_at)
    select a.id, a.profile_id, a.created_at from addressed a where a.mode = 'digest'
  )
  insert into private.email_outbox (profile_id, template, data, send_after, created_at)
  select a.profile_id, a.type,
    a.data || jsonb_build_object('title', a.title, 'message', a.message, 'notification_id', a.id),
    a.created_at, a.created_at
  from addressed a where a.mode = 'at_once';
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.queue_match()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.match_queue (profile_id) values (NEW.profile_id);
  perform pg_notify('due_work', '');
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.random_code()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select string_agg(
    substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + (get_byte(bytes, i) & 31), 1), '' order by i)
  from extensions.gen_random_bytes(12) as bytes, generate_series(0, 11) as i
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
$function$;

CREATE OR REPLACE FUNCTION private.recompute_rating(profile_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.profiles p where p.id = recompute_rating.profile_id for no key update;
  update public.profiles p set rating = r.mean, review_count = r.count
  from (
    select round(avg(v.rating), 2) as mean, count(*) as count
    from public.reviews v
    join public.pack_orders o on o.id = v.order_id
    where v.subject_id = recompute_rating.profile_id and v.visible_at is not null
      and o.price_minor >= private.in_minor_units(private.setting('rating_least_price'), o.currency)
  ) as r
  where p.id = recompute_rating.profile_id
    and (p.rating, p.review_count) is distinct from (r.mean, r.count);
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_chargeback(provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text, at timestamp with time zone DEFAULT now())
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_chargeback private.chargebacks;
  v_order public.pack_orders;
  v_payment public.payments;
  v_accounts bigint[];
  v_cash bigint;
  v_loss bigint;
  v_paid bigint;
  v_from_wallet bigint;
begin
  if not exists (select from public.currencies c where c.code = record_chargeback.currency) then
    raise exception 'currency_unknown' using errcode = 'PT422';
  end if;
  select * into v_payment from public.payments p
  where p.provider = record_chargeback.provider and p.provider_ref = record_chargeback.provider_ref;
  insert into private.chargebacks (provider, provider_ref, order_id, amount_minor, currency)
  values (record_chargeback.provider, record_chargeback.provider_ref,
    (select o.id from public.pack_orders o
      where o.id = coalesce(record_chargeback.order_id, v_payment.order_id)
        and o.currency = record_chargeback.currency),
    record_chargeback.amount_minor, record_chargeback.currency)
  on conflict on constraint chargebacks_provider_ref_key do nothing
  returning * into v_chargeback;
  if v_chargeback.id is null then
    select * into v_chargeback from private.chargebacks c
    where c.provider = record_chargeback.provider and c.provider_ref = record_chargeback.provider_ref;
    return to_jsonb(v_chargeback);
  end if;

  select * into v_order from public.pack_orders o where o.id = v_chargeback.order_id for no key update;
  update public.payments p set status = 'charged_back'
  where p.id = v_payment.id and p.amount_minor = v_chargeback.amount_minor
    and p.currency = v_chargeback.currency and p.status in ('received', 'suspense');
  if found and v_payment.status = 'suspense' then
    perform private.post_transfer('chargeback',
      array[
        private.platform_account('suspense', v_payment.currency, v_payment.id),
        private.platform_account('cash', v_payment.currency, v_payment.id)
      ],
      array[-v_payment.amount_minor, v_payment.amount_minor], null, v_chargeback.id);
    return to_jsonb(v_chargeback);
  end if;

  v_cash := private.platform_account('cash', v_chargeback.currency, coalesce(v_order.id, v_chargeback.id));
  v_loss := private.platform_account('loss', v_chargeback.currency, coalesce(v_order.id, v_chargeback.id));
  if v_order.id is null or v_order.status = 'pending_payment' then
    perform private.post_transfer('chargeback', array[v_loss, v_cash],
      array[-v_chargeback.amount_minor, v_chargeback.amount_minor], v_order.id, v_chargeback.id);
    return to_jsonb(v_chargeback);
  end if;

  v_accounts := private.order_accounts(v_order);
  perform private.lock_accounts(v_accounts || array[v_cash, v_loss]);
  v_paid := v_order.price_minor + v_order.buyer_fee_minor;
  if v_order.status in ('funded', 'in_progress', 'delivered', 'in_revision', 'disputed') then
    -- The whole order is off. What the provider did not take belongs to the brand.
    perform private.post_transfer('chargeback',
      v_accounts[1:2] || array[v_accounts[4], v_cash, v_loss],
      array[
        -v_order.price_minor,
        greatest(v_paid - v_chargeback.amount_minor, 0),
        -v_order.buyer_fee_minor,
        v_chargeback.amount_minor,
        least(v_paid - v_chargeback.amount_minor, 0)
      ], v_order.id, v_chargeback.id);
    perform private.move_order(v_order, 'cancelled', 'provider', null, 'chargeback', at);
    return to_jsonb(v_chargeback);
  end if;

  -- What the order gave back to the wallet, as far as it is still there.
  select least(a.balance_minor, v_chargeback.amount_minor, s.brand_minor) into v_from_wallet
  from private.accounts a,
    private.share_out(v_order, case v_order.status
      when 'completed' then v_order.price_minor
      when 'settled' then v_order.creator_share_minor
      else 0 end) as s
  where a.id = v_accounts[2];
  perform private.post_transfer('chargeback', array[v_accounts[2], v_loss, v_cash],
    array[-v_from_wallet, v_from_wallet - v_chargeback.amount_minor, v_chargeback.amount_minor],
    v_order.id, v_chargeback.id);
  return to_jsonb(v_chargeback);
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
  v_problem := case
    when v_order.id is null then 'order_unknown'
    when v_order.status <> 'pending_payment' then 'order_not_payable'
    when v_order.currency <> record_payment.currency then 'wrong_currency'
    when v_order.price_minor + v_order.buyer_fee_minor <> record_payment.amount_minor then 'wrong_amount'
  end;
  update public.payments p set
    order_id = v_order.id, payer_id = v_order.brand_id, problem = v_problem,
    status = case when v_problem is null then 'received' else 'suspense' end
  where p.id = v_payment.id
  returning * into v_payment;
  if v_problem is not null then
    perform private.post_transfer('suspense',
      array[
        private.platform_account('cash', v_payment.currency, v_payment.id),
        private.platform_account('suspense', v_payment.currency, v_payment.id)
      ],
      array[-v_payment.amount_minor, v_payment.amount_minor], null, v_payment.id);
    return v_payment;
  end if;

  v_cash := private.platform_account('cash', v_payment.currency, v_order.id);
  v_wallet := private.member_account(v_order.brand_id, 'wallet', v_payment.currency);
  perform private.lock_accounts(private.order_accounts(v_order) || v_cash);
  perform private.post_transfer('payment', array[v_cash, v_wallet],
    array[-v_payment.amount_minor, v_payment.amount_minor], v_order.id, v_payment.id);
  perform private.move_order(v_order, 'funded', 'provider', null, null, at);
  return v_payment;
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
$function$;

CREATE OR REPLACE FUNCTION private.referral_code_admits(inviter public.profiles)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select inviter.invites_left > 0 and inviter.suspended_at is null and inviter.deleted_at is null
$function$;

CREATE OR REPLACE FUNCTION private.refuse_by_hand()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'ledger_only_by_transfer' using errcode = 'PT403',
    detail = format('%s of %I.%I', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME);
end;
$function$;

CREATE OR REPLACE FUNCTION private.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'append_only' using errcode = 'PT403',
    detail = format('%s of %I.%I', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME);
end;
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
  -- Reporting twice is reporting once.
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
  select * into v_payment from public.payments p
  where p.id = request_refund.payment_id and p.payer_id = v_me
  for no key update;
  if v_payment.id is null or private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if v_payment.status is distinct from 'received' then
    raise exception 'payment_not_refundable' using errcode = 'PT409';
  end if;
  -- The provider gives back at most what it took; the same key answers with the first refund.
  if amount_minor > v_payment.amount_minor - coalesce((
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

CREATE OR REPLACE FUNCTION private.request_revision(order_id uuid, note text, at timestamp with time zone DEFAULT now())
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'brand');
begin
  if private.just_moved_by(v_order, 'in_revision', v_order.brand_id, note) then
    return v_order;
  end if;
  if v_order.status is distinct from 'delivered' then
    raise exception 'order_not_delivered' using errcode = 'PT409';
  end if;
  if coalesce(btrim(note), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  if v_order.revisions_used >= v_order.revisions_allowed then
    raise exception 'no_revisions_left' using errcode = 'PT409';
  end if;
  return private.move_order(v_order, 'in_revision', 'brand', v_order.brand_id, note, at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_staff()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_staff() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
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
  -- Waits for a change of role, a suspension or a departure that is under way.
  perform from public.profiles p where p.id = v_me for key share;
  if private.can_transact(v_me) is not true then
    raise exception 'cannot_transact' using errcode = 'PT403';
  end if;
  return v_me;
end;
$function$;

CREATE OR REPLACE FUNCTION private.resolve_dispute(order_id uuid, creator_share_minor bigint, note text, at timestamp with time zone DEFAULT now())
 RETURNS public.pack_orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_staff uuid := private.require_staff();
  v_order public.pack_orders;
begin
  select * into v_order from public.pack_orders o
  where o.id = resolve_dispute.order_id for no key update;
  if v_order.id is null then
    raise exception 'order_unknown' using errcode = 'PT404';
  end if;
  -- Nobody rules in their own case.
  if v_staff in (v_order.brand_id, v_order.kol_id) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if v_order.creator_share_minor = resolve_dispute.creator_share_minor
    and private.just_moved_by(v_order, 'settled', v_staff)
  then
    return v_order;
  end if;
  if v_order.status is distinct from 'disputed' then
    raise exception 'order_not_disputed' using errcode = 'PT409';
  end if;
  if (resolve_dispute.creator_share_minor between 0 and v_order.price_minor) is not true then
    raise exception 'share_out_of_range' using errcode = 'PT422';
  end if;
  if coalesce(btrim(note), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  perform private.audit('resolve_dispute', v_order.id,
    jsonb_build_object('creator_share_minor', resolve_dispute.creator_share_minor,
      'price_minor', v_order.price_minor, 'currency', v_order.currency, 'note', note));
  return private.move_order(v_order, 'settled', 'staff', v_staff, note, at, resolve_dispute.creator_share_minor);
end;
$function$;

CREATE OR REPLACE FUNCTION private.resolve_report(report_id uuid, resolution text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff();
  if coalesce(btrim(resolution), '') = '' then
    raise exception 'note_required' using errcode = 'PT422';
  end if;
  update public.message_reports r set resolved_at = now(), resolution = btrim(resolve_report.resolution)
  where r.id = report_id and r.resolved_at is null;
  if not found then
    raise exception 'report_not_open' using errcode = 'PT409';
  end if;
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
  v_staff uuid := private.require_staff();
  v_payment public.payments;
begin
  select * into v_payment from public.payments p
  where p.id = resolve_suspense.payment_id for no key update;
  if v_payment.status is distinct from 'suspense' then
    raise exception 'payment_not_in_suspense' using errcode = 'PT409';
  end if;
  if profile_id = v_staff or not exists (
    select from public.profiles p where p.id = resolve_suspense.profile_id and p.role = 'brand'
  ) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  update public.payments p set status = 'resolved', payer_id = resolve_suspense.profile_id
  where p.id = v_payment.id
  returning * into v_payment;
  perform private.post_transfer('suspense_resolved',
    array[
      private.platform_account('suspense', v_payment.currency, v_payment.id),
      private.member_account(v_payment.payer_id, 'wallet', v_payment.currency)
    ],
    array[-v_payment.amount_minor, v_payment.amount_minor], null, v_payment.id);
  perform private.audit('resolve_suspense', v_payment.id,
    jsonb_build_object('profile_id', v_payment.payer_id, 'amount_minor', v_payment.amount_minor,
      'currency', v_payment.currency, 'note', note));
  return v_payment;
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
    perform private.notify(v_review.subject_id, 'review_received',
      format('%s reviewed your work together',
        coalesce((select p.display_name from public.profiles p where p.id = v_review.author_id), 'Unknown')),
      format('%s of 5', v_review.rating),
      jsonb_build_object('order_id', v_review.order_id, 'event', 'review_visible',
        'other_id', v_review.author_id, 'rating', v_review.rating));
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$function$;

CREATE OR REPLACE FUNCTION private.review_order(order_id uuid, rating integer, comment text, at timestamp with time zone DEFAULT now())
 RETURNS public.reviews
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id);
  v_me uuid := private.my_profile_id();
  v_other uuid := case v_me when v_order.brand_id then v_order.kol_id else v_order.brand_id end;
  v_until timestamptz := v_order.completed_at + make_interval(days => private.setting('rating_window')::int);
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
  if v_order.status not in ('completed', 'settled') then
    raise exception 'order_not_finished' using errcode = 'PT409';
  end if;
  if at >= v_until then
    raise exception 'review_window_closed' using errcode = 'PT409';
  end if;
  insert into public.reviews (order_id, author_id, subject_id, rating, comment, reveals_at)
  values (v_order.id, v_me, v_other, review_order.rating, coalesce(review_order.comment, ''), v_until)
  returning * into v_review;

  if exists (select from public.reviews r where r.order_id = v_order.id and r.author_id = v_other) then
    perform private.reveal_reviews(v_order.id, at);
    select * into v_review from public.reviews r where r.id = v_review.id;
  else
    perform private.tell_about_order(v_other, v_order, 'review_received', 'review_waiting',
      format('You were reviewed for %s', v_order.pack_title),
      'Write your own review to read it.');
  end if;
  return v_review;
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
  -- A moment after its creation, should it be revoked in the same transaction.
  update public.invites i set expires_at = greatest(now(), i.created_at + interval '1 microsecond')
  where i.id = revoke_invite.invite_id and (i.expires_at is null or i.expires_at > now());
  if found then
    perform private.audit('revoke_invite', revoke_invite.invite_id);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.reward_account(inviter_id uuid, currency text)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.member_account(p.id,
    case when p.role = 'kol' then 'pending' else 'wallet' end, reward_account.currency)
  from public.profiles p where p.id = reward_account.inviter_id
$function$;

CREATE OR REPLACE FUNCTION private.role_is_fixed(profile_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.has_traded(role_is_fixed.profile_id) or exists (
    select from public.referrals r join public.invites i on i.id = r.invite_id
    where r.invitee_id = role_is_fixed.profile_id and i.role is not null
  )
$function$;

CREATE OR REPLACE FUNCTION private.run_due_work(at timestamp with time zone DEFAULT now())
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_batch constant int := private.setting('due_work_batch')::int;
  v_orders public.pack_orders[];
  v_holds private.holds[];
  v_reviewed uuid[];
  v_order public.pack_orders;
  v_hold private.holds;
  v_order_id uuid;
  v_to text;
  v_expired int := 0;
  v_completed int := 0;
  v_cleared int := 0;
  v_revealed int := 0;
  v_failed int := 0;
  v_reminded int;
  v_matches int := 0;
  v_digests int := 0;
  v_campaigns int := 0;
begin
  -- The long work comes first, while no money is locked; should it fail, the clocks go on.
  begin
    v_matches := private.work_match_queue(at);
    v_digests := private.work_email_digests(at);
    v_campaigns := private.work_campaigns(at);
  exception when others then
    v_failed := v_failed + 1;
    raise warning 'telling failed: %', sqlerrm;
  end;

  v_reminded := private.work_reminders(at, v_batch);
  v_orders := array(
    select o from public.pack_orders o
    where o.status in ('pending_payment', 'funded', 'delivered') and o.due_at <= at
    order by o.due_at limit v_batch
    for no key update skip locked);
  v_holds := array(
    select h from private.holds h
    where h.cleared_at is null and h.due_at <= at
    order by h.due_at limit v_batch
    for no key update skip locked);
  v_reviewed := array(
    select o.id from public.pack_orders o
    where o.id in (
      select r.order_id from public.reviews r
      where r.visible_at is null and r.reveals_at <= at
      order by r.reveals_at limit v_batch)
    order by o.id
    for no key update skip locked);

  perform private.lock_accounts(array(
    select unnest(private.order_accounts(o)) from unnest(v_orders) as o where o.status <> 'pending_payment'
    union
    select unnest(private.hold_accounts(h)) from unnest(v_holds) as h));
  perform from public.profiles p
  where p.id in (
    select unnest(array[o.brand_id, o.kol_id]) from unnest(v_orders) as o where o.status = 'delivered'
    union
    select r.subject_id from public.reviews r where r.order_id = any (v_reviewed))
  order by p.id
  for no key update;

  foreach v_order in array v_orders loop
    begin
      v_to := case v_order.status when 'delivered' then 'completed' else 'expired' end;
      perform private.move_order(v_order, v_to, 'clock', null, null, at);
      if v_to = 'completed' then
        v_completed := v_completed + 1;
      else
        v_expired := v_expired + 1;
      end if;
    exception when others then
      v_failed := v_failed + 1;
      raise warning 'order % stays %: %', v_order.id, v_order.status, sqlerrm;
    end;
  end loop;

  foreach v_hold in array v_holds loop
    begin
      perform private.clear_hold(v_hold.order_id, v_hold.profile_id, at);
      v_cleared := v_cleared + 1;
    exception when others then
      v_failed := v_failed + 1;
      raise warning 'hold of order % stays: %', v_hold.order_id, sqlerrm;
    end;
  end loop;

  foreach v_order_id in array v_reviewed loop
    v_revealed := v_revealed + private.reveal_reviews(v_order_id, at);
  end loop;

  return jsonb_build_object(
    'orders_expired', v_expired,
    'orders_completed', v_completed,
    'review_reminders', v_reminded,
    'holds_cleared', v_cleared,
    'reviews_revealed', v_revealed,
    'matches', v_matches,
    'email_digests', v_digests,
    'campaigns', v_campaigns,
    'failed', v_failed,
    'more', v_batch in (cardinality(v_orders), cardinality(v_holds), cardinality(v_reviewed), v_reminded)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.search_creators(filters jsonb, sort text, page_size integer, after uuid)
 RETURNS SETOF public.members
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.my_profile_id();
  v_filter private.creator_filter := private.parse_filters(coalesce(filters, '{}'));
  v_key text;
  v_passes text[] := '{true}';
  v_pass text;
  v_position text;
  v_skipped boolean := after is not null;
  v_left int := least(greatest(coalesce(page_size, 24), 1), 100);
  v_found int;
begin
  if private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  v_key := case sort
    when 'rating' then 'rating'
    when 'relevance' then 'rating'
    when 'followers' then 'follower_total'
    when 'newest' then 'created_at'
  end;
  if v_key is null then
    raise exception 'sort_unknown' using errcode = 'PT422';
  end if;
  if sort = 'relevance' and v_filter.term is not null then
    v_passes := '{c.name like ($1).term_pattern,c.name not like ($1).term_pattern}';
  end if;

  foreach v_pass in array v_passes loop
    if v_skipped then
      -- Where the last page ended. The profile outlives the creator's place in the market: a
      -- page can still be turned when the last one seen has been suspended meanwhile.
      execute format($sql$
        select c.%I::text from (
          select private.normalise_text(coalesce(p.display_name, '')) as name,
            coalesce(p.rating * 100, 0)::smallint as rating, p.follower_total, p.created_at
          from public.profiles p where p.id = $2
        ) c where %s $sql$, v_key, v_pass)
        into v_position using v_filter, after;
      v_skipped := v_position is null;
      continue when v_skipped;
    end if;
    -- Planned anew for each mix of filters, with their values in sight.
    return query execute format($sql$
      select m.* from (
        select c.profile_id, c.%1$I as position from private.creators c
        where private.creator_satisfies(c, $1) and %2$s and c.profile_id <> $2 %3$s
        order by c.%1$I desc, c.profile_id desc
        limit %4$s
      ) page
      join public.members m on m.id = page.profile_id
      order by page.position desc, page.profile_id desc $sql$,
      v_key, v_pass,
      case when v_position is not null then
        format('and (c.%I, c.profile_id) < (%L, %L)', v_key, v_position, after) end,
      v_left)
      using v_filter, v_me;
    get diagnostics v_found = row_count;
    v_left := v_left - v_found;
    exit when v_left <= 0;
    v_position := null;
  end loop;
  if v_skipped then
    raise exception 'page_unknown' using errcode = 'PT422';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.secret(name text)
 RETURNS bytea
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.set_trust_level(profile_id uuid, trust_level text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile public.profiles := private.subject_of_staff(profile_id);
begin
  if v_profile.trust_level is not distinct from set_trust_level.trust_level then
    return;
  end if;
  update public.profiles p set trust_level = set_trust_level.trust_level where p.id = v_profile.id;
  perform private.audit('set_trust_level', v_profile.id,
    jsonb_build_object('from', v_profile.trust_level, 'to', set_trust_level.trust_level));
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
    raise exception 'unknown_setting' using errcode = 'PT500', detail = setting.key;
  end if;
  return v_value;
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
      'amount_minor', v_payout.amount_minor, 'currency', v_payout.currency));
  return v_payout;
end;
$function$;

CREATE OR REPLACE FUNCTION private.share_out(o public.pack_orders, k bigint)
 RETURNS TABLE(creator_minor bigint, brand_minor bigint, creator_fee_minor bigint, buyer_fee_kept_minor bigint)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select k - s.fee, o.price_minor - k + o.buyer_fee_minor - s.buyer_fee, s.fee, s.buyer_fee
  from (
    select div(o.fee_minor::numeric * k, o.price_minor)::bigint as fee,
      div(o.buyer_fee_minor::numeric * k, o.price_minor)::bigint as buyer_fee
  ) as s
$function$;

CREATE OR REPLACE FUNCTION private.sign_unsubscribe(subject text)
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select encode(extensions.hmac(convert_to(subject, 'UTF8'), private.secret('unsubscribe'), 'sha256'), 'hex')
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

CREATE OR REPLACE FUNCTION private.solvency()
 RETURNS TABLE(currency text, held_minor bigint, owed_minor bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.currency,
    coalesce(-sum(a.balance_minor) filter (where a.kind = 'cash'), 0)::bigint,
    coalesce(sum(a.balance_minor) filter (where a.kind <> 'cash'), 0)::bigint
  from private.accounts a
  group by a.currency
$function$;

CREATE OR REPLACE FUNCTION private.subject_of_staff(profile_id uuid)
 RETURNS public.profiles
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.require_staff();
  v_profile public.profiles;
begin
  select * into v_profile from public.profiles p
  where p.id = subject_of_staff.profile_id and p.deleted_at is null
  for no key update;
  if v_profile.id is null then
    raise exception 'profile_not_found' using errcode = 'PT404';
  end if;
  if v_profile.id = v_me then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  return v_profile;
end;
$function$;

CREATE OR REPLACE FUNCTION private.suspend_profile(profile_id uuid, with_invitees boolean DEFAULT false)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile public.profiles := private.subject_of_staff(profile_id);
  v_suspended uuid[];
begin
  with recursive tree as (
    select v_profile.id as id
    union
    select r.invitee_id
    from tree
    join public.referrals r on r.inviter_id = tree.id
    join public.profiles p on p.id = r.invitee_id and not p.is_staff
    where with_invitees
  ), suspended as (
    update public.profiles p set suspended_at = now()
    from tree
    where p.id = tree.id and p.suspended_at is null and p.deleted_at is null
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

CREATE OR REPLACE FUNCTION private.tell_about_order(to_id uuid, o public.pack_orders, type text, event text, title text, message text)
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
      'price_minor', o.price_minor, 'currency', o.currency));
end;
$function$;

CREATE OR REPLACE FUNCTION private.tell_applicant(application public.campaign_applications, campaign_title text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.notify(application.kol_id, 'application_update',
    format('Application %s', application.status),
    format('Your application to "%s" was %s', campaign_title, application.status),
    jsonb_build_object('campaign_id', application.campaign_id, 'application_id', application.id,
      'campaign_title', campaign_title, 'status', application.status, 'order_id', application.order_id));
end;
$function$;

CREATE OR REPLACE FUNCTION private.tell_campaign_creator(c private.creators, exact uuid[], to_recheck uuid[], at_most integer, at timestamp with time zone)
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
    limit greatest(at_most, 0)
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
  v_refund text := private.money_text(o.price_minor + o.buyer_fee_minor, o.currency) || ' is back in your wallet.';
  v_earned bigint;
begin
  case o.status
    when 'funded' then
      perform private.tell_about_order(o.kol_id, o, 'order_update', 'funded',
        format('New order from %s for %s', v_brand, o.pack_title),
        private.money_text(o.price_minor, o.currency) || ' is in escrow. Accept or decline the order.');
    when 'in_progress' then
      perform private.tell_about_order(o.brand_id, o, 'order_update', 'accepted',
        format('%s accepted your order for %s', v_kol, o.pack_title), 'The work has begun.');
    when 'declined' then
      perform private.tell_about_order(o.brand_id, o, 'order_update', 'declined',
        format('%s declined your order for %s', v_kol, o.pack_title), v_refund);
    when 'delivered' then
      perform private.tell_about_order(o.brand_id, o, 'order_update', 'delivered',
        format('%s delivered %s', v_kol, o.pack_title), 'Accept the work or ask for a revision.');
    when 'in_revision' then
      perform private.tell_about_order(o.kol_id, o, 'order_update', 'revision_requested',
        format('%s asked for a revision of %s', v_brand, o.pack_title), 'Read what should change, then deliver again.');
    when 'cancelled', 'expired' then
      perform private.tell_about_order(o.brand_id, o, 'order_update', o.status,
        format('Your order for %s %s', o.pack_title, case o.status when 'expired' then 'expired' else 'was cancelled' end),
        case when from_status = 'pending_payment' then 'It was not paid in time.'
          when o.status = 'cancelled' and tell_order_move.actor_id is null then 'The payment was charged back.'
          else v_refund end);
      -- The creator never heard of an order that was not paid.
      if from_status <> 'pending_payment' then
        perform private.tell_about_order(o.kol_id, o, 'order_update', o.status,
          format('The order from %s for %s %s', v_brand, o.pack_title,
            case o.status when 'expired' then 'expired' else 'was cancelled' end),
          'The work is off.');
      end if;
    when 'completed' then
      perform private.tell_about_order(o.kol_id, o, 'order_update', 'completed',
        format('Project completed! %s for %s', o.pack_title, v_brand), 'Thank you for the work.');
      perform private.tell_about_order(o.brand_id, o, 'order_update', 'completed',
        format('Project completed by %s!', v_kol), 'Tell others how it went: write a review.');
    when 'disputed' then
      perform private.tell_about_order(o.brand_id, o, 'dispute_update', 'disputed',
        format('Dispute about %s', o.pack_title), 'The money stays in escrow until the dispute is settled.');
      perform private.tell_about_order(o.kol_id, o, 'dispute_update', 'disputed',
        format('Dispute about %s', o.pack_title), 'The money stays in escrow until the dispute is settled.');
    when 'settled' then
      perform private.tell_about_order(o.brand_id, o, 'dispute_update', 'settled',
        format('The dispute about %s is settled', o.pack_title),
        private.money_text(s.brand_minor, o.currency) || ' is back in your wallet.')
      from private.share_out(o, o.creator_share_minor) as s;
      perform private.tell_about_order(o.kol_id, o, 'dispute_update', 'settled',
        format('The dispute about %s is settled', o.pack_title),
        private.money_text(s.creator_minor, o.currency) || ' is yours.')
      from private.share_out(o, o.creator_share_minor) as s;
    else null;
  end case;

  if o.status in ('completed', 'settled') then
    select s.creator_minor into v_earned
    from private.share_out(o, coalesce(o.creator_share_minor, o.price_minor)) as s;
    if v_earned > 0 then
      perform private.tell_about_order(o.kol_id, o, 'payment_received', o.status,
        format('You earned %s', private.money_text(v_earned, o.currency)),
        format('For %s. It becomes available when the hold ends.', o.pack_title));
    end if;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.tell_saved_searches(c private.creators, exact uuid[], to_recheck uuid[], at_most integer, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
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
    limit at_most
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
  select t.id into v_id from private.search_terms t where t.term = term_id.term;
  if v_id is null then
    insert into private.search_terms as t (term, anchor)
    values (term_id.term, private.anchor_of(term_id.term))
    -- Somebody else may have added it a moment ago: take that row.
    on conflict on constraint search_terms_term_key do update set anchor = t.anchor
    returning t.id into v_id;
  end if;
  return v_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.texts_are_within(list text[], max_count integer, max_length integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select cardinality(list) <= max_count
    and not exists (
      select from unnest(list) as item
      where item is null or item <> btrim(item) or item ~ '[[:cntrl:]]'
        or length(item) not between 1 and max_length
    )
$function$;

CREATE OR REPLACE FUNCTION private.touch_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.conversations set last_message_at = greatest(last_message_at, NEW.created_at)
  where id = NEW.conversation_id;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  NEW.updated_at := now();
  return NEW;
end;
$function$;

CREATE OR REPLACE FUNCTION private.unblock_member(profile_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.member_blocks b
  where b.blocker_id = private.my_profile_id() and b.blocked_id = unblock_member.profile_id
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
  if token is null
    or token !~ '^[0-9a-f-]{36}\.[a-z_]+\.[0-9a-f]{64}$'
    -- Hashed once more, so that the time of the comparison tells nothing.
    or extensions.digest(split_part(token, '.', 3), 'sha256')
      <> extensions.digest(private.sign_unsubscribe(v_profile_id || '.' || v_template), 'sha256')
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
  where known.type = v_template
    or v_template = 'digest' and coalesce(chosen.mode, private.default_email_mode(known.type)) = 'digest'
  on conflict on constraint email_preferences_pkey do update set mode = 'off';
  return v_template;
end;
$function$;

CREATE OR REPLACE FUNCTION private.unsubscribe_token(profile_id uuid, template text)
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select profile_id || '.' || template || '.' || private.sign_unsubscribe(profile_id || '.' || template)
$function$;

CREATE OR REPLACE FUNCTION private.unsuspend_profile(profile_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile public.profiles := private.subject_of_staff(profile_id);
begin
  if v_profile.suspended_at is null then
    return;
  end if;
  update public.profiles p set suspended_at = null where p.id = v_profile.id;
  perform private.audit('unsuspend_profile', v_profile.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.unwatch(watcher_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.filter_keys k where k.watcher_id = unwatch.watcher_id
$function$;

CREATE OR REPLACE FUNCTION private.update_setting(key text, value numeric)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before numeric;
begin
  perform private.require_staff();
  select s.value into v_before from private.settings s where s.key = update_setting.key for update;
  if v_before is null then
    raise exception 'setting_unknown' using errcode = 'PT422';
  end if;
  if v_before is not distinct from update_setting.value then
    return;
  end if;
  update private.settings s set value = update_setting.value where s.key = update_setting.key;
  perform private.audit('update_setting', null, jsonb_build_object(
    'key', update_setting.key, 'from', v_before, 'to', update_setting.value));
end;
$function$;

CREATE OR REPLACE FUNCTION private.verify_profile(profile_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  update public.profiles p set is_verified = true where p.id = v_profile.id;
  perform private.audit('verify_profile', v_profile.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.watch(watcher_id uuid, filters jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_filter private.creator_filter := private.parse_filters(filters);
  v_term_id int := private.term_id(v_filter.term);
begin
  delete from private.filter_keys k where k.watcher_id = watch.watcher_id;
  insert into private.filter_keys (key, term_id, min_rating, watcher_id, recheck)
  select key, v_term_id, coalesce(v_filter.min_rating, 0), watch.watcher_id, v_filter.keys_are_wide
  from unnest(v_filter.keys) as key;
end;
$function$;

CREATE OR REPLACE FUNCTION private.watchers_of(c private.creators)
 RETURNS TABLE(watcher_id uuid, recheck boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.withdraw_application(application_id uuid)
 RETURNS public.campaign_applications
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_application public.campaign_applications;
begin
  select * into v_application from public.campaign_applications a
  where a.id = application_id and a.kol_id = private.my_profile_id() for update;
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
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
    execute $sql$
      select array_agg(page.profile_id order by page.profile_id) from (
        select c.profile_id from private.creators c
        where private.creator_satisfies(c, $1) and c.profile_id > $2
        order by c.profile_id limit $3
      ) page $sql$
      into v_creators
      using private.parse_filters(v_campaign.filters),
        coalesce(v_queued.told_up_to, '00000000-0000-0000-0000-000000000000'::uuid), v_left;
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
    insert into private.email_outbox (profile_id, template, data, send_after, created_at)
    select v_profile_id, 'digest', jsonb_build_object(
      'searches', coalesce((
        select jsonb_agg(jsonb_build_object('saved_search_id', s.id, 'saved_search_name', s.name,
          'total', s.total, 'creators', s.creators) order by s.name, s.id)
        from searches s), '[]'),
      'others', coalesce((
        select jsonb_agg(jsonb_build_object('type', o.type, 'title', o.title, 'message', o.message,
          'data', o.data) order by o.created_at, o.id)
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
  v_told int := 0;
  v_count int;
  v_profile_id uuid;
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
    -- Taken away before the creator is read: a change that comes later queues itself again.
    delete from private.match_queue q where q.profile_id = v_profile_id;
    select c.* into v_creator from private.creators c where c.profile_id = v_profile_id;
    -- Suspended meanwhile.
    continue when not found;

    select coalesce(array_agg(w.watcher_id) filter (where not w.recheck), '{}'),
      coalesce(array_agg(w.watcher_id) filter (where w.recheck), '{}')
    into v_exact, v_to_recheck
    from private.watchers_of(v_creator) w;
    v_count := private.tell_saved_searches(v_creator, v_exact, v_to_recheck, v_left, at);
    v_count := v_count + private.tell_campaign_creator(v_creator, v_exact, v_to_recheck, v_left - v_count, at);
    if v_count >= v_left then
      insert into private.match_queue (profile_id) values (v_profile_id);
    end if;
    v_left := v_left - v_count;
    v_told := v_told + v_count;
  end loop;
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
        to_char(v_order.due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')));
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
      'profile_id', campaign.brand_id),
    at
  from told join public.profiles p on p.id = told.profile_id
  where p.user_id is not null;
  get diagnostics v_told = row_count;
  return v_told;
end;
$function$;

CREATE OR REPLACE FUNCTION public.accept_application(application_id uuid, idempotency_key uuid)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.accept_application(application_id, idempotency_key)
$function$;

CREATE OR REPLACE FUNCTION public.accept_order(order_id uuid)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.accept_order(order_id)
$function$;

CREATE OR REPLACE FUNCTION public.accept_settlement(order_id uuid, creator_share_minor bigint DEFAULT NULL::bigint)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.accept_settlement(order_id, creator_share_minor)
$function$;

CREATE OR REPLACE FUNCTION public.apply_to_campaign(campaign_id uuid, pack_id uuid DEFAULT NULL::uuid, price_minor bigint DEFAULT NULL::bigint, note text DEFAULT ''::text, delivery_days integer DEFAULT 14)
 RETURNS public.campaign_applications
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_to_campaign(campaign_id, pack_id, price_minor, note, delivery_days)
$function$;

CREATE OR REPLACE FUNCTION public.approve_profile(profile_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.approve_profile(profile_id)
$function$;

CREATE OR REPLACE FUNCTION public.block_member(profile_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.block_member(profile_id)
$function$;

CREATE OR REPLACE FUNCTION public.can_buy_or_sell_own_gig()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(private.can_transact(private.my_profile_id()), false)
$function$;

CREATE OR REPLACE FUNCTION public.cancel_order(order_id uuid, reason text DEFAULT NULL::text)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.cancel_order(order_id, reason)
$function$;

CREATE OR REPLACE FUNCTION public.check_invite(code text)
 RETURNS public.invite_check
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.check_invite(code)
$function$;

CREATE OR REPLACE FUNCTION public.claim_emails(batch integer DEFAULT 50)
 RETURNS TABLE(id uuid, to_email text, display_name text, template text, locale text, data jsonb, attempts integer, unsubscribe_token text)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.claim_emails(batch)
$function$;

CREATE OR REPLACE FUNCTION public.close_campaign(campaign_id uuid)
 RETURNS public.campaigns
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.close_campaign(campaign_id)
$function$;

CREATE OR REPLACE FUNCTION public.complete_order(order_id uuid)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.complete_order(order_id)
$function$;

CREATE OR REPLACE FUNCTION public.create_invite(max_uses integer DEFAULT 1, expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone, email text DEFAULT NULL::text, role text DEFAULT NULL::text)
 RETURNS public.invites
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.create_invite(max_uses, expires_at, email, role)
$function$;

CREATE OR REPLACE FUNCTION public.decline_application(application_id uuid)
 RETURNS public.campaign_applications
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.decline_application(application_id)
$function$;

CREATE OR REPLACE FUNCTION public.decline_order(order_id uuid, reason text DEFAULT NULL::text)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.decline_order(order_id, reason)
$function$;

CREATE OR REPLACE FUNCTION public.delete_my_account()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.delete_my_account()
$function$;

CREATE OR REPLACE FUNCTION public.deliver_order(order_id uuid, note text, links text[] DEFAULT '{}'::text[], files jsonb DEFAULT '[]'::jsonb)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.deliver_order(order_id, note, links, files)
$function$;

CREATE OR REPLACE FUNCTION public.export_my_data()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.export_my_data()
$function$;

CREATE OR REPLACE FUNCTION public.extend_review(order_id uuid)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.extend_review(order_id)
$function$;

CREATE OR REPLACE FUNCTION public.fail_payout(payout_id uuid, reason text)
 RETURNS public.payouts
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.fail_payout(payout_id, reason)
$function$;

CREATE OR REPLACE FUNCTION public.get_or_create_conversation(other_profile_id uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.get_or_create_conversation(other_profile_id)
$function$;

CREATE OR REPLACE FUNCTION public.inbox(page_size integer DEFAULT 30, before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(conversation_id uuid, other_id uuid, other_name text, other_image text, other_role text, last_message text, last_file_name text, last_sender_id uuid, last_message_at timestamp with time zone, unread_count integer, blocked boolean, blocked_by_me boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.inbox(page_size, before)
$function$;

CREATE OR REPLACE FUNCTION public.list_settings()
 RETURNS TABLE(key text, value numeric, unit text, meaning text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select s.key, s.value, s.unit, s.meaning from private.list_settings() as s
$function$;

CREATE OR REPLACE FUNCTION public.mark_all_notifications_read()
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with marked as (
    update public.notifications set read = true
    where user_id = (select auth.uid()) and not read
    returning 1
  )
  select count(*)::int from marked
$function$;

CREATE OR REPLACE FUNCTION public.mark_conversation_read(conversation_id uuid)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with marked as (
    update public.messages m set is_read = true
    where m.conversation_id = mark_conversation_read.conversation_id
      and m.receiver_id = (select private.my_profile_id()) and not m.is_read
    returning 1
  )
  select count(*)::int from marked
$function$;

CREATE OR REPLACE FUNCTION public.mark_email_failed(id uuid, error text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.mark_email_failed(id, error)
$function$;

CREATE OR REPLACE FUNCTION public.mark_email_sent(id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.mark_email_sent(id)
$function$;

CREATE OR REPLACE FUNCTION public.member_labels(ids uuid[])
 RETURNS SETOF public.member_label
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.member_labels(ids)
$function$;

CREATE OR REPLACE FUNCTION public.open_dispute(order_id uuid, reason text)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.open_dispute(order_id, reason)
$function$;

CREATE OR REPLACE FUNCTION public.pay_from_wallet(order_id uuid)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.pay_from_wallet(order_id)
$function$;

CREATE OR REPLACE FUNCTION public.place_order(pack_id uuid, brief text, idempotency_key uuid)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.place_order(pack_id, brief, idempotency_key)
$function$;

CREATE OR REPLACE FUNCTION public.propose_settlement(order_id uuid, creator_share_minor bigint)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.propose_settlement(order_id, creator_share_minor)
$function$;

CREATE OR REPLACE FUNCTION public.publish_campaign(campaign_id uuid)
 RETURNS public.campaigns
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.publish_campaign(campaign_id)
$function$;

CREATE OR REPLACE FUNCTION public.record_chargeback(provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.record_chargeback(provider, provider_ref, order_id, amount_minor, currency)
$function$;

CREATE OR REPLACE FUNCTION public.record_payment(provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text)
 RETURNS public.payments
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.record_payment(provider, provider_ref, order_id, amount_minor, currency)
$function$;

CREATE OR REPLACE FUNCTION public.report_message(message_id uuid, reason text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.report_message(message_id, reason)
$function$;

CREATE OR REPLACE FUNCTION public.request_payout(amount_minor bigint, currency text, destination text, idempotency_key uuid)
 RETURNS public.payouts
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.request_payout(amount_minor, currency, destination, idempotency_key)
$function$;

CREATE OR REPLACE FUNCTION public.request_refund(payment_id uuid, amount_minor bigint, idempotency_key uuid)
 RETURNS public.payouts
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.request_refund(payment_id, amount_minor, idempotency_key)
$function$;

CREATE OR REPLACE FUNCTION public.request_revision(order_id uuid, note text)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.request_revision(order_id, note)
$function$;

CREATE OR REPLACE FUNCTION public.resolve_dispute(order_id uuid, creator_share_minor bigint, note text)
 RETURNS public.pack_orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.resolve_dispute(order_id, creator_share_minor, note)
$function$;

CREATE OR REPLACE FUNCTION public.resolve_report(report_id uuid, resolution text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.resolve_report(report_id, resolution)
$function$;

CREATE OR REPLACE FUNCTION public.resolve_suspense(payment_id uuid, profile_id uuid, note text)
 RETURNS public.payments
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.resolve_suspense(payment_id, profile_id, note)
$function$;

CREATE OR REPLACE FUNCTION public.review_order(order_id uuid, rating integer, comment text)
 RETURNS public.reviews
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.review_order(order_id, rating, comment)
$function$;

CREATE OR REPLACE FUNCTION public.revoke_invite(invite_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.revoke_invite(invite_id)
$function$;

CREATE OR REPLACE FUNCTION public.run_due_work(at timestamp with time zone DEFAULT now())
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.run_due_work(at)
$function$;

CREATE OR REPLACE FUNCTION public.search_creators(filters jsonb DEFAULT '{}'::jsonb, sort text DEFAULT 'rating'::text, page_size integer DEFAULT 24, after uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.members
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.search_creators(filters, sort, page_size, after)
$function$;

CREATE OR REPLACE FUNCTION public.set_trust_level(profile_id uuid, trust_level text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.set_trust_level(profile_id, trust_level)
$function$;

CREATE OR REPLACE FUNCTION public.settle_payout(payout_id uuid, provider_ref text)
 RETURNS public.payouts
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.settle_payout(payout_id, provider_ref)
$function$;

CREATE OR REPLACE FUNCTION public.suspend_profile(profile_id uuid, with_invitees boolean DEFAULT false)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.suspend_profile(profile_id, with_invitees)
$function$;

CREATE OR REPLACE FUNCTION public.unblock_member(profile_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.unblock_member(profile_id)
$function$;

CREATE OR REPLACE FUNCTION public.unread_count()
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*)::int from public.messages m
  where m.receiver_id = (select private.my_profile_id()) and not m.is_read
$function$;

CREATE OR REPLACE FUNCTION public.unsubscribe(token text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.unsubscribe(token)
$function$;

CREATE OR REPLACE FUNCTION public.unsuspend_profile(profile_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.unsuspend_profile(profile_id)
$function$;

CREATE OR REPLACE FUNCTION public.update_setting(key text, value numeric)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.update_setting(key, value)
$function$;

CREATE OR REPLACE FUNCTION public.verify_profile(profile_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.verify_profile(profile_id)
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_application(application_id uuid)
 RETURNS public.campaign_applications
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.withdraw_application(application_id)
$function$;

ALTER TABLE "private"."entries" ADD CONSTRAINT "entries_account_id_fkey" FOREIGN KEY (account_id) REFERENCES private.accounts(id);

ALTER TABLE "private"."entries" ADD CONSTRAINT "entries_transfer_id_fkey" FOREIGN KEY (transfer_id) REFERENCES private.transfers(id);

ALTER TABLE "private"."campaign_matches" ADD CONSTRAINT "campaign_matches_campaign_id_fkey" FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id) ON DELETE CASCADE;

ALTER TABLE "private"."campaign_queue" ADD CONSTRAINT "campaign_queue_campaign_id_fkey" FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id) ON DELETE CASCADE;

ALTER TABLE "public"."campaign_applications" ADD CONSTRAINT "campaign_applications_campaign_id_fkey" FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id) ON DELETE CASCADE;

ALTER TABLE "public"."conversation_participants" ADD CONSTRAINT "conversation_participants_conversation_id_fkey" FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;

ALTER TABLE "private"."accounts" ADD CONSTRAINT "accounts_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currencies(code);

ALTER TABLE "private"."chargebacks" ADD CONSTRAINT "chargebacks_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currencies(code);

ALTER TABLE "private"."holds" ADD CONSTRAINT "holds_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currencies(code);

ALTER TABLE "public"."campaigns" ADD CONSTRAINT "campaigns_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currencies(code);

ALTER TABLE "private"."creators" ADD CONSTRAINT "creators_profile_id_fkey" FOREIGN KEY (profile_id) REFERENCES public.members(id) ON DELETE CASCADE;

ALTER TABLE "public"."messages" ADD CONSTRAINT "messages_conversation_id_fkey" FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;

ALTER TABLE "public"."message_reports" ADD CONSTRAINT "message_reports_message_id_fkey" FOREIGN KEY (message_id) REFERENCES public.messages(id) ON DELETE CASCADE;

ALTER TABLE "private"."digest_items" ADD CONSTRAINT "digest_items_notification_id_fkey" FOREIGN KEY (notification_id) REFERENCES public.notifications(id) ON DELETE CASCADE;

ALTER TABLE "public"."notifications" ADD CONSTRAINT "notifications_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."pack_orders" ADD CONSTRAINT "pack_orders_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currencies(code);

ALTER TABLE "private"."accounts" ADD CONSTRAINT "accounts_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "private"."chargebacks" ADD CONSTRAINT "chargebacks_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "private"."holds" ADD CONSTRAINT "holds_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "private"."transfers" ADD CONSTRAINT "transfers_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "public"."campaign_applications" ADD CONSTRAINT "campaign_applications_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "public"."order_deliveries" ADD CONSTRAINT "order_deliveries_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "public"."order_events" ADD CONSTRAINT "order_events_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "public"."packs" ADD CONSTRAINT "packs_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currencies(code);

ALTER TABLE "public"."campaign_applications" ADD CONSTRAINT "campaign_applications_pack_id_fkey" FOREIGN KEY (pack_id) REFERENCES public.packs(id);

ALTER TABLE "public"."pack_orders" ADD CONSTRAINT "pack_orders_pack_id_fkey" FOREIGN KEY (pack_id) REFERENCES public.packs(id);

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currencies(code);

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "public"."payouts" ADD CONSTRAINT "payouts_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currencies(code);

ALTER TABLE "public"."payouts" ADD CONSTRAINT "payouts_payment_id_fkey" FOREIGN KEY (payment_id) REFERENCES public.payments(id);

ALTER TABLE "private"."accounts" ADD CONSTRAINT "accounts_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.profiles(id);

ALTER TABLE "private"."campaign_matches" ADD CONSTRAINT "campaign_matches_profile_id_fkey" FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."digest_items" ADD CONSTRAINT "digest_items_profile_id_fkey" FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."email_outbox" ADD CONSTRAINT "email_outbox_profile_id_fkey" FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."holds" ADD CONSTRAINT "holds_profile_id_fkey" FOREIGN KEY (profile_id) REFERENCES public.profiles(id);

ALTER TABLE "private"."match_queue" ADD CONSTRAINT "match_queue_profile_id_fkey" FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."saved_search_matches" ADD CONSTRAINT "saved_search_matches_profile_id_fkey" FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."campaign_applications" ADD CONSTRAINT "campaign_applications_brand_id_fkey" FOREIGN KEY (brand_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."campaign_applications" ADD CONSTRAINT "campaign_applications_kol_id_fkey" FOREIGN KEY (kol_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."conversation_participants" ADD CONSTRAINT "conversation_participants_profile_id_fkey" FOREIGN KEY (profile_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."conversations" ADD CONSTRAINT "conversations_member_a_fkey" FOREIGN KEY (member_a) REFERENCES public.profiles(id);

ALTER TABLE "public"."conversations" ADD CONSTRAINT "conversations_member_b_fkey" FOREIGN KEY (member_b) REFERENCES public.profiles(id);

ALTER TABLE "public"."conversations" ADD CONSTRAINT "conversations_opened_by_fkey" FOREIGN KEY (opened_by) REFERENCES public.profiles(id);

ALTER TABLE "public"."invites" ADD CONSTRAINT "invites_issuer_id_fkey" FOREIGN KEY (issuer_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."member_blocks" ADD CONSTRAINT "member_blocks_blocked_id_fkey" FOREIGN KEY (blocked_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."member_blocks" ADD CONSTRAINT "member_blocks_blocker_id_fkey" FOREIGN KEY (blocker_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."members" ADD CONSTRAINT "members_id_fkey" FOREIGN KEY (id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."message_reports" ADD CONSTRAINT "message_reports_reporter_id_fkey" FOREIGN KEY (reporter_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."message_reports" ADD CONSTRAINT "message_reports_sender_id_fkey" FOREIGN KEY (sender_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."messages" ADD CONSTRAINT "messages_receiver_id_fkey" FOREIGN KEY (receiver_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."messages" ADD CONSTRAINT "messages_sender_id_fkey" FOREIGN KEY (sender_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."order_events" ADD CONSTRAINT "order_events_actor_id_fkey" FOREIGN KEY (actor_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."pack_orders" ADD CONSTRAINT "pack_orders_brand_id_fkey" FOREIGN KEY (brand_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."pack_orders" ADD CONSTRAINT "pack_orders_kol_id_fkey" FOREIGN KEY (kol_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."packs" ADD CONSTRAINT "packs_kol_id_fkey" FOREIGN KEY (kol_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_payer_id_fkey" FOREIGN KEY (payer_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."payouts" ADD CONSTRAINT "payouts_profile_id_fkey" FOREIGN KEY (profile_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."profiles" ADD CONSTRAINT "profiles_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."referrals" ADD CONSTRAINT "referrals_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currencies(code);

ALTER TABLE "public"."referrals" ADD CONSTRAINT "referrals_invite_id_fkey" FOREIGN KEY (invite_id) REFERENCES public.invites(id);

ALTER TABLE "public"."referrals" ADD CONSTRAINT "referrals_invitee_id_fkey" FOREIGN KEY (invitee_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."referrals" ADD CONSTRAINT "referrals_inviter_id_fkey" FOREIGN KEY (inviter_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."reviews" ADD CONSTRAINT "reviews_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.profiles(id);

ALTER TABLE "public"."reviews" ADD CONSTRAINT "reviews_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "public"."reviews" ADD CONSTRAINT "reviews_subject_id_fkey" FOREIGN KEY (subject_id) REFERENCES public.profiles(id);

ALTER TABLE "private"."saved_search_matches" ADD CONSTRAINT "saved_search_matches_saved_search_id_fkey" FOREIGN KEY (saved_search_id) REFERENCES public.saved_searches(id) ON DELETE CASCADE;

ALTER TABLE "public"."settlement_proposals" ADD CONSTRAINT "settlement_proposals_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "public"."settlement_proposals" ADD CONSTRAINT "settlement_proposals_proposed_by_fkey" FOREIGN KEY (proposed_by) REFERENCES public.profiles(id);

ALTER TABLE "public"."staff_audit" ADD CONSTRAINT "staff_audit_actor_id_fkey" FOREIGN KEY (actor_id) REFERENCES public.profiles(id);

CREATE VIEW "public"."balances" WITH (security_invoker=true) AS  SELECT currency,
    kind,
    (sum(balance_minor))::bigint AS amount_minor
   FROM private.accounts a
  WHERE (owner_id = ( SELECT private.my_profile_id() AS my_profile_id))
  GROUP BY currency, kind;

CREATE VIEW "public"."holds" WITH (security_invoker=true) AS  SELECT order_id,
    currency,
    amount_minor,
    due_at AS clears_at
   FROM private.holds h
  WHERE ((profile_id = ( SELECT private.my_profile_id() AS my_profile_id)) AND (cleared_at IS NULL) AND (amount_minor > 0));

CREATE VIEW "public"."ledger_lines" WITH (security_invoker=true) AS  SELECT e.transfer_id,
    t.created_at,
    t.event,
    t.order_id,
    a.currency,
    a.kind,
    e.amount_minor
   FROM ((private.accounts a
     JOIN private.entries e ON ((e.account_id = a.id)))
     JOIN private.transfers t ON ((t.id = e.transfer_id)))
  WHERE (a.owner_id = ( SELECT private.my_profile_id() AS my_profile_id));

CREATE VIEW "public"."solvency" WITH (security_invoker=true) AS  SELECT currency,
    held_minor,
    owed_minor
   FROM private.solvency() s(currency, held_minor, owed_minor);

CREATE INDEX accounts_currency ON private.accounts USING btree (currency, kind);

CREATE INDEX accounts_order_id ON private.accounts USING btree (order_id);

CREATE INDEX campaign_matches_of_profile ON private.campaign_matches USING btree (profile_id, campaign_id);

CREATE INDEX chargebacks_currency ON private.chargebacks USING btree (currency);

CREATE INDEX chargebacks_order_id ON private.chargebacks USING btree (order_id);

CREATE INDEX creators_by_followers ON private.creators USING btree (follower_total DESC, profile_id DESC);

CREATE INDEX creators_by_name ON private.creators USING gin (name extensions.gin_trgm_ops);

CREATE INDEX creators_by_newest ON private.creators USING btree (created_at DESC, profile_id DESC);

CREATE INDEX creators_by_rating ON private.creators USING btree (rating DESC, profile_id DESC);

CREATE INDEX creators_by_term ON private.creators USING gin (haystack extensions.gin_trgm_ops);

CREATE INDEX digest_items_of_profile ON private.digest_items USING btree (profile_id, created_at);

CREATE INDEX digest_items_oldest ON private.digest_items USING btree (created_at);

CREATE INDEX email_outbox_of_profile ON private.email_outbox USING btree (profile_id);

CREATE INDEX email_outbox_waiting ON private.email_outbox USING btree (send_after) WHERE (status = 'waiting'::text);

CREATE INDEX entries_account_id ON private.entries USING btree (account_id, transfer_id);

CREATE INDEX filter_keys_lookup ON private.filter_keys USING btree (key, term_id, min_rating) INCLUDE (watcher_id, recheck);

CREATE INDEX filter_keys_of_watcher ON private.filter_keys USING btree (watcher_id);

CREATE INDEX holds_currency ON private.holds USING btree (currency);

CREATE INDEX holds_due ON private.holds USING btree (due_at) WHERE (cleared_at IS NULL);

CREATE INDEX holds_profile_id ON private.holds USING btree (profile_id);

CREATE INDEX match_queue_of_profile ON private.match_queue USING btree (profile_id);

CREATE INDEX rate_limits_window_start ON private.rate_limits USING btree (window_start);

CREATE INDEX saved_search_matches_of_profile ON private.saved_search_matches USING btree (profile_id, saved_search_id);

CREATE INDEX search_terms_by_anchor ON private.search_terms USING btree (anchor) INCLUDE (id, term);

CREATE UNIQUE INDEX transfers_once_per_order ON private.transfers USING btree (order_id, event, reference) NULLS NOT DISTINCT WHERE (order_id IS NOT NULL);

CREATE INDEX campaign_applications_of_brand ON public.campaign_applications USING btree (brand_id);

CREATE INDEX campaign_applications_of_creator ON public.campaign_applications USING btree (kol_id, created_at DESC);

CREATE INDEX campaign_applications_order ON public.campaign_applications USING btree (order_id);

CREATE INDEX campaign_applications_pack ON public.campaign_applications USING btree (pack_id);

CREATE INDEX campaigns_currency ON public.campaigns USING btree (currency);

CREATE INDEX campaigns_deadline ON public.campaigns USING btree (deadline) WHERE (status = 'open'::text);

CREATE INDEX campaigns_open ON public.campaigns USING btree (published_at DESC, id) WHERE (status = 'open'::text);

CREATE INDEX conversation_participants_of_profile ON public.conversation_participants USING btree (profile_id);

CREATE INDEX conversations_newest_of_a ON public.conversations USING btree (member_a, last_message_at DESC);

CREATE INDEX conversations_newest_of_b ON public.conversations USING btree (member_b, last_message_at DESC);

CREATE INDEX conversations_opened ON public.conversations USING btree (opened_by);

CREATE INDEX invites_issuer_id ON public.invites USING btree (issuer_id);

CREATE INDEX member_blocks_of_blocked ON public.member_blocks USING btree (blocked_id);

CREATE INDEX message_reports_of_reporter ON public.message_reports USING btree (reporter_id);

CREATE INDEX message_reports_of_sender ON public.message_reports USING btree (sender_id);

CREATE INDEX message_reports_open ON public.message_reports USING btree (created_at) WHERE (resolved_at IS NULL);

CREATE INDEX messages_of_conversation ON public.messages USING btree (conversation_id, created_at DESC, id DESC);

CREATE INDEX messages_received ON public.messages USING btree (receiver_id, created_at DESC);

CREATE INDEX messages_sent ON public.messages USING btree (sender_id, created_at DESC);

CREATE INDEX messages_unread ON public.messages USING btree (receiver_id, conversation_id) WHERE (NOT is_read);

CREATE INDEX notifications_newest ON public.notifications USING btree (user_id, created_at DESC, id DESC);

CREATE INDEX notifications_unread ON public.notifications USING btree (user_id) WHERE (NOT read);

CREATE INDEX order_deliveries_order_id ON public.order_deliveries USING btree (order_id, created_at);

CREATE INDEX order_events_actor_id ON public.order_events USING btree (actor_id);

CREATE INDEX order_events_order_id ON public.order_events USING btree (order_id, id);

CREATE INDEX pack_orders_brand_id ON public.pack_orders USING btree (brand_id, created_at DESC);

CREATE INDEX pack_orders_currency ON public.pack_orders USING btree (currency);

CREATE INDEX pack_orders_disputed ON public.pack_orders USING btree (updated_at) WHERE (status = 'disputed'::text);

CREATE INDEX pack_orders_due ON public.pack_orders USING btree (due_at) WHERE (status = ANY (ARRAY['pending_payment'::text, 'funded'::text, 'delivered'::text]));

CREATE INDEX pack_orders_kol_id ON public.pack_orders USING btree (kol_id, created_at DESC);

CREATE INDEX pack_orders_pack_id ON public.pack_orders USING btree (pack_id);

CREATE INDEX pack_orders_to_remind ON public.pack_orders USING btree (delivered_at) WHERE ((status = 'delivered'::text) AND (reminders_sent < 2));

CREATE INDEX packs_currency ON public.packs USING btree (currency);

CREATE INDEX packs_kol_id ON public.packs USING btree (kol_id, created_at);

CREATE INDEX payments_currency ON public.payments USING btree (currency);

CREATE INDEX payments_in_suspense ON public.payments USING btree (created_at) WHERE (status = 'suspense'::text);

CREATE INDEX payments_order_id ON public.payments USING btree (order_id);

CREATE INDEX payments_payer_id ON public.payments USING btree (payer_id);

CREATE INDEX payouts_currency ON public.payouts USING btree (currency);

CREATE INDEX payouts_open ON public.payouts USING btree (created_at) WHERE (status = 'requested'::text);

CREATE INDEX payouts_payment_id ON public.payouts USING btree (payment_id);

CREATE INDEX payouts_profile_id ON public.payouts USING btree (profile_id, created_at);

CREATE INDEX profiles_waiting_for_approval ON public.profiles USING btree (onboarded_at) WHERE ((onboarded_at IS NOT NULL) AND (NOT is_approved) AND (suspended_at IS NULL) AND (deleted_at IS NULL));

CREATE INDEX referrals_currency ON public.referrals USING btree (currency);

CREATE INDEX referrals_invite_id ON public.referrals USING btree (invite_id);

CREATE INDEX referrals_inviter_id ON public.referrals USING btree (inviter_id);

CREATE INDEX reviews_author_id ON public.reviews USING btree (author_id);

CREATE INDEX reviews_subject_id ON public.reviews USING btree (subject_id, visible_at DESC);

CREATE INDEX reviews_to_reveal ON public.reviews USING btree (reveals_at) WHERE (visible_at IS NULL);

CREATE INDEX settlement_proposals_order_id ON public.settlement_proposals USING btree (order_id, proposed_by, created_at);

CREATE INDEX settlement_proposals_proposed_by ON public.settlement_proposals USING btree (proposed_by);

CREATE INDEX staff_audit_actor_id ON public.staff_audit USING btree (actor_id);

CREATE INDEX staff_audit_created_at ON public.staff_audit USING btree (created_at DESC, id);

CREATE INDEX staff_audit_subject_id ON public.staff_audit USING btree (subject_id);

CREATE TRIGGER forget_member BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.forget_member();

CREATE TRIGGER make_profile AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.make_profile();

CREATE TRIGGER on_email_confirmed AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL))) EXECUTE FUNCTION private.on_email_confirmed();

CREATE TRIGGER redeem_invite BEFORE INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.redeem_invite();

CREATE TRIGGER accounts_not_deleted BEFORE DELETE ON private.accounts FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER accounts_not_truncated BEFORE TRUNCATE ON private.accounts FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER accounts_only_by_transfer BEFORE UPDATE ON private.accounts FOR EACH ROW WHEN ((current_setting('kolpact.posting'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION private.refuse_by_hand();

CREATE TRIGGER accounts_open_empty BEFORE INSERT ON private.accounts FOR EACH ROW WHEN ((new.balance_minor <> 0)) EXECUTE FUNCTION private.refuse_by_hand();

CREATE TRIGGER accounts_stay_what_they_are BEFORE UPDATE ON private.accounts FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.owner_id IS DISTINCT FROM new.owner_id) OR (old.order_id IS DISTINCT FROM new.order_id) OR (old.kind IS DISTINCT FROM new.kind) OR (old.currency IS DISTINCT FROM new.currency) OR (old.shard IS DISTINCT FROM new.shard))) EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER creators_queue_match_inserted AFTER INSERT ON private.creators FOR EACH ROW EXECUTE FUNCTION private.queue_match();

CREATE TRIGGER creators_queue_match_updated AFTER UPDATE ON private.creators FOR EACH ROW WHEN (((old.language IS DISTINCT FROM new.language) OR (old.platforms IS DISTINCT FROM new.platforms) OR (old.categories IS DISTINCT FROM new.categories))) EXECUTE FUNCTION private.queue_match();

CREATE TRIGGER entries_append_only BEFORE DELETE OR UPDATE ON private.entries FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER entries_not_truncated BEFORE TRUNCATE ON private.entries FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER entries_only_by_transfer BEFORE INSERT ON private.entries FOR EACH ROW WHEN ((current_setting('kolpact.posting'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION private.refuse_by_hand();

CREATE CONSTRAINT TRIGGER entries_sum_to_zero AFTER INSERT ON private.entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.check_zero_sum();

CREATE TRIGGER transfers_append_only BEFORE DELETE OR UPDATE ON private.transfers FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER transfers_not_truncated BEFORE TRUNCATE ON private.transfers FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER transfers_only_by_transfer BEFORE INSERT ON private.transfers FOR EACH ROW WHEN ((current_setting('kolpact.posting'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION private.refuse_by_hand();

CREATE TRIGGER campaigns_prepare BEFORE INSERT OR UPDATE ON public.campaigns FOR EACH ROW EXECUTE FUNCTION private.prepare_campaign();

CREATE TRIGGER conversations_add_participants AFTER INSERT ON public.conversations FOR EACH ROW EXECUTE FUNCTION private.add_participants();

CREATE TRIGGER currencies_open_accounts AFTER INSERT ON public.currencies FOR EACH ROW EXECUTE FUNCTION private.open_platform_accounts();

CREATE TRIGGER members_keep_creator_inserted AFTER INSERT ON public.members FOR EACH ROW WHEN ((new.role = 'kol'::text)) EXECUTE FUNCTION private.keep_creator();

CREATE TRIGGER members_keep_creator_updated AFTER UPDATE ON public.members FOR EACH ROW WHEN (((old.role IS DISTINCT FROM new.role) OR (old.display_name IS DISTINCT FROM new.display_name) OR (old.bio IS DISTINCT FROM new.bio) OR (old.expertise IS DISTINCT FROM new.expertise) OR (old.language IS DISTINCT FROM new.language) OR (old.platforms IS DISTINCT FROM new.platforms) OR (old.categories IS DISTINCT FROM new.categories) OR (old.follower_total IS DISTINCT FROM new.follower_total) OR (old.rating IS DISTINCT FROM new.rating) OR (old.is_verified IS DISTINCT FROM new.is_verified) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION private.keep_creator();

CREATE TRIGGER messages_prepare BEFORE INSERT ON public.messages FOR EACH ROW EXECUTE FUNCTION private.prepare_message();

CREATE TRIGGER messages_touch_conversation AFTER INSERT ON public.messages FOR EACH ROW EXECUTE FUNCTION private.touch_conversation();

CREATE TRIGGER notifications_queue_emails AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.queue_emails();

CREATE TRIGGER order_deliveries_append_only BEFORE DELETE OR UPDATE ON public.order_deliveries FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER order_deliveries_not_truncated BEFORE TRUNCATE ON public.order_deliveries FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER order_events_append_only BEFORE DELETE OR UPDATE ON public.order_events FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER order_events_not_truncated BEFORE TRUNCATE ON public.order_events FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER pack_orders_begin_unpaid BEFORE INSERT ON public.pack_orders FOR EACH ROW WHEN ((new.status <> 'pending_payment'::text)) EXECUTE FUNCTION private.guard_order_status();

CREATE TRIGGER pack_orders_not_deleted BEFORE DELETE ON public.pack_orders FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER pack_orders_not_truncated BEFORE TRUNCATE ON public.pack_orders FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER pack_orders_status_only_by_move BEFORE UPDATE ON public.pack_orders FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION private.guard_order_status();

CREATE TRIGGER pack_orders_terms_are_final BEFORE UPDATE ON public.pack_orders FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.pack_id IS DISTINCT FROM new.pack_id) OR (old.brand_id IS DISTINCT FROM new.brand_id) OR (old.kol_id IS DISTINCT FROM new.kol_id) OR (old.pack_title IS DISTINCT FROM new.pack_title) OR (old.price_minor IS DISTINCT FROM new.price_minor) OR (old.fee_minor IS DISTINCT FROM new.fee_minor) OR (old.buyer_fee_minor IS DISTINCT FROM new.buyer_fee_minor) OR (old.currency IS DISTINCT FROM new.currency) OR (old.delivery_days IS DISTINCT FROM new.delivery_days) OR (old.revisions_allowed IS DISTINCT FROM new.revisions_allowed) OR (old.brief IS DISTINCT FROM new.brief) OR (old.idempotency_key IS DISTINCT FROM new.idempotency_key) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER packs_check_seller BEFORE INSERT ON public.packs FOR EACH ROW EXECUTE FUNCTION private.check_pack_seller();

CREATE TRIGGER packs_touch BEFORE UPDATE ON public.packs FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER payments_facts_are_final BEFORE UPDATE ON public.payments FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.provider IS DISTINCT FROM new.provider) OR (old.provider_ref IS DISTINCT FROM new.provider_ref) OR (old.claimed_order_id IS DISTINCT FROM new.claimed_order_id) OR (old.amount_minor IS DISTINCT FROM new.amount_minor) OR (old.currency IS DISTINCT FROM new.currency) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER payments_not_deleted BEFORE DELETE ON public.payments FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER payouts_final BEFORE UPDATE ON public.payouts FOR EACH ROW WHEN (((old.status <> 'requested'::text) OR ((old.id IS DISTINCT FROM new.id) OR (old.profile_id IS DISTINCT FROM new.profile_id) OR (old.amount_minor IS DISTINCT FROM new.amount_minor) OR (old.currency IS DISTINCT FROM new.currency) OR (old.destination IS DISTINCT FROM new.destination) OR (old.source IS DISTINCT FROM new.source) OR (old.payment_id IS DISTINCT FROM new.payment_id) OR (old.idempotency_key IS DISTINCT FROM new.idempotency_key) OR (old.created_at IS DISTINCT FROM new.created_at)))) EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER payouts_not_deleted BEFORE DELETE ON public.payouts FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER payouts_touch BEFORE UPDATE ON public.payouts FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER profiles_announce_invitee AFTER UPDATE ON public.profiles FOR EACH ROW WHEN (((old.onboarded_at IS NULL) AND (new.onboarded_at IS NOT NULL))) EXECUTE FUNCTION private.announce_invitee();

CREATE TRIGGER profiles_keep_member_inserted AFTER INSERT ON public.profiles FOR EACH ROW WHEN (new.is_approved) EXECUTE FUNCTION private.keep_member();

CREATE TRIGGER profiles_keep_member_updated AFTER UPDATE ON public.profiles FOR EACH ROW WHEN (((old.role IS DISTINCT FROM new.role) OR (old.display_name IS DISTINCT FROM new.display_name) OR (old.bio IS DISTINCT FROM new.bio) OR (old.expertise IS DISTINCT FROM new.expertise) OR (old.language IS DISTINCT FROM new.language) OR (old.platforms IS DISTINCT FROM new.platforms) OR (old.categories IS DISTINCT FROM new.categories) OR (old.follower_counts IS DISTINCT FROM new.follower_counts) OR (old.rating IS DISTINCT FROM new.rating) OR (old.review_count IS DISTINCT FROM new.review_count) OR (old.completed_orders IS DISTINCT FROM new.completed_orders) OR (old.is_verified IS DISTINCT FROM new.is_verified) OR (old.profile_image IS DISTINCT FROM new.profile_image) OR (old.is_approved IS DISTINCT FROM new.is_approved) OR (old.suspended_at IS DISTINCT FROM new.suspended_at) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION private.keep_member();

CREATE TRIGGER profiles_prepare BEFORE INSERT OR UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.prepare_profile();

CREATE TRIGGER reviews_not_deleted BEFORE DELETE ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER reviews_stay_as_written BEFORE UPDATE ON public.reviews FOR EACH ROW WHEN (((old.visible_at IS NOT NULL) OR ((old.id IS DISTINCT FROM new.id) OR (old.order_id IS DISTINCT FROM new.order_id) OR (old.author_id IS DISTINCT FROM new.author_id) OR (old.subject_id IS DISTINCT FROM new.subject_id) OR (old.rating IS DISTINCT FROM new.rating) OR (old.comment IS DISTINCT FROM new.comment) OR (old.created_at IS DISTINCT FROM new.created_at)))) EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER saved_searches_keep_keys AFTER INSERT OR DELETE OR UPDATE OF filters ON public.saved_searches FOR EACH ROW EXECUTE FUNCTION private.keep_saved_search_keys();

CREATE TRIGGER saved_searches_prepare BEFORE INSERT OR UPDATE ON public.saved_searches FOR EACH ROW EXECUTE FUNCTION private.prepare_saved_search();

CREATE TRIGGER settlement_proposals_append_only BEFORE DELETE OR UPDATE ON public.settlement_proposals FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER settlement_proposals_not_truncated BEFORE TRUNCATE ON public.settlement_proposals FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER staff_audit_append_only BEFORE DELETE OR UPDATE ON public.staff_audit FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER staff_audit_not_truncated BEFORE TRUNCATE ON public.staff_audit FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE POLICY "accounts_select" ON "private"."accounts" FOR SELECT TO "authenticated" USING ((owner_id = ( SELECT private.my_profile_id() AS my_profile_id)));

CREATE POLICY "entries_select" ON "private"."entries" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM private.accounts a
  WHERE ((a.id = entries.account_id) AND (a.owner_id = ( SELECT private.my_profile_id() AS my_profile_id))))));

CREATE POLICY "holds_select" ON "private"."holds" FOR SELECT TO "authenticated" USING ((profile_id = ( SELECT private.my_profile_id() AS my_profile_id)));

CREATE POLICY "transfers_select" ON "private"."transfers" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM private.entries e
  WHERE (e.transfer_id = transfers.id))));

CREATE POLICY "campaign_applications_select" ON "public"."campaign_applications" FOR SELECT TO "authenticated" USING (((kol_id = ( SELECT private.my_profile_id() AS my_profile_id)) OR (brand_id = ( SELECT private.my_profile_id() AS my_profile_id))));

CREATE POLICY "conversation_participants_select" ON "public"."conversation_participants" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.conversations c
  WHERE (c.id = conversation_participants.conversation_id))));

CREATE POLICY "conversations_select" ON "public"."conversations" FOR SELECT TO "authenticated" USING (((member_a = ( SELECT private.my_profile_id() AS my_profile_id)) OR (member_b = ( SELECT private.my_profile_id() AS my_profile_id))));

CREATE POLICY "currencies_select" ON "public"."currencies" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "invites_select" ON "public"."invites" FOR SELECT TO "authenticated" USING (((issuer_id = ( SELECT private.my_profile_id() AS my_profile_id)) OR ( SELECT private.is_staff() AS is_staff)));

CREATE POLICY "member_blocks_select" ON "public"."member_blocks" FOR SELECT TO "authenticated" USING ((blocker_id = ( SELECT private.my_profile_id() AS my_profile_id)));

CREATE POLICY "members_select" ON "public"."members" FOR SELECT TO "authenticated" USING (( SELECT private.is_member() AS is_member));

CREATE POLICY "message_reports_select" ON "public"."message_reports" FOR SELECT TO "authenticated" USING (((reporter_id = ( SELECT private.my_profile_id() AS my_profile_id)) OR ( SELECT private.is_staff() AS is_staff)));

CREATE POLICY "messages_insert" ON "public"."messages" FOR INSERT TO "authenticated" WITH CHECK ((sender_id = ( SELECT private.my_profile_id() AS my_profile_id)));

CREATE POLICY "messages_select" ON "public"."messages" FOR SELECT TO "authenticated" USING (((receiver_id = ( SELECT private.my_profile_id() AS my_profile_id)) OR (sender_id = ( SELECT private.my_profile_id() AS my_profile_id))));

CREATE POLICY "messages_update" ON "public"."messages" FOR UPDATE TO "authenticated" USING ((receiver_id = ( SELECT private.my_profile_id() AS my_profile_id))) WITH CHECK (((receiver_id = ( SELECT private.my_profile_id() AS my_profile_id)) AND is_read));

CREATE POLICY "notifications_select" ON "public"."notifications" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "notifications_update" ON "public"."notifications" FOR UPDATE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid))) WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "order_deliveries_select" ON "public"."order_deliveries" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.pack_orders o
  WHERE (o.id = order_deliveries.order_id))));

CREATE POLICY "order_events_select" ON "public"."order_events" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.pack_orders o
  WHERE (o.id = order_events.order_id))));

CREATE POLICY "pack_orders_select" ON "public"."pack_orders" FOR SELECT TO "authenticated" USING (((brand_id = ( SELECT private.my_profile_id() AS my_profile_id)) OR (kol_id = ( SELECT private.my_profile_id() AS my_profile_id)) OR ( SELECT private.is_staff() AS is_staff)));

CREATE POLICY "packs_insert" ON "public"."packs" FOR INSERT TO "authenticated" WITH CHECK (((kol_id = ( SELECT private.my_profile_id() AS my_profile_id)) AND ( SELECT private.is_member() AS is_member)));

CREATE POLICY "packs_select" ON "public"."packs" FOR SELECT TO "authenticated" USING (((kol_id = ( SELECT private.my_profile_id() AS my_profile_id)) OR (is_published AND (EXISTS ( SELECT
   FROM public.members m
  WHERE (m.id = packs.kol_id)))) OR ( SELECT private.is_staff() AS is_staff)));

CREATE POLICY "packs_update" ON "public"."packs" FOR UPDATE TO "authenticated" USING (((kol_id = ( SELECT private.my_profile_id() AS my_profile_id)) AND ( SELECT private.is_member() AS is_member))) WITH CHECK ((kol_id = ( SELECT private.my_profile_id() AS my_profile_id)));

CREATE POLICY "payments_select" ON "public"."payments" FOR SELECT TO "authenticated" USING (((payer_id = ( SELECT private.my_profile_id() AS my_profile_id)) OR ( SELECT private.is_staff() AS is_staff)));

CREATE POLICY "payouts_select" ON "public"."payouts" FOR SELECT TO "authenticated" USING (((profile_id = ( SELECT private.my_profile_id() AS my_profile_id)) OR ( SELECT private.is_staff() AS is_staff)));

CREATE POLICY "profiles_select" ON "public"."profiles" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.is_staff() AS is_staff)));

CREATE POLICY "profiles_update" ON "public"."profiles" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND (suspended_at IS NULL))) WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "referrals_select" ON "public"."referrals" FOR SELECT TO "authenticated" USING (((inviter_id = ( SELECT private.my_profile_id() AS my_profile_id)) OR ( SELECT private.is_staff() AS is_staff)));

CREATE POLICY "reviews_select" ON "public"."reviews" FOR SELECT TO "authenticated" USING (((visible_at IS NOT NULL) OR (author_id = ( SELECT private.my_profile_id() AS my_profile_id))));

CREATE POLICY "settlement_proposals_select" ON "public"."settlement_proposals" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.pack_orders o
  WHERE (o.id = settlement_proposals.order_id))));

CREATE POLICY "staff_audit_select" ON "public"."staff_audit" FOR SELECT TO "authenticated" USING (( SELECT private.is_staff() AS is_staff));

ALTER PUBLICATION "supabase_realtime" ADD TABLE "public"."messages";

ALTER PUBLICATION "supabase_realtime" ADD TABLE "public"."notifications";

ALTER PUBLICATION "supabase_realtime" ADD TABLE "public"."pack_orders";

ALTER PUBLICATION "supabase_realtime" ADD TABLE "public"."profiles";

COMMENT ON COLUMN "private"."accounts"."kind" IS 'wallet: a brand''s own money; escrow: of one order; pending: earned, on hold; available: to be paid out; in_transit: on its way out; cash: the world outside; fees_held: of orders not cleared; revenue; suspense: fits no order; loss: what we bear.';

COMMENT ON COLUMN "private"."creators"."rating" IS 'Hundredths; 0 while there is no rating.';

COMMENT ON FUNCTION "private"."accept_order"(uuid, timestamp with time zone) IS 'The creator takes the work on.';

COMMENT ON FUNCTION "private"."accept_settlement"(uuid, bigint, timestamp with time zone) IS 'One side agrees to what the other offered last.';

COMMENT ON FUNCTION "private"."activate_referral"(uuid, uuid) IS 'At the first completed order of an invitee: the inviter''s reward, once.';

COMMENT ON FUNCTION "private"."add_participants"() IS 'Trigger: a conversation has exactly its two members.';

COMMENT ON FUNCTION "private"."anchor_of"(text) IS 'The rarest trigram inside a term, or an empty text.';

COMMENT ON FUNCTION "private"."announce_invitee"() IS 'Trigger: tells the inviter when the newcomer''s onboarding is complete.';

COMMENT ON FUNCTION "private"."appoint_staff"(uuid, boolean) IS 'Puts a member into office, or out of it. Granted to nobody.';

COMMENT ON FUNCTION "private"."approve_profile"(uuid) IS 'Opens the market to a creator whose onboarding is complete. Twice is once.';

COMMENT ON FUNCTION "private"."are_blocked"(uuid, uuid) IS 'True when either of the two blocked the other.';

COMMENT ON FUNCTION "private"."audit"(text, uuid, jsonb) IS 'Writes down an act of the caller.';

COMMENT ON FUNCTION "private"."before_user_created"(jsonb) IS 'Auth hook: refuses a sign-up with a token that the client can put into words.';

COMMENT ON FUNCTION "private"."can_transact"(uuid) IS 'E-mail confirmed, onboarding complete, approved, not suspended: may buy or sell.';

COMMENT ON FUNCTION "private"."cancel_order"(uuid, text, timestamp with time zone) IS 'Before the work begins the brand cancels alone; after it both have to, unless the work is late.';

COMMENT ON FUNCTION "private"."check_invite"(text) IS 'Whether a code would open the door, and who gave it. Limited per address.';

COMMENT ON FUNCTION "private"."check_pack_seller"() IS 'Trigger: only creators offer packs.';

COMMENT ON FUNCTION "private"."check_zero_sum"() IS 'Trigger at commit: in each currency a transfer takes as much as it gives.';

COMMENT ON FUNCTION "private"."claim_emails"(integer, timestamp with time zone) IS 'Hands out e-mails that are due, each to one caller only.';

COMMENT ON FUNCTION "private"."clear_hold"(uuid, uuid, timestamp with time zone) IS 'Ends one hold: pending becomes available, fees held become revenue.';

COMMENT ON FUNCTION "private"."client_address"() IS 'Where the request of the Data API came from.';

COMMENT ON FUNCTION "private"."codes_of"(text[], text[]) IS 'The places of some words in a list of all words.';

COMMENT ON FUNCTION "private"."complete_order"(uuid, timestamp with time zone) IS 'The brand accepts the work: the creator has earned the money.';

COMMENT ON FUNCTION "private"."create_invite"(integer, timestamp with time zone, text, text) IS 'A new code: how often, until when, for whom.';

COMMENT ON FUNCTION "private"."creator_keys"(text, text[], text[], integer, boolean) IS 'Every key that describes a creator.';

COMMENT ON FUNCTION "private"."decline_order"(uuid, text, timestamp with time zone) IS 'The creator does not take the work on: everything goes back to the brand.';

COMMENT ON FUNCTION "private"."default_email_mode"(text) IS 'How a type is sent to whoever chose nothing.';

COMMENT ON FUNCTION "private"."delete_my_account"() IS 'Removes the caller''s user; the trigger above decides and forgets.';

COMMENT ON FUNCTION "private"."deliver_order"(uuid, text, text[], jsonb, timestamp with time zone) IS 'The creator hands the work over: a note and at least one link or file.';

COMMENT ON FUNCTION "private"."end_campaign"(uuid) IS 'Closes an open campaign; who was still waiting for an answer has it.';

COMMENT ON FUNCTION "private"."expand_filter"(private.creator_filter) IS 'The keys that a filter asks for.';

COMMENT ON FUNCTION "private"."export_my_data"() IS 'Everything the market keeps of the caller, as they may read it.';

COMMENT ON FUNCTION "private"."extend_review"(uuid, timestamp with time zone) IS 'The brand takes more time for the review, once per order.';

COMMENT ON FUNCTION "private"."fail_payout"(uuid, text) IS 'The provider could not send the money: it goes back where it came from.';

COMMENT ON FUNCTION "private"."filter_key"(integer, integer, integer, integer, integer) IS 'Five small numbers packed into one.';

COMMENT ON FUNCTION "private"."filter_list"(jsonb, text) IS 'One filter that is a list of texts; null when it is not set.';

COMMENT ON FUNCTION "private"."filter_value"(jsonb, text, text) IS 'One filter that is a single value of that JSON type; null when it is not set.';

COMMENT ON FUNCTION "private"."finish_order"(public.pack_orders) IS 'What a completed order changes for its two members: quotas, trust, referrals.';

COMMENT ON FUNCTION "private"."follower_counts_are_valid"(jsonb) IS 'True for a map of known platforms to whole, non-negative numbers.';

COMMENT ON FUNCTION "private"."follower_range"(bigint) IS 'Place in the list 0-1k, 1k-10k, 10k-100k, 100k-1m, 1m+.';

COMMENT ON FUNCTION "private"."follower_sum"(jsonb) IS 'All followers of a creator, over all platforms.';

COMMENT ON FUNCTION "private"."forget_member"() IS 'Trigger: empties the profile of a user who goes, unless work or money is open.';

COMMENT ON FUNCTION "private"."get_or_create_conversation"(uuid) IS 'The body of public.get_or_create_conversation.';

COMMENT ON FUNCTION "private"."guard_order_status"() IS 'Trigger: the status of an order changes through move_order only, whoever asks.';

COMMENT ON FUNCTION "private"."has_traded"(uuid) IS 'True once there is a pack, an order or money: from then on the role is history.';

COMMENT ON FUNCTION "private"."haystack"(text, text[], text) IS 'Everything of a creator that a search term may be found in, as one text.';

COMMENT ON FUNCTION "private"."hold"(uuid, uuid, text, bigint, bigint, timestamp with time zone) IS 'Notes what was posted to pending and to fees held, and when it clears.';

COMMENT ON FUNCTION "private"."hold_accounts"(private.holds) IS 'Pending, available, fees held and revenue of a hold.';

COMMENT ON FUNCTION "private"."hold_until"(uuid, timestamp with time zone) IS 'How long what a member earns now is kept on hold: the better we know them, the shorter.';

COMMENT ON FUNCTION "private"."in_minor_units"(numeric, text) IS 'A setting that is said in whole units, such as 100 dollars, in minor units.';

COMMENT ON FUNCTION "private"."inbox"(integer, timestamp with time zone) IS 'The body of public.inbox; reads names of members who left, too.';

COMMENT ON FUNCTION "private"."invite_admits"(public.invites, text, text) IS 'True while the invite has a place for that e-mail and role.';

COMMENT ON FUNCTION "private"."is_member"() IS 'True for a signed-in person whose profile is not suspended.';

COMMENT ON FUNCTION "private"."is_my_conversation"(text) IS 'Whether a text names a conversation of the caller; for topics and paths.';

COMMENT ON FUNCTION "private"."is_staff"() IS 'True for staff in office.';

COMMENT ON FUNCTION "private"."just_moved_by"(public.pack_orders, text, uuid, text) IS 'True when the last move of the order was this one, by this member.';

COMMENT ON FUNCTION "private"."keep_creator"() IS 'Trigger: creators follows members.';

COMMENT ON FUNCTION "private"."keep_member"() IS 'Trigger: members follows profiles.';

COMMENT ON FUNCTION "private"."keep_saved_search_keys"() IS 'Trigger: the matcher''s keys follow the filters.';

COMMENT ON FUNCTION "private"."language_code"(text) IS 'Two lower-case letters as a number above 0.';

COMMENT ON FUNCTION "private"."last_proposal"(uuid, uuid) IS 'What one side offers at the moment.';

COMMENT ON FUNCTION "private"."ledger_faults"() IS 'Whatever in the ledger is not as it must be; empty when all is well.';

COMMENT ON FUNCTION "private"."list_settings"() IS 'The numbers of the business, for staff.';

COMMENT ON FUNCTION "private"."lock_accounts"(bigint[]) IS 'Takes the locks of several accounts in the one order that everybody keeps.';

COMMENT ON FUNCTION "private"."lock_order"(uuid, text) IS 'The caller''s order, locked until the transaction ends.';

COMMENT ON FUNCTION "private"."lock_payout"(uuid) IS 'One payout, locked until the transaction ends.';

COMMENT ON FUNCTION "private"."make_profile"() IS 'Trigger: one user, one profile, one row in the tree of invites.';

COMMENT ON FUNCTION "private"."mark_email_failed"(uuid, text, timestamp with time zone) IS 'Gives a claimed e-mail back, to be tried later, or up.';

COMMENT ON FUNCTION "private"."may_attach"(text) IS 'Whether the caller may add a file to the conversation that a text names.';

COMMENT ON FUNCTION "private"."may_write_first"(uuid, uuid) IS 'Whether the one may open a conversation with the other.';

COMMENT ON FUNCTION "private"."member_account"(uuid, text, text, uuid) IS 'A member''s account of that kind and currency, opened when it is first asked for.';

COMMENT ON FUNCTION "private"."member_labels"(uuid[]) IS 'Name and image of members, and of who left or is suspended but has dealt with the caller.';

COMMENT ON FUNCTION "private"."money_text"(bigint, text) IS 'An amount as a notification says it, such as 90.00 USD.';

COMMENT ON FUNCTION "private"."move_order"(public.pack_orders, text, text, uuid, text, timestamp with time zone, bigint) IS 'The one function that changes the status of an order: looks up the move, moves the money, writes history, tells the members.';

COMMENT ON FUNCTION "private"."my_profile_id"() IS 'The caller''s profile; null when signed out.';

COMMENT ON FUNCTION "private"."my_role"() IS 'The caller''s role, brand or kol; null until it is chosen.';

COMMENT ON FUNCTION "private"."new_referral_code"(uuid) IS 'The referral code of a user: derived, unique, not to be guessed.';

COMMENT ON FUNCTION "private"."normal_code"(text) IS 'A code as it is stored, however a person typed it.';

COMMENT ON FUNCTION "private"."normalise_text"(text) IS 'Lower case, composed characters, single spaces.';

COMMENT ON FUNCTION "private"."note_on_order"(public.pack_orders, uuid, text) IS 'Adds to the history of an order without moving it.';

COMMENT ON FUNCTION "private"."notification_types"() IS 'Everything that a member may be told.';

COMMENT ON FUNCTION "private"."notify"(uuid, text, text, text, jsonb) IS 'Tells one member something; answers the notification, or null when the account is gone.';

COMMENT ON FUNCTION "private"."on_email_confirmed"() IS 'Trigger: looks at the onboarding again.';

COMMENT ON FUNCTION "private"."on_order_completed"(uuid) IS 'A completed order earns invites and, in time, trust.';

COMMENT ON FUNCTION "private"."open_dispute"(uuid, text, timestamp with time zone) IS 'Either side stops the order and every clock of it.';

COMMENT ON FUNCTION "private"."open_order"(public.pack_orders, timestamp with time zone) IS 'Makes an unpaid order from agreed terms; the same key answers with the first one.';

COMMENT ON FUNCTION "private"."open_payout"(public.payouts) IS 'Makes a payout and takes its money out of the balance; the same key answers with the first one.';

COMMENT ON FUNCTION "private"."open_platform_accounts"() IS 'Trigger: a new currency can be held at once.';

COMMENT ON FUNCTION "private"."order_accounts"(public.pack_orders) IS 'All accounts that a move of this order may touch, opened if need be: escrow, wallet, pending, fees held, then of who may be rewarded.';

COMMENT ON FUNCTION "private"."parse_filters"(jsonb) IS 'Understands filters, or refuses them with the reason.';

COMMENT ON FUNCTION "private"."pay_from_wallet"(uuid, timestamp with time zone) IS 'The brand pays with money that came back to it before.';

COMMENT ON FUNCTION "private"."place_order"(uuid, text, uuid, timestamp with time zone) IS 'A brand orders a pack.';

COMMENT ON FUNCTION "private"."platform_account"(text, text, uuid) IS 'The row of a platform account that serves this order, payment or payout.';

COMMENT ON FUNCTION "private"."post_escrow"(public.pack_orders) IS 'Takes the price and the buyer''s fee of an order from the brand''s wallet into escrow.';

COMMENT ON FUNCTION "private"."post_outcome"(public.pack_orders, text, bigint, timestamp with time zone) IS 'Empties the escrow of an order: k of the price to the creator, the rest to the brand.';

COMMENT ON FUNCTION "private"."post_referral_reward"(uuid, uuid) IS 'The inviter''s share of our fee on the first order of who they invited.';

COMMENT ON FUNCTION "private"."post_transfer"(text, bigint[], bigint[], uuid, uuid) IS 'The only door to the ledger: writes a transfer, its entries and the balances. Lines of zero are left out.';

COMMENT ON FUNCTION "private"."prepare_campaign"() IS 'Trigger: refuses filters that the matcher would not understand.';

COMMENT ON FUNCTION "private"."prepare_message"() IS 'Trigger: the sender is the caller, the receiver is the other one, the file is theirs.';

COMMENT ON FUNCTION "private"."prepare_profile"() IS 'Trigger: referral code, role, onboarding and approval follow their rules on every write.';

COMMENT ON FUNCTION "private"."prepare_saved_search"() IS 'Trigger: refuses filters that nobody would understand later.';

COMMENT ON FUNCTION "private"."propose_settlement"(uuid, bigint) IS 'One side offers a split: this much of the price for the creator.';

COMMENT ON FUNCTION "private"."queue_emails"() IS 'Trigger: each notification becomes at most one e-mail, now or in a digest.';

COMMENT ON FUNCTION "private"."queue_match"() IS 'Trigger: the change itself stays quick; the matching follows at once, elsewhere.';

COMMENT ON FUNCTION "private"."random_code"() IS 'Twelve letters of chance, 60 bits.';

COMMENT ON FUNCTION "private"."rate_limit"(text, text, integer, interval, timestamp with time zone) IS 'Refuses what one subject does more than `most` times in a window of `per`.';

COMMENT ON FUNCTION "private"."recompute_rating"(uuid) IS 'The mean of the visible reviews of orders that are no trifle.';

COMMENT ON FUNCTION "private"."record_chargeback"(text, text, uuid, bigint, text, timestamp with time zone) IS 'A provider took a payment back: out of escrow while the order runs, at our loss once it is completed.';

COMMENT ON FUNCTION "private"."record_payment"(text, text, uuid, bigint, text, timestamp with time zone) IS 'Money came in: once per provider''s reference, the exact amount, or suspense.';

COMMENT ON FUNCTION "private"."redeem_invite"() IS 'Trigger: takes one place of the invite, or there is no user.';

COMMENT ON FUNCTION "private"."referral_code_admits"(public.profiles) IS 'True while the member may bring one more person.';

COMMENT ON FUNCTION "private"."refuse_by_hand"() IS 'Trigger: money moves through post_transfer, which writes entries and balances together.';

COMMENT ON FUNCTION "private"."refuse_change"() IS 'Trigger: history is added to, never changed. It has no exception, not even for the owner.';

COMMENT ON FUNCTION "private"."request_payout"(bigint, text, text, uuid) IS 'A creator takes available money out.';

COMMENT ON FUNCTION "private"."request_refund"(uuid, bigint, uuid) IS 'A brand takes wallet money back the way it came in.';

COMMENT ON FUNCTION "private"."request_revision"(uuid, text, timestamp with time zone) IS 'The brand asks for changes, as often as the pack says.';

COMMENT ON FUNCTION "private"."require_staff"() IS 'Refuses everybody but staff; answers the profile of the one who acts.';

COMMENT ON FUNCTION "private"."require_transact"() IS 'Refuses whoever may not buy or sell yet; answers the caller''s profile.';

COMMENT ON FUNCTION "private"."resolve_dispute"(uuid, bigint, text, timestamp with time zone) IS 'Staff rule how the money of a disputed order is split, and say why.';

COMMENT ON FUNCTION "private"."resolve_suspense"(uuid, uuid, text) IS 'Staff give money that fitted no order to the brand it belongs to.';

COMMENT ON FUNCTION "private"."reveal_reviews"(uuid, timestamp with time zone) IS 'Shows the reviews of an order, with the ratings that follow from them.';

COMMENT ON FUNCTION "private"."review_order"(uuid, integer, text, timestamp with time zone) IS 'One side reviews the other, once, within 14 days of the end.';

COMMENT ON FUNCTION "private"."revoke_invite"(uuid) IS 'Closes a code; who came by it stays.';

COMMENT ON FUNCTION "private"."reward_account"(uuid, text) IS 'The account of an inviter that rewards go to.';

COMMENT ON FUNCTION "private"."role_is_fixed"(uuid) IS 'True after the first pack or order, and for who came by an invite for one role.';

COMMENT ON FUNCTION "private"."run_due_work"(timestamp with time zone) IS 'Works off what is due at that time, one batch of each kind; answers what was done, counted.';

COMMENT ON FUNCTION "private"."search_creators"(jsonb, text, integer, uuid) IS 'The body of public.search_creators; reads past row-level security, shows members only.';

COMMENT ON FUNCTION "private"."secret"(text) IS 'The key of that name, made when it is first asked for. Granted to nobody.';

COMMENT ON FUNCTION "private"."set_trust_level"(uuid, text) IS 'Decides how long a member''s earnings are held.';

COMMENT ON FUNCTION "private"."setting"(text) IS 'The value of one setting; an unknown key is a mistake of ours and raises.';

COMMENT ON FUNCTION "private"."settle_payout"(uuid, text) IS 'The provider sent the money.';

COMMENT ON FUNCTION "private"."share_out"(public.pack_orders, bigint) IS 'How an order''s money is divided when the creator gets k of the price.';

COMMENT ON FUNCTION "private"."sign_up_refusal"(text, text, text) IS 'Why a sign-up would be refused; null when it would not.';

COMMENT ON FUNCTION "private"."solvency"() IS 'Per currency, what is held and what is owed, summed from the accounts.';

COMMENT ON FUNCTION "private"."subject_of_staff"(uuid) IS 'Refuses everybody but staff, and staff about themselves.';

COMMENT ON FUNCTION "private"."suspend_profile"(uuid, boolean) IS 'Takes a member off the market, alone or with everyone they brought in; answers how many.';

COMMENT ON FUNCTION "private"."tell_about_order"(uuid, public.pack_orders, text, text, text, text) IS 'One notification to one side of an order.';

COMMENT ON FUNCTION "private"."tell_campaign_creator"(private.creators, uuid[], uuid[], integer, timestamp with time zone) IS 'Tells a changed creator of the open campaigns they satisfy.';

COMMENT ON FUNCTION "private"."tell_order_move"(public.pack_orders, text, uuid) IS 'Who hears what about a move.';

COMMENT ON FUNCTION "private"."tell_saved_searches"(private.creators, uuid[], uuid[], integer, timestamp with time zone) IS 'Tells saved searches about a creator, at most so many; answers how many.';

COMMENT ON FUNCTION "private"."term_id"(text) IS 'The number of a term in the dictionary, 0 for no term.';

COMMENT ON FUNCTION "private"."texts_are_within"(text[], integer, integer) IS 'True for a short list of short, trimmed, printable texts.';

COMMENT ON FUNCTION "private"."touch_conversation"() IS 'Trigger: the inbox is sorted by the newest message.';

COMMENT ON FUNCTION "private"."touch_updated_at"() IS 'Trigger: keeps updated_at true.';

COMMENT ON FUNCTION "private"."unsubscribe"(text) IS 'The body of public.unsubscribe.';

COMMENT ON FUNCTION "private"."unsubscribe_token"(uuid, text) IS 'What an e-mail of that kind carries to be the last of its kind.';

COMMENT ON FUNCTION "private"."unsuspend_profile"(uuid) IS 'Lets one member back in. Those they brought in are judged one by one.';

COMMENT ON FUNCTION "private"."update_setting"(text, numeric) IS 'Changes a number of the business from here on; orders keep what they copied.';

COMMENT ON FUNCTION "private"."verify_profile"(uuid) IS 'Marks a member as the person they say they are.';

COMMENT ON FUNCTION "private"."watch"(uuid, jsonb) IS 'From now on this watcher waits for creators that satisfy these filters.';

COMMENT ON FUNCTION "private"."watchers_of"(private.creators) IS 'Watchers whose keys this creator opens; those to recheck still have to be compared with their filters.';

COMMENT ON FUNCTION "private"."work_campaigns"(timestamp with time zone) IS 'Closes campaigns at their deadline and tells the next batch of creators; answers how many.';

COMMENT ON FUNCTION "private"."work_email_digests"(timestamp with time zone) IS 'Puts the digests that are due into the outbox; answers how many.';

COMMENT ON FUNCTION "private"."work_match_queue"(timestamp with time zone) IS 'Tells the next batch of matches; answers how many. What does not fit stays queued.';

COMMENT ON FUNCTION "private"."work_reminders"(timestamp with time zone, integer) IS 'Reminds brands of deliveries that nobody has looked at; answers how many.';

COMMENT ON FUNCTION "private"."write_campaign_matches"(public.campaigns, uuid[], timestamp with time zone) IS 'Tells some creators of a campaign, each of them once.';

COMMENT ON FUNCTION "public"."accept_application"(uuid, uuid) IS 'Brand: makes an application an order, to be paid like any other.';

COMMENT ON FUNCTION "public"."apply_to_campaign"(uuid, uuid, bigint, text, integer) IS 'Creator: answers a campaign with a pack, or with a price for this campaign alone.';

COMMENT ON FUNCTION "public"."approve_profile"(uuid) IS 'Staff: lets a creator onto the market.';

COMMENT ON FUNCTION "public"."block_member"(uuid) IS 'From now on neither of the two can write to the other.';

COMMENT ON FUNCTION "public"."can_buy_or_sell_own_gig"() IS 'canBuyOrSellOwnGig of the signed-in member.';

COMMENT ON FUNCTION "public"."check_invite"(text) IS 'Tells a visitor who invited them: { valid, inviter_name, role }.';

COMMENT ON FUNCTION "public"."claim_emails"(integer) IS 'Service role: e-mails to send now. Mark each one sent or failed.';

COMMENT ON FUNCTION "public"."close_campaign"(uuid) IS 'Brand: takes no more applications; open ones are declined.';

COMMENT ON FUNCTION "public"."create_invite"(integer, timestamp with time zone, text, text) IS 'Staff: a new invite code.';

COMMENT ON FUNCTION "public"."decline_application"(uuid) IS 'Brand: says no to one application.';

COMMENT ON FUNCTION "public"."delete_my_account"() IS 'Leaves the market for good. Refused while orders are open or money is left.';

COMMENT ON FUNCTION "public"."export_my_data"() IS 'All of the signed-in member''s data in one JSON object, one key a table.';

COMMENT ON FUNCTION "public"."get_or_create_conversation"(uuid) IS 'The conversation with another member, made if the caller may write first.';

COMMENT ON FUNCTION "public"."inbox"(integer, timestamp with time zone) IS 'The caller''s conversations, newest first; `before` is the last time seen.';

COMMENT ON FUNCTION "public"."list_settings"() IS 'Staff: the numbers of the business.';

COMMENT ON FUNCTION "public"."mark_all_notifications_read"() IS 'Marks everything the caller has not read; answers how many.';

COMMENT ON FUNCTION "public"."mark_conversation_read"(uuid) IS 'Marks what the other one wrote as read; answers how many messages.';

COMMENT ON FUNCTION "public"."mark_email_failed"(uuid, text) IS 'Service role: the provider did not take the e-mail.';

COMMENT ON FUNCTION "public"."mark_email_sent"(uuid) IS 'Service role: the provider took the e-mail.';

COMMENT ON FUNCTION "public"."member_labels"(uuid[]) IS 'What a list shows of the other side; at most 200 at a time.';

COMMENT ON FUNCTION "public"."publish_campaign"(uuid) IS 'Brand: opens a draft to applications and tells the creators who satisfy it.';

COMMENT ON FUNCTION "public"."report_message"(uuid, text) IS 'Shows a received message to staff; answers the report.';

COMMENT ON FUNCTION "public"."resolve_report"(uuid, text) IS 'Staff: closes a report with a note.';

COMMENT ON FUNCTION "public"."revoke_invite"(uuid) IS 'Staff: closes an invite code.';

COMMENT ON FUNCTION "public"."search_creators"(jsonb, text, integer, uuid) IS 'A page of creators that satisfy the filters. Sorts: rating, followers, newest, relevance (name first); `after` is the last id seen. Nobody finds themselves.';

COMMENT ON FUNCTION "public"."set_trust_level"(uuid, text) IS 'Staff: new, normal or trusted.';

COMMENT ON FUNCTION "public"."suspend_profile"(uuid, boolean) IS 'Staff: takes a member, alone or with everyone they brought in, off the market.';

COMMENT ON FUNCTION "public"."unblock_member"(uuid) IS 'Takes back one''s own block.';

COMMENT ON FUNCTION "public"."unread_count"() IS 'How many messages the caller has not read.';

COMMENT ON FUNCTION "public"."unsubscribe"(text) IS 'Ends the e-mails that the link came with, without signing in; answers their type.';

COMMENT ON FUNCTION "public"."unsuspend_profile"(uuid) IS 'Staff: lets a suspended member back in.';

COMMENT ON FUNCTION "public"."update_setting"(text, numeric) IS 'Staff: changes one number of the business.';

COMMENT ON FUNCTION "public"."verify_profile"(uuid) IS 'Staff: marks a member as verified.';

COMMENT ON FUNCTION "public"."withdraw_application"(uuid) IS 'Creator: takes an unanswered application back.';

COMMENT ON SCHEMA "private" IS 'Functions that act with the owner''s rights, and tables that no client may see.';

COMMENT ON TABLE "private"."accounts" IS 'Places where money can be. Balances are written by post_transfer only.';

COMMENT ON TABLE "private"."campaign_matches" IS 'Creators that were told of a campaign.';

COMMENT ON TABLE "private"."campaign_queue" IS 'Published campaigns whose creators are still being told, in the order of their ids.';

COMMENT ON TABLE "private"."chargebacks" IS 'Payments that a provider took back, once per reference.';

COMMENT ON TABLE "private"."creators" IS 'The searchable form of each member who is a creator; written by trigger only.';

COMMENT ON TABLE "private"."digest_items" IS 'Notifications that wait for the next digest of their member.';

COMMENT ON TABLE "private"."email_outbox" IS 'E-mails to be sent, being sent, sent or given up.';

COMMENT ON TABLE "private"."entries" IS 'What a transfer did to each account. The currency is the account''s. Append-only.';

COMMENT ON TABLE "private"."filter_keys" IS 'What a watcher waits for, expanded into keys of (language, platform, category, follower range, verified); 0 in a place means "not set".';

COMMENT ON TABLE "private"."holds" IS 'Money earned and not cleared yet, and until when it waits.';

COMMENT ON TABLE "private"."match_queue" IS 'Creators that became approved, or changed what searches ask for.';

COMMENT ON TABLE "private"."order_moves" IS 'Every move that an order can make, and who can make it. What is not here does not happen.';

COMMENT ON TABLE "private"."rate_limits" IS 'Counters of the current windows; old ones are swept by the way.';

COMMENT ON TABLE "private"."saved_search_matches" IS 'Creators that a saved search was told about.';

COMMENT ON TABLE "private"."search_terms" IS 'The dictionary of search terms. Never emptied: a term costs a row and may come back.';

COMMENT ON TABLE "private"."secrets" IS 'Random keys, made at first use; no role but the owner reads them.';

COMMENT ON TABLE "private"."settings" IS 'The numbers of the business. Units: percent, hours, days, minutes, count, minor.';

COMMENT ON TABLE "private"."transfers" IS 'Things that happened to money. Append-only.';

COMMENT ON TABLE "private"."trigram_frequencies" IS 'Counted from a sample; only speed depends on it.';

COMMENT ON TABLE "public"."campaign_applications" IS 'Creators'' answers to campaigns; an accepted one became an order.';

COMMENT ON TABLE "public"."campaigns" IS 'Briefs that brands publish. A draft can be changed; what is open can only be closed.';

COMMENT ON TABLE "public"."conversation_participants" IS 'The two members of each conversation; written by trigger only.';

COMMENT ON TABLE "public"."conversations" IS 'One row for each pair of members who talk.';

COMMENT ON TABLE "public"."currencies" IS 'The currencies that packs, orders and the ledger may use; one unit is 10^decimals minor units.';

COMMENT ON TABLE "public"."email_preferences" IS 'What a member chose; a type without a row has its default.';

COMMENT ON TABLE "public"."invites" IS 'Permissions to sign up that staff gave out: how often, until when, for whom.';

COMMENT ON TABLE "public"."member_blocks" IS 'Who wants to hear no more of whom. Nobody learns by whom they are blocked.';

COMMENT ON TABLE "public"."members" IS 'The public face of approved members. Written by trigger only.';

COMMENT ON TABLE "public"."message_reports" IS 'Messages that their receiver reported to staff.';

COMMENT ON TABLE "public"."messages" IS 'What was said. Never changed, except that its receiver has read it.';

COMMENT ON TABLE "public"."notifications" IS 'What a member should know. The reader may only mark it read.';

COMMENT ON TABLE "public"."order_deliveries" IS 'What the creator handed over, each time they did.';

COMMENT ON TABLE "public"."order_events" IS 'Every move of every order. A row that stays in its state tells of a request, such as to cancel.';

COMMENT ON TABLE "public"."pack_orders" IS 'Purchases of packs. Written by place_order and move_order only.';

COMMENT ON TABLE "public"."packs" IS 'Fixed-price services that creators offer.';

COMMENT ON TABLE "public"."payments" IS 'Money that came in, once per reference of its provider. In suspense: it fits no order.';

COMMENT ON TABLE "public"."payouts" IS 'Money leaving to members: requested, then sent or failed, and nothing after that.';

COMMENT ON TABLE "public"."profiles" IS 'One row a member: what they say about themselves and what the market knows of them.';

COMMENT ON TABLE "public"."referrals" IS 'Who brought whom: the tree of invites, and what became of each.';

COMMENT ON TABLE "public"."reviews" IS 'One review per side of a finished order, hidden until both are written or 14 days are over.';

COMMENT ON TABLE "public"."saved_searches" IS 'Filters that a member keeps, to be told about creators that newly satisfy them.';

COMMENT ON TABLE "public"."settlement_proposals" IS 'Splits that one side of a disputed order offered the other. The last one of each side counts.';

COMMENT ON TABLE "public"."staff_audit" IS 'One row for each act of staff; append-only.';

COMMENT ON VIEW "public"."balances" IS 'What the signed-in member has, by currency and place.';

COMMENT ON VIEW "public"."holds" IS 'What the signed-in member has earned that is not available yet, and when it will be.';

COMMENT ON VIEW "public"."ledger_lines" IS 'Everything that happened to the signed-in member''s money, line by line.';

COMMENT ON VIEW "public"."solvency" IS 'Public proof that what is held equals what is owed.';

REVOKE ALL ON FUNCTION "private"."accept_application"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."accept_application"(uuid, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."accept_order"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."accept_order"(uuid, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."accept_settlement"(uuid, bigint, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."accept_settlement"(uuid, bigint, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."activate_referral"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."activate_referral"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."add_participants"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_participants"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."anchor_of"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."anchor_of"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_invitee"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_invitee"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."apply_to_campaign"(uuid, uuid, bigint, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_to_campaign"(uuid, uuid, bigint, text, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."appoint_staff"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."appoint_staff"(uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."approve_profile"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."approve_profile"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."are_blocked"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."are_blocked"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit"(text, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit"(text, uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_user_created"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."before_user_created"(jsonb) TO "postgres", "supabase_auth_admin";

REVOKE ALL ON FUNCTION "private"."block_member"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."block_member"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."can_transact"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."can_transact"(uuid) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."cancel_order"(uuid, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cancel_order"(uuid, text, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."category_codes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."category_codes"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_invite"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_invite"(text) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."check_pack_seller"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_pack_seller"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_zero_sum"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_zero_sum"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."claim_emails"(integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_emails"(integer, timestamp with time zone) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."clear_hold"(uuid, uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clear_hold"(uuid, uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."client_address"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."client_address"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."close_campaign"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."close_campaign"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."codes_of"(text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."codes_of"(text[], text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."complete_order"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."complete_order"(uuid, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."create_invite"(integer, timestamp with time zone, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."create_invite"(integer, timestamp with time zone, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."creator_keys"(text, text[], text[], integer, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."creator_keys"(text, text[], text[], integer, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."decline_application"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decline_application"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."decline_order"(uuid, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decline_order"(uuid, text, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."default_email_mode"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."default_email_mode"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_my_account"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_my_account"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."deliver_order"(uuid, text, text[], jsonb, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."deliver_order"(uuid, text, text[], jsonb, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."end_campaign"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_campaign"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."expand_filter"(private.creator_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."expand_filter"(private.creator_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_my_data"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_my_data"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."extend_review"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."extend_review"(uuid, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."fail_payout"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fail_payout"(uuid, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."filter_key"(integer, integer, integer, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."filter_key"(integer, integer, integer, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."filter_list"(jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."filter_list"(jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."filter_value"(jsonb, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."filter_value"(jsonb, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."finish_order"(public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_order"(public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follower_counts_are_valid"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follower_counts_are_valid"(jsonb) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."follower_range"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follower_range"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follower_sum"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follower_sum"(jsonb) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."forget_member"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_member"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."get_or_create_conversation"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."get_or_create_conversation"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."guard_order_status"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_order_status"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_traded"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_traded"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."haystack"(text, text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."haystack"(text, text[], text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."hold"(uuid, uuid, text, bigint, bigint, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hold"(uuid, uuid, text, bigint, bigint, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."hold_accounts"(private.holds) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hold_accounts"(private.holds) TO "postgres";

REVOKE ALL ON FUNCTION "private"."hold_until"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hold_until"(uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."in_minor_units"(numeric, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."in_minor_units"(numeric, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."inbox"(integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."inbox"(integer, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."invite_admits"(public.invites, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."invite_admits"(public.invites, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_member"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_member"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."is_my_conversation"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_my_conversation"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."is_staff"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_staff"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."just_moved_by"(public.pack_orders, text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."just_moved_by"(public.pack_orders, text, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_creator"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_creator"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_member"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_member"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_saved_search_keys"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_saved_search_keys"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."language_code"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."language_code"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."last_proposal"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."last_proposal"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ledger_faults"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ledger_faults"() TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."list_settings"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_settings"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."lock_accounts"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_accounts"(bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_order"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_order"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_payout"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_payout"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."make_profile"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."make_profile"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_email_failed"(uuid, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_email_failed"(uuid, text, timestamp with time zone) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."mark_email_sent"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_email_sent"(uuid, timestamp with time zone) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."may_attach"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_attach"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."may_write_first"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_write_first"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."member_account"(uuid, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."member_account"(uuid, text, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."member_labels"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."member_labels"(uuid[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."money_text"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."money_text"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_order"(public.pack_orders, text, text, uuid, text, timestamp with time zone, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."move_order"(public.pack_orders, text, text, uuid, text, timestamp with time zone, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."my_profile_id"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."my_profile_id"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."my_role"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."my_role"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."new_referral_code"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."new_referral_code"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."normal_code"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."normal_code"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."normalise_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."normalise_text"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_on_order"(public.pack_orders, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_on_order"(public.pack_orders, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notification_types"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notification_types"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."notify"(uuid, text, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify"(uuid, text, text, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."on_email_confirmed"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."on_email_confirmed"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."on_order_completed"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."on_order_completed"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_dispute"(uuid, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_dispute"(uuid, text, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."open_order"(public.pack_orders, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_order"(public.pack_orders, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_payout"(public.payouts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_payout"(public.payouts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_platform_accounts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_platform_accounts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."order_accounts"(public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."order_accounts"(public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."parse_filters"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."parse_filters"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."pay_from_wallet"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."pay_from_wallet"(uuid, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."place_order"(uuid, text, uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."place_order"(uuid, text, uuid, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."platform_account"(text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."platform_account"(text, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."platform_codes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."platform_codes"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_escrow"(public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_escrow"(public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_outcome"(public.pack_orders, text, bigint, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_outcome"(public.pack_orders, text, bigint, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_referral_reward"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_referral_reward"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_transfer"(text, bigint[], bigint[], uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_transfer"(text, bigint[], bigint[], uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."prepare_campaign"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prepare_campaign"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."prepare_message"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prepare_message"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."prepare_profile"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prepare_profile"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."prepare_saved_search"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prepare_saved_search"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."propose_settlement"(uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."propose_settlement"(uuid, bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."publish_campaign"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."publish_campaign"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."queue_emails"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_emails"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_match"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_match"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."random_code"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."random_code"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."rate_limit"(text, text, integer, interval, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rate_limit"(text, text, integer, interval, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."recompute_rating"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."recompute_rating"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_chargeback"(text, text, uuid, bigint, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_chargeback"(text, text, uuid, bigint, text, timestamp with time zone) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."record_payment"(text, text, uuid, bigint, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_payment"(text, text, uuid, bigint, text, timestamp with time zone) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."redeem_invite"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."redeem_invite"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."referral_code_admits"(public.profiles) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."referral_code_admits"(public.profiles) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_by_hand"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_by_hand"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_change"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_message"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_message"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."request_payout"(bigint, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_payout"(bigint, text, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."request_refund"(uuid, bigint, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_refund"(uuid, bigint, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."request_revision"(uuid, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_revision"(uuid, text, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."require_staff"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_staff"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."require_transact"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_transact"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."resolve_dispute"(uuid, bigint, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resolve_dispute"(uuid, bigint, text, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."resolve_report"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resolve_report"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."resolve_suspense"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resolve_suspense"(uuid, uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."reveal_reviews"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reveal_reviews"(uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."review_order"(uuid, integer, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."review_order"(uuid, integer, text, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."revoke_invite"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."revoke_invite"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."reward_account"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reward_account"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."role_is_fixed"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."role_is_fixed"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."run_due_work"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."run_due_work"(timestamp with time zone) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."search_creators"(jsonb, text, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_creators"(jsonb, text, integer, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."secret"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."secret"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."set_trust_level"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_trust_level"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."setting"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."setting"(text) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."settle_payout"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_payout"(uuid, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."share_out"(public.pack_orders, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."share_out"(public.pack_orders, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sign_unsubscribe"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sign_unsubscribe"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sign_up_refusal"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sign_up_refusal"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."solvency"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."solvency"() TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."subject_of_staff"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."subject_of_staff"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."suspend_profile"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suspend_profile"(uuid, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."tell_about_order"(uuid, public.pack_orders, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_about_order"(uuid, public.pack_orders, text, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_applicant"(public.campaign_applications, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_applicant"(public.campaign_applications, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_campaign_creator"(private.creators, uuid[], uuid[], integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_campaign_creator"(private.creators, uuid[], uuid[], integer, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_order_move"(public.pack_orders, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_order_move"(public.pack_orders, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_saved_searches"(private.creators, uuid[], uuid[], integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_saved_searches"(private.creators, uuid[], uuid[], integer, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."term_id"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."term_id"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."texts_are_within"(text[], integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."texts_are_within"(text[], integer, integer) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."touch_conversation"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."touch_conversation"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."touch_updated_at"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."touch_updated_at"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."unblock_member"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unblock_member"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."unsubscribe"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unsubscribe"(text) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."unsubscribe_token"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unsubscribe_token"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."unsuspend_profile"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unsuspend_profile"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."unwatch"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unwatch"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."update_setting"(text, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."update_setting"(text, numeric) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."verify_profile"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."verify_profile"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."watch"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."watch"(uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."watchers_of"(private.creators) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."watchers_of"(private.creators) TO "postgres";

REVOKE ALL ON FUNCTION "private"."withdraw_application"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."withdraw_application"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."work_campaigns"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_campaigns"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_email_digests"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_email_digests"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_match_queue"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_match_queue"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_reminders"(timestamp with time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_reminders"(timestamp with time zone, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_campaign_matches"(public.campaigns, uuid[], timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_campaign_matches"(public.campaigns, uuid[], timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "public"."accept_application"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accept_application"(uuid, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."accept_order"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accept_order"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."accept_settlement"(uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accept_settlement"(uuid, bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."apply_to_campaign"(uuid, uuid, bigint, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."apply_to_campaign"(uuid, uuid, bigint, text, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."approve_profile"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."approve_profile"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."block_member"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."block_member"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."can_buy_or_sell_own_gig"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."can_buy_or_sell_own_gig"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."cancel_order"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_order"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."check_invite"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."check_invite"(text) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."claim_emails"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_emails"(integer) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."close_campaign"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."close_campaign"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."complete_order"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."complete_order"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."create_invite"(integer, timestamp with time zone, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_invite"(integer, timestamp with time zone, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."decline_application"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decline_application"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."decline_order"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decline_order"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."delete_my_account"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_my_account"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."deliver_order"(uuid, text, text[], jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."deliver_order"(uuid, text, text[], jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."export_my_data"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."export_my_data"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."extend_review"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."extend_review"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."fail_payout"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."fail_payout"(uuid, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."get_or_create_conversation"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_or_create_conversation"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."inbox"(integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."inbox"(integer, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_settings"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_settings"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."mark_all_notifications_read"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_all_notifications_read"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."mark_conversation_read"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_conversation_read"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."mark_email_failed"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_email_failed"(uuid, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."mark_email_sent"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_email_sent"(uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."member_labels"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."member_labels"(uuid[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."open_dispute"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_dispute"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."pay_from_wallet"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."pay_from_wallet"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."place_order"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."place_order"(uuid, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."propose_settlement"(uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."propose_settlement"(uuid, bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."publish_campaign"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."publish_campaign"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."record_chargeback"(text, text, uuid, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_chargeback"(text, text, uuid, bigint, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."record_payment"(text, text, uuid, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_payment"(text, text, uuid, bigint, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."report_message"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_message"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."request_payout"(bigint, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_payout"(bigint, text, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."request_refund"(uuid, bigint, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_refund"(uuid, bigint, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."request_revision"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_revision"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."resolve_dispute"(uuid, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resolve_dispute"(uuid, bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."resolve_report"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resolve_report"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."resolve_suspense"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resolve_suspense"(uuid, uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."review_order"(uuid, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."review_order"(uuid, integer, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."revoke_invite"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."revoke_invite"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."run_due_work"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."run_due_work"(timestamp with time zone) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."search_creators"(jsonb, text, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_creators"(jsonb, text, integer, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_trust_level"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_trust_level"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."settle_payout"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."settle_payout"(uuid, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."suspend_profile"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."suspend_profile"(uuid, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."unblock_member"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."unblock_member"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."unread_count"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."unread_count"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."unsubscribe"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."unsubscribe"(text) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."unsuspend_profile"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."unsuspend_profile"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."update_setting"(text, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_setting"(text, numeric) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."verify_profile"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."verify_profile"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."withdraw_application"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."withdraw_application"(uuid) TO "authenticated", "postgres";

GRANT USAGE ON SCHEMA "private" TO "anon", "authenticated";

GRANT CREATE, USAGE ON SCHEMA "private" TO "postgres";

GRANT USAGE ON SCHEMA "private" TO "service_role", "supabase_auth_admin";

GRANT SELECT ON TABLE "private"."accounts" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."accounts" TO "postgres";

GRANT SELECT ON TABLE "private"."accounts" TO "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."campaign_matches" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."campaign_queue" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."chargebacks" TO "postgres";

GRANT SELECT ON TABLE "private"."chargebacks" TO "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."creators" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."digest_items" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."email_outbox" TO "postgres";

GRANT SELECT ON TABLE "private"."entries" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."entries" TO "postgres";

GRANT SELECT ON TABLE "private"."entries" TO "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."filter_keys" TO "postgres";

GRANT SELECT ON TABLE "private"."holds" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."holds" TO "postgres";

GRANT SELECT ON TABLE "private"."holds" TO "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."match_queue" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."order_moves" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."rate_limits" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."saved_search_matches" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."search_terms" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."secrets" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."settings" TO "postgres";

GRANT SELECT ON TABLE "private"."transfers" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."transfers" TO "postgres";

GRANT SELECT ON TABLE "private"."transfers" TO "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."trigram_frequencies" TO "postgres";

GRANT SELECT ON TABLE "public"."campaign_applications" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."campaign_applications" TO "postgres";

GRANT SELECT ON TABLE "public"."campaign_applications" TO "service_role";

GRANT INSERT ("body"), UPDATE ("body") ON TABLE "public"."campaigns" TO "authenticated";

GRANT INSERT ("budget_minor"), UPDATE ("budget_minor") ON TABLE "public"."campaigns" TO "authenticated";

GRANT INSERT ("currency"), UPDATE ("currency") ON TABLE "public"."campaigns" TO "authenticated";

GRANT INSERT ("deadline"), UPDATE ("deadline") ON TABLE "public"."campaigns" TO "authenticated";

GRANT INSERT ("filters"), UPDATE ("filters") ON TABLE "public"."campaigns" TO "authenticated";

GRANT INSERT ("id") ON TABLE "public"."campaigns" TO "authenticated";

GRANT INSERT ("title"), UPDATE ("title") ON TABLE "public"."campaigns" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."campaigns" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."campaigns" TO "postgres";

GRANT SELECT ON TABLE "public"."campaigns" TO "service_role";

GRANT SELECT ON TABLE "public"."conversation_participants" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."conversation_participants" TO "postgres";

GRANT SELECT ON TABLE "public"."conversation_participants" TO "service_role";

GRANT SELECT ON TABLE "public"."conversations" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."conversations" TO "postgres";

GRANT SELECT ON TABLE "public"."conversations" TO "service_role";

GRANT SELECT ON TABLE "public"."currencies" TO "anon", "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."currencies" TO "postgres";

GRANT SELECT ON TABLE "public"."currencies" TO "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."email_preferences" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."email_preferences" TO "postgres";

GRANT SELECT ON TABLE "public"."email_preferences" TO "service_role";

GRANT SELECT ON TABLE "public"."invites" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."invites" TO "postgres";

GRANT SELECT ON TABLE "public"."invites" TO "service_role";

GRANT SELECT ON TABLE "public"."member_blocks" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."member_blocks" TO "postgres";

GRANT SELECT ON TABLE "public"."member_blocks" TO "service_role";

GRANT SELECT ON TABLE "public"."members" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."members" TO "postgres";

GRANT SELECT ON TABLE "public"."members" TO "service_role";

GRANT SELECT ON TABLE "public"."message_reports" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."message_reports" TO "postgres";

GRANT SELECT ON TABLE "public"."message_reports" TO "service_role";

GRANT INSERT ("content") ON TABLE "public"."messages" TO "authenticated";

GRANT INSERT ("conversation_id") ON TABLE "public"."messages" TO "authenticated";

GRANT INSERT ("file_name") ON TABLE "public"."messages" TO "authenticated";

GRANT INSERT ("file_size") ON TABLE "public"."messages" TO "authenticated";

GRANT INSERT ("file_type") ON TABLE "public"."messages" TO "authenticated";

GRANT INSERT ("file_url") ON TABLE "public"."messages" TO "authenticated";

GRANT INSERT ("id") ON TABLE "public"."messages" TO "authenticated";

GRANT UPDATE ("is_read") ON TABLE "public"."messages" TO "authenticated";

GRANT INSERT ("receiver_id") ON TABLE "public"."messages" TO "authenticated";

GRANT INSERT ("sender_id") ON TABLE "public"."messages" TO "authenticated";

GRANT SELECT ON TABLE "public"."messages" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."messages" TO "postgres";

GRANT SELECT ON TABLE "public"."messages" TO "service_role";

GRANT UPDATE ("read") ON TABLE "public"."notifications" TO "authenticated";

GRANT SELECT ON TABLE "public"."notifications" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."notifications" TO "postgres";

GRANT SELECT ON TABLE "public"."notifications" TO "service_role";

GRANT SELECT ON TABLE "public"."order_deliveries" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_deliveries" TO "postgres";

GRANT SELECT ON TABLE "public"."order_deliveries" TO "service_role";

GRANT SELECT ON TABLE "public"."order_events" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_events" TO "postgres";

GRANT SELECT ON TABLE "public"."order_events" TO "service_role";

GRANT SELECT ON TABLE "public"."pack_orders" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."pack_orders" TO "postgres";

GRANT SELECT ON TABLE "public"."pack_orders" TO "service_role";

GRANT INSERT ("currency"), UPDATE ("currency") ON TABLE "public"."packs" TO "authenticated";

GRANT INSERT ("delivery_days"), UPDATE ("delivery_days") ON TABLE "public"."packs" TO "authenticated";

GRANT INSERT ("description"), UPDATE ("description") ON TABLE "public"."packs" TO "authenticated";

GRANT INSERT ("id") ON TABLE "public"."packs" TO "authenticated";

GRANT INSERT ("is_published"), UPDATE ("is_published") ON TABLE "public"."packs" TO "authenticated";

GRANT INSERT ("kol_id") ON TABLE "public"."packs" TO "authenticated";

GRANT INSERT ("platform"), UPDATE ("platform") ON TABLE "public"."packs" TO "authenticated";

GRANT INSERT ("price_minor"), UPDATE ("price_minor") ON TABLE "public"."packs" TO "authenticated";

GRANT INSERT ("revisions"), UPDATE ("revisions") ON TABLE "public"."packs" TO "authenticated";

GRANT INSERT ("title"), UPDATE ("title") ON TABLE "public"."packs" TO "authenticated";

GRANT SELECT ON TABLE "public"."packs" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."packs" TO "postgres";

GRANT SELECT ON TABLE "public"."packs" TO "service_role";

GRANT SELECT ON TABLE "public"."payments" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."payments" TO "postgres";

GRANT SELECT ON TABLE "public"."payments" TO "service_role";

GRANT SELECT ON TABLE "public"."payouts" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."payouts" TO "postgres";

GRANT SELECT ON TABLE "public"."payouts" TO "service_role";

GRANT UPDATE ("bio") ON TABLE "public"."profiles" TO "authenticated";

GRANT UPDATE ("categories") ON TABLE "public"."profiles" TO "authenticated";

GRANT UPDATE ("display_name") ON TABLE "public"."profiles" TO "authenticated";

GRANT UPDATE ("expertise") ON TABLE "public"."profiles" TO "authenticated";

GRANT UPDATE ("follower_counts") ON TABLE "public"."profiles" TO "authenticated";

GRANT UPDATE ("language") ON TABLE "public"."profiles" TO "authenticated";

GRANT UPDATE ("locale") ON TABLE "public"."profiles" TO "authenticated";

GRANT UPDATE ("platforms") ON TABLE "public"."profiles" TO "authenticated";

GRANT UPDATE ("profile_image") ON TABLE "public"."profiles" TO "authenticated";

GRANT UPDATE ("role") ON TABLE "public"."profiles" TO "authenticated";

GRANT SELECT ON TABLE "public"."profiles" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."profiles" TO "postgres";

GRANT SELECT ON TABLE "public"."profiles" TO "service_role";

GRANT SELECT ON TABLE "public"."referrals" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."referrals" TO "postgres";

GRANT SELECT ON TABLE "public"."referrals" TO "service_role";

GRANT SELECT ON TABLE "public"."reviews" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."reviews" TO "postgres";

GRANT SELECT ON TABLE "public"."reviews" TO "service_role";

GRANT INSERT ("filters"), UPDATE ("filters") ON TABLE "public"."saved_searches" TO "authenticated";

GRANT INSERT ("id") ON TABLE "public"."saved_searches" TO "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."saved_searches" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."saved_searches" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."saved_searches" TO "postgres";

GRANT SELECT ON TABLE "public"."saved_searches" TO "service_role";

GRANT SELECT ON TABLE "public"."settlement_proposals" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."settlement_proposals" TO "postgres";

GRANT SELECT ON TABLE "public"."settlement_proposals" TO "service_role";

GRANT SELECT ON TABLE "public"."staff_audit" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."staff_audit" TO "postgres";

GRANT SELECT ON TABLE "public"."staff_audit" TO "service_role";

GRANT USAGE ON TYPE "private"."creator_filter" TO "postgres";

GRANT USAGE ON TYPE "public"."invite_check" TO "postgres";

GRANT USAGE ON TYPE "public"."member_label" TO "postgres";

GRANT SELECT ON TABLE "public"."balances" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."balances" TO "postgres";

GRANT SELECT ON TABLE "public"."holds" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."holds" TO "postgres";

GRANT SELECT ON TABLE "public"."ledger_lines" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."ledger_lines" TO "postgres";

GRANT SELECT ON TABLE "public"."solvency" TO "anon", "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."solvency" TO "postgres";

GRANT SELECT ON TABLE "public"."solvency" TO "service_role";

ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" REVOKE ALL ON FUNCTIONS FROM PUBLIC;

ALTER TABLE "private"."creators" ADD COLUMN "follower_range" smallint GENERATED ALWAYS AS (private.follower_range(follower_total)) STORED NOT NULL;

ALTER TABLE "private"."creators" ADD COLUMN "keys" integer[] GENERATED ALWAYS AS (private.creator_keys(language, platforms, categories, (private.follower_range(follower_total))::integer, is_verified)) STORED NOT NULL;

CREATE OR REPLACE FUNCTION private.creator_satisfies(c private.creators, f private.creator_filter)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((f).term IS NULL) OR ((c).haystack ~~ (f).term_pattern)) AND (((f).min_rating IS NULL) OR ((c).rating >= (f).min_rating)) AND (((f).keys = '{0}'::integer[]) OR ((c).keys && (f).keys)) AND ((NOT (f).keys_are_wide) OR ((((f).language IS NULL) OR ((c).language = (f).language)) AND (((f).platforms IS NULL) OR ((c).platforms && (f).platforms)) AND (((f).categories IS NULL) OR ((c).categories && (f).categories)) AND (((f).follower_ranges IS NULL) OR ((c).follower_range = ANY ((f).follower_ranges))) AND (((f).verified IS NULL) OR (c).is_verified))));

COMMENT ON FUNCTION "private"."creator_satisfies"(private.creators, private.creator_filter) IS 'Whether a creator satisfies filters: the only place that says so.';

REVOKE ALL ON FUNCTION "private"."creator_satisfies"(private.creators, private.creator_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."creator_satisfies"(private.creators, private.creator_filter) TO "postgres";

ALTER TABLE "public"."campaigns" ADD COLUMN "brand_id" uuid NOT NULL DEFAULT private.my_profile_id();

ALTER TABLE "public"."campaigns" ADD CONSTRAINT "campaigns_brand_id_fkey" FOREIGN KEY (brand_id) REFERENCES public.profiles(id);

CREATE INDEX campaigns_of_brand ON public.campaigns USING btree (brand_id, created_at DESC);

CREATE POLICY "campaigns_delete" ON "public"."campaigns" FOR DELETE TO "authenticated" USING (((brand_id = ( SELECT private.my_profile_id() AS my_profile_id)) AND (status = 'draft'::text)));

CREATE POLICY "campaigns_insert" ON "public"."campaigns" FOR INSERT TO "authenticated" WITH CHECK (((brand_id = ( SELECT private.my_profile_id() AS my_profile_id)) AND (status = 'draft'::text) AND (( SELECT private.my_role() AS my_role) = 'brand'::text) AND ( SELECT private.is_member() AS is_member)));

CREATE POLICY "campaigns_select" ON "public"."campaigns" FOR SELECT TO "authenticated" USING (((brand_id = ( SELECT private.my_profile_id() AS my_profile_id)) OR ((status = 'open'::text) AND ( SELECT private.is_member() AS is_member)) OR (EXISTS ( SELECT
   FROM public.campaign_applications a
  WHERE ((a.campaign_id = campaigns.id) AND (a.kol_id = ( SELECT private.my_profile_id() AS my_profile_id)))))));

CREATE POLICY "campaigns_update" ON "public"."campaigns" FOR UPDATE TO "authenticated" USING (((brand_id = ( SELECT private.my_profile_id() AS my_profile_id)) AND (status = 'draft'::text))) WITH CHECK (((brand_id = ( SELECT private.my_profile_id() AS my_profile_id)) AND (status = 'draft'::text)));

GRANT INSERT ("brand_id") ON TABLE "public"."campaigns" TO "authenticated";

ALTER TABLE "public"."email_preferences" ADD COLUMN "profile_id" uuid NOT NULL DEFAULT private.my_profile_id();

ALTER TABLE "public"."email_preferences" ADD CONSTRAINT "email_preferences_pkey" PRIMARY KEY (profile_id, type);

ALTER TABLE "public"."email_preferences" ADD CONSTRAINT "email_preferences_profile_id_fkey" FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE POLICY "email_preferences_delete" ON "public"."email_preferences" FOR DELETE TO "authenticated" USING ((profile_id = ( SELECT private.my_profile_id() AS my_profile_id)));

CREATE POLICY "email_preferences_insert" ON "public"."email_preferences" FOR INSERT TO "authenticated" WITH CHECK ((profile_id = ( SELECT private.my_profile_id() AS my_profile_id)));

CREATE POLICY "email_preferences_select" ON "public"."email_preferences" FOR SELECT TO "authenticated" USING ((profile_id = ( SELECT private.my_profile_id() AS my_profile_id)));

CREATE POLICY "email_preferences_update" ON "public"."email_preferences" FOR UPDATE TO "authenticated" USING ((profile_id = ( SELECT private.my_profile_id() AS my_profile_id))) WITH CHECK ((profile_id = ( SELECT private.my_profile_id() AS my_profile_id)));

ALTER TABLE "public"."profiles" ADD COLUMN "follower_total" bigint GENERATED ALWAYS AS (private.follower_sum(follower_counts)) STORED NOT NULL;

ALTER TABLE "public"."saved_searches" ADD COLUMN "profile_id" uuid NOT NULL DEFAULT private.my_profile_id();

ALTER TABLE "public"."saved_searches" ADD CONSTRAINT "saved_searches_profile_id_fkey" FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX saved_searches_of_profile ON public.saved_searches USING btree (profile_id, created_at DESC);

CREATE POLICY "saved_searches_delete" ON "public"."saved_searches" FOR DELETE TO "authenticated" USING ((profile_id = ( SELECT private.my_profile_id() AS my_profile_id)));

CREATE POLICY "saved_searches_insert" ON "public"."saved_searches" FOR INSERT TO "authenticated" WITH CHECK (((profile_id = ( SELECT private.my_profile_id() AS my_profile_id)) AND ( SELECT private.is_member() AS is_member)));

CREATE POLICY "saved_searches_select" ON "public"."saved_searches" FOR SELECT TO "authenticated" USING ((profile_id = ( SELECT private.my_profile_id() AS my_profile_id)));

CREATE POLICY "saved_searches_update" ON "public"."saved_searches" FOR UPDATE TO "authenticated" USING ((profile_id = ( SELECT private.my_profile_id() AS my_profile_id))) WITH CHECK ((profile_id = ( SELECT private.my_profile_id() AS my_profile_id)));

GRANT INSERT ("profile_id") ON TABLE "public"."saved_searches" TO "authenticated";

ALTER TABLE "private"."search_terms" ADD CONSTRAINT "search_terms_term_normalised" CHECK (((term = private.normalise_text(term)) AND (term <> ''::text)));

ALTER TABLE "public"."email_preferences" ADD CONSTRAINT "email_preferences_type_known" CHECK ((type = ANY (private.notification_types())));

ALTER TABLE "public"."notifications" ADD CONSTRAINT "notifications_type_known" CHECK ((type = ANY (private.notification_types())));

ALTER TABLE "public"."order_deliveries" ADD CONSTRAINT "order_deliveries_links_short" CHECK (private.texts_are_within(links, 20, 2000));

ALTER TABLE "public"."profiles" ADD CONSTRAINT "profiles_expertise_short" CHECK (private.texts_are_within(expertise, 20, 60));

ALTER TABLE "public"."profiles" ADD CONSTRAINT "profiles_follower_counts_valid" CHECK (private.follower_counts_are_valid(follower_counts));

CREATE INDEX creators_by_keys ON private.creators USING gin (keys);

CREATE POLICY attachments_insert ON storage.objects AS PERMISSIVE FOR INSERT TO authenticated WITH CHECK (((bucket_id = 'attachments'::text) AND (cardinality(storage.foldername(name)) = 2) AND private.may_attach((storage.foldername(name))[1])));

CREATE POLICY attachments_select ON storage.objects AS PERMISSIVE FOR SELECT TO authenticated USING (((bucket_id = 'attachments'::text) AND private.is_my_conversation((storage.foldername(name))[1])));

CREATE POLICY avatars_delete ON storage.objects AS PERMISSIVE FOR DELETE TO authenticated USING (((bucket_id = 'avatars'::text) AND ((storage.foldername(name))[1] = (( SELECT private.my_profile_id() AS my_profile_id))::text)));

CREATE POLICY avatars_insert ON storage.objects AS PERMISSIVE FOR INSERT TO authenticated WITH CHECK (((bucket_id = 'avatars'::text) AND ((storage.foldername(name))[1] = (( SELECT private.my_profile_id() AS my_profile_id))::text)));

CREATE POLICY avatars_select ON storage.objects AS PERMISSIVE FOR SELECT TO authenticated USING (((bucket_id = 'avatars'::text) AND ((storage.foldername(name))[1] = (( SELECT private.my_profile_id() AS my_profile_id))::text)));

CREATE POLICY avatars_update ON storage.objects AS PERMISSIVE FOR UPDATE TO authenticated USING (((bucket_id = 'avatars'::text) AND ((storage.foldername(name))[1] = (( SELECT private.my_profile_id() AS my_profile_id))::text))) WITH CHECK (((bucket_id = 'avatars'::text) AND ((storage.foldername(name))[1] = (( SELECT private.my_profile_id() AS my_profile_id))::text)));

CREATE POLICY conversation_topics_insert ON realtime.messages AS PERMISSIVE FOR INSERT TO authenticated WITH CHECK (((extension = ANY (ARRAY['broadcast'::text, 'presence'::text])) AND (( SELECT realtime.topic() AS topic) ~~ 'conversation:%'::text) AND ( SELECT private.is_my_conversation(substr(realtime.topic(), 14)) AS is_my_conversation)));

CREATE POLICY conversation_topics_select ON realtime.messages AS PERMISSIVE FOR SELECT TO authenticated USING (((extension = ANY (ARRAY['broadcast'::text, 'presence'::text])) AND (( SELECT realtime.topic() AS topic) ~~ 'conversation:%'::text) AND ( SELECT private.is_my_conversation(substr(realtime.topic(), 14)) AS is_my_conversation)));

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
