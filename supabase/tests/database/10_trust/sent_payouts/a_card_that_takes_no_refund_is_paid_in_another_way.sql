-- cast: brand brand, kol kol, sam staff, sue staff, other brand
select tests.make_order(tests.id('brand'), tests.id('kol'), 'cancelled', 10000);
create temporary table paid as select (tests.payment()).*;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 6000);
create temporary table second as select (tests.payment()).*;
select tests.unguarded('public.payments', $$ update public.payments set created_at = now() - interval '1 day' where id = (select id from paid) $$, 'payments_facts_are_final');
create temporary table cancelled as select order_id as id from paid;
grant select on cancelled, paid, second to authenticated;

-- One request for a refund covers several payments.
select tests.act_as(tests.id('brand'));
select results_eq('select * from public.refundable()', $$ values ('USD', 16000::bigint, false) $$, 'a brand reads how much can be refunded to its cards');
select results_eq('select * from public.refundable((select id from cancelled))', $$ values ('USD', 10000::bigint, false) $$, 'a brand reads how much an order returned');
select throws_ok($$ select public.request_refunds(16001, 'USD', gen_random_uuid()) $$, 'PT409', 'insufficient_funds', 'a refund above the balance of the wallet is refused');
select throws_ok($$ select public.request_refunds(0, 'USD', gen_random_uuid()) $$, 'PT400', 'payouts_amount_positive', 'a refund of zero is refused');
select throws_ok($$ select public.request_refunds(10001, 'USD', gen_random_uuid(), (select id from cancelled)) $$, 'PT409', 'insufficient_funds', 'no more than the returned amount of an order is refunded');
select results_eq($$ select payment_id, amount_minor, provider from public.request_refunds(9000, 'USD', md5('a')::uuid) $$,
  $$ select id, 6000::bigint, 'sandbox' from second union all select id, 3000, 'sandbox' from paid $$, 'one request is refunded over several payments, the newest first');
select is((select count(*)::int from public.request_refunds(9000, 'USD', md5('a')::uuid)), 2, 'a repeated request returns the first refunds');
select is((select count(*)::int from public.payouts), 2, 'a repeated request makes no further refunds');
select throws_ok(format('select public.request_refunds(%s)', asked), 'PT409', 'idempotency_key_reused', 'a key cannot be used with another ' || what) from (values
  ('9001, ''USD'', md5(''a'')::uuid', 'amount'), ('null, ''USD'', md5(''a'')::uuid', 'amount or all'), ('9000, ''EUR'', md5(''a'')::uuid', 'currency'),
  ('9000, ''USD'', md5(''a'')::uuid, (select id from cancelled)', 'order')) as other (asked, what);
select results_eq($$ select amount_minor from public.request_refunds(null, 'USD', md5('b')::uuid, (select id from cancelled)) $$, 'values (7000::bigint)', 'without an amount the request is for the whole rest');
select is((select sum(amount_minor) from public.request_refunds(null, 'USD', md5('b')::uuid, (select id from cancelled))), 7000::numeric, 'a retry returns the refund that was made');
select is_empty('select from public.refundable()', 'nothing is left to refund after all of it was requested');
select tests.act_as_owner();

-- The provider of each payment sends its part; the card of the first payment is closed.
select results_eq($$ select kind, request ->> 'payment_ref', (request ->> 'amount_minor')::int from private.claim_payouts('{sandbox}', 10, now() + interval '1 hour') order by 3 $$,
  $$ select 'refund', provider_ref, 3000 from paid union all select 'refund', provider_ref, 6000 from second union all select 'refund', provider_ref, 7000 from paid $$,
  'refunds are handed out with the payment that they refund');
create function pg_temp.refund(amount bigint) returns uuid language sql security definer as $$ select id from public.payouts where amount_minor = amount and method_id is null $$;
select private.record_payout_state(pg_temp.refund(6000), 1, 'sent', 're_1', null, null, null);
select public.record_provider_refund('sandbox', provider_ref, 're_1', 6000, 'USD', false, pg_temp.refund(6000)) from second;
select public.record_provider_refund('sandbox', provider_ref, 're_2', 7000, 'USD', false, pg_temp.refund(7000)) from paid;
select private.record_payout_state(pg_temp.refund(7000), 1, 'sent', 're_2', null, null, null);
select results_eq('select amount_minor, status, provider_ref from public.payouts order by 1', $$ values (3000::bigint, 'requested', null), (6000, 'sent', 're_1'), (7000, 'sent', 're_2') $$,
  'a report of the sender after that of the webhook changes nothing');
