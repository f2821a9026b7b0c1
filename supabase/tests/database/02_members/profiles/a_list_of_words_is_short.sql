select plan(10);
select is(private.texts_are_within(list, 2, 3), expected, coalesce(list::text, 'null')) from (values
  ('{}'::text[], true),
  (array['a', 'abc'], true),
  (array['a', 'b', 'c'], false),
  (array['abcd'], false),
  (array['a', null], false),
  (array['a', ''], false),
  (array[' a'], false),
  (array['a '], false),
  (array[E'a\nb'], false),
  (array[E'a\u007Fb'], false)
) as lists (list, expected);
