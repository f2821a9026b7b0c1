-- cast: bob brand, ann kol, eve kol
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'Tell it.', 10000, now() + interval '7 days');
select public.publish_campaign(id) from public.campaigns;
select tests.act_as(tests.id('ann'));
select set_config('tests.application', (public.apply_to_campaign(id, price_minor => 8000)).id::text, true) from public.campaigns;
select tests.act_as(tests.id('eve'));
select throws_ok($$ select public.withdraw_application(current_setting('tests.application')::uuid) $$, 'PT403', 'not_allowed', 'not by another');
select tests.act_as(tests.id('ann'));
select is((public.withdraw_application(current_setting('tests.application')::uuid)).status, 'withdrawn', 'taken back');
select is((public.withdraw_application(current_setting('tests.application')::uuid)).status, 'withdrawn', 'twice is once');
select tests.act_as(tests.id('bob'));
select throws_ok($$ select public.accept_application(current_setting('tests.application')::uuid, gen_random_uuid()) $$, 'PT409', 'application_not_open', 'it cannot be accepted');
select tests.act_as(tests.id('ann'));
select results_eq($$ select a.status, a.price_minor from public.campaigns c, public.apply_to_campaign(c.id, price_minor => 7000) a $$,
  $$ values ('sent', 7000::bigint) $$, 'and sent again, on new terms');
