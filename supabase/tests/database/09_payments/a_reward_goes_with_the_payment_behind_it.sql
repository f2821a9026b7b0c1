select tests.make_member(name, role) from (values ('brand', 'brand'), ('kol', 'kol'), ('friend', 'kol'), ('house', 'brand')) as m (name, role);
update public.referrals set inviter_id = tests.id('friend') where invitee_id = tests.id('brand');
update public.referrals set inviter_id = tests.id('house') where invitee_id = tests.id('kol');
create function pg_temp.state() returns text language sql as $$
  select string_agg(name || ' ' || tests.balance(tests.id(name), kind), ', ' order by name)
  from (values ('kol', 'pending'), ('friend', 'pending'), ('house', 'pending')) as m (name, kind)
$$;

select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select is(pg_temp.state(), 'friend 100, house 100, kol 9000', 'the rewards of both inviters are on hold');
select is(tests.balance(tests.id('house'), 'wallet'), 0::bigint, 'the reward of a brand is not in its wallet during the hold');
select set_eq($$ select private.inviters_rewarded(o) from public.pack_orders o $$, $$ values (tests.id('friend')), (tests.id('house')) $$, 'both inviters have earned from the order');

-- A trusted creator keeps the pay within the market's bounds; inviters do not keep the reward.
update public.profiles set trust_level = 'trusted' where id in (tests.id('kol'), tests.id('friend'), tests.id('house'));
select tests.make_member('buyer', 'brand');
select set_config('tests.first', tests.order_id()::text, true);
select tests.make_order(tests.id('buyer'), tests.id('kol'), 'completed', 1000000);
update private.holds set cleared_at = now() where order_id = tests.order_id();
select set_config('tests.order_id', current_setting('tests.first'), true);
create temporary table before as select tests.balance(tests.id('kol'), 'pending') as pending;
savepoint lost;
select tests.dispute('opened', 150, 'small');
select tests.dispute('lost', 150, 'small');
select is(tests.balance(tests.id('friend'), 'pending'), 100::bigint, 'a lost dispute of a small part takes no reward');
rollback to lost;
select ok(tests.locked_rows($$ select tests.dispute('opened', 10000, 'dp'), tests.dispute('lost', 10000, 'dp') $$, 'private.accounts') @> array(
    select id::text from private.accounts where owner_id = tests.id('house') and kind = 'pending'), 'a lost dispute locks the account of the reward');
select tests.dispute('opened', 10000, 'dp');
select tests.dispute('lost', 10000, 'dp');
select is(pg_temp.state(), 'friend 0, house 0, kol ' || pending, 'a lost dispute takes the rewards and leaves a trusted creator''s pay') from before;
select results_eq($$ select creator_minor, loss_minor from private.chargebacks where provider_ref = 'dp' $$, $$ values (200::bigint, 9800::bigint) $$,
  'the loss of a dispute is smaller by the rewards that it took');
select is((select sum(amount_minor) from private.borne_losses), 9000::numeric, 'the market bears the creator''s pay alone');
create function pg_temp.received() returns table (name text, event text, title text, has_order boolean) language sql as $$
  select m.name, n.event, n.title, n.data ? 'order_id' from public.notifications n join public.profiles p on p.user_id = n.user_id join tests.people m on m.profile_id = p.id
  where m.name in ('friend', 'house') and n.event ~ '_(taken|given)_back$' $$;
select bag_eq('select * from pg_temp.received()', $$ values ('friend', 'reward_taken_back', '1.00 USD of your invite rewards was taken back', false),
  ('house', 'reward_taken_back', '1.00 USD of your invite rewards was taken back', false) $$, 'inviters receive a notice of the reward, without the order of another');
select private.run_due_work(now() + interval '15 days');
select tests.dispute('won', 10000, 'dp');
select is(tests.balance(tests.id('friend'), 'available'), 100::bigint, 'a dispute that is won later makes a creator''s reward available');
select is(tests.balance(tests.id('house'), 'wallet'), 100::bigint, 'a dispute that is won later puts a brand''s reward into its wallet');
select bag_eq($$ select name, title from pg_temp.received() where event = 'reward_given_back' $$,
  $$ values ('friend', '1.00 USD of invite rewards is yours again'), ('house', '1.00 USD of invite rewards is yours again') $$, 'inviters receive a notice that the reward is theirs again');
select results_eq('select * from tests.lots(tests.id($$house$$))', $$ values (null::uuid, 100::bigint) $$, 'the reward of a brand is a lot without a payment');

