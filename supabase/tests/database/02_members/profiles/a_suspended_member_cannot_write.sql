-- cast: ann kol
select tests.act_as(tests.id('ann'));
select isnt_empty($$ update public.profiles set bio = 'Before' where id = tests.id('ann') returning id $$, 'a member can change the profile before a suspension');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.act_as(tests.id('ann'));
select is_empty($$ update public.profiles set bio = 'After' where id = tests.id('ann') returning id $$, 'a suspended member cannot change the profile');
select isnt_empty('select 1 from public.profiles', 'a suspended member reads their own profile');
