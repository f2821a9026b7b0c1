-- An address that a member left may belong to somebody else by now: the new user of the address answers
-- for the member, but the member does not answer for the new user.
-- cast: kol kol, sam staff, sue staff
create function pg_temp.move(name text, address text) returns void language sql as $$
  update auth.users set email = address where id = tests.user_id(tests.id(name))
$$;

-- The new user of the address has a chargeback: the member's wallet is not touched.
select tests.enter('ann', 'desk@firm.test');
select tests.make_order(tests.id('ann'), tests.id('kol'), 'declined', 30000);
select pg_temp.move('ann', 'ann@home.test');
select is(tests.enter('new', 'desk@firm.test'), 'signed up', 'an address that a member left can be used to sign up');
select ok(not tests.is_one_person('ann', 'new'), 'the new user of a former address is not one person with the member who left it');
select set_config('tests.order_id', tests.make_order(tests.id('new'), tests.id('kol'), 'completed')::text, true);
select tests.charge_back(tests.payment());
select is(tests.balance(tests.id('ann'), 'wallet'), 30000::bigint, 'a chargeback of the new user of a former address takes nothing from the member''s wallet');
select is(tests.frozen('ann', 'new'), 'new', 'a chargeback of the new user of a former address does not freeze the member');
select tests.allowed('sam', $$ select public.suspend_profile(tests.id('new'), category => 'fraud', note => 'Cards.') $$, 'staff suspend the new user of a former address');
select is((select suspended_at from public.profiles where id = tests.id('ann')), null, 'a suspension of the new user of a former address does not touch the member');
select is((select kind from private.person_pairs where profile_id = tests.id('new') and other_id = tests.id('ann')), 'former_inbox', 'staff decide about the new user of a former address');
select is(tests.enter('again', 'desk+2@firm.test'), 'invite_invalid', 'a former address of a member is banned together with its new user');
select is(tests.enter('sis', 'ann+2@home.test'), 'signed up', 'a ban of the new user of a former address does not ban the address of the member');

-- Bans, debts and blocks of the member hold for the new user of the address.
select tests.enter('bea', 'bea@firm.test');
select tests.make_order(tests.id('bea'), tests.id('kol'), 'completed');
select set_config('tests.bea', tests.order_id()::text, true);
select pg_temp.move('bea', 'bea@home.test');
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('kol'), tests.id('bea'));
select tests.enter('bea2', 'bea@firm.test');
select ok(private.are_blocked(tests.id('bea2'), tests.id('kol')), 'a block holds for a person who signs up with a former address');
select ok(private.are_one_person(tests.id('bea'), tests.id('bea2')), 'a member and the new user of their former address cannot trade with each other');
select set_config('tests.order_id', current_setting('tests.bea'), true);
select tests.charge_back(tests.payment());
select is(tests.frozen('bea', 'bea2'), 'bea bea2', 'a chargeback of the member freezes the new user of a former address');
select is(tests.enter('bea3', 'bea+3@firm.test'), 'invite_invalid', 'a former address of a frozen member stays banned');

-- Fay leaves an address with which two new accounts then sign up.
select tests.enter('fay', 'fay@firm.test'), pg_temp.move('fay', 'fay@home.test');
select tests.enter('fay2', 'fay@firm.test'), tests.enter('fay3', 'fay+3@firm.test');
select ok(tests.is_one_person('fay2', 'fay3') and not tests.is_one_person('fay', 'fay3'), 'newcomers with one former address are one person');
select pg_temp.move('fay', 'fay+1@firm.test');
select ok(tests.is_one_person('fay', 'fay2'), 'a member who confirms the former address again is one person with the present users of the address');

-- Tests an address with two current users, and the former address of a member who deleted the account.
select tests.enter('cat', 'cat@firm.test'), tests.enter('cat2', 'cat+2@firm.test');
select ok(tests.is_one_person('cat', 'cat2'), 'two accounts that use one mailbox at the same time are one person');
select pg_temp.move('cat', 'cat@home.test');
select tests.enter('cat3', 'cat+3@firm.test');
select ok(tests.is_one_person('cat', 'cat3'), 'a mailbox that another account of the person still uses makes two accounts one person');
select tests.enter('dan', 'dan@firm.test');
select pg_temp.move('dan', 'dan@home.test');
delete from auth.users where id = tests.user_id(tests.id('dan'));
select tests.enter('dan2', 'dan@firm.test');
select ok(tests.is_one_person('dan', 'dan2'), 'any former address of a deleted account makes a new account the same person''s');

-- The new user of a member's former address and the user of the member's card are not one person.
select tests.enter('eve', 'eve@firm.test');
update public.profiles set created_at = now() - interval '1 year' where id = tests.id('eve');
select private.mark_person(tests.id('eve'), 'card', 'sandbox card 9');
select pg_temp.move('eve', 'eve@home.test');
select tests.enter('card', 'card@other.test'), tests.enter('mail', 'eve@firm.test');
select private.mark_person(tests.id('card'), 'card', 'sandbox card 9');
select ok(not tests.is_one_person('card', 'mail'), 'the new user of a former address is not one person with the user of the card');

-- Two members sign up with the two former addresses of Gil.
select tests.enter('gil', 'gil@firm.test'), pg_temp.move('gil', 'gil@one.test'), pg_temp.move('gil', 'gil@two.test');
select tests.enter('heir', 'gil@firm.test');
select tests.make_order(tests.id('heir'), tests.id('kol'), 'declined', 30000);
select tests.enter('thief', 'gil@one.test');
select ok(not tests.is_one_person('heir', 'thief'), 'two new users of different former addresses of a member are not one person');
select tests.make_order(tests.id('thief'), tests.id('kol'), 'completed');
select tests.charge_back(tests.payment());
select is(tests.balance(tests.id('heir'), 'wallet'), 30000::bigint, 'a chargeback takes nothing from the new user of another former address');
select is(tests.frozen('heir', 'thief'), 'thief', 'a chargeback does not freeze the new user of another former address');
