select plan(10);
select tests.make_member('kol' || lpad(n::text, 2, '0'), 'kol') from generate_series(1, 25) n;
select tests.make_member('bob', 'brand');
update public.profiles set rating = 1 + (hashtext(display_name) & 3), follower_counts = jsonb_build_object('x', hashtext(display_name) & 7),
  bio = case when hashtext(display_name) & 1 = 0 then 'kol' else '' end
where display_name like 'Kol%';
create function pg_temp.pages(filters jsonb, sort text, size int) returns uuid[] language plpgsql as $$
declare
  v_all uuid[] := '{}';
  v_page uuid[];
begin
  loop
    select array_agg(p.id order by p.place) into v_page from (
      select f.id, row_number() over () as place
      from public.search_creators(filters, sort, size, v_all[cardinality(v_all)]) f) p;
    exit when v_page is null or cardinality(v_all) > 50;
    v_all := v_all || v_page;
  end loop;
  return v_all;
end;
$$;
grant execute on function pg_temp.pages to authenticated;
select tests.act_as(tests.id('bob'));
select is(pg_temp.pages('{"searchTerm": "kol"}', sort, size), pg_temp.pages('{"searchTerm": "kol"}', sort, 100),
  format('%s by pages of %s', sort, size))
from unnest(array['rating', 'followers', 'newest', 'relevance']) sort, unnest(array[1, 7]) size;
select is(cardinality(pg_temp.pages('{}', 'rating', 24)), 25, 'all of them');
select is((select count(*) from public.search_creators('{}', 'rating', 0)), 1::bigint, 'a page holds at least one');
