-- cast: brand brand, kol kol, friend kol, other brand, one brand, pal kol, last brand
update public.referrals set inviter_id = tests.id('friend') where invitee_id = tests.id('kol');
-- One payment is in the wallet; the order was paid by another payment.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table stolen as select (tests.payment()).*;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.by('brand', $$ select public.tip_order(tests.order_id(), 4000, 'Thanks.', gen_random_uuid()) $$);
select results_eq('select f.payment_id, f.amount_minor, f.order_id from private.later_funding f join public.order_tips t on t.id = f.reference',
  $$ select id, 4000::bigint, tests.order_id() from stolen $$, 'a tip records the payment that it came from');
select throws_ok('delete from private.later_funding', 'PT403', 'append_only', 'the payment of a tip cannot be deleted');
select throws_ok('truncate private.later_funding', 'PT403', 'append_only', 'the payments of tips cannot be truncated');
create function pg_temp.report(outcome text, ref text) returns void language sql as $$
  select private.record_provider_dispute('sandbox', provider_ref, ref, outcome, 10000, 'USD') from stolen
$$;
select pg_temp.report('opened', 'dp');
select is(private.is_payment_disputed(tests.order_id()), false, 'a dispute about the payment of a tip does not affect the order');
select is(private.is_payment_disputed(tests.order_id(), (select id from public.order_tips)), true, 'a dispute about the payment of a tip affects the tip');
select is((select disputed_minor from public.settlement_preview(tests.order_id())), 4000::bigint, 'a creator reads on the order how much of the tip waits')
from tests.act_as(tests.id('kol'));
select tests.act_as_owner();
select results_eq($$ select user_id from public.notifications where event = 'earnings_disputed' $$, $$ select tests.user_id(tests.id('kol')) $$,
  'a creator is notified that the payment of a tip is disputed');
select is(private.was_charged_back(tests.order_id()), true, 'an order whose tip is charged back does not count for trust');
select isnt_empty($$ select from private.reassessments where profile_id = tests.id('kol') $$, 'a creator whose tip is charged back is assessed again');
select private.run_due_work(now() + interval '15 days') from generate_series(1, 2);
select is(tests.balance(tests.id('kol'), 'pending'), 4000::bigint, 'a tip stays on hold while its payment is disputed');
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'the price becomes available while the payment of a tip is disputed');
select is((select least(sum(at_risk_minor), 4000) || ' ' || sum(reward_minor) from private.chargebacks c, private.chargeback_steps(c)), '4000 0',
  'a dispute about the payment of a tip puts only the tip at risk');
create function pg_temp.loses() returns text[] language sql as $$
  select tests.locked_rows($q$ select private.lock_apportionment(c) from private.chargebacks c $q$, 'public.pack_orders') $$;
-- The report of the dispute has locked the order in this transaction; a new version of the row is not locked.
update public.pack_orders set updated_at = updated_at;
select is(pg_temp.loses() @> array[tests.order_id()::text], true, 'a lost dispute about the payment of a tip locks the order');
select pg_temp.report('lost', 'dp');
select private.work_chargebacks(now() + interval '8 days');
select is(tests.balance(tests.id('kol'), 'pending'), 0::bigint, 'a lost dispute about its payment takes the tip');
select results_eq('select creator_minor, brand_minor, loss_minor from private.chargebacks', $$ values (4000::bigint, 6000::bigint, 0::bigint) $$, 'tip and wallet cover the lost dispute');
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'a creator keeps the price when the tip is taken');
select is((select later_minor from public.settlement_preview(tests.order_id())), 0::bigint, 'a creator reads on the order that the earnings of the order are untouched')
from tests.act_as(tests.id('kol'));
select tests.act_as_owner();
set constraints all immediate;
select results_eq($$ select i.subject, c.total_minor from public.papers c join public.papers i on i.id = c.corrects_id where c.kind = 'credit_note' $$,
  $$ values ('tip', 4000::bigint) $$, 'the credit note for a tip that was taken corrects the invoice of the tip');
set constraints all deferred;
select private.run_due_work(now() + interval '30 days');
select pg_temp.report('won', 'dp');
select is(tests.balance(tests.id('kol'), 'available'), 13000::bigint, 'a dispute that is won later returns the tip to the creator');

-- A dispute about the price is lost.
select tests.make_order(tests.id('other'), tests.id('kol'), 'declined', 5000);
select tests.make_order(tests.id('other'), tests.id('kol'), 'completed');
select tests.by('other', $$ select public.tip_order(tests.order_id(), 5000, 'Thanks.', gen_random_uuid()) $$);
delete from stolen;
insert into stolen select (tests.payment()).*;
select is(tests.balance(tests.id('kol'), 'pending'), 14000::bigint, 'a tip from another payment is not affected with the price');
select pg_temp.report('opened', 'price');
select pg_temp.report('lost', 'price');
select private.work_chargebacks(now() + interval '8 days');
select is(tests.balance(tests.id('kol'), 'pending'), 5000::bigint, 'a lost dispute about the price takes no tip that another payment paid');

-- Makes one payment pay for an order and its tip.
select tests.make_order(tests.id('one'), tests.id('pal'), 'declined', 30000);
delete from stolen;
insert into stolen select (tests.payment()).*;
select tests.make_order(tests.id('one'), tests.id('pal'), 'pending_payment', 25000);
select tests.by('one', 'select public.pay_from_wallet(tests.order_id())');
select tests.by('pal', $$ select public.accept_order(tests.order_id()), public.deliver_order(tests.order_id(), 'Done.', array['https://example.com/x']) $$);
select tests.by('one', 'select public.complete_order(tests.order_id())');
select tests.by('one', $$ select public.tip_order(tests.order_id(), 5000, 'Thanks.', gen_random_uuid()) $$);
select private.record_provider_dispute('sandbox', provider_ref, 'both', outcome, 6000, 'USD') from stolen, unnest(array['opened', 'lost']) as outcome;
select private.work_chargebacks(now() + interval '8 days');
set constraints all immediate;
select results_eq($$ select i.subject, c.total_minor from public.papers c join public.papers i on i.id = c.corrects_id
    where c.kind = 'credit_note' and c.order_id = tests.order_id() order by 1 $$,
  $$ values ('order', 1000::bigint), ('tip', 5000::bigint) $$, 'the tip is taken first, and a credit note corrects each invoice by the amount taken from its hold');

-- If no hold shows which order to correct, the largest invoice is corrected first.
set constraints all deferred;
select tests.make_order(tests.id('last'), tests.id('pal'), 'declined', 5000);
select tests.make_order(tests.id('last'), tests.id('pal'), 'completed');
select tests.by('last', $$ select public.tip_order(tests.order_id(), 5000, 'Thanks.', gen_random_uuid()) $$);
set constraints all immediate;
select private.issue_credit_notes(t, o, 12000) from private.transfers t, public.pack_orders o where o.id = tests.order_id() and t.id = (select max(id) from private.transfers);
select results_eq($$ select i.subject, c.total_minor from public.papers c join public.papers i on i.id = c.corrects_id
    where c.kind = 'credit_note' and c.order_id = tests.order_id() order by 1 $$,
  $$ values ('order', 10000::bigint), ('tip', 2000) $$, 'the invoice of the order is corrected by what the tip did not cover');
