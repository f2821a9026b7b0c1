-- cast: brand brand, kol kol, other brand
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.finds('brand', 'select event, kind, amount_minor from public.ledger_lines order by transfer_id, kind',
  $$ values ('payment', 'wallet', 10000::bigint), ('escrow', 'escrow', 10000), ('escrow', 'wallet', -10000),
    ('completion', 'escrow', -10000) $$, 'a brand reads each entry of its own accounts');
select tests.finds('kol', 'select currency, kind, amount_minor from public.balances where amount_minor <> 0',
  $$ values ('USD', 'pending', 9000::bigint) $$, 'a creator reads the balances of their own accounts');
select tests.finds('kol', 'select event, order_id, amount_minor from public.ledger_lines',
  $$ values ('completion', tests.order_id(), 9000::bigint) $$, 'a creator reads each entry of their own accounts');
select tests.gets('other', 'select count(*) from (select from private.accounts union all select from private.entries union all select from private.transfers) as q', '0',
  'a stranger reads no account, entry or transfer of others');
select is_empty('select from public.balances', 'a session of the service role, which reads all accounts, has no balances of its own');

-- The fee that is held beside escrow is shown in each line that contains it.
update private.settings set value = 5 where key = 'buyer_fee';
create function pg_temp.fees(status text, share bigint default null) returns text language plpgsql as $$
begin
  perform tests.make_order(tests.id('other'), tests.id('kol'), status);
  if share is not null then
    perform tests.act_as_owner();
    perform private.move_order(o, 'awaiting_ruling', 'clock', null, null, now()) from public.pack_orders o where o.id = tests.order_id();
    perform private.move_order(o, 'ruled', 'staff', null, 'So.', now(), share) from public.pack_orders o where o.id = tests.order_id();
    perform tests.let_appeals_pass();
  end if;
  return tests.answer('other', $q$ select string_agg(l.event || ' ' || l.kind || ' ' || l.amount_minor || ' ' || l.fee_minor, ', ' order by l.transfer_id, l.kind)
    from public.ledger_lines l where l.order_id = tests.order_id() $q$);
end;
$$;
select is(pg_temp.fees('completed'), 'payment wallet 10500 0, escrow escrow 10000 0, escrow wallet -10500 -500, completion escrow -10000 0',
  'a line names the fee that was paid beside escrow');
select is(pg_temp.fees('disputed', 3333), 'payment wallet 10500 0, escrow escrow 10000 0, escrow wallet -10500 -500, settlement escrow -10000 0, settlement wallet 7001 334',
  'a line names the fee that came back with a part of the price');
select is(pg_temp.fees('declined'), 'payment wallet 10500 0, escrow escrow 10000 0, escrow wallet -10500 -500, refund escrow -10000 0, refund wallet 10500 500',
  'a line names the fee that came back with the price');
