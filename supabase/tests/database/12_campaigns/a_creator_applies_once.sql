-- cast: bob brand, eve brand, ann kol
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, filters, deadline) values ('Launch', 'Tell it.', 10000, '{"platforms": ["x"]}', now() + interval '7 days');
select public.publish_campaign(id) from public.campaigns;
select tests.act_as(tests.id('ann'));
select is((public.apply_to_campaign(id, price_minor => 8000, note => ' Me! ')).note, 'Me!', 'with a price and a note') from public.campaigns;
select is((public.apply_to_campaign(id, price_minor => 9000)).price_minor, 8000::bigint, 'a retry answers with the first') from public.campaigns;
select is((select count(*) from public.campaign_applications), 1::bigint, 'one application');
select throws_ok($$ insert into public.campaign_applications (campaign_id, brand_id, kol_id, title, price_minor, delivery_days, revisions)
  select id, brand_id, tests.id('ann'), 'x', 1, 1, 1 from public.campaigns $$, '42501', null, 'and none by hand');
select throws_ok($$ update public.campaign_applications set status = 'accepted' $$, '42501', null, 'nor an answer by hand');
select tests.act_as(tests.id('bob'));
select is((select count(*) from public.campaign_applications), 1::bigint, 'the brand reads it');
select is((select message from public.notifications where type = 'application_update'), 'Ann applied to "Launch"', 'and the brand is notified');
select tests.act_as(tests.id('eve'));
select is_empty('select * from public.campaign_applications', 'other members do not read the application');
select throws_ok($$ select public.apply_to_campaign(id, price_minor => 1) from public.campaigns $$, 'PT403', 'not_allowed', 'brands do not apply');
