-- cast: ann kol, bob brand
-- Tests that texts are cut before normalize(), whose time grows with the square of the longest run of combining
-- marks. It runs in C, so no time limit or termination ends it: 120 kB take half a minute.
select is_empty($$
  select p.proname from pg_proc p
  where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)
    and p.prosrc ~ 'normalize\((?!left\()'
$$, 'every function normalises only the beginning of a text');
create function pg_temp.slow(bytes int) returns text language sql as $$
  select 'a' || repeat(U&'\0301', bytes / 4) || repeat(U&'\0316', bytes / 4)
$$;
select tests.act_as(tests.id('bob'));
select throws_ok(format('select public.search_creators(%L)', jsonb_build_object('searchTerm', pg_temp.slow(1000000))),
  'PT422', 'filter_too_large', 'a search refuses a term of a megabyte before it reads it');
select throws_ok(format('select public.find_anything(%L)', pg_temp.slow(1000000)), 'PT422', 'filter_term_too_long',
  'find_anything refuses a query of a megabyte before it reads it');
select throws_ok(format('insert into public.saved_searches (name, filters) values ($$x$$, %L)', jsonb_build_object('searchTerm', pg_temp.slow(1000000))),
  'PT422', 'filter_too_large', 'a saved search refuses filters of a megabyte before it reads them');
select throws_ok(format('update public.profiles set display_name = %L where id = tests.id($$bob$$)', pg_temp.slow(1000000)),
  '23514', null, 'a name of a megabyte is refused for its length');
select throws_ok(format('update public.profiles set display_name = %L where id = tests.id($$bob$$)', repeat('ab ', 300000)),
  '23514', null, 'a name of many words is refused for its length');
