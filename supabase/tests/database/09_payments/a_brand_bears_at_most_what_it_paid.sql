-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 5000);
create temporary table paid as select (tests.payment()).*;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 8000);
select tests.charge_back((select p from public.payments p where id = (select id from paid)), 6000, 'more than there was');
select is(tests.balance(tests.id('brand'), 'wallet'), 8000::bigint, 'a chargeback takes at most the payment from the brand''s wallet');
select is(tests.balance(null, 'loss'), -1000::bigint, 'the part of a chargeback above the payment is the market''s loss');
select is((select owed_minor from private.chargebacks), 0::bigint, 'a brand does not owe the part of a chargeback above the payment');
select tests.charge_back((select p from public.payments p where id = (select id from paid)), 5000, 'the same once more');
select is(tests.balance(tests.id('brand'), 'wallet'), 8000::bigint, 'a payment that was charged back is not taken from its brand again');
select tests.charge_back((select p from public.payments p where amount_minor = 8000), 1, 'the least that can be');
select is(tests.balance(tests.id('brand'), 'wallet'), 7999::bigint, 'a chargeback of one cent is taken from the wallet');
