-- cast: bob brand, ann kol, ben kol
update public.profiles set platforms = '{youtube}' where id = tests.id('ben');
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, filters, deadline) values ('Launch', 'Tell it.', 10000, '{"platforms": ["x"]}', now() + interval '7 days');
select throws_ok($$ insert into public.campaigns (title, body, budget_minor, filters, deadline)
  values ('Launch', 'x', 1, '{"colour": "red"}', now()) $$, 'PT422', 'filter_key_unknown', 'a campaign has no unknown filter');
select is((public.publish_campaign(id)).status, 'open', 'a brand publishes its draft') from public.campaigns;
select is((public.publish_campaign(id)).status, 'open', 'publishing an open campaign again changes nothing') from public.campaigns;
select throws_ok('select public.publish_campaign(gen_random_uuid())', 'PT403', 'not_allowed', 'an unknown campaign cannot be published');
select tests.act_as_owner();
select is(private.work_campaigns(), 1, 'the worker notifies each match of a published campaign');
select results_eq($$ select user_id, data ->> 'profile_id', data ->> 'profile_name', data ->> 'campaign_title' from public.notifications
  where type = 'campaign_match' $$, $$ values (tests.user_id(tests.id('ann')), tests.id('bob')::text, 'Bob', 'Launch') $$,
  'the notice of a match names the brand and the campaign');
select is(private.work_campaigns(), 0, 'a match is notified once');
select tests.gets('ben', 'select count(*) > 0 from public.campaigns', 'true', 'a creator reads open campaigns that do not match');
select tests.refused('ben', $$ insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'x', 1, now()) $$,
  '42501', null, 'a creator writes no campaign');

-- Makes a draft from the time before its author became a creator.
select tests.make_member('turned', 'brand');
select tests.by('turned', $$ insert into public.campaigns (title, body, budget_minor, filters, deadline) values ('Launch', 'Tell it.', 10000, '{}', now() + interval '7 days') $$);
update public.profiles set role = 'kol', platforms = '{x}', categories = '{defi}' where id = tests.id('turned');
update public.profiles set is_approved = true where id = tests.id('turned');
select tests.refused('turned', $$ select public.publish_campaign(id) from public.campaigns where brand_id = tests.id('turned') $$, 'PT403', 'not_allowed', 'a creator publishes no campaign');
