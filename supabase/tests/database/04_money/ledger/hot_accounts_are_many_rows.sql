select cmp_ok(count(distinct private.platform_account('fees_held', 'USD', gen_random_uuid())), '>', 10::bigint, 'orders spread over the rows')
from generate_series(1, 500);
select is(private.platform_account('fees_held', 'USD', id), private.platform_account('fees_held', 'USD', id), 'one order always finds the same')
from gen_random_uuid() as id;
