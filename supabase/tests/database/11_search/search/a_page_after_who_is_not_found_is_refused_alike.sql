-- cast: waiting kol unapproved
select plan(9);
select tests.make_member('kol' || n, 'kol') from generate_series(1, 5) n;
select tests.make_member('bob', 'brand');
update public.profiles set rating = right(display_name, 1)::numeric where display_name like 'Kol%';
select tests.finds('bob', $$ select display_name from public.search_creators('{}', 'rating', 24, tests.id('kol2')) $$,
  $$ values ('Kol1') $$, 'a page can start after a creator who is found');
create temporary table absent as select tests.id('kol3') as left_id, gen_random_uuid() as unknown_id;
grant select on absent to public;
update public.profiles set suspended_at = now() where id = tests.id('kol2');
delete from auth.users u using public.profiles p where p.user_id = u.id and p.id = tests.id('kol3');
select tests.by('kol4', $$ select public.block_member(tests.id('bob')) $$);
select tests.by('bob', $$ select public.block_member(tests.id('kol5')) $$);
select tests.act_as(tests.id('bob'));
select throws_ok(format($$ select public.search_creators('{}', %L, 24, %L) $$, sort, id), 'PT422', 'page_unknown',
  format('a page sorted by %s after %s is refused', sort, who))
from absent, lateral (values
  ('rating', unknown_id, 'an unknown id'),
  ('followers', tests.id('waiting'), 'a profile that never was in the market'),
  ('rating', tests.id('kol2'), 'a suspended creator'),
  ('followers', tests.id('kol2'), 'a suspended creator'),
  ('rating', left_id, 'a creator who left'),
  ('rating', tests.id('kol4'), 'a creator who blocked the caller'),
  ('rating', tests.id('kol5'), 'a creator whom the caller blocked'),
  ('rating', tests.id('bob'), 'a brand')) as x (sort, id, who);
