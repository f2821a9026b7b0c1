-- cast: ann kol, bob brand
select tests.act_as(tests.id('ann'));
select isnt_empty($$ insert into public.packs (kol_id, title, price_minor, delivery_days, is_published) values (tests.id('ann'), 'One thread', 10000, 7, true) returning id $$, 'a creator');
select isnt_empty($$ update public.packs set price_minor = 20000 returning id $$, 'and changes the offer');
select tests.act_as(tests.id('bob'));
select throws_ok($$ insert into public.packs (kol_id, title, price_minor, delivery_days, is_published) values (tests.id('bob'), 'One thread', 10000, 7, true) $$, 'PT403', 'not_allowed', 'a brand does not');
select throws_ok($$ insert into public.packs (kol_id, title, price_minor, delivery_days, is_published) values (tests.id('ann'), 'One thread', 10000, 7, true) $$, '42501', null, 'not in the name of another creator');
select is_empty($$ update public.packs set price_minor = 1 returning id $$, 'nor changes what is another''s');
select tests.act_as_anon();
select throws_ok('select * from public.packs', '42501', null, 'visitors see none');
