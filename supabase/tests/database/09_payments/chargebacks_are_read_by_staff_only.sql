-- cast: brand brand, rival brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select tests.charge_back(tests.payment(), 4000);
select tests.act_as(tests.id('brand'));
select results_eq('select payment_id, currency, amount_minor, provider from public.wallet_lots',
  $$ select (tests.payment()).id, 'USD', 6000::bigint, 'sandbox' $$, 'a brand sees where its wallet money came from');
select is_empty('select from public.chargebacks', 'not who bore what');
select throws_ok('update private.wallet_lots set amount_minor = 100000', '42501', null, 'and changes nothing');
select tests.act_as(tests.id('rival'));
select is_empty('select from public.wallet_lots', 'a stranger sees nothing of it');
select is_empty('select from private.wallet_lots', 'nor of the table');
select tests.act_as(tests.id('stella'));
select results_eq('select brand_id, amount_minor, brand_minor, status from public.chargebacks',
  $$ values (tests.id('brand'), 4000::bigint, 4000::bigint, 'opened') $$, 'staff see the chargeback');
select is_empty('select from public.wallet_lots', 'and no wallets');
