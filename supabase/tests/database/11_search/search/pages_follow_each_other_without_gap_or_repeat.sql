select plan(17);
select tests.make_member('kol' || lpad(n::text, 2, '0'), 'kol') from generate_series(1, 25) n;
select tests.make_member('bob', 'brand');
update public.profiles set rating = 1 + (hashtext(display_name) & 3), follower_counts = jsonb_build_object('x', hashtext(display_name) & 7),
  bio = 'kol', display_name = case when hashtext(display_name) & 4 = 0 then display_name else 'Found by text' end
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
select tests.act_as(tests.id('bob'));
select is(pg_temp.pages('{"searchTerm": "kol"}', sort, size), pg_temp.pages('{"searchTerm": "kol"}', sort, 100),
  format('pages of %s by %s are the same list as one page', size, sort))
from unnest(array['rating', 'followers', 'newest', 'relevance']) sort, unnest(array[1, 3, 5, 7]) size;
select is(cardinality(pg_temp.pages('{}', 'rating', 24)), 25, 'pages have every creator');
