begin;
select plan(2);
select tests.make_member('ann', 'kol');
create function pg_temp.plan_of(filters jsonb) returns text language plpgsql as $$
declare
  v_line text;
  v_plan text := '';
begin
  for v_line in execute format(
    'explain (costs off) select from private.creators c where private.creator_satisfies(c, %L::private.creator_filter)',
    private.parse_filters(filters)::text)
  loop
    v_plan := v_plan || v_line || E'\n';
  end loop;
  return v_plan;
end;
$$;
grant execute on function pg_temp.plan_of to authenticated;
select unalike(pg_temp.plan_of('{}'), '%Filter%', 'what is not set is not in the plan');
set local enable_seqscan = off;
select matches(pg_temp.plan_of('{"platforms": ["x"], "language": "en"}'), 'creators_by_filters',
  'what is set uses the index');
select * from finish();
rollback;
