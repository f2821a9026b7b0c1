-- cast: brand brand, kol kol
select set_config('tests.order_id', tests.put_order(tests.id('brand'), tests.id('kol'), 'funded', 10000, 1000, buyer_fee_minor => 500)::text, true);
create function pg_temp.notified(status text, from_status text, actor text, share bigint) returns text language sql as $$
  delete from public.notifications;
  select private.notify_order_move(jsonb_populate_record(o, jsonb_build_object('status', notified.status, 'creator_share_minor', share)),
    from_status, actor, case actor when 'brand' then o.brand_id when 'creator' then o.kol_id end, now())
  from public.pack_orders o where o.id = tests.order_id();
  select string_agg(p.role || ' ' || n.event
    || case when n.data ? 'total_minor' then format(' %s=%s+%s+%s', n.data ->> 'total_minor', n.data ->> 'creator_minor',
      n.data ->> 'fees_minor', n.data ->> 'brand_minor') else '' end, ', ' order by p.role, n.event)
    from public.notifications n join public.profiles p on p.user_id = n.user_id
$$;
select is(pg_temp.notified(status, from_status, actor, share), wanted, format('a move from %s to %s by the %s notifies: %s', from_status, status, actor, coalesce(wanted, 'nobody')))
from (values
  ('funded', 'pending_payment', 'provider', null::bigint, 'brand payment_receipt 10500=9000+1500+0, kol order_funded 10500=9000+1500+0'),
  ('in_progress', 'funded', 'creator', null, 'brand order_accepted'),
  ('in_progress', 'pending_payment', 'brand', null, 'brand payment_receipt 10500=9000+1500+0, kol offer_paid 10500=9000+1500+0'),
  ('declined', 'funded', 'creator', null, 'brand order_declined 10500=0+0+10500'),
  ('delivered', 'in_progress', 'creator', null, 'brand order_delivered'),
  ('in_revision', 'delivered', 'brand', null, 'kol revision_requested'),
  ('draft_review', 'in_progress', 'creator', null, 'brand draft_shown'),
  ('draft_revision', 'draft_review', 'brand', null, 'kol draft_changes_requested'),
  ('draft_approved', 'draft_review', 'brand', null, 'kol draft_approved'),
  ('expired', 'pending_payment', 'clock', null, 'brand order_expired_unpaid'),
  ('expired', 'funded', 'clock', null, 'brand order_expired_refunded 10500=0+0+10500, kol order_expired_creator'),
  ('expired', 'in_progress', 'clock', null, 'brand order_ended_late 10500=0+0+10500, kol order_ended_late_creator 10500=0+0+10500'),
  ('expired', 'in_revision', 'clock', null, 'brand order_ended_late 10500=0+0+10500, kol order_ended_late_creator 10500=0+0+10500'),
  ('cancelled', 'delivered', 'provider', null, 'brand order_cancelled_charged_back, kol order_ended_charged_back 10500=0+0+10500'),
  ('awaiting_ruling', 'disputed', 'clock', null, 'brand ruling_awaited, kol ruling_awaited'),
  ('ruled', 'awaiting_ruling', 'staff', 5000, 'brand ruling_made_brand 10500=4500+750+5250, kol ruling_made 10500=4500+750+5250'),
  -- Nobody is notified of their own act, except of a payment or of earnings: that notice is the receipt.
  ('cancelled', 'funded', 'brand', null, 'kol order_cancelled_creator'),
  ('cancelled', 'in_progress', 'creator', null, 'brand order_cancelled_refunded 10500=0+0+10500'),
  ('completed', 'delivered', 'brand', null, 'kol order_completed_creator 10500=9000+1500+0, kol order_earned 10500=9000+1500+0'),
  ('completed', 'delivered', 'clock', null, 'brand order_completed_brand 10500=9000+1500+0, kol order_completed_creator 10500=9000+1500+0, kol order_earned 10500=9000+1500+0'),
  ('disputed', 'delivered', 'brand', null, 'kol dispute_opened'),
  ('disputed', 'delivered', 'staff', null, 'brand dispute_opened, kol dispute_opened'),
  -- The action withdraw_dispute sends its own notification.
  ('delivered', 'disputed', 'opener', null, null),
  ('appealed', 'ruled', 'creator', 5000, 'brand ruling_appealed'),
  ('settled', 'disputed', 'brand', 5000, 'kol dispute_settled_creator 10500=4500+750+5250, kol order_earned 10500=4500+750+5250'),
  ('settled', 'disputed', 'creator', 5000, 'brand dispute_settled_brand 10500=4500+750+5250, kol order_earned 10500=4500+750+5250'),
  ('settled', 'ruled', 'clock', 1, 'brand dispute_settled_brand 10500=1+0+10499, kol dispute_settled_creator 10500=1+0+10499, kol order_earned 10500=1+0+10499'),
  ('settled', 'ruled', 'clock', 0, 'brand dispute_settled_brand 10500=0+0+10500, kol dispute_settled_creator 10500=0+0+10500'),
  ('settled', 'delivered', 'provider', 5000, 'brand order_cancelled_charged_back, kol order_ended_charged_back 10500=4500+750+5250'),
  ('in_progress', 'delivered', 'milestone', null, null),
  ('cancelled', 'pending_payment', 'brand', null, null),
  ('cancelled', 'pending_payment', 'creator', null, 'brand order_cancelled_unpaid')
) as m (status, from_status, actor, share, wanted);
select is_empty($$
  select m.* from private.order_moves m cross join (values ('brand', 'creator'), ('creator', 'brand'), ('staff', 'brand'), ('staff', 'creator')) as s (actor, side)
  where m.actor = s.actor and (private.order_status(m.from_status)).holds_escrow
    and not exists (select from private.move_notices n where n.to_status = m.to_status and n.side = s.side and not n.is_receipt)
$$, 'a move by one side of a paid order notifies the other, and a move by staff notifies both');
select is_empty($$
  select m.to_status from private.order_moves m where not exists (select from private.move_notices n where n.to_status = m.to_status)
$$, 'a move to each state notifies somebody');

-- Moves the order; returns the values that a delivery resets and a revision keeps.
create function pg_temp.moved(to_status text, actor text) returns text language plpgsql as $$
declare
  v_order public.pack_orders;
begin
  update public.pack_orders set reminders_sent = 1, clock_stopped_since_delivery_seconds = 60 where id = tests.order_id();
  select * into v_order from public.pack_orders where id = tests.order_id();
  v_order := private.move_order(v_order, to_status, actor, tests.id('kol'), null, now() + interval '1 day' * v_order.revisions_used);
  return extract(day from v_order.delivered_at - now()) || ', ' || v_order.reminders_sent || ' reminders, stood ' || v_order.clock_stopped_since_delivery_seconds;
end;
$$;
select is(pg_temp.moved('in_progress', 'creator'), null, 'accepted work has no time of delivery yet');
select is(pg_temp.moved('delivered', 'creator') || '; ' || pg_temp.moved('in_revision', 'brand'), '0, 0 reminders, stood 0; 0, 0 reminders, stood 60',
  'each delivery and each revision begins without reminders and without stopped time');
select is(pg_temp.moved('delivered', 'creator'), '1, 0 reminders, stood 0', 'a second delivery has its own time and no stopped time');
