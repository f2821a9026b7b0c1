-- cast: ann kol
create function pg_temp.work(owner uuid, parts jsonb) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('title', 'A film', 'image', owner || '/a.webp', 'thumbnail', owner || '/b.webp') || parts)
$$;
select tests.act_as(tests.id('ann'));
select is(tests.refusal($$ update public.profiles set bio = 'Fine'$$), null, 'a valid biography is not refused');
select is(tests.refusal('update public.profiles set ' || change), 'profiles_' || name, format('the constraint %s refuses %s', name, change)) from (values
  ('display_name_length', array[$$display_name = 'A'$$, $$display_name = repeat('a', 61)$$]),
  ('display_name_printable', array[$$display_name = ' Ann'$$]),
  ('bio_length', array[$$bio = repeat('a', 2001)$$]),
  ('expertise_short', array[$$expertise = array_fill('a'::text, array[21])$$, $$expertise = array[repeat('a', 61)]$$,
    $$expertise = array['']$$, $$expertise = array[null]::text[]$$]),
  ('language_code', array[$$language = 'xx'$$]),
  ('other_languages_known', array[$$other_languages = '{xx}'$$, $$other_languages = array[null]::text[]$$, $$other_languages = '{es,pt,fr,de,it,nl}'$$]),
  ('locale_code', array[$$locale = 'EN'$$]),
  ('lists_known', array[$$platforms = '{myspace}'$$, $$platforms = array[null]::text[]$$, $$categories = '{sports}'$$]),
  ('follower_counts_valid', array[$$follower_counts = '[]'$$, $$follower_counts = '"x"'$$, $$follower_counts = '{"myspace": 1}'$$,
    $$follower_counts = '{"x": -1}'$$, $$follower_counts = '{"x": 1.5}'$$, $$follower_counts = '{"x": "many"}'$$,
    $$follower_counts = '{"x": null}'$$, $$follower_counts = '{"x": 10000000000}'$$]),
  ('channels_valid', array[$$channels = '[]'$$, $$channels = '"x"'$$, $$channels = '{"myspace": "ann"}'$$, $$channels = '{"x": 1}'$$,
    $$channels = '{"x": null}'$$, $$channels = '{"x": ""}'$$, $$channels = '{"x": "@ann"}'$$, $$channels = '{"x": "../i"}'$$, $$channels = '{"x": "ann/../i"}'$$,
    $$channels = '{"x": "ann?next=evil"}'$$, $$channels = '{"x": "ann bell"}'$$, $$channels = '{"x": "аnn"}'$$,
    $$channels = jsonb_build_object('x', repeat('a', 101))$$]),
  ('website_is_address', array[$$website = ''$$, $$website = 'ann.example'$$, $$website = 'http://ann.example'$$, $$website = 'javascript:alert(1)'$$,
    $$website = 'https://ann'$$, $$website = 'https://bank.example@ann.example'$$, $$website = 'https://ann.example:99'$$,
    $$website = 'https://ann.example?next=evil'$$, $$website = 'https://аnn.example'$$, $$website = 'https://127.0.0.1/'$$]),
  ('website_length', array[$$website = 'https://ann.example/' || repeat('a', 181)$$]),
  ('works_are_list', array[$$works = '{}'$$, $$works = '"x"'$$,
    $$works = to_jsonb(array_fill(pg_temp.work(id, '{}') -> 0, array[13]))$$]),
  ('works_valid', array[$$works = '[1]'$$, $$works = '[{}]'$$, $$works = pg_temp.work(id, '{"title": null}')$$, $$works = pg_temp.work(id, '{"title": ""}')$$,
    $$works = pg_temp.work(id, jsonb_build_object('title', repeat('a', 81)))$$, $$works = pg_temp.work(id, '{"title": "evil.example"}')$$,
    $$works = pg_temp.work(id, '{"image": "https://evil.example/a.png"}')$$, $$works = pg_temp.work(id, '{"image": null}')$$,
    $$works = pg_temp.work(gen_random_uuid(), '{}')$$, $$works = pg_temp.work(id, '{"thumbnail": 1}')$$,
    $$works = pg_temp.work(id, '{"platform": "myspace"}')$$, $$works = pg_temp.work(id, '{"made_on": "soon"}')$$,
    $$works = pg_temp.work(id, '{"made_on": "2026-13-01"}')$$, $$works = pg_temp.work(id, '{"link": "javascript:alert(1)"}')$$,
    $$works = pg_temp.work(id, '{"link": "https://bank.example@ann.example"}')$$, $$works = pg_temp.work(id, '{"html": "<b>"}')$$]),
  ('profile_image_is_own', array[$$profile_image = 'javascript:alert(1)'$$])
) as cases (name, changes), unnest(changes) as change;
