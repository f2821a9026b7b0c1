-- cast: ann kol, bob brand, cy kol
select plan(10);
insert into public.campaigns (id, brand_id, title, body, budget_minor, deadline) values
  (md5('draft')::uuid, tests.id('bob'), 'A draft', 'x', 10000, now() + interval '9 days'),
  (md5('open')::uuid, tests.id('bob'), 'A launch', 'x', 10000, now() + interval '9 days');
update public.campaigns set status = 'open', published_at = now() where id = md5('open')::uuid;
insert into public.campaign_applications (id, campaign_id, brand_id, kol_id, title, price_minor, currency, delivery_days, revisions)
  values (md5('a')::uuid, md5('open')::uuid, tests.id('bob'), tests.id('ann'), 'x', 10000, 'USD', 3, 1);
select tests.make_order(tests.id('bob'), tests.id('ann'), 'completed');
insert into public.reviews (order_id, author_id, subject_id, rating, reveals_at, visible_at) values
  (tests.order_id(), tests.id('bob'), tests.id('ann'), 5, now(), now()), (tests.order_id(), tests.id('ann'), tests.id('bob'), 4, now(), now());
select tests.gets('cy', 'select count(*) from public.reviews', '2', 'a member reads the reviews of others');
update public.profiles set suspended_at = now() where id in (tests.id('bob'), tests.id('cy'));
select tests.gets('cy', 'select count(*) from public.reviews', '0', 'a suspended member reads no review of others');
select tests.act_as(tests.id('bob'));
select is((select count(*) from public.reviews), 2::bigint, 'a suspended member reads what they wrote and what was written about them');
select throws_ok($$ select public.close_campaign(md5('open')::uuid) $$, 'PT403', 'not_allowed', 'a suspended brand cannot close a campaign');
select throws_ok($$ select public.decline_application(md5('a')::uuid) $$, 'PT403', 'not_allowed', 'a suspended brand cannot decline an application');
with changed as (update public.campaigns set title = 'Another' where id = md5('draft')::uuid returning 1)
  select is((select count(*) from changed), 0::bigint, 'a suspended brand changes no draft');
with deleted as (delete from public.campaigns where id = md5('draft')::uuid returning 1)
  select is((select count(*) from deleted), 0::bigint, 'a suspended brand deletes no draft');
select tests.act_as_owner();
update public.profiles set suspended_at = null;
select tests.act_as(tests.id('bob'));
with changed as (update public.campaigns set title = 'Another' where id = md5('draft')::uuid returning 1)
  select is((select count(*) from changed), 1::bigint, 'a reinstated brand changes a draft');
select lives_ok($$ select public.decline_application(md5('a')::uuid) $$, 'a reinstated brand declines an application');
select lives_ok($$ select public.close_campaign(md5('open')::uuid) $$, 'a reinstated brand closes a campaign');
