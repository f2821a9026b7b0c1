-- cast: ann kol, bob brand
select tests.act_as(tests.id('bob'));
select is_empty($$ update public.profiles set role = 'brand' where id = tests.id('ann') returning id $$, 'hidden rows are not written');
