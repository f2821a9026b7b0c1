-- cast: ann kol, cyd kol, bob brand
insert into public.campaigns (id, brand_id, title, body, budget_minor, deadline, status, published_at) values
  ('00000000-0000-4000-8000-00000000000a', tests.id('bob'), 'Open', 'Text', 100000, now() + interval '7 days', 'open', now()),
  ('00000000-0000-4000-8000-00000000000b', tests.id('bob'), 'Draft', 'Text', 100000, now() + interval '7 days', 'draft', null);
insert into public.campaign_applications (campaign_id, brand_id, kol_id, title, price_minor, currency, delivery_days, revisions) values
  ('00000000-0000-4000-8000-00000000000a', tests.id('bob'), tests.id('ann'), 'One thread', 10000, 'USD', 3, 2);
select tests.act_as(tests.id('ann'));
select public.delete_my_account();
select tests.act_as_owner();
select is((select status from public.campaign_applications), 'withdrawn', 'the applications of a former creator are withdrawn');
select tests.act_as(tests.id('bob'));
select public.delete_my_account();
select tests.act_as_owner();
select results_eq('select title, status from public.campaigns', $$ values ('Open', 'closed') $$, 'the campaigns of a former brand are closed');
