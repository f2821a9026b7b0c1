-- cast: ann kol
select tests.act_as(tests.id('ann'));
select throws_ok($$ update public.profiles set display_name = 'Former Member' where id = tests.id('ann') $$, 'PT422', 'name_reserved', 'the name of former members is reserved');
select throws_ok($$ update public.profiles set display_name = 'A former member' where id = tests.id('ann') $$, 'PT422', 'name_reserved', 'nor with a word before it');
select isnt_empty($$ update public.profiles set display_name = 'Former Mermaid' where id = tests.id('ann') returning id $$, 'other names are free');
