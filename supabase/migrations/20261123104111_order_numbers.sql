-- Each order gets a number that people can say. Older orders are numbered here, one by one: a
-- number is drawn only when no row has it.

create function private.new_order_number() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_characters constant text := '23456789ABCDEFGHJKMNPQRSTVWXYZ';
  v_size constant bigint := length(v_characters);
  v_random bigint;
  v_number text;
  v_attempt int := 0;
begin
  loop
    v_random := ('x' || encode(extensions.gen_random_bytes(7), 'hex'))::bit(56)::bigint;
    v_number := 'K-';
    -- Numbers become longer when the short ones are used up.
    for v_place in 1..5 + least(v_attempt / 4, 3) loop
      v_number := v_number || substr(v_characters, (v_random % v_size)::int + 1, 1);
      v_random := v_random / v_size;
    end loop;
    -- The lock is kept until the order is written: a concurrent request takes another number.
    if pg_try_advisory_xact_lock(hashtextextended('order_number ' || v_number, 0))
      and not exists (select from public.pack_orders o where o.number = v_number)
    then
      return v_number;
    end if;
    v_attempt := v_attempt + 1;
  end loop;
end;
$$;
comment on function private.new_order_number is 'A random number that no order has. Granted to nobody.';

alter table public.pack_orders add column number text;

do $$
declare
  v_id uuid;
begin
  for v_id in select o.id from public.pack_orders o loop
    update public.pack_orders o set number = private.new_order_number() where o.id = v_id;
  end loop;
end;
$$;

alter table public.pack_orders
  alter column number set default private.new_order_number(),
  alter column number set not null,
  add constraint pack_orders_number_key unique (number),
  add constraint pack_orders_number_well_formed check (number ~ '^K-[2-9A-HJKMNP-TV-Z]{5,8}$');
