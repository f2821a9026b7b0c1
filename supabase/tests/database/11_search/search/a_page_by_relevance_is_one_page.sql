-- Judges private.search_creators: both passes together fill one page.
-- cast: bob brand
select plan(10);
select tests.make_member(name, 'kol') from unnest(array['ann', 'ben', 'cid', 'dan', 'eve']) name;
update public.profiles set display_name = 'Rollups ' || initcap(name) from tests.people where profile_id = id and name in ('ann', 'ben');
update public.profiles set bio = 'rollups' from tests.people where profile_id = id and name in ('cid', 'dan', 'eve');
update public.profiles set rating = case name when 'ann' then 2 when 'ben' then 1 when 'cid' then 5 when 'dan' then 4 else 3 end
from tests.people where profile_id = id and name <> 'bob';
-- The pages, one after the other, of that size.
create function pg_temp.pages(size int) returns text language plpgsql as $$
declare
  v_after uuid;
  v_names text[];
  v_pages text[];
begin
  for n in 1..10 loop
    select array_agg(right(f.display_name, 3) order by f.place), (array_agg(f.id order by f.place desc))[1] into v_names, v_after
    from (
      select display_name, id, row_number() over () as place
      from public.search_creators('{"searchTerm": "rollups"}', 'relevance', size, v_after)
    ) f;
    exit when v_names is null;
    v_pages := v_pages || array_to_string(v_names, ' ');
  end loop;
  return array_to_string(v_pages, ', ');
end;
$$;
grant execute on function pg_temp.pages to authenticated;
select tests.act_as(tests.id('bob'));
select is(pg_temp.pages(size), pages, 'pages of ' || size) from (values
  (1, 'Ann, Ben, Cid, Dan, Eve'), (2, 'Ann Ben, Cid Dan, Eve'), (3, 'Ann Ben Cid, Dan Eve'), (4, 'Ann Ben Cid Dan, Eve'), (5, 'Ann Ben Cid Dan Eve')
) as p (size, pages);
select is((select count(*) from public.search_creators('{"searchTerm": "rollups"}', 'relevance', 0)), 1::bigint, 'a page has at least one');
select is((select count(*) from public.search_creators('{}', 'rating', 3)), 3::bigint, 'pages by rating have their size too');
select is((select count(*) from public.search_creators('{}', 'rating', null)), 5::bigint, 'without a size all fit');
select throws_ok($$ select public.search_creators('{}', 'rating', 1, gen_random_uuid()) $$, 'PT422', 'page_unknown', 'no page comes after nobody');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('bob');
select tests.act_as(tests.id('bob'));
select throws_ok($$ select public.search_creators('{}') $$, 'PT403', 'not_allowed', 'a suspended member searches nothing');
