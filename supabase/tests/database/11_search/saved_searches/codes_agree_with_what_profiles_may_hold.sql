-- cast: ann kol
select lives_ok($$ update public.profiles set platforms = private.platforms(), categories = private.words('categories')
  where id = tests.id('ann') $$, 'a profile may hold every word that has a code');
select is(cardinality(array(select distinct private.facet_key(l, p, c, r, v) from unnest('{null,en,es,tr}'::text[]) l, generate_series(0, 31) p,
  generate_series(0, 31) c, generate_series(0, 7) r, unnest('{false,true}'::boolean[]) v)),
  4 * 32 * 32 * 8 * 2, 'different words have different keys');
select ok(cardinality(private.platforms()) < 32 and cardinality(private.words('categories')) < 32
  and cardinality(private.follower_ranges()) < 8, 'every platform, category and range has a code of its own in a key');
