-- cast: maya kol, ann kol, bob kol, sam staff
select plan(15);
update public.profiles set display_name = 'Maya Okafor' where id = tests.id('maya');
select tests.act_as(tests.id('ann'));
select lives_ok($$ update public.profiles set display_name = 'Maya Okafor' where id = tests.id('ann') $$,
  'people have namesakes while neither is verified');
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.verify_profile(tests.id('maya')) $$, 'PT409', 'name_in_use',
  'a member whose name another member also has is not verified');
select tests.act_as_owner();
select throws_ok($$ update public.profiles set is_staff = true where id = tests.id('maya') $$, 'PT409', 'name_in_use',
  'nor is it that of staff');
select tests.act_as(tests.id('ann'));
update public.profiles set display_name = 'Ann' where id = tests.id('ann');
select tests.act_as(tests.id('sam'));
select lives_ok($$ select public.verify_profile(tests.id('maya')) $$, 'it is once it is free');
select tests.act_as(tests.id('ann'));
select throws_ok(format($$ update public.profiles set display_name = %L where id = tests.id('ann') $$, name),
  'PT409', 'name_taken', name)
from unnest(array['Maya Okafor', 'MAYA OKAFOR', 'maya-okafor', 'MayaOkafor', 'Maya  Okafor !', 'Máya Okafør',
  U&'\FF2Daya Okafor', U&'Maya Okafor \+01F525', 'Sam']) as name;
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('maya');
select tests.act_as(tests.id('bob'));
select throws_ok($$ update public.profiles set display_name = 'Maya Okafor' where id = tests.id('bob') $$,
  'PT409', 'name_taken', 'also while she is suspended');
select tests.act_as_owner();
update public.profiles set suspended_at = null where id = tests.id('maya');
delete from auth.users where id = tests.user_id(tests.id('maya'));
select tests.act_as(tests.id('bob'));
select lives_ok($$ update public.profiles set display_name = 'Maya Okafor' where id = tests.id('bob') $$,
  'the name of a former member is free');
