-- Reporting a refund must cost as much for a brand with thousands of orders as for a new one.
-- cast: brand brand, kol kol
select tests.lift_limits();
create temporary sequence asked;
create or replace function private.order_status(status text) returns public.order_statuses
language plpgsql stable security definer set search_path = '' as $$
begin
  perform nextval('pg_temp.asked');
  return (select s from public.order_statuses s where s.status = order_status.status);
end;
$$;
create or replace function private.trade_record_of(profile_id uuid, at timestamptz, vouching_id uuid default null, of_lost boolean default true)
returns private.trade_record language plpgsql stable security definer set search_path = '' as $$
begin
  raise exception 'The record of the creator was asked for.';
end;
$$;
create function pg_temp.asked_by_refund() returns bigint language plpgsql as $$
declare
  v_before bigint;
begin
  perform tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
  discard plans;
  v_before := nextval('pg_temp.asked');
  perform private.record_provider_refund('sandbox', (tests.payment()).provider_ref, gen_random_uuid()::text, 10000, 'USD');
  return nextval('pg_temp.asked') - v_before;
end;
$$;
-- Forces plans that read every order, which the planner chooses for small tables.
set local enable_nestloop = off;
set local enable_indexscan = off;
set local enable_bitmapscan = off;
create temporary table few as select pg_temp.asked_by_refund() as asked;
select tests.make_order(tests.id('brand'), tests.id('kol'), status) from unnest(array['funded', 'in_progress', 'delivered', 'completed']) as status, generate_series(1, 6);
-- A statement that is planned again makes a few more lookups.
select cmp_ok(pg_temp.asked_by_refund(), '<', asked + 24, 'the report of a refund makes no lookup for each other order of the brand') from few;
select is((select count(*) from public.pack_orders where status = 'cancelled'), 2::bigint, 'each refund ended the order that its payment was for');
