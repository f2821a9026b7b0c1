-- cast: bob brand, ann kol, eve kol, sam staff, pat staff
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, filters, deadline) values ('Launch', 'Tell it.', 10000, '{}', now() + interval '7 days');
select public.publish_campaign(id) from public.campaigns;
select tests.by('eve', 'select public.apply_to_campaign(id, price_minor => 8000) from public.campaigns');
create function pg_temp.seen_by(who text) returns bigint language plpgsql as $$
declare
  v_seen bigint;
begin
  perform tests.act_as(tests.id(who));
  select count(*) into v_seen from public.campaigns;
  perform tests.act_as_owner();
  return v_seen;
end;
$$;
create temporary table campaign as select id from public.campaigns;
grant select on campaign to authenticated;
select is(pg_temp.seen_by('ann'), 1::bigint, 'creators read an open campaign');
select tests.by('sam', format('select public.suspend_profile(%L, category => %L, note => %L)', tests.id('bob'), 'fraud', 'Fraud.'));
select is(pg_temp.seen_by('ann'), 0::bigint, 'a campaign leaves the market with its suspended brand');
select is(pg_temp.seen_by('eve'), 1::bigint, 'who has applied still reads what the application is for');
select tests.refused('ann', 'select public.apply_to_campaign(id, price_minor => 8000) from campaign', 'PT409', 'campaign_not_open',
  'nobody applies to a campaign of a suspended brand');
select private.work_campaigns(now());
select is_empty($$ select from public.notifications where event = 'campaign_matched' $$, 'nobody is notified of a campaign of a suspended brand');
select is(private.campaign_reach(c), 0, 'a campaign of a suspended brand reaches no creator who begins to fit later') from public.campaigns c;
