-- cast: bob brand, ann kol, eve brand
select tests.by('bob', $$ select public.get_or_create_conversation(tests.id('ann')) $$);
select tests.by('eve', $$ select public.get_or_create_conversation(tests.id('ann')) $$);
create temporary table known as select id, opened_by from public.conversations;
grant select on known to public;
create function pg_temp.send(number int) returns void language sql as $$
  insert into public.messages (id, conversation_id, content)
  select ('00000000-0000-4000-8000-00000000000' || send.number)::uuid, k.id, 'Hello' from known k where k.opened_by = private.my_profile_id()
$$;
create function pg_temp.is_known(who text, description text) returns text language sql as $$
  select tests.refused(who, 'select pg_temp.send(1)', '23505', 'duplicate key value violates unique constraint "messages_pkey"', description)
$$;
select tests.allowed('bob', 'select pg_temp.send(1)', 'a message is stored');
select tests.by('ann', $$ select public.block_member(tests.id('bob')) $$);
select pg_temp.is_known('bob', 'a retry after a block reads that the message was stored');
select tests.refused('bob', 'select pg_temp.send(2)', 'PT403', 'blocked', 'a new message to a member who blocked the sender is refused');
select tests.by('ann', $$ select public.block_member(tests.id('eve')) $$);
select tests.refused('eve', 'select pg_temp.send(1)', 'PT409', 'member_not_available', 'the id of another''s message tells a stranger nothing');
select tests.by('ann', 'select public.delete_my_account()');
select pg_temp.is_known('bob', 'a retry after the receiver deleted the account still finds the message');
select tests.refused('bob', 'select pg_temp.send(2)', 'PT409', 'member_not_available', 'a former member gets no new message');
update public.profiles set suspended_at = now() where id = tests.id('bob');
select pg_temp.is_known('bob', 'a retry after the sender was suspended reads that the message was stored');
select is((select count(*) from public.messages), 1::bigint, 'a message that was sent again is stored once');
