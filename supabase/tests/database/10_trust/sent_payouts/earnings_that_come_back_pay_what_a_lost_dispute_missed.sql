-- cast: kol kol, sam staff, stella staff, ivy kol, patron brand
create temporary table payout (name text primary key, id uuid);
-- Makes an order whose cleared earnings are in a payout when its dispute is lost.
create function pg_temp.leave(name text, amount bigint, price bigint default 10000) returns void language sql as $$
  select tests.make_order(tests.make_member('brand ' || name, 'brand'), tests.id('kol'), 'completed', price);
  update private.holds set due_at = now() where cleared_at is null;
  select private.clear_hold(h.id, now()) from private.holds h where h.cleared_at is null;
  insert into payout select leave.name, tests.answer('kol', format('select (public.request_payout(%s, ''USD'', tests.payout_method(), gen_random_uuid())).id', amount), 'aal2')::uuid;
  select tests.by('sam', format('select public.take_payout(%L)', p.id), 'aal2') from payout p where p.name = leave.name;
  update public.payouts p set taken_at = clock_timestamp() where p.id = (select x.id from payout x where x.name = leave.name)
$$;
create function pg_temp.lose(name text, outcome text default 'lost') returns void language plpgsql as $$
declare
  v_payment constant public.payments := (select p from public.payments p where p.payer_id = tests.id('brand ' || name) and p.problem is null);
begin
  perform public.record_provider_dispute('sandbox', v_payment.provider_ref, name, 'opened', v_payment.amount_minor, 'USD');
  perform public.record_provider_dispute('sandbox', v_payment.provider_ref, name, outcome, v_payment.amount_minor, 'USD');
  perform private.work_chargebacks(now() + interval '8 days') from private.chargebacks c where c.provider_ref = name and c.apportioned_at is null;
  -- Time does not pass within the test, so the dispute is dated later.
  update private.chargebacks c set apportioned_at = greatest(c.apportioned_at, clock_timestamp()) where c.provider_ref = name and c.apportioned_at is not null;
end;
$$;
create function pg_temp.comes_back(name text, as_what text) returns void language plpgsql as $$
begin
  perform tests.act_as(tests.id('sam'), 'aal2');
  if as_what = 'failed' then
    perform public.record_payout_failed(p.id, 'wrong account') from payout p where p.name = comes_back.name;
  else
    perform public.record_payout_sent(p.id, 'SEPA ' || p.name) from payout p where p.name = comes_back.name;
    perform tests.decide_by_two('sam', 'stella', 'record_payout_returned', jsonb_build_object('payout_id', p.id, 'reason', 'account closed'))
      from payout p where p.name = comes_back.name;
  end if;
  set constraints payouts_take_missed_earnings immediate;
  set constraints payouts_take_missed_earnings deferred;
  perform tests.act_as_owner();
end;
$$;
create function pg_temp.state(name text) returns text language sql as $$
  select concat_ws(' ', 'available', tests.balance(tests.id('kol'), 'available'), 'taken', c.creator_minor, 'loss', c.loss_minor,
    'borne', coalesce((select sum(b.amount_minor) from private.borne_losses b where b.chargeback_id = c.id), 0))
  from private.chargebacks c where c.provider_ref = name
$$;

-- Staff propose that the market bears a dispute; then a payout comes back, which it would have to bear as well.
savepoint proposed;
select pg_temp.leave('grown', 5000);
select tests.take_back(tests.payment(), 10000, 'grown');
create function pg_temp.borne(amount bigint) returns jsonb language sql security definer as $$
  select jsonb_strip_nulls(jsonb_build_object('chargeback_id', c.id, 'note', 'Good work.', 'amount_minor', amount)) from private.chargebacks c where c.provider_ref = 'grown'
$$;
select tests.refused('sam', $$ select public.propose_staff_act('bear_chargeback', pg_temp.borne(9000)) $$, 'PT409', 'chargeback_changed', 'staff do not propose to bear another amount than the market would');
select tests.refused('sam', $$ select public.propose_staff_act('bear_chargeback', pg_temp.borne(null)) $$, 'PT422', 'invalid_body', 'staff name the amount that the market bears');
select tests.by('sam', $$ select public.propose_staff_act('bear_chargeback', pg_temp.borne(4000)) $$);
select pg_temp.comes_back('grown', 'failed');
select results_eq($$ select s.status, a.details ->> 'ended_because' from public.staff_proposals s, public.staff_audit a where a.action = 'end_proposal' $$,
  $$ values ('withdrawn', 'more_to_bear') $$, 'a proposal to bear less ends when more comes back to the creator');
select tests.decide_by_two('sam', 'stella', 'bear_chargeback', pg_temp.borne(9000));
select is(pg_temp.state('grown'), 'available 9000 taken 0 loss 10000 borne 9000', 'two members of staff decide that the market bears the amount that they saw');
rollback to proposed;

