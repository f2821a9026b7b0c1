-- cast: bob brand, ann kol
select tests.make_offer(tests.id('bob'), tests.id('ann'));
select throws_ok('update public.offers set price_minor = 9999', 'PT403', 'append_only', 'the price of an offer cannot change');
select throws_ok($$ update public.offers set expires_at = expires_at - interval '1 day' $$, 'PT403', 'append_only', 'the expiry of an offer cannot become earlier');
select throws_ok('delete from public.offers', 'PT403', 'append_only', 'an offer cannot be deleted');
select lives_ok($$ update public.offers set status = 'withdrawn' $$, 'an offer can end');
select throws_ok($$ update public.offers set status = 'sent' $$, 'PT403', 'append_only', 'an offer that ended cannot open again');
