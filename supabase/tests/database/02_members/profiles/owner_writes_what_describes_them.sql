-- cast: ann kol
select tests.put_picture(tests.id('ann') || '/a.png');
select tests.act_as(tests.id('ann'));
select isnt_empty($$ update public.profiles set display_name = 'Anna' where id = tests.id('ann') returning id $$, 'display_name');
select isnt_empty($$ update public.profiles set bio = 'Threads' where id = tests.id('ann') returning id $$, 'bio');
select isnt_empty($$ update public.profiles set expertise = '{rollups}' where id = tests.id('ann') returning id $$, 'expertise');
select isnt_empty($$ update public.profiles set language = 'de' where id = tests.id('ann') returning id $$, 'language');
select isnt_empty($$ update public.profiles set locale = 'es' where id = tests.id('ann') returning id $$, 'locale');
select isnt_empty($$ update public.profiles set platforms = '{x,youtube}' where id = tests.id('ann') returning id $$, 'platforms');
select isnt_empty($$ update public.profiles set categories = '{nft}' where id = tests.id('ann') returning id $$, 'categories');
select isnt_empty($$ update public.profiles set follower_counts = '{"x": 10}' where id = tests.id('ann') returning id $$, 'follower_counts');
select isnt_empty($$ update public.profiles set profile_image = id || '/a.png' where id = tests.id('ann') returning id $$, 'profile_image');
