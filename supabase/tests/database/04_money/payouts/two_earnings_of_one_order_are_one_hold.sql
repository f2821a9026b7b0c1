-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
-- Somebody who sells to a member they invited earns the price and the reward.
select private.create_hold(tests.order_id(), tests.id('kol'), 'USD', amount, fees, now())
from (values (900, 100), (30, 70)) as earned (amount, fees);
select results_eq('select amount_minor, fees_minor from private.holds', 'values (930::bigint, 100::bigint)', 'what the member earned adds up');
