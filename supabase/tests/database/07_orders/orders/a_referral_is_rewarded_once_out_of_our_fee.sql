-- cast: brand brand, kol kol, host brand, guest kol, friend brand
update public.referrals set inviter_id = tests.id('kol') where invitee_id = tests.id('brand');
update public.referrals set status = 'ineligible' where invitee_id = tests.id('kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', pack => tests.make_pack(tests.id('kol'), 20000000, 'USDC'));
select is((select status || coalesce(reward_minor, 0) from public.referrals where invitee_id = tests.id('brand')), 'joined0', 'an order on the chain earns no reward, so the first order in dollars still does');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select results_eq($$ select status, reward_minor, currency from public.referrals where invitee_id = tests.id('brand') $$,
  $$ values ('activated', 100::bigint, 'USD') $$, 'an inviter earns a tenth of the fee of the first completed order in dollars');
select set_eq($$ select a.kind, e.amount_minor from private.transfers t
  join private.entries e on e.transfer_id = t.id join private.accounts a on a.id = e.account_id where t.event = 'referral_reward' $$,
  $$ values ('fees_held', -100::bigint), ('pending', 100) $$, 'a reward is paid out of the held fee');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select is((select count(*) from private.transfers where event = 'referral_reward'), 1::bigint, 'a second completed order earns no reward');
select private.run_due_work(now() + interval '15 days');
select is(tests.balance(owner, kind), amount, description) from (values
  (tests.id('kol'), 'available', 18100::bigint, 'a reward becomes available with the earnings'),
  (null, 'revenue', 1900, 'the fee less the reward becomes revenue'), (null, 'fees_held', 0, 'no fee is held after the hold')) as b (owner, kind, amount, description);

update public.referrals set inviter_id = tests.id('host') where invitee_id = tests.id('guest');
select tests.make_order(tests.id('brand'), tests.id('guest'), 'completed', 100000000);
select is(tests.balance(tests.id('host'), 'pending'), 10000::bigint, 'a reward is at most 100.00');
select private.run_due_work(now() + interval '15 days');
select is(tests.balance(tests.id('host'), 'wallet'), 10000::bigint, 'the reward of a brand goes to its wallet when the hold ends');

-- The inviter can read the reward, but not the order.
update public.referrals set inviter_id = tests.id('host') where invitee_id = tests.id('friend');
select tests.make_order(tests.id('friend'), tests.id('guest'), 'completed');
select tests.finds('host', 'select order_id, amount_minor from public.holds', $$ values (null::uuid, 100::bigint) $$, 'a reward on hold does not name the order of other members');
select tests.gets('host', 'select count(*) from public.ledger_lines where order_id is not null', '0', 'the entries of a reward do not name the order of other members');
select tests.gets('guest', 'select count(order_id) from public.holds', '1', 'earnings on hold name their order');
