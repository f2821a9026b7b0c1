-- cast: ann kol, bob brand, eve brand
update public.profiles set display_name = 'Ánn Çelik' where id = tests.id('ann');
select tests.make_order(tests.id('bob'), tests.id('ann'), s) from unnest('{expired,pending_payment,funded,completed,cancelled}'::text[]) as s;
select tests.make_order(tests.id('eve'), tests.id('ann'));
create temporary table numbers as select o.number, o.id, o.created_at from public.pack_orders o where o.id = tests.order_id();

-- 200 USDC are less than 300 USD, and have more digits.
select tests.make_order(tests.id('bob'), tests.id('ann'), 'completed', 30000), tests.make_order(tests.id('bob'), tests.id('ann'), 'completed', pack => tests.make_pack(tests.id('ann'), 200000000, 'USDC'));
create temporary table dear as select id, price_minor / case currency when 'USDC' then 1e6 else 100 end as units from public.pack_orders;
grant select on dear to authenticated;

create function pg_temp.found(phase text, term text) returns bigint language sql as $$
  select count(*) from jsonb_array_elements(public.my_orders(phase, term) -> 'rows')
$$;
create function pg_temp.pages(size int, sort text default 'newest') returns text language plpgsql as $$
declare
  v_ids text := '';
  v_page jsonb;
  v_after uuid;
begin
  loop
    v_page := public.my_orders(after => v_after, page_size => size, sort => pages.sort) -> 'rows';
    exit when v_page = '[]';
    v_ids := v_ids || (select string_agg(r ->> 'id', ' ' order by place) || ' ' from jsonb_array_elements(v_page) with ordinality as x (r, place));
    v_after := (v_page -> -1 ->> 'id')::uuid;
  end loop;
  return v_ids;
end;
$$;

select tests.act_as(tests.id('bob'));
select is(public.my_orders() -> 'counts', '{"open": 2, "completed": 3, "closed": 2}', 'a brand counts its orders by phase');
select is(pg_temp.pages(2), (select string_agg(id::text, ' ' order by created_at desc, id desc) || ' ' from public.pack_orders),
  'pages of any size hold each order once, the newest first');
select is(pg_temp.pages(2, 'oldest'), (select string_agg(id::text, ' ' order by created_at, id) || ' ' from public.pack_orders), 'the oldest orders come first on request');
select is(pg_temp.pages(2, 'highest'), (select string_agg(id::text, ' ' order by units desc, id desc) || ' ' from dear join public.pack_orders o using (id)),
  'the highest prices come first on request, in whole units of their currencies');
select throws_ok($$ select public.my_orders(sort => 'o.id') $$, 'PT422', 'invalid_body', 'an unknown sort of the list is refused');
select is(public.my_orders(after => (select id from public.pack_orders limit 1)) -> 'counts', 'null', 'later pages of orders have no counts');
select is(pg_temp.found('completed', ''), 3::bigint, 'a tab lists the orders of its phase');
select is(pg_temp.found(null, 'ÇELIK'), 7::bigint, 'orders are found by the name of the other side');
select is(pg_temp.found('open', 'thread'), 2::bigint, 'orders of a tab are found by their title');
select is(public.my_orders(term => (select lower(number) from public.pack_orders where status = 'completed' limit 1)) -> 'counts', '{"completed": 1}',
  'an order is found by its number in any case, and the tabs count what is found');
select is(pg_temp.found(null, (select number from numbers)), 0::bigint, 'orders of others are not found');
select tests.gets('ann', $$ select public.my_orders() -> 'counts' $$, '{"open": 2, "closed": 1, "completed": 3}', 'a creator has the orders that were paid');
