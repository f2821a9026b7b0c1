-- An order is one purchase of a pack. Its status is the truth about the work and about the
-- money, so it has exactly one writer: move_order, which looks the move up in a table, moves
-- the money and writes history, all under the lock of the row. Everything else in this
-- chapter decides who may ask for which move, and when.

-- Orders ---------------------------------------------------------------------------------
create table public.pack_orders (
  id uuid primary key default gen_random_uuid(),
  -- Null: the price was agreed in a campaign, without a pack.
  pack_id uuid references public.packs (id),
  brand_id uuid not null references public.profiles (id),
  kol_id uuid not null references public.profiles (id),
  status text not null default 'pending_payment',
  is_completed boolean not null generated always as (status = 'completed') stored,
  -- The terms, copied when the order is placed. Later changes of pack and fees do not reach them.
  pack_title text not null,
  price_minor bigint not null,
  fee_minor bigint not null,
  buyer_fee_minor bigint not null default 0,
  currency text not null references public.currencies (code),
  delivery_days int not null,
  revisions_allowed int not null,
  brief text not null default '',
  idempotency_key uuid not null,
  -- How far it came.
  revisions_used int not null default 0,
  review_extended boolean not null default false,
  reminders_sent smallint not null default 0,
  cancel_requested_by uuid,
  creator_share_minor bigint,
  -- When the present state ends by itself, or (in_progress, in_revision) when the work is due.
  due_at timestamptz,
  delivered_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint pack_orders_idempotency_key_key unique (brand_id, idempotency_key),
  constraint pack_orders_status_known check (status in (
    'pending_payment', 'funded', 'in_progress', 'delivered', 'in_revision', 'disputed',
    'completed', 'settled', 'declined', 'cancelled', 'expired')),
  constraint pack_orders_two_sides check (brand_id <> kol_id),
  constraint pack_orders_price_positive check (price_minor > 0),
  constraint pack_orders_fee_within_price check (fee_minor between 0 and price_minor),
  constraint pack_orders_buyer_fee_not_negative check (buyer_fee_minor >= 0),
  constraint pack_orders_revisions_within_terms check (revisions_used between 0 and revisions_allowed),
  constraint pack_orders_brief_length check (length(brief) <= 5000),
  constraint pack_orders_share_within_price check (creator_share_minor between 0 and price_minor),
  constraint pack_orders_cancel_requested_by_side check (cancel_requested_by in (brand_id, kol_id))
);
comment on table public.pack_orders is 'Purchases of packs. Written by place_order and move_order only.';
create index pack_orders_brand_id on public.pack_orders (brand_id, created_at desc);
create index pack_orders_kol_id on public.pack_orders (kol_id, created_at desc);
create index pack_orders_pack_id on public.pack_orders (pack_id);
create index pack_orders_currency on public.pack_orders (currency);
create index pack_orders_due on public.pack_orders (due_at)
  where status in ('pending_payment', 'funded', 'delivered');
create index pack_orders_to_remind on public.pack_orders (delivered_at)
  where status = 'delivered' and reminders_sent < 2;
create index pack_orders_disputed on public.pack_orders (updated_at) where status = 'disputed';

alter table public.pack_orders enable row level security;
create policy pack_orders_select on public.pack_orders for select to authenticated
  using (
    brand_id = (select private.my_profile_id())
    or kol_id = (select private.my_profile_id())
    or (select private.is_staff())
  );
-- No insert, no update, no delete, for no client and not for the service role either.
grant select on public.pack_orders to authenticated, service_role;
alter publication supabase_realtime add table public.pack_orders;

alter table private.accounts
  add constraint accounts_order_id_fkey foreign key (order_id) references public.pack_orders (id);
create index accounts_order_id on private.accounts (order_id);
alter table private.transfers
  add constraint transfers_order_id_fkey foreign key (order_id) references public.pack_orders (id);
alter table private.holds
  add constraint holds_order_id_fkey foreign key (order_id) references public.pack_orders (id);

-- History --------------------------------------------------------------------------------
create table public.order_events (
  id bigint primary key generated always as identity,
  order_id uuid not null references public.pack_orders (id),
  from_status text,
  to_status text not null,
  -- Null: a clock or the payment provider.
  actor_id uuid references public.profiles (id),
  note text,
  created_at timestamptz not null default now(),
  constraint order_events_note_length check (length(note) <= 5000)
);
comment on table public.order_events is 'Every move of every order. A row that stays in its state tells of a request, such as to cancel.';
create index order_events_order_id on public.order_events (order_id, id);
create index order_events_actor_id on public.order_events (actor_id);

