-- cast: ann kol
select tests.make_pack(tests.id('ann'));
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.act_as(tests.id('ann'));
select isnt_empty('select * from public.packs', 'reads the own packs');
select throws_ok($$ insert into public.packs (kol_id, title, price_minor, delivery_days, is_published) values (tests.id('ann'), 'One thread', 10000, 7, true) $$, '42501', null, 'offers no new one');
select is_empty($$ update public.packs set title = 'Other' returning id $$, 'changes none');
