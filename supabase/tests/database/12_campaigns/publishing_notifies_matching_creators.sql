-- cast: bob brand, ann kol, ben kol
update public.profiles set platforms = '{youtube}' where id = tests.id('ben');
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, filters, deadline) values ('Launch', 'Tell it.', 10000, '{"platforms": ["x"]}', now() + interval '7 days');
select is((public.publish_campaign(id)).status, 'open', 'published') from public.campaigns;
select is((public.publish_campaign(id)).status, 'open', 'twice is once') from public.campaigns;
select tests.act_as_owner();
select is(private.work_campaigns(), 1, 'the worker notifies them');
select results_eq($$ select user_id, data ->> 'campaign_title' from public.notifications where type = 'campaign_match' $$,
  $$ values (tests.user_id(tests.id('ann')), 'Launch') $$, 'who satisfies it');
select is(private.work_campaigns(), 0, 'once');
select tests.act_as(tests.id('ben'));
select isnt_empty('select * from public.campaigns', 'everybody may read what is open');
