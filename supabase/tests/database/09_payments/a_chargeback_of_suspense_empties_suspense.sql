-- cast: brand brand, kol kol
select tests.act_as_service();
select public.record_payment('sandbox', 'lost', null, 5000, 'USD');
select public.record_chargeback('sandbox', 'lost', null, 5000, 'USD');
select tests.act_as_owner();
select is(tests.balance(null, 'suspense'), 0::bigint, 'suspense is empty');
select is(tests.balance(null, 'loss'), 0::bigint, 'the platform has no loss');
