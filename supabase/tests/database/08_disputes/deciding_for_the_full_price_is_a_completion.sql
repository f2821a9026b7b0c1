-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.act_as(tests.id('stella'));
select tests.hear();
select public.resolve_dispute(tests.order_id(), 10000, 'The work is as ordered.');
select tests.act_as_owner();
select tests.let_appeals_pass();
select set_eq($$ select a.kind, e.amount_minor from private.transfers t join private.entries e on e.transfer_id = t.id join private.accounts a on a.id = e.account_id where t.event = 'settlement' $$,
  $$ values ('escrow', -10000::bigint), ('pending', 9000), ('fees_held', 1000) $$, 'the creator earns as by completion');
select is((select completed_orders from public.profiles where id = tests.id('kol')), 1, 'and it counts as one');
