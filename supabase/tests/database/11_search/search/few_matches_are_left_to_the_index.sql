-- Numbers the creators in the order of their ratings. In each test the platforms decide which of them match.
select tests.make_member('kol ' || n, 'kol') from generate_series(1, 9) as n;
update public.profiles set rating = 5 - n / 10.0 from generate_series(1, 9) as n where id = tests.id('kol ' || n);
create function pg_temp.read(matching int[], most int) returns text language sql as $$
  update public.profiles set platforms = case when n = any (matching) then '{x}'::text[] else '{youtube}' end
  from generate_series(1, 9) as n where id = tests.id('kol ' || n);
  select string_agg(substr(m.display_name, 5), ' ' order by place)
    from unnest(private.search_by_order(
      private.parse_filters('{"platforms": ["x"]}'), row(null, '{}', 3, null, null, 'score'), most)) with ordinality as listed (id, place)
    join public.members m using (id)
$$;
select is(pg_temp.read('{1,2,3,4}', 9), '1 2 3', 'a full page ends the reading of the order');
select is(pg_temp.read('{1,5,6}', 5), '1 5', 'a search in sort order reads no more creators than its limit');
select is(pg_temp.read('{8}', 5), null, 'a creator behind the bound is not found');

-- Replaces the steps of a page by functions that record how many creators they are asked for. The rating of a
-- filter, in hundredths, is the number of creators that reading in order then finds.
create temporary table asked (step text);
create or replace function private.search_by_order(f private.creator_filter, page private.creator_page, most int, out ids uuid[])
language plpgsql as $$
begin
  insert into asked values (most);
  ids := array_fill(gen_random_uuid(), array[coalesce(f.min_rating, 0)]);
end;
$$;
create or replace function private.search_by_index(f private.creator_filter, page private.creator_page, index_condition text, out ids uuid[])
language plpgsql as $$ begin insert into asked values ('index'); ids := '{}'; end $$;
alter function private.page_of_creators volatile;
create function pg_temp.steps(filters jsonb) returns text language plpgsql as $$
declare
  v_steps text;
begin
  delete from asked;
  perform private.page_of_creators(private.parse_filters(filters), row(null, '{}', 16, null, null, 'score'));
  select string_agg(step, ' ') into v_steps from asked;
  return v_steps;
end;
$$;
analyze private.creators;
-- Reading in order ends after 12 creators, the square root of page size times creators (16 * 9), and first
-- tries a quarter of them.
select is(pg_temp.steps('{"language": "en", "rating": 0.16}'), '3', 'a page filled from the first quarter needs no further step');
select is(pg_temp.steps('{"language": "en"}'), '3 index', 'the page is read by the index when the first quarter is empty');
select is(pg_temp.steps('{"language": "en", "rating": 0.03}'), '3 index', 'the page is read by the index when the first quarter has less than a quarter of it');
select is(pg_temp.steps('{"language": "en", "rating": 0.04}'), '3 24 index', 'a quarter of the page in the first quarter is enough to read on');
select is(pg_temp.steps('{"rating": 0.04}'), '1 2 index', 'if no index serves the filter, a limited part of the creators is read in sort order before all are scanned');

-- Returns after which number of followers a search by followers begins to read: creators with few followers
-- come last in that order.
create function pg_temp.begins(filters jsonb, sort text default 'followers') returns text language sql as $$
  delete from asked;
  select private.search_creators(filters, sort, 16, null);
  select max(step) from asked where step like 'after%'
$$;
create or replace function private.search_by_order(f private.creator_filter, page private.creator_page, most int, out ids uuid[])
language plpgsql as $$ begin insert into asked values ('after ' || page.after_value); ids := '{}'; end $$;
alter function private.search_creators volatile;
select tests.move_time_as(tests.id('kol 1'));
select is(pg_temp.begins('{"followersRanges": ["0-1k", "1k-10k"]}'), 'after 10001', 'the order of followers is read from the highest range on');
select is(pg_temp.begins('{"followersRanges": ["1m+"]}'), null, 'the highest range of all is read from the beginning');
select is(pg_temp.begins('{"followersRanges": ["0-1k"]}', 'newest'), null, 'a search by another order is read from the beginning');
