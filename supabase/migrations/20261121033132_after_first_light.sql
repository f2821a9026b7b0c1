set local check_function_bodies = off;

DROP POLICY "messages_select" ON "public"."messages";

DROP TRIGGER "accounts_only_by_transfer" ON "private"."accounts";

DROP TRIGGER "accounts_open_empty" ON "private"."accounts";

DROP TRIGGER "accounts_stay_what_they_are" ON "private"."accounts";

DROP TRIGGER "entries_only_by_transfer" ON "private"."entries";

DROP TRIGGER "entries_sum_to_zero" ON "private"."entries";

DROP TRIGGER "transfers_only_by_transfer" ON "private"."transfers";

DROP VIEW "public"."ledger_lines";

ALTER TABLE "private"."accounts" DROP CONSTRAINT "accounts_kind_known";

ALTER TABLE "private"."accounts" DROP CONSTRAINT "accounts_order_fits_kind";

ALTER TABLE "private"."accounts" DROP CONSTRAINT "accounts_owner_fits_kind";

ALTER TABLE "private"."accounts" DROP CONSTRAINT "accounts_shard_fits_kind";

ALTER TABLE "private"."entries" DROP CONSTRAINT "entries_account_id_fkey";

ALTER TABLE "private"."entries" DROP CONSTRAINT "entries_transfer_id_fkey";

ALTER TABLE "private"."transfers" DROP CONSTRAINT "transfers_event_known";

DROP FUNCTION "private"."hold"(uuid, uuid, text, bigint, bigint, timestamp with time zone);

DROP FUNCTION "private"."hold_until"(uuid, timestamp with time zone);

DROP FUNCTION "private"."in_minor_units"(numeric, text);

DROP FUNCTION "private"."inbox"(integer, timestamp with time zone);

DROP FUNCTION "private"."money_text"(bigint, text);

DROP FUNCTION "private"."note_on_order"(public.pack_orders, uuid, text);

DROP FUNCTION "private"."post_outcome"(public.pack_orders, text, bigint, timestamp with time zone);

DROP FUNCTION "private"."post_transfer"(text, bigint[], bigint[], uuid, uuid);

DROP FUNCTION "private"."share_out"(public.pack_orders, bigint);

-- By hand: the entries that exist take the currency of their account. The guard against changes
-- looks away for this one statement.
ALTER TABLE "private"."entries" ADD COLUMN "currency" text;
ALTER TABLE "private"."entries" DISABLE TRIGGER "entries_append_only";
UPDATE "private"."entries" e SET "currency" = a."currency" FROM "private"."accounts" a WHERE a."id" = e."account_id";
ALTER TABLE "private"."entries" ENABLE TRIGGER "entries_append_only";
ALTER TABLE "private"."entries" ALTER COLUMN "currency" SET NOT NULL;

ALTER TABLE "private"."transfers" ADD COLUMN "made_in" xid8 NOT NULL DEFAULT pg_current_xact_id();

ALTER TABLE "private"."trigram_frequencies" ADD COLUMN "counted_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "private"."transfers" ALTER COLUMN "event" DROP DEFAULT;

CREATE TYPE "private"."transfer_event" AS ENUM ('payment', 'escrow', 'refund', 'completion', 'settlement', 'clearing', 'referral_reward', 'payout_requested', 'payout_sent', 'payout_failed', 'chargeback', 'suspense', 'suspense_resolved');

ALTER TABLE "private"."transfers" ALTER COLUMN "event" TYPE private.transfer_event USING "event"::private.transfer_event;

CREATE OR REPLACE FUNCTION private.apply_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.accounts a set balance_minor = a.balance_minor + NEW.amount_minor
  from private.transfers t
  where a.id = NEW.account_id and t.id = NEW.transfer_id and t.made_in = pg_current_xact_id()
  returning a.currency into NEW.currency;
  if not found then
    raise exception 'transfer_closed' using errcode = 'PT403';
  end if;
  return NEW;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (case
    when NEW.kind = 'escrow' then NEW.owner_id is not null and NEW.order_id is not null and NEW.shard = 0
    when NEW.kind in ('wallet', 'pending', 'available', 'in_transit')
      then NEW.owner_id is not null and NEW.order_id is null and NEW.shard = 0
    when NEW.kind in ('cash', 'fees_held', 'revenue', 'suspense', 'loss')
      then NEW.owner_id is null and NEW.order_id is null and NEW.shard between 0 and 15
  end) is not true or NEW.balance_minor <> 0 then
    raise exception 'account_malformed' using errcode = 'PT422';
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
  -- The usual transfer is of one currency; only another one is worth the grouping.
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

