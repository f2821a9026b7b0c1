-- cast: ann kol, bob brand
select tests.make_order(tests.id('bob'), tests.id('ann'), 'disputed');
select tests.allowed('bob', $$ select public.propose_settlement(tests.order_id(), n) from generate_series(1, 10) n $$, 'a side proposes ten settlements of an order');
select tests.refused('bob', $$ select public.propose_settlement(tests.order_id(), 11) $$, 'PT429', 'rate_limited', 'a side proposes no eleventh settlement of an order');
select tests.allowed('bob', $$ select public.propose_settlement(tests.order_id(), 10) $$, 'a repeated proposal does not count');
select tests.allowed('ann', $$ select public.propose_settlement(tests.order_id(), 500) $$, 'the other side has its own limit of settlements');
update private.settings set value = 10 where key = 'settlement_proposals_per_hour';
select tests.make_order(tests.id('bob'), tests.id('ann'), 'disputed');
select tests.refused('bob', $$ select public.propose_settlement(tests.order_id(), 1) $$, 'PT429', 'rate_limited', 'a side proposes no settlement of another order beyond the limit of an hour');
