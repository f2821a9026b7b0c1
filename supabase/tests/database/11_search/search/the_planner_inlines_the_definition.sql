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
select unalike(pg_temp.plan_of('{}'), '%Filter%', 'a filter that is not set is not in the plan');
select matches(pg_temp.plan_of('{"platforms": ["x"], "rating": 3}'), 'Filter: \(\(rating >= ', 'a filter that is set is compared in the plan');
set local enable_seqscan = off;
select matches(pg_temp.plan_of('{"platforms": ["x"], "searchTerm": "rollups"}'),
  'Bitmap Index Scan on creators_by_filters\n +Index Cond: .*text_grams.* AND .*creator_facet_keys', 'a term and a list are looked up in the index');
