set local check_function_bodies = off;

DROP TRIGGER "creators_queue_match_updated" ON "private"."creators";

DROP TRIGGER "offers_final" ON "public"."offers";

DROP TRIGGER "packs_limit_updated" ON "public"."packs";

DROP INDEX "private"."creators_by_followers";

DROP INDEX "private"."creators_by_newest";

DROP INDEX "private"."creators_by_score";

DROP INDEX "private"."filter_keys_lookup";

ALTER TABLE "public"."order_events" DROP CONSTRAINT "order_events_kind_known";

ALTER TABLE "public"."staff_proposals" DROP CONSTRAINT "staff_proposals_action_known";

DROP FUNCTION "private"."categories"();

DROP FUNCTION "private"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid);

DROP FUNCTION "private"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid, timestamp with time zone);

DROP FUNCTION "private"."notify_dispute_move"(uuid, public.pack_orders);

DROP FUNCTION "private"."notify_order_end"(public.pack_orders, text);

DROP FUNCTION "private"."suspend_profile"(uuid, boolean);

DROP FUNCTION "private"."use_wave_room"(integer);

DROP FUNCTION "private"."wave_room"();

DROP FUNCTION "public"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid);

DROP FUNCTION "public"."suspend_profile"(uuid, boolean);

ALTER TABLE "public"."offers" DROP COLUMN "terms_hash";

DROP FUNCTION "private"."offer_terms"(text, text, bigint, text, integer, integer, jsonb);

CREATE TABLE "private"."checkouts" ("order_id" uuid NOT NULL, "wallet_minor" bigint NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "checkouts_pkey" PRIMARY KEY (order_id, wallet_minor), CONSTRAINT "checkouts_wallet_part_positive" CHECK ((wallet_minor > 0)));

ALTER TABLE "private"."checkouts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."order_tips" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "order_id" uuid NOT NULL, "amount_minor" bigint NOT NULL, "idempotency_key" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "order_tips_amount_positive" CHECK ((amount_minor > 0)), CONSTRAINT "order_tips_amount_within_limit" CHECK ((amount_minor <= '1000000000000000'::bigint)), CONSTRAINT "order_tips_idempotency_key_key" UNIQUE (order_id, idempotency_key), CONSTRAINT "order_tips_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."order_tips" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."suspensions" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."filter_keys" ADD COLUMN "min_price" bigint;

ALTER TABLE "private"."filter_keys" ADD COLUMN "max_price" bigint;

ALTER TABLE "private"."filter_keys" ADD COLUMN "max_delivery_days" smallint;

ALTER TABLE "public"."offers" ADD COLUMN "needs_draft" boolean NOT NULL DEFAULT false;

ALTER TYPE "private"."transfer_event" ADD VALUE 'tip' AFTER 'milestone';

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.appeal_suspension(reason text)
 RETURNS public.suspensions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_suspension public.suspensions := private.open_suspension(private.my_profile_id());
