-- cast: sam staff, ann brand, eve brand, hal brand, fay brand, gil brand, kol kol
select plan(36);
create function pg_temp.hook(address text, code text default 'TESTS-INVITE') returns jsonb language sql as $$
  select private.before_user_created(jsonb_build_object('user', jsonb_build_object(
    'email', address, 'user_metadata', jsonb_build_object('invite_code', code)))) -> 'error'
$$;
update auth.users set email = 'ann.lee@gmail.com' where id = tests.user_id(tests.id('ann'));
select tests.by('sam', $$ select public.suspend_profile(tests.id('ann')) $$);
delete from auth.users where id = tests.user_id(tests.id('ann'));

create temporary table spellings as select unnest(array['ann.lee@gmail.com', 'ANN.LEE@GMAIL.COM', 'annlee@gmail.com', 'a.n.n.l.e.e@gmail.com',
  'ann.lee+two@gmail.com', 'annlee+@gmail.com', U&'\FF41nn.lee@gmail.com', U&'ann.lee@googlemail\3002com',
  U&'ann\200B.lee@gmail.com']) as address;
select is(tests.enter(address, address), 'invite_invalid', address || ' is an address of the banned person') from spellings;
select is(pg_temp.hook(address), null, 'the hook answers ' || address || ' like any other address') from spellings;
savepoint unconfirmed;
select lives_ok($$ select tests.sign_up('annlee@gmail.com', confirmed => false) $$, 'a sign-up with a banned address looks like any other');
select throws_ok($$ update auth.users set email_confirmed_at = now() where email = 'annlee@gmail.com' $$, 'PT409', 'address_not_available', 'a banned address cannot be confirmed');
select tests.sign_up('free@gmail.com', confirmed => false);
select lives_ok($$ update auth.users set email_confirmed_at = now() where email = 'free@gmail.com' $$, 'a sign-up with another address can be confirmed');
rollback to unconfirmed;
select is((select uses from public.invites where code = 'TESTS-INVITE'), 7, 'refused sign-ups take no place of the invite');
select is(tests.enter('again 1', 'ann.lee@other.test'), 'signed up', 'an address with that name at another provider is not banned');
select is_empty($$ select from private.person_marks m where encode(m.hash, 'escape') like '%lee%' $$,
  'the address of a banned person is kept as a hash only');

-- A member cannot change to a banned address, such as that of a suspended member.
update public.profiles set suspended_at = now() where id = tests.id('hal');
select throws_ok($$ update auth.users set email = 'annlee@gmail.com' where id = tests.user_id(tests.id('eve')) $$,
  'PT409', 'address_not_available', 'a member cannot change to a banned address');
select lives_ok($$ update auth.users set email = 'eve.two@mail.test' where id = tests.user_id(tests.id('eve')) $$,
  'a member can change to an address that is not banned');
update public.profiles set suspended_at = now() where id = tests.id('eve');
update auth.users set email = 'eve.three@mail.test' where id = tests.user_id(tests.id('eve'));
select is(tests.enter('again 2', 'Eve.Three+x@mail.test'), 'invite_invalid', 'an address that a suspended member changes to is banned');
select is(tests.enter('again 3', 'Eve.Two+x@mail.test'), 'invite_invalid', 'an address that a suspended member had before is banned');

-- An account is deleted while it has a chargeback that staff have not looked at.
select tests.make_order(tests.id('fay'), tests.id('kol'), 'completed');
select tests.charge_back(tests.payment());
select tests.allowed('fay', 'select public.delete_my_account()', 'a frozen member may delete the account');
select tests.allowed('gil', 'select public.delete_my_account()', 'a member without a ban may delete the account');
select is(tests.enter('again 4', 'fay+again@kolpact.test'), 'invite_invalid', 'a member who was frozen cannot sign up again');
select is(tests.enter('again 5', 'gil+again@kolpact.test'), 'signed up', 'a former member without a ban can sign up again');

-- The end of the suspension ends the ban.
select tests.by('sam', $$ select public.unsuspend_profile(tests.id('eve'), 'Cleared.') $$);
select is(tests.enter('again 6', 'Eve.Two+x@mail.test'), 'signed up', 'the address of a suspended member is free when the suspension ends');
select tests.gets('sam', $$ select public.lift_ban('annlee+again@gmail.com') $$, 'true', 'staff lift the ban of a deleted account');
select is(tests.enter('again 7', 'ann.lee@gmail.com'), 'signed up', 'a person whose ban was lifted can sign up again');
select is(details, '{"bans": 1}', 'the lift of a ban is in the audit without the address') from public.staff_audit where action = 'lift_ban';
