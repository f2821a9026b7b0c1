-- cast: ann kol, bob brand
select tests.act_as(tests.id('ann'));
select throws_ok($$ select public.get_or_create_conversation(tests.id('bob')) $$, 'PT403', 'may_not_write_first', 'not yet');
select tests.act_as_owner();
delete from public.referrals where invitee_id = tests.id('ann');
insert into public.referrals (inviter_id, invitee_id) values (tests.id('bob'), tests.id('ann'));
select tests.act_as(tests.id('ann'));
select lives_ok($$ select public.get_or_create_conversation(tests.id('bob')) $$, 'the one who came by its invite');
