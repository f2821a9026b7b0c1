-- cast: ann kol, bob brand
select tests.act_as(tests.id('bob'));
select is(public.get_or_create_conversation(tests.id('ann')), public.get_or_create_conversation(tests.id('ann')),
  'asking twice answers the same');
select tests.act_as(tests.id('ann'));
select is(public.get_or_create_conversation(tests.id('bob')), (select id from public.conversations),
  'and so does asking from the other side');
select set_eq('select profile_id from public.conversation_participants',
  $$ values (tests.id('ann')), (tests.id('bob')) $$, 'it has exactly its two members');
select tests.act_as_owner();
select throws_ok($$ insert into public.conversations (member_a, member_b, opened_by)
  select member_a, member_b, opened_by from public.conversations $$, '23505', null, 'a second one cannot exist');
