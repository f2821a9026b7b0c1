-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.act_as(tests.id('brand'));
create temporary table ids as
select gen_random_uuid() as evidence, gen_random_uuid() as answer, public.get_or_create_conversation(tests.id('kol')) || '/' || gen_random_uuid() || '/post.png' as file;
select tests.act_as_owner();
insert into storage.objects (bucket_id, name, owner_id) select 'attachments', file, tests.user_id(tests.id('kol'))::text from ids;
select tests.unguarded('public.pack_orders', $$ update public.pack_orders set updated_at = now() - interval '1 day' $$);
select tests.allowed('kol', $$ select public.give_evidence(tests.order_id(), 'See this.', array['https://example.com/post'], jsonb_build_array(jsonb_build_object('path', file)), statement_id => evidence) from ids $$,
  'a creator can give evidence');
select tests.allowed('kol', $$ select public.give_evidence(tests.order_id(), 'See this.', array['https://example.com/post'], jsonb_build_array(jsonb_build_object('path', file)), statement_id => evidence) from ids $$,
  'evidence can be sent again');
select tests.refused('kol', format('select public.give_evidence(tests.order_id(), %s, statement_id => evidence) from ids', given), 'PT409', 'idempotency_key_reused', 'a statement with other ' || what || ' is no retry') from (values
  ('words', $$ 'See that.', array['https://example.com/post'], jsonb_build_array(jsonb_build_object('path', file)) $$),
  ('links', $$ 'See this.', array['https://example.com/other'], jsonb_build_array(jsonb_build_object('path', file)) $$),
  ('files', $$ 'See this.', array['https://example.com/post'] $$),
  ('messages', $$ 'See this.', array['https://example.com/post'], jsonb_build_array(jsonb_build_object('path', file)), array[evidence] $$)) as c (what, given);
select tests.refused('kol', format('select public.give_evidence(tests.order_id(), %L)', body), '23514', null, 'a statement has text, which is not ' || what) from (values ('', 'nothing'), (U&'\200B', 'a hidden character')) as c (body, what);
create temporary table other as select tests.put_order(tests.id('brand'), tests.id('kol'), 'disputed') as id;
select results_eq($$ select o.id = tests.order_id(), array[private.has_spoken(o, o.brand_id), private.has_spoken(o, o.kol_id)]
  from public.pack_orders o order by 1 desc $$, $$ values (true, '{f,t}'::boolean[]), (false, '{f,f}') $$, 'only the side that gave evidence counts as heard, and only for that order');
select tests.allowed('brand', $$ select public.answer_dispute(tests.order_id(), 'I see.', answer) from ids $$, 'a brand can answer');
select tests.allowed('brand', $$ select public.answer_dispute(tests.order_id(), 'I see.', answer) from ids $$, 'an answer can be sent again');
select tests.refused('brand', $$ select public.answer_dispute(tests.order_id(), 'I do not.', answer) from ids $$, 'PT409', 'idempotency_key_reused', 'an answer with other words is no retry');
select results_eq('select s.id, s.kind, s.body, s.links, s.files #>> $${0,path}$$ from public.dispute_statements s order by s.kind desc',
  $$ select evidence, 'evidence', 'See this.', array['https://example.com/post'], file from ids
    union all select answer, 'answer', 'I see.', '{}', null from ids $$, 'a statement that is sent again is kept once, with its links and files');
select is(updated_at, now(), 'a statement changes the time of its order, so that clients read it again') from public.pack_orders where id = tests.order_id();

create function pg_temp.answers_alone(evidence int, answers int) returns interval language sql as $$
  update private.settings set value = case key when 'dispute_evidence_window' then evidence else answers end
  where key in ('dispute_evidence_window', 'dispute_answer_window');
  select private.answer_only_time(null::public.pack_orders)
$$;
select is(pg_temp.answers_alone(72, 120), interval '48 hours', 'answers have two days more than evidence by default');
select is(pg_temp.answers_alone(72, 72), interval '0', 'answers have no extra time when both windows are equal');
select is(pg_temp.answers_alone(120, 72), interval '0', 'the extra time for answers is never negative');
select pg_temp.answers_alone(72, 120);
select is(private.evidence_closes_at(jsonb_populate_record(null::public.pack_orders, clock::jsonb), now()), closes, 'evidence closes two days before the answers, with the deadline ' || clock)
from (values (jsonb_build_object('due_at', now() + interval '50 hours')::text, now() + interval '2 hours'),
  ('{"clock_remaining_seconds": 180000}', now() + interval '2 hours')) as c (clock, closes);
