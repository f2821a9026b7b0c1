select is(private.term_anchor('abc'), 0, 'too short');
select is(array[private.term_anchor('abcd')], private.text_grams('abcd'), 'the only one');
select ok(private.text_grams('区块') @> array[private.term_anchor('区块')], 'two Chinese characters have some');
select private.term_id(term) from unnest(array['abcd', 'bcde']) as term;
select is(array[private.term_anchor('abcdefg')], (
  select array[min(gram)] from unnest(private.text_grams('abcdefg')) as gram
  where gram not in (select anchor from private.search_terms)), 'one that leads to no other term');
select is(cardinality(array(select distinct anchor from private.search_terms)), 2, 'each term has its own');
