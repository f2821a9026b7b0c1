create function pg_temp.excerpt(before int, after int default 0) returns text language sql as $$
  select private.excerpt(repeat('a', before - 1) || ' Word' || repeat('b', after), 'word of a term')
$$;
select is(pg_temp.excerpt(1), ' Word', 'a short text is shown from its beginning');
select is(left(pg_temp.excerpt(40), 1), 'a', 'so is one with forty characters before the word, of which nothing is cut');
select is(left(pg_temp.excerpt(41), 2), '…a', 'with one more the first is cut, and a sign says so');
select is(pg_temp.excerpt(41), '…' || repeat('a', 39) || ' Word', 'forty stay');
select is(pg_temp.excerpt(1, 155), ' Word' || repeat('b', 155), 'a text of 160 characters is whole');
select is(pg_temp.excerpt(1, 156), ' Word' || repeat('b', 155), 'a longer one is not');
select is(private.excerpt(E'One\n\n  word', 'word'), 'One word', 'white space is one space');
select is(private.excerpt('Of nothing', 'word'), 'Of nothing', 'without the word it begins at the beginning');
