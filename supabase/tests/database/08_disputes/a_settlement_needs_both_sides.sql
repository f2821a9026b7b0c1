-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.refused('brand', 'select public.' || call, 'PT409', 'order_not_disputed', 'an order without a dispute is not settled by ' || call)
from unnest(array['propose_settlement(tests.order_id(), 5000)', 'accept_settlement(tests.order_id(), 5000)']) as call;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.act_as(tests.id('brand'));
select throws_ok('select public.accept_settlement(tests.order_id(), 2500)', 'PT409', 'no_settlement_proposed', 'a settlement that nobody proposed cannot be accepted');
select is((public.propose_settlement(tests.order_id(), 2500)).status, 'disputed', 'a proposal alone settles nothing');
select throws_ok('select public.accept_settlement(tests.order_id(), 2500)', 'PT409', 'no_settlement_proposed', 'a side cannot accept its own proposal');
select throws_ok('select public.propose_settlement(tests.order_id(), 10001)', 'PT422', 'share_out_of_range', 'a proposal of more than the price is refused');
select throws_ok('select public.propose_settlement(tests.order_id(), -1)', 'PT422', 'share_out_of_range', 'a proposal of less than nothing is refused');
select throws_ok('select public.propose_settlement(tests.order_id(), null)', 'PT422', 'share_out_of_range', 'a proposal without a share is refused');
select tests.act_as(tests.id('kol'));
select is((select creator_share_minor from public.settlement_proposals), 2500::bigint, 'the other side reads a proposed settlement');
select throws_ok('select public.accept_settlement(tests.order_id(), null)', 'PT409', 'settlement_changed', 'an acceptance without a share is refused');
select throws_ok('select public.accept_settlement(tests.order_id(), 5000)', 'PT409', 'settlement_changed', 'an acceptance of another share than the proposed is refused');
select is((public.accept_settlement(tests.order_id(), 2500)).status, 'settled', 'the other side can accept a proposed settlement');
select is((public.accept_settlement(tests.order_id(), 2500)).status, 'settled', 'a retried acceptance changes nothing');
select tests.act_as_owner();
select throws_ok('delete from public.settlement_proposals', 'PT403', 'append_only', 'a proposal cannot be deleted');