begin
  if v_suspension.id is null then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  if v_suspension.appealed_at is not null then
    raise exception 'suspension_appealed' using errcode = 'PT409';
  end if;
  if coalesce(btrim(reason), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  update public.suspensions s set appeal = btrim(reason), appealed_at = now(),
    appeal_due_at = now() + make_interval(days => private.setting('suspension_appeal_decision')::int)
  where s.id = v_suspension.id
  returning * into v_suspension;
  perform private.notify(staff.id, 'suspension_appealed', jsonb_build_object(
    'profile_name', member.display_name, 'due_at', v_suspension.due_at))
  from public.profiles staff, public.profiles member
  where staff.is_staff and staff.suspended_at is null and staff.deleted_at is null
    and member.id = v_suspension.profile_id;
  return v_suspension;
end;
$function$;

CREATE OR REPLACE FUNCTION private.can_move(o public.pack_orders, to_status text, actor text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.has_move(o.status, to_status, actor);
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
      left join public.profiles p on p.id = o.profile_id
        and (p.suspended_at is null or o.template = 'account_update')
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
  v_creators real := (select greatest(c.reltuples, 1) from pg_catalog.pg_class c where c.oid = 'private.creators'::regclass);
  v_share real := least(1, sample / v_creators);
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

CREATE OR REPLACE FUNCTION private.count_notices(written integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.notice_rate r set available = greatest(0, r.available - written) where r.is_only
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
  select create_hold.order_id, create_hold.profile_id, create_hold.reference, create_hold.currency, create_hold.amount_minor, create_hold.fees_minor,
    at + make_interval(days => private.setting('hold_' || v_trust_level)::int)
  -- A part of a few units can go wholly to fees, or have been paid with the milestones before it.
  where create_hold.amount_minor > 0 or create_hold.fees_minor > 0
  -- A seller who invited the buyer, or the reverse, can earn twice on one order.
  on conflict on constraint holds_key do update set amount_minor = h.amount_minor + excluded.amount_minor;
end;
$function$;

CREATE OR REPLACE FUNCTION private.decide_suspension_appeal(profile_id uuid, upheld boolean, note text)
 RETURNS public.suspensions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_profile public.profiles := private.lock_profile_for_staff(profile_id, array[profile_id]);
  v_suspension public.suspensions := private.open_suspension(v_profile.id);
begin
  if v_suspension.appealed_at is null or v_suspension.appeal_decided_at is not null then
    raise exception 'suspension_not_appealed' using errcode = 'PT409';
  end if;
  perform private.require_other_staff(v_suspension);
  if upheld is null or coalesce(btrim(decide_suspension_appeal.note), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  update public.suspensions s set appeal_decided_by = private.my_profile_id(), appeal_decided_at = now(),
    appeal_reply = btrim(decide_suspension_appeal.note)
  where s.id = v_suspension.id;
  perform private.audit('decide_suspension_appeal', v_profile.id,
    jsonb_build_object('upheld', upheld, 'note', btrim(decide_suspension_appeal.note)));
  if upheld then
    perform private.notify(v_profile.id, 'suspension_upheld',
      jsonb_build_object('note', btrim(decide_suspension_appeal.note)));
  else
    perform private.end_suspension(v_suspension, 'appeal', now());
  end if;
  select * into v_suspension from public.suspensions s where s.id = v_suspension.id;
  return v_suspension;
end;
$function$;

CREATE OR REPLACE FUNCTION private.drop_reason_of_blocked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.pack_orders o
    where o.id = NEW.order_id and private.are_blocked(o.brand_id, o.kol_id)
      and (NEW.kind = 'cancellation_requested' or (private.order_status(NEW.to_status)).outcome = 'refund')
  ) then
    NEW.note := null;
  end if;
  return NEW;
end;
$function$;

CREATE OR REPLACE FUNCTION private.end_due_suspension(profile_id uuid, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_suspension public.suspensions;
begin
  if not private.lock_for_reinstatement(profile_id) then
    return 0;
  end if;
  -- It may have changed before the profile was locked.
  v_suspension := private.open_suspension(profile_id);
  if (v_suspension.due_at <= at) is not true then
    return 0;
  end if;
  perform private.end_suspension(v_suspension,
    case when v_suspension.ends_at <= at then 'term' else 'no_decision' end, at);
  return 1;
end;
$function$;

CREATE OR REPLACE FUNCTION private.end_suspension(s public.suspensions, because text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.suspensions x set ended_at = at, ended_because = because where x.id = s.id and x.ended_at is null;
  if found then
    update public.profiles p set suspended_at = null where p.id = s.profile_id;
    perform private.notify(s.profile_id, 'suspension_ended', '{}');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.excerpt(content text, term text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select regexp_replace(
    case when place > 41 then '…' else '' end || substr(content, greatest(1, place - 40), 160), '\s+', ' ', 'g')
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
    when 'suspend_profile' then
      perform private.suspend_profile((v_arguments ->> 'profile_id')::uuid,
        coalesce((v_arguments ->> 'with_invitees')::boolean, false), v_arguments ->> 'category',
        v_arguments ->> 'note', true);
    when 'update_setting' then
      perform private.update_setting(v_arguments ->> 'key', (v_arguments ->> 'value')::numeric);
  end case;
end;
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
    'order_tips', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at, x.id), '[]')
      from public.order_tips x join public.pack_orders o on o.id = x.order_id
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
    'suspensions', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from public.suspensions x where x.profile_id = me),
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
    - '{language,platforms,categories,follower_ranges,verified,term,min_rating,regions,min_price,max_price,
      max_delivery_days,email_notifications}'::text[]);
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

CREATE OR REPLACE FUNCTION private.filter_number(filters jsonb, key text, most bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_value numeric := private.filter_value(filters, key, 'number')::numeric;
begin
  if v_value not between 0 and most or v_value <> trunc(v_value) then
    raise exception 'filter_value_unknown' using errcode = 'PT422', detail = key;
  end if;
  return nullif(v_value, 0)::bigint;
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
    raise exception 'filter_value_unknown' using errcode = 'PT422', detail = list;
  end if;
  return private.word_bits(v_words, list);
end;
$function$;

CREATE OR REPLACE FUNCTION private.find_charged_payment(c private.chargebacks)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    order by (p.order_id = c.order_id) is true desc, f.amount_minor desc, f.id;
  end if;
  select * into v_payment from public.payments p where p.id = v_id for no key update;
  return v_payment;
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
    raise exception 'member_not_available' using errcode = 'PT409';
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

CREATE OR REPLACE FUNCTION private.has_move(from_status text, to_status text, actor text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from private.order_moves m
    where m.from_status = has_move.from_status and m.to_status = has_move.to_status and m.actor = has_move.actor
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.has_paid(brand_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.pack_orders o join public.order_statuses s using (status)
    where o.brand_id = has_paid.brand_id
      and (s.holds_escrow and not private.is_paid_before_work(o.status) or o.completed_at is not null and private.share_of(o) > 0)
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
      || quote_literal(nullif((private.filter_facet_keys(f)).keys, '{0}')),
    'c.price_cents >= ' || f.min_price,
    'c.price_cents <= ' || f.max_price,
    'c.delivery_days <= ' || f.max_delivery_days), '');
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_paid_before_work(status text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (private.order_status(status)).holds_escrow
    and private.has_move(status, 'cancelled', 'brand') and not private.has_move(status, 'cancelled', 'both')
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
    and (not o.is_completed or m.position < o.milestone_count)
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

CREATE OR REPLACE FUNCTION private.limit_order_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_from public.order_statuses := private.order_status(NEW.from_status);
  v_to public.order_statuses := private.order_status(NEW.to_status);
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
    -- Cancelling paid work that has not begun, or requesting it; agreeing to a cancellation is not
    -- counted.
    when NEW.kind = 'cancellation_requested'
      or NEW.to_status = 'cancelled' and private.is_paid_before_work(NEW.from_status) then
      perform private.limit_member('cancellations_per_day', NEW.actor_id);
      perform private.limit_member('cancellations_with_one_per_day', NEW.actor_id, v_other);
    when v_to.is_revision then
      perform private.limit_member('revisions_per_hour', NEW.actor_id);
    when v_to.phase = 'disputed' and v_from.phase <> 'disputed' then
      perform private.limit_member('disputes_per_day', NEW.actor_id);
    else null;
  end case;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_tip()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.limit_member('tips_per_day', o.brand_id) from public.pack_orders o where o.id = NEW.order_id;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.lock_for_reinstatement(profile_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (
    select count(*) from (
      select from public.pack_orders o
      where lock_for_reinstatement.profile_id in (o.brand_id, o.kol_id) and o.clock_left_seconds is not null
      for no key update skip locked) as locked
  ) < (
    select count(*) from public.pack_orders o
    where lock_for_reinstatement.profile_id in (o.brand_id, o.kol_id) and o.clock_left_seconds is not null
  ) then
    return false;
  end if;
  perform from public.profiles p where p.id = lock_for_reinstatement.profile_id for no key update skip locked;
  return found;
end;
$function$;

CREATE OR REPLACE FUNCTION private.make_offer(conversation_id uuid, title text, scope text, price_minor bigint, currency text, delivery_days integer, revisions integer, idempotency_key uuid, milestones jsonb, expires_at timestamp with time zone, counters_id uuid, needs_draft boolean)
 RETURNS public.offers
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.make_offer(conversation_id, title, scope, price_minor, currency, delivery_days,
    revisions, idempotency_key, milestones, expires_at, counters_id, needs_draft, now())
$function$;

CREATE OR REPLACE FUNCTION private.make_offer(conversation_id uuid, title text, scope text, price_minor bigint, currency text, delivery_days integer, revisions integer, idempotency_key uuid, milestones jsonb, expires_at timestamp with time zone, counters_id uuid, needs_draft boolean, at timestamp with time zone)
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
  v_terms.needs_draft := coalesce(make_offer.needs_draft, false);
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
      and (k.regions is null or k.regions & c.regions <> 0)
      and (k.min_price is null or k.min_price <= c.price_cents)
      and (k.max_price is null or k.max_price >= c.price_cents)
      and (k.max_delivery_days is null or k.max_delivery_days >= c.delivery_days);
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
  v_to public.order_statuses := private.order_status(to_status);
  v_order public.pack_orders;
begin
  if not private.has_move(v_from, move_order.to_status, move_order.actor) then
    raise exception 'order_move_not_allowed' using errcode = 'PT409',
      detail = format('%s to %s by %s', v_from, move_order.to_status, move_order.actor);
  end if;

  perform set_config('kolpact.order_move', format('%s:%s', o.id, move_order.to_status), true);
  update public.pack_orders p set
    status = move_order.to_status,
    due_at = case when not v_stands then at + v_clock end,
    clock_left_seconds = case when v_stands then extract(epoch from v_clock) end,
    clock_stopped_at = case when v_stands then at end,
    clock_stood_seconds = case when v_to.hands_in = 'delivery' then 0 else p.clock_stood_seconds end,
    delivered_at = case when v_to.hands_in = 'delivery' then at else p.delivered_at end,
    reminders_sent = 0,
    revisions_used = p.revisions_used + v_to.is_revision::int,
    cancel_requested_by = null,
    creator_agreed_at = coalesce(p.creator_agreed_at, case when move_order.to_status = 'in_progress' then at end),
    creator_share_minor = move_order.creator_share_minor,
    completed_at = case when v_to.outcome in ('completion', 'settlement') then at end,
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

CREATE OR REPLACE FUNCTION private.new_order_number()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_characters constant text := '23456789ABCDEFGHJKMNPQRSTVWXYZ';
  v_size constant bigint := length(v_characters);
  v_random bigint;
  v_number text;
  v_attempt int := 0;
begin
  loop
    v_random := private.random_bits();
    v_number := 'K-';
    -- Numbers become longer when the short ones are used up.
    for v_place in 1..5 + least(v_attempt / 4, 3) loop
      v_number := v_number || substr(v_characters, (v_random % v_size)::int + 1, 1);
      v_random := v_random / v_size;
    end loop;
    -- The lock is kept until the order is written: a concurrent request takes another number.
    if pg_try_advisory_xact_lock(hashtextextended('order_number ' || v_number, 0))
      and not exists (select from public.pack_orders o where o.number = v_number)
    then
      return v_number;
    end if;
    v_attempt := v_attempt + 1;
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.no_suspension_note()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 'Staff gave no further reason.'
$function$;

CREATE OR REPLACE FUNCTION private.notices_available()
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
  v_available numeric;
begin
  insert into private.notice_rate as r (available, counted_at) values (v_most, v_now)
  on conflict on constraint notice_rate_pkey do update
    set available = least(v_most, r.available + v_per_second * greatest(0, extract(epoch from v_now - r.counted_at))),
      counted_at = v_now
  returning r.available into v_available;
  return floor(v_available);
end;
$function$;

CREATE OR REPLACE FUNCTION private.notification_types()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
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
    'file_removed',
    'account_update'
  ]
$function$;

CREATE OR REPLACE FUNCTION private.notify_next_watchers(c private.creators, after uuid, batch integer, most integer, at timestamp with time zone, OUT considered integer, OUT notified integer, OUT last_watcher_id uuid)
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
  notified := private.notify_saved_searches(c, v_exact, v_to_recheck, at, most);
  notified := notified + private.notify_of_campaigns(c, v_exact, v_to_recheck, at, most - notified);
  if notified >= most then
    last_watcher_id := after;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_cancellation(o public.pack_orders, from_status text, actor_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Nobody is waiting for an order that was not paid.
  if not (private.order_status(from_status)).holds_escrow then
    return;
  end if;
  -- Only a chargeback cancels without an actor.
  if actor_id is null then
    perform private.notify_about_order(o.brand_id, o, 'order_cancelled_charged_back');
  else
    perform private.notify_of_refund(o, 'order_cancelled_refunded');
  end if;
  perform private.notify_about_order(o.kol_id, o, 'order_cancelled_creator');
end;
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_dispute(to_id uuid, o public.pack_orders)
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

CREATE OR REPLACE FUNCTION private.notify_of_earnings(o public.pack_orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_split record;
begin
  select * into v_split from private.split_rest(o, private.share_of(o));
  if (private.order_status(o.status)).outcome = 'settlement' then
    perform private.notify_about_money(o.brand_id, o, 'dispute_settled_brand', v_split.brand_minor);
    perform private.notify_about_money(o.kol_id, o, 'dispute_settled_creator', v_split.creator_minor);
  else
    perform private.notify_about_order(o.kol_id, o, 'order_completed_creator');
    perform private.notify_about_order(o.brand_id, o, 'order_completed_brand');
  end if;
  if v_split.creator_minor > 0 then
    perform private.notify_about_money(o.kol_id, o, 'order_earned', v_split.creator_minor);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_expiry(o public.pack_orders, from_status text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The creator was not notified of an order that was not paid.
  if not (private.order_status(from_status)).holds_escrow then
    perform private.notify_about_order(o.brand_id, o, 'order_expired_unpaid');
  elsif private.is_paid_before_work(from_status) then
    perform private.notify_of_refund(o, 'order_expired_refunded');
    perform private.notify_about_order(o.kol_id, o, 'order_expired_creator');
  else
    perform private.notify_of_refund(o, 'order_ended_late');
    perform private.notify_about_order(o.kol_id, o, 'order_ended_late_creator');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_suspension(s public.suspensions)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.notify(s.profile_id,
    case when s.ends_at is null then 'account_suspended_without_end' else 'account_suspended' end,
    jsonb_strip_nulls(jsonb_build_object('note', s.note, 'ends_at', s.ends_at)))
$function$;

CREATE OR REPLACE FUNCTION private.notify_order_move(o public.pack_orders, from_status text, actor_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (private.order_status(o.status)).phase = 'disputed' then
    perform private.notify_of_dispute(id, o) from unnest(array[o.brand_id, o.kol_id]) as id;
    return;
  end if;
  case o.status
    when 'funded' then
      perform private.notify_about_money(o.kol_id, o, 'order_funded', o.price_minor);
    when 'in_progress' then
      -- After a milestone the creator goes on; see post_milestone.
      if not private.has_move(from_status, o.status, 'milestone') then
        perform private.notify_about_order(o.brand_id, o, 'order_accepted');
      end if;
    when 'draft_review' then
      perform private.notify_about_order(o.brand_id, o, 'draft_shown', jsonb_build_object('due_at', o.due_at));
    when 'draft_revision' then
      perform private.notify_about_order(o.kol_id, o, 'draft_changes_requested');
    when 'draft_approved' then
      perform private.notify_about_order(o.kol_id, o, 'draft_approved');
    when 'delivered' then
      perform private.notify_about_order(o.brand_id, o, 'order_delivered');
    when 'in_revision' then
      perform private.notify_about_order(o.kol_id, o, 'revision_requested');
    when 'completed', 'settled' then
      perform private.notify_of_earnings(o);
    when 'declined' then
      perform private.notify_of_refund(o, 'order_declined');
    when 'cancelled' then
      perform private.notify_of_cancellation(o, from_status, actor_id);
    when 'expired' then
      perform private.notify_of_expiry(o, from_status);
    -- A case without a branch is an error: a new state says here whom it notifies.
  end case;
end;
$function$;

CREATE OR REPLACE FUNCTION private.offer_of(profile_id uuid, OUT price_cents bigint, OUT delivery_days smallint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select min(private.price_in_cents(p.price_minor, p.currency)), min(p.delivery_days)::smallint
  from public.packs p where p.kol_id = offer_of.profile_id and p.is_published
$function$;

CREATE OR REPLACE FUNCTION private.offer_terms(title text, scope text, price_minor bigint, currency text, delivery_days integer, revisions integer, milestones jsonb, needs_draft boolean)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.terms(title, scope, null, price_minor, currency, delivery_days, revisions, null,
    private.promise('{}', null, null, null, needs_draft))
    || jsonb_build_object('milestones', milestones)
$function$;

CREATE OR REPLACE FUNCTION private.open_suspension(profile_id uuid)
 RETURNS public.suspensions
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from public.suspensions s
  where s.profile_id = open_suspension.profile_id and s.ended_at is null
  for no key update
$function$;

CREATE OR REPLACE FUNCTION private.open_suspensions(profile_ids uuid[], category text, note text, without_end boolean)
 RETURNS SETOF public.suspensions
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.suspensions (profile_id, category, note, suspended_by, proposed_by, ends_at)
  select p.id, coalesce(category, 'other'), coalesce(nullif(btrim(note), ''), private.no_suspension_note()),
    private.my_profile_id(),
    (select s.proposed_by from public.staff_proposals s
      where without_end and s.action = 'suspend_profile' and s.decided_in = pg_current_xact_id_if_assigned()),
    case when not without_end then private.suspension_ends_at(coalesce(category, 'other'), now()) end
  from public.profiles p
  where p.id = any (profile_ids) and p.suspended_at is null and p.deleted_at is null
  order by p.id
  returning *
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
  where given not in ('searchTerm', 'language', 'followersRanges', 'rating', 'verified', 'emailNotifications',
      'minPrice', 'maxPrice', 'maxDeliveryDays')
    and private.member_lists() -> given is null
  limit 1;
  if v_unknown is not null then
    raise exception 'filter_key_unknown' using errcode = 'PT422', detail = v_unknown;
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
    raise exception 'filter_value_unknown' using errcode = 'PT422';
  end if;
  if not v_ranges <@ private.follower_ranges() then
    raise exception 'filter_range_unknown' using errcode = 'PT422';
  end if;
  v_filter.follower_ranges := (
    select array_agg(array_position(private.follower_ranges(), range)::smallint order by 1)
    from unnest(v_ranges) as range
  );
  v_filter.min_rating := nullif(ceil(v_rating * 100), 0)::smallint;
  -- No pack costs or takes more (20_packs).
  v_filter.min_price := private.filter_number(filters, 'minPrice', 1000000000000000);
  v_filter.max_price := private.filter_number(filters, 'maxPrice', 1000000000000000);
  v_filter.max_delivery_days := private.filter_number(filters, 'maxDeliveryDays', 90);
  return v_filter;
end;
$function$;

CREATE OR REPLACE FUNCTION private.payment_parts(total_minor bigint, currency text, OUT wallet_minor bigint, OUT provider_minor bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.wallet_minor, p.provider_minor
  from private.payment_parts(private.my_profile_id(), total_minor, payment_parts.currency) as p
$function$;

CREATE OR REPLACE FUNCTION private.payment_parts(profile_id uuid, total_minor bigint, currency text, OUT wallet_minor bigint, OUT provider_minor bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_wallet bigint := private.wallet_minor(profile_id, currency);
  v_least bigint := private.in_minor_units(private.setting('checkout_least'), currency);
begin
  wallet_minor := case when v_wallet >= total_minor then total_minor
    else greatest(0, least(v_wallet, total_minor - v_least)) end;
  provider_minor := total_minor - wallet_minor;
end;
$function$;

CREATE OR REPLACE FUNCTION private.payment_problem(p public.payments, o public.pack_orders)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_wallet_part bigint := o.price_minor + o.buyer_fee_minor - p.amount_minor;
begin
  return case
    when private.is_taken_back(p) then 'charged_back'
    when o.id is null then 'order_unknown'
    when not private.can_move(o, 'funded', 'provider') or private.are_blocked(o.brand_id, o.kol_id)
      then 'order_not_payable'
    when o.currency <> p.currency then 'wrong_currency'
    when v_wallet_part <> 0 and not exists (
      select from private.checkouts c where c.order_id = o.id and c.wallet_minor = v_wallet_part
    ) then 'wrong_amount'
    when private.is_frozen(o.brand_id) then 'payer_frozen'
    when private.wallet_minor(o.brand_id, o.currency) < v_wallet_part then 'wallet_short'
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.post_tip(o public.pack_orders, t public.order_tips, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_wallet bigint := private.member_account(o.brand_id, 'wallet', o.currency);
  v_pending bigint := private.member_account(o.kol_id, 'pending', o.currency);
begin
  perform private.lock_accounts(array[v_wallet, v_pending]);
  perform private.take_lots(v_wallet, t.amount_minor);
  perform private.post_transfer('tip', array[v_wallet, v_pending],
    array[-t.amount_minor, t.amount_minor], o.id, t.id);
  perform private.create_hold(o.id, o.kol_id, o.currency, t.amount_minor, 0, at, t.id);
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
    raise exception 'member_not_available' using errcode = 'PT409';
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
      raise exception 'file_unknown' using errcode = 'PT422';
    end if;
    NEW.file_name := coalesce(NEW.file_name, storage.filename(NEW.file_url));
    NEW.file_type := coalesce(v_file ->> 'mimetype', NEW.file_type, 'application/octet-stream');
    NEW.file_size := coalesce((v_file ->> 'size')::bigint, NEW.file_size, 0);
  end if;
  return NEW;
end;
$function$;

CREATE OR REPLACE FUNCTION private.price_in_cents(price_minor bigint, currency text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select ceil(price_minor * 100 / private.minor_units_in_one(currency))::bigint
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
    when 'suspend_profile' then 'profile_id'
    when 'update_setting' then 'key'
  end
$function$;

CREATE OR REPLACE FUNCTION private.queue_emails()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    -- What a suspended member has to know is still sent to them.
    where p.suspended_at is null or n.type = 'account_update'
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
    raise exception 'message_unknown' using errcode = 'PT422';
  end if;
  return v_messages;
end;
$function$;

CREATE OR REPLACE FUNCTION private.random_bits()
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select ('x' || encode(extensions.gen_random_bytes(7), 'hex'))::bit(56)::bigint
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
  v_to public.order_statuses := private.order_status(moved.status);
begin
  if (private.order_status(o.status)).deadline_is_delivery and at > o.due_at and (
    v_to.hands_in is not null
    -- Without the creator's agreement: the brand or a deadline ended the work.
    or v_to.outcome = 'refund' and actor in ('brand', 'clock')
  ) then
    perform private.add_demerit(o.kol_id, o.id, 'late', at);
  end if;
  if v_to.outcome = 'settlement' and moved.creator_share_minor - o.released_minor < v_lost then
    perform private.add_demerit(o.kol_id, o.id, 'dispute_lost', at);
  elsif v_to.outcome = 'settlement' and o.price_minor - moved.creator_share_minor < v_lost then
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

  -- A payment of less than the total may take the rest from the wallet.
  perform private.lock_spending(o.brand_id) from public.pack_orders o
  where o.id = record_payment.order_id and o.price_minor + o.buyer_fee_minor > record_payment.amount_minor;
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
    if v_order.id is not null and v_problem <> 'charged_back' then
      perform private.notify_about_money(v_order.brand_id, v_order, 'payment_not_applied', v_payment.amount_minor);
    end if;
    return private.match_chargebacks(v_payment, at);
  end if;

  v_cash := private.platform_account('cash', v_payment.currency, v_order.id);
  v_wallet := private.member_account(v_order.brand_id, 'wallet', v_payment.currency);
  perform private.lock_accounts(private.order_accounts(v_order) || v_cash);
  perform private.post_transfer('payment', array[v_cash, v_wallet],
    array[-v_payment.amount_minor, v_payment.amount_minor], v_order.id, v_payment.id);
  -- The lot of this payment is used, whatever else is in the wallet; move_order takes the rest of the
  -- total from the other lots.
  insert into private.order_funding (order_id, payment_id, amount_minor)
  values (v_order.id, v_payment.id, v_payment.amount_minor);
  perform private.move_order(v_order, 'funded', 'provider', null, null, at);
  return v_payment;
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
  elsif action = 'tip_order' and private.tips_until(o) > at then
    return private.tips_until(o);
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
  if action in ('checkout', 'pay_from_wallet', 'tip_order') then
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
    when 'tip_order' then
      perform private.require_tippable(o, at);
    else null;
  end case;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_other_staff(s public.suspensions)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.my_profile_id() in (s.suspended_by, s.proposed_by) then
    raise exception 'suspension_own_decision' using errcode = 'PT409';
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
    raise exception 'file_unknown' using errcode = 'PT422';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_suspension_reason(category text, note text)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if category <> all (private.suspension_categories()) then
    raise exception 'suspension_category_unknown' using errcode = 'PT422';
  end if;
  if category is not null and coalesce(btrim(note), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_tippable(o public.pack_orders, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_bounds record;
begin
  if private.can_transact(o.kol_id) is not true or private.are_blocked(o.brand_id, o.kol_id) then
    raise exception 'creator_not_available' using errcode = 'PT409';
  end if;
  if private.tips_until(o) <= at then
    raise exception 'tip_window_over' using errcode = 'PT409';
  end if;
  select * into v_bounds from private.tip_bounds(o);
  if v_bounds.most_minor < v_bounds.least_minor then
    raise exception 'tip_limit_reached' using errcode = 'PT409';
  end if;
  if private.wallet_minor(o.brand_id, o.currency) < v_bounds.least_minor then
    raise exception 'insufficient_funds' using errcode = 'PT409';
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
  if private.wallet_minor(o.brand_id, o.currency) < o.price_minor + o.buyer_fee_minor then
    raise exception 'insufficient_funds' using errcode = 'PT409';
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
  v_reinstated record;
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
  select * into v_reinstated from private.work_suspensions(at, v_batch, v_until);
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
    'suspensions_ended', v_reinstated.ended,
    'matches', v_announced.matches,
    'email_digests', v_announced.digests,
    'campaigns', v_announced.campaigns,
    'failed', v_announced.failed + v_moved.failed + v_cleared.failed + v_reinstated.failed,
    'more', v_batch in (cardinality(v_orders), cardinality(v_holds), cardinality(v_reviewed), v_reminded, v_warned, v_reassessed,
      v_offers, v_reinstated.ended)
      or clock_timestamp() > v_until
  );
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
    currency, delivery_days, revisions, milestones, needs_draft, idempotency_key, expires_at, created_at)
  values (terms.conversation_id, terms.brand_id, terms.kol_id, terms.author_id, terms.counters_id, terms.title,
    terms.scope, terms.price_minor, terms.currency, terms.delivery_days, terms.revisions, terms.milestones,
    terms.needs_draft, terms.idempotency_key, terms.expires_at, at)
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
    where o.status = any (private.statuses_for_staff())
      and not private.is_own_case(o.brand_id) and not private.is_own_case(o.kol_id)
    union all
    select 'reports', count(*)::int from private.open_reports()
    union all
    select 'suspense', count(*)::int from public.payments p where p.status = 'suspense'
    union all
    select 'chargebacks', count(*)::int from public.chargebacks c where c.is_frozen
    union all
    select 'suspensions', count(*)::int from public.suspensions s
    where s.ended_at is null and s.appealed_at is not null and s.appeal_decided_at is null
      and v_me is distinct from s.suspended_by and v_me is distinct from s.proposed_by
      and not private.is_own_case(s.profile_id)
    union all
    select 'proposals', count(*)::int from public.staff_proposals p
    where p.status = 'open' and p.expires_at > now() and p.proposed_by <> v_me;
end;
$function$;

CREATE OR REPLACE FUNCTION private.start_checkout(order_id uuid, use_wallet boolean, OUT wallet_minor bigint, OUT provider_minor bigint, OUT currency text)
 RETURNS record
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.start_checkout(order_id, use_wallet, now())
$function$;

CREATE OR REPLACE FUNCTION private.start_checkout(order_id uuid, use_wallet boolean, at timestamp with time zone, OUT wallet_minor bigint, OUT provider_minor bigint, OUT currency text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'checkout');
  v_total bigint := v_order.price_minor + v_order.buyer_fee_minor;
  v_parts record;
begin
  perform private.require_order_action('checkout', v_order, at);
  select * into v_parts from private.payment_parts(v_order.brand_id, v_total, v_order.currency);
  wallet_minor := case when use_wallet and v_parts.provider_minor > 0 then v_parts.wallet_minor else 0 end;
  provider_minor := v_total - wallet_minor;
  currency := v_order.currency;
  if wallet_minor > 0 then
    insert into private.checkouts (order_id, wallet_minor)
    values (start_checkout.order_id, start_checkout.wallet_minor)
    on conflict do nothing;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.statuses_for_staff()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select s.status from public.order_statuses s
    where s.phase = 'disputed'
      and exists (select from private.order_moves m where m.from_status = s.status and m.actor = 'staff')
    order by s.position)
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
  insert into private.filter_keys (key, term_id, min_rating, regions, min_price, max_price, max_delivery_days,
    watcher_id, needs_recheck)
  select unnest(k.keys), v_term_id, coalesce(v_filter.min_rating, 0), v_filter.regions, v_filter.min_price,
    v_filter.max_price, v_filter.max_delivery_days, store_filter_keys.watcher_id, k.needs_recheck
  from private.filter_facet_keys(v_filter) k;
end;
$function$;

CREATE OR REPLACE FUNCTION private.suits_me(filters jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.creator_satisfies(c, private.parse_filters(suits_me.filters)) is true
  from private.creators c where c.profile_id = private.my_profile_id()
$function$;

CREATE OR REPLACE FUNCTION private.suspend_profile(profile_id uuid, with_invitees boolean DEFAULT false, category text DEFAULT NULL::text, note text DEFAULT NULL::text, without_end boolean DEFAULT false)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tree uuid[] := private.invite_tree(profile_id, with_invitees);
  v_profile public.profiles := private.lock_profile_for_staff(profile_id, v_tree);
  v_opened public.suspensions[];
  v_suspended uuid[];
begin
  perform private.require_suspension_reason(category, note);
  if without_end then
    perform private.require_confirmation('suspend_profile', v_profile.id::text);
  end if;
  v_opened := array(select s from private.open_suspensions(v_tree, category, note, without_end is true) as s);
  v_suspended := array(select s.profile_id from unnest(v_opened) as s);
  update public.profiles p set suspended_at = now() where p.id = any (v_suspended);
  if cardinality(v_suspended) > 0 then
    perform private.notify_of_suspension(s) from unnest(v_opened) as s;
    perform private.audit('suspend_profile', v_profile.id, jsonb_strip_nulls(jsonb_build_object(
      'with_invitees', with_invitees, 'suspended', to_jsonb(v_suspended), 'category', v_opened[1].category,
      'note', v_opened[1].note, 'ends_at', v_opened[1].ends_at, 'proposed_by', v_opened[1].proposed_by)));
  end if;
  return cardinality(v_suspended);
end;
$function$;

CREATE OR REPLACE FUNCTION private.suspension_ends_at(category text, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select at + make_interval(days => private.setting('suspension_days_' || category)::int)
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
    is_verified, created_at, price_cents, delivery_days
  ) select
    NEW.id, private.normalise_text(NEW.display_name),
    private.search_text(NEW.display_name, NEW.expertise, NEW.bio), NEW.language,
    coalesce(private.word_bits(NEW.platforms, 'platforms'), 0),
    coalesce(private.word_bits(NEW.categories, 'categories'), 0),
    coalesce(private.word_bits(NEW.regions, 'regions'), 0), NEW.follower_total, coalesce(NEW.rating * 100, 0)::smallint,
    private.score_of(NEW.id), NEW.is_verified, NEW.created_at, offer.price_cents, offer.delivery_days
  from private.offer_of(NEW.id) as offer
  on conflict (profile_id) do update set
    name = excluded.name, search_text = excluded.search_text, language = excluded.language,
    platforms = excluded.platforms, categories = excluded.categories, regions = excluded.regions,
    follower_total = excluded.follower_total,
    rating = excluded.rating, score = excluded.score, is_verified = excluded.is_verified, created_at = excluded.created_at;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.sync_offer(profile_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_offer record;
begin
  -- One at a time: a concurrent change of another pack would not be seen.
  perform pg_advisory_xact_lock(hashtextextended('offer of ' || sync_offer.profile_id, 0));
  select * into v_offer from private.offer_of(sync_offer.profile_id);
  update private.creators c set price_cents = v_offer.price_cents, delivery_days = v_offer.delivery_days
  where c.profile_id = sync_offer.profile_id
    and (c.price_cents, c.delivery_days) is distinct from (v_offer.price_cents, v_offer.delivery_days);
end;
$function$;

CREATE OR REPLACE FUNCTION private.sync_offer_of_creator()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.sync_offer(NEW.profile_id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.sync_offer_of_pack()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.sync_offer(NEW.kol_id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.sync_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if NEW.deleted_at is not null then
    update public.suspensions s set ended_at = now(), ended_because = 'account_deleted'
    where s.profile_id = NEW.id and s.ended_at is null;
  elsif NEW.suspended_at is null then
    update public.suspensions s set ended_at = now(), ended_because = 'lifted'
    where s.profile_id = NEW.id and s.ended_at is null;
  else
    insert into public.suspensions (profile_id, category, note, ends_at)
    values (NEW.id, 'other', private.no_suspension_note(), private.suspension_ends_at('other', NEW.suspended_at))
    on conflict (profile_id) where ended_at is null do nothing;
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.terms_of_offer(o public.offers)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.offer_terms(o.title, o.scope, o.price_minor, o.currency, o.delivery_days, o.revisions, o.milestones,
    o.needs_draft)
$function$;

CREATE OR REPLACE FUNCTION private.tip_bounds(o public.pack_orders, OUT least_minor bigint, OUT most_minor bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.in_minor_units(private.setting('tip_least'), o.currency),
    div(o.price_minor * private.setting('tip_most'), 100)::bigint - coalesce((
      select sum(t.amount_minor) from public.order_tips t where t.order_id = o.id), 0)::bigint
$function$;

CREATE OR REPLACE FUNCTION private.tip_bounds(order_id uuid, OUT least_minor bigint, OUT most_minor bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.pack_orders;
begin
  select * into v_order from public.pack_orders o
  where o.id = tip_bounds.order_id and o.brand_id = private.my_profile_id();
  if v_order.id is null then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  select b.least_minor, least(b.most_minor, private.wallet_minor(v_order.brand_id, v_order.currency))
  into tip_bounds.least_minor, tip_bounds.most_minor
  from private.tip_bounds(v_order) as b;
end;
$function$;

CREATE OR REPLACE FUNCTION private.tip_of_key(o public.pack_orders, amount_minor bigint, idempotency_key uuid)
 RETURNS public.order_tips
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tip public.order_tips;
begin
  if tip_of_key.idempotency_key is null then
    raise exception 'idempotency_key_required' using errcode = 'PT422';
  end if;
  select * into v_tip from public.order_tips t
  where t.order_id = o.id and t.idempotency_key = tip_of_key.idempotency_key;
  if v_tip.id is not null and v_tip.amount_minor is distinct from tip_of_key.amount_minor then
    raise exception 'idempotency_key_reused' using errcode = 'PT409';
  end if;
  return v_tip;
end;
$function$;

CREATE OR REPLACE FUNCTION private.tip_order(order_id uuid, amount_minor bigint, note text, idempotency_key uuid)
 RETURNS public.order_tips
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.tip_order(order_id, amount_minor, note, idempotency_key, now())
$function$;

CREATE OR REPLACE FUNCTION private.tip_order(order_id uuid, amount_minor bigint, note text, idempotency_key uuid, at timestamp with time zone)
 RETURNS public.order_tips
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.my_profile_id();
  v_order public.pack_orders;
  v_tip public.order_tips;
  v_bounds record;
begin
  perform private.lock_spending(v_me);
  v_order := private.lock_order(order_id, 'tip_order');
  v_tip := private.tip_of_key(v_order, tip_order.amount_minor, tip_order.idempotency_key);
  if v_tip.id is not null then
    return v_tip;
  end if;
  perform private.require_transact();
  perform private.require_order_action('tip_order', v_order, at);
  select * into v_bounds from private.tip_bounds(v_order);
  if (tip_order.amount_minor between v_bounds.least_minor and v_bounds.most_minor) is not true then
    raise exception 'tip_out_of_range' using errcode = 'PT422';
  end if;
  insert into public.order_tips (order_id, amount_minor, idempotency_key)
  values (v_order.id, tip_order.amount_minor, tip_order.idempotency_key)
  returning * into v_tip;
  perform private.post_tip(v_order, v_tip, at);
  -- Open pages read the order again.
  update public.pack_orders o set updated_at = now() where o.id = v_order.id;
  perform private.add_order_event(v_order, 'tipped', v_me, btrim(tip_order.note));
  perform private.notify_about_money(v_order.kol_id, v_order, 'tip_received', v_tip.amount_minor);
  return v_tip;
end;
$function$;

CREATE OR REPLACE FUNCTION private.tips_until(o public.pack_orders)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.completed_at + make_interval(days => private.setting('tip_window')::int)
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
  perform private.end_suspension(private.open_suspension(v_profile.id), 'lifted', now());
  perform private.audit('unsuspend_profile', v_profile.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.wallet_minor(profile_id uuid, currency text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(a.balance_minor), 0)::bigint from private.accounts a
  where a.owner_id = profile_id and a.kind = 'wallet' and a.currency = wallet_minor.currency
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
  v_left := least(v_left, private.notices_available());
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
  perform private.count_notices(v_notified);
  return v_notified;
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
  v_available int;
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
  v_available := private.notices_available();
  for v_profile_id in
    select q.profile_id from private.match_queue q group by q.profile_id order by min(q.id)
  loop
    exit when v_left <= 0 or v_available <= 0;
    -- Deleted before the creator is read: a later change is queued again. A change since the last
    -- batch has no last watcher, and starts from the beginning.
    with taken as (
      delete from private.match_queue q where q.profile_id = v_profile_id returning q.last_watcher_id
    )
    select (array_agg(t.last_watcher_id order by t.last_watcher_id nulls first))[1] into v_after from taken t;
    select c.* into v_creator from private.creators c where c.profile_id = v_profile_id;
    -- Suspended meanwhile.
    continue when not found;

    select * into v_step from private.notify_next_watchers(v_creator, v_after, v_left, v_available, at);
    v_notified := v_notified + v_step.notified;
    v_available := v_available - v_step.notified;
    if v_available <= 0 or v_step.considered = v_left then
      insert into private.match_queue (profile_id, last_watcher_id) values (v_profile_id, v_step.last_watcher_id);
    end if;
    v_left := v_left - v_step.considered;
    exit when clock_timestamp() > until;
  end loop;
  perform private.count_notices(v_notified);
  -- If no more may be written, the rest waits for the clock.
  if v_left <= 0 and v_available > 0 then
    perform pg_notify('due_work', '');
  end if;
  return v_notified;
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
  v_from text;
begin
  expired := 0;
  completed := 0;
  milestones := 0;
  moved := 0;
  failed := 0;
  foreach v_order in array orders loop
    begin
      v_from := v_order.status;
      v_order := private.move_at_deadline(v_order, at);
      case
        when v_order.completed_at is not null then completed := completed + 1;
        when (private.order_status(v_order.status)).outcome = 'refund' then expired := expired + 1;
        when private.has_move(v_from, v_order.status, 'milestone') then milestones := milestones + 1;
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

CREATE OR REPLACE FUNCTION private.work_suspensions(at timestamp with time zone, batch integer, until timestamp with time zone, OUT ended integer, OUT failed integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_suspension public.suspensions;
begin
  ended := 0;
  failed := 0;
  for v_suspension in
    select * from public.suspensions s where s.ended_at is null and s.due_at <= at
    order by s.due_at limit batch
  loop
    begin
      ended := ended + private.end_due_suspension(v_suspension.profile_id, at);
    exception when others then
      failed := failed + 1;
      raise warning 'suspension of % stays: %', v_suspension.profile_id, sqlerrm;
    end;
    exit when clock_timestamp() > until;
  end loop;
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
    when 'payment_not_applied' then
      NEW.type := 'order_update';
      NEW.title := format('Your payment for %s did not pay the order', coalesce(d ->> 'pack_title', '{pack_title}'));
      NEW.message := format('%s arrived but does not fit the order. Nothing is lost: our staff assign it to your wallet.', coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'));
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
    when 'tip_received' then
      NEW.type := 'payment_received';
      NEW.title := format('%s gave you a tip of %s', coalesce(d ->> 'other_name', '{other_name}'), coalesce(private.money_text((d ->> 'amount_minor')::bigint, d ->> 'currency'), '{amount_minor}'));
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
    when 'account_suspended' then
      NEW.type := 'account_update';
      NEW.title := format('Your account is suspended until %s', coalesce(to_char((d ->> 'ends_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), '{ends_at}'));
      NEW.message := format('%s If you think that this is wrong, sign in and appeal, once. Another member of our staff decides.', coalesce(d ->> 'note', '{note}'));
    when 'account_suspended_without_end' then
      NEW.type := 'account_update';
      NEW.title := 'Your account is suspended';
      NEW.message := format('%s If you think that this is wrong, sign in and appeal, once. Another member of our staff decides.', coalesce(d ->> 'note', '{note}'));
    when 'suspension_upheld' then
      NEW.type := 'account_update';
      NEW.title := 'Your suspension stays';
      NEW.message := format('Our staff read your appeal: %s', coalesce(d ->> 'note', '{note}'));
    when 'suspension_ended' then
      NEW.type := 'account_update';
      NEW.title := 'Your account is no longer suspended';
      NEW.message := 'You can buy, sell and write again.';
    when 'suspension_appealed' then
      NEW.type := 'account_update';
      NEW.title := format('%s appeals against a suspension', coalesce(d ->> 'profile_name', '{profile_name}'));
      NEW.message := format('Somebody who did not decide on it decides by %s. Without a decision the suspension ends.', coalesce(to_char((d ->> 'due_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), '{due_at}'));
  end case;
  return NEW;
end;
$function$;

CREATE OR REPLACE FUNCTION public.appeal_suspension(reason text)
 RETURNS public.suspensions
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.appeal_suspension(reason)
$function$;

CREATE OR REPLACE FUNCTION public.decide_suspension_appeal(profile_id uuid, upheld boolean, note text)
 RETURNS public.suspensions
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.decide_suspension_appeal(profile_id, upheld, note)
$function$;

CREATE OR REPLACE FUNCTION public.make_offer(conversation_id uuid, title text, scope text, price_minor bigint, currency text, delivery_days integer, revisions integer, idempotency_key uuid, milestones jsonb DEFAULT '[]'::jsonb, expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone, counters_id uuid DEFAULT NULL::uuid, needs_draft boolean DEFAULT false)
 RETURNS public.offers
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.make_offer(conversation_id, title, scope, price_minor, currency, delivery_days,
    revisions, idempotency_key, milestones, expires_at, counters_id, needs_draft)
$function$;

CREATE OR REPLACE FUNCTION public.payment_parts(total_minor bigint, currency text)
 RETURNS TABLE(wallet_minor bigint, provider_minor bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.payment_parts(total_minor, payment_parts.currency)
$function$;

CREATE OR REPLACE FUNCTION public.start_checkout(order_id uuid, use_wallet boolean DEFAULT true)
 RETURNS TABLE(wallet_minor bigint, provider_minor bigint, currency text)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.start_checkout(order_id, use_wallet)
$function$;

CREATE OR REPLACE FUNCTION public.suspend_profile(profile_id uuid, with_invitees boolean DEFAULT false, category text DEFAULT NULL::text, note text DEFAULT NULL::text, without_end boolean DEFAULT false)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.suspend_profile(profile_id, with_invitees, category, note, without_end)
$function$;

CREATE OR REPLACE FUNCTION public.tip_bounds(order_id uuid)
 RETURNS TABLE(least_minor bigint, most_minor bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.tip_bounds(order_id)
$function$;

CREATE OR REPLACE FUNCTION public.tip_order(order_id uuid, amount_minor bigint, note text, idempotency_key uuid)
 RETURNS public.order_tips
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.tip_order(order_id, amount_minor, note, idempotency_key)
$function$;

ALTER TABLE "private"."checkouts" ADD CONSTRAINT "checkouts_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "public"."order_events" ADD CONSTRAINT "order_events_kind_known" CHECK ((kind = ANY (ARRAY['move'::text, 'cancellation_requested'::text, 'review_extended'::text, 'clock_stopped'::text, 'clock_started'::text, 'tipped'::text])));

ALTER TABLE "public"."order_tips" ADD CONSTRAINT "order_tips_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.pack_orders(id);

ALTER TABLE "public"."staff_proposals" ADD CONSTRAINT "staff_proposals_action_known" CHECK ((action = ANY (ARRAY['resolve_dispute'::text, 'decide_appeal'::text, 'resolve_suspense'::text, 'unfreeze_profile'::text, 'suspend_profile'::text, 'update_setting'::text])));

-- small table: one row for each creator
CREATE INDEX creators_by_delivery ON private.creators USING btree (delivery_days);

-- small table: one row for each creator
CREATE INDEX creators_by_price ON private.creators USING btree (price_cents);

-- small table: derived from saved searches, and filled anew by this migration
CREATE INDEX filter_keys_lookup ON private.filter_keys USING btree (key, term_id, min_rating) INCLUDE (watcher_id, needs_recheck, regions, min_price, max_price, max_delivery_days);

-- small table: new, with the suspensions of now
CREATE INDEX suspensions_appeal_decided_by ON public.suspensions USING btree (appeal_decided_by);

-- small table: new, with the suspensions of now
CREATE INDEX suspensions_due ON public.suspensions USING btree (due_at) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX suspensions_one_open ON public.suspensions USING btree (profile_id) WHERE (ended_at IS NULL);

-- small table: new, with the suspensions of now
CREATE INDEX suspensions_profile_id ON public.suspensions USING btree (profile_id, created_at DESC);

-- small table: new, with the suspensions of now
CREATE INDEX suspensions_proposed_by ON public.suspensions USING btree (proposed_by);

-- small table: new, with the suspensions of now
CREATE INDEX suspensions_suspended_by ON public.suspensions USING btree (suspended_by);

CREATE TRIGGER checkouts_append_only BEFORE DELETE OR UPDATE ON private.checkouts FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER checkouts_not_truncated BEFORE TRUNCATE ON private.checkouts FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER creators_queue_match_updated AFTER UPDATE ON private.creators FOR EACH ROW WHEN (((private.matched_fields(old.*) IS DISTINCT FROM private.matched_fields(new.*)) OR (old.price_cents IS DISTINCT FROM new.price_cents) OR (old.delivery_days IS DISTINCT FROM new.delivery_days))) EXECUTE FUNCTION private.queue_match();

CREATE TRIGGER creators_sync_offer AFTER INSERT ON private.creators FOR EACH ROW EXECUTE FUNCTION private.sync_offer_of_creator();

CREATE TRIGGER offers_final BEFORE UPDATE ON public.offers FOR EACH ROW WHEN (((old.status <> 'sent'::text) OR ((old.id IS DISTINCT FROM new.id) OR (old.conversation_id IS DISTINCT FROM new.conversation_id) OR (old.brand_id IS DISTINCT FROM new.brand_id) OR (old.kol_id IS DISTINCT FROM new.kol_id) OR (old.author_id IS DISTINCT FROM new.author_id) OR (old.counters_id IS DISTINCT FROM new.counters_id) OR (old.title IS DISTINCT FROM new.title) OR (old.scope IS DISTINCT FROM new.scope) OR (old.price_minor IS DISTINCT FROM new.price_minor) OR (old.currency IS DISTINCT FROM new.currency) OR (old.delivery_days IS DISTINCT FROM new.delivery_days) OR (old.revisions IS DISTINCT FROM new.revisions) OR (old.milestones IS DISTINCT FROM new.milestones) OR (old.needs_draft IS DISTINCT FROM new.needs_draft) OR (old.idempotency_key IS DISTINCT FROM new.idempotency_key) OR (old.expires_at IS DISTINCT FROM new.expires_at) OR (old.created_at IS DISTINCT FROM new.created_at)))) EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER order_tips_append_only BEFORE DELETE OR UPDATE ON public.order_tips FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER order_tips_limit AFTER INSERT ON public.order_tips FOR EACH ROW EXECUTE FUNCTION private.limit_tip();

CREATE TRIGGER order_tips_not_truncated BEFORE TRUNCATE ON public.order_tips FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER packs_limit_updated AFTER UPDATE ON public.packs FOR EACH ROW WHEN ((new.is_published AND ((old.is_published IS DISTINCT FROM true) OR (old.price_minor IS DISTINCT FROM new.price_minor) OR (old.currency IS DISTINCT FROM new.currency) OR (old.delivery_days IS DISTINCT FROM new.delivery_days)))) EXECUTE FUNCTION private.limit_pack();

CREATE TRIGGER packs_sync_offer_inserted AFTER INSERT ON public.packs FOR EACH ROW WHEN (new.is_published) EXECUTE FUNCTION private.sync_offer_of_pack();

CREATE TRIGGER packs_sync_offer_updated AFTER UPDATE ON public.packs FOR EACH ROW WHEN (((old.is_published OR new.is_published) AND ((old.is_published IS DISTINCT FROM new.is_published) OR (old.price_minor IS DISTINCT FROM new.price_minor) OR (old.currency IS DISTINCT FROM new.currency) OR (old.delivery_days IS DISTINCT FROM new.delivery_days)))) EXECUTE FUNCTION private.sync_offer_of_pack();

CREATE TRIGGER profiles_sync_suspension AFTER UPDATE OF suspended_at, deleted_at ON public.profiles FOR EACH ROW WHEN ((((old.suspended_at IS NULL) <> (new.suspended_at IS NULL)) OR ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL)))) EXECUTE FUNCTION private.sync_suspension();

CREATE TRIGGER suspensions_not_deleted BEFORE DELETE ON public.suspensions FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER suspensions_not_truncated BEFORE TRUNCATE ON public.suspensions FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE POLICY "order_tips_select" ON "public"."order_tips" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.pack_orders o
  WHERE (o.id = order_tips.order_id))));

CREATE POLICY "suspensions_select" ON "public"."suspensions" FOR SELECT TO "authenticated" USING (((profile_id = ( SELECT private.my_profile_id() AS my_profile_id)) OR ( SELECT private.is_staff() AS is_staff)));

COMMENT ON COLUMN "private"."creators"."delivery_days" IS 'The shortest time of delivery of a published pack; null without one.';

COMMENT ON COLUMN "private"."creators"."price_cents" IS 'Price of the cheapest published pack (private.price_in_cents); null without one.';

COMMENT ON FUNCTION "private"."appeal_suspension"(text) IS 'The suspended member states why the suspension is wrong, once; starts the clock of the decision.';

COMMENT ON FUNCTION "private"."count_notices"(integer) IS 'Subtracts what was written from what may be written.';

COMMENT ON FUNCTION "private"."creator_satisfies"(private.creators, private.creator_filter) IS 'Whether a creator satisfies filters: the only place that says so. Null for who offers nothing that has a price.';

COMMENT ON FUNCTION "private"."decide_suspension_appeal"(uuid, boolean, text) IS 'Another member of staff decides an appeal: the suspension stays, or it ends.';

COMMENT ON FUNCTION "private"."end_due_suspension"(uuid, timestamp with time zone) IS 'Ends the suspension of a member whose term is over, or whose appeal nobody decided in time; returns how many.';

COMMENT ON FUNCTION "private"."end_suspension"(public.suspensions, text, timestamp with time zone) IS 'Ends a suspension and notifies the member.';

COMMENT ON FUNCTION "private"."filter_number"(jsonb, text, bigint) IS 'One filter that is a whole number; null when it is not set.';

COMMENT ON FUNCTION "private"."has_move"(text, text, text) IS 'True when order_moves has this move.';

COMMENT ON FUNCTION "private"."index_condition"(private.creator_filter, text) IS 'A condition on `c` that the indexes look up: whoever satisfies the filters fulfils it. Null where everybody does.';

COMMENT ON FUNCTION "private"."is_paid_before_work"(text) IS 'True for a paid order that the creator has not accepted: the brand can still cancel it alone.';

COMMENT ON FUNCTION "private"."limit_pack"() IS 'Trigger: limits how often a creator publishes packs, and changes what searches find them by.';

COMMENT ON FUNCTION "private"."limit_tip"() IS 'Trigger: limits how many tips a brand gives.';

COMMENT ON FUNCTION "private"."lock_for_reinstatement"(uuid) IS 'Locks the stopped orders and the profile of a member without waiting; false if somebody else has one of them.';

COMMENT ON FUNCTION "private"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid, boolean, timestamp with time zone) IS 'One side of a conversation offers terms, or answers an offer with others.';

COMMENT ON FUNCTION "private"."matched_fields"(private.creators) IS 'What a creator may change in the profile to be matched anew with saved searches and campaigns.';

COMMENT ON FUNCTION "private"."no_suspension_note"() IS 'The note of a suspension that came without one.';

COMMENT ON FUNCTION "private"."notices_available"() IS 'Locks the rate and returns how many notifications may be written now.';

COMMENT ON FUNCTION "private"."notify_next_watchers"(private.creators, uuid, integer, integer, timestamp with time zone) IS 'Notifies the next watchers of a creator, at most that many; returns where to go on.';

COMMENT ON FUNCTION "private"."notify_of_cancellation"(public.pack_orders, text, uuid) IS 'Notifies the sides of a cancelled order.';

COMMENT ON FUNCTION "private"."notify_of_dispute"(uuid, public.pack_orders) IS 'Notifies one side of a move of a dispute.';

COMMENT ON FUNCTION "private"."notify_of_earnings"(public.pack_orders) IS 'Notifies both sides of a completed or settled order, and the creator of what was earned.';

COMMENT ON FUNCTION "private"."notify_of_expiry"(public.pack_orders, text) IS 'Notifies the sides of an order that a deadline has ended.';

COMMENT ON FUNCTION "private"."notify_of_suspension"(public.suspensions) IS 'Notifies a member why and until when they are suspended.';

COMMENT ON FUNCTION "private"."offer_of"(uuid) IS 'Price of the cheapest pack of a creator, and the shortest time of delivery; not always of the same pack.';

COMMENT ON FUNCTION "private"."offer_terms"(text, text, bigint, text, integer, integer, jsonb, boolean) IS 'All terms of an offer, by the names that packs and applications use.';

COMMENT ON FUNCTION "private"."open_suspension"(uuid) IS 'The suspension of a member that has not ended, locked.';

COMMENT ON FUNCTION "private"."open_suspensions"(uuid[], text, text, boolean) IS 'Writes the suspensions of those members who are not suspended yet.';

COMMENT ON FUNCTION "private"."payment_parts"(uuid, bigint, text) IS 'How a total is paid with the wallet first: what the wallet pays, and what is left for a payment provider.';

COMMENT ON FUNCTION "private"."post_tip"(public.pack_orders, public.order_tips, timestamp with time zone) IS 'Moves a tip from the brand''s wallet to the creator''s earnings on hold.';

COMMENT ON FUNCTION "private"."price_in_cents"(bigint, text) IS 'A price as filters compare it, in cents of a dollar; one unit of each currency counts as one.';

COMMENT ON FUNCTION "private"."random_bits"() IS 'Fifty-six random bits.';

COMMENT ON FUNCTION "private"."record_payment"(text, text, uuid, bigint, text, timestamp with time zone) IS 'Records a payment once per provider''s reference: the total, or the rest after the agreed part of the wallet, pays the order; anything else goes to suspense.';

COMMENT ON FUNCTION "private"."require_other_staff"(public.suspensions) IS 'Rejects staff who decided on the suspension themselves.';

COMMENT ON FUNCTION "private"."require_suspension_reason"(text, text) IS 'Rejects an unknown category, and one without words for the member.';

COMMENT ON FUNCTION "private"."require_tippable"(public.pack_orders, timestamp with time zone) IS 'Rejects a tip for an order that takes none now, or that the wallet has nothing for.';

COMMENT ON FUNCTION "private"."start_checkout"(uuid, boolean, timestamp with time zone) IS 'The brand goes to the pay page: what the provider is asked for, after the part of the wallet that the brand agrees to use.';

COMMENT ON FUNCTION "private"."statuses_for_staff"() IS 'The states of a dispute that staff can rule on, or whose appeal they can decide.';

COMMENT ON FUNCTION "private"."suspend_profile"(uuid, boolean, text, text, boolean) IS 'Suspends a member, alone or with all members they invited; returns how many.';

COMMENT ON FUNCTION "private"."suspension_ends_at"(text, timestamp with time zone) IS 'When a suspension of this category ends that begins at this time.';

COMMENT ON FUNCTION "private"."sync_offer"(uuid) IS 'Updates price and time of delivery of a creator.';

COMMENT ON FUNCTION "private"."sync_offer_of_creator"() IS 'Trigger: a pack may have changed before the new creator was visible to its transaction.';

COMMENT ON FUNCTION "private"."sync_offer_of_pack"() IS 'Trigger: creators follows their published packs.';

COMMENT ON FUNCTION "private"."sync_suspension"() IS 'Trigger: a suspended profile has one open suspension, any other one has none.';

COMMENT ON FUNCTION "private"."tip_bounds"(public.pack_orders) IS 'The least and the most that the next tip of an order may be.';

COMMENT ON FUNCTION "private"."tip_of_key"(public.pack_orders, bigint, uuid) IS 'The tip that an earlier request with this key gave, if any.';

COMMENT ON FUNCTION "private"."tip_order"(uuid, bigint, text, uuid, timestamp with time zone) IS 'The brand gives a tip from its wallet, once per key.';

COMMENT ON FUNCTION "private"."tips_until"(public.pack_orders) IS 'Until when a completed order can be tipped.';

COMMENT ON FUNCTION "private"."wallet_minor"(uuid, text) IS 'The balance of a brand''s wallet in that currency.';

COMMENT ON FUNCTION "private"."work_suspensions"(timestamp with time zone, integer, timestamp with time zone) IS 'Ends suspensions that are due; a failure does not stop the others.';

COMMENT ON FUNCTION "public"."appeal_suspension"(text) IS 'A suspended member: appeals, once. Another member of staff decides; without a decision in time the suspension ends.';

COMMENT ON FUNCTION "public"."decide_suspension_appeal"(uuid, boolean, text) IS 'Staff who did not decide on the suspension: decide the appeal of a suspended member, with the reason.';

COMMENT ON FUNCTION "public"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid, boolean) IS 'Either side of a conversation: offers terms. `milestones` is a list of {title, amount_minor}; `counters_id` names the offer that it answers; with `needs_draft` the brand approves a draft first.';

COMMENT ON FUNCTION "public"."payment_parts"(bigint, text) IS 'How the caller would pay a total now, with the wallet first: from the wallet, and through a payment provider.';

COMMENT ON FUNCTION "public"."propose_staff_act"(text, jsonb) IS 'Staff: proposes an act (resolve_dispute, decide_appeal, resolve_suspense, unfreeze_profile, suspend_profile without end, update_setting) with its arguments, for another member of staff to confirm.';

COMMENT ON FUNCTION "public"."start_checkout"(uuid, boolean) IS 'Brand: begins to pay an order; returns what the wallet pays when the payment of the rest arrives, and the rest.';

COMMENT ON FUNCTION "public"."suspend_profile"(uuid, boolean, text, text, boolean) IS 'Staff: suspends a member, alone or with all members they invited: the category decides how long, the member reads the note. Without an end it takes two members of staff.';

COMMENT ON FUNCTION "public"."tip_bounds"(uuid) IS 'Brand: the least and the most that it can give as a tip for this order, with what is in its wallet.';

COMMENT ON FUNCTION "public"."tip_order"(uuid, bigint, text, uuid) IS 'Brand: gives the creator of a completed order a tip from the wallet.';

COMMENT ON TABLE "private"."checkouts" IS 'The parts of an order''s total that its brand agreed to pay from the wallet. Append-only.';

COMMENT ON TABLE "private"."notice_rate" IS 'How many notifications of matches and campaigns may be written now; one row.';

COMMENT ON TABLE "public"."order_tips" IS 'What brands gave on top of the price after completion. Append-only; the words are in order_events.';

COMMENT ON TABLE "public"."suspensions" IS 'Suspensions of members: reason, term, appeal and end.';

REVOKE ALL ON FUNCTION "private"."appeal_suspension"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."appeal_suspension"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."count_notices"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_notices"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."decide_suspension_appeal"(uuid, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decide_suspension_appeal"(uuid, boolean, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."end_due_suspension"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_due_suspension"(uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_suspension"(public.suspensions, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_suspension"(public.suspensions, text, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."filter_number"(jsonb, text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."filter_number"(jsonb, text, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_move"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_move"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_paid_before_work"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_paid_before_work"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."limit_tip"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."limit_tip"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_for_reinstatement"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_for_reinstatement"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid, boolean, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid, boolean, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."no_suspension_note"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."no_suspension_note"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."notices_available"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notices_available"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_next_watchers"(private.creators, uuid, integer, integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_next_watchers"(private.creators, uuid, integer, integer, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_of_cancellation"(public.pack_orders, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_of_cancellation"(public.pack_orders, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_of_dispute"(uuid, public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_of_dispute"(uuid, public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_of_earnings"(public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_of_earnings"(public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_of_expiry"(public.pack_orders, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_of_expiry"(public.pack_orders, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_of_suspension"(public.suspensions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_of_suspension"(public.suspensions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."offer_of"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."offer_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."offer_terms"(text, text, bigint, text, integer, integer, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."offer_terms"(text, text, bigint, text, integer, integer, jsonb, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_suspension"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_suspension"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_suspensions"(uuid[], text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_suspensions"(uuid[], text, text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payment_parts"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payment_parts"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."payment_parts"(uuid, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payment_parts"(uuid, bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_tip"(public.pack_orders, public.order_tips, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_tip"(public.pack_orders, public.order_tips, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."price_in_cents"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."price_in_cents"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."random_bits"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."random_bits"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_other_staff"(public.suspensions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_other_staff"(public.suspensions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_suspension_reason"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_suspension_reason"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_tippable"(public.pack_orders, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_tippable"(public.pack_orders, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."start_checkout"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."start_checkout"(uuid, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."start_checkout"(uuid, boolean, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."start_checkout"(uuid, boolean, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."statuses_for_staff"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."statuses_for_staff"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."suspend_profile"(uuid, boolean, text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suspend_profile"(uuid, boolean, text, text, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."suspension_ends_at"(text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suspension_ends_at"(text, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_offer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_offer"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_offer_of_creator"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_offer_of_creator"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_offer_of_pack"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_offer_of_pack"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_suspension"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_suspension"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."tip_bounds"(public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tip_bounds"(public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tip_bounds"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tip_bounds"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."tip_of_key"(public.pack_orders, bigint, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tip_of_key"(public.pack_orders, bigint, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tip_order"(uuid, bigint, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tip_order"(uuid, bigint, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."tip_order"(uuid, bigint, text, uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tip_order"(uuid, bigint, text, uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tips_until"(public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tips_until"(public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."wallet_minor"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."wallet_minor"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_suspensions"(timestamp with time zone, integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_suspensions"(timestamp with time zone, integer, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "public"."appeal_suspension"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."appeal_suspension"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."decide_suspension_appeal"(uuid, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_suspension_appeal"(uuid, boolean, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."make_offer"(uuid, text, text, bigint, text, integer, integer, uuid, jsonb, timestamp with time zone, uuid, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."payment_parts"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."payment_parts"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."start_checkout"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."start_checkout"(uuid, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."suspend_profile"(uuid, boolean, text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."suspend_profile"(uuid, boolean, text, text, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."tip_bounds"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."tip_bounds"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."tip_order"(uuid, bigint, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."tip_order"(uuid, bigint, text, uuid) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."checkouts" TO "postgres";

GRANT SELECT ON TABLE "private"."checkouts" TO "service_role";

GRANT SELECT ON TABLE "public"."order_tips" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_tips" TO "postgres";

GRANT SELECT ON TABLE "public"."order_tips" TO "service_role";

REVOKE ALL ON TABLE "public"."suspensions" FROM "authenticated";

GRANT SELECT ON TABLE "public"."suspensions" TO "authenticated";

REVOKE ALL ON TABLE "public"."suspensions" FROM "service_role";

GRANT SELECT ON TABLE "public"."suspensions" TO "service_role";

ALTER TABLE "public"."offers" ADD COLUMN "terms_hash" text GENERATED ALWAYS AS (private.terms_hash(private.offer_terms(title, scope, price_minor, currency, delivery_days, revisions, milestones, needs_draft))) STORED NOT NULL;

CREATE OR REPLACE FUNCTION private.creator_satisfies(c private.creators, f private.creator_filter)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((f).term IS NULL) OR (strpos((c).search_text, (f).term) > 0)) AND (((f).language IS NULL) OR ((c).language = (f).language)) AND (((f).platforms IS NULL) OR (((c).platforms & (f).platforms) <> 0)) AND (((f).categories IS NULL) OR (((c).categories & (f).categories) <> 0)) AND (((f).regions IS NULL) OR (((c).regions & (f).regions) <> 0)) AND (((f).follower_ranges IS NULL) OR ((c).follower_range = ANY ((f).follower_ranges))) AND (((f).min_rating IS NULL) OR ((c).rating >= (f).min_rating)) AND (((f).verified IS NULL) OR (c).is_verified) AND (((f).min_price IS NULL) OR ((c).price_cents >= (f).min_price)) AND (((f).max_price IS NULL) OR ((c).price_cents <= (f).max_price)) AND (((f).max_delivery_days IS NULL) OR ((c).delivery_days <= (f).max_delivery_days)));

-- small table: one row for each creator
CREATE INDEX creators_by_followers ON private.creators USING btree (follower_total DESC, profile_id DESC) INCLUDE (language, platforms, categories, regions, follower_range, rating, is_verified, price_cents, delivery_days, text_bits);

-- small table: one row for each creator
CREATE INDEX creators_by_newest ON private.creators USING btree (created_at DESC, profile_id DESC) INCLUDE (language, platforms, categories, regions, follower_range, rating, is_verified, price_cents, delivery_days, text_bits);

-- small table: one row for each creator
CREATE INDEX creators_by_score ON private.creators USING btree (score DESC, profile_id DESC) INCLUDE (language, platforms, categories, regions, follower_range, rating, is_verified, price_cents, delivery_days, text_bits);

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"checkout_least","unit":"units","value":1,"meaning":"The least that a payment provider is asked for, in whole units of the currency; the wallet pays the rest.","is_public":true,"max_value":100,"min_value":0}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"suspension_appeal_decision","unit":"days","value":7,"meaning":"After an appeal against a suspension, when it ends unless staff have decided.","is_public":true,"max_value":60,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"suspension_days_conduct","unit":"days","value":30,"meaning":"How long a suspension for insults or threats lasts.","is_public":false,"max_value":365,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"suspension_days_fraud","unit":"days","value":180,"meaning":"How long a suspension for fraud lasts.","is_public":false,"max_value":365,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"suspension_days_identity","unit":"days","value":60,"meaning":"How long a suspension for posing as somebody else lasts.","is_public":false,"max_value":365,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"suspension_days_manipulation","unit":"days","value":60,"meaning":"How long a suspension for false reviews, orders or invites lasts.","is_public":false,"max_value":365,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"suspension_days_off_platform","unit":"days","value":30,"meaning":"How long a suspension for payments around the market lasts.","is_public":false,"max_value":365,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"suspension_days_other","unit":"days","value":14,"meaning":"How long a suspension for another reason lasts.","is_public":false,"max_value":365,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"suspension_days_security","unit":"days","value":14,"meaning":"How long a suspension of an account in the wrong hands lasts.","is_public":false,"max_value":365,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"suspension_days_spam","unit":"days","value":7,"meaning":"How long a suspension for spam lasts.","is_public":false,"max_value":365,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"tip_least","unit":"units","value":1,"meaning":"The smallest tip, in whole units of the currency.","is_public":true,"max_value":1000,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"tip_most","unit":"percent","value":50,"meaning":"The most that all tips of an order may be, of its price.","is_public":true,"max_value":100,"min_value":0}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"tip_window","unit":"days","value":90,"meaning":"How long after its completion an order can be tipped.","is_public":true,"max_value":730,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.settings (key, unit, value, meaning, is_public, max_value, min_value)
  SELECT key, unit, value, meaning, is_public, max_value, min_value FROM jsonb_populate_record(null::private.settings, '{"key":"tips_per_day","unit":"count","value":50,"meaning":"Tips that a brand may give in a day.","is_public":false,"max_value":100000,"min_value":1}')
  ON CONFLICT DO NOTHING;

INSERT INTO private.order_action_rules (action, actors, is_move, refusal, position, in_status, open_to_suspended)
  SELECT action, actors, is_move, refusal, position, in_status, open_to_suspended FROM jsonb_populate_record(null::private.order_action_rules, '{"action":"tip_order","actors":["brand"],"is_move":false,"refusal":"order_not_completed","position":150,"in_status":"completed","open_to_suspended":false}')
  ON CONFLICT DO NOTHING;
