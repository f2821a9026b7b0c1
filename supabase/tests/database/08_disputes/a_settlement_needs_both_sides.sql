-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.act_as(tests.id('brand'));
select throws_ok('select public.accept_settlement(tests.order_id(), 2500)', 'PT409', 'no_settlement_proposed', 'there must be a proposal');
select is((public.propose_settlement(tests.order_id(), 2500)).status, 'disputed', 'a proposal settles nothing');
select throws_ok('select public.accept_settlement(tests.order_id(), 2500)', 'PT409', 'no_settlement_proposed', 'a side cannot accept its own proposal');
select throws_ok('select public.propose_settlement(tests.order_id(), 10001)', 'PT422', 'share_out_of_range', 'not more than the price');
select throws_ok('select public.propose_settlement(tests.order_id(), -1)', 'PT422', 'share_out_of_range', 'not less than nothing');
select throws_ok('select public.propose_settlement(tests.order_id(), null)', 'PT422', 'share_out_of_range', 'and a number');
select tests.act_as(tests.id('kol'));
select is((select creator_share_minor from public.settlement_proposals), 2500::bigint, 'the other side reads it');
select throws_ok('select public.accept_settlement(tests.order_id(), null)', 'PT409', 'settlement_changed', 'no amount accepts nothing');
select throws_ok('select public.accept_settlement(tests.order_id(), 5000)', 'PT409', 'settlement_changed', 'what was not proposed cannot be accepted');
select is((public.accept_settlement(tests.order_id(), 2500)).status, 'settled', 'what was can');
select is((public.accept_settlement(tests.order_id(), 2500)).status, 'settled', 'and a retry changes nothing');
select tests.act_as_owner();
select set_eq($$ select a.kind, e.amount_minor from private.transfers t join private.entries e on e.transfer_id = t.id join private.accounts a on a.id = e.account_id where t.event = 'settlement' $$,
  $$ values ('escrow', -10000::bigint), ('wallet', 7500), ('pending', 2250), ('fees_held', 250) $$, 'a quarter to the creator, less the fee on it');
select throws_ok('delete from public.settlement_proposals', 'PT403', 'append_only', 'proposals stay on record');
