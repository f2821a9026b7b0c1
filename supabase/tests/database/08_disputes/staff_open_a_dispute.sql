-- cast: brand brand, kol kol, sam staff, sue staff, kim kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.act_as(tests.id('sam'));
select throws_ok('select public.open_dispute(tests.order_id(), null)', 'PT422', 'reason_required', 'a dispute that staff open needs a reason');
select throws_ok('select public.open_dispute(gen_random_uuid(), $$x$$)', 'PT404', 'order_unknown', 'staff cannot open a dispute of an unknown order');
select is((public.open_dispute(tests.order_id(), 'The delivery is an empty page.')).status, 'disputed', 'staff can open a dispute');
select is((public.open_dispute(tests.order_id(), 'The delivery is an empty page.')).status, 'disputed', 'a dispute that staff open twice is opened once');
select results_eq($$ select action, actor_id, subject_id from public.staff_audit order by action $$,
  $$ values ('open_dispute', tests.id('sam'), tests.order_id()), ('read_order', tests.id('sam'), tests.order_id()) $$,
  'a dispute that staff open is in the audit log, and so is the reading of the order');
select is((select actor_id from public.order_events where to_status = 'disputed'), tests.id('sam'), 'the history names the member of staff who opened the dispute');
select tests.act_as_owner();
select is((select count(*) from public.notifications where event = 'dispute_opened'), 2::bigint, 'both sides receive a notice of a dispute that staff opened');
select tests.make_order(tests.id('sam'), tests.id('kol'), 'delivered');
select tests.gets('sam', $$ select (public.open_dispute(tests.order_id(), 'My own.')).status $$, 'disputed', 'staff can dispute an order of their own as its side');
select tests.gets('sam', $$ select count(*) from public.staff_audit where action = 'open_dispute' $$, '1', 'a dispute of one''s own order is not recorded as an act of staff');
select tests.refused('sam', 'select public.resolve_dispute(tests.order_id(), 0, $$Mine.$$)', 'PT403', 'not_allowed', 'staff cannot rule on an order of their own');
select tests.make_order(tests.id('brand'), tests.id('kim'), 'funded');
select tests.refused('sam', 'select public.open_dispute(tests.order_id(), $$x$$)', 'PT409', 'order_not_disputable', 'staff cannot open a dispute before the work has begun');
select tests.make_order(tests.id('brand'), tests.id('kim'), 'in_progress');
select tests.refused('sam', 'select public.open_dispute(tests.order_id(), $$x$$)', 'PT403', 'not_allowed', 'staff cannot open a dispute about work that is not delivered');
select tests.make_order(tests.id('brand'), tests.id('kim'), 'delivered');
select tests.by('sam', $$ select public.open_dispute(tests.order_id(), 'The delivery is an empty page.') $$);
update public.pack_orders set due_at = now() where id = tests.order_id();
select tests.by('sam', 'select public.read_dispute(tests.order_id())');
select tests.refused('sam', 'select public.resolve_dispute(tests.order_id(), 0, $$Empty.$$)', 'PT409', 'dispute_already_seen', 'staff who opened a dispute do not rule on it');
select tests.by('sue', 'select public.read_dispute(tests.order_id())');
select tests.allowed('sue', 'select public.resolve_dispute(tests.order_id(), 0, $$Empty.$$)', 'another member of staff rules on a dispute that staff opened');
