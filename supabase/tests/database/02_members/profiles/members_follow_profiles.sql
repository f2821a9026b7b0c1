-- cast: ann kol unapproved, bob brand, cyd kol unapproved
create function pg_temp.shown() returns text language sql security definer as $$
  select concat_ws(' ', display_name, follower_total, rating, channels ->> 'x', website) from public.members where id = tests.id('ann')
$$;
select is(pg_temp.shown(), null, 'an unapproved member is not shown');
update public.profiles set is_approved = true where id = tests.id('ann');
select is(pg_temp.shown(), 'Ann 0', 'an approved member is shown');
update public.profiles set display_name = 'Anna', follower_counts = '{"x": 7}', rating = 4.5, channels = '{"x": "ann"}', website = 'https://ann.example' where id = tests.id('ann');
select is(pg_temp.shown(), 'Anna 7 4.50 ann https://ann.example', 'a change of a profile is shown');
update public.profiles set suspended_at = now() where id = tests.id('ann');
select is(pg_temp.shown(), null, 'a suspended member is not shown');
update public.profiles set suspended_at = null where id = tests.id('ann');
select is(pg_temp.shown(), 'Anna 7 4.50 ann https://ann.example', 'a member is shown again after a suspension');
select tests.finds('cyd', 'select display_name from public.members order by 1', $$ values ('Anna'), ('Bob') $$, 'a creator who waits for approval reads members');
update public.profiles set suspended_at = now() where id = tests.id('bob');
select tests.gets('bob', 'select count(*) from public.members', '0', 'a suspended member reads no members');
update public.profiles set is_approved = false where id = tests.id('ann');
select is(pg_temp.shown(), null, 'a member who is no longer approved is not shown');
