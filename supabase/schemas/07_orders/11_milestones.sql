-- An order can have milestones: up to five parts of the price. They are paid together, when the
-- order is paid, and delivered and accepted one after the other: each acceptance pays the creator
-- that part, and the order goes on with the next one until the last is accepted.
--
-- Rounding: what a milestone pays is the difference between two divisions of the whole order
-- (split_settlement), with and without it. So the parts sum to exactly what one completion would have
-- posted, and an order that ends early is divided as if it had ended once, with the same share.
--
-- Refunds, settlements and chargebacks take only what is left in escrow: the creator's share of the
-- price is never less than `released_minor`, what accepted milestones have paid. The creator's fee is
-- posted with each part. The buyer's fee is held from the payment on; its part for an accepted milestone
-- does not go back. Both are earned when the order ends.

-- Lists of milestones --------------------------------------------------------------------
create function private.milestones_are_valid(milestones jsonb) returns boolean
language sql immutable set search_path = '' as $$
  -- The limit is far above the size of five milestones; a larger value is not read.
  select case when jsonb_typeof(milestones) = 'array' and pg_column_size(milestones) <= 10000 then not exists (
    select from jsonb_array_elements(milestones) as part
    where case when jsonb_typeof(part) <> 'object' then true else
      part - array['title', 'amount_minor'] <> '{}'
      or jsonb_typeof(part -> 'title') is distinct from 'string'
      or length(part ->> 'title') not between 1 and 120
      or part ->> 'title' <> btrim(part ->> 'title')
      or part ->> 'title' ~ '[[:cntrl:]]'
      or not private.shows_all_characters(part ->> 'title')
      or private.holds_address(part ->> 'title')
      or jsonb_typeof(part -> 'amount_minor') is distinct from 'number'
      or part ->> 'amount_minor' !~ '^[1-9][0-9]{0,15}$' end
  ) else false end
$$;
comment on function private.milestones_are_valid is
  'True for a list of objects with a title and a positive whole amount_minor, and no other keys.';

create function private.milestones_total(milestones jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select sum((part ->> 'amount_minor')::numeric) from jsonb_array_elements(milestones) as part
  where private.milestones_are_valid(milestones)
$$;
comment on function private.milestones_total is 'The sum of the amounts of a list of milestones; null for none.';

-- Milestones of an order -----------------------------------------------------------------
create table public.order_milestones (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pack_orders (id),
  position smallint not null,
  title text not null,
  amount_minor bigint not null,
  accepted_at timestamptz,
  constraint order_milestones_position_key unique (order_id, position),
  constraint order_milestones_position_in_range check (position between 1 and 5),
  constraint order_milestones_title_length check (length(title) between 1 and 120),
  constraint order_milestones_amount_positive check (amount_minor > 0),
  constraint order_milestones_amount_within_limit check (amount_minor <= 1000000000000000),
  constraint order_milestones_acceptance_finite check (isfinite(accepted_at))
);
comment on table public.order_milestones is 'The parts of an order that are delivered, accepted and paid one after the other.';

alter table public.order_milestones enable row level security;
create policy order_milestones_select on public.order_milestones for select to authenticated
  using (order_id = any (array(select private.readable_orders())));
grant select on public.order_milestones to authenticated, service_role;
create trigger order_milestones_not_deleted before delete on public.order_milestones
  for each row execute function private.refuse_change();
create trigger order_milestones_not_truncated before truncate on public.order_milestones
  for each statement execute function private.refuse_change();
-- Refuses every change but the first acceptance.
create trigger order_milestones_terms_are_final before update on public.order_milestones
  for each row when (
    OLD.accepted_at is not null
    or (OLD.id, OLD.order_id, OLD.position, OLD.title, OLD.amount_minor)
      is distinct from (NEW.id, NEW.order_id, NEW.position, NEW.title, NEW.amount_minor)
  ) execute function private.refuse_change();

create function private.check_milestones() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select (sum(m.amount_minor), count(*)) from public.order_milestones m where m.order_id = NEW.order_id)
    is distinct from (
      select (o.price_minor::numeric, o.milestone_count::bigint) from public.pack_orders o where o.id = NEW.order_id)
  then
    raise exception 'milestones_not_the_price' using errcode = 'PT422';
  end if;
  perform private.require_steps(array[NEW.amount_minor], o.currency) from public.pack_orders o where o.id = NEW.order_id;
  return null;
