-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', 5000);
select private.run_due_work();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 3000);
select private.run_due_work();
select tests.act_as_anon();
select results_eq($$ select held_minor, owed_minor, own_minor from public.solvency where currency = 'USD' $$,
  'values (15000::bigint, 15000::bigint, 0::bigint)', 'a visitor reads a count of solvency that is less than a minute old');
select tests.act_as_owner();
update private.solvency_counts set counted_at = counted_at - interval '1 minute';
select private.run_due_work();
select tests.act_as_anon();
select results_eq($$ select held_minor, owed_minor, own_minor from public.solvency where currency = 'USD' $$,
  'values (18000::bigint, 18000::bigint, 0::bigint)', 'due work replaces a count of solvency that is a minute old');
select tests.act_as_owner();
select ok(h.is_fine, 'a market that holds all that it owes is sound') from private.market_health() as h where h.name = 'solvency';
select private.post_transfer('chargeback',
  array[private.platform_account('loss', 'USD', gen_random_uuid()), private.platform_account('cash', 'USD', gen_random_uuid())], array[-2000, 2000]);
select results_eq($$ select held_minor, owed_minor, own_minor from private.count_solvency() where currency = 'USD' $$,
  'values (16000::bigint, 18000::bigint, -2000::bigint)', 'a loss of the market is owed to nobody and missing from what is held');
select ok(not h.is_fine, 'a market that holds less than it owes is not sound') from private.market_health() as h where h.name = 'solvency';
