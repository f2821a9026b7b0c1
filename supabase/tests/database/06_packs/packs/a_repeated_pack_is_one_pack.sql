-- cast: ann kol
select tests.act_as(tests.id('ann'));
select lives_ok($$ insert into public.packs (id, kol_id, title, price_minor, delivery_days) values ('00000000-0000-4000-8000-000000000001', tests.id('ann'), 'One thread', 10000, 7) $$, 'the client names the row');
select throws_ok($$ insert into public.packs (id, kol_id, title, price_minor, delivery_days) values ('00000000-0000-4000-8000-000000000001', tests.id('ann'), 'One thread', 10000, 7) $$, '23505', null, 'so a retry cannot make a second');
