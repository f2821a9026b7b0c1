-- cast: ann kol, bob brand
select tests.act_as(tests.id('bob'));
select is(public.get_or_create_conversation(tests.id('ann')), public.get_or_create_conversation(tests.id('ann')),
  'a second call returns the same conversation');
select tests.act_as(tests.id('ann'));
select is(public.get_or_create_conversation(tests.id('bob')), (select id from public.conversations),
  'the other side gets the same conversation');
select set_eq('select profile_id from public.conversation_participants',
  $$ values (tests.id('ann')), (tests.id('bob')) $$, 'a conversation has its two members as participants');
select tests.act_as_owner();
select throws_ok($$ insert into public.conversations (member_a, member_b, opened_by)
  select member_a, member_b, opened_by from public.conversations $$, '23505', null, 'a second conversation of a pair cannot exist');
