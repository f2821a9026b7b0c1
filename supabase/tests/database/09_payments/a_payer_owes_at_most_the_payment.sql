-- ledger: made by hand
-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
create temporary table paid as select (tests.payment()).*;
-- Makes chargebacks of 190.00 about a payment of 100.00.
select tests.charge_back((select p from public.payments p), amount, reference)
from (values (5000, 'a'), (4000, 'b'), (3000, 'c'), (5000, 'd'), (2000, 'e')) as c (amount, reference);
create function pg_temp.owed() returns table (ref text, owed bigint) language sql as $$
  select provider_ref, owed_minor from private.chargebacks where status <> 'won' order by provider_ref $$;
select results_eq('select * from pg_temp.owed()', $$ values ('a', 5000::bigint), ('b', 4000), ('c', 1000), ('d', 0), ('e', 0) $$,
  'a payment that is charged back several times is owed once');
select private.record_provider_dispute('sandbox', provider_ref, 'a', 'won', 5000, 'USD') from paid;
select results_eq('select * from pg_temp.owed()', $$ values ('b', 4000::bigint), ('c', 3000), ('d', 3000), ('e', 0) $$, 'a chargeback that is won makes the next oldest owed');
select private.record_provider_dispute('sandbox', provider_ref, 'd', 'won', 5000, 'USD') from paid;
select results_eq('select * from pg_temp.owed()', $$ values ('b', 4000::bigint), ('c', 3000), ('e', 2000) $$, 'chargebacks below the payment are all owed');

-- Money of one payment is returned in two parts, taken in two parts, and given back as one.
insert into public.payments (provider, provider_ref, payer_id, amount_minor, currency) values ('sandbox', 'other', tests.id('brand'), 9000, 'USD');
create temporary table other as select id from public.payments where provider_ref = 'other';
select private.add_to_lot(private.member_account(tests.id('brand'), 'wallet', 'USD'), (select id from other), 1);
select private.post_transfer('suspense', array[private.platform_account('cash', 'USD', (select id from other)),
  private.member_account(tests.id('brand'), 'wallet', 'USD')], array[-1, 1]);
select private.recover_losses(tests.id('brand'));
select results_eq('select * from pg_temp.owed()', $$ values ('b', 3999::bigint), ('c', 3000), ('e', 2000) $$, 'one cent in the wallet recovers one cent of the debt');
select private.add_to_lot(private.member_account(tests.id('brand'), 'wallet', 'USD'), (select id from other), 5000);
select private.post_transfer('suspense', array[private.platform_account('cash', 'USD', (select id from other)),
  private.member_account(tests.id('brand'), 'wallet', 'USD')], array[-5000, 5000]);
select private.recover_losses(tests.id('brand'));
select results_eq('select * from pg_temp.owed()', $$ values ('b', 0::bigint), ('c', 1999), ('e', 2000) $$, 'the oldest debt is recovered first');
select results_eq($$ select l.payment_id, l.amount_minor from private.chargeback_lots l join private.chargebacks c on c.id = l.chargeback_id order by c.provider_ref $$,
  $$ select id, amount from other, (values (4000::bigint), (1001)) as a (amount) $$, 'each chargeback records the wallet lots that it took');
select private.record_provider_dispute('sandbox', provider_ref, 'b', 'won', 4000, 'USD') from paid;
select results_eq('select * from pg_temp.owed()', $$ values ('c', 0::bigint), ('e', 0) $$, 'a chargeback that is won pays the debts that are left');

-- Amounts that suspense and the brand have already paid are not owed.
insert into public.payments (provider, provider_ref, payer_id, amount_minor, currency) values ('sandbox', 'borne', tests.id('brand'), 9000, 'USD');
insert into private.chargebacks (provider, provider_ref, payment_ref, payment_id, amount_minor, currency, suspense_minor, brand_minor, loss_minor)
select 'sandbox', 'borne ' || nr, 'borne', p.id, suspense + brand + loss, 'USD', suspense, brand, loss
from public.payments p, (values (1, 2000, 0, 0), (2, 0, 3000, 0), (3, 0, 0, 5000)) as c (nr, suspense, brand, loss) where p.provider_ref = 'borne';
select private.redistribute_chargebacks(p) from public.payments p where p.provider_ref = 'borne';
select results_eq($$ select provider_ref, owed_minor from private.chargebacks where payment_ref = 'borne' order by 1 $$,
  $$ values ('borne 1', 0::bigint), ('borne 2', 0), ('borne 3', 4000) $$, 'a payer owes the payment less the parts paid from suspense and wallet');
