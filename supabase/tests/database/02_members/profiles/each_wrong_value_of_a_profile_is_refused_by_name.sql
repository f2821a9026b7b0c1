-- cast: ann kol
select tests.act_as(tests.id('ann'));
select is(tests.refusal($$ update public.profiles set bio = 'Fine'$$), null, 'a valid biography is not refused');
select is(tests.refusal('update public.profiles set ' || change), 'profiles_' || name, format('the constraint %s refuses %s', name, change)) from (values
  ('display_name_length', array[$$display_name = 'A'$$, $$display_name = repeat('a', 61)$$]),
  ('display_name_printable', array[$$display_name = ' Ann'$$]),
  ('bio_length', array[$$bio = repeat('a', 2001)$$]),
  ('expertise_short', array[$$expertise = array_fill('a'::text, array[21])$$, $$expertise = array[repeat('a', 61)]$$,
    $$expertise = array['']$$, $$expertise = array[null]::text[]$$]),
  ('language_code', array[$$language = 'xx'$$]),
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
  ('profile_image_is_own', array[$$profile_image = 'javascript:alert(1)'$$])
) as cases (name, changes), unnest(changes) as change;
