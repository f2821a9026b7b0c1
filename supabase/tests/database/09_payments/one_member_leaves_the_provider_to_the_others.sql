-- cast: brand brand, other brand, kol kol
update private.settings set value = 2 where key = 'provider_requests_per_hour';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
select tests.allowed('brand', 'select public.start_checkout(tests.order_id())', 'a brand begins a checkout within the limit');
select tests.allowed('brand', 'select public.count_provider_request()', 'a brand asks the provider for the state of a payment within the limit');
select tests.refused('brand', 'select public.start_checkout(tests.order_id())', 'PT429', 'rate_limited', 'a member cannot begin more checkouts than the limit');
select tests.refused('brand', 'select public.count_provider_request()', 'PT429', 'rate_limited', 'a member cannot ask the provider more often than the limit');
select tests.allowed('other', 'select public.count_provider_request()', 'another member has a limit of their own');
select tests.allowed('kol', 'select public.begin_payout_account() from generate_series(1, 2)', 'a creator begins to open a payout account within the limit', 'aal2');
select tests.refused('kol', 'select public.begin_payout_account()', 'PT429', 'rate_limited', 'a creator cannot open a payout account more often than the limit', 'aal2');
