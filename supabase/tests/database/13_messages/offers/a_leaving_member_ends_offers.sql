update private.settings set value = 1 where key in ('offer_withdrawals_per_day', 'offer_answers_per_hour');
select tests.make_member('bob', 'brand');
select tests.make_member('ann', 'kol');
select tests.make_offer(tests.id('bob'), tests.id('ann'), 10000);
select tests.make_offer(tests.id('ann'), tests.id('bob'), 20000);
select tests.make_offer(tests.id('ann'), tests.id('bob'), 30000);
select tests.by('ann', $$ select public.delete_my_account() $$);
select results_eq('select price_minor, status from public.offers order by 1', $$ values (10000::bigint, 'expired'), (20000, 'expired'), (30000, 'expired') $$,
  'offers from and to a member who deletes the account expire');
select tests.gets('bob', 'select count(*) from public.messages where offer_id is not null', '3', 'the other side can still read the messages of the offers');
