-- cast: brand brand, kol kol, rival kol, fresh brand unapproved
select tests.make_pack(tests.id('kol'));
select tests.act_as(tests.id('kol'));
select throws_ok($$ select public.place_order((select id from public.packs), 'x', gen_random_uuid()) $$,
  'PT409', 'own_pack', 'a creator cannot buy their own pack');
select tests.act_as(tests.id('rival'));
select throws_ok($$ select public.place_order((select id from public.packs), 'x', gen_random_uuid()) $$,
  'PT403', 'not_allowed', 'nor another''s: creators do not buy');
select tests.act_as(tests.id('fresh'));
select throws_ok($$ select public.place_order((select id from public.packs), 'x', gen_random_uuid()) $$,
  'PT403', 'cannot_transact', 'a brand that may not transact cannot buy');
select tests.act_as_anon();
select throws_ok($$ select public.place_order(gen_random_uuid(), 'x', gen_random_uuid()) $$, '42501', null, 'nor can signed-out callers');
select tests.act_as(tests.id('brand'));
select throws_ok($$ select public.place_order(gen_random_uuid(), 'x', gen_random_uuid()) $$,
  'PT409', 'pack_not_available', 'there must be a pack');
select tests.act_as_owner();
update public.packs set is_published = false;
create temporary table pack as select id from public.packs;
grant select on pack to authenticated;
select tests.act_as(tests.id('brand'));
select throws_ok('select public.place_order((select id from pack), $$x$$, gen_random_uuid())',
  'PT409', 'pack_not_available', 'that is on offer');
select tests.act_as_owner();
update public.packs set is_published = true;
update public.profiles set suspended_at = now() where id = tests.id('kol');
select tests.act_as(tests.id('brand'));
select throws_ok('select public.place_order((select id from pack), $$x$$, gen_random_uuid())',
  'PT409', 'creator_not_available', 'by a creator who may sell');
select tests.act_as_owner();
update public.profiles set suspended_at = null where id = tests.id('kol');
select tests.act_as(tests.id('brand'));
select lives_ok('select public.place_order((select id from pack), $$x$$, gen_random_uuid())', 'then it is placed');
select throws_ok('select public.place_order((select id from pack), repeat($$x$$, 5001), gen_random_uuid())',
  '23514', null, 'the brief must not be blank');
