-- cast: ann kol, bob kol
create temporary table the as select tests.user_id(tests.id('ann')) as ann, tests.user_id(tests.id('bob')) as bob;
create function pg_temp.try(address text, valid boolean, who uuid default null) returns text language sql as $$
  select private.password_verification_attempt(jsonb_build_object(
    'metadata', jsonb_build_object('ip_address', address), 'user_id', coalesce(who, (select ann from the)), 'valid', valid)) ->> 'decision'
$$;
create function pg_temp.sign_in(address inet, who uuid) returns void language sql as $$
  insert into auth.sessions (id, user_id, created_at, updated_at, aal, ip) values (gen_random_uuid(), who, now(), now(), 'aal1', address)
$$;
select pg_temp.sign_in('192.0.2.7', ann), pg_temp.sign_in('2001:db8:1:2::7', ann), pg_temp.sign_in('192.0.2.9', bob) from the;
-- Signing out forgets no network.
delete from auth.sessions where ip is not null;

select is(count(*) filter (where pg_temp.try('198.51.100.' || n, false) = 'continue'), 10::bigint, 'ten wrong ones from everywhere else together') from generate_series(1, 30) as n;
select is(pg_temp.try('198.51.100.200', true), 'reject', 'close the account for strangers, with the right one too');
select is(pg_temp.try('192.0.2.9', true), 'reject', 'and from the network of another member');
select is(pg_temp.try('192.0.2.7', true), 'continue', 'but not where its owner signed in before');
select is(pg_temp.try('2001:db8:1:2:ffff::1', true), 'continue', 'nor from another address of the same line');
select is(pg_temp.try('2001:db8:1:3::7', true), 'reject', 'another line is elsewhere');
select is(pg_temp.try(null, true), 'reject', 'so is an address that nobody reports');
select is(pg_temp.try('unknown', true), 'reject', 'and what is no address');
select is(pg_temp.try('198.51.100.200', true), 'reject', 'the owner''s sign-in opens it for nobody else');

-- A known network gets no more guesses than others do.
select is(count(*) filter (where pg_temp.try('192.0.2.7', false) = 'continue'), 10::bigint, 'ten wrong ones from there') from generate_series(1, 30) as n;
select is(pg_temp.try('192.0.2.7', true), 'reject', 'close it for that network');
select is(pg_temp.try('2001:db8:1:2::7', true), 'continue', 'and for no other one');
select is(pg_temp.try('192.0.2.9', true, bob), 'continue', 'nor for another account') from the;
update auth.users set encrypted_password = 'new' where id = (select ann from the);
select is(pg_temp.try('198.51.100.200', true), 'continue', 'a new password opens it everywhere');
select is(pg_temp.try('192.0.2.7', true), 'continue', 'there too');

-- A network is forgotten in time.
update private.sign_in_networks set seen_at = now() - interval '90 days';
select count(pg_temp.try('198.51.100.200', false)) from generate_series(1, 11);
select is(pg_temp.try('192.0.2.7', true), 'reject', 'after ninety days it is like any other');
select pg_temp.sign_in('203.0.113.1', ann) from the;
select is((select count(*)::int from private.sign_in_networks n join the on n.user_id = ann), 1, 'and its row goes with the next sign-in');
