begin;
select plan(7);
select tests.make_member('ann', 'kol');
select tests.make_member('bob', 'brand');
select tests.make_member('eve', 'brand');
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
select set_config('realtime.topic', 'conversation:' || current_setting('tests.conversation'), true);
select lives_ok($$ insert into realtime.messages (topic, extension) values (realtime.topic(), 'broadcast') $$,
  'a member sends typing');
select lives_ok($$ insert into realtime.messages (topic, extension) values (realtime.topic(), 'presence') $$,
  'and presence');
select tests.act_as(tests.id('ann'));
select is((select count(*) from realtime.messages), 2::bigint, 'the other one hears both');
select tests.act_as(tests.id('eve'));
select is_empty('select * from realtime.messages', 'a stranger hears nothing');
select throws_ok($$ insert into realtime.messages (topic, extension) values (realtime.topic(), 'broadcast') $$,
  '42501', null, 'and sends nothing');
select tests.act_as(tests.id('bob'));
select set_config('realtime.topic', 'conversation:everything', true);
select throws_ok($$ insert into realtime.messages (topic, extension) values (realtime.topic(), 'broadcast') $$,
  '42501', null, 'a topic that names no conversation is closed');
select set_config('realtime.topic', current_setting('tests.conversation'), true);
select throws_ok($$ insert into realtime.messages (topic, extension) values (realtime.topic(), 'broadcast') $$,
  '42501', null, 'and so is every other topic');
select * from finish();
rollback;
