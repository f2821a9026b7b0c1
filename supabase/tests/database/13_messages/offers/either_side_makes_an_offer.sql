-- cast: bob brand, rival brand, ann kol
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
select set_config('tests.brands', public.get_or_create_conversation(tests.id('rival'))::text, true);
create function pg_temp.offer(conversation text default 'tests.conversation') returns public.offers language sql as $$
  select public.make_offer(current_setting(conversation)::uuid, ' Two threads ', 'Before the launch.', 20000, 'USD', 5, 1, gen_random_uuid())
$$;
grant execute on function pg_temp.offer to authenticated;

select results_eq('select o.author_id, o.brand_id, o.kol_id, o.status, o.title from pg_temp.offer() as o',
  $$ values (tests.id('bob'), tests.id('bob'), tests.id('ann'), 'sent', 'Two threads') $$, 'the brand offers');
select is((select expires_at - created_at from public.offers), interval '7 days', 'for as long as the setting says');
select tests.act_as(tests.id('ann'));
select results_eq('select o.author_id, o.brand_id, o.kol_id from pg_temp.offer() as o',
  $$ values (tests.id('ann'), tests.id('bob'), tests.id('ann')) $$, 'and so does the creator');
select set_eq('select sender_id, receiver_id, content, offer_id from public.messages',
  'select author_id, case author_id when brand_id then kol_id else brand_id end, title, id from public.offers',
  'each is a message of the conversation');
select is((select count(*) from public.notifications where event = 'offer_received' and user_id = tests.user_id(tests.id('ann'))), 1::bigint,
  'the other side is notified, once');
select is((select data ->> 'other_id' from public.notifications where event = 'offer_received'), tests.id('bob')::text, 'with the one who wrote');
select is_empty($$ select from public.order_events $$, 'an offer is no order');

select tests.act_as(tests.id('rival'));
select throws_ok('select pg_temp.offer()', 'PT403', 'not_allowed', 'nobody else writes into the conversation');
select throws_ok($$ select pg_temp.offer('tests.brands') $$, 'PT403', 'not_allowed', 'two brands offer each other nothing');
select is_empty('select from public.offers', 'nobody else reads offers');
select throws_ok($$ insert into public.messages (conversation_id, content, offer_id)
  values (current_setting('tests.brands')::uuid, 'Take this', gen_random_uuid()) $$, '42501', null, 'no message names an offer by itself');
select throws_ok($$ update public.offers set price_minor = 1 $$, '42501', null, 'clients write no offers');
select tests.act_as_owner();
update private.settings set value = 1 where key = 'offers_per_hour';
select tests.act_as(tests.id('bob'));
select throws_ok('select pg_temp.offer()', 'PT429', 'rate_limited', 'offers have a limit');
select tests.act_as_owner();
select tests.lift_limits();
select tests.act_as(tests.id('ann'));
select public.block_member(tests.id('bob'));
select tests.act_as(tests.id('bob'));
select throws_ok('select pg_temp.offer()', 'PT403', 'blocked', 'not to a member who has blocked');
select tests.act_as(tests.id('ann'));
select throws_ok('select pg_temp.offer()', 'PT403', 'blocked', 'nor from one');
select public.unblock_member(tests.id('bob'));
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.act_as(tests.id('ann'));
select throws_ok('select pg_temp.offer()', 'PT403', 'cannot_transact', 'a suspended member offers nothing');
select tests.act_as(tests.id('bob'));
select throws_ok('select pg_temp.offer()', 'PT409', 'member_not_available', 'and is offered nothing');
select tests.act_as_owner();
select is((select count(*) from public.offers), 2::bigint, 'a refused offer leaves nothing');
select is((select count(*) from public.messages), 2::bigint, 'and no message');
