-- cast: ann kol, bob kol
alter table public.profiles disable trigger profiles_prepare;
update public.profiles set updated_at = now() - interval '1 day';
alter table public.profiles enable trigger profiles_prepare;
update public.profiles set bio = 'Other words.' where id = tests.id('ann');
select is(updated_at, now(), 'with its time') from public.profiles where id = tests.id('ann');
select is(updated_at, now() - interval '1 day', 'and nobody else''s row is') from public.profiles where id = tests.id('bob');
