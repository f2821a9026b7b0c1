-- cast: ann kol
select tests.act_as(tests.id('ann'));
select throws_ok($$ update public.profiles set display_name = 'Former Member' where id = tests.id('ann') $$, 'PT422', 'name_reserved', 'a member cannot have the name of former members');
select throws_ok($$ update public.profiles set display_name = 'A former member' where id = tests.id('ann') $$, 'PT422', 'name_reserved', 'a member cannot have a name that contains the one of former members');
select isnt_empty($$ update public.profiles set display_name = 'Former Mermaid' where id = tests.id('ann') returning id $$, 'a member may have a similar name');
