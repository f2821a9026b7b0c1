-- cast: ann kol, bob brand
insert into public.campaigns (brand_id, title, body, budget_minor, deadline)
select tests.id('bob'), 'Campaign ' || n, 'Brief.', 10000, now() + interval '9 days' from generate_series(1, 2) n;
select tests.by('bob', 'select public.publish_campaign(id) from public.campaigns');
insert into public.campaign_applications (campaign_id, brand_id, kol_id, title, price_minor, currency, delivery_days, revisions)
select id, brand_id, tests.id('ann'), title, 10000, 'USD', 5, 1 from public.campaigns;
create function pg_temp.computed(who text, query text) returns text language sql as $$
  select tests.answer_after(format($q$ select tests.act_as(tests.id(%L)) $q$, who), format($q$ with rows as materialized (%s) select current_setting('kolpact.computed', true) from rows limit 1 $q$, query)) $$;
select is(pg_temp.computed(who, query), '2', name || ' counts for each row') from (values
  ('ann', 'select count(c.matches_my_profile) from public.campaigns c', 'whether a campaign matches'),
  ('ann', 'select count(c.places_left) from public.campaigns c', 'the number of places'),
  ('bob', 'select count(c.applications_waiting) from public.campaigns c', 'the number of applications'),
  ('bob', 'select count(a.applicant_record) from public.campaign_applications a', 'the record of an applicant'),
  ('bob', 'select count(a.gave_place_back) from public.campaign_applications a', 'whether the application freed its place')) as v (who, query, name);
select tests.refused('bob', $$ insert into public.campaigns (brand_id, title, body, budget_minor, deadline, links) select tests.id('bob'), 'Long', repeat('x', 5000), 1000, now() + interval '9 days',
  array_agg('https://example.com/' || n || repeat('y', 1900)) from generate_series(1, 20) n $$, '23514', null, 'a campaign whose text and links together are too long is refused');
select tests.allowed('ann', 'select private.count_computed() from generate_series(1, 250)', 'a request can compute slow columns for 250 rows');
select tests.refused('ann', 'select private.count_computed() from generate_series(1, 251)', 'PT403', 'not_allowed', 'a request that computes slow columns for more rows is refused');
