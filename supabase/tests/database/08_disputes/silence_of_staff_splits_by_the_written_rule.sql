-- cast: brand brand, kol kol
select plan(11);
create function pg_temp.split(status text, late boolean) returns bigint language plpgsql as $$
begin
  perform tests.make_order(tests.id('brand'), tests.id('kol'), status, 9999);
  if late then
    perform private.add_demerit(tests.id('kol'), tests.order_id(), 'late', now());
  end if;
  perform tests.act_as(tests.id('kol'));
  perform public.open_dispute(tests.order_id(), 'Why.');
  perform tests.act_as_owner();
  return (select private.split_by_rule(o) from public.pack_orders o where o.id = tests.order_id());
end;
$$;
select is(pg_temp.split(status, late), share, format('%s, late: %s', status, late))
from (values ('in_progress', false, 0::bigint), ('delivered', false, 9999), ('delivered', true, 4999), ('in_revision', false, 4999),
  ('draft_review', false, 0)) as c (status, late, share);
-- Only late work counts, and only that of this order.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.add_demerit(tests.id('kol'), tests.order_id(), 'late', now());
select is(pg_temp.split('delivered', false), 9999::bigint, 'work that was late in another order');
select private.add_demerit(tests.id('kol'), tests.order_id(), 'dispute_lost', now());
select is(private.split_by_rule(o), 9999::bigint, 'another demerit') from public.pack_orders o where o.id = tests.order_id();
-- A ruling that is overdue waits for its grace.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'awaiting_ruling');
select private.run_due_work(now() + interval '14 days' - interval '1 second');
select is((select status from public.pack_orders where id = tests.order_id()), 'awaiting_ruling', 'not before it is overdue by a week');
select private.run_due_work(now() + interval '14 days');
select results_eq('select status, creator_share_minor from public.pack_orders where id = tests.order_id()', $$ values ('settled', 0::bigint) $$, 'then the rule decides');
-- An overdue appeal leaves the ruling.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'appealed');
select private.run_due_work(now() + interval '14 days');
select results_eq('select status, creator_share_minor from public.pack_orders where id = tests.order_id()', $$ values ('settled', 5000::bigint) $$, 'an appeal that nobody decides changes nothing');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
