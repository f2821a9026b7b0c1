-- cast: ann kol, bob brand
select plan(18);
create temporary table addresses (address text);
insert into addresses values ('https://evil.example/login'), ('www.evil'), ('ann@evil.example');
grant select on addresses to authenticated;
select tests.act_as(tests.id('ann'));
select throws_ok(format($$ insert into public.packs (kol_id, title, price_minor, delivery_days)
  values (tests.id('ann'), %L, 10000, 3) $$, 'Confirm at ' || address),
  '23514', 'new row for relation "packs" violates check constraint "packs_title_without_address"', 'a pack is not titled with ' || address) from addresses;
select throws_ok(format($$ select public.make_offer(other_id => tests.id('bob'), title => %L, scope => 'x', price_minor => 10000,
  currency => 'USD', delivery_days => 3, revisions => 1, expires_at => now() + interval '1 day', idempotency_key => gen_random_uuid()) $$, 'Confirm at ' || address),
  null, null, 'an offer is not titled with ' || address) from addresses;
select throws_ok(format($$ update public.profiles set expertise = array[%L] where id = tests.id('ann') $$, 'De' || character || 'Fi'),
  '23514', 'new row for relation "profiles" violates check constraint "profiles_expertise_short"', 'expertise has no hidden character')
  from (values (U&'\202E'), (U&'\200B'), (E'\n')) as hidden (character);
select tests.act_as(tests.id('bob'));
select throws_ok(format($$ insert into public.campaigns (title, body, budget_minor, deadline)
  values (%L, 'A brief.', 90000, now() + interval '3 days') $$, 'Confirm at ' || address),
  '23514', 'new row for relation "campaigns" violates check constraint "campaigns_title_without_address"', 'a campaign is not titled with ' || address) from addresses;
select tests.act_as_owner();
select tests.make_member('eve', 'kol');
select throws_ok(format('update public.profiles set expertise = array[%L] where id = %L', line, tests.id('eve')), '23514', null,
  'expertise holds no address: ' || line)
from unnest(array['pay me https://x.io', 'www.evil.example', 'me@evil.example', 'evil.example/login']) as line;
select lives_ok(format('update public.profiles set expertise = array[%L] where id = %L', 'Node.js', tests.id('eve')), 'expertise may name a technology');
select throws_ok(format('insert into public.packs (kol_id, title, price_minor, currency, delivery_days, revisions, deliverables) values (%L, %L, 1000, %L, 3, 1, array[%L])',
  tests.id('eve'), 'One thread', 'USD', 'Payout held: evil.example/login'), '23514', null, 'deliverables hold no address');
