-- cast: ann kol, bob kol, sam staff
select tests.act_as(tests.id('ann'));
select isnt_empty($$ update public.profiles set bio = 'Mine' where id = tests.id('ann') returning id $$, 'the owner can');
select tests.act_as(tests.id('bob'));
select is_empty($$ update public.profiles set bio = 'Stolen' where id = tests.id('ann') returning id $$, 'another member cannot');
select tests.act_as(tests.id('sam'));
select is_empty($$ update public.profiles set bio = 'Ruled' where id = tests.id('ann') returning id $$, 'nor can staff put words in a mouth');
select tests.act_as_owner();
select is((select bio from public.profiles where id = tests.id('ann')), 'Mine', 'the words are the owner''s');
