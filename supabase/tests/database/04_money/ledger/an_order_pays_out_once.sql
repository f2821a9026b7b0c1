-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select throws_ok($$ select private.post_transfer('completion',
  array[private.platform_account('cash', 'USD', tests.order_id()), private.platform_account('suspense', 'USD', tests.order_id())],
  array[-1, 1], tests.order_id()) $$, '23505', null, 'a second completion of one order cannot be written');
