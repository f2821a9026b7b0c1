-- cast: ann kol
create temporary table me as select tests.user_id(tests.id('ann')) as id;
grant select on me to authenticated;
create function pg_temp.ask(wish text) returns void language sql as $$ update auth.users set email_change = wish where id = (select id from me) $$;
-- How long ago both sessions of Ann began: the old one is at aal2, the young one at aal1.
create function pg_temp.age(old interval, young interval) returns void language sql as $$
  update auth.sessions s set created_at = now() - case s.aal when 'aal2' then old else young end where s.user_id = (select id from me)
$$;
select pg_temp.age('10 minutes', '10 minutes');
select throws_ok($$ select pg_temp.ask('new@kolpact.test') $$, 'PT403', 'fresh_sign_in_required', 'old sessions do not do');
select pg_temp.age('10 minutes', '9 minutes');
select throws_ok($$ select pg_temp.ask('new@kolpact.test') $$, 'PT403', 'fresh_sign_in_required', 'nor does one beside a fresh one: nobody knows which of them asks');
update auth.sessions set not_after = now() where aal = 'aal2';
select lives_ok($$ select pg_temp.ask('new@kolpact.test') $$, 'unless it is over');
update auth.sessions set not_after = now() + interval '1 second' where aal = 'aal2';
select throws_ok($$ select pg_temp.ask('next@kolpact.test') $$, 'PT403', 'fresh_sign_in_required', 'which it is not before its end');
update auth.sessions set not_after = null;
select pg_temp.age('9 minutes', '9 minutes');
select lives_ok($$ select pg_temp.ask('second@kolpact.test') $$, 'fresh ones alone do');

-- The fresh one says which address it means.
select pg_temp.age('10 minutes', '9 minutes');
select tests.act_as(tests.id('ann'), 'aal2');
select throws_ok($$ select public.approve_new_address('third@kolpact.test') $$, 'PT403', 'fresh_sign_in_required', 'an old session approves nothing');
select tests.act_as(tests.id('ann'), 'aal1');
select lives_ok($$ select public.approve_new_address('first@kolpact.test') $$, 'a fresh one does');
select lives_ok($$ select public.approve_new_address('Third@Kolpact.test') $$, 'the last one counts');
select tests.act_as_owner();
update auth.sessions set not_after = now() where aal = 'aal1';
select tests.act_as(tests.id('ann'), 'aal1');
select throws_ok($$ select public.approve_new_address('fourth@kolpact.test') $$, 'PT403', 'session_ended', 'unless it has ended');
select tests.act_as_owner();
update auth.sessions set not_after = null;
select throws_ok($$ select pg_temp.ask('first@kolpact.test') $$, 'PT403', 'fresh_sign_in_required', 'no other address is asked for');
select lives_ok($$ select pg_temp.ask('third@kolpact.test') $$, 'that one is, in whatever letters');
select throws_ok($$ select pg_temp.ask('x@kolpact.test'), pg_temp.ask('third@kolpact.test') $$, 'PT403', 'fresh_sign_in_required', 'once');
select tests.make_member('eve');
select tests.act_as(tests.id('eve'));
select public.approve_new_address('fourth@kolpact.test');
select tests.act_as_owner();
select throws_ok($$ select pg_temp.ask('fourth@kolpact.test') $$, 'PT403', 'fresh_sign_in_required', 'nobody approves for another');
insert into private.approved_addresses values ((select id from me), 'fourth@kolpact.test', now() - interval '10 minutes');
select throws_ok($$ select pg_temp.ask('fourth@kolpact.test') $$, 'PT403', 'fresh_sign_in_required', 'nor for ever');

update auth.sessions set created_at = now() - interval '1 hour';
select lives_ok($$ select pg_temp.ask('') $$, 'the auth server may end the request at any time');
select is((select count(*)::int from auth.sessions where user_id = (select id from me)), 2, 'nobody is signed out until it is confirmed');
update auth.users set email = 'new@kolpact.test' where id = (select id from me);
select is_empty('select from auth.sessions where user_id = (select id from me)', 'then everybody is');
select lives_ok($$ select pg_temp.ask('last@kolpact.test') $$, 'without a session it is the operator who asks');
