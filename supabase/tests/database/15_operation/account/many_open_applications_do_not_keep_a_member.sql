-- cast: ann kol, bob brand
insert into public.campaigns (id, brand_id, title, body, budget_minor, deadline)
  select md5('c' || n)::uuid, tests.id('bob'), 'Launch ' || n, 'Tell them', 10000, now() + interval '9 days' from generate_series(1, 40) n;
update public.campaigns set status = 'open', published_at = now();
insert into public.campaign_applications (campaign_id, brand_id, kol_id, title, price_minor, currency, delivery_days, revisions)
  select id, tests.id('bob'), tests.id('ann'), title, 10000, 'USD', 3, 1 from public.campaigns;
select tests.allowed('ann', 'select public.delete_my_account()', 'a member with more open applications than may be withdrawn in a day can delete the account');
select is((select count(*) from public.campaign_applications where status = 'withdrawn'), 40::bigint, 'the deletion of an account withdraws every open application');
