-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.gets('kol', $$ select (public.cancel_order(tests.order_id(), 'I am ill.')).cancel_requested_until $$, (now() + interval '48 hours')::text, 'a request to cancel says until when it stands');
select tests.move_time_as(tests.id('brand'), now() + interval '115 hours');
select is(private.cancelling_actor(o, tests.id('brand'), now() + interval '48 hours' - interval '1 second'), 'both', 'the other side can agree until the last second')
from public.pack_orders o where o.id = tests.order_id();
select is((public.cancel_order(tests.order_id(), 'Off.')).status, 'in_progress', 'an expired request of the creator cannot be agreed to, so the money is not returned');
select is((public.cancel_order(tests.order_id(), 'Off.')).cancel_requested_by, tests.id('brand'), 'agreeing too late is a request of its own');

-- Both sides can take back what they asked.
select tests.refused('kol', $$ select public.withdraw_cancellation(tests.order_id()) $$, 'PT409', 'cancellation_not_requested', 'a side cannot withdraw the request of the other side');
select tests.act_as(tests.id('brand'));
select is((public.withdraw_cancellation(tests.order_id())).cancel_requested_by, null, 'a brand can withdraw its request to cancel');
select is((public.withdraw_cancellation(tests.order_id())).status, 'in_progress', 'a retried withdrawal changes nothing');
select results_eq('select kind, actor_id from public.order_events order by id desc limit 1',
  $$ values ('cancellation_withdrawn', tests.id('brand')) $$, 'the history says once who withdrew a request to cancel');
select is((select count(*) from public.order_events where kind = 'cancellation_withdrawn'), 1::bigint, 'a retried withdrawal adds no second event');
select tests.act_as_owner();
select is((select count(*) from public.notifications n where n.user_id = tests.user_id(tests.id('kol')) and n.event = 'cancellation_withdrawn'), 1::bigint,
  'the other side is notified once that the request is withdrawn');
select tests.act_as(tests.id('kol'));
select is(tests.refusal($$ select public.cancel_order(tests.order_id(), 'Late.'); select public.cancel_order(tests.order_id(), 'Late.', true) $$), 'cancellation_already_requested',
  'a side that has asked already is not notified that the order ended');
select throws_ok($$ select public.cancel_order(tests.order_id(), '', true) $$, 'PT409', 'cancellation_not_open', 'a side that agrees to a withdrawn request requests nothing itself');
select is((public.cancel_order(tests.order_id(), 'Late.')).status, 'in_progress', 'a withdrawn request does not count as agreement');
select is((public.withdraw_cancellation(tests.order_id())).cancel_requested_until, null, 'a creator can withdraw a request to cancel');

-- Sending a draft ends the request, as a delivery does.
select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'draft_revision');
select tests.by('kol', $$ select public.cancel_order(tests.order_id(), 'I am ill.') $$);
select tests.gets('kol', $$ select (public.show_draft(tests.order_id(), 'Better.')).cancel_requested_by $$, null, 'a draft ends the request of its creator to cancel');
select tests.gets('brand', $$ select (public.cancel_order(tests.order_id(), 'Good.')).status $$, 'draft_review', 'a request that a draft ended cannot be agreed to');
select is((select needs_two from private.settings where key = 'cancellation_window'), true, 'the time of a request is a setting that only two members of staff can change');

-- A creator who asked in time gets no demerit if the work is late when the brand agrees; a creator who asked when it was late gets one.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.by('kol', $$ select public.cancel_order(tests.order_id(), 'I am ill.') $$);
update public.pack_orders set due_at = now() - interval '25 hours', cancel_requested_until = now() + interval '20 hours' where id = tests.order_id();
select tests.by('brand', $$ select public.cancel_order(tests.order_id(), '', true) $$);
select is_empty('select from private.demerits', 'a creator gets no demerit for a cancellation that they asked for in time');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
update public.pack_orders set due_at = now() - interval '25 hours' where id = tests.order_id();
select tests.by('kol', $$ select public.cancel_order(tests.order_id(), 'I am ill.') $$);
select tests.by('brand', $$ select public.cancel_order(tests.order_id(), '', true) $$);
select isnt_empty('select from private.demerits', 'a creator who asks when the work is already late gets the demerit');