-- Tests a new creator, for whom the market bears no loss.
select pg_temp.leave('a', 9000);
select pg_temp.lose('a');
select is(pg_temp.state('a'), 'available 0 taken 0 loss 10000 borne 0', 'a lost dispute cannot take earnings that were paid out to the bank');
select pg_temp.comes_back('a', 'failed');
select is(pg_temp.state('a'), 'available 0 taken 9000 loss 1000 borne 0', 'a payout that fails afterwards pays the lost dispute');
select is((select count(*)::int from public.notifications where user_id = tests.user_id(tests.id('kol')) and event = 'earnings_taken_back'), 1, 'the creator of a failed payout is notified that earnings were taken');

-- A sent payout is returned by the bank; the creator had some earnings left, which the dispute took at once.
select pg_temp.leave('b', 5000);
select pg_temp.lose('b');
select is(pg_temp.state('b'), 'available 0 taken 4000 loss 6000 borne 0', 'a lost dispute takes the earnings that were not paid out');
select pg_temp.comes_back('b', 'returned');
select is(pg_temp.state('b'), 'available 0 taken 9000 loss 1000 borne 0', 'a lost dispute takes earnings that the bank returns afterwards');

-- The debt is paid once: the next returned payout belongs to the creator.
select pg_temp.leave('c', 9000);
select pg_temp.comes_back('c', 'returned');
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'returned earnings do not pay the debt of another order a second time');

-- A payout waits for its next attempt, and a second lost dispute cancels it.
select pg_temp.leave('h', 18000);
select pg_temp.lose('h');
update public.payouts set taken_at = null where id = (select p.id from payout p where p.name = 'h');
insert into private.payout_attempts (payout_id, nr, request, leased_until, closed_at) select p.id, 1, '{}', now(), now() from payout p where p.name = 'h';
select pg_temp.lose('c');
set constraints payouts_take_missed_earnings immediate;
set constraints payouts_take_missed_earnings deferred;
select is(pg_temp.state('h'), 'available 0 taken 9000 loss 1000 borne 0', 'a payout that a second dispute cancels pays the first one, too');

-- Two disputes are lost; the returned payout pays the first.
select pg_temp.leave('j', 9000);
select pg_temp.leave('k', 9000);
select pg_temp.lose('j');
select pg_temp.lose('k');
select pg_temp.comes_back('k', 'failed');
select is(pg_temp.state('j') || ', ' || pg_temp.state('k'), 'available 0 taken 9000 loss 1000 borne 0, available 0 taken 0 loss 10000 borne 0', 'returned earnings pay one dispute after the other');
select pg_temp.comes_back('j', 'returned');
select is(pg_temp.state('k'), 'available 0 taken 9000 loss 1000 borne 0', 'money that comes back later pays the next dispute');

-- A won dispute takes nothing and leaves no debt; a dispute that is won later returns the money it took.
select pg_temp.leave('d', 9000);
select pg_temp.lose('d', 'won');
select pg_temp.comes_back('d', 'failed');
select is(pg_temp.state('d'), 'available 9000 taken 0 loss 10000 borne 0', 'a dispute that was won takes none of the returned earnings');
select pg_temp.lose('a', 'won');
select is(tests.balance(tests.id('kol'), 'available'), 18000::bigint, 'a lost dispute that is won later gives back the returned earnings that it took');
set constraints all immediate;
set constraints all deferred;
select results_eq($$ select p.subject, p.total_minor from public.papers p where p.buyer_id = tests.id('brand a') order by p.subject $$,
  $$ values ('given_back', 9000::bigint), ('order', 10000), ('taken_back', 9000) $$, 'earnings that a dispute gives back are invoiced again');

-- Requests a payout after the dispute was lost, which consists of other earnings.
select pg_temp.leave('e', 27000);
select pg_temp.lose('e');
select pg_temp.leave('f', 9000);
select pg_temp.comes_back('f', 'failed');
select is(pg_temp.state('e'), 'available 9000 taken 0 loss 10000 borne 0', 'returned earnings of a later payout pay no older dispute');

-- Money that the brand has paid meanwhile is not taken from the creator.
update private.chargebacks set owed_minor = 2000 where provider_ref = 'e';
select pg_temp.comes_back('e', 'failed');
select is(pg_temp.state('e'), 'available 34000 taken 2000 loss 8000 borne 0', 'a lost dispute takes no more than the brand still owes');

-- A trusted creator keeps what the market bears, within what is left of the bound of the order.
update public.profiles set trust_level = 'trusted' where id = tests.id('kol');
update private.settings set value = 50 where key = 'chargeback_loss_order';
select pg_temp.leave('i', 9000);
select pg_temp.leave('g', 40000);
select pg_temp.lose('g');
select is(pg_temp.state('g'), 'available 3000 taken 0 loss 10000 borne 3000', 'the market bears the loss of earnings that could have been taken');
select pg_temp.comes_back('g', 'returned');
select is(pg_temp.state('g'), 'available 38000 taken 5000 loss 5000 borne 4000',
  'of returned earnings the market bears as much as the bounds still allow');

