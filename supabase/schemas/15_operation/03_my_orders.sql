-- The list of the caller's orders: one request for a page, its search, and how many each tab holds.

create function private.my_orders(phase text, term text, after uuid, page_size int, sort text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_most constant int := 100;
  v_patterns constant text[] := private.patterns_of(nullif(left(private.normalise_text(term), 100), ''));
  v_is_creator constant boolean := exists (
    select from public.profiles p where p.id = private.my_profile_id() and p.role = 'kol');
  -- The column of the caller's side has an index in the order of the list. A creator sees only orders that were paid.
  v_orders constant text := format($sql$
    from public.pack_orders o
    join public.order_statuses s on s.status = o.status
    left join public.currencies c on c.code = o.currency
    left join public.profiles other on other.id = o.%2$I
    where o.%1$I = private.my_profile_id() and %3$s
      and ($2 is null or private.lower_text(concat_ws(' ', o.number, o.pack_title, other.display_name)) like all ($2)) $sql$,
    case when v_is_creator then 'kol_id' else 'brand_id' end,
    case when v_is_creator then 'brand_id' else 'kol_id' end,
    case when v_is_creator then 'exists (select from private.order_funding f where f.order_id = o.id)' else 'true' end);
  -- The prices of all currencies are compared in whole units.
  v_key constant text := case sort when 'highest' then 'o.price_minor / 10::float8 ^ c.decimals' else 'o.created_at' end;
  v_order constant text := case sort when 'oldest' then 'asc' else 'desc' end;
  v_rows jsonb;
  v_counts jsonb;
begin
  perform private.require_valid(sort in ('newest', 'oldest', 'highest'));
  execute format($sql$
    select coalesce(jsonb_agg(to_jsonb(page.o) order by page.key %3$s, (page.o).id %3$s), '[]') from (
      select o, %2$s as key %1$s
        and ($1 is null or s.phase = $1)
        and ($3 is null or (%2$s, o.id) %4$s (select %2$s, o.id from public.pack_orders o join public.currencies c on c.code = o.currency
          where o.id = $3 and private.my_profile_id() in (o.brand_id, o.kol_id)))
      order by %2$s %3$s, o.id %3$s limit $4) as page $sql$,
    v_orders, v_key, v_order, case sort when 'oldest' then '>' else '<' end)
  into v_rows using phase, v_patterns, after, least(greatest(coalesce(page_size, 20), 1), v_most);
  if after is null then
    execute format('select coalesce(jsonb_object_agg(c.phase, c.orders), ''{}'') from (select s.phase, count(*) as orders %s group by s.phase) c', v_orders)
    into v_counts using phase, v_patterns;
  end if;
  return jsonb_build_object('rows', v_rows, 'counts', v_counts);
end;
$$;

create function public.my_orders(phase text default null, term text default '', after uuid default null, page_size int default 20, sort text default 'newest')
returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.my_orders(phase, term, after, page_size, sort)
$$;
comment on function public.my_orders is
  'A page of the caller''s orders, by `sort` (newest, oldest, or highest price first): its rows, and on the first page how many orders each phase has (counts). `term` is part of the '
  'number, the title or the name of the other side; `after` is the last id of the page before. A creator has the orders that were paid.';
grant execute on function private.my_orders, public.my_orders to authenticated;
