-- cast: ann kol
create function pg_temp.declared() returns text language sql as $$
  select concat_ws(' ', p.followers_declared_at, m.followers_declared_at)
  from public.profiles p join public.members m using (id) where p.id = tests.id('ann')
$$;
update public.profiles set follower_counts = '{}' where id = tests.id('ann');
select is(pg_temp.declared(), '', 'numbers that nobody stated have no date');
select tests.by('ann', $$ update public.profiles set follower_counts = '{"x": 900}' where id = tests.id('ann') $$);
select is(pg_temp.declared(), concat_ws(' ', now(), now()), 'stating a number stores its date, which other members read as well');
select tests.unguarded('public.profiles', $$ update public.profiles set followers_declared_at = now() - interval '1 month' where id = tests.id('ann') $$, 'profiles_prepare');
select tests.by('ann', $$ update public.profiles set bio = 'New words', follower_counts = '{"x": 900}' where id = tests.id('ann') $$);
select is(pg_temp.declared(), concat_ws(' ', now() - interval '1 month', now() - interval '1 month'), 'saving the same number again does not make it newer');
select tests.refused('ann', $$ update public.profiles set followers_declared_at = now() where id = tests.id('ann') $$, '42501', null, 'a member does not choose the date');
select tests.by('ann', $$ update public.profiles set follower_counts = '{}' where id = tests.id('ann') $$);
select is(pg_temp.declared(), '', 'numbers that were removed have no date');
