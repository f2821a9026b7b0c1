-- cast: ann kol, bob kol
create temporary table ids as select tests.user_id(tests.id('ann')) as ann, tests.user_id(tests.id('bob')) as bob;
create function pg_temp.try(address text, valid boolean, who uuid default null) returns text language sql as $$
  select private.password_verification_attempt(jsonb_build_object(
    'metadata', jsonb_build_object('ip_address', address), 'user_id', coalesce(who, (select ann from ids)), 'valid', valid)) ->> 'decision'
$$;
create function pg_temp.sign_in(address inet, who uuid) returns void language sql as $$
  insert into auth.sessions (id, user_id, created_at, updated_at, aal, ip) values (gen_random_uuid(), who, now(), now(), 'aal1', address)
$$;
select pg_temp.sign_in('192.0.2.7', ann), pg_temp.sign_in('2001:db8:1:2::7', ann), pg_temp.sign_in('192.0.2.9', bob) from ids;
-- Networks of former sign-ins stay known after the member has signed out.
delete from auth.sessions where ip is not null;

select is(count(*) filter (where pg_temp.try('198.51.100.' || n, false) = 'continue'), 10::bigint, 'ten wrong passwords from all unknown networks together are checked without a lock') from generate_series(1, 30) as n;
select is(pg_temp.try('198.51.100.200', true), 'reject', 'the right password is refused from an unknown network after ten wrong ones');
select is(pg_temp.try('192.0.2.9', true), 'reject', 'the right password is refused from the network of another member');
select is(pg_temp.try('192.0.2.7', true), 'continue', 'the right password is accepted where its owner signed in before');
select is(pg_temp.try('2001:db8:1:2:ffff::1', true), 'continue', 'the right password is accepted from another address of a known network');
select is(pg_temp.try('2001:db8:1:3::7', true), 'reject', 'the right password is refused from an unknown network of IPv6');
select is(pg_temp.try(null, true), 'reject', 'the right password is refused from an address that nobody reports');
select is(pg_temp.try('unknown', true), 'reject', 'the right password is refused when the reported address is no address');
select is(pg_temp.try('198.51.100.200', true), 'reject', 'a sign-in of the owner does not unlock the account for any other network');

-- A known network is allowed no more guesses than others are.
select is(count(*) filter (where pg_temp.try('192.0.2.7', false) = 'continue'), 10::bigint, 'ten wrong passwords from a known network are checked without a lock') from generate_series(1, 30) as n;
select is(pg_temp.try('192.0.2.7', true), 'reject', 'the right password is refused from a known network after ten wrong ones from it');
select is(pg_temp.try('2001:db8:1:2::7', true), 'continue', 'the right password is accepted from another known network');
select is(pg_temp.try('192.0.2.9', true, bob), 'continue', 'the right password of another account is accepted from a network that is locked for one account') from ids;
update auth.users set encrypted_password = 'new' where id = (select ann from ids);
select is(pg_temp.try('198.51.100.200', true), 'continue', 'a new password unlocks the account for every network');
select is(pg_temp.try('192.0.2.7', true), 'continue', 'a new password unlocks the account for a known network that was locked');

-- A network is no longer known after some time.
update private.sign_in_networks set seen_at = now() - interval '90 days';
select count(pg_temp.try('198.51.100.200', false)) from generate_series(1, 11);
select is(pg_temp.try('192.0.2.7', true), 'reject', 'an IP network from which a member signed in is forgotten after ninety days');
select pg_temp.sign_in('203.0.113.1', ann) from ids;
select is((select count(*)::int from private.sign_in_networks n join ids on n.user_id = ann), 1, 'the row of a network that is no longer known is deleted with the next sign-in');
