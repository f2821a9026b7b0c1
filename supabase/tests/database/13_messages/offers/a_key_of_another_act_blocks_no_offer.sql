-- cast: bob brand, ann kol
select plan(2);
select tests.make_pack(tests.id('ann'));
select tests.by('bob', $$
  select public.make_offer(public.get_or_create_conversation(tests.id('ann')), 'A thread', 'One.', 5000, 'USD', 5, 1, gen_random_uuid());
  select public.place_order((select id from public.packs), 'Mine.', (select id from public.offers)) $$);
select tests.allowed('ann', $$ select public.accept_offer(id, terms_hash) from public.offers $$, 'a creator accepts an offer whose id the brand has used as the key of an order');
select is((select count(distinct offer_id) || ' of ' || count(*) from public.pack_orders), '1 of 2', 'an accepted offer becomes an order of its own');
