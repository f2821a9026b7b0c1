-- cast: ann kol
update public.profiles set bio = 'First' where id = tests.id('ann');
select is((select search_text from private.creators), E'ann\x1f\x1f\x1ffirst', 'text');
update public.profiles set follower_counts = '{"x": 700, "youtube": 301}', rating = 3.33 where id = tests.id('ann');
select results_eq('select follower_total, follower_range, rating from private.creators',
  $$ values (1001::bigint, 2::smallint, 333::smallint) $$, 'numbers');
update public.profiles set suspended_at = now() where id = tests.id('ann');
select is_empty('select * from private.creators', 'gone with the member');
update public.profiles set suspended_at = null where id = tests.id('ann');
select isnt_empty('select * from private.creators', 'and back');
update public.profiles set rating = null where id = tests.id('ann');
update public.members set platforms = '{}', categories = '{}', regions = '{}' where id = tests.id('ann');
select results_eq('select platforms, categories, regions, rating from private.creators', $$ values (0, 0, 0, 0::smallint) $$, 'what is not set is nothing');
select tests.make_member('ben', 'kol');
update public.members set role = 'brand' where id = tests.id('ann');
select results_eq('select name from private.creators', array['ben'], 'a brand is no creator');
update public.members set bio = 'Third' where id = tests.id('ann');
select results_eq('select name from private.creators', array['ben'], 'and does not become one');
select tests.act_as(tests.id('ann'));
select throws_ok('select * from private.creators', '42501', null, 'nobody reads it directly');
