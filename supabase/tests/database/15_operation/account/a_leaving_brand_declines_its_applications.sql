-- cast: ann kol, bob brand
insert into public.campaigns (brand_id, title, body, budget_minor, deadline) values (tests.id('bob'), 'Launch', 'Tell them', 10000, now() + interval '9 days');
update public.campaigns set status = 'open', published_at = now();
select tests.by('ann', 'select public.apply_to_campaign(id, price_minor => 8000) from public.campaigns');
select tests.allowed('bob', 'select public.delete_my_account()', 'a brand with an open campaign can delete its account');
select is((select status from public.campaigns), 'closed', 'the campaign of a deleted brand is closed');
select is((select status from public.campaign_applications), 'declined', 'the deletion of a brand declines the open applications to its campaigns');
select results_eq($$ select user_id from public.notifications where event = 'application_declined' $$, $$ select tests.user_id(tests.id('ann')) $$,
  'the applicant is notified of the declined application');
