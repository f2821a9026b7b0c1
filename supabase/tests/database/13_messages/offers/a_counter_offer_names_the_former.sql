-- cast: bob brand, ann kol, eve kol
select set_config('tests.first', tests.make_offer(tests.id('bob'), tests.id('ann'), 10000)::text, true);
select set_config('tests.second', tests.make_offer(tests.id('ann'), tests.id('bob'), 14000, counters_id => tests.offer_id())::text, true);
select set_config('tests.third', tests.make_offer(tests.id('bob'), tests.id('ann'), 12000, counters_id => tests.offer_id())::text, true);
select tests.act_as(tests.id('ann'));
select results_eq('select o.price_minor, o.status, f.price_minor from public.offers o left join public.offers f on f.id = o.counters_id order by o.created_at, o.price_minor <> 10000, o.price_minor <> 14000',
  $$ values (10000::bigint, 'countered', null::bigint), (14000, 'countered', 10000), (12000, 'sent', 14000) $$, 'a counter-offer names the offer before it');
select is((select count(*) from public.notifications where event = 'offer_countered'), 1::bigint, 'a counter-offer is announced as one');
select is((select count(*) from public.notifications where event like 'offer_%'), 2::bigint, 'each offer raises one notice');
select throws_ok($$ select public.accept_offer(id, terms_hash) from public.offers where price_minor = 10000 $$, 'PT409', 'offer_not_open', 'an offer that was countered cannot be accepted');
select lives_ok($$ select public.accept_offer(id, terms_hash) from public.offers where price_minor = 12000 $$, 'the last counter-offer can be accepted');
select is((select price_minor from public.pack_orders), 12000::bigint, 'the order has the price of the last counter-offer');
select tests.act_as_owner();
select tests.make_offer(tests.id('bob'), tests.id('ann'));
select throws_ok($$ select tests.make_offer(tests.id('eve'), tests.id('bob'), counters_id => tests.offer_id()) $$, 'PT403', 'not_allowed', 'a counter-offer belongs to the same conversation');
select is((select status from public.offers where id = tests.offer_id()), 'sent', 'a refused counter-offer leaves the offer open');
