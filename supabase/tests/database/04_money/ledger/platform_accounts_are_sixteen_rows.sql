insert into public.currencies values ('EUR', 'Euro', 2, 500, 100000000);
select is((select array_agg(distinct (kind, rows)::text order by (kind, rows)::text) from (
  select kind, count(distinct shard) as rows from private.accounts where currency = 'EUR' group by kind) as k),
  '{"(capital,16)","(cash,16)","(costs,16)","(fees_held,16)","(loss,16)","(revenue,16)","(suspense,16)"}', 'each platform account of a new currency has sixteen rows');
select cmp_ok(count(distinct private.platform_account('fees_held', 'USD', gen_random_uuid())), '>', 10::bigint, 'the fees of different orders are spread over the rows')
from generate_series(1, 500);
select is(private.platform_account('fees_held', 'USD', id), private.platform_account('fees_held', 'USD', id), 'the fees of one order stay in one row')
from gen_random_uuid() as id;
