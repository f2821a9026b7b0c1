-- cast: kol kol, other kol, sam staff
select tests.make_member('brand ' || n, 'brand') from generate_series(1, 11) as n;
create function pg_temp.level() returns text language sql as $$
  select trust_level from public.profiles where id = tests.id('kol')
$$;
create function pg_temp.deliver(brand text, at timestamptz) returns void language sql as $$
  select tests.make_order(tests.id(brand), tests.id('kol'), 'in_progress');
  select tests.by('kol', $q$ select public.deliver_order(tests.order_id(), 'Here.', array['https://example.com/x']) $q$, at => deliver.at)
$$;
create function pg_temp.rule(brand text, kol text, share bigint) returns void language sql as $$
  select tests.make_order(tests.id(brand), tests.id(kol), 'disputed', 10000);
  select tests.by('sam', format($q$ select tests.hear(); select public.resolve_dispute(tests.order_id(), %s, 'So.') $q$, share), at => now() + interval '187 days');
  select private.run_due_work(now() + interval '190 days')
$$;
update public.profiles set created_at = now() - interval '1 year';
select tests.make_order(tests.id('brand ' || n), tests.id('kol'), 'completed', 50000) from generate_series(1, 11) as n;
select private.run_due_work(now() + interval '14 days');
select is(pg_temp.level(), 'trusted', 'a creator with eleven counterparties is trusted');

-- Late work gives a demerit.
select pg_temp.deliver('brand 1', now() + interval '7 days' + interval '1 second');
select set_eq($$ select kind from private.demerits where profile_id = tests.id('kol') $$, array['late'], 'late work is a demerit');
select private.run_due_work(now() + interval '15 days');
select is(pg_temp.level(), 'trusted', 'one more counterparty offsets one demerit');
select pg_temp.deliver('brand 2', now() + interval '7 days');
select is((select count(*) from private.demerits), 1::bigint, 'work delivered in time gives no demerit');
select tests.make_order(tests.id('brand 2'), tests.id('kol'), 'in_progress');
select tests.by('brand 2', $$ select public.cancel_order(tests.order_id(), 'Where is it?') $$, at => now() + interval '8 days');
select private.run_due_work(now() + interval '16 days');
select is(pg_temp.level(), 'normal', 'late work that the brand cancels is a demerit, too');

-- Demerits expire.
select private.run_due_work(now() + interval '188 days');
select is(pg_temp.level(), 'trusted', 'a demerit expires after 180 days');

-- A lost dispute gives demerits.
select pg_temp.rule('brand 3', 'kol', 2500);
select is((select count(*) from private.demerits where kind = 'dispute_lost'), 0::bigint, 'a dispute that leaves the creator a quarter of the price is not lost');
select pg_temp.rule('brand 3', 'kol', 2499);
select results_eq($$ select profile_id from private.demerits where kind = 'dispute_lost' $$, array[tests.id('kol')], 'a dispute that leaves the creator less than a quarter is lost');
select private.run_due_work(now() + interval '191 days');
select is(pg_temp.level(), 'normal', 'a lost dispute costs trust');
select pg_temp.rule('brand 4', 'other', 7501);
select results_eq($$ select profile_id from private.demerits where kind = 'dispute_lost' and order_id = tests.order_id() $$,
  array[tests.id('brand 4')], 'a dispute that leaves the brand less than a quarter is lost for the brand');

-- A chargeback gives demerits.
update public.profiles set trust_level = 'normal' where id = tests.id('brand 5');
select tests.make_order(tests.id('brand 5'), tests.id('other'), 'completed', 50000);
select private.run_due_work(now() + interval '210 days');
select is((private.trade_record_of(tests.id('other'), now())).counterparties, 1::numeric, 'a completed order adds one counterparty');
select tests.by('service', $$ select public.record_chargeback('sandbox', 'test-' || tests.order_id(), tests.order_id(), 50000, 'USD') $$);
select is((private.trade_record_of(tests.id('other'), now())).counterparties, 0::numeric, 'an order whose payment was charged back adds no counterparty');
select is((private.trade_record_of(tests.id('kol'), now())).counterparties, 11::numeric, 'a chargeback leaves other orders as they are');
select private.run_due_work(now() + interval '211 days');
select is((select trust_level from public.profiles where id = tests.id('brand 5')), 'new', 'a chargeback costs the brand its trust');

update private.settings set value = 10 where key = 'trust_counted_most';
select is((private.trade_record_of(tests.id('kol'), now())).counterparties, 10::numeric, 'counterparties above the maximum do not count, so they cannot outweigh demerits');

-- When a ring of accounts is suspended, the trust that its orders gave to others is lost.
select tests.by('sam', $$ select public.suspend_profile(tests.id('brand ' || n), false) from generate_series(1, 9) as n $$);
select private.run_due_work(now() + interval '400 days');
select is(pg_temp.level(), 'new', 'suspended counterparties no longer count');
