select tests.make_member(name, 'brand') from unnest(array['rich', 'poor']) as name;
select tests.make_member('kol', 'kol');
create function pg_temp.reviewed(brand text, days int, rating int) returns void language plpgsql as $$
declare
  v_order uuid := tests.make_order(tests.id(brand), tests.id('kol'), 'delivered');
begin
  perform tests.move_time_as(tests.id(brand));
  perform private.complete_order(v_order, now() + make_interval(days => days));
  perform private.review_order(v_order, rating, 'Well.', now() + make_interval(days => days));
  perform tests.move_time_as(tests.id('kol'));
  perform private.review_order(v_order, 4, 'Well.', now() + make_interval(days => days));
  perform tests.act_as_owner();
end;
$$;
create function pg_temp.rated(name text) returns text language sql as $$
  select coalesce(rating::text, 'none') || ' of ' || review_count from public.profiles where id = tests.id(name)
$$;
select pg_temp.reviewed('rich', 0, 1);
select pg_temp.reviewed('poor', 1, 5);
select is(pg_temp.rated('kol'), '3.00 of 2', 'two authors, two reviews');
select pg_temp.reviewed('rich', 89, 4);
select is(pg_temp.rated('kol'), '4.50 of 2', 'the last of an author replaces those of the 90 days before it');
select pg_temp.reviewed('rich', 179, 3);
select is(pg_temp.rated('kol'), '4.00 of 3', 'after 90 days another one counts');
select is((select count(*) from public.reviews where subject_id = tests.id('kol') and visible_at is not null), 4::bigint, 'all of them are read');
select is(pg_temp.rated('rich'), '4.00 of 2', 'the same holds for reviews of a brand');
