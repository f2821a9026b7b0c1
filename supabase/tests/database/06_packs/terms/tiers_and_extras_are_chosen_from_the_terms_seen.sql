-- cast: brand brand, kol kol
select set_config('tests.pack', tests.make_pack(tests.id('kol'), 10000)::text, true);
create function pg_temp.offer(tiers jsonb, extras jsonb default '[]') returns void language sql as $$
  update public.packs set tiers = offer.tiers, extras = offer.extras
$$;
create function pg_temp.tier(name text, price int, days int default 10) returns jsonb language sql as $$
  select jsonb_build_object('name', name, 'price_minor', price, 'delivery_days', days, 'revisions', 4)
$$;
create function pg_temp.extra(name text, price int, days int) returns jsonb language sql as $$
  select jsonb_build_object('name', name, 'price_minor', price, 'days', days)
$$;
create function pg_temp.place(tier text, extras text[], key int, terms text default 'present') returns public.pack_orders
language sql as $$
  select public.place_order(current_setting('tests.pack')::uuid, 'Please.', ('00000000-0000-4000-8000-00000000000' || key)::uuid,
    case terms when 'present' then (select terms_hash from public.packs) else terms end,
    tier => place.tier, extras => place.extras)
$$;

-- Every allowed choice gives a valid order.
select tests.act_as(tests.id('kol'));
select is(tests.refusal(format('select pg_temp.offer(%L, %L)', tiers, extras)), refusal, description) from (values
  (jsonb_build_array(pg_temp.tier('Long', 20000), pg_temp.tier('LONG', 30000)), '[]', 'pack_names_repeated', 'two tiers cannot have one name'),
  (jsonb_build_array(pg_temp.tier('Long', 20000)), jsonb_build_array(pg_temp.extra('Long', 500, 0)), 'pack_names_repeated', 'a tier and an extra cannot have one name'),
  (jsonb_build_array(pg_temp.tier('Long', 10000)), '[]', 'pack_tiers_not_dearer', 'a tier costs more than the basic offer'),
  (jsonb_build_array(pg_temp.tier('Long', 20000), pg_temp.tier('Longer', 15000)), '[]', 'pack_tiers_not_dearer', 'the second tier costs more than the first'),
  ('[]', jsonb_build_array(pg_temp.extra('Rush', 500, -3), pg_temp.extra('Rush more', 500, -4)), 'pack_days_out_of_range', 'extras must leave at least one day for the delivery'),
  (jsonb_build_array(pg_temp.tier('Long', 20000, 60)), jsonb_build_array(pg_temp.extra('More', 500, 31)), 'pack_days_out_of_range', 'all extras of the longest tier take at most 90 days'),
  (jsonb_build_array(pg_temp.tier('Long', 999999999)), jsonb_build_array(pg_temp.extra('More', 999999999, 0)), 'price_too_high', 'the most expensive choice has at most the highest price of its currency'),
  (jsonb_build_array(pg_temp.tier('Long', 20000, 60), pg_temp.tier('Longer', 20001)), jsonb_build_array(pg_temp.extra('Rush', 1, -6), pg_temp.extra('More', 1, 30)),
    null, 'tiers and extras within the bounds are not refused')
) as cases (tiers, extras, refusal, description);
select is(tests.refusal('update public.packs set price_minor = 1'), 'price_too_low', 'the basic offer has at least the lowest price of its currency');

select pg_temp.offer(jsonb_build_array(pg_temp.tier('Long', 20000) || '{"description": "With diagrams."}', pg_temp.tier('Longer', 30000, 12)),
  jsonb_build_array(pg_temp.extra('Rush', 2500, -3), pg_temp.extra('Pinned post', 1000, 1), pg_temp.extra('Poll', 700, 0)));
