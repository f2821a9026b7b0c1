-- cast: ann kol, bob brand
select set_has($$ select tablename from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public' $$,
  $$ values ('messages'::name), ('notifications') $$, 'messages and notifications are published');
create function pg_temp.join(topic text) returns bigint language sql as $$
  select set_config('realtime.topic', topic, true);
  select count(*) from realtime.messages
$$;
create function pg_temp.topic_of(name text) returns text language sql as $$
  select 'changes:' || p.user_id || ':member' from public.profiles p where p.id = tests.id(name)
$$;
create temp table topics as select pg_temp.topic_of('ann') as ann, pg_temp.topic_of('bob') as bob;
-- Realtime inserts a row of each kind and checks which of them the member can read.
insert into realtime.messages (topic, extension)
select topic, extension from topics, unnest(array[ann, bob]) as topic, unnest(array['broadcast', 'presence']) as extension;
select tests.act_as(tests.id('ann'));
select is(pg_temp.join((select ann from topics)), 2::bigint, 'a member can join their own channels');
select is(pg_temp.join((select bob from topics)), 0::bigint, 'a member cannot join a channel of another');
select is(pg_temp.join(replace((select ann from topics), ':member', '')), 0::bigint, 'a member cannot join a channel without a name');
select throws_ok($$ insert into realtime.messages (topic, extension) select ann, 'broadcast' from topics $$, '42501', null, 'a member cannot send into the channel of changes');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.gets('ann', 'select pg_temp.join((select ann from topics))', '2', 'a suspended member can join their own channels');
select tests.gets('visitor', 'select pg_temp.join((select ann from topics))', '0', 'a visitor cannot join any channel');
