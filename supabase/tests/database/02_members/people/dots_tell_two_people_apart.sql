-- cast: kol kol
-- With most providers john.smith and johnsmith are two mailboxes, so a similar address never makes a
-- stranger answer for somebody.
select tests.enter('john', 'john.smith@mail.test'), tests.enter('thief', 'johnsmith@mail.test');
select tests.make_order(tests.id('john'), tests.id('kol'), 'declined');
select tests.make_order(tests.id('thief'), tests.id('kol'), 'completed');
select tests.charge_back(tests.payment());
select is(tests.balance(tests.id('john'), 'wallet'), 10000::bigint, 'a chargeback takes nothing from a member with a similar address');
select results_eq($$ select display_name from public.profiles where frozen_at is not null $$, $$ values ('Thief') $$,
  'a chargeback does not freeze a member with a similar address');
select lives_ok($$ select tests.sign_up('john.s.mith@mail.test') $$, 'a similar address is not banned');
select tests.enter('ann', 'ann.lee@gmail.com'), tests.enter('ann2', 'a.n.nlee+two@googlemail.com');
select ok(private.are_one_person(tests.id('ann'), tests.id('ann2')), 'two spellings are one mailbox where dots have no meaning');
select is(private.inbox_of(second) = private.inbox_of(first), one, format('%s and %s are %s', first, second, case when one then 'one inbox' else 'two' end)) from (values
  ('ann.lee@proton.me', 'ann_lee@protonmail.com', true), ('ann@pm.me', 'ann@proton.me', true), ('ann@protonmail.ch', 'ann@proton.me', true),
  ('any@ann.fastmail.com', 'ann+1@fastmail.com', true), ('ann-1@yahoo.com', 'ann-2@yahoo.com', true), ('ann-1@kol.test', 'ann-2@kol.test', false), ('ann@me.com', 'ann@icloud.com', true),
  ('ann.lee@ya.ru', 'ann-lee@yandex.com', true), ('ann.lee@icloud.com', 'annlee@icloud.com', false), ('ann@outlook.com', 'ann@hotmail.com', false)
) as c (first, second, one);
