-- Demerits of members, which moves of an order can cause. They lower trust and invites
-- (10_trust/02_reputation).

create table private.demerits (
  profile_id uuid not null references public.profiles (id),
  order_id uuid not null references public.pack_orders (id),
  kind text not null,
  created_at timestamptz not null,
  primary key (profile_id, order_id, kind),
  constraint demerits_kind_known check (kind in ('late', 'dispute_lost', 'chargeback'))
);
comment on table private.demerits is 'Late work, lost disputes and chargebacks. Each lowers trust for a time (setting demerit_period).';
create index demerits_order_id on private.demerits (order_id);
alter table private.demerits enable row level security;

-- Rows are only inserted and deleted, so two orders of the same members never wait for each other.
create table private.reassessments (
  id bigint primary key generated always as identity,
  profile_id uuid not null references public.profiles (id),
  due_at timestamptz not null
);
comment on table private.reassessments is 'Members whose trust, invites and rating have to be computed again, and when. Processed by run_due_work.';
create index reassessments_profile_id on private.reassessments (profile_id);
create index reassessments_due_at on private.reassessments (due_at);
alter table private.reassessments enable row level security;

create function private.request_reassessment(profile_id uuid, at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.reassessments (profile_id, due_at) values (request_reassessment.profile_id, at)
$$;
comment on function private.request_reassessment is 'Queues a member for reassessment, because a fact about them has changed or will have changed by the given time.';

create function private.add_demerit(profile_id uuid, order_id uuid, kind text, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.demerits (profile_id, order_id, kind, created_at)
  values (add_demerit.profile_id, add_demerit.order_id, add_demerit.kind, at)
  on conflict on constraint demerits_pkey do update set created_at = excluded.created_at where demerits.kind = 'late';
  perform private.request_reassessment(id, at) from private.held_with(add_demerit.profile_id) as id;
end;
$$;
comment on function private.add_demerit is 'Inserts a demerit, once per order and kind; if work is late again, in a later milestone, the demerit gets the new time.';

-- `o` is the order before the move, `moved` after it. If a suspension stopped the clock, the stored remainder says how late it was.
create function private.record_demerits(
  o public.pack_orders, moved public.pack_orders, actor text, at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_to public.order_statuses := private.order_status(moved.status);
begin
  if (private.order_status(o.status)).deadline_is_delivery and coalesce(o.clock_remaining_seconds < 0, at > o.due_at) and (
    v_to.submits is not null
    -- The brand or a deadline ended the work without the creator's agreement.
    or v_to.outcome in ('refund', 'settlement') and actor in ('brand', 'clock')
  ) then
    perform private.add_demerit(o.kol_id, o.id, 'late', at);
  end if;
end;
$$;
comment on function private.record_demerits is 'Inserts the demerit of a move of an order that is late. Called by move_order.';
