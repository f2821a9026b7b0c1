-- cast: kol kol
select tests.sign_up('idle@kolpact.test');
insert into tests.people select 'idle', p.id from public.profiles p where p.role is null;
select tests.make_invitee('brand', 'brand', tests.id('idle'));
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select is((select status from public.referrals where invitee_id = tests.id('brand')), 'joined', 'the reward of an inviter without a role waits for a later order');
select private.run_due_work(now() + interval '15 days');
select tests.by('idle', $$ update public.profiles set role = 'brand', display_name = 'Idle', language = 'en' where id = tests.id('idle') $$);
savepoint chosen;
select tests.dispute('opened', 10000, 'dp'), tests.dispute('lost', 10000, 'dp');
select private.run_due_work(now() + interval '30 days');
select isnt((select apportioned_at from private.chargebacks), null, 'a lost dispute ends although the inviter has chosen a role since');
rollback to chosen;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select is(tests.balance(tests.id('idle'), 'pending'), 100::bigint, 'an inviter who has chosen a role is rewarded for the next order');

-- A payout may come back after the balance was empty.
select tests.make_member('friend', 'kol');
select tests.make_invitee('buyer', 'brand', tests.id('friend'));
select tests.make_order(tests.id('buyer'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '15 days');
select set_config('tests.payout', tests.send_later('friend', 100)::text, true);
select private.mark_payout_sent(p, 'po_1') from public.payouts p where p.id = current_setting('tests.payout')::uuid;
select tests.refused('friend', $$ update public.profiles set role = 'brand' where id = tests.id('friend') $$, 'PT409', 'role_fixed', 'a member who was paid a reward out keeps the role');
