-- cast: ann kol, bob kol
select plan(9);
select tests.put_picture(tests.id('ann') || '/a.webp');
select tests.allowed('ann', $$ update public.profiles set profile_image = id || '/a.webp' where id = tests.id('ann') $$, 'a member can show a picture from their own folder');
select tests.refused('ann', format($$ update public.profiles set profile_image = %L where id = tests.id('ann') $$, image),
  '23514', 'new row for relation "profiles" violates check constraint "profiles_profile_image_is_own"', 'a profile cannot show ' || image)
from unnest(array[
  'https://tracker.example/pixel.png?member=ann', 'http://tracker.example/a.png', '//tracker.example/a.png',
  'data:image/png;base64,AAAA', tests.id('bob') || '/a.webp', tests.id('ann') || '/../' || tests.id('bob') || '/a.webp',
  tests.id('ann') || '/a.webp?x=1', tests.id('ann') || '/..']) as image;
