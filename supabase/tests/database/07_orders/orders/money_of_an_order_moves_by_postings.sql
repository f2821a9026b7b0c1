-- cast: brand brand, kol kol
update private.settings set value = 5 where key = 'buyer_fee';
create function pg_temp.postings(ended text) returns text language sql as $$
  select tests.make_order(tests.id('brand'), tests.id('kol'), ended);
  select private.run_due_work(now() + interval '72 hours') from public.pack_orders o where o.id = tests.order_id() and o.status = 'funded';
  select string_agg(posting, '; ' order by id) from (
    select t.id, t.event || ': ' || string_agg(a.kind || ' ' || e.amount_minor, ', ' order by a.kind) as posting
    from private.transfers t join private.entries e on e.transfer_id = t.id join private.accounts a on a.id = e.account_id
    where t.order_id = tests.order_id() or t.event = 'payment' and t.id = (
      select max(p.id) from private.transfers p where p.event = 'payment')
    group by t.id, t.event) as p
$$;
select is(pg_temp.postings(ended), 'payment: cash -10500, wallet 10500; escrow: escrow 10000, fees_held 500, wallet -10500; ' || wanted, description)
from (values
  ('declined', 'refund: escrow -10000, fees_held -500, wallet 10500', 'a declined order returns the price and the buyer''s fee'),
  ('cancelled', 'refund: escrow -10000, fees_held -500, wallet 10500', 'a cancelled order returns the price and the buyer''s fee'),
  ('funded', 'refund: escrow -10000, fees_held -500, wallet 10500', 'an order that the creator does not answer returns the price and the buyer''s fee'),
  ('completed', 'completion: escrow -10000, fees_held 1000, pending 9000', 'a completed order pays the creator the price less the fee, which is held')
) as o (ended, wanted, description);
set constraints all immediate;
select ok(held_minor = owed_minor + own_minor and held_minor = 42000, 'solvency counts the same money as held and as owed')
from private.count_solvency() where currency = 'USD';
