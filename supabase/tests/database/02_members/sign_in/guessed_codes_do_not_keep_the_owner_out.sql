-- cast: ann kol, bob kol
create temporary table ids as select tests.user_id(tests.id('ann')) as ann, tests.user_id(tests.id('bob')) as bob;
create function pg_temp.try(address text, valid boolean, who uuid default null) returns text language sql as $$
  select coalesce(answer ->> 'decision', answer #>> '{error,message}') from private.mfa_verification_attempt(jsonb_build_object(
    'metadata', jsonb_build_object('ip_address', address), 'user_id', coalesce(who, (select ann from ids)),
    'factor_id', gen_random_uuid(), 'factor_type', 'totp', 'valid', valid)) as answer
$$;
create function pg_temp.sign_in(address inet, who uuid, variadic methods text[]) returns void language sql as $$
  with opened as (
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, ip) values (gen_random_uuid(), who, now(), now(), 'aal1', address)
    returning id
  )
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  select gen_random_uuid(), id, now(), now(), method from opened, unnest(methods) as method
$$;
create function pg_temp.wrong(address text, tries int) returns bigint language sql as $$
  select count(*) filter (where pg_temp.try(format(address, n), false) = 'continue') from generate_series(1, tries) as n
$$;
-- The owner entered a code at home. A stranger has the password, which opens sessions but proves no second factor.
select pg_temp.sign_in('192.0.2.7', ann, 'password', 'totp'), pg_temp.sign_in('192.0.2.9', bob, 'password', 'totp') from ids;
select pg_temp.sign_in('203.0.113.66', ann, 'password'), pg_temp.sign_in('198.51.100.200', ann, 'password') from ids;

select is(pg_temp.wrong('203.0.113.66', 20), 5::bigint, 'a stranger who has the password can enter five wrong codes');
select is(pg_temp.wrong('198.51.100.%s', 100), 0::bigint, 'all networks in which only the password was entered share the count');
select is(pg_temp.try('203.0.113.66', true), 'mfa_locked', 'the right code is refused too after five wrong ones');
select is(pg_temp.try('192.0.2.9', true), 'mfa_locked', 'a right code is refused in the network of another member');
select is(pg_temp.try(null, true), 'mfa_locked', 'a right code is refused from an address that nobody reports');
select isnt_empty($$ select from private.mfa_verification_attempt((select jsonb_build_object('user_id', ann, 'valid', true) from ids)) as answer
  where not answer ? 'decision' and answer #>> '{error,http_code}' = '403' $$, 'the hook answers with an error, because a decision to reject ends all sessions');
select is(pg_temp.try('192.0.2.7', true), 'continue', 'the owner''s code is accepted in a network in which a right code was entered before');
select is(pg_temp.try('192.0.2.9', true, bob), 'continue', 'another member can enter a code while one account is locked') from ids;

-- The owner travels: the link of a mail allows only five more codes.
select is(pg_temp.try('100.64.0.1', true), 'mfa_locked', 'the owner''s code is refused from a new network while the account is locked');
select pg_temp.sign_in('100.64.0.1', ann, 'recovery') from ids;
select is(pg_temp.try('100.64.0.1', true), 'continue', 'the owner''s code is accepted in a network in which a mailed link was opened');
select pg_temp.sign_in(('100.64.1.' || n)::inet, ann, 'recovery') from ids, generate_series(1, 30) as n;
select is(pg_temp.wrong('100.64.1.%s', 30), 5::bigint, 'a stranger who reads the mails can enter five more wrong codes, in all networks together');
select is(pg_temp.try('192.0.2.7', true), 'continue', 'a stranger who reads the mails does not keep the owner out at home');

-- Wrong codes from a network of the owner lock that network alone.
select is(pg_temp.wrong('192.0.2.7', 20), 5::bigint, 'five wrong codes from a network of the owner are checked without a lock');
select is(pg_temp.try('192.0.2.7', true), 'mfa_locked', 'a network of the owner is locked after five wrong codes');
select pg_temp.sign_in('2001:db8:1:2::7', ann, 'password', 'totp') from ids;
select is(pg_temp.try('2001:db8:1:2:ffff::1', true), 'continue', 'another network of the owner is not locked');

-- A known network is locked for a quarter of an hour, others for a day: at any time three of the 10^6 codes are right.
update private.sign_in_failures set since = now() - interval '15 minutes';
select is(pg_temp.try('192.0.2.7', true), 'continue', 'a network of the owner is unlocked after fifteen minutes');
select is(pg_temp.try('203.0.113.66', true), 'mfa_locked', 'unknown networks stay locked after fifteen minutes');
select is(pg_temp.try('100.64.1.1', true), 'mfa_locked', 'networks of mailed links stay locked after fifteen minutes');
update private.sign_in_failures set since = now() - interval '24 hours';
select is(pg_temp.try('203.0.113.66', true), 'continue', 'unknown networks are unlocked after a day');
select is(pg_temp.try('100.64.1.1', true), 'continue', 'networks of mailed links are unlocked after a day');
update private.sign_in_networks set seen_at = now() - interval '90 days';
select pg_temp.wrong('203.0.113.66', 6);
select is(pg_temp.try('192.0.2.7', true), 'mfa_locked', 'a network of the owner counts as unknown after ninety days');
