-- cast: bob brand, rival brand, ann kol
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
select set_config('tests.brands', public.get_or_create_conversation(tests.id('rival'))::text, true);
create function pg_temp.offer(conversation text default 'tests.conversation') returns public.offers language sql as $$
  select public.make_offer(current_setting(conversation)::uuid, ' Two threads ', 'Before the launch.', 20000, 'USD', 5, 1, gen_random_uuid())
$$;

select results_eq('select o.author_id, o.brand_id, o.kol_id, o.status, o.title from pg_temp.offer() as o',
  $$ values (tests.id('bob'), tests.id('bob'), tests.id('ann'), 'sent', 'Two threads') $$, 'a brand makes an offer');
select is((select expires_at - created_at from public.offers), interval '7 days', 'an offer lasts as long as the setting');
select tests.act_as(tests.id('ann'));
select results_eq('select o.author_id, o.brand_id, o.kol_id from pg_temp.offer() as o',
  $$ values (tests.id('ann'), tests.id('bob'), tests.id('ann')) $$, 'a creator makes an offer');
select set_eq('select sender_id, receiver_id, content, offer_id from public.messages',
  'select author_id, case author_id when brand_id then kol_id else brand_id end, title, id from public.offers',
  'each offer is a message of the conversation');
select is((select count(*) from public.notifications where event = 'offer_received' and user_id = tests.user_id(tests.id('ann'))), 1::bigint,
  'the other side is notified of an offer once');
select is((select data ->> 'other_id' from public.notifications where event = 'offer_received'), tests.id('bob')::text, 'the notice of an offer names its author');
select is_empty($$ select from public.order_events $$, 'an offer is no order');

select tests.refused('rival', 'select pg_temp.offer()', 'PT403', 'not_allowed', 'a stranger cannot make an offer in the conversation');
select tests.refused('rival', $$ select pg_temp.offer('tests.brands') $$, 'PT403', 'not_allowed', 'two brands cannot make each other offers');
update private.settings set value = 1 where key = 'offers_per_hour';
select tests.refused('bob', 'select pg_temp.offer()', 'PT429', 'rate_limited', 'a member makes no offer beyond the limit');
select tests.lift_limits();
select tests.by('ann', $$ select public.block_member(tests.id('bob')) $$);
select tests.refused('bob', 'select pg_temp.offer()', 'PT403', 'blocked', 'a blocked member cannot make an offer');
select tests.refused('ann', 'select pg_temp.offer()', 'PT403', 'blocked', 'a member who blocks the other cannot make an offer');
select tests.by('ann', $$ select public.unblock_member(tests.id('bob')) $$);
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.refused('ann', 'select pg_temp.offer()', 'PT403', 'cannot_transact', 'a suspended member cannot make an offer');
select tests.refused('bob', 'select pg_temp.offer()', 'PT409', 'member_not_available', 'a suspended member receives no offer');
select is((select count(*) from public.offers), 2::bigint, 'a refused offer leaves no offer');
select is((select count(*) from public.messages), 2::bigint, 'a refused offer leaves no message');
