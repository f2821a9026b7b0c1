-- cast: ann kol, bob kol
create temporary table hook as select tests.user_id(tests.id('ann')) as ann, tests.user_id(tests.id('bob')) as bob;
create function pg_temp.password(who uuid, valid boolean) returns text language sql as $$
  select private.password_verification_attempt(jsonb_build_object('user_id', who, 'valid', valid)) ->> 'decision'
$$;
create function pg_temp.factor(who uuid, valid boolean) returns text language sql as $$
  select coalesce(answer ->> 'decision', answer #>> '{error,message}')
  from private.mfa_verification_attempt(jsonb_build_object('user_id', who, 'factor_id', gen_random_uuid(), 'valid', valid)) as answer
$$;
select is((select string_agg(distinct pg_temp.password(h.ann, false), ',') from hook h, generate_series(1, 10)), 'continue', 'ten wrong passwords are checked without a lock');
select is((select pg_temp.password(ann, false) from hook), 'reject', 'the eleventh wrong password is refused');
select is((select pg_temp.password(ann, true) from hook), 'reject', 'the right password is refused after ten wrong ones');
select is((select private.password_verification_attempt(jsonb_build_object('user_id', ann, 'valid', true)) ->> 'message' from hook), 'Invalid login credentials', 'a locked account gets the same message as a wrong password');
select is((select pg_temp.password(bob, true) from hook), 'continue', 'another member signs in while an account is locked');
update private.sign_in_failures set since = now() - interval '14 minutes 59 seconds';
select is((select pg_temp.password(ann, true) from hook), 'reject', 'an account stays locked for fifteen minutes');
update private.sign_in_failures set since = now() - interval '15 minutes';
select is((select pg_temp.password(ann, true) from hook), 'continue', 'an account is unlocked after fifteen minutes');
select is_empty('select from private.sign_in_failures', 'a right password resets the count of wrong ones');
select count(pg_temp.password(h.ann, false)) from hook h, generate_series(1, 20);
update auth.users set encrypted_password = 'new' where id = (select ann from hook);
select pg_temp.factor(ann, false), pg_temp.password(bob, false) from hook;
update auth.users set encrypted_password = 'newer' where id = (select ann from hook);
select bag_eq('select f.user_id, f.proof from private.sign_in_failures f',
  $$ select ann as u, 'factor' as p from hook union all select bob, 'password' from hook $$,
  'a new password resets the count of wrong ones for that account alone');
select is((select pg_temp.password(ann, true) from hook), 'continue', 'a new password unlocks the account at once');
delete from private.sign_in_failures;
select is((select string_agg(distinct pg_temp.factor(h.ann, false), ',') from hook h, generate_series(1, 5)), 'continue', 'five wrong codes are checked without a lock');
select is((select pg_temp.factor(ann, true) from hook), 'mfa_locked', 'the right code is refused after five wrong ones');
select is((select pg_temp.password(ann, true) from hook), 'continue', 'a right password is accepted after five wrong codes');
-- A right password clears the wrong passwords of that member alone, not the wrong codes.
delete from private.sign_in_failures;
select pg_temp.password(bob, false), pg_temp.factor(ann, false), pg_temp.password(ann, false) from hook;
select is((select pg_temp.password(ann, true) from hook), 'continue', 'a right password is accepted after a wrong one');
select bag_eq('select f.user_id, f.proof, f.failures from private.sign_in_failures f',
  $$ select bob as u, 'password' as p, 1 as n from hook union all select ann, 'factor', 1 from hook $$, 'a right password resets neither the count of wrong codes nor the counts of other accounts');
update private.sign_in_failures set since = now() - interval '15 minutes', failures = 9;
select pg_temp.password(bob, false) from hook;
select is((select f.failures from private.sign_in_failures f join hook h on h.bob = f.user_id), 1, 'the first wrong password of a new window is counted as one');
select is((select f.since from private.sign_in_failures f join hook h on h.bob = f.user_id), now(), 'a new window begins with its first wrong password');
