-- cast: ann kol, ben kol, bob brand
select set_config('tests.pack', tests.make_pack(tests.id('ann'))::text, true);
insert into public.campaigns (brand_id, title, body, budget_minor, deadline) values (tests.id('bob'), 'Launch', 'Brief.', 1000, now() + interval '9 days');
select tests.by('bob', 'select public.publish_campaign(id) from public.campaigns');
select tests.by('bob', $$ select set_config('tests.campaign', id::text, true) from public.campaigns $$);
select tests.by('bob', $$ select set_config('tests.unpaid', (public.place_order(current_setting('tests.pack')::uuid, 'Brief.', gen_random_uuid())).id::text, true) $$);
select tests.by('ann', $$ select set_config('tests.application', (public.apply_to_campaign(current_setting('tests.campaign')::uuid, price_minor => 500)).id::text, true) $$);
select tests.gets('ann', 'select count(*) > 0 from public.campaigns', 'true', 'a creator reads an open campaign before a block');
select tests.act_as(tests.id('bob'));
select isnt_empty('select * from public.packs', 'a brand reads a pack before a block');
select set_eq('select display_name from public.search_creators()', array['Ann', 'Ben'], 'a brand finds both creators before a block');
select tests.by('ann', $$ select public.block_member(tests.id('bob')) $$);
select tests.act_as(tests.id('bob'));
select is_empty('select * from public.packs', 'a blocked brand does not read the pack');
select results_eq('select display_name from public.search_creators()', array['Ben'], 'a blocked brand does not find the creator');
select results_eq($$ select display_name from public.search_creators('{"searchTerm": "n"}', 'relevance', 1) $$, array['Ben'], 'a page of the search stays full when a blocked creator is left out');
select throws_ok($$ select public.place_order(current_setting('tests.pack')::uuid, 'Read this!', gen_random_uuid()) $$,
  'PT409', 'pack_not_available', 'a blocked brand cannot order the pack, and gets the answer for an unpublished pack');
select throws_ok($$ select public.accept_application(current_setting('tests.application')::uuid, gen_random_uuid()) $$,
  'PT409', 'creator_not_available', 'a blocked brand cannot accept the application, and gets the answer for a deleted account');
select throws_ok($$ select public.pay_from_wallet(current_setting('tests.unpaid')::uuid) $$, 'PT409', 'order_not_payable', 'a blocked brand cannot pay for an order that it placed before');
select tests.gets('service', $$ select (public.record_payment('sandbox', 'ref', current_setting('tests.unpaid')::uuid, 10000, 'USD')).status $$, 'suspense',
  'a payment for an order of a blocked pair is in suspense');
select tests.gets('ann', $$ select count(*) from public.notifications where data ->> 'order_id' = current_setting('tests.unpaid') $$, '0', 'the creator is not notified of an unpaid order of a blocked pair');
delete from public.campaign_applications;
select tests.gets('ann', 'select count(*) from public.campaigns', '0', 'a creator does not read the campaigns of a blocked brand');
select tests.refused('ann', $$ select public.apply_to_campaign(current_setting('tests.campaign')::uuid, price_minor => 500) $$,
  'PT409', 'campaign_not_open', 'a creator cannot apply to a campaign of a blocked brand, and gets the answer for a closed campaign');
select is(private.work_campaigns(), 1, 'only creators without a block are notified of the campaign');
insert into public.saved_searches (profile_id, name, filters) values (tests.id('bob'), 'All', '{"emailNotifications": true}');
update public.profiles set platforms = '{x,youtube}' where id in (tests.id('ann'), tests.id('ben'));
select private.work_match_queue();
select results_eq($$ select data ->> 'profile_name' from public.notifications where type = 'new_kol_match' $$, array['Ben'], 'a saved search of a blocked brand matches other creators only');
select tests.by('ann', $$ select public.unblock_member(tests.id('bob')) $$);
select tests.act_as(tests.id('bob'));
select lives_ok($$ select public.place_order(current_setting('tests.pack')::uuid, '', gen_random_uuid()) $$, 'a brand that is no longer blocked can order');
select public.block_member(tests.id('ann'));
select throws_ok($$ select public.place_order(current_setting('tests.pack')::uuid, '', gen_random_uuid()) $$, 'PT409', 'pack_not_available', 'a brand that blocks a creator cannot order from them');
select is_empty($$ select * from public.search_creators() where display_name = 'Ann' $$, 'a brand that blocks a creator does not find them');
