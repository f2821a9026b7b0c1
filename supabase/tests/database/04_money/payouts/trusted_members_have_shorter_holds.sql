-- cast: brand brand, kol kol
create function pg_temp.earn(trust text) returns void language sql as $$
  update public.profiles set trust_level = trust where id = tests.id('kol');
  select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed') $$;
-- At the end the member's trust falls back to that of a new member, which must not lengthen earlier holds.
select pg_temp.earn(trust) from unnest(array['normal', 'trusted', 'new']) as trust;
create temporary table cleared as
select nr, private.run_due_work(now() + after - interval '1 second') ->> 'holds_cleared' as before, private.run_due_work(now() + after) ->> 'holds_cleared' as then
from (values (1, interval '3 days'), (2, '7 days'), (3, '14 days')) as t (nr, after);
select results_eq('select before, "then" from cleared order by nr', $$ values ('0', '1'), ('0', '1'), ('0', '1') $$,
  'earnings clear after 3, 7 or 14 days by the creator''s trust at completion');
select is(tests.balance(owner, kind), amount, description) from (values
  (tests.id('kol'), 'available', 27000::bigint, 'cleared earnings are available'), (tests.id('kol'), 'pending', 0, 'cleared earnings are no longer pending'),
  (null, 'revenue', 3000, 'the fees of cleared orders are revenue'), (null, 'fees_held', 0, 'the fees of cleared orders are no longer held')
) as b (owner, kind, amount, description);
