-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), status) from unnest(array['pending_payment', 'funded', 'delivered', 'completed']) as status;
select isnt(private.run_due_work(now() + interval '14 days') ->> 'orders_completed', '0', 'the first run works');
create temporary table before as select count(*) as n from private.transfers;
select is(private.run_due_work(now() + interval '14 days')::text,
  (private.run_due_work(now() + interval '14 days'))::text, 'the next ones find nothing');
select is((select count(*) from private.transfers), (select n from before), 'and move no money');
