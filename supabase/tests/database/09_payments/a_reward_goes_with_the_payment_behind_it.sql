select tests.make_member(name, role) from (values ('brand', 'brand'), ('kol', 'kol'), ('friend', 'kol'), ('house', 'brand')) as m (name, role);
update public.referrals set inviter_id = tests.id('friend') where invitee_id = tests.id('brand');
update public.referrals set inviter_id = tests.id('house') where invitee_id = tests.id('kol');
create function pg_temp.report(outcome text, amount bigint default 10000, ref text default 'dp') returns void language sql security definer as $$
  select private.record_provider_dispute('sandbox', (tests.payment()).provider_ref, ref, outcome, amount, 'USD')
$$;
create function pg_temp.state() returns text language sql as $$
  select string_agg(name || ' ' || tests.balance(tests.id(name), kind), ', ' order by name)
  from (values ('kol', 'pending'), ('friend', 'pending'), ('house', 'pending')) as m (name, kind)
$$;

select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select is(pg_temp.state(), 'friend 100, house 100, kol 9000', 'a brand''s reward is on hold like a creator''s');
select is(tests.balance(tests.id('house'), 'wallet'), 0::bigint, 'and not spent at once');
select set_eq($$ select private.inviters_rewarded(o) from public.pack_orders o $$, $$ values (tests.id('friend')), (tests.id('house')) $$, 'both inviters earned from it');

-- A trusted creator keeps the pay within the bounds; inviters do not.
update public.profiles set trust_level = 'trusted' where id in (tests.id('kol'), tests.id('friend'), tests.id('house'));
select tests.make_member('buyer', 'brand');
select set_config('tests.first', tests.order_id()::text, true);
select tests.make_order(tests.id('buyer'), tests.id('kol'), 'completed', 1000000);
update private.holds set cleared_at = now() where order_id = tests.order_id();
select set_config('tests.order_id', current_setting('tests.first'), true);
create temporary table before as select tests.balance(tests.id('kol'), 'pending') as pending;
savepoint lost;
select pg_temp.report('opened', 150, 'small');
select pg_temp.report('lost', 150, 'small');
select is(tests.balance(tests.id('friend'), 'pending'), 100::bigint, 'a small part takes no reward');
rollback to lost;
select ok(tests.locked_rows($$ select pg_temp.report('opened'), pg_temp.report('lost') $$, 'private.accounts') @> array(
    select id::text from private.accounts where owner_id = tests.id('house') and kind = 'pending'), 'the account of the reward is locked');
select pg_temp.report('opened');
select pg_temp.report('lost');
select is(pg_temp.state(), 'friend 0, house 0, kol ' || pending, 'lost: the rewards are taken, the pay is the market''s loss') from before;
select results_eq($$ select creator_minor, loss_minor from private.chargebacks where provider_ref = 'dp' $$, $$ values (200::bigint, 9800::bigint) $$, 'which is as much smaller');
select is((select sum(amount_minor) from private.borne_losses), 9000::numeric, 'what the market bears is the creator''s alone');
select is_empty($$ select from public.notifications n join public.profiles p on p.user_id = n.user_id where p.id in (tests.id('friend'), tests.id('house'))
  and n.event in ('earnings_taken_back', 'earnings_given_back') $$, 'who invited reads nothing of somebody else''s order');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
select private.run_due_work(now() + interval '15 days');
select pg_temp.report('won');
select is(tests.balance(tests.id('friend'), 'available'), 100::bigint, 'won after all, the creator who invited has the reward again');
select is(tests.balance(tests.id('house'), 'wallet'), 100::bigint, 'and the brand has it in the wallet, because the hold is over');
select results_eq('select * from tests.lots(tests.id($$house$$))', $$ values (null::uuid, 100::bigint) $$, 'as money of no payment');
select is_empty('select * from private.ledger_faults()', 'the ledger still has no fault');

-- A reward that nobody disputes clears into the wallet.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_member('new', 'brand');
update public.referrals set inviter_id = tests.id('house') where invitee_id = tests.id('new');
select tests.make_order(tests.id('new'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '15 days');
select is(tests.balance(tests.id('house'), 'wallet'), 200::bigint, 'after the hold a brand can spend its reward');
select is(tests.balance(tests.id('house'), 'pending'), 0::bigint, 'and nothing is on hold');
select is_empty('select * from private.ledger_faults()', 'the books of wallets agree');