alter table public.order_events enable row level security;
create policy order_events_select on public.order_events for select to authenticated
  using (exists (select from public.pack_orders o where o.id = order_id));
grant select on public.order_events to authenticated, service_role;

create table public.order_deliveries (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pack_orders (id),
  note text not null,
  links text[] not null default '{}',
  files jsonb not null default '[]',
  created_at timestamptz not null default now(),
  constraint order_deliveries_note_length check (length(note) between 1 and 5000),
  constraint order_deliveries_links_short check (private.texts_are_within(links, 20, 2000)),
  constraint order_deliveries_files_are_list
    check (jsonb_typeof(files) = 'array' and jsonb_array_length(files) <= 20)
);
comment on table public.order_deliveries is 'What the creator handed over, each time they did.';
create index order_deliveries_order_id on public.order_deliveries (order_id, created_at);

alter table public.order_deliveries enable row level security;
create policy order_deliveries_select on public.order_deliveries for select to authenticated
  using (exists (select from public.pack_orders o where o.id = order_id));
grant select on public.order_deliveries to authenticated, service_role;

create trigger order_events_append_only before update or delete on public.order_events
  for each row execute function private.refuse_change();
create trigger order_events_not_truncated before truncate on public.order_events
  for each statement execute function private.refuse_change();
create trigger order_deliveries_append_only before update or delete on public.order_deliveries
  for each row execute function private.refuse_change();
create trigger order_deliveries_not_truncated before truncate on public.order_deliveries
  for each statement execute function private.refuse_change();
create trigger pack_orders_not_deleted before delete on public.pack_orders
  for each row execute function private.refuse_change();
create trigger pack_orders_not_truncated before truncate on public.pack_orders
  for each statement execute function private.refuse_change();

-- The terms of a contract do not change.
create trigger pack_orders_terms_are_final before update on public.pack_orders
  for each row when (
    (OLD.id, OLD.pack_id, OLD.brand_id, OLD.kol_id, OLD.pack_title, OLD.price_minor, OLD.fee_minor,
      OLD.buyer_fee_minor, OLD.currency, OLD.delivery_days, OLD.revisions_allowed, OLD.brief,
      OLD.idempotency_key, OLD.created_at)
    is distinct from
    (NEW.id, NEW.pack_id, NEW.brand_id, NEW.kol_id, NEW.pack_title, NEW.price_minor, NEW.fee_minor,
      NEW.buyer_fee_minor, NEW.currency, NEW.delivery_days, NEW.revisions_allowed, NEW.brief,
      NEW.idempotency_key, NEW.created_at)
  ) execute function private.refuse_change();

-- The machine ----------------------------------------------------------------------------
create table private.order_moves (
  from_status text not null,
  to_status text not null,
  -- brand, creator, either, staff: people; clock: run_due_work; provider: the payment provider.
  actor text not null,
  primary key (from_status, to_status, actor),
  constraint order_moves_actor_known
    check (actor in ('brand', 'creator', 'both', 'staff', 'clock', 'provider'))
);
comment on table private.order_moves is 'Every move that an order can make, and who can make it. What is not here does not happen.';
alter table private.order_moves enable row level security;

-- move_order writes the move it is about to make into `kolpact.order_move`; the trigger lets
-- exactly that one through.
create function private.guard_order_status() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_setting('kolpact.order_move', true)
    is distinct from format('%s:%s', NEW.id, NEW.status)
  then
    raise exception 'status_only_by_move' using errcode = 'PT403';
  end if;
  return NEW;
end;
$$;
comment on function private.guard_order_status is 'Trigger: the status of an order changes through move_order only, whoever asks.';
create trigger pack_orders_status_only_by_move before update on public.pack_orders
  for each row when (OLD.status is distinct from NEW.status)
  execute function private.guard_order_status();
create trigger pack_orders_begin_unpaid before insert on public.pack_orders
  for each row when (NEW.status <> 'pending_payment')
  execute function private.guard_order_status();

