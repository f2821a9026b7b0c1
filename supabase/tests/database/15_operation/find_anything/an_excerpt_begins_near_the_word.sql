create function pg_temp.excerpt(before int, after int default 0) returns text language sql as $$
  select private.excerpt(repeat('a', before - 1) || ' Word' || repeat('b', after), 'word of a term')
$$;
select is(pg_temp.excerpt(1), ' Word', 'an excerpt of a short text begins at its beginning');
select is(left(pg_temp.excerpt(40), 1), 'a', 'an excerpt with 40 characters before the match is not cut');
select is(left(pg_temp.excerpt(41), 2), '…a', 'an excerpt with 41 characters before the match is cut, with a sign');
select is(pg_temp.excerpt(41), '…' || repeat('a', 39) || ' Word', 'a cut excerpt has 39 characters before the match');
select is(pg_temp.excerpt(1, 155), ' Word' || repeat('b', 155), 'an excerpt of 160 characters is whole');
select is(pg_temp.excerpt(1, 156), ' Word' || repeat('b', 155), 'an excerpt has at most 160 characters');
select is(private.excerpt(E'One\n\n  word', 'word'), 'One word', 'an excerpt has one space for any white space');
select is(private.excerpt('Of nothing', 'word'), 'Of nothing', 'an excerpt without a match begins at the beginning');
