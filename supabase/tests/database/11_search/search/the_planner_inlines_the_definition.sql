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
set local enable_sort = off;
select matches(tests.plan_of(format('select c.profile_id from private.creators c where private.creator_satisfies(c, %L::private.creator_filter) order by c.%I desc, c.profile_id desc',
  f.every_field, sort_column)), 'Index Only Scan using creators_by_', 'the order by ' || sort_column || ' is read without the table, whatever is asked for but a term')
from unnest(array['score', 'follower_total', 'created_at', 'price_rank', 'delivery_rank']) as sort_column, (
  select jsonb_populate_record(null::private.creator_filter, jsonb_object_agg(field, 1)) as every_field
  from jsonb_object_keys(to_jsonb(private.parse_filters('{}'))) as field where field <> 'term') as f;
