-- cast: brand brand, kol kol
select plan(15);
create function pg_temp.after(due interval) returns text language sql as $$
  select private.run_due_work(now() + due);
  select o.status from public.pack_orders o where o.id = tests.order_id()
$$;
create function pg_temp.walk(status text, due interval, ended text, extended boolean default false) returns setof text language plpgsql as $$
begin
  perform tests.make_order(tests.id('brand'), tests.id('kol'), status);
  if extended then
    perform tests.act_as(tests.id('brand'));
    perform public.extend_review(tests.order_id());
    perform tests.act_as_owner();
  end if;
  return next is(pg_temp.after(due - interval '1 second'), status, format('an order stays %s for %s', status, due));
  return next is(pg_temp.after(due), ended, format('an order that is %s becomes %s after %s', status, ended, due));
  return next is((select actor_id from public.order_events where order_id = tests.order_id() and to_status = ended), null,
    format('the clock moves an order that is %s', status));
end;
$$;
select pg_temp.walk('pending_payment', '24 hours', 'expired');
select is_empty('select from private.transfers', 'an order that expires unpaid moves no money');
select pg_temp.walk('funded', '72 hours', 'expired');
select is(tests.balance(tests.id('brand'), 'wallet'), 10000::bigint, 'all money of an expired order is returned to the brand');
select pg_temp.walk('delivered', '72 hours', 'completed');
select is((is_completed, tests.balance(tests.id('kol'), 'pending')), (true, 9000::bigint), 'a completed order pays the creator')
from public.pack_orders where id = tests.order_id();
-- The brand extends the review by 96 hours.
select pg_temp.walk('delivered', '168 hours', 'completed', true);
