-- cast: bob brand, ann kol, ben kol, cyd kol, dan kol
update public.profiles set display_name = 'Studio ' || display_name where role = 'kol';
select tests.make_member('eve', 'brand');
select tests.lift_limits();
create temporary table known as
select n, tests.id(name) as id, name from unnest(array['ann', 'ben', 'cyd', 'dan']) with ordinality as k (name, n);
-- Makes a paid order of bob with each creator, the newest one with dan. Eve also has an order.
create temporary table o as select n, name, tests.put_order(tests.id('bob'), id) as id from known;
alter table public.pack_orders disable trigger user;
update public.pack_orders p set created_at = now() - (5 - o.n) * interval '1 hour' from o where o.id = p.id;
-- The title of the newest order contains the number of the oldest one.
update public.pack_orders p set pack_title = (select x.number from public.pack_orders x join o oldest on oldest.id = x.id and oldest.n = 1)
from o where o.id = p.id and o.n = 4;
alter table public.pack_orders enable trigger user;
select tests.put_order(tests.id('eve'), tests.id('ann'));
insert into private.order_funding (order_id, amount_minor) select id, 1 from public.pack_orders;
-- Makes a conversation with each creator; cyd's has no messages. The second message of each is newer.
insert into public.conversations (member_a, member_b, opened_by)
select least(tests.id('bob'), k.id), greatest(tests.id('bob'), k.id), tests.id('bob') from known k;
insert into public.messages (conversation_id, sender_id, receiver_id, content, created_at)
select c.id, side.sender, side.receiver, 'hello ' || side.word || ' ' || k.name, now() - (5 - k.n) * interval '1 hour' + side.later
from known k join public.conversations c on k.id in (c.member_a, c.member_b),
  lateral (values (tests.id('bob'), k.id, 'to', interval '0'), (k.id, tests.id('bob'), 'from', interval '1 minute')) as side (sender, receiver, word, later)
where k.name <> 'cyd';
insert into public.conversations (member_a, member_b, opened_by)
select least(tests.id('eve'), tests.id('ann')), greatest(tests.id('eve'), tests.id('ann')), tests.id('eve');
insert into public.messages (conversation_id, sender_id, receiver_id, content)
select c.id, tests.id('eve'), tests.id('ann'), 'hello from eve' from public.conversations c where c.opened_by = tests.id('eve');
insert into public.campaigns (brand_id, title, body, budget_minor, currency, deadline, created_at)
select tests.id('bob'), 'Launch ' || n, 'Tell them', 10000, 'USD', now() + interval '9 days', now() - (5 - n) * interval '1 hour' from generate_series(1, 4) n;

create function pg_temp.found(query text, kind text, most int) returns text language sql as $$
  select string_agg(coalesce(f.detail, f.title), ', ' order by f.ordinality) from public.find_anything(query, most) with ordinality as f where f.kind = found.kind
$$;
create function pg_temp.orders(query text, most int) returns text language sql as $$
  select string_agg(o.name, ', ' order by f.ordinality) from public.find_anything(query, most) with ordinality as f join o using (id)
$$;
select tests.act_as(tests.id('bob'));
select is(pg_temp.orders('studio', 20), 'dan, cyd, ben, ann', 'the newest orders are found first');
select is(pg_temp.orders('studio', 2), 'dan, cyd', 'a short search finds the newest orders');
select is(pg_temp.orders((select p.number from public.pack_orders p join o using (id) where o.name = 'ann'), 20), 'ann, dan', 'an order whose number is searched for is found before all others');
select is(pg_temp.found('studio', 'conversation', 20), 'Studio Dan, Studio Ben, Studio Ann', 'the newest conversations are found first, without empty ones');
select is(pg_temp.found('studio', 'conversation', 2), 'Studio Dan, Studio Ben', 'a short search finds the newest conversations');
select is(pg_temp.found('bob', 'conversation', 20), null, 'a member finds no conversation by their own name');
select is(pg_temp.found('hello', 'message', 20),
  'hello from dan, hello to dan, hello from ben, hello to ben, hello from ann, hello to ann', 'the newest messages are found first, sent and received');
select is(pg_temp.found('hello', 'message', 3), 'hello from dan, hello to dan, hello from ben', 'a short search finds the newest messages');
select is(pg_temp.found('launch', 'campaign', 2), 'Launch 4, Launch 3', 'a short search finds the newest campaigns');
-- A creator finds the same, no matter which of the two ids is smaller.
select tests.act_as(tests.id('ann'));
select is((select count(*) from public.find_anything('one thread') where kind = 'order'), 2::bigint, 'a creator finds orders of every brand');
select is(pg_temp.found('ann', 'conversation', 20), null, 'a creator finds no conversation by their own name');
select is((select string_agg(title, ', ' order by title) from public.find_anything('b') where kind = 'conversation'), null, 'a single letter finds no conversation');
select is(pg_temp.found('bob', 'conversation', 20), 'Bob', 'a creator finds a conversation by the name of the brand');
select is((select string_agg(other_name, ', ' order by ordinality) from public.find_anything('hello', 20) with ordinality where kind = 'message'),
  'Eve, Bob, Bob', 'a found message names the other side');
select is((select string_agg(distinct other_name, ', ') from public.find_anything('one thread', 20) where kind = 'order'), 'Bob, Eve', 'a found order names the other side');