-- Where a referral reward goes: a creator earns it, a brand may spend it.
create function private.reward_account(inviter_id uuid, currency text) returns bigint
language sql volatile security definer set search_path = '' as $$
  select private.member_account(p.id,
    case when p.role = 'kol' then 'pending' else 'wallet' end, reward_account.currency)
  from public.profiles p where p.id = reward_account.inviter_id
$$;
comment on function private.reward_account is 'The account of an inviter that rewards go to.';

-- The inviters are among them because the first completed order of an invitee rewards its
-- inviter. What is missing is opened by rising owner, so that two orders which open the same
-- accounts never wait for each other.
create function private.order_accounts(o public.pack_orders) returns bigint[]
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.order_accounts is
  'All accounts that a move of this order may touch, opened if need be: escrow, wallet, pending, fees held, then of who may be rewarded.';

-- k: the creator's share of the price. The fee and the buyer's fee follow it in proportion, and
-- what does not divide evenly goes to the brand.
create function private.share_out(
  o public.pack_orders, k bigint,
  out creator_minor bigint, out brand_minor bigint, out creator_fee_minor bigint, out buyer_fee_kept_minor bigint
)
language plpgsql immutable set search_path = '' as $$
begin
  creator_fee_minor := div(o.fee_minor::numeric * k, o.price_minor);
  buyer_fee_kept_minor := div(o.buyer_fee_minor::numeric * k, o.price_minor);
  creator_minor := k - creator_fee_minor;
  brand_minor := o.price_minor - k + o.buyer_fee_minor - buyer_fee_kept_minor;
end;
$$;
comment on function private.share_out is 'How an order''s money is divided when the creator gets k of the price.';

