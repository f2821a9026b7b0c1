-- cast: brand brand, kol kol, other brand
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.act_as(tests.id('brand'));
select results_eq('select event, kind, amount_minor from public.ledger_lines order by transfer_id, kind',
  $$ values ('payment', 'wallet', 10000::bigint), ('escrow', 'escrow', 10000), ('escrow', 'wallet', -10000),
    ('completion', 'escrow', -10000) $$, 'the brand sees what happened to its money');
select tests.act_as(tests.id('kol'));
select set_eq('select currency, kind, amount_minor from public.balances where amount_minor <> 0',
  $$ values ('USD', 'pending', 9000::bigint) $$, 'the creator sees what is theirs');
select results_eq('select event, order_id, amount_minor from public.ledger_lines',
  $$ values ('completion', tests.order_id(), 9000::bigint) $$, 'and how it came');
select tests.act_as(tests.id('other'));
select is_empty('select from public.balances', 'a stranger sees no balance');
select is_empty('select from public.ledger_lines', 'and no line');
select is_empty('select from private.accounts union all select from private.entries union all select from private.transfers',
  'nor anything beneath them');
select tests.act_as_owner();
select tests.act_as(tests.make_staff('stella'));
select is_empty('select from public.ledger_lines', 'staff see their own, which is nothing');
select tests.act_as_owner();
select is_empty('select from public.balances', 'who sees all accounts has none of these balances');
select tests.act_as_anon();
select throws_ok('select from public.balances', '42501', null, 'signed out there are no balances');
select throws_ok('select from public.ledger_lines', '42501', null, 'and no lines');
