-- cast: ann kol
select tests.act_as(tests.id('ann'));
select throws_ok($$ update public.profiles set platforms = '{}' where id = tests.id('ann') $$, '23514', null, 'a creator keeps a platform');
select throws_ok($$ update public.profiles set categories = '{}' where id = tests.id('ann') $$, '23514', null, 'and a category');
select throws_ok($$ update public.profiles set display_name = null where id = tests.id('ann') $$, '23514', null, 'and a name');
select throws_ok($$ update public.profiles set language = null where id = tests.id('ann') $$, '23514', null, 'and a language');
