-- cast: brand brand, kol kol, other brand, sam staff
update private.settings set value = 5 where key = 'buyer_fee';
alter table private.transfers disable trigger transfers_append_only;
alter table public.order_events disable trigger order_events_append_only;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
update private.transfers set created_at = '2026-01-31T23:30:00Z';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'settled', 20000), tests.make_order(tests.id('brand'), tests.id('kol'), 'declined'),
  tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', 40000);
update private.transfers set created_at = '2026-02-02T00:30:00Z' where created_at > '2026-02-01';
select tests.make_order(tests.id('other'), tests.id('kol'), 'completed', 30000);
update private.transfers set created_at = '2026-03-04T12:00:00Z' where created_at > '2026-03-01';
create function pg_temp.mine(by text default 'all', step text default 'month', since date default '2026-01-01') returns setof text language sql as $$
  select concat_ws(' ', f.period, f.group_name, f.amount_minor) from public.money_figures(by, step, since, '2026-03-15') as f order by f.period, f.group_name $$;

select tests.act_as(tests.id('kol'));
select results_eq('select * from pg_temp.mine()', $$ values ('2026-01-01 9000'), ('2026-02-01 9000'), ('2026-03-01 27000') $$,
  'the earnings of a creator are the credits to their accounts, by the month in universal time');
select is((select sum(f.amount_minor)::bigint from public.money_figures('all', 'month', '2026-01-01', '2026-03-31') as f),
  (select sum(b.amount_minor)::bigint from public.balances b), 'all earnings less all payouts are the present balance');
select results_eq($$ select * from pg_temp.mine('partner') $$, $$ values ('2026-01-01 Brand 9000'), ('2026-02-01 Brand 9000'), ('2026-03-01 Other 27000') $$,
  'earnings are separate by brand');
select results_eq($$ select * from pg_temp.mine(step => 'week') $$, $$ values ('2026-01-26 9000'), ('2026-02-02 9000'), ('2026-03-02 27000') $$, 'a week begins on Monday');
select is((select count(distinct f.group_id) from public.money_figures('pack', 'month', '2026-01-01', '2026-03-31') as f), 3::bigint, 'earnings are separate by pack');
select results_eq($$ select distinct f.group_id from public.money_figures('campaign', 'month', '2026-01-01', '2026-03-31') as f $$, array[null::uuid],
  'orders without a campaign are together');

select tests.act_as(tests.id('brand'));
select results_eq('select * from pg_temp.mine()', $$ values ('2026-01-01 10500'), ('2026-02-01 12500') $$,
  'a brand has spent the final costs of orders, and the fee of an open order');
select is((select sum(f.amount_minor)::bigint from public.money_figures('all', 'month', '2026-01-01', '2026-03-31') as f)
  + (select sum(b.amount_minor)::bigint from public.balances b),
  (select sum((p ->> 'amount_minor')::bigint)::bigint * -1 from public.money_moves() as m cross join jsonb_array_elements(m.parts) as p where p ->> 'kind' = 'card'),
  'spent money and remaining money sum to the money that was paid in');
select tests.act_as_owner();
update public.packs set title = 'A draft of mine', is_published = false;
select tests.act_as(tests.id('brand'));
select is((select string_agg(distinct f.group_name, ', ') from public.money_figures('pack', 'month', '2026-01-01', '2026-03-31') as f), 'One thread',
  'a brand reads a pack by the title under which it ordered it, and no title that is hidden from it');

-- The ninth and smallest group is shown under "everything else".
select tests.act_as_owner();
select tests.make_member('kol' || n, 'kol') from generate_series(1, 9) as n;
select tests.lift_limits();
select tests.make_order(tests.id('other'), tests.id('kol' || n), 'completed', 5000 + n) from generate_series(1, 9) as n;
update private.transfers set created_at = '2026-03-04T12:00:00Z' where created_at > '2026-03-01';
select tests.act_as(tests.id('other'));
select bag_eq($$ select coalesce(f.group_name, 'else') from public.money_figures('partner', 'month', '2026-03-01', '2026-03-31') as f $$,
  $$ values ('Kol'), ('Kol9'), ('Kol8'), ('Kol7'), ('Kol6'), ('Kol5'), ('Kol4'), ('Kol3'), ('else') $$, 'the largest groups are named');
