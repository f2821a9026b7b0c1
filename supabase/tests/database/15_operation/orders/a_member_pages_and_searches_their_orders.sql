-- cast: ann kol, bob brand, eve brand
update public.profiles set display_name = 'Ánn Çelik' where id = tests.id('ann');
select tests.make_order(tests.id('bob'), tests.id('ann'), s) from unnest('{expired,pending_payment,funded,completed,cancelled}'::text[]) as s;
select tests.make_order(tests.id('eve'), tests.id('ann'));
create temporary table numbers as select o.number, o.id, o.created_at from public.pack_orders o where o.id = tests.order_id();

create function pg_temp.found(phase text, term text) returns bigint language sql as $$
  select count(*) from jsonb_array_elements(public.my_orders(phase, term) -> 'rows')
$$;
create function pg_temp.pages(size int) returns text language plpgsql as $$
declare
  v_ids text := '';
  v_page jsonb;
  v_after uuid;
begin
  loop
    v_page := public.my_orders(after => v_after, page_size => size) -> 'rows';
    exit when v_page = '[]';
    v_ids := v_ids || (select string_agg(r ->> 'id', ' ' order by place) || ' ' from jsonb_array_elements(v_page) with ordinality as x (r, place));
    v_after := (v_page -> -1 ->> 'id')::uuid;
  end loop;
  return v_ids;
end;
$$;

select tests.act_as(tests.id('bob'));
select is(public.my_orders() -> 'counts', '{"open": 2, "completed": 1, "closed": 2}', 'a brand counts its orders by phase');
select is(pg_temp.pages(2), (select string_agg(id::text, ' ' order by created_at desc, id desc) || ' ' from public.pack_orders),
  'pages of any size hold each order once, the newest first');
select is(public.my_orders(after => (select id from public.pack_orders limit 1)) -> 'counts', 'null', 'later pages of orders have no counts');
select is(pg_temp.found('completed', ''), 1::bigint, 'a tab lists the orders of its phase');
select is(pg_temp.found(null, 'ÇELIK'), 5::bigint, 'orders are found by the name of the other side');
select is(pg_temp.found('open', 'thread'), 2::bigint, 'orders of a tab are found by their title');
select is(public.my_orders(term => (select lower(number) from public.pack_orders where status = 'completed')) -> 'counts', '{"completed": 1}',
  'an order is found by its number in any case, and the tabs count what is found');
select is(pg_temp.found(null, (select number from numbers)), 0::bigint, 'orders of others are not found');
select tests.gets('ann', $$ select public.my_orders() -> 'counts' $$, '{"open": 2, "closed": 1, "completed": 1}', 'a creator has the orders that were paid');
