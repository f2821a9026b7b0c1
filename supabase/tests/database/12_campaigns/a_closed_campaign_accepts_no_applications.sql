-- cast: bob brand, ann kol, ben kol
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'Tell it.', 10000, now() + interval '7 days');
select public.publish_campaign(id) from public.campaigns;
select set_config('tests.campaign', id::text, true) from public.campaigns;
select is_empty($$ update public.campaigns set title = 'Other' returning 1 $$, 'an open campaign cannot be changed');
select tests.by('ann', $$ select public.apply_to_campaign(id, price_minor => 8000) from public.campaigns $$);
select tests.act_as(tests.id('bob'));
select is((public.close_campaign(current_setting('tests.campaign')::uuid)).status, 'closed', 'a brand closes its campaign');
select is((select status from public.campaign_applications), 'declined', 'an application without an answer is declined when its campaign closes');
select throws_ok($$ select public.publish_campaign(current_setting('tests.campaign')::uuid) $$, 'PT409', 'campaign_not_draft', 'a closed campaign cannot be published again');
select is((public.close_campaign(current_setting('tests.campaign')::uuid)).status, 'closed', 'closing a campaign a second time changes nothing');
select tests.refused('bob', $$ select public.close_campaign(gen_random_uuid()) $$, 'PT403', 'not_allowed', 'an unknown campaign cannot be closed');
select tests.refused('ben', $$ select public.close_campaign(current_setting('tests.campaign')::uuid) $$, 'PT403', 'not_allowed', 'another member cannot close the campaign');
select tests.refused('ben', $$ select public.apply_to_campaign(current_setting('tests.campaign')::uuid, price_minor => 1) $$, 'PT409', 'campaign_not_open', 'a creator cannot apply to a closed campaign');
select tests.gets('ben', 'select count(*) from public.campaigns', '0', 'a creator who did not apply cannot read a closed campaign');
select tests.gets('ann', 'select count(*) > 0 from public.campaigns', 'true', 'a creator who applied reads the closed campaign');

select tests.by('bob', $$ insert into public.campaigns (id, title, body, budget_minor, deadline) values ('11111111-1111-4111-8111-111111111111', 'Other', 'Tell it.', 10000, now() + interval '7 days') $$);
select tests.refused('bob', $$ select public.publish_campaign('11111111-1111-4111-8111-111111111111', '2026-01-01T00:00:00+00:00') $$, 'PT409', 'campaign_changed', 'a draft that another device has changed cannot be published unseen');
select tests.allowed('bob', $$ select public.publish_campaign(id, to_jsonb(updated_at) #>> '{}') from public.campaigns where title = 'Other' $$, 'a draft can be published in the version that was seen');
