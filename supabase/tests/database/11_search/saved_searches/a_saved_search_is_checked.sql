-- cast: bob brand
update private.settings set value = 1 where key = 'saved_searches_per_member';
select tests.act_as(tests.id('bob'));
select throws_ok($$ insert into public.saved_searches (name, filters) values ('x', '{"followersRanges": ["all"]}') $$, 'PT422',
  'filter_value_unknown', 'a search with an unknown filter cannot be saved');
select throws_ok($$ insert into public.saved_searches (name) values (' ') $$, '23514',
  'new row for relation "saved_searches" violates check constraint "saved_searches_name_length"', 'a saved search has a name');
select lives_ok($$ insert into public.saved_searches (name, filters) values (' Mine ', '{"rating": 4.5}') $$, 'a member saves searches up to the limit');
select throws_ok($$ insert into public.saved_searches (name) values ('Two') $$, 'PT409', 'too_many_saved_searches', 'a member saves no search beyond the limit');
select is((select name from public.saved_searches), 'Mine', 'the name of a saved search is trimmed');
select throws_ok($$ update public.saved_searches set filters = '{"colour": "red"}' $$, 'PT422', 'filter_key_unknown',
  'a saved search cannot be changed to an unknown filter');
select tests.act_as_owner();
update public.saved_searches set updated_at = now() - interval '1 day';
select is((select updated_at from public.saved_searches), now(), 'a change of a saved search is dated');
