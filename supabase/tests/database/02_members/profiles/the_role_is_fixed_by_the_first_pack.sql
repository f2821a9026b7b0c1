-- cast: ann kol
select tests.make_pack(tests.id('ann'));
select tests.act_as(tests.id('ann'));
select throws_ok($$ update public.profiles set role = 'brand' where id = tests.id('ann') $$, 'PT409', 'role_fixed', 'a seller stays a creator');
select isnt_empty($$ update public.profiles set role = 'kol' where id = tests.id('ann') returning id $$, 'saying the same again is harmless');
select tests.act_as_owner();
select throws_ok($$ update public.profiles set role = 'brand' where id = tests.id('ann') $$, 'PT409', 'role_fixed', 'for every caller');
