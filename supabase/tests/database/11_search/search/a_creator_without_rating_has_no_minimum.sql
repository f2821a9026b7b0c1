-- cast: ann kol, bob brand
select tests.act_as(tests.id('bob'));
select isnt_empty($$ select * from public.search_creators('{"rating": 0}') $$, 'found while nothing is asked');
select is_empty($$ select * from public.search_creators('{"rating": 0.01}') $$, 'not found by any minimum');
