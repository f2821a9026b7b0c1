-- The history of an order: its events and the work that the creator submitted. Rows never change.

-- Events ---------------------------------------------------------------------------------
create table public.order_events (
  id bigint primary key generated always as identity,
  order_id uuid not null references public.pack_orders (id),
  from_status text,
  to_status text not null,
  -- Null: moved by a deadline or by the payment provider.
  actor_id uuid references public.profiles (id),
  -- The text that the actor wrote.
  note text,
  created_at timestamptz not null default now(),
  kind text not null default 'move',
  -- The subject of a dispute, as its opener states it.
  category text,
  constraint order_events_category_known
    check (category in ('not_delivered', 'late', 'not_as_agreed', 'withheld_by_brand', 'other')),
  constraint order_events_note_length check (length(note) <= 5000),
  constraint order_events_kind_known check (kind in (
    'move', 'cancellation_requested', 'cancellation_withdrawn', 'review_extended', 'clock_stopped', 'clock_started', 'payment_disputed', 'payment_dispute_over', 'tipped', 'dispute_withdrawn')),
  constraint order_events_move_changes_status check ((kind in ('move', 'dispute_withdrawn')) = (from_status is distinct from to_status))
);
comment on table public.order_events is 'Every move of every order, and other events; `kind` says which.';
create index order_events_order_id on public.order_events (order_id, id);
create index order_events_actor_id on public.order_events (actor_id);

alter table public.order_events enable row level security;
create policy order_events_select on public.order_events for select to authenticated
  using (order_id = any (array(select private.readable_orders())));
grant select on public.order_events to authenticated, service_role;

create trigger order_events_append_only before update or delete on public.order_events
  for each row execute function private.refuse_change();
create trigger order_events_not_truncated before truncate on public.order_events
  for each statement execute function private.refuse_change();

-- Notes that the work does not need are removed: a blocked member could send a message as the reason of a cancellation.
create function private.clear_note_of_blocked_member() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.clear_note_of_blocked_member is 'Trigger: removes the reason when a blocked member cancels or declines.';
create trigger order_events_clear_note_of_blocked_member before insert on public.order_events
  for each row when (NEW.note is not null and NEW.actor_id is not null)
  execute function private.clear_note_of_blocked_member();

create function private.add_order_event(o public.pack_orders, kind text, actor_id uuid, note text default null)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_events (order_id, from_status, to_status, kind, actor_id, note)
  values (o.id, o.status, o.status, add_order_event.kind, add_order_event.actor_id, nullif(add_order_event.note, ''));
end;
$$;
comment on function private.add_order_event is 'Adds to the history of an order without moving it.';

-- Deliveries -----------------------------------------------------------------------------
create table public.order_deliveries (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pack_orders (id),
  milestone_id uuid,
  note text not null,
  links text[] not null default '{}',
  files jsonb not null default '[]',
  created_at timestamptz not null default now(),
  -- True for a draft, which the brand reviews before the work is published.
  is_draft boolean not null default false,
  constraint order_deliveries_note_length check (length(note) between 1 and 5000),
  constraint order_deliveries_links_short check (private.texts_are_within(links, 20, 2000)),
  constraint order_deliveries_files_are_list
    check (jsonb_typeof(files) = 'array' and jsonb_array_length(files) <= 20),
  constraint order_deliveries_files_well_formed check (private.delivery_files_are_valid(files))
);
comment on table public.order_deliveries is 'Deliveries and drafts of creators, one row for each submission.';
create index order_deliveries_order_id on public.order_deliveries (order_id, created_at);
create index order_deliveries_milestone_id on public.order_deliveries (milestone_id);

alter table public.order_deliveries enable row level security;
create policy order_deliveries_select on public.order_deliveries for select to authenticated
  using (order_id = any (array(select private.readable_orders())));
grant select on public.order_deliveries to authenticated, service_role;
create trigger order_deliveries_append_only before update or delete on public.order_deliveries
  for each row execute function private.refuse_change();
create trigger order_deliveries_not_truncated before truncate on public.order_deliveries
  for each statement execute function private.refuse_change();
