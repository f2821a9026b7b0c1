-- cast: ann kol
insert into private.reserved_names (name, skeleton) values ('Treasury', '');
select tests.act_as(tests.id('ann'));
select throws_ok($$ update public.profiles set display_name = 'TREASURY desk' where id = tests.id('ann') $$,
  'PT422', 'name_reserved', 'a name that looks like it is refused');
select lives_ok($$ update public.profiles set display_name = 'Treasurer' where id = tests.id('ann') $$, 'another is not');
