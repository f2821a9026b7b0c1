-- cast: ann kol, ben kol, bob brand
select set_config('tests.pack', tests.make_pack(tests.id('ann'))::text, true);
insert into public.campaigns (brand_id, title, body, budget_minor, deadline) values (tests.id('bob'), 'Launch', 'Brief.', 1000, now() + interval '9 days');
select tests.act_as(tests.id('bob'));
select public.publish_campaign(id) from public.campaigns;
select set_config('tests.campaign', id::text, true) from public.campaigns;
select set_config('tests.unpaid', (public.place_order(current_setting('tests.pack')::uuid, 'Brief.', gen_random_uuid())).id::text, true);
select tests.act_as(tests.id('ann'));
select set_config('tests.application', (public.apply_to_campaign(current_setting('tests.campaign')::uuid, price_minor => 500)).id::text, true);
select isnt_empty('select * from public.campaigns', 'an open campaign is read');
select tests.act_as(tests.id('bob'));
select isnt_empty('select * from public.packs', 'and so is a pack');
select set_eq('select display_name from public.search_creators()', array['Ann', 'Ben'], 'both are found');
select tests.act_as(tests.id('ann'));
select public.block_member(tests.id('bob'));
select tests.act_as(tests.id('bob'));
select is_empty('select * from public.packs', 'after the block no pack');
select results_eq('select display_name from public.search_creators()', array['Ben'], 'a blocked member is not in the search results');
select results_eq($$ select display_name from public.search_creators('{"searchTerm": "n"}', 'relevance', 1) $$, array['Ben'], 'and the page is full');
select throws_ok($$ select public.place_order(current_setting('tests.pack')::uuid, 'Read this!', gen_random_uuid()) $$,
  'PT409', 'pack_not_available', 'no order: as if the pack had been taken back');
select throws_ok($$ select public.accept_application(current_setting('tests.application')::uuid, gen_random_uuid()) $$,
  'PT409', 'creator_not_available', 'nor one by an application: as if the creator had left');
select throws_ok($$ select public.pay_from_wallet(current_setting('tests.unpaid')::uuid) $$, 'PT409', 'order_not_payable', 'what was ordered before is not paid');
select tests.act_as_service();
select is((public.record_payment('sandbox', 'ref', current_setting('tests.unpaid')::uuid, 10000, 'USD')).status, 'suspense',
  'and money that comes all the same waits for staff');
select tests.act_as(tests.id('ann'));
select is_empty($$ select * from public.notifications where data ->> 'order_id' = current_setting('tests.unpaid') $$, 'the creator is not notified of an unpaid order');
select tests.act_as_owner();
delete from public.campaign_applications;
select tests.act_as(tests.id('ann'));
select is_empty('select * from public.campaigns', 'the campaigns of the brand are gone');
select throws_ok($$ select public.apply_to_campaign(current_setting('tests.campaign')::uuid, price_minor => 500) $$,
  'PT409', 'campaign_not_open', 'no application: as if the campaign were over');
select tests.act_as_owner();
select is(private.work_campaigns(), 1, 'only other creators are notified of the campaign');
insert into public.saved_searches (profile_id, name, filters) values (tests.id('bob'), 'All', '{"emailNotifications": true}');
update public.profiles set platforms = '{x,youtube}' where id in (tests.id('ann'), tests.id('ben'));
select private.work_match_queue();
select results_eq($$ select data ->> 'profile_name' from public.notifications where type = 'new_kol_match' $$, array['Ben'], 'and the brand of the others');
select tests.act_as(tests.id('ann'));
select public.unblock_member(tests.id('bob'));
select tests.act_as(tests.id('bob'));
select lives_ok($$ select public.place_order(current_setting('tests.pack')::uuid, '', gen_random_uuid()) $$, 'a block taken back is over');
select public.block_member(tests.id('ann'));
select throws_ok($$ select public.place_order(current_setting('tests.pack')::uuid, '', gen_random_uuid()) $$, 'PT409', 'pack_not_available', 'it stands in both directions');
select is_empty($$ select * from public.search_creators() where display_name = 'Ann' $$, 'for search, too');
