select is(private.setting('saved_searches_per_member'), 100::numeric, 'a hundred');
update private.settings set value = 1 where key = 'saved_searches_per_member';
select tests.make_member('bob', 'brand');
select tests.act_as(tests.id('bob'));
select lives_ok($$ insert into public.saved_searches (name) values ('One') $$, 'up to the limit');
select throws_ok($$ insert into public.saved_searches (name) values ('Two') $$, 'PT409', 'too_many_saved_searches', 'no more');
