-- The number of an order, for people to say, write down and search for: K-7F3Q9. It is random, so
-- that it says nothing about how many orders there are, and has no characters that are read as
-- another one (0 and O, 1, I and L, U and V as U).
create function private.random_bits() returns bigint
language sql volatile set search_path = '' as $$
  select ('x' || encode(extensions.gen_random_bytes(7), 'hex'))::bit(56)::bigint
$$;
comment on function private.random_bits is 'Fifty-six random bits.';

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
    v_random := private.random_bits();
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
