-- cast: bob brand
select tests.act_as(tests.id('bob'));
insert into public.saved_searches (name, filters) values ('All', '{"emailNotifications": true}');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('bob');
select tests.make_member('ann', 'kol');
select is(private.work_match_queue(), 0, 'not while suspended');
select tests.act_as(tests.id('bob'));
select throws_ok($$ insert into public.saved_searches (name) values ('More') $$, '42501', null, 'nor does he save searches');
