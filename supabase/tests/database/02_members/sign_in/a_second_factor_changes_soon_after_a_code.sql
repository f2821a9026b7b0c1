-- cast: ann kol
create temporary table ids as select tests.user_id(tests.id('ann')) as ann, tests.session_id(tests.user_id(tests.id('ann')), 'aal2') as session;
create function pg_temp.add(name text, status auth.factor_status) returns void language sql as $$
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
  select gen_random_uuid(), ann, name, 'totp', add.status, now(), now() from ids
$$;
create function pg_temp.code_given(age interval) returns void language sql as $$
  update auth.mfa_amr_claims set updated_at = now() - age where session_id = (select session from ids)
$$;
select pg_temp.code_given('1 day');
select lives_ok($$ select pg_temp.add('first', 'unverified') $$, 'a first factor is added with the password alone');
update auth.mfa_factors set status = 'verified';
select throws_ok($$ select pg_temp.add('second', 'unverified') $$, 'PT403', 'mfa_stale', 'another factor is not added long after the last code');
select throws_ok($$ delete from auth.mfa_factors $$, 'PT403', 'mfa_stale', 'a factor is not removed long after the code');
select pg_temp.code_given('15 minutes');
select throws_ok($$ delete from auth.mfa_factors $$, 'PT403', 'mfa_stale', 'a factor is not removed fifteen minutes after the code');
select pg_temp.code_given('14 minutes 59 seconds');
select lives_ok($$ select pg_temp.add('second', 'unverified') $$, 'another factor is added within fifteen minutes of the last code');
select pg_temp.code_given('1 day');
select lives_ok($$ delete from auth.mfa_factors where status = 'unverified' $$, 'an unverified factor is removed however long ago the last code was entered');
select lives_ok($$ update auth.mfa_factors set last_challenged_at = now() $$, 'a factor can be used however long ago the last code was entered');
-- A session that has expired, or in which no code was entered, does not count.
update auth.sessions set not_after = now() where id = (select session from ids);
select pg_temp.code_given('0 minutes');
insert into auth.sessions (id, user_id, created_at, updated_at, aal) select gen_random_uuid(), ann, now(), now(), 'aal2' from ids;
select throws_ok($$ delete from auth.mfa_factors $$, 'PT403', 'mfa_stale', 'a code of a session that ran out does not count');
delete from auth.sessions where aal = 'aal2';
select lives_ok($$ delete from auth.mfa_factors $$, 'an administrator removes the factor of a member without a session that entered a code');
select pg_temp.add('third', 'verified');
insert into auth.sessions (id, user_id, created_at, updated_at, aal) select gen_random_uuid(), ann, now(), now(), 'aal2' from ids;
select lives_ok($$ delete from auth.users where id = (select ann from ids) $$, 'a user is deleted together with the factor');
select is_empty($$ select from auth.mfa_factors $$, 'no factor of a deleted user is left');
