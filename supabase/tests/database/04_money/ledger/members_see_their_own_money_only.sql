-- cast: brand brand, kol kol, other brand
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.act_as(tests.id('brand'));
select results_eq('select event, kind, amount_minor from public.ledger_lines order by transfer_id, kind',
  $$ values ('payment', 'wallet', 10000::bigint), ('escrow', 'escrow', 10000), ('escrow', 'wallet', -10000),
    ('completion', 'escrow', -10000) $$, 'a brand reads each entry of its own accounts');
select tests.act_as(tests.id('kol'));
select set_eq('select currency, kind, amount_minor from public.balances where amount_minor <> 0',
  $$ values ('USD', 'pending', 9000::bigint) $$, 'a creator reads the balances of their own accounts');
select results_eq('select event, order_id, amount_minor from public.ledger_lines',
  $$ values ('completion', tests.order_id(), 9000::bigint) $$, 'a creator reads each entry of their own accounts');
select tests.act_as(tests.id('other'));
select is_empty('select from private.accounts union all select from private.entries union all select from private.transfers',
  'a stranger reads no account, entry or transfer of others');
select tests.act_as_owner();
select is_empty('select from public.balances', 'a session that sees all accounts has no balances of its own');
