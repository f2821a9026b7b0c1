-- cast: ann kol, bob kol
select tests.unguarded('public.profiles', $$ update public.profiles set updated_at = now() - interval '1 day' $$, 'profiles_prepare');
update public.profiles set bio = 'Other words.' where id = tests.id('ann');
select is(updated_at, now(), 'a change of a profile is dated') from public.profiles where id = tests.id('ann');
select is(updated_at, now() - interval '1 day', 'a change of a profile does not date another one') from public.profiles where id = tests.id('bob');
