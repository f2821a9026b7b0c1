-- cast: ann kol, bob brand
select plan(12);
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
