-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.act_as(tests.id('kol'));
select throws_ok('select public.resolve_dispute(tests.order_id(), 10000, $$mine$$)', 'PT403', 'not_allowed', 'a side does not rule');
-- Nobody rules unheard or unread.
select tests.act_as(tests.id('stella'));
select throws_ok('select public.resolve_dispute(tests.order_id(), 5000, $$Half.$$)', 'PT409', 'dispute_not_heard', 'nobody has spoken');
select tests.act_as(tests.id('brand'));
select public.propose_settlement(tests.order_id(), 1000);
select tests.act_as(tests.id('stella'));
select lives_ok('select public.read_dispute(tests.order_id())', 'who has read the case');
select throws_ok('select public.resolve_dispute(tests.order_id(), 5000, $$Half.$$)', 'PT409', 'dispute_not_heard', 'waits for the other side');
select is((select refusal from public.order_actions(tests.order_id()) where action = 'resolve_dispute'), 'dispute_not_heard', 'which the screen says');
select tests.act_as_owner();
select tests.make_staff('sam');
savepoint unheard;
update public.pack_orders set due_at = now();
select tests.act_as(tests.id('sam'));
select throws_ok('select public.resolve_dispute(tests.order_id(), 5000, $$Half.$$)', 'PT409', 'dispute_not_read', 'when the promised time is over, who has not read the case does not rule');
select public.read_dispute(tests.order_id());
select lives_ok('select public.resolve_dispute(tests.order_id(), 5000, $$Half.$$)', 'who has read it does, although a side is silent');
rollback to unheard;
select tests.act_as(tests.id('kol'));
select public.answer_dispute(tests.order_id(), 'It was made.');
select tests.act_as(tests.id('sam'));
select throws_ok('select public.resolve_dispute(tests.order_id(), 5000, $$Half.$$)', 'PT409', 'dispute_not_read', 'when both have spoken, neither');
select throws_ok($$ select public.propose_staff_act('resolve_dispute', jsonb_build_object('order_id', tests.order_id(), 'creator_share_minor', 1, 'note', 'x')) $$,
  'PT409', 'dispute_not_read', 'nor proposes it');
select is((select refusal from public.order_actions(tests.order_id()) where action = 'resolve_dispute'), 'dispute_not_read', 'which the screen says');
select tests.act_as(tests.id('stella'));
select throws_ok('select public.resolve_dispute(tests.order_id(), 5000, $$ $$)', 'PT422', 'reason_required', 'a ruling says why');
select throws_ok('select public.resolve_dispute(tests.order_id(), 10001, $$x$$)', 'PT422', 'share_out_of_range', 'and stays within the price');
select throws_ok('select public.resolve_dispute(gen_random_uuid(), 1, $$x$$)', 'PT404', 'order_unknown', 'there must be an order');
select is((public.resolve_dispute(tests.order_id(), 6000, 'Half the work was done.')).status, 'ruled', 'then there is a ruling');
select is((public.resolve_dispute(tests.order_id(), 6000, 'Half the work was done.')).status, 'ruled', 'and a retry is harmless');
select throws_ok('select public.resolve_dispute(tests.order_id(), 0, $$x$$)', 'PT409', 'order_not_disputed', 'another ruling is not');
select results_eq($$ select actor_id, subject_id, details from public.staff_audit where action = 'resolve_dispute' $$,
  $$ values (tests.id('stella'), tests.order_id(), '{"price_minor": 10000, "currency": "USD"}'::jsonb) $$, 'the act is on record, without what was ruled');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'escrow'), 10000::bigint, 'the money waits for an appeal');
select tests.let_appeals_pass();
select is(tests.balance(tests.id('kol'), 'pending'), 5400::bigint, 'the creator has 60 percent less the fee');
select is(tests.balance(tests.id('brand'), 'wallet'), 4000::bigint, 'the brand the rest');
