-- cast: kol kol
-- With most providers john.smith and johnsmith are two mailboxes, so nobody can burden a stranger by a
-- similar address.
create function pg_temp.enter(name text, address text) returns void language sql as $$
  with signed as (select tests.sign_up(address, '{"invite_code": "TESTS-INVITE", "role": "brand"}') as id)
  select from signed;
  update public.profiles p set display_name = initcap(name), language = 'en' from auth.users u where u.id = p.user_id and u.email = address;
  insert into tests.people select name, p.id from public.profiles p join auth.users u on u.id = p.user_id where u.email = address;
$$;
select pg_temp.enter('john', 'john.smith@mail.test'), pg_temp.enter('thief', 'johnsmith@mail.test');
select tests.make_order(tests.id('john'), tests.id('kol'), 'declined');
select tests.make_order(tests.id('thief'), tests.id('kol'), 'completed');
select tests.charge_back(tests.payment());
select is(tests.balance(tests.id('john'), 'wallet'), 10000::bigint, 'a chargeback takes nothing from who has a similar address');
select results_eq($$ select display_name from public.profiles where frozen_at is not null $$, $$ values ('Thief') $$,
  'a chargeback does not freeze who has a similar address');
select lives_ok($$ select tests.sign_up('john.s.mith@mail.test') $$, 'a similar address is not banned');
select pg_temp.enter('ann', 'ann.lee@gmail.com'), pg_temp.enter('ann2', 'a.n.nlee+two@googlemail.com');
select ok(private.are_one_person(tests.id('ann'), tests.id('ann2')), 'where dots mean nothing, two spellings are one inbox');
