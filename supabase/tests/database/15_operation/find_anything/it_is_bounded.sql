-- cast: ann kol, bob brand, sam staff
select tests.make_order(tests.id('bob'), tests.id('ann'));
insert into public.campaigns (brand_id, title, body, budget_minor, currency, deadline)
  select tests.id('bob'), 'Launch ' || n, 'Tell them', 10000, 'USD', now() + interval '9 days' from generate_series(1, 25) n;
select tests.lift_limits();
update private.settings set value = 100 where key = 'messages_searched';
select tests.act_as(tests.id('bob'));
select public.get_or_create_conversation(tests.id('ann'));
insert into public.messages (conversation_id, content)
  select c.id, case n when 1 then 'the oldest' else 'later' end from public.conversations c, generate_series(1, 101) n order by n;
select is((select count(*) from public.find_anything('launch')), 5::bigint, 'five of each kind');
select is((select count(*) from public.find_anything('launch', null)), 5::bigint, 'also when none is asked for');
select is((select count(*) from public.find_anything('launch', 1000)), 20::bigint, 'at most twenty');
select is((select count(*) from public.find_anything('launch', 0)), 1::bigint, 'at least one');
select is_empty($$ select * from public.find_anything('l') $$, 'a single letter finds nothing');
select is_empty($$ select * from public.find_anything('oldest') $$, 'only so many messages are read');
select throws_ok(format('select * from public.find_anything(%L)', repeat('x', 101)), 'PT422', 'filter_term_too_long', 'a long query is refused');
select tests.act_as(tests.id('ann'));
select is_empty($$ select * from public.find_anything('oldest') $$, 'nor by the receiver');
select bag_eq($$ select action, kind from public.find_anything() $$,
  $$ select action, 'action' from public.order_actions(tests.order_id()) where allowed $$,
  'without a query: what the caller can do with open orders');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.act_as(tests.id('ann'));
select throws_ok(format('select * from public.find_anything(%L)', repeat('x', 101)), 'PT422', 'filter_term_too_long', 'also for those who find no creators');
select lives_ok(format('select * from public.find_anything(%L)', repeat('x', 100)), 'a hundred characters are not too long');
select tests.act_as_owner();
create temporary table found as select number from public.pack_orders;
grant select on found to authenticated;
select tests.act_as(tests.id('sam'), 'aal1');
select is_empty(format('select * from public.find_anything(%L)', (select number from found)), 'nobody else finds the order of others by its number');
select tests.act_as(tests.id('sam'));
select isnt_empty(format('select * from public.find_anything(%L)', lower((select number from found))), 'staff find any order by its number');
select isnt_empty(format('select * from public.find_anything(%L)', lower(substr((select number from found), 3))), 'also without its letter');
select is_empty(format('select * from public.find_anything(%L)', substr((select number from found), 4)), 'but not by a part of it');
