-- cast: bob brand, ann kol, ben kol, cid kol
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'Tell it.', 10000, now() + interval '7 days');
select public.publish_campaign(id) from public.campaigns;
create function pg_temp.apply() returns text language sql as $$
  select a.status from public.campaigns c, public.apply_to_campaign(c.id, price_minor => 8000) a
$$;
create function pg_temp.accept(name text) returns public.pack_orders language sql as $$
  select o.* from public.campaign_applications a, public.accept_application(a.id, gen_random_uuid(), a.terms_hash) o where a.kol_id = tests.id(name)
$$;
select tests.by('ann', 'select pg_temp.apply()'), tests.by('ben', 'select pg_temp.apply()');
create function pg_temp.over(name text) returns boolean language sql as $$
  select public.gave_place_back(a) from public.campaign_applications a where a.kol_id = tests.id(name) order by a.created_at limit 1
$$;
select tests.act_as(tests.id('bob'));
select is((select public.places_left(c) from public.campaigns c), 1, 'a campaign seeks one creator unless it says more');
select lives_ok($$ select pg_temp.accept('ann') $$, 'an accepted application gets the last place of its campaign');
select lives_ok($$ select pg_temp.accept('ann') $$, 'a retry of the acceptance uses no further place');
select throws_ok($$ select pg_temp.accept('ben') $$, 'PT409', 'campaign_full', 'a full campaign accepts no more creators');
select tests.refused('cid', 'select pg_temp.apply()', 'PT409', 'campaign_full', 'nobody applies to a full campaign');
select is(private.work_campaigns(), 0, 'nobody is notified of a full campaign');

select is(pg_temp.over('ann'), false, 'the application of an open order uses a place');
select tests.by('bob', 'select public.cancel_order(id) from public.pack_orders');
select tests.gets('ann', $$ select pg_temp.over('ann') $$, 'true', 'a creator whose order ended without pay may apply again');
select tests.gets('ann', $$ select public.gave_place_back(jsonb_populate_record(null::public.campaign_applications, to_jsonb(a) - 'id')) from public.campaign_applications a $$, null,
  'an application that does not exist frees no place');
select tests.act_as(tests.id('bob'));
insert into public.shortlist (creator_id) values (tests.id('ann'));
select is(tests.refusal($$ select public.invite_to_campaign(c.id, tests.id('ann')) from public.campaigns c $$), null,
  'a creator whose order ended without pay can be invited');
select is(pg_temp.over('ben'), false, 'an application without an order frees no place');
select is((select public.places_left(c) from public.campaigns c), 1, 'an order that ended with no money paid frees its place');
select tests.refused('ben', $$ select pg_temp.apply(); select public.apply_to_campaign(id, price_minor => 7000) from public.campaigns $$, 'PT409', 'application_exists',
  'a creator cannot apply again while an application waits');
select tests.allowed('ann', 'select pg_temp.apply()', 'a creator whose order ended without pay applies again');
select tests.allowed('bob', $$ select pg_temp.accept('ben') $$, 'a place that was freed can be used again');
update public.campaign_applications set order_id = tests.put_order(tests.id('bob'), tests.id('ben'), 'completed') where kol_id = tests.id('ben');
select tests.gets('bob', 'select public.places_left(c) from public.campaigns c', '0', 'a completed order uses a place');
update public.campaign_applications set order_id = tests.put_order(tests.id('bob'), tests.id('ben'), 'settled') where kol_id = tests.id('ben');
alter table public.pack_orders disable trigger user;
update public.pack_orders o set creator_share_minor = 0 from public.campaign_applications a where a.order_id = o.id and a.kol_id = tests.id('ben');
select is((select private.places_left(c) from public.campaigns c), 1, 'an order that was settled with all money for the brand frees its place');
update public.pack_orders o set creator_share_minor = 1 from public.campaign_applications a where a.order_id = o.id and a.kol_id = tests.id('ben');
select is((select private.places_left(c) from public.campaigns c), 0, 'an order that was settled with pay for the creator uses a place');
alter table public.pack_orders enable trigger user;
select tests.by('bob', 'select public.close_campaign(id) from public.campaigns');
create temporary table made_up as select jsonb_build_object('id', c.id, 'creators_sought', 100) as campaign from public.campaigns c;
grant select on made_up to authenticated;
select tests.gets('cid', 'select public.places_left(jsonb_populate_record(null::public.campaigns, m.campaign)) from made_up m', null,
  'the number of places of a campaign is hidden from members who cannot read it, even with an invented row');
select tests.gets('cid', $$ select public.applicant_record(jsonb_populate_record(null::public.campaign_applications, jsonb_build_object('kol_id', tests.id('ann')))) $$, null,
  'an invented row of an application shows no record of a creator');
