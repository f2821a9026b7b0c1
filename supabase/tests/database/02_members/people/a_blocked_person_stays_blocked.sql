-- cast: ann kol, bob brand, cyd brand
select tests.make_pack(tests.id('ann'));
select tests.by('ann', $$ select public.block_member(tests.id('bob')) $$);
delete from auth.users where id = tests.user_id(tests.id('bob'));
select tests.enter('bob2', 'bob+again@kolpact.test'), tests.enter('dan', 'dan@mail.test');
select tests.refused('bob2', $$ select public.get_or_create_conversation(tests.id('ann')) $$, 'PT409', 'member_not_available', 'a blocked member cannot write from a new account either');
select tests.gets('bob2', 'select count(*) from public.packs', '0', 'a blocked member reads no packs from a new account either');
select tests.gets('bob2', 'select count(*) from public.search_creators()', '0', 'a blocked member does not find the member who blocked them from a new account either');
select tests.allowed('dan', $$ select public.get_or_create_conversation(tests.id('ann')) $$, 'a new member who is not blocked can write');
select tests.finds('ann', 'select blocked_id from public.member_blocks', $$ values (tests.id('bob')) $$, 'the member who blocked one account does not learn of the person''s other accounts');
insert into public.messages (conversation_id, sender_id, content) select c.id, tests.id('dan'), 'Hello' from public.conversations c
where tests.id('dan') in (c.member_a, c.member_b);
-- A block holds for a second account that is found out later to be the same person's.
select private.mark_person(tests.id('bob2'), 'card', 'sandbox 1'), private.mark_person(tests.id('dan'), 'card', 'sandbox 1');
select ok(private.are_blocked(tests.id('dan'), tests.id('ann')), 'an account with the card of a blocked one is blocked');
select ok(private.are_blocked(tests.id('ann'), tests.id('dan')), 'a member who blocked one account is blocked from the other');
select set_eq($$ select private.blocked_members(tests.id('dan')) $$, $$ values (tests.id('ann')) $$, 'the member who blocked one account is among the blocked members of the person''s other account');
select set_eq($$ select private.blocked_members(tests.id('ann')) $$, $$ select tests.id(name) from unnest(array['bob', 'bob2', 'dan']) as name $$, 'every account of the person is in the list of the member who blocked one');
select ok(not private.are_blocked(tests.id('cyd'), tests.id('ann')), 'another member is not blocked by the member who blocked the person');
select ok(not private.are_blocked(tests.id('cyd'), tests.id('dan')), 'another member is not blocked from the person');
select tests.finds('dan', 'select blocked, blocked_by_me from public.inbox()', 'values (true, false)', 'the list of conversations of the person''s other account shows the block');
select tests.finds('ann', 'select blocked, blocked_by_me from public.inbox()', 'values (true, true)', 'the list of conversations of the member who blocked shows the block as their own');
select tests.by('ann', $$ select public.unblock_member(tests.id('dan')) $$);
select tests.gets('ann', 'select count(*) from public.member_blocks', '0', 'a block is removed for every account of the person');
select tests.allowed('bob2', $$ select public.get_or_create_conversation(tests.id('ann')) $$, 'every account of the person can write once the block is removed');