select public.record_provider_refund('sandbox', provider_ref, 're_3', 3000, 'USD', true, pg_temp.refund(3000)) from paid;
select public.record_provider_refund('sandbox', provider_ref, 're_2', 7000, 'USD', true, pg_temp.refund(7000)) from paid;
select set_eq('select amount_minor, status, needs_other_way from public.payouts', $$ values (3000::bigint, 'failed', true), (6000, 'sent', false), (7000, 'failed', true) $$,
  'a refund that failed, before or after it was sent, has to be paid in another way');
select is(tests.balance(tests.id('brand'), 'wallet'), 10000::bigint, 'money that the card did not take is in the wallet');
select is(tests.balance(null, 'cash'), -10000::bigint, 'money that the card did not take is not in cash twice');

-- The rest goes to a bank account: with the second factor, and sent by two members of staff.
select tests.act_as(tests.id('brand'), 'aal2');
select results_eq('select * from public.refundable()', $$ values ('USD', 10000::bigint, true) $$, 'a brand reads how much has to be paid in another way');
select throws_ok($$ select public.request_refunds(null, 'USD', gen_random_uuid()) $$, 'PT409', 'insufficient_funds', 'a card that took no refund is not asked again');
select lives_ok($$ select public.add_payout_method('iban', 'Bea Brand', 'DE89370400440532013000') $$, 'a brand that is owed a refund can save an account');
select results_eq($$ select amount_minor, provider, source from public.request_refunds(null, 'USD', md5('c')::uuid, null, (select id from public.payout_methods)) $$,
  $$ values (10000::bigint, 'manual', 'wallet') $$, 'money that the card did not take is sent to the account');
select throws_ok($$ select public.request_refunds(null, 'USD', md5('c')::uuid) $$, 'PT409', 'idempotency_key_reused', 'a key cannot be used with another account');
select tests.refused('brand', $$ select public.request_refunds(null, 'USD', md5('c')::uuid, null, (select id from public.payout_methods)) $$, 'PT403', 'mfa_required', 'money can go to an account only with the second factor');
create function pg_temp.other_way() returns uuid language sql security definer as $$ select id from public.payouts where method_id is not null $$;
select tests.refused('sam', $$ select public.take_payout(pg_temp.other_way()) $$, 'PT409', 'second_staff_required', 'one member of staff alone cannot read the account number for the refund of a card payment');
select tests.refused('sam', $$ select public.release_payouts('Looked at.', pg_temp.other_way()) $$, 'PT409', 'second_staff_required', 'one member of staff alone cannot release the refund of a card payment to an account');
select tests.decide_by_two('sam', 'sue', 'release_payouts', jsonb_build_object('payout_id', pg_temp.other_way(), 'note', 'Looked at.'));
select tests.by('sam', 'select public.take_payout(pg_temp.other_way())');
select tests.allowed('sam', $$ select public.record_payout_sent(pg_temp.other_way(), 'SEPA 1') $$, 'a refund that two members of staff released can be sent by one of them');
select tests.decide_by_two('sam', 'sue', 'record_payout_returned', jsonb_build_object('payout_id', pg_temp.other_way(), 'reason', 'No such account.'));
select is(tests.balance(tests.id('brand'), 'wallet'), 10000::bigint, 'a refund that came back is in the wallet again');
select results_eq('select * from tests.lots(tests.id($$brand$$))', 'select id, 10000::bigint from paid', 'a refund that came back is in the lot of its payment');
select tests.refused('other', $$ select public.add_payout_method('iban', 'Bea Brand', 'DE89370400440532013000') $$, 'PT403', 'not_allowed', 'a brand that is owed nothing cannot save an account', 'aal2');

-- Returns the payout of the second request, whose money the bank returns after the brand has deleted its account.
create function pg_temp.again() returns uuid language sql security definer as $$
  select id from public.payouts where left(idempotency_key::text, 18) = left(private.key_of_part(md5('d')::uuid, payment_id, '')::text, 18) $$;
select tests.by('brand', $$ select public.request_refunds(null, 'USD', md5('d')::uuid, null, (select id from public.payout_methods)) $$, 'aal2');
select tests.decide_by_two('sam', 'sue', 'release_payouts', jsonb_build_object('payout_id', pg_temp.again(), 'note', 'Looked at.'));
select tests.by('sam', $$ select public.take_payout(pg_temp.again()); select public.record_payout_sent(pg_temp.again(), 'SEPA 2') $$);
delete from auth.users where id = tests.user_id(tests.id('brand'));
select tests.decide_by_two('sam', 'sue', 'record_payout_returned', jsonb_build_object('payout_id', pg_temp.again(), 'reason', 'No such account.'));
select results_eq($$ select id, suspense_minor from public.payments where status = 'suspense' $$, 'select id, 10000::bigint from paid', 'a refund to a deleted brand waits in the suspense of its payment');
select is(tests.balance(null, 'suspense'), 10000::bigint, 'suspense has the refund of the deleted brand');
