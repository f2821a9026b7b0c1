select tests.make_member('brand ' || n, 'brand') from generate_series(1, 8) as n;
select tests.make_member('kol', 'kol');
select tests.make_staff('sam');
create function pg_temp.reviewed(brand text, status text, price_minor bigint, rating int) returns void language plpgsql as $$
declare
  v_order uuid := tests.make_order(tests.id(brand), tests.id('kol'), status, price_minor);
begin
  perform tests.act_as(tests.id('kol'));
  perform public.review_order(v_order, 2, 'Well.');
  perform tests.act_as(tests.id(brand));
  perform public.review_order(v_order, rating, 'Well.');
  perform tests.act_as_owner();
end;
$$;
create function pg_temp.rated() returns text language sql as $$
  select coalesce(rating::text, 'none') || ' of ' || review_count from public.profiles where id = tests.id('kol')
$$;
-- 20.00 must reach the creator after our 10 %.
select pg_temp.reviewed('brand 1', 'completed', 2221, 5);
select is(pg_temp.rated(), 'none of 0', 'a rating cannot be bought by trifles');
select is((select rating from public.profiles where id = tests.id('brand 1')), null, 'nor that of a brand');
select pg_temp.reviewed('brand 2', 'completed', 2223, 4);
select is(pg_temp.rated(), '4.00 of 1', 'an order that earned the creator enough counts');
-- make_order settles for a half.
select pg_temp.reviewed('brand 3', 'settled', 4440, 1);
select is(pg_temp.rated(), '4.00 of 1', 'what was given back to the brand is not earned');
select pg_temp.reviewed('brand 3', 'settled', 4446, 3);
select is(pg_temp.rated(), '3.50 of 2', 'half of a settled order is');
select tests.make_order(tests.id('brand 4'), tests.id('kol'), 'disputed', 100000);
select tests.act_as(tests.id('sam'));
select tests.hear();
select public.resolve_dispute(tests.order_id(), 0, 'Nothing was done.');
select tests.act_as_owner();
select tests.let_appeals_pass();
select tests.act_as(tests.id('kol'));
select public.review_order(tests.order_id(), 5, 'Well.');
select tests.act_as(tests.id('brand 4'));
select public.review_order(tests.order_id(), 5, 'Well.');
select tests.act_as_owner();
select is(pg_temp.rated(), '3.50 of 2', 'a refunded order does not count, whatever its price');
select pg_temp.reviewed('brand 5', 'completed', 100000, 5);
select is(pg_temp.rated(), '4.75 of 3', 'a paid one does, by what was earned');
select tests.act_as_service();
select public.record_chargeback('sandbox', 'test-' || tests.order_id(), tests.order_id(), 100000, 'USD');
select tests.act_as_owner();
select private.run_due_work(now());
select is(pg_temp.rated(), '3.50 of 2', 'until its payment is taken back');
