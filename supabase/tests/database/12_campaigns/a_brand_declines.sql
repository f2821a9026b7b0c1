-- cast: bob brand, ann kol
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'Tell it.', 10000, now() + interval '7 days');
select public.publish_campaign(id) from public.campaigns;
select tests.act_as(tests.id('ann'));
select set_config('tests.application', (public.apply_to_campaign(id, price_minor => 8000)).id::text, true) from public.campaigns;
select throws_ok($$ select public.decline_application(current_setting('tests.application')::uuid) $$, 'PT403', 'not_allowed', 'not the creator');
select tests.act_as(tests.id('bob'));
select is((public.decline_application(current_setting('tests.application')::uuid)).status, 'declined', 'the brand');
select is((public.decline_application(current_setting('tests.application')::uuid)).status, 'declined', 'twice is once');
select tests.act_as(tests.id('ann'));
select is((public.apply_to_campaign(id, price_minor => 1)).status, 'declined', 'no is no') from public.campaigns;
select is((select count(*) from public.notifications where type = 'application_update'), 1::bigint, 'the creator is notified once');
