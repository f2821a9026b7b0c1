-- cast: brand brand, kol kol
update private.settings set value = 5 where key = 'buyer_fee';
create function pg_temp.settled(price bigint, share bigint) returns text language sql as $$
  select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed', price), tests.judge();
  select tests.by('judge', format($q$ select tests.hear(); select public.resolve_dispute(tests.order_id(), %s, 'So be it.') $q$, share));
  select tests.let_appeals_pass();
  select string_agg(a.kind || ' ' || e.amount_minor, ', ' order by a.kind)
    || (select '; holds ' || count(*) from private.holds h where h.order_id = tests.order_id())
    || (select '; completed ' || p.completed_orders from public.profiles p where p.id = tests.id('kol'))
  from private.transfers t join private.entries e on e.transfer_id = t.id join private.accounts a on a.id = e.account_id
  where t.event = 'settlement' and t.order_id = tests.order_id()
$$;
select tests.judge();
select is(pg_temp.settled(price, share), wanted, description) from (values
  (10000::bigint, 0::bigint, 'escrow -10000, fees_held -500, wallet 10500; holds 0; completed 0', 'a settlement of nothing for the creator is a refund'),
  (10000, 1, 'escrow -10000, fees_held -500, pending 1, wallet 10499; holds 1; completed 0', 'a settlement of one unit for the creator has no fee'),
  (10000, 9999, 'escrow -10000, fees_held 998, pending 9000, wallet 2; holds 1; completed 0', 'a settlement of all but one unit rounds both fees'),
  -- The market keeps 5000/9999 of the fees 1000 and 500, rounded down: 500 and 250.
  (9999, 5000, 'escrow -9999, fees_held 250, pending 4500, wallet 5249; holds 1; completed 0', 'a settlement splits price and fees in one proportion, with odd units to the brand'),
  (10000, 10000, 'escrow -10000, fees_held 1000, pending 9000; holds 1; completed 1', 'a settlement of the full price for the creator is a completion')
) as s (price, share, wanted, description);
