-- The money of the caller, move by move: one function for the list on Payments, its search and its file,
-- and for the money of one order.

create type public.money_move as (
  transfer_id bigint,
  created_at timestamptz,
  event text,
  -- The order, if the caller is one of its sides: a reward for an invitation names no order of the invited member.
  order_id uuid,
  order_number text,
  pack_title text,
  partner_name text,
  currency text,
  -- The changes by place: {kind, amount_minor}; beside the caller's accounts `card`, `chain` (a wallet of their own) and the `fee` of a brand.
  parts jsonb,
  -- The balances of all the caller's accounts in this currency together, after the move.
  balance_minor bigint
);

-- The balance after each move needs every entry of the caller: they are added up once a page, and all else
-- is read for the moves of the page.
create function private.money_moves(
  order_id uuid, term text, events text[], since timestamptz, until timestamptz, after bigint, page_size int
) returns setof public.money_move
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me constant uuid := private.my_profile_id();
  v_most constant int := 1000;
  v_patterns constant text[] := private.patterns_of(nullif(left(private.normalise_text(term), 100), ''));
begin
  if cardinality(events) > 100 then
    raise exception 'filter_too_large' using errcode = 'PT422', detail = 'events';
  end if;
  return query
  with mine as materialized (
    select e.transfer_id, a.currency,
      sum(sum(e.amount_minor)) over (partition by a.currency order by e.transfer_id)::bigint as balance_minor
    from private.accounts a join private.entries e on e.account_id = a.id
    where a.owner_id = v_me
    group by e.transfer_id, a.currency
  ), about as materialized (
    select o.id from public.pack_orders o left join public.profiles p on p.id = case v_me when o.brand_id then o.kol_id else o.brand_id end
    where v_patterns is not null and v_me in (o.brand_id, o.kol_id)
      and private.lower_text(concat_ws(' ', o.number, o.pack_title, p.display_name)) like all (v_patterns)
  ), page as materialized (
    select m.transfer_id, m.currency, m.balance_minor, t.created_at, t.event, t.order_id from mine m join private.transfers t on t.id = m.transfer_id
    where (money_moves.after is null or m.transfer_id < money_moves.after)
      and (money_moves.order_id is null or t.order_id = money_moves.order_id)
      and (money_moves.events is null or t.event::text = any (money_moves.events))
      and (money_moves.since is null or t.created_at >= money_moves.since)
      and (money_moves.until is null or t.created_at < money_moves.until)
      and (v_patterns is null or t.order_id in (select x.id from about x))
      and (t.event <> 'payment' or not exists (
        select from private.transfers f where f.order_id = t.order_id and f.event = 'escrow' and f.created_at = t.created_at))
    order by m.transfer_id desc
    limit least(greatest(coalesce(money_moves.page_size, 40), 1), v_most)
  ), made_of as materialized (
    select g.transfer_id as move_id, g.transfer_id from page g
    union all
    select g.transfer_id, f.id from page g
    join private.transfers f on f.order_id = g.order_id and f.event = 'payment' and f.created_at = g.created_at
    where g.event = 'escrow'
  ), parts as (
    select w.move_id, jsonb_agg(jsonb_build_object('kind', p.kind, 'amount_minor', p.amount_minor) order by l.transfer_id desc, p.kind) as parts
    from made_of w
    join public.ledger_lines l on l.transfer_id = w.transfer_id
    cross join lateral (values
      (l.kind, l.amount_minor),
      ('fee', nullif(-l.fee_minor, 0)),
      -- The other side of a payment is the card.
      ('card', case l.event when 'payment' then -l.amount_minor end),
      ('chain', case when private.is_on_chain(l.currency) then case l.event
        when 'escrow' then -l.amount_minor
        when 'refund' then -l.amount_minor
        when 'settlement' then (
          select least(a.amount_minor, -l.amount_minor) from public.chain_acts a
          where a.order_id = l.order_id and a.kind = 'void' and a.decided_at = l.created_at) end end)) as p (kind, amount_minor)
    where p.amount_minor is not null
    group by w.move_id
  )
  select g.transfer_id, g.created_at, g.event::text, o.id, o.number, o.pack_title, p.display_name, g.currency, w.parts, g.balance_minor
  from page g join parts w on w.move_id = g.transfer_id
  left join public.pack_orders o on o.id = g.order_id and v_me in (o.brand_id, o.kol_id)
  left join public.profiles p on p.id = case v_me when o.brand_id then o.kol_id else o.brand_id end
  order by g.transfer_id desc;
end;
$$;

create function public.money_moves(
  order_id uuid default null, term text default '', events text[] default null, since timestamptz default null,
  until timestamptz default null, after bigint default null, page_size int default 40
) returns setof public.money_move
language sql stable security invoker set search_path = '' as $$
  select private.require_plain(to_jsonb(events));
  select * from private.money_moves(order_id, term, events, since, until, after, page_size)
$$;
comment on function public.money_moves is
  'The moves of the caller''s money, the newest first, with the balance after each: of one order, by words of the order''s number, pack or other side, by event and time. '
  'A payment and the escrow that it filled are one move; after is the last transfer_id that was read, a page has at most 1,000.';
grant execute on function private.money_moves, public.money_moves to authenticated;
