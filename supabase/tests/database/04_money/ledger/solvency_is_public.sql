-- ledger: made by hand
-- cast: brand brand, kol kol
insert into public.currencies (code, name, decimals, min_price_minor, max_price_minor, payout_kinds, held_in, step_minor)
values ('CHF', 'Swiss franc', 2, 500, 100000000, '{iban}', 'ledger', 1);
create function pg_temp.state() returns text language sql as $$ select state from public.solvency where currency = 'USD' $$;
create function pg_temp.health() returns text language sql as $$
  select concat_ws(' ', h.is_fine, h.detail) from private.market_health() as h where h.name = 'solvency' $$;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', 5000);
select is(pg_temp.health(), 't nothing was compared yet', 'a market younger than two hours may not have asked its providers yet');
select private.take_solvency();
select is(pg_temp.state(), 'unknown', 'money that no provider reports to hold is not covered');
select matches(pg_temp.health(), '^f CHF: covered.*; USD: unknown, held 0\.00 USD since never, owed 150\.00 USD$', 'a market whose money no provider reports to hold is not sound');
select private.record_holdings('stripe', '{"USD": 15000, "EUR": 7}');
select private.take_solvency();
select tests.finds('visitor', $$ select held_minor, owed_minor, own_minor, state from public.solvency where currency = 'USD' $$,
  $$ values (15000::bigint, 15000::bigint, 0::bigint, 'covered') $$, 'a visitor reads the amounts that providers hold and that are owed');
select matches(pg_temp.health(), '^t .*USD: covered, held 150\.00 USD', 'a market whose providers hold all that it owes is sound');

-- The provider reports less money than the ledger says it holds.
select private.record_holdings('stripe', '{"USD": 14999}');
select private.take_solvency();
select is(pg_temp.state(), 'short', 'a cent that the provider does not hold is a shortfall');
select matches(pg_temp.health(), '^f .*USD: short', 'a market with a shortfall is not sound');
select is((select count(distinct chain) from private.solvency_snapshots where currency = 'USD'), 3::bigint, 'each comparison is kept');
select is((select n.chain from private.solvency_snapshots n where n.currency = 'USD' order by id desc limit 1), (
  select sha256(o.chain || int8send(n.held_minor) || int8send(n.owed_minor) || int8send(n.own_minor) || int8send(n.sent_minor) || int8send(n.booked_minor)
    || int8send((extract(epoch from n.taken_at) * 1000000)::bigint))
  from private.solvency_snapshots n, private.solvency_snapshots o
  where n.currency = 'USD' and o.currency = 'USD' and o.id < n.id order by n.id desc, o.id desc limit 1), 'each comparison is chained to the one before');
select tests.act_as_anon();
select is(s.chain, encode(sha256(decode(s.chain_before, 'hex') || int8send(s.held_minor) || int8send(s.owed_minor) || int8send(s.own_minor) || int8send(s.sent_minor)
  || int8send(s.booked_minor) || int8send((extract(epoch from s.counted_at) * 1000000)::bigint)), 'hex'), 'a visitor computes the chain from what is public')
from public.solvency s where s.currency = 'USD';
select tests.act_as_owner();
select throws_ok('update private.solvency_snapshots set held_minor = held_minor + 1', 'PT403', 'append_only', 'a comparison cannot be changed');

-- A payment arrived between the provider's report and the count, so the provider is asked again.
select private.begin_reconciliation();
select private.finish_reconciliation();
select is((select due_at from private.reconciliation), now() + interval '1 minute', 'after a shortfall providers are asked again within a minute');

-- A provider's report counts for two hours, and is compared with the debts at the time of the report.
select private.record_holdings('stripe', '{"USD": 15000}');
select private.begin_reconciliation();
select private.finish_reconciliation();
select is((select due_at from private.reconciliation), now() + interval '30 minutes', 'providers are asked every half hour while nothing is short');
update private.holdings set held_at = now() - interval '6 minutes';
select is(private.take_solvency(), 1, 'present debts are not compared with older reports');
select is(pg_temp.state(), 'covered', 'the last comparison stays while nothing new can be compared');
alter table private.solvency_snapshots disable trigger solvency_snapshots_append_only;
create function pg_temp.wait(past interval) returns void language sql as $$
  update private.solvency_snapshots set held_at = held_at - past, good_until = good_until - past, taken_at = taken_at - past;
  update private.holdings set held_at = held_at - past;
