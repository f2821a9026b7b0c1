-- cast: ann kol, bob brand
create temporary table parts as select * from (values
  (U&'\200B', 'visible', 'a zero-width character'), (U&'\202E', 'visible', 'a right-to-left override'),
  (U&'\2066', 'visible', 'a direction isolate'), (U&'\3164', 'visible', 'a Hangul filler'), (U&'\2800', 'visible', 'a blank Braille pattern'),
  (repeat(U&'\0615', 8), 'visible', 'eight stacked Arabic marks'), (repeat(U&'\0F90', 8), 'visible', 'eight stacked Tibetan letters'),
  (' https://evil.example/login ', 'without_address', 'a link'), (' www.evil ', 'without_address', 'the name of a host'),
  (' ann@evil.example ', 'without_address', 'an e-mail address'), (' 192.0.2.1/login ', 'without_address', 'an IP address with a path')) as parts (part, rule, description);
select tests.make_offer(tests.id('ann'), tests.id('bob'));
select set_config('tests.conversation', id::text, true) from public.conversations;
select tests.act_as(tests.id('ann'));
select throws_ok(format('insert into public.packs (kol_id, title, price_minor, delivery_days) values (tests.id($$ann$$), %L, 10000, 3)', 'One' || part || 'thread'),
  '23514', format('new row for relation "packs" violates check constraint "packs_title_%s"', rule), format('a pack with %s in its title is refused', description))
from parts;
select throws_ok(format('select public.make_offer(current_setting(%L)::uuid, %L, %L, 10000, %L, 3, 1, gen_random_uuid())',
    'tests.conversation', 'One' || part || 'thread', 'Posts.', 'USD'),
  '23514', format('new row for relation "offers" violates check constraint "offers_title_%s"', rule), format('an offer with %s in its title is refused', description))
from parts;
select lives_ok($$ insert into public.packs (kol_id, title, price_minor, delivery_days)
  values (tests.id('ann'), U&'A thread \2764\FE0F', 10000, 3) $$, 'the title of a pack may contain an emoji');
select lives_ok(format('insert into public.packs (kol_id, title, price_minor, delivery_days) values (tests.id($$ann$$), %L, 10000, 3)', title),
  format('the title of a pack may hold the marks of %s', script))
from (values ('بِسْمِ ٱللَّٰهِ ٱلرَّحْمَٰنِ', 'Arabic'), ('हिन्दी में वीडियो', 'Devanagari'), ('བསྒྲུབས་པའི་', 'Tibetan'), ('ကြည့်ရှုပါ', 'Burmese')) as titles (title, script);
select throws_ok(format('insert into public.packs (kol_id, title, price_minor, delivery_days, deliverables) values (tests.id($$ann$$), $$One thread$$, 1000, 3, array[%L])',
  'Payout held: ' || address), '23514', null, format('a pack with %s in its deliverables is refused', address))
from unnest(array['evil.example/login', 'evil．example/login', '192.0.2.1/login']) as address;
select throws_ok(format('insert into public.packs (kol_id, title, price_minor, delivery_days) values (tests.id($$ann$$), %L, 10000, 3)', repeat(U&'\3000', 5)),
  '23514', 'new row for relation "packs" violates check constraint "packs_title_visible"', 'a pack whose title has only spaces is refused');
select tests.refused('bob', format('insert into public.campaigns (title, body, budget_minor, deadline) values ($$Launch$$, %L, 90000, now() + interval $$3 days$$)', repeat(U&'\3000', 5)),
  '23514', 'new row for relation "campaigns" violates check constraint "campaigns_body_length"', 'a campaign whose text has only spaces is refused');
select tests.refused('bob', format('insert into public.campaigns (title, body, budget_minor, deadline) values (%L, $$A brief.$$, 90000, now() + interval $$3 days$$)', 'A' || part || 'launch'),
  '23514', format('new row for relation "campaigns" violates check constraint "campaigns_title_%s"', rule), format('a campaign with %s in its title is refused', description))
from parts;
select tests.refused('bob', format('insert into public.saved_searches (name) values (%L)', 'Mine' || part),
  '23514', 'new row for relation "saved_searches" violates check constraint "saved_searches_name_visible"', format('a saved search with %s in its name is refused', description))
from parts where rule = 'visible';
select throws_ok(format('update public.profiles set expertise = array[%L] where id = tests.id($$ann$$)', 'De' || part || 'Fi'), '23514',
  'new row for relation "profiles" violates check constraint "profiles_expertise_' || rule || '"', format('expertise with %s is refused', description))
from (values (U&'\202E', 'short', 'a right-to-left override'), (U&'\200B', 'short', 'a zero-width character'), (E'\n', 'short', 'a line break'),
  (' https://x.io', 'without_link', 'a link'), (' www.evil.example ', 'without_link', 'the name of a host'),
  (' me@evil.example ', 'without_link', 'an e-mail address'), (' evil.example/login ', 'without_link', 'a path on a host'), (' evil.example:443/login ', 'without_link', 'a port of a host'),
  (' evil.example?x=1 ', 'without_link', 'a query to a host'), (' evil.xn--p1ai/login ', 'without_link', 'a path on a host in another script')) as parts (part, rule, description);
select lives_ok($$ update public.profiles set expertise = '{Node.js}' where id = tests.id('ann') $$, 'the expertise of a member may name a technology');
