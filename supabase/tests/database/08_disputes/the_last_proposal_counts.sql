-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.act_as(tests.id('brand'));
select public.propose_settlement(tests.order_id(), 5000);
select public.propose_settlement(tests.order_id(), 5000);
select is((select count(*) from public.settlement_proposals), 1::bigint, 'a retried proposal is recorded once');
select public.propose_settlement(tests.order_id(), 1000);
select tests.refused('kol', 'select public.accept_settlement(tests.order_id(), 5000)', 'PT409', 'settlement_changed',
  'a proposal that was replaced cannot be accepted');
select tests.gets('kol', 'select (public.accept_settlement(tests.order_id(), 1000)).creator_share_minor', '1000', 'the last of several proposals can be accepted');
