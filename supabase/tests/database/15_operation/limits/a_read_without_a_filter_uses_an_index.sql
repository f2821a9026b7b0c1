-- cast: bob brand
-- Forbids plans that scan a whole table. Without a filter only the policy says which rows are meant, and where
-- no index can find them, the planner scans the table all the same.
set local enable_seqscan = off;
set local enable_indexscan = off;
set local enable_indexonlyscan = off;
select tests.act_as(tests.id('bob'));
select unalike(tests.plan_of(format('select from public.%I limit 1', c.relname)), '%Seq Scan%', 'an index finds the rows of ' || c.relname || ' that a member may read')
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and has_any_column_privilege('authenticated', c.oid, 'select')
  -- Every member reads most of these rows, or there are few of them, or (the last ones) only staff read them.
  and c.relname <> all ('{members,packs,reviews,campaigns,currencies,order_statuses,precedents,market_terms,balance_proofs,solvency,
    chargebacks,chain_alarms,payout_halts,staff_proposals}')
order by c.relname;
