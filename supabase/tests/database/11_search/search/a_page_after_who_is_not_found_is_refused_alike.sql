-- cast: waiting kol unapproved
select tests.make_member('kol' || n, 'kol') from generate_series(1, 3) n;
select tests.make_member('bob', 'brand');
update public.profiles set rating = right(display_name, 1)::numeric where display_name like 'Kol%';
update public.profiles set suspended_at = now() where id = tests.id('kol2');
select tests.act_as(tests.id('bob'));
select results_eq($$ select display_name from public.search_creators('{}', 'rating', 24, tests.id('kol2')) $$,
  $$ values ('Kol1') $$, 'a page follows a creator who has left the market');
select throws_ok($$ select public.search_creators('{}', 'rating', 24, gen_random_uuid()) $$, 'PT422', 'page_unknown',
  'a page after an unknown id is refused');
select throws_ok($$ select public.search_creators('{}', 'followers', 24, tests.id('waiting')) $$, 'PT422', 'page_unknown',
  'a page after a profile that never was in the market is refused');
select tests.by('kol3', $$ select public.block_member(tests.id('bob')) $$);
select tests.refused('bob', $$ select public.search_creators('{}', 'followers', 24, tests.id('kol3')) $$, 'PT422', 'page_unknown',
  'a page after a creator who blocked the caller is refused like one after an unknown id');
