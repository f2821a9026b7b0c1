select is(private.term_anchor('abc'), 0, 'a term of three letters has no anchor');
select is(array[private.term_anchor('abcd')], private.text_grams('abcd'), 'a term of four letters has its only group of four letters');
select ok(private.text_grams('区块') @> array[private.term_anchor('区块')], 'two Chinese characters have an anchor');
select ok(private.text_grams('a text of abcdefg') @> array[private.term_anchor('of abcdefg')], 'a text has the anchor of a term in it');
select ok(cardinality(array(select distinct private.term_anchor('abcd' || n) from generate_series(1000, 1100) as n)) > 9,
  'terms that begin alike have different anchors');
select throws_ok($$ insert into private.filter_keys (key, anchor, watcher_id, term)
  values (0, 0, gen_random_uuid(), repeat('a', 101)) $$, '23514', null, 'a term has at most a hundred characters');