-- A reward whose payment is not disputed clears into the wallet.
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_member('new', 'brand');
update public.referrals set inviter_id = tests.id('house') where invitee_id = tests.id('new');
select tests.make_order(tests.id('new'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '15 days');
select is(tests.balance(tests.id('house'), 'wallet'), 200::bigint, 'the reward of a brand is in its wallet after the hold');
select is(tests.balance(tests.id('house'), 'pending'), 0::bigint, 'no reward is on hold after the hold');
update public.profiles set trust_level = 'trusted' where id = tests.id('kol');
savepoint cleared;
select ok(tests.locked_rows($$ select tests.dispute('opened', 10000, 'cleared'), tests.dispute('lost', 10000, 'cleared') $$, 'private.accounts') @> array(
    select id::text from private.accounts where owner_id = tests.id('house') and kind = 'wallet'), 'a lost dispute locks the wallet that a reward is in');
select tests.dispute('opened', 10000, 'cleared');
select results_eq('select * from tests.lots(tests.id($$house$$))', $$ values (null::uuid, 100::bigint) $$, 'a brand cannot spend a reward while its payment is disputed');
select is(tests.balance(tests.id('house'), 'pending'), 100::bigint, 'a disputed reward is on hold again');
savepoint open;
select private.run_due_work(now() + interval '30 days');
select is(tests.balance(tests.id('house'), 'pending'), 100::bigint, 'a disputed reward stays on hold until the dispute is over');
select tests.dispute('won', 10000, 'cleared');
select private.run_due_work(now() + interval '30 days');
select results_eq('select * from tests.lots(tests.id($$house$$))', $$ values (null::uuid, 200::bigint) $$, 'a dispute that is won returns a reward to the wallet');
select tests.dispute('opened', 10000, 'a second one');
select is(tests.balance(tests.id('house'), 'pending'), 100::bigint, 'a second dispute holds the reward again');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault with a reward that was held again');
rollback to open;
select tests.dispute('lost', 10000, 'cleared');
select is(tests.balance(tests.id('house'), 'wallet'), 100::bigint, 'a lost dispute takes a reward out of a brand''s wallet');
select results_eq('select * from tests.lots(tests.id($$house$$))', $$ values (null::uuid, 100::bigint) $$, 'a reward that is taken is removed from its lot');
select results_eq($$ select creator_minor, loss_minor from private.chargebacks where provider_ref = 'cleared' $$, $$ values (100::bigint, 9900::bigint) $$,
  'the loss of a dispute is smaller by the reward of a brand');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault after a reward was taken');
select tests.dispute('won', 10000, 'cleared');
select private.run_due_work(now() + interval '30 days');
select results_eq('select * from tests.lots(tests.id($$house$$))', $$ values (null::uuid, 200::bigint) $$, 'a dispute that is won later returns the reward to its lot');
rollback to cleared;

-- A part of the reward was in an order when the dispute was opened, and is back in the wallet.
update public.currencies set min_price_minor = 150 where code = 'USD';
select tests.make_order(tests.id('house'), tests.id('friend'), 'pending_payment', 150);
select tests.by('house', 'select public.pay_from_wallet(tests.order_id())');
select set_config('tests.parked', tests.order_id()::text, true), set_config('tests.order_id', (select id from public.pack_orders where brand_id = tests.id('new'))::text, true);
select tests.dispute('opened', 10000, 'cleared');
select is(tests.balance(tests.id('house'), 'pending'), 50::bigint, 'the rest of a nearly spent reward is on hold again');
select tests.by('house', $$ select public.cancel_order(current_setting('tests.parked')::uuid) $$);
select tests.dispute('lost', 10000, 'cleared');
select results_eq('select * from tests.lots(tests.id($$house$$))', $$ values (null::uuid, 100::bigint) $$, 'a lost dispute takes the whole reward once it is back in the wallet');
rollback to cleared;

-- Spent rewards cannot be taken back, and money that was paid in is not a reward.
select tests.make_order(tests.id('house'), tests.id('friend'), 'pending_payment', 500);
select tests.by('house', 'select public.start_checkout(tests.order_id())');
select private.record_payment('sandbox', 'rest', tests.order_id(), 300, 'USD');
select tests.make_order(tests.id('house'), tests.id('friend'), 'declined', 500);
select is(tests.balance(tests.id('house'), 'wallet'), 500::bigint, 'a brand that spent its rewards still has the money that it paid in');
select set_config('tests.order_id', (select id from public.pack_orders where brand_id = tests.id('new'))::text, true);
select tests.dispute('opened', 10000, 'cleared');
select tests.dispute('lost', 10000, 'cleared');
select is(tests.balance(tests.id('house'), 'wallet'), 500::bigint, 'a lost dispute takes none of a brand''s own payments for a reward');
select results_eq($$ select creator_minor from private.chargebacks where provider_ref = 'cleared' $$, $$ values (0::bigint) $$, 'a reward that was spent is not taken');