-- One posting for the three ways out of escrow: a refund is a share of nothing, a completion a
-- share of everything, a settlement anything between.
create function private.post_outcome(
  o public.pack_orders, event private.transfer_event, k bigint, at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.post_outcome is 'Empties the escrow of an order: k of the price to the creator, the rest to the brand.';

create function private.post_escrow(o public.pack_orders) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.post_escrow is 'Takes the price and the buyer''s fee of an order from the brand''s wallet into escrow.';

-- The profiles are locked by rising id, after the accounts, as run_due_work does too.
create function private.finish_order(o public.pack_orders) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.finish_order is 'What a completed order changes for its two members: quotas, trust, referrals.';

-- `o` is the row as the caller locked it.
create function private.move_order(
  o public.pack_orders, to_status text, actor text, actor_id uuid, note text, at timestamptz,
  creator_share_minor bigint default null
) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.move_order is
  'The one function that changes the status of an order: looks up the move, moves the money, writes history, tells the members.';

-- A fact about an order that is no move.
create function private.note_on_order(o public.pack_orders, actor_id uuid, note text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_events (order_id, from_status, to_status, actor_id, note)
  values (o.id, o.status, o.status, note_on_order.actor_id, note_on_order.note);
end;
$$;
comment on function private.note_on_order is 'Adds to the history of an order without moving it.';

-- Telling --------------------------------------------------------------------------------
create function private.tell_about_order(
  to_id uuid, o public.pack_orders, type text, event text, title text, message text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_other_id uuid := case to_id when o.brand_id then o.kol_id else o.brand_id end;
begin
  perform private.notify(to_id, type, title, message,
    jsonb_build_object('order_id', o.id, 'event', event, 'pack_title', o.pack_title,
      'other_id', v_other_id,
      'other_name', (select p.display_name from public.profiles p where p.id = v_other_id),
      'price_minor', o.price_minor, 'currency', o.currency));
end;
$$;
comment on function private.tell_about_order is 'One notification to one side of an order.';

create function private.refund_text(o public.pack_orders) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.money_text(o.price_minor + o.buyer_fee_minor, o.currency) || ' is back in your wallet.';
end;
$$;
comment on function private.refund_text is 'What a brand reads when everything came back.';

create function private.tell_order_move(o public.pack_orders, from_status text, actor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.tell_order_move is 'Who hears what about a move.';

-- Placing --------------------------------------------------------------------------------
-- `terms` holds what was agreed: sides, pack, title, price, currency, delivery_days,
-- revisions_allowed, brief, key. The fees are ours to add.
create function private.open_order(terms public.pack_orders, at timestamptz default now())
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.open_order is 'Makes an unpaid order from agreed terms; the same key answers with the first one.';

create function private.place_order(pack_id uuid, brief text, idempotency_key uuid, at timestamptz default now())
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.place_order is 'A brand orders a pack.';

-- Asking for moves -----------------------------------------------------------------------
-- Strangers find nothing to lock: they are told what they would be told of no order at all.
create function private.lock_order(order_id uuid, side text default 'either') returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.lock_order is 'The caller''s order, locked until the transaction ends.';

-- A retry of a request that went through finds its own move as the last one.
create function private.just_moved_by(o public.pack_orders, to_status text, actor_id uuid, note text default null)
returns boolean
language sql stable security definer set search_path = '' as $$
  select o.status = just_moved_by.to_status and coalesce((
    select e.to_status = o.status and e.actor_id = just_moved_by.actor_id
      and (just_moved_by.note is null or e.note is not distinct from nullif(just_moved_by.note, ''))
    from public.order_events e
    where e.order_id = o.id and e.from_status is distinct from e.to_status
    order by e.id desc limit 1
  ), false)
$$;
comment on function private.just_moved_by is 'True when the last move of the order was this one, by this member.';

create function private.accept_order(order_id uuid, at timestamptz default now()) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.accept_order is 'The creator takes the work on.';

create function private.decline_order(order_id uuid, reason text, at timestamptz default now())
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.decline_order is 'The creator does not take the work on: everything goes back to the brand.';

create function private.deliver_order(
  order_id uuid, note text, links text[] default '{}', files jsonb default '[]', at timestamptz default now()
) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.deliver_order is 'The creator hands the work over: a note and at least one link or file.';

create function private.request_revision(order_id uuid, note text, at timestamptz default now())
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.request_revision is 'The brand asks for changes, as often as the pack says.';

create function private.complete_order(order_id uuid, at timestamptz default now()) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.complete_order is 'The brand accepts the work: the creator has earned the money.';

create function private.extend_review(order_id uuid, at timestamptz default now()) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.extend_review is 'The brand takes more time for the review, once per order.';

create function private.cancel_order(order_id uuid, reason text, at timestamptz default now())
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.cancel_order is
  'Before the work begins the brand cancels alone; after it both have to, unless the work is late.';

-- Payments -------------------------------------------------------------------------------
create table public.payments (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  provider_ref text not null,
  -- The order that the provider named, whether or not there is one.
  claimed_order_id uuid,
  order_id uuid references public.pack_orders (id),
  payer_id uuid references public.profiles (id),
  amount_minor bigint not null,
  currency text not null references public.currencies (code),
  status text not null default 'received',
  problem text,
  created_at timestamptz not null default now(),
  constraint payments_provider_ref_key unique (provider, provider_ref),
  constraint payments_amount_positive check (amount_minor > 0),
  constraint payments_status_known check (status in ('received', 'suspense', 'resolved', 'charged_back')),
  constraint payments_provider_length check (length(provider) between 1 and 40),
  constraint payments_provider_ref_length check (length(provider_ref) between 1 and 200)
);
comment on table public.payments is 'Money that came in, once per reference of its provider. In suspense: it fits no order.';
create index payments_order_id on public.payments (order_id);
create index payments_payer_id on public.payments (payer_id);
create index payments_currency on public.payments (currency);
create index payments_in_suspense on public.payments (created_at) where status = 'suspense';

alter table public.payments enable row level security;
create policy payments_select on public.payments for select to authenticated
  using (payer_id = (select private.my_profile_id()) or (select private.is_staff()));
grant select on public.payments to authenticated, service_role;
create trigger payments_not_deleted before delete on public.payments
  for each row execute function private.refuse_change();
create trigger payments_facts_are_final before update on public.payments
  for each row when (
    (OLD.id, OLD.provider, OLD.provider_ref, OLD.claimed_order_id, OLD.amount_minor, OLD.currency, OLD.created_at)
    is distinct from
    (NEW.id, NEW.provider, NEW.provider_ref, NEW.claimed_order_id, NEW.amount_minor, NEW.currency, NEW.created_at)
  ) execute function private.refuse_change();
alter table public.payouts
  add constraint payouts_payment_id_fkey foreign key (payment_id) references public.payments (id);

-- Money that has arrived is never refused: what fits no order waits in suspense for staff.
create function private.record_payment(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text, at timestamptz default now()
) returns public.payments
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.record_payment is 'Money came in: once per provider''s reference, the exact amount, or suspense.';

create function private.pay_from_wallet(order_id uuid, at timestamptz default now()) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.pay_from_wallet is 'The brand pays with money that came back to it before.';

create function private.request_refund(payment_id uuid, amount_minor bigint, idempotency_key uuid)
returns public.payouts
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.request_refund is 'A brand takes wallet money back the way it came in.';

create function private.resolve_suspense(payment_id uuid, profile_id uuid, note text) returns public.payments
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.resolve_suspense is 'Staff give money that fitted no order to the brand it belongs to.';

-- Chargebacks ----------------------------------------------------------------------------
create table private.chargebacks (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  provider_ref text not null,
  order_id uuid references public.pack_orders (id),
  amount_minor bigint not null,
  currency text not null references public.currencies (code),
  created_at timestamptz not null default now(),
  constraint chargebacks_provider_ref_key unique (provider, provider_ref),
  constraint chargebacks_amount_positive check (amount_minor > 0)
);
comment on table private.chargebacks is 'Payments that a provider took back, once per reference.';
create index chargebacks_order_id on private.chargebacks (order_id);
create index chargebacks_currency on private.chargebacks (currency);
alter table private.chargebacks enable row level security;
grant select on private.chargebacks to service_role;

-- The provider has the money already; the question is only who bears it. What is still in
-- escrow or in suspense pays first, then what came back to the brand's wallet, then we do. The
-- creator keeps what was earned.
create function private.record_chargeback(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text, at timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.record_chargeback is 'A provider took a payment back: out of escrow while the order runs, at our loss once it is completed.';

-- Referral rewards -----------------------------------------------------------------------
-- Called by activate_referral, inside the completion: the accounts are locked already.
create function private.post_referral_reward(referral_id uuid, order_id uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.post_referral_reward is 'The inviter''s share of our fee on the first order of who they invited.';

-- The doors ------------------------------------------------------------------------------
create function public.place_order(pack_id uuid, brief text, idempotency_key uuid) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.place_order(pack_id, brief, idempotency_key)
$$;
create function public.accept_order(order_id uuid) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.accept_order(order_id)
$$;
create function public.decline_order(order_id uuid, reason text default null) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.decline_order(order_id, reason)
$$;
create function public.deliver_order(order_id uuid, note text, links text[] default '{}', files jsonb default '[]')
returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.deliver_order(order_id, note, links, files)
$$;
create function public.request_revision(order_id uuid, note text) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.request_revision(order_id, note)
$$;
create function public.complete_order(order_id uuid) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.complete_order(order_id)
$$;
create function public.extend_review(order_id uuid) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.extend_review(order_id)
$$;
create function public.cancel_order(order_id uuid, reason text default null) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.cancel_order(order_id, reason)
$$;
create function public.pay_from_wallet(order_id uuid) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.pay_from_wallet(order_id)
$$;
create function public.request_refund(payment_id uuid, amount_minor bigint, idempotency_key uuid) returns public.payouts
language sql volatile security invoker set search_path = '' as $$
  select * from private.request_refund(payment_id, amount_minor, idempotency_key)
$$;
create function public.resolve_suspense(payment_id uuid, profile_id uuid, note text) returns public.payments
language sql volatile security invoker set search_path = '' as $$
  select * from private.resolve_suspense(payment_id, profile_id, note)
$$;
create function public.record_payment(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text
) returns public.payments
language sql volatile security invoker set search_path = '' as $$
  select * from private.record_payment(provider, provider_ref, order_id, amount_minor, currency)
$$;
create function public.record_chargeback(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text
) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.record_chargeback(provider, provider_ref, order_id, amount_minor, currency)
$$;
grant execute on function
  private.place_order, private.accept_order, private.decline_order, private.deliver_order,
  private.request_revision, private.complete_order, private.extend_review, private.cancel_order,
  private.pay_from_wallet, private.request_refund, private.resolve_suspense,
  public.place_order, public.accept_order, public.decline_order, public.deliver_order,
  public.request_revision, public.complete_order, public.extend_review, public.cancel_order,
  public.pay_from_wallet, public.request_refund, public.resolve_suspense
  to authenticated;
grant execute on function private.record_payment, private.record_chargeback,
  public.record_payment, public.record_chargeback to service_role;
