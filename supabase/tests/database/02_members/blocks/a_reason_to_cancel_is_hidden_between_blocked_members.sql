select tests.make_member(name, role) from (values ('brand', 'brand'), ('kol', 'kol'), ('other brand', 'brand'), ('other kol', 'kol')) as m (name, role);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select tests.by('kol', $$ select public.block_member(tests.id('brand')) $$);
create function pg_temp.cancel(brand text) returns text language sql as $$
  select tests.by(brand, $q$ select public.cancel_order(tests.order_id(), 'Off.') $q$);
  select note from public.order_events where order_id = tests.order_id() and to_status = 'cancelled'
$$;
select is(pg_temp.cancel('brand'), null, 'the reason that a blocked brand gives to cancel is not shown');
select tests.make_order(tests.id('other brand'), tests.id('other kol'), 'funded');
select is(pg_temp.cancel('other brand'), 'Off.', 'the reason that another brand gives to cancel is shown');
