-- cast: ann kol, bob brand
select tests.make_order(tests.id('bob'), tests.id('ann'));
insert into public.conversations (id, member_a, member_b, opened_by)
select md5('c')::uuid, least(tests.id('ann'), tests.id('bob')), greatest(tests.id('ann'), tests.id('bob')), tests.id('bob');
insert into public.messages (conversation_id, sender_id, receiver_id, content)
select md5('c')::uuid, tests.id('bob'), tests.id('ann'), 'Hello ' || n from generate_series(1, 2) as n;
insert into public.notifications (user_id, type, event, title, message, data)
select n.user_id, n.type, n.event, n.title, n.message, n.data from public.notifications n, generate_series(1, 30) where n.user_id = tests.user_id(tests.id('ann')) limit 30;

select tests.act_as(tests.id('ann'));
create temporary table frame as select * from jsonb_to_record(public.my_frame()) as f (
  profile jsonb, can_trade boolean, unread_messages int, unread_notifications int, notifications jsonb);
select is((select f.profile from frame f), (select to_jsonb(p) from public.profiles p where p.id = tests.id('ann')), 'the frame has the whole profile of the caller');
select is((select f.can_trade from frame f), public.can_buy_or_sell_own_gig(), 'the frame says whether the caller may trade');
select is((select f.unread_messages from frame f), 2, 'the frame counts the unread messages of the caller');
select is((select f.unread_notifications from frame f), (select count(*)::int from public.notifications n where not n.read), 'the frame counts the unread notifications of the caller');
select is((select jsonb_array_length(f.notifications) from frame f), 20, 'the frame has the newest 20 notifications');
select is((select f.notifications -> 0 ->> 'id' from frame f), (select n.id::text from public.notifications n order by n.created_at desc, n.id desc limit 1), 'the newest notification of the frame is first');
select tests.act_as(tests.id('bob'));
select is((select array[(f ->> 'unread_messages'), f -> 'profile' ->> 'id'] from public.my_frame() as f), array['0', tests.id('bob')::text], 'each member reads the frame of their own account');
