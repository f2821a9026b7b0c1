-- cast: bob brand, ann kol, cid kol, sam staff
create temporary table made as select tests.make_order(tests.id('bob'), tests.id('ann'), 'disputed') as id;
grant select on made to authenticated;

create function pg_temp.page() returns jsonb language sql as $$ select public.order_page(m.id) from made m $$;

select tests.act_as(tests.id('ann'));
select is(pg_temp.page() -> 'order', (select to_jsonb(o) from public.pack_orders o), 'the page of an order has the whole order');
select is(public.order_page(number => (select o.number from public.pack_orders o)), pg_temp.page(), 'the page of an order is found by its number');
select is(pg_temp.page() -> part, wanted, format('the page has the %s that the reader may read', part))
from (
  select 'events', (select jsonb_agg(to_jsonb(e) order by e.id) from public.order_events e)
  union all select 'actions', (select jsonb_agg(to_jsonb(a)) from made m, public.order_actions(m.id) a)
  union all select 'money', (select to_jsonb(p) from made m, public.settlement_preview(m.id) p)
  union all select 'silence', coalesce((select to_jsonb(public.share_by_deadline(m.id)) from made m), 'null')
  union all select 'sides', (select jsonb_agg(to_jsonb(s)) from made m, public.order_sides(m.id) s)
  union all select 'statements', coalesce((select jsonb_agg(to_jsonb(t)) from public.dispute_statements t), '[]')
) as p (part, wanted);
select is(pg_temp.page() -> 'other' ->> 'display_name', 'Bob', 'a creator reads the profile of the brand');
select tests.gets('bob', $$ select pg_temp.page() -> 'other' ->> 'display_name' $$, 'Ann', 'a brand reads the profile of the creator');
select tests.gets('cid', 'select pg_temp.page()', null, 'nobody else can read the page of the order');
select tests.act_as(tests.id('sam'));
select is(pg_temp.page(), null, 'staff have no page of an order before they open it');
select public.read_dispute(m.id) from made m;
select is(array[pg_temp.page() -> 'other' ->> 'display_name', jsonb_array_length(pg_temp.page() -> 'labels')::text], array['Ann', '2'], 'staff who opened the order read the profiles of both sides');

select tests.act_as_owner();
select tests.make_order(tests.id('bob'), tests.id('ann'), 'declined', 20000);
create temporary table tipped as select tests.make_order(tests.id('bob'), tests.id('ann'), 'completed', 10000) as id;
grant select on tipped to authenticated;
select tests.by('bob', $$ select public.tip_order(t.id, amount, '', gen_random_uuid()) from tipped t, unnest(array[500, 700]) amount $$);
select tests.gets('bob', $$ select public.order_page(t.id) -> 'tips' from tipped t $$, '1200', 'the page of an order has the sum of the tips');
select tests.by('sam', $$ select public.read_order(t.id, 'They wrote to us.') from tipped t $$);
select tests.gets('sam', $$ select public.order_page(t.id) -> 'tips' from tipped t $$, '1200', 'staff who opened the order read the sum of the tips');

create temporary table revised as select tests.make_order(tests.id('bob'), tests.id('ann'), 'in_revision', 10000) as id;
grant select on revised to authenticated;
select tests.gets('bob', $$ select public.order_page(r.id) -> 'silence' from revised r $$, '5000', 'the page of a revision has the creator''s share if nobody acts');
