-- ledger: made by hand
-- cast: brand brand, other brand, kol kol, poor brand
-- One payment, of which a part is in an order, a part in a refund and a part still in the wallet.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).*;
create temporary table o (name text, id uuid);
insert into o values ('open', tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 2000)),
  ('over', tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 3000)),
  ('paid otherwise', tests.make_order(tests.id('brand'), tests.id('kol'), 'funded')),
  ('unpaid', tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment')),
  ('tipped', tests.make_order(tests.id('brand'), tests.id('kol'), 'completed'));
select tests.act_as(tests.id('brand'));
select public.pay_from_wallet(id) from o where name in ('open', 'over');
select public.cancel_order(id, 'Off.') from o where name = 'over';
create temporary table r (name text, id uuid);
insert into r select 'open', id from tests.refund((select id from paid), 1000, gen_random_uuid());
insert into r select 'failed', id from tests.refund((select id from paid), 1000, gen_random_uuid());
select tests.act_as_owner();
select tests.make_order(tests.id('other'), tests.id('kol'), 'declined');
select tests.by('other', $$ insert into r select 'of another', id from tests.refund((tests.payment()).id, 1000, gen_random_uuid()) $$);
select public.fail_payout(id, 'No bank.') from r where name = 'failed';
create function pg_temp.p() returns public.payments language sql as $$ select p from public.payments p where p.id = (select id from paid) $$;
select is(tests.locked_rows($$ select private.record_provider_refund('sandbox', (pg_temp.p()).provider_ref, 're', 1, 'USD') $$, 'public.payouts'),
  array(select id::text from r where name in ('open', 'failed') order by id), 'a report of a refund locks all refunds of its payment, settled or not');
select is(tests.locked_rows('select private.lock_payout((select id from r where name = $$open$$))', 'public.payouts'),
  array[(select id::text from r where name = 'open')], 'settling a payout locks it');
select is(tests.locked_rows('select private.lock_open_refunds(pg_temp.p())', 'public.payouts'),
  array[(select id::text from r where name = 'open')], 'a chargeback locks the open refunds of its payment');
select is(tests.locked_rows('select private.lock_open_orders(tests.id($$brand$$))', 'public.pack_orders'),
  array(select id::text from o where name <> 'over' order by id), 'a chargeback locks the orders of its brand that are open or can be tipped');
select ok(private.platform_account('loss', 'USD', (select id from paid))::text = any (tests.locked_rows('select private.return_money_to_wallet(pg_temp.p(), 0)', 'private.accounts')),
  'a chargeback locks the account of losses before it knows the loss');
select is(private.return_money_to_wallet(pg_temp.p(), 0), 0::bigint, 'a chargeback of zero returns nothing to the wallet');
select results_eq('select status from public.payouts order by status', $$ values ('failed'), ('requested'), ('requested') $$, 'a chargeback of zero leaves every refund unchanged');

-- For a brand that owes money, the wallet and the loss are locked before any money is taken.
select tests.make_order(tests.id('poor'), tests.id('kol'), 'completed');
select tests.charge_back(tests.payment(), 9999, 'one');
select tests.charge_back(tests.payment(), 1, 'two');
create function pg_temp.debts() returns setof bigint language sql as $$
  select unnest(private.recovery_accounts(tests.id('poor'))) $$;
select set_eq('select * from pg_temp.debts()',
  $$ values (private.member_account(tests.id('poor'), 'wallet', 'USD')), (private.platform_account('loss', 'USD', (tests.payment()).id)) $$,
  'recovering a debt locks the brand''s wallet and the account of losses');
update private.chargebacks set owed_minor = 0 where provider_ref = 'one';
select isnt_empty('select * from pg_temp.debts()', 'recovering a debt of one unit locks accounts');
update private.chargebacks set owed_minor = 0 where provider_ref = 'two';
select is_empty('select * from pg_temp.debts()', 'a brand that owes nothing has no accounts to recover from');
update private.chargebacks set owed_minor = 1, status = 'won', closed_at = now() where provider_ref = 'two';
select is_empty('select * from pg_temp.debts()', 'a dispute that was won has no accounts to recover from');
insert into private.chargebacks (provider, provider_ref, payment_ref, payment_id, brand_id, amount_minor, currency, loss_minor, owed_minor)
select 'sandbox', 'debt', 'x', id, tests.id('kol'), 5, 'USD', 5, 5 from paid;
select ok(private.member_account(tests.id('kol'), 'wallet', 'USD')::text
    = any (tests.locked_rows('select private.recover_losses(tests.id($$kol$$))', 'private.accounts')), 'recovering a debt locks the wallet before it reads it');
select is(private.loss_accounts(tests.payment()), array[
  (select private.platform_account('loss', 'USD', id) from private.chargebacks where provider_ref = 'one')], 'a payment can only cover losses of disputes that are open');
