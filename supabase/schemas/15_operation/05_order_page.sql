-- The page of an order is one request: the order, and all that the page shows with it, as far as its reader may see each part.
create function public.order_page(order_id uuid default null, number text default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'order', to_jsonb(o),
    'events', (select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]') from public.order_events e where e.order_id = o.id),
    'deliveries', (
      select coalesce(jsonb_agg(to_jsonb(d) order by d.created_at desc), '[]') from public.order_deliveries d where d.order_id = o.id),
    'milestones', (
      select coalesce(jsonb_agg(to_jsonb(m) order by m.position), '[]') from public.order_milestones m where m.order_id = o.id),
    'statements', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at), '[]') from public.dispute_statements t where t.order_id = o.id),
    'proposals', (
      select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at desc), '[]') from public.settlement_proposals p where p.order_id = o.id),
    'reviews', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from public.reviews r where r.order_id = o.id),
    'tips', (select coalesce(sum(t.amount_minor), 0) from public.order_tips t where t.order_id = o.id),
    'actions', (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from public.order_actions(o.id) as a),
    'money', (
      select to_jsonb(m) from public.settlement_preview(o.id, case when s.holds_escrow then o.creator_share_minor end) as m),
    'silence', case when o.due_at is not null then public.share_by_deadline(o.id) end,
    'sides', (select coalesce(jsonb_agg(to_jsonb(i)), '[]') from public.order_sides(o.id) as i),
    'labels', (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from public.member_labels(array[o.brand_id, o.kol_id]) as l),
    'other', (
      select to_jsonb(m) from public.members m
      where m.id = case o.kol_id when (select private.my_profile_id()) then o.brand_id else o.kol_id end))
  from public.pack_orders o
  join public.order_statuses s on s.status = o.status
  where case when order_page.order_id is null then o.number = order_page.number else o.id = order_page.order_id end
$$;
comment on function public.order_page is
  'An order by its id or number, for those who may read it: the order, its events, deliveries, milestones, statements, proposals, reviews and tips (their sum), order_actions, '
  'settlement_preview (money), share_by_deadline (silence), order_sides, member_labels, and the other side (to staff, the creator) as the market shows it. Null for others.';
grant execute on function public.order_page to authenticated;
