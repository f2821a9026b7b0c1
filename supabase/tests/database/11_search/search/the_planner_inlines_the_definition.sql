-- cast: ann kol
create function pg_temp.plan_of(filters jsonb) returns text language plpgsql as $$
declare
  v_line text;
  v_plan text := '';
begin
  for v_line in execute format(
    'explain (costs off) select from private.creators c where private.creator_satisfies(c, %L::private.creator_filter) and %s',
    private.parse_filters(filters)::text, coalesce(private.index_condition(private.parse_filters(filters)), 'true'))
  loop
    v_plan := v_plan || v_line || E'\n';
  end loop;
  return v_plan;
end;
$$;
grant execute on function pg_temp.plan_of to authenticated;
select unalike(pg_temp.plan_of('{}'), '%Filter%', 'what is not set is not in the plan');
set local enable_seqscan = off;
set local enable_bitmapscan = off;
select matches(pg_temp.plan_of('{"platforms": ["x"], "language": "en"}'), 'Index Only Scan using creators_by_\w+ on creators c\n  Filter: \(\(language',
  'what is set is read from an index of an order');
set local enable_bitmapscan = on;
set local enable_indexscan = off;
select matches(pg_temp.plan_of('{"platforms": ["x"], "searchTerm": "rollups"}'),
  'Bitmap Index Scan on creators_by_filters\n +Index Cond: .*rollups.* AND .*creator_facet_keys', 'or looked up');
select matches(pg_temp.plan_of('{"maxPrice": 100}'), 'Bitmap Index Scan on creators_by_price\n +Index Cond: ', 'prices are looked up');
drop index private.creators_by_price, private.creators_by_delivery;
set local enable_indexscan = on;
set local enable_bitmapscan = off;
select matches(pg_temp.plan_of('{"minPrice": 100, "maxDeliveryDays": 7}'),
  'Index Only Scan using creators_by_\w+ on creators c\n  Filter: .*price_cents >= .*delivery_days <= ', 'and read from an index of an order');
