-- Rate limits of acts that notify other members or cause work for the market. They are triggers on
-- the rows, so every function that writes the row is counted, and a retry that writes nothing is
-- not. A refusal rolls back its own count, so nobody is locked out for longer than the window.
--
-- Acts that happen once per act of the other side (accepting, declining, completing) have only the
-- general limit order_moves_per_hour, because money must not wait for a rate limit.

-- Each limit is a setting whose name ends with its window. Only members are counted: the owner of
-- the database, deadlines and the payment provider act without a profile.
create function private.count_act(setting text, subject uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.my_profile_id() is not null then
    perform private.rate_limit(setting, array_to_string(subject, ' '), private.setting(setting)::int,
      ('1 ' || substring(setting from '_per_(minute|hour|day)$'))::interval);
  end if;
end;
$$;
comment on function private.count_act is 'Counts an act of the caller for a subject; rejects it above the setting.';

create function private.limit_member(setting text, variadic subject uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.count_act(setting, private.limits_of(subject[1]) || subject[2:])
$$;
comment on function private.limit_member is
  'Counts an act of a member, and of the accounts that share their limits, in total or per counterparty or subject; rejects it above the setting.';

-- Acts on existing orders decide about money, and so does the lack of an act. The other side of the order may
-- share the limits of a new member, and must not be able to use them up.
create function private.limit_person(setting text, variadic subject uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.count_act(setting, private.person_of(subject[1]) || subject[2:])
$$;
comment on function private.limit_person is
  'Counts an act of a member, with whichever account, in total or per counterparty or subject; rejects it above the setting.';

create function private.limit_member_of_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_member(TG_ARGV[0], (to_jsonb(NEW) ->> TG_ARGV[1])::uuid, (to_jsonb(NEW) ->> TG_ARGV[2])::uuid);
  return null;
end;
$$;
comment on function private.limit_member_of_row is
  'Trigger: counts each row as limit_member does; its arguments name the setting, the column with the member and, if another subject is counted too, the column with it.';

create function private.limit_person_of_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_person(TG_ARGV[0], (to_jsonb(NEW) ->> TG_ARGV[1])::uuid, (to_jsonb(NEW) ->> TG_ARGV[2])::uuid);
  return null;
end;
$$;
comment on function private.limit_person_of_row is
  'Trigger: counts each row as limit_person does; its arguments name the setting, the column with the member and, if another subject is counted too, the column with it.';

-- Orders -----------------------------------------------------------------------------------
create function private.limit_order_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_to public.order_statuses;
  v_brand_id uuid;
  v_kol_id uuid;
  v_other uuid;
begin
  select o.brand_id, o.kol_id into v_brand_id, v_kol_id from public.pack_orders o where o.id = NEW.order_id;
  v_other := case NEW.actor_id when v_brand_id then v_kol_id else v_brand_id end;
  -- Acts of staff, who are no side of the order, are not counted.
  if NEW.actor_id not in (v_brand_id, v_kol_id) then
    return null;
  end if;
  v_to := private.order_status(NEW.to_status);
  perform private.limit_person('order_moves_per_hour', NEW.actor_id);
  case
    when NEW.from_status is null then
      perform private.limit_member('orders_per_hour', NEW.actor_id);
      perform private.limit_member('orders_with_one_per_hour', NEW.actor_id, v_other);
    -- Counts cancellations of paid work that has not begun, and requests to cancel; agreeing to a
    -- cancellation is not counted.
    when NEW.kind = 'cancellation_requested'
      or NEW.to_status = 'cancelled' and private.is_paid_before_work(NEW.from_status) then
      perform private.limit_person('cancellations_per_day', NEW.actor_id);
      perform private.limit_person('cancellations_with_one_per_day', NEW.actor_id, v_other);
    when v_to.is_revision and NEW.kind = 'move' then
      perform private.limit_person('revisions_per_hour', NEW.actor_id);
    when v_to.phase = 'disputed' and (private.order_status(NEW.from_status)).phase <> 'disputed' then
      perform private.limit_person('disputes_per_day', NEW.actor_id);
    else null;
  end case;
  return null;
end;
$$;
comment on function private.limit_order_event is 'Trigger: limits how often a member places, cancels, returns and disputes orders.';
create trigger order_events_limit after insert on public.order_events
  for each row when (NEW.actor_id is not null) execute function private.limit_order_event();

-- Changes of the brief of an unpaid order are limited, because the creator can read it.
create trigger pack_orders_limit_brief after update of brief on public.pack_orders
  for each row execute function private.limit_person_of_row('order_moves_per_hour', 'brand_id');

create trigger settlement_proposals_limit after insert on public.settlement_proposals
  for each row execute function private.limit_person_of_row('settlement_proposals_per_hour', 'proposed_by');
create trigger settlement_proposals_limit_of_order after insert on public.settlement_proposals
  for each row execute function private.limit_person_of_row('settlement_proposals_of_order_per_day', 'proposed_by', 'order_id');

create function private.limit_statement() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_octets_most constant int := 1000000;
begin
  perform private.limit_person('dispute_statements_per_hour', NEW.author_id);
  perform private.limit_person('dispute_statements_of_order_per_day', NEW.author_id, NEW.order_id);
  -- The number is limited: a case that is too large to be read would be decided by the written rule.
  if private.setting('dispute_statements_of_order') < (
    select count(*) from public.dispute_statements s
    where s.order_id = NEW.order_id and s.author_id = NEW.author_id and s.kind = NEW.kind
      -- The answer to an appeal is counted separately, and statements of a withdrawn dispute are not counted.
      and s.created_at > greatest(private.withdrawn_at(NEW.order_id),
        (select max(r.created_at) from public.rulings r where r.order_id = NEW.order_id))
  ) then
    raise exception 'dispute_statements_full' using errcode = 'PT409';
  end if;
  -- Staff read all statements of a side at once, those of a withdrawn dispute included. After a ruling the length is not limited,
  -- so that every side can answer an appeal. Deliveries are short enough: at most 20 (a draft and a delivery for each of five milestones,
  -- ten revisions) of 230 kB (a note, twenty links, twenty files), 4.6 MB in all.
  if v_octets_most < (
    select sum(octet_length(to_jsonb(s)::text)) from public.dispute_statements s where s.order_id = NEW.order_id and s.author_id = NEW.author_id
  ) and not exists (select from public.rulings r where r.order_id = NEW.order_id) then
    raise exception 'dispute_statements_long' using errcode = 'PT409';
  end if;
  return null;
end;
$$;
comment on function private.limit_statement is 'Trigger: limits the number and the length of the statements of a member in a dispute.';
create trigger dispute_statements_limit after insert on public.dispute_statements
  for each row execute function private.limit_statement();

create trigger reviews_limit after insert on public.reviews
  for each row execute function private.limit_person_of_row('reviews_per_day', 'author_id');

create function private.limit_tip() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_person('tips_per_day', o.brand_id) from public.pack_orders o where o.id = NEW.order_id;
  return null;
end;
$$;
comment on function private.limit_tip is 'Trigger: limits how many tips a brand gives.';
create trigger order_tips_limit after insert on public.order_tips
  for each row execute function private.limit_tip();

create function private.limit_showing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_person('showings_per_day', private.my_profile_id());
  return null;
end;
$$;
comment on function private.limit_showing is 'Trigger: limits how often a member asks to show a work, or allows it.';
create trigger showings_limit after insert or update on public.showings
  for each row execute function private.limit_showing();

-- Payouts ----------------------------------------------------------------------------------
-- A member could fill the ledger by requesting and withdrawing in turn. The refunds of one request, one for each
-- payment, count once.
create function private.limit_payout() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.payouts p
    where p.profile_id = NEW.profile_id and p.created_at = NEW.created_at and p.payment_id <> NEW.payment_id
  ) then
    perform private.limit_person('payouts_per_day', NEW.profile_id);
  end if;
  return null;
end;
$$;
comment on function private.limit_payout is 'Trigger: limits how many payouts and refunds a member requests.';
create trigger payouts_limit after insert on public.payouts
  for each row execute function private.limit_payout();

create trigger payout_methods_limit after insert on private.payout_methods
  for each row execute function private.limit_person_of_row('payout_methods_per_day', 'profile_id');

-- The tax offices of the Union are asked about each new number, and block a market that asks too often.
create trigger companies_limit_inserted after insert on public.companies
  for each row when (NEW.vat_due_at is not null) execute function private.limit_person_of_row('vat_numbers_per_day', 'profile_id');
create trigger companies_limit_updated after update on public.companies
  for each row when (NEW.vat_due_at is not null and (OLD.country, OLD.vat_number) is distinct from (NEW.country, NEW.vat_number))
  execute function private.limit_person_of_row('vat_numbers_per_day', 'profile_id');

-- Campaigns --------------------------------------------------------------------------------
create function private.limit_application() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  case NEW.status
    when 'sent' then
      perform private.limit_member('applications_per_hour', NEW.kol_id);
      perform private.limit_member('applications_to_one_per_day', NEW.kol_id, NEW.campaign_id);
    when 'withdrawn' then
      perform private.limit_member('withdrawals_per_day', NEW.kol_id);
    else
      -- Answers by the end of a campaign are not counted: it declines all waiting applications at once.
      perform private.limit_member('application_answers_per_hour', NEW.brand_id)
      from public.campaigns c where c.id = NEW.campaign_id and c.status = 'open';
  end case;
  return null;
end;
$$;
comment on function private.limit_application is 'Trigger: limits how often creators apply and withdraw, and brands respond.';
create trigger campaign_applications_limit_sent after insert on public.campaign_applications
  for each row execute function private.limit_application();
create trigger campaign_applications_limit_moved after update on public.campaign_applications
  for each row when (OLD.status is distinct from NEW.status)
  execute function private.limit_application();

create trigger campaign_invitations_limit after insert on public.campaign_invitations
  for each row execute function private.limit_member_of_row('campaign_invitations_per_day', 'brand_id');
create trigger campaign_invitations_limit_to_one after insert on public.campaign_invitations
  for each row execute function private.limit_member_of_row('campaign_invitations_to_one_per_day', 'brand_id', 'kol_id');

-- A brand that has not paid yet may publish a few campaigns in all, together with the accounts that share
-- its limits.
create function private.limit_campaign() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_member('campaigns_per_day', NEW.brand_id);
  if private.my_profile_id() is not null and not private.has_paid(NEW.brand_id) and (
    select count(*) from public.campaigns c
    where c.brand_id in (select private.accounts_sharing_limits(NEW.brand_id)) and c.published_at is not null
  ) > private.setting('campaigns_before_payment') then
    raise exception 'campaigns_need_payment' using errcode = 'PT409';
  end if;
  return null;
end;
$$;
comment on function private.limit_campaign is 'Trigger: limits how many campaigns a brand publishes.';
create trigger campaigns_limit after update on public.campaigns
  for each row when (OLD.status <> 'open' and NEW.status = 'open')
  execute function private.limit_campaign();

-- Conversations ----------------------------------------------------------------------------
-- This limit applies to members of every level of trust.
create trigger conversations_limit after insert on public.conversations
  for each row execute function private.limit_member_of_row('conversations_per_day', 'opened_by');

create function private.limit_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_member('messages_to_one_per_minute', NEW.sender_id, NEW.receiver_id);
  perform private.limit_member('messages_to_one_per_hour', NEW.sender_id, NEW.receiver_id);
  perform private.limit_member('messages_per_minute', NEW.sender_id);
  perform private.limit_member('messages_per_hour', NEW.sender_id);
  return null;
end;
$$;
comment on function private.limit_message is 'Trigger: limits how many messages a member sends, to one member and in total.';
create trigger messages_limit after insert on public.messages
  for each row execute function private.limit_message();

create function private.limit_offer() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.limit_offer is 'Trigger: limits how often a member writes, withdraws and declines offers. A counter-offer is an offer.';
create trigger offers_limit_sent after insert on public.offers
  for each row execute function private.limit_offer();
create trigger offers_limit_moved after update on public.offers
  for each row when (OLD.status is distinct from NEW.status) execute function private.limit_offer();

create trigger message_reports_limit after insert on public.message_reports
  for each row execute function private.limit_person_of_row('reports_per_day', 'reporter_id');

-- Matching -----------------------------------------------------------------------------------
create trigger saved_searches_limit after insert or update on public.saved_searches
  for each row execute function private.limit_member_of_row('saved_search_changes_per_hour', 'profile_id');

-- Published packs are limited, because every version of the terms of a pack is kept.
create trigger packs_limit_inserted after insert on public.packs
  for each row when (NEW.is_published) execute function private.limit_member_of_row('packs_published_per_day', 'kol_id');
create trigger packs_limit_updated after update on public.packs
  for each row when (
    NEW.is_published and (OLD.is_published, OLD.terms_hash) is distinct from (true, NEW.terms_hash)
  ) execute function private.limit_member_of_row('packs_published_per_day', 'kol_id');

-- A change of a creator notifies everybody whose saved search matches. An approval by staff and the
-- creator's first appearance also write the row, and are not counted.
create trigger creators_limit after update on private.creators
  for each row when (private.matched_fields(OLD) is distinct from private.matched_fields(NEW))
  execute function private.limit_member_of_row('profile_matchings_per_day', 'profile_id');

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('order_moves_per_hour', 200, 'count', 'Moves of orders that one member may make in an hour.', 1, 100000),
  ('orders_per_hour', 60, 'count', 'Orders that a brand may place in an hour.', 1, 100000),
  ('orders_with_one_per_hour', 20, 'count', 'Orders that a brand may place with one creator in an hour.', 1, 100000),
  ('cancellations_per_day', 20, 'count', 'Orders that a member may cancel, or ask to cancel, in a day.', 1, 100000),
  ('cancellations_with_one_per_day', 5, 'count', 'Orders with one other member that a member may cancel, or ask to cancel, in a day.', 1, 100000),
  ('revisions_per_hour', 30, 'count', 'Revisions that a brand may ask for in an hour.', 1, 100000),
  ('disputes_per_day', 20, 'count', 'Disputes that a member may open in a day.', 1, 100000),
  ('settlement_proposals_per_hour', 30, 'count', 'Settlements that a member may propose in an hour.', 1, 100000),
  ('settlement_proposals_of_order_per_day', 10, 'count', 'Settlements that one side may propose for one order in a day.', 1, 100000),
  ('dispute_statements_per_hour', 60, 'count', 'Statements in disputes that a member may make in an hour.', 1, 100000),
  ('dispute_statements_of_order', 40, 'count', 'Statements of each kind that one side may make in one dispute.', 1, 100),
  ('dispute_statements_of_order_per_day', 20, 'count', 'Statements that one side may make in one dispute in a day.', 1, 100000),
  ('reviews_per_day', 50, 'count', 'Reviews that a member may write in a day.', 1, 100000),
  ('tips_per_day', 50, 'count', 'Tips that a brand may give in a day.', 1, 100000),
  ('showings_per_day', 50, 'count', 'Orders whose work a member may ask to show, or allow to be shown, in a day.', 1, 100000),
  ('payouts_per_day', 20, 'count', 'Payouts and refunds that a member may request in a day.', 1, 100000),
  ('payout_methods_per_day', 5, 'count', 'Payout methods that a creator may save in a day.', 1, 100000),
  ('vat_numbers_per_day', 10, 'count', 'VAT numbers that a member may have looked up in a day.', 1, 100000),
  ('applications_per_hour', 20, 'count', 'Applications that a creator may send in an hour.', 1, 100000),
  ('applications_to_one_per_day', 3, 'count', 'Times that a creator may apply to one campaign in a day.', 1, 100000),
  ('withdrawals_per_day', 20, 'count', 'Applications that a creator may withdraw in a day.', 1, 100000),
  ('application_answers_per_hour', 500, 'count', 'Applications that a brand may accept or decline in an hour.', 1, 100000),
  ('campaigns_per_day', 10, 'count', 'Campaigns that a brand may publish in a day.', 1, 100000),
  ('campaign_invitations_per_day', 50, 'count', 'Creators that a brand may invite to its campaigns in a day.', 1, 100000),
  ('campaign_invitations_to_one_per_day', 3, 'count', 'Campaigns to which a brand may invite one creator in a day.', 1, 100000),
  ('conversations_per_day', 100, 'count', 'Conversations that a member may open in a day.', 1, 100000),
  ('messages_to_one_per_minute', 30, 'count', 'Messages to one member that a member may send in a minute.', 1, 100000),
  ('messages_to_one_per_hour', 300, 'count', 'Messages to one member that a member may send in an hour.', 1, 100000),
  ('messages_per_minute', 60, 'count', 'Messages that a member may send in a minute.', 1, 100000),
  ('messages_per_hour', 600, 'count', 'Messages that a member may send in an hour.', 1, 100000),
  ('offers_per_hour', 30, 'count', 'Custom offers that a member may write in an hour.', 1, 100000),
  ('offers_to_one_per_day', 20, 'count', 'Custom offers that a member may write to one other member in a day.', 1, 100000),
  ('offer_withdrawals_per_day', 30, 'count', 'Custom offers that a member may withdraw in a day.', 1, 100000),
  ('offer_answers_per_hour', 200, 'count', 'Custom offers that a member may decline in an hour.', 1, 100000),
  ('reports_per_day', 30, 'count', 'Messages that a member may report in a day.', 1, 100000),
  ('saved_search_changes_per_hour', 200, 'count', 'Saved searches that a member may write or change in an hour.', 1, 100000),
  ('packs_published_per_day', 50, 'count', 'Packs that a creator may publish, or offer on other terms, in a day.', 1, 100000),
  ('profile_matchings_per_day', 20, 'count', 'Times in a day that a creator may change what saved searches and campaigns filter by.', 1, 100000)
on conflict (key) do nothing;
