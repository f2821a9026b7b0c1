-- cast: bob brand, eve brand, ann kol, ben kol
select set_config('tests.pack', tests.make_pack(tests.id('ben'), 5000)::text, true);
update public.packs set description = 'Ten posts.', platform = 'x' where id = current_setting('tests.pack')::uuid;
select tests.by('bob', $$ insert into public.campaigns (title, body, budget_minor, creators_sought, deadline) values ('Launch', 'Tell it.', 10000, 2, now() + interval '7 days') $$);
select tests.by('bob', 'select public.publish_campaign(id) from public.campaigns');
select tests.by('ann', $$ select set_config('tests.priced', (public.apply_to_campaign(id, price_minor => 8000, delivery_days => 3)).id::text, true) from public.campaigns $$);
select tests.by('ben', $$ select set_config('tests.packed', (public.apply_to_campaign(id, current_setting('tests.pack')::uuid, note => 'Within a week.')).id::text, true) from public.campaigns $$);
select tests.by('ben', $$ update public.packs set price_minor = 9999, description = 'Nothing.', platform = 'youtube' where id = current_setting('tests.pack')::uuid $$);
select tests.act_as(tests.id('bob'));
select results_eq($$ select kol_id, status, pack_id, pack_title, price_minor, delivery_days, brief
  from public.accept_application(current_setting('tests.priced')::uuid, '00000000-0000-4000-8000-000000000001') $$,
  $$ values (tests.id('ann'), 'pending_payment', null::uuid, 'Launch', 8000::bigint, 3, 'Tell it.') $$, 'an accepted price becomes an order with that price');
select is((public.accept_application(current_setting('tests.priced')::uuid, gen_random_uuid())).id, (select id from public.pack_orders), 'a retry of the acceptance returns the same order');
select results_eq($$ select kol_id, pack_id, pack_title, price_minor
  from public.accept_application(current_setting('tests.packed')::uuid, '00000000-0000-4000-8000-000000000002') $$,
  $$ values (tests.id('ben'), current_setting('tests.pack')::uuid, 'One thread', 5000::bigint) $$, 'an accepted pack becomes an order on the terms of the application');
select is(terms - array(select jsonb_object_keys(terms) except select unnest('{description,platform}'::text[])), jsonb_build_object('description', E'Ten posts.\n\nWithin a week.', 'platform', 'x'),
  'the order has the description and the platform that the pack had then, and the note') from public.pack_orders where kol_id = tests.id('ben');
select is((select count(*) from public.campaign_applications where status = 'accepted' and order_id is not null), 2::bigint, 'an accepted application names its order');
select tests.gets('ann', $$ select message from public.notifications where type = 'application_update' $$, 'Your application to "Launch" was accepted', 'the creator is notified of the acceptance');
