-- cast: ann kol, bob kol
update public.profiles set suspended_at = now(), display_name = 'Maya Okafor' where id = tests.id('ann');
update public.profiles set display_name = 'Maya Okafor' where id = tests.id('bob');
select lives_ok($$ update public.profiles set is_verified = true where id = tests.id('bob') $$,
  'a suspended member keeps no name from being verified');
select lives_ok($$ update public.profiles set trust_level = 'normal' where id = tests.id('ann') $$,
  'what staff change of a suspended member asks for no free name');
select throws_ok($$ update public.profiles set suspended_at = null where id = tests.id('ann') $$, 'PT409', 'name_taken',
  'nor comes back beside it');
