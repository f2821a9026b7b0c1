-- cast: ann kol
update public.profiles set bio = 'First' where id = tests.id('ann');
select is((select search_text from private.creators), E'ann\x1f\x1f\x1ffirst', 'a change of text is copied into the index of creators');
update public.profiles set follower_counts = '{"x": 700, "youtube": 301}', rating = 3.33 where id = tests.id('ann');
select results_eq('select follower_total, follower_range, rating from private.creators',
  $$ values (1001::bigint, 2::smallint, 333::smallint) $$, 'a change of numbers is copied into the index of creators');
update public.profiles set suspended_at = now() where id = tests.id('ann');
select is_empty('select * from private.creators', 'a suspended creator is removed from the index of creators');
update public.profiles set suspended_at = null where id = tests.id('ann');
select isnt_empty('select * from private.creators', 'a creator whose suspension ended is in the index of creators');
update public.profiles set rating = null where id = tests.id('ann');
update public.members set platforms = '{}', categories = '{}', regions = '{}' where id = tests.id('ann');
select results_eq('select platforms, categories, regions, rating from private.creators', $$ values (0, 0, 0, 0::smallint) $$, 'fields without a value are zero in the index of creators');
select tests.make_member('ben', 'kol');
update public.members set role = 'brand' where id = tests.id('ann');
select results_eq('select name from private.creators', array['ben'], 'a creator who becomes a brand is removed from the index of creators');
update public.members set bio = 'Third' where id = tests.id('ann');
select results_eq('select name from private.creators', array['ben'], 'a change of a brand adds it to no index of creators');
