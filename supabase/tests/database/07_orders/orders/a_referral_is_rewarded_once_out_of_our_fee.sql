-- cast: brand brand, kol kol
update public.referrals set inviter_id = tests.id('kol') where invitee_id = tests.id('brand');
update public.referrals set status = 'ineligible' where invitee_id = tests.id('kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select results_eq($$ select status, reward_minor, currency from public.referrals where invitee_id = tests.id('brand') $$,
  $$ values ('activated', 100::bigint, 'USD') $$, 'a tenth of the fee of ten percent');
select set_eq($$ select a.kind, e.amount_minor from private.transfers t
  join private.entries e on e.transfer_id = t.id join private.accounts a on a.id = e.account_id where t.event = 'referral_reward' $$,
  $$ values ('fees_held', -100::bigint), ('pending', 100) $$, 'from fees held to the inviter');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select is((select count(*) from private.transfers where event = 'referral_reward'), 1::bigint, 'the second order earns no reward');
select private.run_due_work(now() + interval '15 days');
select is(tests.balance(tests.id('kol'), 'available'), 18100::bigint, 'the reward clears with the pay');
select is(tests.balance(null, 'revenue'), 1900::bigint, 'and our revenue is what is left');
select is(tests.balance(null, 'fees_held'), 0::bigint, 'nothing is held any more');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
