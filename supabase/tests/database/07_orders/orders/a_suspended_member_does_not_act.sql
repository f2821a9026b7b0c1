-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
update public.profiles set suspended_at = now() where id = tests.id('kol');
select tests.act_as(tests.id('kol'));
select throws_ok('select public.accept_order(tests.order_id())', 'PT403', 'not_allowed', 'not on orders of before either');
