-- cast: brand brand, kol kol, sam staff, sue staff, ola brand
select private.record_payment('manual', 'wire 1', null, 7000, 'USD');
create function pg_temp.wire() returns uuid language sql security definer as $$ select id from public.payments where provider_ref = 'wire 1' $$;
create function pg_temp.refund() returns uuid language sql security definer as $$ select id from public.payouts $$;
select tests.decide_by_two('sam', 'sue', 'resolve_suspense', jsonb_build_object('payment_id', pg_temp.wire(), 'profile_id', tests.id('brand'), 'note', 'Hers.', 'amount_minor', 7000));
select tests.act_as(tests.id('brand'), 'aal2');
select results_eq('select * from public.refundable()', $$ values ('USD', 7000::bigint, true) $$, 'no card refund is possible for money that came by bank transfer');
select throws_ok($$ select public.request_refunds(null, 'USD', gen_random_uuid()) $$, 'PT409', 'insufficient_funds', 'a refund without an account is refused when no card can take it');
select throws_ok($$ select public.request_refunds(null, 'USD', gen_random_uuid(), null, gen_random_uuid()) $$, 'PT404', 'payout_method_unknown', 'a refund to an account that is not saved is refused');
select lives_ok($$ select public.add_payout_method('iban', 'Bea Brand', 'DE89370400440532013000') $$, 'a brand saves an account');
select results_eq($$ select amount_minor, provider from public.request_refunds(null, 'USD', gen_random_uuid(), null, (select id from public.payout_methods)) $$,
  $$ values (7000::bigint, 'manual') $$, 'a refund by the bank is requested to a saved account');
select tests.gets('sam', 'select count(*) from public.take_bank_payouts()', '0', 'no file for the bank contains a refund before two members of staff have released it');
select tests.decide_by_two('sam', 'sue', 'release_payouts', jsonb_build_object('payout_id', pg_temp.refund(), 'note', 'Looked at.'));
select tests.finds('sam', 'select account, amount_minor from public.take_bank_payouts()', $$ values ('DE89370400440532013000', 7000::bigint) $$, 'a file for the bank has the released refund with its account');
select tests.gets('sam', 'select (public.take_payout(pg_temp.refund())).account', 'DE89370400440532013000', 'staff who send a released refund by hand get its account');
select throws_ok(format($$ insert into public.payouts (profile_id, amount_minor, currency, method, source, payment_id, idempotency_key)
  values (%L, 1, 'USD', 'manual wire 1', 'wallet', %L, gen_random_uuid()) $$, tests.id('brand'), pg_temp.wire()),
  '23514', null, 'a payout by hand without an account is refused, because it would make the whole file of the bank fail');

-- One amount in the wallet was paid by somebody else, and another is of a payment that is not settled yet.
select tests.make_order(tests.id('ola'), tests.id('kol'), 'pending_payment');
select private.record_payment('sandbox', 'of ola', tests.order_id(), 10000, 'USD');
select private.record_payment('sandbox', 'unsettled', null, 500, 'USD');
update public.payments set payer_id = tests.id('brand') where provider_ref = 'unsettled';
insert into private.wallet_lots (account_id, payment_id, amount_minor)
select a.id, p.id, 400 from private.accounts a, public.payments p
where a.owner_id = tests.id('brand') and a.kind = 'wallet' and p.provider_ref in ('of ola', 'unsettled');
select is_empty($$ select * from private.refundable_lots(tests.id('brand'), null) r join public.payments p on p.id = r.payment_id where p.provider_ref <> 'wire 1' $$,
  'money is refunded neither to the card of somebody else, nor for a payment that waits for staff');
delete from private.wallet_lots where amount_minor = 400;
