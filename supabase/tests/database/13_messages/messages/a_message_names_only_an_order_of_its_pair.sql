-- cast: brand brand, other brand, kol kol
select set_config('tests.foreign', tests.make_order(tests.id('other'), tests.id('kol'), 'funded')::text, true);
select set_config('tests.own', tests.make_order(tests.id('brand'), tests.id('kol'), 'funded')::text, true);
select tests.act_as(tests.id('brand'));
select set_config('tests.talk', public.get_or_create_conversation(tests.id('kol'))::text, true);
create function pg_temp.write(order_id uuid) returns uuid language sql as $$
  insert into public.messages (conversation_id, content, order_id)
  values (current_setting('tests.talk')::uuid, 'About it.', write.order_id) returning order_id
$$;
select is(pg_temp.write(null), null, 'a message may name no order');
select is(pg_temp.write(current_setting('tests.own')::uuid), current_setting('tests.own')::uuid, 'a brand can name an order of the pair in a message');
select throws_ok($$ select pg_temp.write(current_setting('tests.foreign')::uuid) $$, 'PT422', 'message_order_unknown',
  'a message cannot name an order of somebody else');
select throws_ok($$ select pg_temp.write(gen_random_uuid()) $$, 'PT422', 'message_order_unknown', 'a message cannot name an unknown order');
select throws_ok($$ update public.messages set order_id = null $$, '42501', null, 'the order of a message cannot be removed');
select tests.act_as(tests.id('kol'));
select is(pg_temp.write(current_setting('tests.own')::uuid), current_setting('tests.own')::uuid, 'a creator can name an order of the pair in a message');
-- The creator has an order with the other brand, but it is not of this conversation.
select throws_ok($$ select pg_temp.write(current_setting('tests.foreign')::uuid) $$, 'PT422', 'message_order_unknown',
  'a creator cannot name an order with another brand');
