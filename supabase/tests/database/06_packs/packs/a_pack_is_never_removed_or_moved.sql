-- cast: ann kol, bob kol
select tests.make_pack(tests.id('ann'));
select tests.act_as(tests.id('ann'));
select throws_ok($$ delete from public.packs $$, '42501', null, 'an order may point here');
select throws_ok($$ update public.packs set kol_id = tests.id('bob') $$, '42501', null, 'a pack keeps its creator');
select throws_ok($$ update public.packs set id = gen_random_uuid() $$, '42501', null, 'and its name');
select throws_ok($$ update public.packs set created_at = now() $$, '42501', null, 'and its age');
