-- cast: ann kol, bob brand
select plan(16);
create temporary table hidden (what text, character text);
insert into hidden values ('zero width', U&'\200B'), ('right to left', U&'\202E'), ('isolate', U&'\2066'),
  ('filler', U&'\3164'), ('braille blank', U&'\2800');
grant select on hidden to authenticated;
select tests.act_as(tests.id('ann'));
select throws_ok(format($$ insert into public.packs (kol_id, title, price_minor, delivery_days)
  values (tests.id('ann'), %L, 10000, 3) $$, 'One' || character || 'thread'),
  '23514', 'new row for relation "packs" violates check constraint "packs_title_visible"', 'pack: ' || what) from hidden;
select lives_ok($$ insert into public.packs (kol_id, title, price_minor, delivery_days)
  values (tests.id('ann'), U&'A thread \2764\FE0F', 10000, 3) $$, 'an emoji is seen');
select tests.act_as(tests.id('bob'));
select throws_ok(format($$ insert into public.campaigns (title, body, budget_minor, deadline)
  values (%L, 'A brief.', 90000, now() + interval '3 days') $$, 'A quiet' || character || 'launch'),
  '23514', 'new row for relation "campaigns" violates check constraint "campaigns_title_visible"', 'campaign: ' || what) from hidden;
select throws_ok(format($$ insert into public.saved_searches (name) values (%L) $$, 'Mine' || character),
  '23514', 'new row for relation "saved_searches" violates check constraint "saved_searches_name_visible"', 'search: ' || what) from hidden;
