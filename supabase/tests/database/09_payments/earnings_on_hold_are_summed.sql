-- cast: brand brand, kol kol
create function pg_temp.earn(price bigint, is_disputed boolean) returns void language plpgsql as $$
begin
  update public.profiles set frozen_at = null where id = tests.id('brand');
  perform tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', price);
  if is_disputed then
    perform private.record_provider_dispute('sandbox', (tests.payment()).provider_ref, 'dp' || price, 'opened', price, 'USD', now());
  end if;
end;
$$;
select pg_temp.earn(7000, true), pg_temp.earn(5000, true);
select tests.finds('kol', 'select * from public.clearing', $$ values ('USD', null::timestamptz, null::bigint, 10800::bigint) $$,
  'a creator whose earnings are all disputed reads their sum, and no date');
select pg_temp.earn(9000, false), pg_temp.earn(8000, false);
update private.holds set due_at = due_at - interval '1 day' where order_id = tests.order_id();
select tests.finds('kol', 'select * from public.clearing', $$ values ('USD', now() + interval '13 days', 7200::bigint, 10800::bigint) $$,
  'a creator reads what is available next, and the sum of what is disputed');
