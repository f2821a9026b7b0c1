-- cast: ann kol
select tests.sign_up('bob@kolpact.test');
update public.profiles set display_name = 'Bob' where user_id = (select id from auth.users where email = 'bob@kolpact.test');
create function pg_temp.names_kept() returns text language sql as $$ select string_agg(n.skeleton, ' ' order by n.skeleton) from private.profile_names n $$;
select is(pg_temp.names_kept(), 'ann bob', 'a name is kept');
update public.profiles set display_name = null where display_name = 'Bob';
select is(pg_temp.names_kept(), 'ann', 'until its member takes it back');
delete from auth.users where email = 'ann@kolpact.test';
select is(pg_temp.names_kept(), null, 'or leaves');