select set_config('tests.seen', terms_hash, true) from public.packs;
select tests.act_as(tests.id('brand'));
select is(tests.refusal(act), refusal, description) from (values
  ($$ select pg_temp.place('Longest', '{}', 1) $$, 'pack_choice_not_offered', 'a tier that the pack does not have cannot be bought'),
  ($$ select pg_temp.place(null, '{Poll,Encore}', 1) $$, 'pack_choice_not_offered', 'an extra that the pack does not have cannot be bought'),
  ($$ select pg_temp.place(null, '{Poll,Poll}', 1) $$, 'pack_choice_not_offered', 'an extra is bought once'),
  ($$ select pg_temp.place('Rush', '{}', 1) $$, 'pack_choice_not_offered', 'an extra is no tier')
) as cases (act, refusal, description);
select tests.move_time_as(tests.id('brand'), now() + interval '2 days');
select is(tests.refusal($$ select pg_temp.place(null, '{}', 1, null) $$), null, 'the basic offer can be bought without naming its terms if they have been unchanged for a day');
select is(tests.refusal($$ select pg_temp.place('Long', '{}', 1, null) $$), 'terms_changed', 'an order with a choice always has to name its terms');

select tests.finds('brand', $$ select o.pack_title, o.price_minor, o.fee_minor, o.delivery_days, o.revisions_allowed, o.terms -> 'tier' ->> 'description',
    o.terms -> 'extras', o.terms ? 'tiers' from pg_temp.place('Long', '{Poll,Rush}', 2) as o $$,
  $$ values ('One thread · Long', 23200::bigint, 2320::bigint, 7, 4, 'With diagrams.',
    '[{"name": "Rush", "price_minor": 2500, "days": -3}, {"name": "Poll", "price_minor": 700, "days": 0}]'::jsonb, false) $$,
  'an order has the sum of the tier and the extras, and their names, as the pack lists them');
select tests.finds('brand', $$ select o.pack_title, o.price_minor, o.delivery_days, o.revisions_allowed from pg_temp.place(null, '{Pinned post}', 3) as o $$,
  $$ values ('One thread', 11000::bigint, 8, 2) $$, 'extras add to the basic offer');
select tests.gets('brand', $$ select (pg_temp.place(null, '{}', 4)).price_minor $$, '10000', 'without a choice an order is the basic offer');

select tests.by('kol', $$ select pg_temp.offer('[]') $$);
select tests.act_as(tests.id('brand'));
select is((pg_temp.place('Long', '{Rush,Poll}', 2, current_setting('tests.seen'))).price_minor, 23200::bigint,
  'a retry returns the order after the chosen tier or extra was removed from the pack');
select is(tests.refusal(act), refusal, description) from (values
  ($$ select pg_temp.place('Longer', '{Rush,Poll}', 2, current_setting('tests.seen')) $$, 'idempotency_key_reused', 'an idempotency key of an order with one tier cannot be used for another tier'),
  ($$ select pg_temp.place('Long', '{Rush}', 2, current_setting('tests.seen')) $$, 'idempotency_key_reused', 'an idempotency key of an order with some extras cannot be used for others'),
  ($$ select pg_temp.place('Long', '{}', 5, current_setting('tests.seen')) $$, 'terms_changed', 'a choice from terms that changed is refused')
) as cases (act, refusal, description);
select tests.by('kol', 'update public.packs set is_published = false');
select tests.gets('brand', $c$ select tests.refusal($$ select pg_temp.place('Encore', '{}', 6) $$) $c$, 'pack_not_available', 'names of tiers cannot be guessed while the pack is not shown');
select set_config('tests.other', tests.make_pack(tests.id('kol'))::text, true);
select tests.by('brand', $$ select public.place_order(p.id, 'Please.', '00000000-0000-4000-8000-000000000007', p.terms_hash)
  from public.packs p where p.id = current_setting('tests.other')::uuid $$);
select tests.gets('brand', $c$ select tests.refusal($$ select pg_temp.place('Encore', '{}', 7, '') $$) $c$, 'pack_not_available', 'names of tiers cannot be guessed with the key of an order of another pack');
select tests.by('service', $$ select public.record_payment('sandbox', 'chosen', id, price_minor, 'USD') from public.pack_orders where price_minor = 23200 $$);
select results_eq($$ select o.status, a.balance_minor from public.pack_orders o join private.accounts a on a.order_id = o.id
  where o.price_minor = 23200 and a.kind = 'escrow' $$, $$ values ('funded', 23200::bigint) $$, 'escrow holds the price of what was chosen');
select matches(private.agreement_text(o), 'One thread · Long .*232\.00.*With diagrams\.\s+Extras: Rush; Poll\s+Days to deliver: 7\. Revisions: 4\.',
  'the evidence about a payment names what was bought') from public.pack_orders o where o.price_minor = 23200;
