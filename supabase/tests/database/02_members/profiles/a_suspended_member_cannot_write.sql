-- cast: ann kol
select tests.act_as(tests.id('ann'));
select isnt_empty($$ update public.profiles set bio = 'Before' where id = tests.id('ann') returning id $$, 'a member can change the profile before a suspension');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.act_as(tests.id('ann'));
select throws_ok(format('update public.profiles set %s where id = tests.id(''ann'')', change), '42501', 'new row violates row-level security policy for table "profiles"',
  'a suspended member cannot change the profile: ' || change)
from unnest(array[$$bio = 'After'$$, $$locale = 'tr', bio = 'After'$$, $$platforms = '{youtube}'$$, $$role = 'brand'$$]) as change;
select isnt_empty($$ update public.profiles set locale = 'tr' where id = tests.id('ann') and locale <> 'tr' returning id $$, 'a suspended member chooses a language');
select isnt_empty('select 1 from public.profiles', 'a suspended member reads their own profile');
