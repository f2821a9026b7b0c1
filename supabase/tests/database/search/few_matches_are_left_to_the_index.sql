begin;
select plan(9);
-- With nine creators and a page of three, the root of 27 * cost_of_row entries cost as much as the index.
-- How many creators a sample of so many entries finds is given here.
select tests.make_member('kol ' || n, 'kol') from generate_series(1, 9) as n;
analyze private.creators;
create temp table samples (entries bigint, found int);
create or replace function private.scan_sort_index(f private.creator_filter, page private.creator_page, entries bigint) returns uuid[]
language sql as $$ select array_fill(gen_random_uuid(), array[found]) from samples s where s.entries = scan_sort_index.entries $$;
create or replace function private.search_by_index(f private.creator_filter, page private.creator_page, index_condition text) returns uuid[]
language plpgsql as $$ begin raise exception 'asked the index'; end $$;
create function pg_temp.found(cost_of_row int, samples jsonb, filters jsonb default '{"platforms": ["x"]}') returns int language plpgsql as $$
begin
  delete from pg_temp.samples;
  insert into pg_temp.samples select key::bigint, value::int from jsonb_each_text(samples);
  return cardinality(private.page_of_creators(
    private.parse_filters(filters), row(null, '{}', 3, null, null, 'score'), cost_of_row));
end;
$$;
select is(pg_temp.found(20, '{"500": 3}'), 3, 'a sample has 500 entries at least');
select is(pg_temp.found(1000000, '{"520": 3}'), 3, 'and a tenth of what costs as much as the index');
select is(pg_temp.found(1000000, '{"520": 0, "2080": 1, "8320": 3}'), 3, 'as long as enough are found, the order is read on');
select throws_ok($$ select pg_temp.found(1000000, '{"520": 0, "2080": 0, "8320": 3}') $$, 'asked the index', 'the index is asked where too few are found');
select throws_ok($$ select pg_temp.found(1000000, '{"520": 0, "2080": 2, "8320": 2}') $$, 'asked the index', 'and after as many entries as cost more than it');
select is(pg_temp.found(1000000, '{"500": 3}', '{"verified": true}'), 3, 'where an order is read of few creators, less of it costs as much as the index');
select is(private.cost_of_row(private.parse_filters(filters)), cost, 'a row costs that much: ' || filters::text)
from (values ('{"searchTerm": "defi", "rating": 4}'::jsonb, 5), ('{"searchTerm": "defi", "language": "en"}', 12), ('{"verified": true}', 30)) as given (filters, cost);
select * from finish();
rollback;
