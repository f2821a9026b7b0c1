-- cast: ann kol, bob brand
insert into public.conversations (id, member_a, member_b, opened_by)
values ('00000000-0000-4000-8000-00000000000c', least(tests.id('ann'), tests.id('bob')), greatest(tests.id('ann'), tests.id('bob')), tests.id('bob'));
insert into public.messages (conversation_id, sender_id, receiver_id, content) values
  ('00000000-0000-4000-8000-00000000000c', tests.id('bob'), tests.id('ann'), 'Hello Ann'),
  ('00000000-0000-4000-8000-00000000000c', tests.id('ann'), tests.id('bob'), 'Hello Bob');

select tests.make_order(tests.id('bob'), tests.id('ann'), 'completed');
insert into public.saved_searches (profile_id, name, filters) values (tests.id('bob'), 'Mine', '{}');
select tests.act_as(tests.id('ann'));
select is(public.export_my_data() #>> '{profiles,display_name}', 'Ann', 'the profile');
select is(public.export_my_data() #>> '{account,email}', 'ann@kolpact.test', 'the e-mail address');
select is(jsonb_array_length(public.export_my_data() -> 'packs'), 1, 'packs');
select is(jsonb_array_length(public.export_my_data() -> 'pack_orders'), 1, 'orders');
select is(jsonb_array_length(public.export_my_data() -> 'messages'), 2, 'messages of both sides');
select cmp_ok(jsonb_array_length(public.export_my_data() -> 'order_events'), '>', 3, 'the history of orders');
select cmp_ok(jsonb_array_length(public.export_my_data() -> 'ledger_lines'), '>', 0, 'every line of money');
select is(jsonb_array_length(public.export_my_data() -> 'saved_searches'), 0, 'nothing of the other side');
select tests.act_as_anon();
select throws_ok('select public.export_my_data()', '42501', null, 'signed out there is nothing to take');
