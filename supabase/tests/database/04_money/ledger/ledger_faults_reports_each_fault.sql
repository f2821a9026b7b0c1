-- cast: brand brand, other brand, patient brand, kol kol
update private.settings set value = 5 where key = 'buyer_fee';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.make_order(tests.id('other'), tests.id('kol'), 'completed');
select tests.charge_back(tests.payment());
select private.record_payment('sandbox', 'stray', null, 5000, 'USD');
select private.record_payment('sandbox', 'stray coins', null, 7000, 'USDC');
select is_empty('select * from private.ledger_faults()', 'a correct ledger has no fault');
-- Triggers and rights prevent these faults, so the owner of the tables turns the triggers off first.
alter table private.accounts disable trigger user;
alter table private.order_funding disable trigger user;

create function pg_temp.faults(damage text) returns setof text language plpgsql as $$
begin
  begin
    execute damage;
    return query select concat_ws(' ', f.fault, case when f.fault like 'transfer %' and f.id = (select max(t.id) from private.transfers t) then 'transfer'
        else (select concat_ws(' ', a.kind, a.currency, nullif(a.shard, 0)) from private.accounts a where a.id = f.id) end, f.amount_minor)
      from private.ledger_faults() f order by 1;
    raise sqlstate 'KP001';
  exception when sqlstate 'KP001' then null;
  end;
end;
$$;
create function pg_temp.notices(damage text, faults text[], description text) returns text language sql as $$
  select is(array(select pg_temp.faults(damage)), faults, description)
$$;
select pg_temp.notices($$ update private.wallet_lots set amount_minor = 0 $$,
  array['wallet differs from its lots wallet USD 10500'], 'a wallet whose lots are all empty is reported');
select pg_temp.notices($$ insert into private.wallet_lots (account_id, amount_minor)
    select id, 5 from private.accounts where kind = 'escrow' and balance_minor > 0 limit 1 $$,
  array['wallet differs from its lots escrow USD 9995'], 'a lot of an account that is no wallet is reported');
select pg_temp.notices($$ update private.order_funding set amount_minor = amount_minor - 500
    where order_id = (select id from public.pack_orders where status = 'delivered') $$,
  array['escrow differs from its funding escrow USD 500'], 'an order whose buyer''s fee has no funding is reported');
select pg_temp.notices($$ update private.accounts set balance_minor = balance_minor + 2 where kind = 'escrow' and balance_minor > 0 $$,
  array['balance differs from entries escrow USD 2', 'escrow differs from its funding escrow USD 2'], 'an escrow with more money than its entries is reported');
select pg_temp.notices($$ delete from private.wallet_lots $$,
  array['wallet differs from its lots wallet USD 10500'], 'a wallet without lots is reported');
select pg_temp.notices($$ update private.accounts set balance_minor = 3 where kind = 'revenue' and currency = 'USDC' and shard = 0 $$,
  array['balance differs from entries revenue USDC 3'], 'an account with a balance and no entry is reported');
select pg_temp.notices($$ delete from private.order_funding $$,
  array['escrow differs from its funding escrow USD 10500'], 'an escrow without funding is reported');
select pg_temp.notices($$ update private.accounts set balance_minor = 1 where kind = 'escrow' and balance_minor = 0 $$,
  array['balance differs from entries escrow USD 1', 'balance differs from entries escrow USD 1',
    'escrow of a closed order is not empty escrow USD 1', 'escrow of a closed order is not empty escrow USD 1'], 'money left in the escrow of a closed order is reported');
select pg_temp.notices($$ update public.payments set suspense_minor = suspense_minor - 1 where provider_ref = 'stray' $$,
  array['suspense differs from its payments suspense USD 1'], 'money in suspense that belongs to no payment is reported');
select pg_temp.notices($$ update public.payments set suspense_minor = null where currency = 'USDC' $$,
  array['suspense differs from its payments suspense USDC 7000'], 'money in suspense is compared in each currency');
select pg_temp.notices($$ update private.chargebacks set loss_minor = loss_minor - 1, brand_minor = brand_minor + 1, owed_minor = 0 $$,
  array['loss differs from its chargebacks loss USD -1'], 'a loss that differs from its chargebacks is reported');
select pg_temp.notices($$ update private.chargebacks set status = 'won', closed_at = now() $$,
  array['loss differs from its chargebacks loss USD -10500'], 'a loss whose chargeback was won is reported');
select pg_temp.notices($$ insert into private.chargeback_lots (chargeback_id, wallet_id, payment_id, amount_minor)
    select c.id, private.member_account(p.payer_id, 'wallet',
  'USD'), p.id, 1 from private.chargebacks c, public.payments p join public.pack_orders o on o.id = p.order_id where o.status = 'delivered' $$,
  array['payment is in more places than it paid for 1'], 'a payment that is both in escrow and charged back is reported');
select pg_temp.notices($$ insert into public.payouts (profile_id, amount_minor, currency, method, source, payment_id, provider, idempotency_key)
    select p.payer_id, 1, 'USD', 'card', 'wallet', p.id, 'sandbox', gen_random_uuid()
    from public.payments p join public.pack_orders o on o.id = p.order_id where o.status = 'declined' $$,
  array['payment is in more places than it paid for 1'], 'a payment that is both in the wallet and in a payout is reported');
select pg_temp.notices($$ insert into private.transfers (event) values ('suspense') $$,
  array['transfer without two entries transfer 0'], 'a transfer without entries is reported');
select pg_temp.notices($$ with t as (insert into private.transfers (event) values ('suspense') returning id), a as (select id, currency from private.accounts where kind = 'cash' and shard = 0)
    insert into private.entries (transfer_id, account_id, amount_minor, currency) select t.id, a.id, case a.currency when 'USD' then 5 else -5 end, a.currency from t, a $$,
  array['transfer does not sum to zero transfer -5', 'transfer does not sum to zero transfer 5'],
  'a transfer that takes coins and gives dollars is reported');
select tests.make_milestones(tests.id('patient'), tests.id('kol'), 'in_progress', accepted => 1);
select pg_temp.notices($$ update public.pack_orders set released_minor = released_minor - 1 where milestone_count > 0 $$,
  array['escrow differs from its funding escrow USD -1', 'milestones differ from what they paid -1'], 'an order that released less than its accepted milestones is reported');
select pg_temp.notices($$ update public.pack_orders set released_minor = 1 where status = 'delivered' $$,
  array['escrow differs from its funding escrow USD 1', 'milestones differ from what they paid 1'], 'an order that released money without a milestone is reported');
select tests.make_milestones(tests.id('patient'), tests.id('kol'), accepted => 3);
select set_config('tests.done', tests.order_id()::text, true);
select is_empty('select * from private.ledger_faults()', 'an order whose milestones are all paid has no fault');
select pg_temp.notices($$ update public.pack_orders set released_minor = released_minor - 1 where id = current_setting('tests.done')::uuid $$,
  array['milestones differ from what they paid -1'], 'a completed order that released less than its earlier milestones is reported');
