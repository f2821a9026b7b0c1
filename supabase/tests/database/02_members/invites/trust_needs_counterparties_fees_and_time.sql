select tests.make_member('brand ' || n, 'brand') from generate_series(1, 10) as n;
select tests.make_member(name, 'kol') from unnest(array['ann', 'ben', 'cid', 'dan']) as name;
create function pg_temp.level(name text) returns text language sql as $$
  select trust_level from public.profiles where id = tests.id(name)
$$;
select is(pg_temp.level('ann'), 'new', 'the trust level of a new member is new');
-- Each of the four creators sells ten times: Ann to ten brands for 5,000 in all, Ben to one brand for as much,
-- Cid to ten brands for the least price that counts, Dan to ten for one cent less.
select tests.make_order(tests.id('brand ' || n), tests.id('ann'), 'completed', 50000),
  tests.make_order(tests.id('brand 1'), tests.id('ben'), 'completed', 50000),
  tests.make_order(tests.id('brand ' || n), tests.id('cid'), 'completed', 5000),
  tests.make_order(tests.id('brand ' || n), tests.id('dan'), 'completed', 4999)
from generate_series(1, 10) as n;
update public.profiles set created_at = now() - interval '1 year';
select private.run_due_work(now() + interval '14 days' - interval '1 second');
select is(pg_temp.level('ann'), 'new', 'an order adds no trust while its fee is on hold');
select is((private.trade_record_of(tests.id('ann'), now())).counterparties, 0::numeric, 'an order adds no counterparty while its fee is on hold');
update public.profiles set created_at = now() + interval '14 days' - interval '29 days';
select private.run_due_work(now() + interval '14 days');
select is(pg_temp.level('ann'), 'new', 'a young account gains no trust');
select private.run_due_work(now() + interval '15 days');
select is(pg_temp.level('ann'), 'normal', 'the age of the account raises its trust without another order');
select private.run_due_work(now() + interval '75 days' - interval '1 second');
select is(pg_temp.level('ann'), 'normal', 'an account is not trusted before 90 days');
select private.run_due_work(now() + interval '75 days');
select is(pg_temp.level('ann'), 'trusted', 'a creator with ten counterparties, 500 in fees and 90 days is trusted');
select is(pg_temp.level('ben'), 'new', 'one counterparty counts once, however many and large its orders are');
select is(pg_temp.level('cid'), 'normal', 'a creator whose ten counterparties paid 50 in fees is not trusted');
select is(pg_temp.level('dan'), 'new', 'orders below the least price add no trust');
select is(pg_temp.level('brand 1'), 'normal', 'a brand with three creators as counterparties has the trust level normal');
-- Orders that ended without pay for the creator give no trust.
select tests.make_member('eve', 'kol');
select tests.make_order(tests.id('brand ' || n), tests.id('eve'),
  (array['settled', 'cancelled', 'declined', 'disputed', 'delivered'])[1 + n % 5], 60000)
from generate_series(1, 10) as n;
update public.profiles set created_at = now() - interval '1 year' where id = tests.id('eve');
select private.run_due_work(now() + interval '76 days');
select private.run_due_work(now() + interval '90 days');
select is(private.trade_record_of(tests.id('eve'), now() + interval '90 days'), row(2, 120, 6)::private.trade_record,
  'of ten orders that ended in different ways, only the two that paid the full price count for trust');
select is(pg_temp.level('eve'), 'new', 'a creator without enough counterparties gains no trust');
-- Trust depends on the fee that was paid, not on the price.
update private.holds set fees_minor = 0 where profile_id = tests.id('ann');
select private.request_reassessment(tests.id('ann'), now());
select private.run_due_work(now() + interval '91 days');
select is(pg_temp.level('ann'), 'new', 'an order that brought no fee adds no trust');
select is((private.trade_record_of(tests.id('ann'), now())).counterparties, 0::numeric, 'an order that brought no fee adds no counterparty');
select is_empty($$ select from private.reassessments where due_at <= now() + interval '91 days' $$, 'the due work leaves no requested computation of trust undone');
