-- Rows of a market that runs this version. The upgrade test applies the later migrations to them.
insert into auth.users (id, email)
values ('00000000-0000-0000-0000-000000000001', 'ann@example.com'), ('00000000-0000-0000-0000-000000000002', 'bob@example.com');
update public.profiles set bio = 'Writes' where user_id = '00000000-0000-0000-0000-000000000001';
