-- cast: brand brand, rival brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select tests.charge_back(tests.payment(), 4000);
select tests.finds('brand', 'select payment_id, currency, amount_minor, provider from public.wallet_lots',
  $$ select (tests.payment()).id, 'USD', 6000::bigint, 'sandbox' $$, 'a brand reads the payments behind its wallet');
select tests.gets('rival', 'select count(*) from private.wallet_lots', '0', 'a stranger cannot read the table of lots under the view');
select tests.finds('stella', 'select brand_id, amount_minor, brand_minor, status from public.chargebacks',
  $$ values (tests.id('brand'), 4000::bigint, 4000::bigint, 'opened') $$, 'staff read how much a brand paid of a chargeback');
