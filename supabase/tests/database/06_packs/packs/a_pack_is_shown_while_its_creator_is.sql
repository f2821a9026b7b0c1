-- cast: ann kol unapproved, bob brand, sam staff
select tests.make_pack(tests.id('ann'));
select tests.act_as(tests.id('bob'));
select is_empty('select * from public.packs', 'not before the approval');
select tests.act_as_owner();
update public.profiles set is_approved = true where id = tests.id('ann');
select tests.act_as(tests.id('bob'));
select isnt_empty('select * from public.packs', 'after it');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.act_as(tests.id('bob'));
select is_empty('select * from public.packs', 'not while suspended');
select tests.act_as(tests.id('sam'));
select isnt_empty('select * from public.packs', 'staff see it all the same');
