-- cast: bob brand, ann kol, cid kol
select tests.by('bob', $$ insert into public.campaigns (title, body, budget_minor, deadline) values
  ('Launch', 'x', 10000, now() + interval '7 days'), ('Later', 'x', 10000, now() + interval '7 days');
  select public.publish_campaign(id) from public.campaigns where title = 'Launch' $$);
create temporary table campaign as select id, title from public.campaigns;
grant select on campaign to authenticated;
insert into public.shortlist (brand_id, creator_id) values (tests.id('bob'), tests.id('cid'));
update public.profiles set frozen_at = now() where id = tests.id('bob');
select private.work_campaigns(now());
select is_empty($$ select from public.notifications where event = 'campaign_matched' $$, 'nobody is notified of a campaign of a frozen brand');
select tests.gets('ann', $$ select count(*) from public.campaigns where status = 'open' $$, '0', 'a campaign is hidden while its brand is frozen');
select tests.gets('bob', $$ select count(*) from public.campaigns where status = 'open' $$, '1', 'the frozen brand still reads its campaign');
select tests.refused('ann', $$ select public.apply_to_campaign(id, price_minor => 8000) from campaign where title = 'Launch' $$,
  'PT409', 'campaign_not_open', 'nobody can apply to a campaign of a frozen brand');
select tests.refused('bob', $$ select public.publish_campaign(id) from campaign where title = 'Later' $$,
  'PT403', 'profile_frozen', 'a frozen brand cannot publish a campaign');
select tests.refused('bob', $$ select public.invite_to_campaign(id, tests.id('cid')) from campaign where title = 'Launch' $$,
  'PT403', 'profile_frozen', 'a frozen brand cannot invite creators');
update public.profiles set frozen_at = null where id = tests.id('bob');
select tests.gets('ann', $$ select count(*) from public.campaigns where status = 'open' $$, '1', 'the campaign is shown again when its brand is unfrozen');
select tests.allowed('ann', $$ select public.apply_to_campaign(id, price_minor => 8000) from campaign where title = 'Launch' $$, 'creators apply again once the brand is no longer frozen');
