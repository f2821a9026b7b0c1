-- cast: brand brand, kol kol
create sequence pg_temp.draws;
create function pg_temp.next_number() returns text language plpgsql as $$
declare
  v_id uuid := tests.put_order(tests.id('brand'), tests.id('kol'));
begin
  return (select o.number from public.pack_orders o where o.id = v_id);
end;
$$;
create or replace function private.random_bits() returns bigint language sql volatile set search_path = '' as $$
  select 0::bigint
$$;
select is(pg_temp.next_number(), 'K-22222', 'five characters');
create or replace function private.random_bits() returns bigint language sql volatile set search_path = '' as $$
  select case when nextval('pg_temp.draws') > 3 then 1 else 0 end::bigint
$$;
select is(pg_temp.next_number(), 'K-32222', 'another one of five, when three draws were in use');
create or replace function private.random_bits() returns bigint language sql volatile set search_path = '' as $$
  select case when nextval('pg_temp.draws') > 8 then 2 else 0 end::bigint
$$;
select is(pg_temp.next_number(), 'K-422222', 'one of six, when four draws were');
create or replace function private.random_bits() returns bigint language sql volatile set search_path = '' as $$
  select 0::bigint
$$;
select is(array[pg_temp.next_number(), pg_temp.next_number(), pg_temp.next_number()], '{K-222222,K-2222222,K-22222222}',
  'each of four more is longer, up to eight characters');
create or replace function private.random_bits() returns bigint language sql volatile set search_path = '' as $$
  select case when nextval('pg_temp.draws') > 29 then 1 else 0 end::bigint
$$;
select is(pg_temp.next_number(), 'K-32222222', 'and no longer than that');
