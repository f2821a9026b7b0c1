-- cast: ann kol, cyd kol, bob brand, dan brand
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'Tell it.', 10000, now() + interval '1 day');
select public.publish_campaign(id) from public.campaigns;
select tests.act_as(tests.id('ann'));
select throws_ok($$ select public.get_or_create_conversation(tests.id('bob')) $$, 'PT403', 'may_not_write_first',
  'an open campaign is no invitation to write');
select public.apply_to_campaign(id, price_minor => 5000) from public.campaigns;
select lives_ok($$ select public.get_or_create_conversation(tests.id('bob')) $$, 'an application is');
select throws_ok($$ select public.get_or_create_conversation(tests.id('dan')) $$, 'PT403', 'may_not_write_first', 'to that brand');
select tests.act_as(tests.id('cyd'));
select throws_ok($$ select public.get_or_create_conversation(tests.id('bob')) $$, 'PT403', 'may_not_write_first', 'by who sent it');
select public.apply_to_campaign(id, price_minor => 5000) from public.campaigns;
select public.withdraw_application(id) from public.campaign_applications;
select throws_ok($$ select public.get_or_create_conversation(tests.id('bob')) $$, 'PT403', 'may_not_write_first', 'until it is withdrawn');
