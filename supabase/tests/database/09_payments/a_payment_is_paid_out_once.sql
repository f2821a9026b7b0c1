-- cast: brand brand, rival brand, kol kol, third brand
create temporary table refund (id uuid, amount_minor bigint);

-- The refund is on its way when the chargeback comes.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'cancelled');
select tests.act_as(tests.id('brand'));
insert into refund select id, amount_minor from tests.refund((tests.payment()).id, 4000, gen_random_uuid());
insert into refund select id, amount_minor from tests.refund((tests.payment()).id, 6000, gen_random_uuid());
select tests.charge_back(tests.payment());
select results_eq('select status, failure_reason from public.payouts order by amount_minor',
  $$ values ('failed', 'chargeback'), ('failed', 'chargeback') $$, 'a chargeback stops the open refunds of its payment');
select tests.act_as_owner();
select is(tests.balance(null, 'loss'), 0::bigint, 'a chargeback that open refunds cover is no loss');
select is(tests.balance(null, 'cash'), 0::bigint, 'the money of a payment is paid out once');
select throws_ok($$ select private.settle_payout((select id from refund limit 1), 'tr 1') $$, 'PT409', 'payout_not_open',
  'a refund that a chargeback stopped cannot be sent');
select is((tests.payment()).status, 'charged_back', 'a payment that is charged back has the status charged back');
select private.unfreeze_profile(tests.id('brand'), 'x', tests.causes(tests.id('brand'))) from (select tests.act_as(tests.make_staff('stella'))) as s;
select tests.refused('brand', 'select tests.refund((tests.payment()).id, 1, gen_random_uuid())', 'PT409', 'insufficient_funds',
  'a payment that is charged back cannot be refunded');

-- Only as many refunds are cancelled as needed.
select tests.make_order(tests.id('rival'), tests.id('kol'), 'cancelled');
select tests.act_as(tests.id('rival'));
select tests.refund((tests.payment()).id, 4000, gen_random_uuid());
select tests.charge_back(tests.payment(), 6000, 'first piece');
select is((select status from public.payouts), 'requested', 'a chargeback of the rest of a payment leaves its refund open');
select tests.charge_back(tests.payment(), 3000, 'second piece');
select is((select status from public.payouts), 'failed', 'a chargeback of more than the rest stops the refund');
select tests.act_as_owner();
select is(tests.balance(tests.id('rival'), 'wallet'), 1000::bigint, 'the part of a stopped refund that is not charged back is in the wallet');
select is(tests.balance(null, 'loss'), 0::bigint, 'a chargeback that a stopped refund covers is no loss');

-- A refund that was sent cannot be cancelled any more.
select tests.make_order(tests.id('third'), tests.id('kol'), 'cancelled');
select tests.by('third', $$ select tests.refund((tests.payment()).id, 10000, gen_random_uuid()) $$);
select private.settle_payout((select id from public.payouts where status = 'requested'), 'tr 3');
select tests.charge_back(tests.payment());
select is(tests.balance(null, 'loss'), -10000::bigint, 'a chargeback after the refund was sent is the market''s loss');
select results_eq($$ select brand_minor, loss_minor, owed_minor from private.chargebacks where brand_id = tests.id('third') $$,
  $$ values (0::bigint, 10000::bigint, 10000::bigint) $$, 'a brand owes a chargeback after its refund was sent');