CREATE OR REPLACE FUNCTION private.count_trigrams(at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_creators real := (select greatest(c.reltuples, 1) from pg_catalog.pg_class c where c.oid = 'private.creators'::regclass);
begin
  if exists (select from private.trigram_frequencies f where f.counted_at > at - interval '1 day') then
    return;
  end if;
  delete from private.trigram_frequencies;
  insert into private.trigram_frequencies (trigram, creators, counted_at)
  select trigram, count(*), at from (
    select unnest(extensions.show_trgm(c.haystack)) as trigram
    from private.creators c tablesample system (least(100, 100 * 2000 / v_creators))
  ) as sampled
  group by trigram;
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
  for v_application in
    update public.campaign_applications a set status = 'declined', updated_at = now()
    where a.campaign_id = v_campaign.id and a.status = 'sent' returning *
  loop
    perform private.tell_applicant(v_application, v_campaign.title);
  end loop;
  return v_campaign;
end;
$function$;

CREATE OR REPLACE FUNCTION private.hold(order_id uuid, profile_id uuid, currency text, amount_minor bigint, fees_minor bigint, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_trust_level text := (select p.trust_level from public.profiles p where p.id = hold.profile_id);
begin
  insert into private.holds as h (order_id, profile_id, currency, amount_minor, fees_minor, due_at)
  values (hold.order_id, hold.profile_id, hold.currency, hold.amount_minor, hold.fees_minor,
    at + make_interval(days => private.setting('hold_' || v_trust_level)::int))
  -- Somebody who sells to a member they invited earns twice on one order.
  on conflict on constraint holds_pkey do update set amount_minor = h.amount_minor + excluded.amount_minor;
end;
$function$;

CREATE OR REPLACE FUNCTION private.in_minor_units(amount numeric, currency text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return amount * private.minor_units_in_one(currency);
end;
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
      -- Two sorted indexes, one for each place in the pair: neither is read further than a page.
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

CREATE OR REPLACE FUNCTION private.keep_campaign_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if NEW.status = 'open' then
    perform private.watch(NEW.id, NEW.filters);
  else
    perform private.unwatch(NEW.id);
    delete from private.campaign_queue q where q.campaign_id = NEW.id;
  end if;
  return null;
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
$function$;

CREATE OR REPLACE FUNCTION private.minor_units_in_one(currency text)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select power(10::numeric, c.decimals) from public.currencies c where c.code = currency);
end;
$function$;

CREATE OR REPLACE FUNCTION private.money_text(amount_minor bigint, currency text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_amount numeric := trim_scale(amount_minor / private.minor_units_in_one(currency));
begin
  return case when scale(v_amount) < 2 then round(v_amount, 2) else v_amount end || ' ' || currency;
end;
$function$;

CREATE OR REPLACE FUNCTION private.note_on_order(o public.pack_orders, actor_id uuid, note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.order_events (order_id, from_status, to_status, actor_id, note)
  values (o.id, o.status, o.status, note_on_order.actor_id, note_on_order.note);
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

CREATE OR REPLACE FUNCTION private.post_transfer(event private.transfer_event, account_ids bigint[], amounts bigint[], order_id uuid DEFAULT NULL::uuid, reference uuid DEFAULT NULL::uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_transfer_id bigint;
begin
  insert into private.transfers (event, order_id, reference)
  values (post_transfer.event, post_transfer.order_id, post_transfer.reference)
  returning id into v_transfer_id;
  insert into private.entries (transfer_id, account_id, amount_minor)
  select v_transfer_id, l.account_id, l.amount
  from unnest(account_ids, amounts) as l (account_id, amount)
  where l.amount <> 0
  order by l.account_id;
  return v_transfer_id;
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
    -- Counted one after the other, else many at once would all find room.
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
  insert into private.campaign_queue (campaign_id) values (v_campaign.id);
  perform pg_notify('due_work', '');
  return v_campaign;
end;
$function$;

CREATE OR REPLACE FUNCTION private.refund_text(o public.pack_orders)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.money_text(o.price_minor + o.buyer_fee_minor, o.currency) || ' is back in your wallet.';
end;
$function$;

CREATE OR REPLACE FUNCTION private.refuse_by_hand()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'balance_only_by_entry' using errcode = 'PT403',
    detail = format('%s of %I.%I', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME);
end;
$function$;

CREATE OR REPLACE FUNCTION private.share_out(o public.pack_orders, k bigint, OUT creator_minor bigint, OUT brand_minor bigint, OUT creator_fee_minor bigint, OUT buyer_fee_kept_minor bigint)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  creator_fee_minor := div(o.fee_minor::numeric * k, o.price_minor);
  buyer_fee_kept_minor := div(o.buyer_fee_minor::numeric * k, o.price_minor);
  creator_minor := k - creator_fee_minor;
  brand_minor := o.price_minor - k + o.buyer_fee_minor - buyer_fee_kept_minor;
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
  v record;
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
        format('%s declined your order for %s', v_kol, o.pack_title), private.refund_text(o));
    when 'delivered' then
      perform private.tell_about_order(o.brand_id, o, 'order_update', 'delivered',
        format('%s delivered %s', v_kol, o.pack_title), 'Accept the work or ask for a revision.');
    when 'in_revision' then
      perform private.tell_about_order(o.kol_id, o, 'order_update', 'revision_requested',
        format('%s asked for a revision of %s', v_brand, o.pack_title), 'Read what should change, then deliver again.');
    when 'expired' then
      perform private.tell_about_order(o.brand_id, o, 'order_update', 'expired',
        format('Your order for %s expired', o.pack_title),
        case from_status when 'pending_payment' then 'It was not paid in time.' else private.refund_text(o) end);
      -- The creator never heard of an order that was not paid.
      if from_status <> 'pending_payment' then
        perform private.tell_about_order(o.kol_id, o, 'order_update', 'expired',
          format('The order from %s for %s expired', v_brand, o.pack_title), 'It was not accepted in time.');
      end if;
    when 'cancelled' then
      -- Only a chargeback cancels without a person.
      perform private.tell_about_order(o.brand_id, o, 'order_update', 'cancelled',
        format('Your order for %s was cancelled', o.pack_title),
        case when actor_id is null then 'The payment was charged back.' else private.refund_text(o) end);
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
      perform private.tell_about_order(o.brand_id, o, 'dispute_update', 'settled',
        format('The dispute about %s is settled', o.pack_title),
        private.money_text(v.brand_minor, o.currency) || ' is back in your wallet.');
      perform private.tell_about_order(o.kol_id, o, 'dispute_update', 'settled',
        format('The dispute about %s is settled', o.pack_title),
        private.money_text(v.creator_minor, o.currency) || ' is yours.');
    else null;
  end case;

  if o.status in ('completed', 'settled') then
    select * into v from private.share_out(o, coalesce(o.creator_share_minor, o.price_minor));
    if v.creator_minor > 0 then
      perform private.tell_about_order(o.kol_id, o, 'payment_received', o.status,
        format('You earned %s', private.money_text(v.creator_minor, o.currency)),
        format('For %s. It becomes available when the hold ends.', o.pack_title));
    end if;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.unread_count()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select count(*)::int from public.messages m
    where m.receiver_id = (select private.my_profile_id()) and not m.is_read
  );
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
  perform private.count_trigrams(at);
  return v_told;
end;
$function$;

CREATE OR REPLACE FUNCTION public.unread_count()
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.unread_count()
$function$;

CREATE VIEW "public"."ledger_lines" WITH (security_invoker=true) AS  SELECT e.transfer_id,
    t.created_at,
    (t.event)::text AS event,
    t.order_id,
    e.currency,
    a.kind,
    e.amount_minor
   FROM ((private.accounts a
     JOIN private.entries e ON ((e.account_id = a.id)))
     JOIN private.transfers t ON ((t.id = e.transfer_id)))
  WHERE (a.owner_id = ( SELECT private.my_profile_id() AS my_profile_id));

CREATE TRIGGER accounts_check BEFORE INSERT ON private.accounts FOR EACH ROW EXECUTE FUNCTION private.check_account();

CREATE TRIGGER accounts_only_by_entry BEFORE UPDATE ON private.accounts FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.refuse_by_hand();

CREATE TRIGGER entries_apply BEFORE INSERT ON private.entries FOR EACH ROW EXECUTE FUNCTION private.apply_entry();

CREATE CONSTRAINT TRIGGER transfers_sum_to_zero AFTER INSERT ON private.transfers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.check_zero_sum();

CREATE TRIGGER campaigns_keep_keys AFTER UPDATE OF status ON public.campaigns FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION private.keep_campaign_keys();

CREATE POLICY "messages_select" ON "public"."messages" FOR SELECT TO "authenticated" USING ((( SELECT private.my_profile_id() AS my_profile_id) = ANY (ARRAY[receiver_id, sender_id])));

COMMENT ON COLUMN "private"."transfers"."made_in" IS 'The transaction that made it, the only one that may write its entries.';

COMMENT ON FUNCTION "private"."apply_entry"() IS 'Trigger: an entry and the balance it changes are one act, within the transaction of its transfer.';

COMMENT ON FUNCTION "private"."check_account"() IS 'Trigger: members'' and platform''s accounts are of their own kinds, an escrow is of an order, and all begin empty.';

COMMENT ON FUNCTION "private"."count_trigrams"(timestamp with time zone) IS 'Counts again what is older than a day.';

COMMENT ON FUNCTION "private"."hold"(uuid, uuid, text, bigint, bigint, timestamp with time zone) IS 'Notes what was posted to pending and to fees held, and when it clears: the better we know the member, the sooner.';

COMMENT ON FUNCTION "private"."in_minor_units"(numeric, text) IS 'A setting that is said in whole units, such as 100 dollars, in minor units.';

COMMENT ON FUNCTION "private"."inbox"(integer, timestamp with time zone) IS 'The body of public.inbox; reads names of members who left, too.';

COMMENT ON FUNCTION "private"."keep_campaign_keys"() IS 'Trigger: the matcher''s keys follow the status.';

COMMENT ON FUNCTION "private"."minor_units_in_one"(text) IS 'How many minor units make one unit of a currency.';

COMMENT ON FUNCTION "private"."money_text"(bigint, text) IS 'An amount as a notification says it, such as 90.00 USD.';

COMMENT ON FUNCTION "private"."note_on_order"(public.pack_orders, uuid, text) IS 'Adds to the history of an order without moving it.';

COMMENT ON FUNCTION "private"."post_outcome"(public.pack_orders, private.transfer_event, bigint, timestamp with time zone) IS 'Empties the escrow of an order: k of the price to the creator, the rest to the brand.';

COMMENT ON FUNCTION "private"."post_transfer"(private.transfer_event, bigint[], bigint[], uuid, uuid) IS 'Writes a transfer with its entries, which move the balances. Lines of zero are left out.';

COMMENT ON FUNCTION "private"."refund_text"(public.pack_orders) IS 'What a brand reads when everything came back.';

COMMENT ON FUNCTION "private"."refuse_by_hand"() IS 'Trigger: what an account holds follows from its entries.';

COMMENT ON FUNCTION "private"."share_out"(public.pack_orders, bigint) IS 'How an order''s money is divided when the creator gets k of the price.';

COMMENT ON TABLE "private"."accounts" IS 'Places where money can be. Balances follow from entries.';

COMMENT ON TABLE "private"."entries" IS 'What a transfer did to each account. Append-only.';

COMMENT ON TABLE "private"."trigram_frequencies" IS 'Counted from a sample once a day; only speed depends on it.';

COMMENT ON VIEW "public"."ledger_lines" IS 'Everything that happened to the signed-in member''s money, line by line.';

REVOKE ALL ON FUNCTION "private"."apply_entry"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_entry"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_account"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_account"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_trigrams"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_trigrams"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."hold"(uuid, uuid, text, bigint, bigint, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hold"(uuid, uuid, text, bigint, bigint, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."in_minor_units"(numeric, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."in_minor_units"(numeric, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."inbox"(integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."inbox"(integer, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."keep_campaign_keys"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_campaign_keys"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."minor_units_in_one"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."minor_units_in_one"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."money_text"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."money_text"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_on_order"(public.pack_orders, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_on_order"(public.pack_orders, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_outcome"(public.pack_orders, private.transfer_event, bigint, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_outcome"(public.pack_orders, private.transfer_event, bigint, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_transfer"(private.transfer_event, bigint[], bigint[], uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_transfer"(private.transfer_event, bigint[], bigint[], uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refund_text"(public.pack_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refund_text"(public.pack_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_out"(public.pack_orders, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."share_out"(public.pack_orders, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."unread_count"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unread_count"() TO "authenticated", "postgres";

GRANT USAGE ON TYPE "private"."transfer_event" TO "postgres";

GRANT SELECT ON TABLE "public"."ledger_lines" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."ledger_lines" TO "postgres";

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

-- How many creators hold a word or a key: the planner's usual sample cannot say. Stands here
-- because a diff of schemas does not carry it.
alter table private.creators alter column haystack set statistics 500;
alter table private.creators alter column keys set statistics 1000;

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
  -- Work that was uploaded lies with the conversation of the two sides, where both can read it.
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
  if v_payment.status not in ('received', 'resolved') then
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
