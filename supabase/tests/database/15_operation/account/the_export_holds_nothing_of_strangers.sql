-- cast: ann kol, bob brand
insert into public.conversations (id, member_a, member_b, opened_by)
values ('00000000-0000-4000-8000-00000000000c', least(tests.id('ann'), tests.id('bob')), greatest(tests.id('ann'), tests.id('bob')), tests.id('bob'));
insert into public.messages (conversation_id, sender_id, receiver_id, content) values
  ('00000000-0000-4000-8000-00000000000c', tests.id('bob'), tests.id('ann'), 'Hello Ann'),
  ('00000000-0000-4000-8000-00000000000c', tests.id('ann'), tests.id('bob'), 'Hello Bob');

select tests.make_member('eve', 'brand');
select tests.make_staff('sam');
select tests.make_order(tests.id('bob'), tests.id('ann'), 'completed');
select tests.make_member('cyd', 'kol');
update public.profiles set suspended_at = now() where id = tests.id('cyd');
select tests.act_as(tests.id('eve'));
create temporary table of_eve as select key, value from jsonb_each(public.export_my_data());
select is_empty($$ select key from of_eve where jsonb_typeof(value) = 'array' and value <> '[]' $$, 'a newcomer has nothing but a profile');
select is((select count(*) from of_eve where key = 'suspensions'), 1::bigint, 'suspensions are in it');
select tests.act_as(tests.id('sam'));
create temporary table of_sam as select key, value from jsonb_each(public.export_my_data());
select is_empty($$ select key from of_sam where jsonb_typeof(value) = 'array' and value <> '[]' $$, 'staff take what is theirs, not what they may read');