-- The creator deleted the account meanwhile: the debt is paid first, and staff keep the rest.
update public.profiles set trust_level = 'new' where id = tests.id('kol');
select pg_temp.leave('l', 47000);
select pg_temp.lose('l');
select is(pg_temp.state('l'), 'available 0 taken 0 loss 10000 borne 0', 'a lost dispute cannot take anything from a creator who has paid everything out');
select tests.by('sam', $$ select public.record_payout_sent(p.id, 'SEPA i') from payout p where p.name = 'i' $$, 'aal2');
select tests.unguarded('public.profiles', $$ update public.profiles set user_id = null, deleted_at = now(), referral_code = null, is_approved = false where id = tests.id('kol') $$);
select pg_temp.comes_back('l', 'returned');
select is(pg_temp.state('l'), 'available 0 taken 9000 loss 1000 borne 0', 'returned earnings of a deleted creator pay the lost dispute');
select results_eq($$ select suspense_minor, problem from public.payments where payer_id = tests.id('kol') $$, $$ values (38000::bigint, 'payee_left') $$, 'the rest of the earnings that were returned wait for staff');
-- Earnings that were returned before another dispute was lost can still be taken.
select pg_temp.lose('f');
select is(pg_temp.state('f'), 'available 0 taken 9000 loss 1000 borne 0', 'a lost dispute takes earnings that came back to a member who was deleted before');
select is((select sum(repay_minor) from private.chargebacks where provider_ref in ('l', 'f')), 0::numeric, 'the brand owes no repayment to a creator who deleted the account');
select is((select suspense_minor from public.payments where payer_id = tests.id('kol')), 29000::bigint, 'earnings that the dispute did not take continue to wait for staff');
select is_empty('select * from private.ledger_faults()', 'the ledger adds up after returned earnings were taken');
select pg_temp.lose('f', 'won');
select is((select sum(suspense_minor) from public.payments where payer_id = tests.id('kol')), 38000::numeric, 'a dispute that is won later gives the earnings back');
select is_empty('select * from private.ledger_faults()', 'the ledger adds up after returned earnings were given back');

-- The provider refuses the first attempt after the dispute was lost; a second attempt would send money that is owed.
select tests.make_order(tests.id('patron'), tests.id('ivy'), 'completed', 50000), tests.make_order(tests.id('patron'), tests.id('ivy'), 'completed', 10000);
update private.holds set due_at = now() where cleared_at is null;
select private.clear_hold(h.id, now()) from private.holds h where h.cleared_at is null;
update private.settings set value = 0 where key = 'payout_grace';
insert into private.payout_methods (profile_id, kind, holder, account) values (tests.id('ivy'), 'iban', 'Ivy', 'DE89370400440532013000');
create temporary table refused as select p.* from private.open_payout(jsonb_populate_record(null::public.payouts, jsonb_build_object(
  'profile_id', tests.id('ivy'), 'amount_minor', 54000, 'currency', 'USD', 'method', 'IBAN', 'method_id', (select m.id from private.payout_methods m where m.profile_id = tests.id('ivy')),
  'source', 'available', 'provider', 'stripe', 'idempotency_key', gen_random_uuid()))) as p;
select is((select may_send from public.claim_payouts(array['stripe'], 10)), true, 'the first attempt of a payout begins before the dispute is lost');
select public.record_provider_dispute('sandbox', p.provider_ref, 'refused', outcome, 50000, 'USD')
from unnest(array['opened', 'lost']) as outcome, public.payments p where p.payer_id = tests.id('patron') and p.amount_minor = 50000;
select private.work_chargebacks(now() + interval '8 days');
select is((select apportioned_at is not null from private.chargebacks where provider_ref = 'refused'), true, 'a lost dispute is divided while the attempt runs');
update private.chargebacks c set apportioned_at = clock_timestamp() where c.provider_ref = 'refused' and c.apportioned_at is not null;
select is((select creator_minor from private.chargebacks where provider_ref = 'refused'), 0::bigint, 'a lost dispute cannot take earnings that are being sent');
select is((select r.status || ' ' || r.failure_reason from refused p, public.retry_payout(p.id, 1, 'instant_refused', true) as r), 'failed chargeback', 'a payout that a lost dispute missed is cancelled with its first attempt');
set constraints payouts_take_missed_earnings immediate;
select is(concat_ws(' ', tests.balance(tests.id('ivy'), 'available'), (select creator_minor from private.chargebacks where provider_ref = 'refused')), '9000 45000', 'the money of a cancelled payout pays the debt of the dispute');
select is_empty('select attempt from public.claim_payouts(array[''stripe''], 10)', 'no other attempt follows the failed one');
