-- cast: ann kol, bob brand
select tests.by('bob', $$ select public.get_or_create_conversation(tests.id('ann')) $$);
select tests.by('bob', $$ insert into public.messages (conversation_id, content) select id, 'Hello' from public.conversations $$);
select tests.gets('bob', 'select other_name from public.inbox()', 'Ann', 'the inbox shows a member by name');
update public.profiles set deleted_at = now(), user_id = null, referral_code = null, is_approved = false
where id = tests.id('ann');
select tests.finds('bob', 'select other_name, last_message from public.inbox()', $$ values ('Former member', 'Hello') $$,
  'the inbox shows a former member without the name, with the last message');
