-- cast: bob brand, ann kol
select plan(13);
select tests.make_offer(tests.id('ann'), tests.id('bob'), 20000, tests.milestones('{5000,15000}'));
select set_config('tests.plain', (select terms_hash from public.offers), true);
create function pg_temp.counter(draft boolean, key uuid default gen_random_uuid()) returns public.offers language sql as $$
  select public.make_offer(o.conversation_id, o.title, o.scope, o.price_minor, 'USD', o.delivery_days, o.revisions,
    key, o.milestones, null, o.id, draft) from public.offers o where o.id = tests.offer_id()
$$;
select is(needs_draft, false, 'an offer asks for no draft by default') from public.offers;
select tests.act_as(tests.id('bob'));
select set_config('tests.key', gen_random_uuid()::text, true);
select isnt((pg_temp.counter(true, current_setting('tests.key')::uuid)).terms_hash, current_setting('tests.plain'), 'an offer with a draft has other terms');
select throws_ok($$ select pg_temp.counter(false, current_setting('tests.key')::uuid) $$, 'PT409', 'idempotency_key_reused', 'the key of an offer with a draft cannot be used for an offer without one');
select tests.gets('ann', $$ select (public.accept_offer(o.id, o.terms_hash)).terms -> 'needs_draft' from public.offers o where o.needs_draft $$, 'true',
  'the terms of the order ask for a draft');
select throws_ok('update public.offers set needs_draft = not needs_draft', 'PT403', 'append_only', 'the terms of an offer cannot change');
select tests.by('service', $$ select public.record_payment('sandbox', 'paid', o.id, o.price_minor + o.buyer_fee_minor, o.currency) from public.pack_orders o $$);
select tests.by('service', $$ select set_config('tests.order_id', id::text, true) from public.pack_orders $$);
select tests.refused('ann', $$ select public.deliver_order(tests.order_id(), 'Done.', '{https://example.com/work}') $$, 'PT409', null, 'an order with a draft cannot be delivered before the draft');
create function pg_temp.part(note text) returns text language sql as $$
  select tests.by('ann', format('select public.show_draft(tests.order_id(), %L)', note));
  select tests.by('bob', 'select public.approve_draft(tests.order_id())');
  select tests.by('ann', format('select tests.deliver(tests.order_id(), %L)', note));
  select tests.by('bob', 'select tests.accept_part(tests.order_id())');
  select o.status from public.pack_orders o where o.id = tests.order_id()
$$;
select is(pg_temp.part('The teaser'), 'in_progress', 'a milestone with an approved draft is delivered and paid');
select tests.refused('ann', $$ select public.deliver_order(tests.order_id(), 'Done.', '{https://example.com/work}') $$, 'PT409', null, 'each milestone needs its own draft');
select is(pg_temp.part('The thread'), 'completed', 'an order is complete after its last milestone');
select is(private.terms_hash(o.terms), o.terms_hash, 'the order has the hash of its terms') from public.pack_orders o;
select is(private.terms_hash(private.offer_terms(o)), o.terms_hash, 'each offer has the hash of its terms') from public.offers o;
select tests.make_offer(tests.id('ann'), tests.id('bob'));
select tests.gets('bob', 'select (pg_temp.counter(null)).needs_draft', 'false', 'an offer that says nothing about drafts asks for none');
