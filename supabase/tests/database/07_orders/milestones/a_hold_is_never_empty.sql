-- cast: brand brand, kol kol
update public.currencies set min_price_minor = 1 where code = 'USD';
-- 3 cents in two parts: the first pays the creator 1, and a cancellation then leaves nothing to pay.
select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'in_progress', '{1,2}', 1);
select tests.act_as(tests.id('kol'));
select public.cancel_order(tests.order_id(), 'Enough.');
select tests.act_as(tests.id('brand'));
select public.cancel_order(tests.order_id(), 'Agreed.');
select tests.act_as_owner();
select results_eq('select amount_minor, fees_minor from private.holds', 'values (1::bigint, 0::bigint)',
  'only the paid milestone is held');
select lives_ok($$ select private.clear_hold(h.id, now() + interval '30 days') from private.holds h $$, 'it clears');
select is_empty('select * from private.ledger_faults()', 'no transfer is without entries');
