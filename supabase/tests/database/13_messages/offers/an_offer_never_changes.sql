-- cast: bob brand, ann kol
select tests.make_offer(tests.id('bob'), tests.id('ann'));
select throws_ok('update public.offers set price_minor = 9999', 'PT403', 'append_only', 'its price is final');
select throws_ok($$ update public.offers set expires_at = expires_at + interval '1 day' $$, 'PT403', 'append_only', 'and its time');
select throws_ok('delete from public.offers', 'PT403', 'append_only', 'it is not deleted');
select lives_ok($$ update public.offers set status = 'withdrawn' $$, 'it ends');
select throws_ok($$ update public.offers set status = 'sent' $$, 'PT403', 'append_only', 'for good');
