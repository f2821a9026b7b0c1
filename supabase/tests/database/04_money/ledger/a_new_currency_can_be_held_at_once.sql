insert into public.currencies values ('EUR', 'Euro', 2, 500, 100000000);
select is((select count(*) from private.accounts where currency = 'EUR'), 80::bigint, 'the platform has its accounts');
select is((select count(distinct shard) from private.accounts where currency = 'EUR' and kind = 'fees_held'), 16::bigint,
  'each in sixteen rows');
