update private.settings set value = 2 where key = 'campaign_batch';
select tests.make_member('bob', 'brand');
select tests.make_member('kol' || n, 'kol') from generate_series(1, 5) n;
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'x', 10000, now() + interval '7 days');
select public.publish_campaign(id) from public.campaigns;
select tests.act_as_owner();
select results_eq('select private.work_campaigns() from generate_series(1, 4)', 'values (2), (2), (1), (0)', 'two at a time');
select is((select count(distinct user_id) from public.notifications where type = 'campaign_match'), 5::bigint, 'all of them');
