-- cast: bob brand, ann kol, eve kol, sam staff, pat staff
select tests.by('bob', $$ insert into public.campaigns (title, body, budget_minor, filters, deadline) values ('Launch', 'Tell it.', 10000, '{}', now() + interval '7 days') $$);
select tests.by('bob', 'select public.publish_campaign(id) from public.campaigns');
select tests.by('eve', 'select public.apply_to_campaign(id, price_minor => 8000) from public.campaigns');
create temporary table campaign as select id from public.campaigns;
grant select on campaign to authenticated;
select tests.gets('ann', 'select count(*) from public.campaigns', '1', 'creators read an open campaign');
select tests.by('sam', format('select public.suspend_profile(%L, category => %L, note => %L)', tests.id('bob'), 'fraud', 'Fraud.'));
select tests.gets('ann', 'select count(*) from public.campaigns', '0', 'a campaign is hidden while its brand is suspended');
select tests.gets('eve', 'select count(*) from public.campaigns', '1', 'a creator who has applied still reads the campaign');
select tests.refused('ann', 'select public.apply_to_campaign(id, price_minor => 8000) from campaign', 'PT409', 'campaign_not_open',
  'nobody can apply to a campaign of a suspended brand');
select private.work_campaigns(now());
select is_empty($$ select from public.notifications where event = 'campaign_matched' $$, 'nobody is notified of a campaign of a suspended brand');
select is(private.campaign_reach(c), 0, 'a campaign of a suspended brand reaches no creator who begins to match later') from public.campaigns c;
