-- cast: brand brand, kol kol, other brand
create function pg_temp.order_of(name text, price_minor bigint, status text) returns uuid language sql as $$
  select tests.make_order(tests.id(name), tests.id('kol'), status, pack => tests.make_pack(tests.id('kol'), price_minor, 'USDC'))
$$;
create function pg_temp.claimed(batch int default 2) returns text language sql as $$
  select coalesce(string_agg(a ->> 'kind', ' ' order by (a ->> 'id')::bigint), '')
  from jsonb_array_elements(private.claim_chain_acts(array[tests.address('operator')], batch) -> 'acts') as a
$$;
create function pg_temp.let_pass(span interval) returns void language plpgsql as $$
begin
  alter table private.chain_transactions disable trigger chain_transactions_append_only;
  update private.chain_transactions set signed_at = signed_at - span;
  alter table private.chain_transactions enable trigger chain_transactions_append_only;
  alter table public.chain_acts disable trigger chain_acts_stay;
  update public.chain_acts set decided_at = decided_at - span;
  alter table public.chain_acts enable trigger chain_acts_stay;
end;
$$;
update private.settings set value = 100 where key = 'chain_hourly_most';

-- Makes one capture above the limit of an hour.
select pg_temp.order_of('brand', 250000000, 'completed');
update private.settings set value = 1 where key = 'maintenance';
select is(pg_temp.claimed(), '', 'no act is handed out during maintenance');
update private.settings set value = 0 where key = 'maintenance';
select is(pg_temp.claimed(), 'capture', 'a capture of more than the limit is handed out when none was sent within the hour');
select is(tests.send_acts(), 1, 'a capture of more than the limit is sent when no other was sent within the hour');
select tests.mine_block();
select is((select final_at is not null from public.chain_acts where order_id = tests.order_id() and kind = 'capture'), true, 'a creator is paid an order above the limit');
select is((select count(*)::int from public.chain_alarms), 0, 'staff get no alarm about the limit while nothing waits for it');

-- Waiting captures take no place in a batch.
select pg_temp.order_of('brand', 90000000, 'completed') from generate_series(1, 3);
select is(pg_temp.claimed(), '', 'captures wait once captures up to the limit were sent within the hour');
select is((select count(*)::int from public.chain_alarms where kind = 'limit'), 1, 'captures that wait together raise one alarm');
select pg_temp.order_of('other', 20000000, 'declined');
select pg_temp.order_of('other', 30000000, 'pending_payment');
select tests.sign_payment(tests.order_id());
select is(pg_temp.claimed(), 'void authorize', 'waiting captures do not prevent payments and returns from being handed out');
select is(pg_temp.claimed(0), 'void', 'a claim for zero acts hands out one act');
select is(tests.send_acts(), 2, 'waiting captures do not prevent payments and returns from being sent');
select tests.mine_block();

-- Smaller captures are sent in later hours.
select pg_temp.let_pass('55 minutes');
select is(pg_temp.claimed(), '', 'captures wait until the hour is over');
select pg_temp.order_of('other', 20000000, 'delivered');
select pg_temp.let_pass('50 minutes');
select tests.by('other', $$ select public.complete_order(tests.order_id()) $$);
select private.store_chain_transaction(a.id, (select next_nonce from private.chain_operators), '0x01', tests.hash('small'), 1)
from public.chain_acts a where a.order_id = tests.order_id() and a.kind = 'capture';
select is((select count(*)::int from public.chain_acts a where a.kind = 'capture' and a.state = 'decided'), 3, 'a small capture was sent before larger ones that waited');
select is(pg_temp.claimed(), 'capture capture', 'a capture that has waited an hour is handed out while the limit is not reached');
select is(tests.send_acts(), 1, 'captures that have waited are sent only until the limit is reached');

-- Makes an act in memory, to test amounts and times exactly at the limit.
create function pg_temp.act(given jsonb) returns public.chain_acts language sql as $$
  select jsonb_populate_record(null::public.chain_acts, jsonb_build_object('order_id', tests.order_id(), 'kind', 'capture', 'state', 'decided', 'decided_at', now()) || given)
$$;
select is(private.is_within_hour(pg_temp.act(jsonb_build_object('amount_minor', amount, 'decided_at', now() - waited * interval '1 minute')), captured), wanted, what) from (values
  (1, 99999999, 0, true, 'a capture that exactly reaches the limit is sent'),
  (2, 99999999, 0, false, 'a capture that exceeds the limit waits'),
  (2, 99999999, 60, false, 'a capture that exceeds the limit still waits after an hour'),
  (2, 99999999, 61, true, 'a capture that exceeds the limit is sent after more than an hour'),
  (2, 100000000, 61, false, 'a capture waits longer than an hour while the limit is reached')) as c (amount, captured, waited, wanted, what);
select is(private.is_ready_act(pg_temp.act(jsonb_build_object('retry_at', now() + later * interval '1 second')), now()), wanted, what) from (values
  (0, true, 'an act that was refused is ready at its time'), (1, false, 'an act that was refused is not ready before its time')) as c (later, wanted, what);

-- Lets the sender's wallet lack money for fees, so that acts are refused and tried again each minute.
do $$ begin
  for n in 1..3 loop
    perform pg_temp.order_of('brand', n * 10000000, 'pending_payment');
    perform tests.sign_payment(tests.order_id());
    update public.chain_acts a set retry_at = now() - n * interval '1 second' where a.order_id = tests.order_id() and n < 3;
  end loop;
end $$;
select is(array_agg((a.act ->> 'amount_minor')::bigint order by a.nr), '{30000000,20000000,10000000}',
  'payments that were refused delay no payment that was never tried, and the one refused longest ago is tried again first')
from jsonb_array_elements(private.claim_chain_acts(array[tests.address('operator')], 9) -> 'acts') with ordinality as a (act, nr)
where a.act ->> 'kind' = 'authorize';
