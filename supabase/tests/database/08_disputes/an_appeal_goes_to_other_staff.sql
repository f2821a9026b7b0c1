-- cast: brand brand, kol kol, stella staff, reader staff, fresh staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.by('kol', $$ select public.give_evidence(tests.order_id(), 'Look.') $$);
select tests.gets('reader', $$ select public.read_dispute(tests.order_id()) #>> '{statements,0,body}' $$, 'Look.', 'staff read the statements in the case of a dispute');
select tests.gets('reader', $$ select count(*) from public.staff_audit where action = 'read_dispute' and actor_id = tests.id('reader') $$, '1', 'reading a case is in the audit log');
select tests.by('stella', 'select tests.hear()');
select tests.by('stella', $$ select public.resolve_dispute(tests.order_id(), 6000, 'Most of it.', 'partly_as_agreed', 'deliverables', 'Most of the posts were made.') $$);
select is((select status from public.pack_orders), 'ruled', 'a ruling waits for an appeal');
select is((select due_at from public.pack_orders), now() + interval '72 hours', 'an appeal can be made for three days');
select is(tests.balance(tests.id('brand'), 'escrow'), 10000::bigint, 'the price stays in escrow until the time for an appeal is over');
select is_empty('select from public.precedents', 'a ruling is not published before the time for an appeal is over');
select tests.act_as(tests.id('brand'));
select results_eq('select creator_share_minor, category, clause, note from public.rulings',
  $$ values (6000::bigint, 'partly_as_agreed', 'deliverables', 'Most of it.') $$, 'both sides read a ruling');
select throws_ok($$ select public.appeal_ruling(tests.order_id(), ' ') $$, 'PT422', 'reason_required', 'an appeal needs a reason');
select is((public.appeal_ruling(tests.order_id(), 'Nothing was made.')).status, 'appealed', 'a side can appeal against a ruling');
select throws_ok($$ select public.appeal_ruling(tests.order_id(), 'Other words.') $$, 'PT409', 'ruling_not_appealable', 'an appeal with other words is no retry and is refused');
select is((public.appeal_ruling(tests.order_id(), 'Nothing was made.')).status, 'appealed', 'a retried appeal changes nothing');
select tests.refused('kol', $$ select public.appeal_ruling(tests.order_id(), 'Me too.') $$, 'PT409', 'ruling_not_appealable', 'an order can be appealed only once');
select tests.refused('brand', $$ select public.answer_dispute(tests.order_id(), 'And more.') $$, 'PT409', 'answers_closed', 'a side cannot answer its own appeal');
select tests.refused('stella', $$ select public.decide_appeal(tests.order_id(), 6000, 'As I said.') $$, 'PT409', 'dispute_already_seen', 'staff who ruled cannot decide the appeal');
select tests.refused('reader', $$ select public.decide_appeal(tests.order_id(), 6000, 'So.') $$, 'PT409', 'dispute_already_seen', 'staff who read the case before the ruling cannot decide the appeal');
select tests.gets('fresh', $$ select (public.read_dispute(tests.order_id()) ->> 'answer_closes_at')::timestamptz $$, (now() + interval '72 hours')::text, 'other staff can read the case of an appeal, and until when it is answered');
select tests.refused('fresh', $$ select public.decide_appeal(tests.order_id(), 2500, 'Now.') $$, 'PT409', 'dispute_not_heard', 'an appeal is not decided before the other side could answer it');
select tests.allowed('kol', $$ select public.answer_dispute(tests.order_id(), 'Half was made.') $$, 'the side that did not appeal can answer the appeal');
select tests.refused('kol', $$ select public.answer_dispute(tests.order_id(), 'And more.') $$, 'PT409', 'answers_closed', 'an appeal is answered once');
select tests.refused('brand', $$ select public.answer_dispute(tests.order_id(), 'And more.') $$, 'PT409', 'answers_closed', 'the side that appealed cannot add a statement after the answer');
select tests.act_as(tests.id('fresh'));
select throws_ok($$ select public.decide_appeal(tests.order_id(), 2500, 'Now.') $$, 'PT409', 'dispute_not_read', 'an answer is read before the appeal is decided');
select results_eq($$ select f -> 'silence', f ->> 'answer_closes_at' from public.read_dispute(tests.order_id()) as f $$, $$ values ('6000'::jsonb, null) $$, 'the case says that the ruling stands without a decision, and allows no second answer');
select is((public.decide_appeal(tests.order_id(), 2500, 'A quarter.', 'not_as_agreed', 'brief', 'A quarter of the posts was made.')).status, 'settled',
  'other staff can decide the appeal finally');
select is((public.decide_appeal(tests.order_id(), 2500, 'A quarter.', 'not_as_agreed', 'brief', 'A quarter of the posts was made.')).status, 'settled', 'a retried decision changes nothing');
select throws_ok($$ select public.decide_appeal(tests.order_id(), 2500, 'A quarter.', 'not_as_agreed', 'brief') $$, 'PT409', 'order_not_appealed', 'a decision with another published summary is no retry');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 7500::bigint, 'the decision of the appeal divides the money');
select tests.finds('kol', 'select category, clause, creator_percent, disputed_in, on_appeal, summary from public.precedents',
  $$ values ('not_as_agreed', 'brief', 25.00, 'in_progress', true, 'A quarter of the posts was made.') $$, 'the decision of the appeal is published without names');
select throws_ok('delete from public.precedents', 'PT403', 'append_only', 'a precedent cannot be deleted');
select throws_ok('update public.rulings set note = $$Other.$$', 'PT403', 'append_only', 'a ruling cannot be changed');
-- Rules with this share and lets that member appeal; returns the state of the order, or the refusal. A side that
-- got everything cannot appeal.
create function pg_temp.appealed(share bigint, name text) returns text language plpgsql as $$
begin
  perform tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
  perform tests.act_as(tests.id('stella'));
  perform tests.hear();
  perform public.resolve_dispute(tests.order_id(), share, 'So.');
  perform tests.act_as(tests.id(name));
  return (public.appeal_ruling(tests.order_id(), 'No.')).status;
exception when sqlstate 'PT409' then
  return sqlerrm;
end;
$$;
select is(pg_temp.appealed(share, name), wanted, format('an appeal by the %s against a ruling of %s of 10000 for the creator is answered: %s', name, share, wanted))
from (values (10000, 'kol', 'ruling_not_appealable'), (0, 'brand', 'ruling_not_appealable'), (9999, 'kol', 'appealed'), (10000, 'brand', 'appealed'))
  as c (share, name, wanted);
select tests.move_time_as(tests.id('fresh'), now() + interval '72 hours');
select public.read_dispute(tests.order_id());
select is((public.decide_appeal(tests.order_id(), 5000, 'Half.')).status, 'settled', 'an appeal that nobody answered in time is decided');
