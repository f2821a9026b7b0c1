begin;
select plan(2);
select tests.make_member('ann', 'kol');
select tests.make_member('bob', 'brand');
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'Tell it.', 10000, now() + interval '1 day');
select public.publish_campaign(id) from public.campaigns;
select tests.act_as(tests.id('ann'));
select throws_ok($$ select public.get_or_create_conversation(tests.id('bob')) $$, 'PT403', 'may_not_write_first',
  'an open campaign is no invitation to write');
select public.apply_to_campaign(id, price_minor => 5000) from public.campaigns;
select lives_ok($$ select public.get_or_create_conversation(tests.id('bob')) $$, 'an application is');
select * from finish();
rollback;
