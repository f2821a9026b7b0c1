-- cast: bob brand, eve brand, ann kol
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, filters, deadline) values ('Launch', 'Tell it.', 10000, '{"platforms": ["x"]}', now() + interval '7 days');
select lives_ok($$ update public.campaigns set title = 'Big launch' $$, 'its own draft');
select throws_ok($$ update public.campaigns set status = 'open' $$, '42501', null, 'the status is not written');
select throws_ok($$ insert into public.campaigns (brand_id, title, body, budget_minor, deadline)
  values (tests.id('eve'), 'Launch', 'x', 1, now()) $$, '42501', null, 'not for another');
select throws_ok($$ insert into public.campaigns (title, body, budget_minor, filters, deadline)
  values ('Launch', 'x', 1, '{"colour": "red"}', now()) $$, 'PT422', 'filter_key_unknown', 'with filters that are understood');
select tests.act_as(tests.id('eve'));
select is_empty('select * from public.campaigns', 'others see no draft');
select is_empty($$ update public.campaigns set title = 'Mine' returning 1 $$, 'nor change it');
select is_empty('delete from public.campaigns returning 1', 'nor remove it');
select throws_ok($$ select public.publish_campaign(c) from unnest(array[gen_random_uuid()]) c $$, 'PT403', 'not_allowed', 'nor publish it');
select tests.act_as(tests.id('ann'));
select throws_ok($$ insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'x', 1, now()) $$,
  '42501', null, 'creators have no campaigns');
select tests.act_as_anon();
select throws_ok('select * from public.campaigns', '42501', null, 'signed out there is nothing');
