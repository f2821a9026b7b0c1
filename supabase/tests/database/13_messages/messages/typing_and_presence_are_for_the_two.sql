-- cast: ann kol, bob brand, eve brand
select plan(16);
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
create function pg_temp.say(topic text, extension text default 'broadcast') returns void language sql as $$
  select set_config('realtime.topic', say.topic, true);
  insert into realtime.messages (topic, extension) values (say.topic, say.extension)
$$;
create function pg_temp.channel_of(name text) returns text language sql as $$
  select 'conversation:' || current_setting('tests.conversation') || ':' || tests.id(name)
$$;
select lives_ok($$ select pg_temp.say(pg_temp.channel_of('bob')) $$, 'a member sends typing in their own channel');
select lives_ok($$ select pg_temp.say(pg_temp.channel_of('bob'), 'presence') $$, 'a member sends presence in their own channel');
select throws_ok(format('select pg_temp.say(pg_temp.channel_of(%L), %L)', 'ann', extension), '42501', null,
  format('a member cannot send %s in the name of the other member', extension))
from unnest(array['broadcast', 'presence']) as extension;
select tests.by('ann', $$ select set_config('realtime.topic', pg_temp.channel_of('bob'), true) $$);
select tests.gets('ann', 'select count(*) from realtime.messages', '2', 'the other member receives typing and presence');
select tests.gets('eve', 'select count(*) from realtime.messages', '0', 'a third member receives nothing');
select tests.refused('eve', $$ select pg_temp.say(pg_temp.channel_of('eve')) $$, '42501', null, 'a third member sends nothing');
select tests.refused('bob', format('select pg_temp.say(%L)', topic), '42501', null, what) from (values
  ('conversation:everything:' || tests.id('bob'), 'a topic that names no conversation is closed'),
  ('conversation:' || current_setting('tests.conversation'), 'a topic that names no sender is closed'),
  (pg_temp.channel_of('bob') || ':more', 'a topic that names more than a sender is closed'),
  (current_setting('tests.conversation'), 'a topic of another kind is closed')
) as wrong (topic, what);
insert into public.member_blocks values (tests.id('ann'), tests.id('bob'));
select tests.refused('bob', $$ select pg_temp.say(pg_temp.channel_of('bob')) $$, '42501', null, 'a blocked member cannot send');
select tests.refused('ann', $$ select pg_temp.say(pg_temp.channel_of('ann')) $$, '42501', null, 'a member who blocks the other cannot send');
delete from public.member_blocks;
update public.profiles set suspended_at = now() where id = tests.id('bob');
select tests.refused('ann', $$ select pg_temp.say(pg_temp.channel_of('ann')) $$, '42501', null, 'nobody sends to a suspended member');
select tests.refused('bob', $$ select pg_temp.say(pg_temp.channel_of('bob'), 'presence') $$, '42501', null, 'a suspended member cannot send presence');
select tests.by('bob', $$ select set_config('realtime.topic', pg_temp.channel_of('ann'), true) $$);
select tests.gets('bob', 'select count(*) from realtime.messages', '0', 'a suspended member receives nothing');
