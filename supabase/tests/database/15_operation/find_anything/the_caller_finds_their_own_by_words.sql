-- cast: ann kol, bob brand, eve brand, sam staff
update public.profiles set display_name = 'Ánn Çelik', bio = 'Threads about rollups' where id = tests.id('ann');
update public.profiles set display_name = 'Bob & Söhne' where id = tests.id('bob');
select tests.make_order(tests.id('bob'), tests.id('ann'));
insert into public.campaigns (brand_id, title, body, budget_minor, currency, deadline)
  values (tests.id('bob'), 'Testnet launch', 'Tell them', 10000, 'USD', now() + interval '9 days');
select tests.act_as(tests.id('bob'));
select public.get_or_create_conversation(tests.id('ann'));
insert into public.messages (conversation_id, content)
  select id, 'The invoice for Friday is 50%_done' from public.conversations;

create function pg_temp.found(query text, kind text) returns text[] language sql as $$
  select array_agg(f.title order by f.title) from public.find_anything(query) f where f.kind = found.kind
$$;
select is(pg_temp.found('celik', 'creator'), null, 'a search compares letters with their accents');
select is(pg_temp.found('ÁNN çelik', 'creator'), '{Ánn Çelik}', 'a creator is found by name in any case');
select is(pg_temp.found('rollups', 'creator'), '{Ánn Çelik}', 'a creator is found by the text of the profile');
select is(pg_temp.found('çelik', 'conversation'), '{Ánn Çelik}', 'a conversation is found by the name of the other side');
select is(pg_temp.found('friday invoice', 'message'), '{Ánn Çelik}', 'a message is found by its text, in any order');
select matches((select detail from public.find_anything('invoice')), '^The invoice for Friday', 'a found message shows the text around the match');
select is(pg_temp.found('0%_d', 'message'), '{Ánn Çelik}', 'a percent sign and an underscore are found as themselves');
select is(pg_temp.found('0%d', 'message'), null, 'a percent sign stands for no other text');
select isnt(pg_temp.found((select number from public.pack_orders), 'order'), null, 'an order is found by its number');
select isnt(pg_temp.found((select substr(lower(number), 3) from public.pack_orders), 'order'), null, 'an order is found by its number without the letter');
select isnt(pg_temp.found('çelik', 'order'), null, 'an order is found by the name of the other side');
select is(pg_temp.found('launch', 'campaign'), '{"Testnet launch"}', 'a campaign is found by its title');
select tests.gets('eve', $$ select count(*) from (select * from public.find_anything('invoice') union all select * from public.find_anything('launch')) as q $$, '0',
  'a stranger finds no messages or campaigns of others');
select tests.gets('eve', $$ select count(*) from public.find_anything('celik') where kind <> 'creator' $$, '0', 'a stranger finds no conversation of others');
select tests.gets('sam', $$ select count(*) from public.find_anything('invoice') $$, '0', 'staff find no messages of members');
select tests.make_order(tests.id('eve'), tests.id('ann'), 'pending_payment');
select tests.gets('eve', $$ select (pg_temp.found('çelik', 'order')) is not null $$, 'true', 'a brand finds an order that it has not paid');
select tests.gets('ann', $$ select count(*)::int from public.find_anything('thread') f where f.kind = 'order' $$, '1', 'the creator of an unpaid order does not find it');
