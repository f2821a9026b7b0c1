-- cast: ann kol, bob brand, cyd kol, sam staff
select tests.by('sam', format('select public.suspend_profile(%L, category => %L, note => %L)', tests.id('ann'), 'fraud', 'Fraud.'));
insert into public.conversations (member_a, member_b, opened_by)
values (least(tests.id('cyd'), tests.id('bob')), greatest(tests.id('cyd'), tests.id('bob')), tests.id('bob'));
-- The client makes the ids of its messages.
select tests.by('bob', format('insert into public.messages (id, conversation_id, content) select %L, id, %L from public.conversations', tests.id('ann'), 'Hello.'));
select tests.finds('sam', format('select i ->> %L from tests.listed(%L, %L) as i where i ->> %L = %L', 'member', 'audit', jsonb_build_object('about', tests.id('ann')), 'action', 'suspend_profile'),
  $$ values ('Ann') $$, 'a message with the id of a member removes no act from the log about that member');
