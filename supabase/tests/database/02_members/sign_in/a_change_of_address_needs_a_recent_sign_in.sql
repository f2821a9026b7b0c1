-- cast: ann kol
create temporary table me as select tests.user_id(tests.id('ann')) as id;
create function pg_temp.ask(wish text) returns void language sql as $$ update auth.users set email_change = wish where id = (select id from me) $$;
-- Sets how long ago the two sessions of Ann began: the old one is at aal2, the new one at aal1.
create function pg_temp.age(old interval, young interval) returns void language sql as $$
  update auth.sessions s set created_at = now() - case s.aal when 'aal2' then old else young end where s.user_id = (select id from me)
$$;
select pg_temp.age('10 minutes', '10 minutes');
select throws_ok($$ select pg_temp.ask('new@kolpact.test') $$, 'PT403', 'fresh_sign_in_required', 'a session older than ten minutes cannot ask for another address');
select pg_temp.age('10 minutes', '9 minutes');
select throws_ok($$ select pg_temp.ask('new@kolpact.test') $$, 'PT403', 'fresh_sign_in_required', 'a recent session beside an old one cannot ask for another address without approval, because either may be asking');
update auth.sessions set not_after = now() where aal = 'aal2';
select lives_ok($$ select pg_temp.ask('new@kolpact.test') $$, 'a recent session can ask for another address once the old one has ended');
update auth.sessions set not_after = now() + interval '1 second' where aal = 'aal2';
select throws_ok($$ select pg_temp.ask('next@kolpact.test') $$, 'PT403', 'fresh_sign_in_required', 'a session that ends in a second still counts as an old one');
update auth.sessions set not_after = null;
select pg_temp.age('9 minutes', '9 minutes');
select lives_ok($$ select pg_temp.ask('second@kolpact.test') $$, 'recent sessions alone can ask for another address');

-- The recent session approves the address.
select pg_temp.age('10 minutes', '9 minutes');
select tests.refused('ann', $$ select public.approve_new_address('third@kolpact.test') $$, 'PT403', 'fresh_sign_in_required', 'an old session cannot approve an address', 'aal2');
select tests.allowed('ann', $$ select public.approve_new_address('first@kolpact.test') $$, 'a recent session can approve an address', 'aal1');
select tests.allowed('ann', $$ select public.approve_new_address('Third@Kolpact.test') $$, 'a recent session can approve another address instead', 'aal1');
update auth.sessions set not_after = now() where aal = 'aal1';
select tests.refused('ann', $$ select public.approve_new_address('fourth@kolpact.test') $$, 'PT403', 'session_ended',
  'an ended session cannot approve an address', 'aal1');
update auth.sessions set not_after = null;
select throws_ok($$ select pg_temp.ask('first@kolpact.test') $$, 'PT403', 'fresh_sign_in_required', 'an address that was replaced by another approval cannot be asked for');
select lives_ok($$ select pg_temp.ask('third@kolpact.test') $$, 'an approved address can be asked for in capital and small letters');
select throws_ok($$ select pg_temp.ask('x@kolpact.test'), pg_temp.ask('third@kolpact.test') $$, 'PT403', 'fresh_sign_in_required', 'an approval can be used once');
select tests.make_member('eve');
select tests.by('eve', $$ select public.approve_new_address('fourth@kolpact.test') $$);
select throws_ok($$ select pg_temp.ask('fourth@kolpact.test') $$, 'PT403', 'fresh_sign_in_required', 'an approval by another member cannot be used');
insert into private.approved_addresses values ((select id from me), 'fourth@kolpact.test', now() - interval '10 minutes');
select throws_ok($$ select pg_temp.ask('fourth@kolpact.test') $$, 'PT403', 'fresh_sign_in_required', 'an approval cannot be used after ten minutes');

update auth.sessions set created_at = now() - interval '1 hour';
select lives_ok($$ select pg_temp.ask('') $$, 'Auth may clear a pending change of address at any time');
select is((select count(*)::int from auth.sessions where user_id = (select id from me)), 2, 'an unconfirmed change of address ends no session');
update auth.users set email = 'new@kolpact.test' where id = (select id from me);
select is_empty('select from auth.sessions where user_id = (select id from me)', 'a confirmed change of address ends all sessions');
select lives_ok($$ select pg_temp.ask('last@kolpact.test') $$, 'the operator can ask for an address of a member without a session');
