-- cast: brand brand, kol kol, stranger brand, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
insert into public.conversations (member_a, member_b, opened_by)
values (least(tests.id('brand'), tests.id('kol')), greatest(tests.id('brand'), tests.id('kol')), tests.id('brand'));
insert into public.messages (id, conversation_id, sender_id, receiver_id, content)
select '00000000-0000-4000-8000-00000000000a', c.id, tests.id('brand'), tests.id('kol'), 'Ten posts, please.' from public.conversations c;
insert into public.conversations (member_a, member_b, opened_by)
values (least(tests.id('brand'), tests.id('stella')), greatest(tests.id('brand'), tests.id('stella')), tests.id('brand'));
insert into public.messages (id, conversation_id, sender_id, receiver_id, content)
select '00000000-0000-4000-8000-00000000000b', c.id, tests.id('brand'), tests.id('stella'), 'Elsewhere.' from public.conversations c
where tests.id('stella') in (c.member_a, c.member_b);

select tests.act_as(tests.id('kol'));
select throws_ok($$ select public.give_evidence(tests.order_id(), ' ') $$, '23514', null, 'evidence has words');
select throws_ok($$ select public.give_evidence(tests.order_id(), 'Look.', '{nowhere}') $$, 'PT422', 'delivery_link_invalid', 'links lead somewhere');
select throws_ok($$ select public.give_evidence(tests.order_id(), 'Look.', '{}', '[{"path": "x/y/z.pdf"}]') $$, 'PT422', 'file_unknown', 'files are in the conversation');
select throws_ok($$ select public.give_evidence(tests.order_id(), 'Look.', message_ids => '{00000000-0000-4000-8000-00000000000b}') $$,
  'PT422', 'message_unknown', 'messages are of this conversation');
select lives_ok($$ select public.give_evidence(tests.order_id(), 'Look.', '{https://a.b}', '[]', '{00000000-0000-4000-8000-00000000000a}',
  '00000000-0000-4000-8000-000000000001') $$, 'then it is given');
select lives_ok($$ select public.give_evidence(tests.order_id(), 'Look.', '{https://a.b}', '[]', '{00000000-0000-4000-8000-00000000000a}',
  '00000000-0000-4000-8000-000000000001') $$, 'a retry is harmless');
select is((select count(*) from public.dispute_statements), 1::bigint, 'and adds nothing');
select throws_ok('insert into public.dispute_statements (order_id, author_id, kind, body) values (tests.order_id(), tests.id($$brand$$), $$evidence$$, $$x$$)',
  '42501', null, 'nobody writes it directly');
select tests.act_as(tests.id('brand'));
select is((select messages -> 0 ->> 'content' from public.dispute_statements), 'Ten posts, please.', 'the other side reads it, with the message as it was');
select is((select count(*) from public.notifications where event = 'evidence_given'), 1::bigint, 'and is notified');
select tests.act_as(tests.id('stranger'));
select is_empty('select from public.dispute_statements', 'a stranger does not read it');
select throws_ok($$ select public.give_evidence(tests.order_id(), 'I saw it.') $$, 'PT403', 'not_allowed', 'nor gives any');
select tests.act_as(tests.id('stella'));
select is_empty('select from public.dispute_statements', 'staff read it with the file of the dispute only');
select tests.act_as_owner();
select throws_ok($$ update public.dispute_statements set body = 'Other.' $$, 'PT403', 'append_only', 'it cannot be changed');
select throws_ok($$ delete from public.dispute_statements $$, 'PT403', 'append_only', 'nor taken back');
select tests.move_time_as(tests.id('brand'));
select lives_ok($$ select private.give_evidence(tests.order_id(), 'In time.', '{}', '[]', '{}', null, now() + interval '72 hours' - interval '1 second') $$, 'until three days are over');
select throws_ok($$ select private.give_evidence(tests.order_id(), 'Late.', '{}', '[]', '{}', null, now() + interval '72 hours') $$,
  'PT409', 'evidence_closed', 'and no longer');
select lives_ok($$ select private.answer_dispute(tests.order_id(), 'No.', null, now() + interval '119 hours') $$, 'answers are taken until five days are over');
select tests.act_as_owner();
select private.run_due_work(now() + interval '120 hours');
select tests.move_time_as(tests.id('brand'));
select throws_ok($$ select private.answer_dispute(tests.order_id(), 'No.', null, now() + interval '120 hours') $$, 'PT409', 'answers_closed', 'and no longer');
select is((select status from public.pack_orders), 'awaiting_ruling', 'then staff rule');
