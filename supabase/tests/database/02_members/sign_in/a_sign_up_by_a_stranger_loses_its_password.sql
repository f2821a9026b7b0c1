-- Does the first steps of the auth server at once: hook, row and mail.
create function pg_temp.sign_up(name text, address text) returns uuid language plpgsql as $$
declare
  v_id uuid := gen_random_uuid();
  v_email text := name || '@kolpact.test';
begin
  perform private.before_user_created(jsonb_build_object(
    'metadata', jsonb_build_object('ip_address', address),
    'user', jsonb_build_object('id', v_id, 'email', v_email, 'user_metadata', '{"invite_code": "TESTS-INVITE"}'::jsonb)));
  insert into auth.users (id, aud, role, email, encrypted_password, raw_user_meta_data)
  values (v_id, 'authenticated', 'authenticated', v_email, 'hash', '{"invite_code": "TESTS-INVITE"}');
  update auth.users set confirmation_sent_at = clock_timestamp() where id = v_id;
  return v_id;
end;
$$;
create function pg_temp.confirm(id uuid, address inet) returns text language sql as $$
  update auth.users u set email_confirmed_at = now() where u.id = confirm.id;
  insert into auth.sessions (id, user_id, created_at, aal, ip) values (gen_random_uuid(), confirm.id, now(), 'aal1', address);
  select u.encrypted_password from auth.users u where u.id = confirm.id
$$;
create temporary table people (name text, id uuid);
-- Ivy's sign-up is confirmed, but has no session yet.
insert into people values ('ivy', pg_temp.sign_up('ivy', '192.0.2.7'));
update auth.users u set email_confirmed_at = now() where u.id = (select id from people where name = 'ivy');
insert into people select n, pg_temp.sign_up(n, '192.0.2.7') from unnest('{ann,bob,cat,dan,eva}'::text[]) n;

select is((select pg_temp.confirm(id, '192.0.2.7') from people where name = 'ann'), 'hash', 'a password stays when it is confirmed from the network of the sign-up');
select is((select pg_temp.confirm(id, '198.51.100.9') from people where name = 'bob'), '', 'a password is removed when it is confirmed from another network than that of the sign-up');
update auth.users set confirmation_sent_at = clock_timestamp() where id = (select id from people where name = 'cat');
select is((select pg_temp.confirm(id, '192.0.2.7') from people where name = 'cat'), '', 'a password is removed when a second mail was asked for');
delete from private.sign_ups where user_id = (select id from people where name = 'dan');
select is((select pg_temp.confirm(id, '192.0.2.7') from people where name = 'dan'), '', 'a password is removed when the address of the sign-up is unknown');
select is_empty('select from private.sign_ups s join people p on p.id = s.user_id where p.name not in (''eva'', ''ivy'')', 'the address of a confirmed sign-up is deleted');
select is((select count(*)::int from private.sign_ups s join people p on p.id = s.user_id), 2, 'the address of an unconfirmed sign-up is kept');
insert into auth.sessions (id, user_id, created_at, aal) select gen_random_uuid(), id, now(), 'aal1' from people where name = 'eva';
select is((select count(*)::int from private.sign_ups s join people p on p.id = s.user_id), 2, 'a session before the confirmation does not delete the address');
update auth.users set email_confirmed_at = now() where id = (select id from people where name = 'eva');
delete from private.sign_ups s where s.user_id = (select id from people where name = 'ivy');
-- An administrator makes a user and confirms it without a mail.
insert into auth.users (id, aud, role, email, encrypted_password, raw_user_meta_data)
values ('00000000-0000-4000-8000-000000000001', 'authenticated', 'authenticated', 'fay@kolpact.test', 'hash', '{"invite_code": "TESTS-INVITE"}');
select is(pg_temp.confirm('00000000-0000-4000-8000-000000000001', '192.0.2.7'), 'hash', 'a password that an administrator set stays, because no mail is sent');
select isnt_empty($$ select from private.sign_ups s where s.address is not null $$, 'the address of a sign-up is kept');
select is_empty($$ select from private.sign_ups s where encode(s.address, 'escape') like '%192.0.2%' $$, 'the address of a sign-up is kept as a hash');
update private.sign_ups set created_at = now() - interval '30 days';
select pg_temp.sign_up('gil', '192.0.2.7');
select is((select count(*)::int from private.sign_ups s join people p on p.id = s.user_id), 1, 'the hash of the IP address of a sign-up is kept for 30 days');
update private.sign_ups set created_at = now() - interval '30 days 1 second' where user_id in (select id from people);
select pg_temp.sign_up('hal', '192.0.2.7');
select is((select count(*)::int from private.sign_ups s join people p on p.id = s.user_id), 0, 'the hash of the IP address of a sign-up is deleted after 30 days');
