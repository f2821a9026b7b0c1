select is(private.texts_are_within(list, 2, 3), expected, description) from (values
  ('{}'::text[], true, 'an empty list is valid'),
  (array['a', 'abc'], true, 'a list of as many and as long texts as allowed is valid'),
  (array['a', 'b', 'c'], false, 'a list of too many texts is not valid'),
  (array['abcd'], false, 'a text that is too long is not valid'),
  (array['a', null], false, 'a missing text is not valid'),
  (array['a', ''], false, 'an empty text is not valid'),
  (array[' a'], false, 'a text that begins with a space is not valid'),
  (array['a '], false, 'a text that ends with a space is not valid'),
  (array[E'a\nb'], false, 'a text of two lines is not valid'),
  (array[E'a\u007Fb'], false, 'a text with a control character is not valid')
) as lists (list, expected, description);
