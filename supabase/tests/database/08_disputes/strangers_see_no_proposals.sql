-- cast: brand brand, kol kol, stranger brand
select tests.make_order(tests.id('brand'), tests.id('kol'), 'settled');
select tests.act_as(tests.id('brand'));
select isnt_empty('select from public.settlement_proposals', 'the sides see them');
select throws_ok('insert into public.settlement_proposals (order_id, proposed_by, creator_share_minor) values (tests.order_id(), tests.id($$kol$$), 0)',
  '42501', null, 'proposals cannot be written directly');
select tests.act_as(tests.id('stranger'));
select is_empty('select from public.settlement_proposals', 'a stranger does not');
select throws_ok('select public.propose_settlement(tests.order_id(), 0)', 'PT403', 'not_allowed', 'nor proposes');
select throws_ok('select public.accept_settlement(tests.order_id(), 0)', 'PT403', 'not_allowed', 'nor accepts');
