-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.refused('stella', 'select public.resolve_dispute(tests.order_id(), 5000, $$Half.$$)', 'PT409', 'dispute_not_heard', 'staff cannot rule when no side has given a statement');
select tests.by('brand', $$ select public.propose_settlement(tests.order_id(), 1000) $$);
select tests.allowed('stella', 'select public.read_dispute(tests.order_id())', 'staff can read the case');
select tests.refused('stella', 'select public.resolve_dispute(tests.order_id(), 5000, $$Half.$$)', 'PT409', 'dispute_not_heard', 'staff cannot rule before both sides have given statements');
select tests.gets('stella', $$ select refusal from public.order_actions(tests.order_id()) where action = 'resolve_dispute' $$, 'dispute_not_heard', 'an order without statements of both sides offers no ruling');
select tests.make_staff('sam');
savepoint unheard;
update public.pack_orders set due_at = now();
select tests.act_as(tests.id('sam'));
select throws_ok('select public.resolve_dispute(tests.order_id(), 5000, $$Half.$$)', 'PT409', 'dispute_not_read', 'staff who have not read the case cannot rule after the time for answers');
select public.read_dispute(tests.order_id());
select lives_ok('select public.resolve_dispute(tests.order_id(), 5000, $$Half.$$)', 'staff who have read the case can rule after the time for answers, although one side gave no statement');
rollback to unheard;
select tests.by('kol', $$ select public.answer_dispute(tests.order_id(), 'It was made.') $$);
select tests.refused('sam', 'select public.resolve_dispute(tests.order_id(), 5000, $$Half.$$)', 'PT409', 'dispute_not_read', 'staff who have not read the case cannot rule when both sides have given statements');
select tests.refused('sam', $$ select public.propose_staff_act('resolve_dispute', jsonb_build_object('order_id', tests.order_id(), 'creator_share_minor', 1, 'note', 'x')) $$,
  'PT409', 'dispute_not_read', 'staff who have not read the case cannot propose a ruling');
select tests.gets('sam', $$ select refusal from public.order_actions(tests.order_id()) where action = 'resolve_dispute' $$, 'dispute_not_read', 'an order whose case the reader has not read offers no ruling');
select tests.act_as(tests.id('stella'));
select throws_ok('select public.resolve_dispute(tests.order_id(), 5000, $$Half.$$)', 'PT409', 'dispute_not_read', 'staff who read the case before the last answer cannot rule');
select public.read_dispute(tests.order_id());
select throws_ok('select public.resolve_dispute(tests.order_id(), 5000, $$ $$)', 'PT422', 'reason_required', 'a ruling needs a reason');
select throws_ok('select public.resolve_dispute(tests.order_id(), 10001, $$x$$)', 'PT422', 'share_out_of_range', 'a ruling of more than the price is refused');
select throws_ok('select public.resolve_dispute(gen_random_uuid(), 1, $$x$$)', 'PT404', 'order_unknown', 'a ruling on an unknown order is refused');
select is((public.resolve_dispute(tests.order_id(), 6000, 'Half the work was done.')).status, 'ruled', 'staff who have read the case can rule');
select is((public.resolve_dispute(tests.order_id(), 6000, 'Half the work was done.')).status, 'ruled', 'a retried ruling changes nothing');
select throws_ok($$ select public.resolve_dispute(tests.order_id(), 6000, 'Half the work was done.', summary => 'Half of it.') $$, 'PT409', 'order_not_disputed', 'a ruling with another published summary is no retry');
select throws_ok('select public.resolve_dispute(tests.order_id(), 0, $$x$$)', 'PT409', 'order_not_disputed', 'an order cannot be ruled on twice');
select results_eq($$ select actor_id, subject_id, details from public.staff_audit where action = 'resolve_dispute' $$,
  $$ values (tests.id('stella'), tests.order_id(), '{"price_minor": 10000, "currency": "USD"}'::jsonb) $$, 'a ruling is in the audit log without what was ruled');
create function pg_temp.logged() returns jsonb language sql as $$
  select i -> 'details' from jsonb_array_elements(public.staff_list('audit', '{"kind": "resolve_dispute"}') -> 'rows') as i $$;
select is(pg_temp.logged(), '{"price_minor": 10000, "currency": "USD", "creator_share_minor": 6000, "creator_fee_minor": 600, "creator_minor": 5400, "brand_minor": 4000}',
  'the log shows the shares of a ruling to staff who have read the case');
select tests.gets('sam', 'select pg_temp.logged()', '{"currency": "USD", "price_minor": 10000}', 'staff who may decide the appeal do not read in the log what was ruled');
select tests.let_appeals_pass();
select is(tests.balance(tests.id('kol'), 'pending'), 5400::bigint, 'the creator receives the ruled share less the fee');
select is(tests.balance(tests.id('brand'), 'wallet'), 4000::bigint, 'the brand receives what a ruling leaves of the price');
