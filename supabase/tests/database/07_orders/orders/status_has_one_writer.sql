-- Tests private.move_order.
-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select is(current_setting('kolpact.order_move', true), '', 'a move removes its mark when it is done');
create function pg_temp.try(command text, mark text) returns void language plpgsql as $$
begin
  perform set_config('kolpact.order_move', mark, true);
  execute command;
end;
$$;
select throws_ok(format('select pg_temp.try(%L, %L)', command, mark), 'PT403', token, description) from (values
  ($$ update public.pack_orders set status = 'completed' $$, '', 'status_only_by_move', 'the owner of the database cannot write the status of an order'),
  ($$ update public.pack_orders set status = 'completed' $$, 'on', 'status_only_by_move', 'the mark of one move permits no other move'),
  ($$ insert into public.pack_orders (brand_id, kol_id, pack_title, price_minor, fee_minor, currency, delivery_days, revisions_allowed, idempotency_key, status)
    select brand_id, kol_id, 'x', 1, 0, 'USD', 1, 1, gen_random_uuid(), 'completed' from public.pack_orders $$, '', 'status_only_by_move',
    'an order cannot begin with a later status'),
  ('delete from public.pack_orders', '', 'append_only', 'an order cannot be deleted')) as wrong (command, mark, token, description);