$$;
select pg_temp.wait('119 minutes');
select is(pg_temp.state(), 'covered', 'the report of a provider counts for two hours');
select is((select state from public.solvency where currency = 'CHF'), 'covered', 'a comparison counts for two hours where nothing is owed');
select pg_temp.wait('2 minutes');
select is(pg_temp.state(), 'old', 'older reports prove nothing');
select is((select state from public.solvency where currency = 'CHF'), 'old', 'an old comparison proves nothing where nothing was owed');
select matches(pg_temp.health(), '^f .*USD: old', 'a market that does not ask its providers is not sound');
select private.record_holdings('stripe', '{}');
update private.holdings set held_at = now() - interval '9 days';
select private.set_holding('manual', 'USD', 15000, now() - interval '5 days');
select private.take_solvency();
select is(pg_temp.state(), 'covered', 'the balance at the bank counts for six days, and a provider that holds nothing need not be asked');
select private.record_holdings('stripe', '{"USD": 1}');
select private.take_solvency();
select is((select held_at from private.solvency_snapshots where currency = 'USD' order by id desc limit 1), now() - interval '5 days', 'the oldest report of a provider that holds something is the one that counts');
select private.record_holdings('stripe', '{}');
update private.holdings set held_at = now() - interval '9 days' where provider = 'stripe';
select private.set_holding('manual', 'USD', 1, now() - interval '6 days');
select is((select amount_minor from private.holdings where provider = 'manual' and currency = 'USD'), 15000::bigint, 'an older statement changes nothing');

-- Money is paid out.
select private.clear_hold(h.id, now() + interval '30 days') from private.holds h;
select tests.by('kol', $$ select public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'aal2');
insert into private.payout_attempts (payout_id, nr, request, leased_until) select id, 1, '{}', now() from public.payouts;
select is(private.being_sent_minor('USD'), 1000::bigint, 'money that is being sent is counted apart, because it may have left');
select private.take_solvency();
select matches(pg_temp.health(), '^t .*USD: covered', 'a market that sends money is sound');
alter table private.payout_attempts disable trigger payout_attempts_stay;
update private.payout_attempts set begun_at = now() - interval '61 minutes';
select is(private.being_sent_minor('USD'), 0::bigint, 'money that was not sent for an hour no longer counts as being sent');
select private.mark_payout_sent(o, 'bank') from public.payouts o;
select is(private.sent_by_hand_minor('USD', now() - interval '3 days'), 1000::bigint, 'a payout recorded after the statement has left the bank');
select private.take_solvency();
select is((select held_minor - owed_minor from public.solvency where currency = 'USD'), 1000::bigint, 'a payout by hand leaves the bank and is no longer owed, so only our fee is left');
select matches(pg_temp.health(), '^t .*USD: covered', 'a market with a fee of its own is sound');
select private.take_back_payout(o, 'The account is closed.') from public.payouts o;
select is(private.sent_by_hand_minor('USD', now() - interval '3 days'), 0::bigint, 'a payout that came back is at the bank again');

-- A loss of the market is owed to nobody, and the ledger shows the missing amount.
select private.post_transfer('chargeback',
  array[private.platform_account('loss', 'USD', gen_random_uuid()), private.platform_account('cash', 'USD', gen_random_uuid())], array[-2000, 2000]);
select is((select own_minor + 2000 from private.count_solvency() where currency = 'USD'), (select own_minor from public.solvency where currency = 'USD'), 'a loss is the market''s own');

-- Money in the escrow of a chain is never held by the market.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress', pack => tests.make_pack(tests.id('kol'), 20000000, 'USDC'));
update private.holdings set held_at = now();
select private.take_solvency();
select is_empty($$ select state from public.solvency where currency = 'USDC' $$, 'no proof says that we hold or owe what an escrow on the chain holds');
