-- cast: ann kol
create temporary table bounds as select min_price_minor as least, max_price_minor as most from public.currencies where code = 'USD';
grant select on bounds to authenticated;
select tests.act_as(tests.id('ann'));
create function pg_temp.refusal(price_minor bigint) returns text language plpgsql as $$
begin
  insert into public.packs (kol_id, title, price_minor, delivery_days) values (tests.id('ann'), 'One thread', refusal.price_minor, 3);
  set constraints all immediate;
  return null;
exception when sqlstate 'PT422' then
  return sqlerrm;
end;
$$;
select is(pg_temp.refusal(least), null, 'the least') from bounds;
select is(pg_temp.refusal(least - 1), 'price_too_low', 'not less') from bounds;
select is(pg_temp.refusal(most), null, 'the most') from bounds;
select is(pg_temp.refusal(most + 1), 'price_too_high', 'not more') from bounds;
