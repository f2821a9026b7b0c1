-- cast: ann kol, cyd kol, bob brand
update public.referrals set inviter_id = tests.id('ann'), invite_id = null where invitee_id = tests.id('bob');
select tests.make_order(tests.id('bob'), tests.id('cyd'), 'completed');
select cmp_ok(tests.balance(tests.id('ann'), 'pending'), '>', 0::bigint, 'a reward for an invite lies where the role put it');
select tests.act_as(tests.id('ann'));
select throws_ok($$ update public.profiles set role = 'brand' where id = tests.id('ann') $$, 'PT409', 'role_fixed', 'so the role stays');
