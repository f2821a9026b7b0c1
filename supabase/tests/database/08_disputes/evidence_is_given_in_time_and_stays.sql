-- cast: brand brand, kol kol, stella staff
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
select throws_ok($$ select public.give_evidence(tests.order_id(), ' ') $$, '23514', null, 'evidence cannot be without a text');
select throws_ok($$ select public.give_evidence(tests.order_id(), 'Look.', '{nowhere}') $$, 'PT422', 'delivery_link_invalid', 'a link of evidence must be a web address');
select throws_ok($$ select public.give_evidence(tests.order_id(), 'Look.', '{}', '[{"path": "x/y/z.pdf"}]') $$, 'PT422', 'file_unknown',
  'a file of evidence must be in the conversation between the two sides');
select throws_ok($$ select public.give_evidence(tests.order_id(), 'Look.', message_ids => '{00000000-0000-4000-8000-00000000000b}') $$,
  'PT422', 'message_unknown', 'a message quoted as evidence must be from the conversation between the two sides');
select lives_ok($$ select public.give_evidence(tests.order_id(), 'Look.', '{https://a.b}', '[]', '{00000000-0000-4000-8000-00000000000a}',
  '00000000-0000-4000-8000-000000000001') $$, 'a side can give evidence with links and messages');
select lives_ok($$ select public.give_evidence(tests.order_id(), 'Look.', '{https://a.b}', '[]', '{00000000-0000-4000-8000-00000000000a}',
  '00000000-0000-4000-8000-000000000001') $$, 'evidence that is sent again is accepted');
select is((select count(*) from public.dispute_statements), 1::bigint, 'evidence that is sent again is recorded once');
select tests.gets('brand', $$ select messages -> 0 ->> 'content' from public.dispute_statements $$, 'Ten posts, please.', 'the other side reads the evidence with the message as it was when it was quoted');
select tests.gets('brand', $$ select count(*) from public.notifications where event = 'evidence_given' $$, '1', 'the other side receives a notice of the evidence');
select throws_ok($$ update public.dispute_statements set body = 'Other.' $$, 'PT403', 'append_only', 'evidence cannot be changed');
select throws_ok($$ delete from public.dispute_statements $$, 'PT403', 'append_only', 'evidence cannot be deleted');
select tests.allowed('brand', $$ select public.give_evidence(tests.order_id(), 'In time.') $$, 'evidence can be given until the last second of three days', at => now() + interval '72 hours' - interval '1 second');
select tests.refused('brand', $$ select public.give_evidence(tests.order_id(), 'Late.') $$, 'PT409', 'evidence_closed', 'evidence cannot be given after three days', at => now() + interval '72 hours');
select tests.allowed('brand', $$ select public.answer_dispute(tests.order_id(), 'No.') $$, 'an answer can be given until five days are over', at => now() + interval '119 hours');
select private.run_due_work(now() + interval '120 hours');
select tests.refused('brand', $$ select public.answer_dispute(tests.order_id(), 'No.') $$, 'PT409', 'answers_closed', 'an answer cannot be given after five days', at => now() + interval '120 hours');
select tests.gets('brand', 'select status from public.pack_orders', 'awaiting_ruling', 'staff rule when five days are over', at => now() + interval '120 hours');
