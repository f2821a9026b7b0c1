-- cast: brand brand, kol kol, stella staff
create function pg_temp.said() returns text language sql as $$
  select regexp_replace(private.ruling_text(o), '\d{4}-\d\d-\d\d \d\d:\d\d UTC: ', '', 'g') from public.pack_orders o where o.id = tests.order_id() $$;
create function pg_temp.ruled() returns void language sql as $$
  select tests.by('stella', $q$ select public.read_dispute(tests.order_id());
    select public.resolve_dispute(tests.order_id(), 10000, 'All was delivered.', 'as_agreed', 'deliverables', 'All was delivered.') $q$)
$$;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
update public.pack_orders set due_at = now() - interval '1 minute' where id = tests.order_id();
select pg_temp.ruled();
select is(pg_temp.said(), 'our staff decided to give the seller 100.00 USD of 100.00 USD. All was delivered.',
  'evidence states the decision of staff, without claiming that anybody was heard');
select tests.by('kol', 'select public.propose_settlement(tests.order_id(), 2000)');
select tests.by('brand', 'select public.accept_settlement(tests.order_id(), 2000)');
select is(split_part(pg_temp.said(), E'\n', 2), 'buyer and seller agreed to give the seller 20.00 USD of 100.00 USD. This took the place of the ruling.',
  'evidence states the agreement of the two sides after a ruling');

-- A lost chargeback ends the order in place of the ruling.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.act_as(tests.id('stella'));
select tests.hear();
select pg_temp.ruled();
select tests.charge_back(tests.payment(), 10000, 'all');
select private.record_provider_dispute('sandbox', (tests.payment()).provider_ref, 'all', 'lost', 10000, 'USD');
select private.apportion_chargeback(c, false, now()) from private.chargebacks c where c.apportioned_at is null;
select is((select status from public.pack_orders where id = tests.order_id()), 'settled', 'a chargeback ends the order with another share than the ruling');
select alike(split_part(pg_temp.said(), E'\n', 2), 'the payment was taken back, and the market gave the seller % of 100.00 USD. This took the place of the ruling.',
  'evidence states the outcome of a ruling that a chargeback replaced');
select is_empty('select from public.precedents where creator_percent = 100', 'a ruling that was not carried out is not published');
