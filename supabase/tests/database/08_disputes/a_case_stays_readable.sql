-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
with conversation as (
  insert into public.conversations (member_a, member_b, opened_by)
  values (least(tests.id('brand'), tests.id('kol')), greatest(tests.id('brand'), tests.id('kol')), tests.id('brand')) returning id
)
insert into public.messages (conversation_id, sender_id, receiver_id, content)
select c.id, tests.id('brand'), tests.id('kol'), repeat(U&'\+01F600', 4000) from conversation c, generate_series(1, 51);
create function pg_temp.give(body text, quoted int) returns text language sql as $$
  select format('select public.give_evidence(%L, %L, message_ids => (select array_agg(id) from (select id from public.messages limit %s) as m))',
    tests.order_id(), give.body, give.quoted)
$$;
select tests.refused('brand', pg_temp.give('Long.', 51), 'PT400', 'dispute_statements_messages_are_list', 'a statement with too many quoted messages is refused before they are read');
select tests.refused('brand', pg_temp.give('Long.', 50), '23514', null, 'the messages that a statement quotes have a total length limit');
update private.settings set value = 1 where key = 'dispute_statements_of_order';
select tests.by('brand', pg_temp.give('One.', 1));
select tests.refused('brand', pg_temp.give('Two.', 1), 'PT409', 'dispute_statements_full', 'the number of statements in a case has a limit');
select tests.allowed('brand', format('select public.answer_dispute(%L, %L)', tests.order_id(), 'No.'), 'evidence does not count in the limit of answers');
select tests.allowed('kol', pg_temp.give('Mine.', 1), 'the statements of one side do not count in the limit of the other');
-- The statements of one side, including those of a withdrawn dispute, are at most 1 MB together.
update private.settings set value = 40 where key = 'dispute_statements_of_order';
create function pg_temp.quote(n int) returns void language sql as $$
  insert into public.dispute_statements (order_id, author_id, kind, body, messages)
  select tests.order_id(), tests.id('brand'), 'evidence', 'Long.', jsonb_build_array(repeat('x', 240000)) from generate_series(1, n)
$$;
select lives_ok('select pg_temp.quote(4)', 'a side can give four of the longest statements');
insert into public.order_events (order_id, from_status, to_status, actor_id, kind, created_at)
values (tests.order_id(), 'disputed', 'delivered', tests.id('brand'), 'dispute_withdrawn', clock_timestamp());
select throws_ok('select pg_temp.quote(1)', 'PT409', 'dispute_statements_long', 'the statements of one side, also of a withdrawn dispute, have a total size limit');
select tests.refused('brand', format('select public.answer_dispute(%L, %L)', tests.order_id(), repeat('x', 5000)) || ' from generate_series(1, 10)',
  'PT409', 'dispute_statements_long', 'answers count in the size limit of a side together with evidence');
select tests.allowed('kol', pg_temp.give('Mine, too.', 1), 'the statements of one side do not use up the size limit of the other');
insert into public.rulings (order_id, instance, ruled_by, creator_share_minor, category, clause, note)
values (tests.order_id(), 'first', tests.judge(), 1, 'other', 'other', 'So be it.');
select lives_ok('select pg_temp.quote(1)', 'an appeal can be answered, even if the limit was reached before');
