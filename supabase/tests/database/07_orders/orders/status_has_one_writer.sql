-- Judges private.move_order.
-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select is(current_setting('kolpact.order_move', true), '', 'the mark of the last move is gone');
select throws_ok($$ update public.pack_orders set status = 'completed' $$, 'PT403', 'status_only_by_move',
  'the owner of the table does not write status');
select throws_ok($$ insert into public.pack_orders (brand_id, kol_id, pack_title, price_minor, fee_minor, currency, delivery_days,
    revisions_allowed, idempotency_key, status)
  select brand_id, kol_id, 'x', 1, 0, 'USD', 1, 1, gen_random_uuid(), 'completed' from public.pack_orders $$,
  'PT403', 'status_only_by_move', 'nor begins an order half-way');
select throws_ok('delete from public.pack_orders', 'PT403', 'append_only', 'nor removes one');
set local kolpact.order_move = 'on';
select throws_ok($$ update public.pack_orders set status = 'completed' $$, 'PT403', 'status_only_by_move',
  'the flag of one move opens no other');
select tests.act_as_service();
select throws_ok($$ update public.pack_orders set status = 'completed' $$, '42501', null, 'the service role has no grant');
select tests.act_as(tests.id('brand'));
select throws_ok($$ update public.pack_orders set status = 'completed' $$, '42501', null, 'nor has the brand');
select throws_ok($$ update public.pack_orders set due_at = now() $$, '42501', null, 'for anything of it');
select throws_ok($$ delete from public.pack_orders $$, '42501', null, 'nor to delete');
select throws_ok($$ insert into public.pack_orders (brief) values ('x') $$, '42501', null, 'nor to insert');
select tests.act_as_owner();
select tests.act_as(tests.make_staff('stella'));
select throws_ok($$ update public.pack_orders set status = 'completed' $$, '42501', null, 'nor have staff');
