-- cast: ann kol, bob brand
select tests.make_pack(tests.id('ann'));
select tests.act_as(tests.id('bob'));
select isnt_empty('select * from public.packs', 'members see what is published');
select tests.act_as(tests.id('ann'));
update public.packs set is_published = false;
select isnt_empty('select * from public.packs', 'its creator always');
select tests.act_as(tests.id('bob'));
select is_empty('select * from public.packs', 'others not when it is withdrawn');
