-- cast: brand brand, other brand brand, kol kol, other kol kol
create temporary table o (name text, id uuid);
insert into o values
  ('runs', tests.make_order(tests.id('brand'), tests.id('kol'), 'funded')),
  ('of other brand', tests.make_order(tests.id('other brand'), tests.id('kol'), 'in_progress')),
  ('of other kol', tests.make_order(tests.id('brand'), tests.id('other kol'), 'funded')),
  ('of others', tests.make_order(tests.id('other brand'), tests.id('other kol'), 'funded')),
  ('without a clock', tests.make_order(tests.id('brand'), tests.id('kol'), 'declined')),
  ('over', tests.make_order(tests.id('brand'), tests.id('kol'), 'completed'));
create function pg_temp.locked(names text[]) returns text[] language sql as $$
  select array_agg(o.name order by o.name)
  from unnest(tests.locked_rows(format('select private.lock_orders_of(%L)', array(select tests.id(name) from unnest(names) as name)), 'public.pack_orders')) as l (id)
  join o on o.id::text = l.id $$;
select is(pg_temp.locked('{kol}'), array['of other brand', 'runs'], 'suspending a creator locks their orders with a clock');
select is(pg_temp.locked('{brand}'), array['of other kol', 'runs'], 'suspending a brand locks its orders with a clock');
select is(pg_temp.locked('{kol,other brand}'), array['of other brand', 'of others', 'runs'], 'suspending several members locks the orders of all of them');
