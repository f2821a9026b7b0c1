-- cast: bob brand, eve brand
select tests.act_as(tests.id('bob'));
insert into public.saved_searches (profile_id, name, filters) values (tests.id('bob'), ' Mine ', '{"language": "en"}');
select is((select name from public.saved_searches), 'Mine', 'kept');
select throws_ok($$ insert into public.saved_searches (profile_id, name) values (tests.id('eve'), 'Yours') $$,
  '42501', null, 'not for another');
select throws_ok($$ update public.saved_searches set profile_id = tests.id('eve') $$, '42501', null, 'not given away');
select tests.act_as(tests.id('eve'));
select is_empty('select * from public.saved_searches', 'a stranger reads nothing');
select is_empty($$ update public.saved_searches set name = 'x' returning 1 $$, 'changes nothing');
select is_empty('delete from public.saved_searches returning 1', 'removes nothing');
select tests.act_as_anon();
select throws_ok('select * from public.saved_searches', '42501', null, 'signed out there is nothing');
select tests.act_as(tests.id('bob'));
select lives_ok($$ update public.saved_searches set name = 'Ours', filters = '{"verified": true}' $$, 'the owner changes');
select isnt_empty('delete from public.saved_searches returning 1', 'and removes');
