-- cast: bob brand, eve brand, ann kol, dan kol
select tests.make_pack(tests.id('dan'), 9000);
select tests.by('bob', $$ insert into public.campaigns (title, body, budget_minor, filters, deadline) values ('Launch', 'Tell it.', 10000, '{"platforms": ["x"]}', now() + interval '7 days') $$);
select tests.by('bob', 'select public.publish_campaign(id) from public.campaigns');
select tests.gets('ann', $$ select (public.apply_to_campaign(id, price_minor => 8000, note => ' Me! ')).note from public.campaigns $$, 'Me!', 'a creator applies with a price and a note');
select tests.gets('ann', $$ select (public.apply_to_campaign(id, price_minor => 8000, note => 'Me!')).price_minor from public.campaigns $$, '8000', 'a retry returns the first application');
select tests.refused('ann', format('select public.apply_to_campaign(id, %s) from public.campaigns', given), 'PT409', 'application_exists', 'an application with ' || what || ' is no retry')
from (values ('another price', $$ price_minor => 9000, note => 'Me!' $$), ('another note', $$ price_minor => 8000, note => 'Him!' $$),
  ('other days', $$ price_minor => 8000, note => 'Me!', delivery_days => 3 $$)) as c (what, given);
select tests.act_as(tests.id('bob'));
select is((select count(*) from public.campaign_applications), 1::bigint, 'the brand reads one application');
select results_eq($$ select message, data ->> 'profile_id', data ->> 'profile_name' from public.notifications where type = 'application_update' $$,
  $$ values ('Ann applied to "Launch"', tests.id('ann')::text, 'Ann') $$, 'the brand is notified of the application once');
create function pg_temp.apply() returns text language sql as $$
  select price_minor::text from public.apply_to_campaign((select id from public.campaigns), (select p.id from public.packs p where p.kol_id = tests.id('dan')))
$$;
select tests.act_as(tests.id('dan'));
select is(pg_temp.apply(), pg_temp.apply(), 'a retried application with a pack is the first one');
update public.packs set price_minor = 9500 where kol_id = tests.id('dan');
select throws_ok('select pg_temp.apply()', 'PT409', 'application_exists', 'an application with a pack that costs more now is no retry');
update public.packs set price_minor = 9000, delivery_days = 40 where kol_id = tests.id('dan');
select throws_ok('select pg_temp.apply()', 'PT409', 'application_exists', 'an application with a pack that takes longer now is no retry');
select throws_ok('select public.apply_to_campaign(id, price_minor => 9000) from public.campaigns', 'PT409', 'application_exists', 'an application with a price is no retry of one with a pack');
-- One person has two accounts.
select tests.act_as_owner();
select tests.make_member('kay', 'kol');
select private.join_people(tests.id('ann'), tests.id('kay'), 'inbox');
select tests.refused('kay', 'select public.apply_to_campaign(id, price_minor => 7000) from public.campaigns', 'PT409', 'application_exists', 'a person does not apply to a campaign with a second account');
select tests.by('ann', 'select public.withdraw_application(a.id) from public.campaign_applications a where a.kol_id = tests.id(''ann'')');
select tests.gets('kay', 'select (public.apply_to_campaign(id, price_minor => 7000)).status from public.campaigns', 'sent', 'a person applies with another account once the first application is withdrawn');
select tests.refused('ann', 'select public.apply_to_campaign(id, price_minor => 8000, note => ''Me!'') from public.campaigns', 'PT409', 'application_exists',
  'a withdrawn application does not return beside that of another account');
-- Ben and Leo apply before they are found to be one person.
select tests.act_as_owner();
select tests.make_member('ben', 'kol'), tests.make_member('leo', 'kol');
update public.campaigns set creators_sought = 3;
select tests.by(name, 'select public.apply_to_campaign(id, price_minor => 8000) from public.campaigns') from unnest(array['ben', 'leo']) as name;
select private.join_people(tests.id('ben'), tests.id('leo'), 'inbox');
create function pg_temp.accept(name text) returns text language sql as $$
  select format('select public.accept_application(%L, gen_random_uuid(), %L)', a.id, a.terms_hash) from public.campaign_applications a where a.kol_id = tests.id(name)
$$;
select tests.allowed('bob', pg_temp.accept('ben'), 'a brand accepts one of two accounts of a person');
select tests.refused('bob', pg_temp.accept('leo'), 'PT409', 'member_not_available', 'a brand does not take one person twice for a campaign');
