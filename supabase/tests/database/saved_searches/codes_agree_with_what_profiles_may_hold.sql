begin;
select plan(4);
select tests.make_member('ann', 'kol');
select lives_ok($$ update public.profiles set platforms = private.platform_codes(), categories = private.category_codes()
  where id = tests.id('ann') $$, 'every code is a word of profiles');
select is((select count(*) from regexp_matches(pg_get_constraintdef(oid), '''[a-z0-9]+''', 'g')), cardinality(codes)::bigint, conname)
from pg_constraint, (values ('profiles_platforms_known', private.platform_codes()), ('profiles_categories_known', private.category_codes()))
  as known (name, codes)
where conname = known.name;
select is(cardinality(array(select distinct private.filter_key(l, p, c, r, v) from generate_series(0, 3) l, generate_series(0, 31) p,
  generate_series(0, 31) c, generate_series(0, 7) r, generate_series(0, 1) v)), 4 * 32 * 32 * 8 * 2, 'no two keys are the same');
select * from finish();
rollback;
