-- Tests private.delivery_files_are_valid.
-- cast: ann kol, bob brand
select tests.make_order(tests.id('bob'), tests.id('ann'), 'in_progress');
create function pg_temp.deliver(files jsonb) returns void language sql as $$
  insert into public.order_deliveries (order_id, note, files) values (tests.order_id(), 'Done', files)
$$;
select lives_ok(format('select pg_temp.deliver(%L)', files), 'a delivered file is accepted: ' || what) from (values
  ('[]', 'nothing'), ('[{"path": "c/f/a.pdf"}]', 'a path'),
  ('[{"path": "c/f/a.pdf", "name": "a.pdf", "type": "application/pdf", "size": 10}]', 'with all that is known of the file'),
  ('[{"path": "a", "name": "b", "type": "", "size": 0}]', 'the shortest texts'),
  (format('[{"path": "%s", "name": "%s", "type": "%s", "size": 999999999999}]', repeat('a', 500), repeat('b', 255), repeat('c', 255)), 'the longest')
) as good (files, what);
select throws_ok(format('select pg_temp.deliver(%L)', files), '23514',
  'new row for relation "order_deliveries" violates check constraint "order_deliveries_files_well_formed"', 'a delivered file is refused: ' || what) from (values
  ('["c/f/a.pdf"]', 'a text'), ('[["c/f/a.pdf"]]', 'a list'), ('[{"name": "a.pdf"}]', 'no path'), ('[{"path": ""}]', 'an empty path'),
  ('[{"path": "a", "name": ""}]', 'an empty name'), (format('[{"path": "a", "type": "%s"}]', repeat('a', 256)), 'a long type'),
  ('[{"path": "a", "type": "a\u0007"}]', 'a type that does not print'), ('[{"path": "a", "name": 1}]', 'a name that is no text'),
  ('[{"path": "a", "size": 1000000000000}]', 'a size of thirteen digits'), ('[{"path": 1}]', 'a path that is no text'),
  (format('[{"path": "%s"}]', repeat('a', 501)), 'a long path'), (format('[{"path": "a", "name": "%s"}]', repeat('a', 256)), 'a long name'),
  ('[{"path": "a", "name": "a\u0007"}]', 'a name that does not print'), ('[{"path": "a", "size": "10"}]', 'a size that is no number'),
  ('[{"path": "a", "size": -1}]', 'a size below zero'), ('[{"path": "a", "size": 1e300}]', 'a size beyond all sizes'),
  ('[{"path": "a", "type": {"a": 1}}]', 'a type that is no text'), ('[{"path": "a", "more": "b"}]', 'anything else')
) as wrong (files, what);
select is(private.delivery_files_are_valid('{}'), false, 'delivered files that are no list are refused');
