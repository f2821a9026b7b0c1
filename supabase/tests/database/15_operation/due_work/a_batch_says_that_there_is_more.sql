-- cast: brand brand, kol kol
update private.settings set value = 2 where key = 'due_work_batch';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded') from generate_series(1, 3);
select is(private.run_due_work(now() + interval '4 days') ->> 'more', 'true', 'a run with a full batch says that there is more');
select is(private.run_due_work(now() + interval '4 days') ->> 'more', 'false', 'a run without more work says so');
select is((select count(*) from public.pack_orders where status = 'expired'), 3::bigint, 'all orders that were due are done');
