-- cast: ann kol, bob brand, sam staff
select tests.make_order(tests.id('bob'), tests.id('ann'));
insert into public.campaigns (brand_id, title, body, budget_minor, currency, deadline)
  select tests.id('bob'), 'Launch ' || n, 'Tell them', 10000, 'USD', now() + interval '9 days' from generate_series(1, 25) n;
select tests.lift_limits();
update private.settings set value = 100 where key = 'messages_searched';
select tests.act_as(tests.id('bob'));
select public.get_or_create_conversation(tests.id('ann'));
insert into public.messages (conversation_id, content)
  select c.id, case n when 1 then 'the oldest' else 'later' end from public.conversations c, generate_series(1, 100) n order by n;
-- Begins another request, in which the count of read rows starts again.
select set_config('kolpact.rows', '', true);
insert into public.messages (conversation_id, content) select id, 'later' from public.conversations;
select is((select count(*) from public.find_anything('launch')), 5::bigint, 'a search finds five of each kind by default');
select is((select count(*) from public.find_anything('launch', null)), 5::bigint, 'a search without a number finds five of each kind');
select is((select count(*) from public.find_anything('launch', 1000)), 20::bigint, 'a search finds at most 20 of each kind');
select is((select count(*) from public.find_anything('launch', 0)), 1::bigint, 'a search finds at least one of each kind');
select is_empty($$ select * from public.find_anything('l') $$, 'a search for a single letter finds nothing');
select is_empty($$ select * from public.find_anything('oldest') $$, 'a search reads only the newest messages of the sender');
select throws_ok(format('select * from public.find_anything(%L)', repeat('x', 101)), 'PT422', 'filter_term_too_long', 'a search term of more than 100 characters is refused');
select tests.act_as(tests.id('ann'));
select is_empty($$ select * from public.find_anything('oldest') $$, 'a search reads only the newest messages of the receiver');
select bag_eq($$ select action, kind from public.find_anything() $$,
  $$ select action, 'action' from public.order_actions(tests.order_id()) where allowed $$,
  'a search without a term finds the actions of open orders');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.refused('ann', format('select * from public.find_anything(%L)', repeat('x', 101)), 'PT422', 'filter_term_too_long', 'a long search term of a suspended member is refused');
select tests.allowed('ann', format('select * from public.find_anything(%L)', repeat('x', 100)), 'a search term of 100 characters is accepted');
create temporary table found as select number from public.pack_orders;
select tests.act_as(tests.id('sam'), 'aal1');
select is_empty(format('select * from public.find_anything(%L)', (select number from found)), 'staff without the second factor find no order of others');
select tests.act_as(tests.id('sam'));
select isnt_empty(format('select * from public.find_anything(%L)', lower((select number from found))), 'staff find any order by its number');
select isnt_empty(format('select * from public.find_anything(%L)', lower(substr((select number from found), 3))), 'staff find an order by its number without the letter');
select is_empty(format('select * from public.find_anything(%L)', substr((select number from found), 4)), 'staff find no order by a part of its number');
select tests.gets('bob', format('select jsonb_array_length(public.my_orders(term => %L) -> ''rows'')', (select repeat(number || ' ', 30) || 'x' from found)), '1',
  'long words that are pasted into the search of orders find by their first 100 characters');
