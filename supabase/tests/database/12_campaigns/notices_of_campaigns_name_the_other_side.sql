-- cast: bob brand, ann kol
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, filters, deadline) values ('Launch', 'Tell it.', 10000, '{"platforms": ["x"]}', now() + interval '7 days');
select public.publish_campaign(id) from public.campaigns;
select tests.act_as_owner();
select private.work_campaigns();
select tests.act_as(tests.id('ann'));
select results_eq($$ select data ->> 'profile_id', data ->> 'profile_name', data ->> 'campaign_title' from public.notifications
  where type = 'campaign_match' $$, $$ values (tests.id('bob')::text, 'Bob', 'Launch') $$, 'the creator reads who asks');
select public.apply_to_campaign(id, price_minor => 8000) from public.campaigns;
select tests.act_as(tests.id('bob'));
select results_eq($$ select data ->> 'profile_id', data ->> 'profile_name', data ->> 'campaign_title' from public.notifications
  where type = 'application_update' $$, $$ values (tests.id('ann')::text, 'Ann', 'Launch') $$, 'and the brand who answers');