end;
$$;
comment on function private.check_milestones is 'Trigger at commit: an order has as many milestones as it names, and they sum to its price, in steps of the currency.';
create constraint trigger order_milestones_sum_to_price after insert on public.order_milestones
  deferrable initially deferred for each row execute function private.check_milestones();

create function private.add_milestones(order_id uuid, milestones jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.order_milestones (order_id, position, title, amount_minor)
  select add_milestones.order_id, p.place, p.part ->> 'title', (p.part ->> 'amount_minor')::bigint
  from jsonb_array_elements(add_milestones.milestones) with ordinality as p (part, place)
  on conflict on constraint order_milestones_position_key do nothing
$$;
comment on function private.add_milestones is 'Adds the agreed milestones to a new order.';

create function private.next_milestone(order_id uuid) returns public.order_milestones
language plpgsql stable security definer set search_path = '' as $$
declare
  v_milestone public.order_milestones;
begin
  select * into v_milestone from public.order_milestones m
  where m.order_id = next_milestone.order_id and m.accepted_at is null
  order by m.position limit 1;
  return v_milestone;
end;
$$;
comment on function private.next_milestone is 'The milestone that is delivered or accepted next; null for an order without milestones.';

-- A delivery belongs to the milestone that is next.
alter table public.order_deliveries
  add constraint order_deliveries_milestone_id_fkey foreign key (milestone_id) references public.order_milestones (id);
create function private.name_milestone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  NEW.milestone_id := (private.next_milestone(NEW.order_id)).id;
  return NEW;
end;
$$;
comment on function private.name_milestone is 'Trigger: a delivery names the milestone that it is for.';
create trigger order_deliveries_name_milestone before insert on public.order_deliveries
  for each row execute function private.name_milestone();

-- Accepting ------------------------------------------------------------------------------
create function private.status_after_acceptance(o public.pack_orders) returns text
language sql stable security definer set search_path = '' as $$
  select case when (private.next_milestone(o.id)).position < o.milestone_count then 'in_progress' else 'completed' end
$$;
comment on function private.status_after_acceptance is
  'The state after the delivered work is accepted: the next milestone, or the end.';

-- The unique index on transfers (order, event, reference) is a second protection: a milestone is
-- paid once.
create function private.post_milestone(
  o public.pack_orders, m public.order_milestones, actor_id uuid, at timestamptz
)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_accounts bigint[] := private.order_accounts(o);
  v_order public.pack_orders;
  v record;
  v_data jsonb;
begin
  select * into v from private.split_rest(o, o.released_minor + m.amount_minor);
  perform private.lock_accounts(v_accounts);
  perform private.post_transfer('milestone', v_accounts,
    array[-m.amount_minor, 0, v.creator_minor, v.creator_fee_minor], o.id, m.id);
  perform private.decide_capture(o, m.amount_minor, v.creator_fee_minor, m.id) where private.is_on_chain(o.currency);
  -- The fee is earned with the whole order: see post_outcome.
  perform private.create_hold(o.id, o.kol_id, o.currency, v.creator_minor, 0, at, m.id);
  update public.pack_orders x set released_minor = x.released_minor + m.amount_minor, updated_at = now()
  where x.id = o.id
  returning * into v_order;
  v_data := jsonb_build_object('milestone_title', m.title,
    'creator_minor', v.creator_minor, 'creator_fee_minor', v.creator_fee_minor,
    'fees_minor', v.creator_fee_minor + v.buyer_fee_kept_minor, 'total_minor', m.amount_minor + v.buyer_fee_kept_minor);
  perform private.notify_about_order(o.kol_id, o, 'milestone_accepted', v_data);
  if actor_id is null then
    perform private.notify_about_order(o.brand_id, o, 'milestone_accepted_brand', v_data);
  end if;
  return v_order;
end;
$$;
comment on function private.post_milestone is
  'Pays an accepted milestone out of escrow and notifies the creator; the brand too, if it did not answer and the deadline accepted.';

-- The only way to accept delivered work: by the brand, or by a deadline (actor_id null).
create function private.accept_work(o public.pack_orders, actor text, actor_id uuid, at timestamptz)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
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
    return private.post_milestone(v_order, v_milestone, actor_id, at);
  end if;
  return private.move_order(o, 'completed', actor, actor_id, null, at);
end;
$$;
comment on function private.accept_work is
  'Accepts delivered work: pays the milestone and continues with the next one, or completes the order.';