select is((select sum(f.amount_minor)::bigint from public.money_figures('partner', 'month', '2026-03-01', '2026-03-31') as f),
  (select f.amount_minor from public.money_figures('all', 'month', '2026-03-01', '2026-03-31') as f), 'groups sum to the whole');
select is((select count(*) from public.money_figures('all', 'month', '1990-01-01', '2028-06-01') as f), 0::bigint, 'a range with too many periods is cut to the last ones');
select throws_ok($$ select public.money_figures('all', 'year', '2026-01-01', '2026-03-31') $$, 'PT422', 'invalid_body', 'an unknown length of periods is refused');
select throws_ok($$ select public.money_figures('all', 'month', '-infinity', '2026-03-31') $$, 'PT422', 'invalid_body', 'an infinite range of time is refused');

-- Tests the figures that staff read.
select tests.act_as_owner();
select private.run_due_work(now() + interval '30 days');
update private.transfers set created_at = '2026-03-05T12:00:00Z' where created_at > '2026-03-05';
-- The stop of a dispute's clock does not count as a second dispute.
insert into public.order_events (order_id, from_status, to_status, kind) select e.order_id, 'disputed', 'disputed', 'clock_stopped' from public.order_events e where e.to_status = 'disputed';
update public.order_events set created_at = '2026-02-02T00:30:00Z' where to_status = 'disputed';
insert into public.payouts (profile_id, amount_minor, currency, method, method_id, idempotency_key, created_at, waits_until)
select tests.id('kol'), 500, 'USD', 'IBAN', gen_random_uuid(), gen_random_uuid(), at::timestamptz, waits::timestamptz from (values
  ('2026-03-01T00:00:00Z', null), ('2026-03-02T00:00:00Z', null), ('2026-03-03T00:00:00Z', '2026-03-06T00:00:00Z'), ('2026-03-04T00:00:00Z', null)) as v (at, waits);
select private.post_transfer('payout_requested',
  array[private.member_account(tests.id('kol'), 'available', 'USD'), private.member_account(tests.id('kol'), 'in_transit', 'USD')], array[-2000, 2000]::bigint[]);
select private.mark_payout_sent(p, 'ref ' || p.id) from public.payouts p where p.created_at < '2026-03-04';
update private.transfers t set created_at = p.created_at + case extract(day from p.created_at) when 1 then interval '1 day' when 2 then interval '4 days' else interval '6 days' end
from public.payouts p where p.id = t.reference and t.event = 'payout_sent';
update private.transfers set created_at = '2026-03-05T12:00:00Z' where event = 'payout_requested';
select tests.act_as(tests.id('sam'));
create function pg_temp.market() returns setof public.market_figure language sql as $$ select * from public.market_figures('month', '2026-01-01', '2026-03-31') $$;
select results_eq('select f.period::text, f.disputes, f.payouts, f.payouts_late, f.payout_days from pg_temp.market() as f',
  $$ values ('2026-01-01', 0, 0, 0, null::numeric), ('2026-02-01', 1, 0, 0, null), ('2026-03-01', 0, 4, 2, 4.0) $$,
  'disputes and payouts are counted; a payout is late if it was sent, or still waits, three days after it could be sent');
select results_eq('select f.period::text, f.volume_minor, f.refunded_minor from pg_temp.market() as f where f.period < ''2026-03-01''',
  $$ values ('2026-01-01', 10000::bigint, 0::bigint), ('2026-02-01', 70000, 21000) $$, 'volume is the money paid into escrow, refunds are the money returned from it with its fee');
select results_eq('select f.take_minor from pg_temp.market() as f',
  $$ select coalesce((select b.in_minor - b.out_minor from public.trial_balance(m::date) as b where b.kind = 'revenue' and b.currency = 'USD'), 0)
    from generate_series('2026-01-01'::timestamp, '2026-03-01', '1 month') as m $$, 'the market''s revenue of each month is that of the trial balance');
