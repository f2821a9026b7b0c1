-- cast: ann kol, ben kol, bob brand, eve brand
-- Makes eleven open orders, the first of which is due last, one that is over and can be reviewed, and one of
-- others.
create temporary table o as
select n, tests.put_order(tests.id('bob'), tests.id(case when n = 1 then 'ben' else 'ann' end), 'funded') as id from generate_series(1, 11) as n;
update public.pack_orders p set due_at = now() + (20 - o.n) * interval '1 day' from o where o.id = p.id;
select tests.put_order(tests.id('bob'), tests.id('ben'), 'completed');
select tests.put_order(tests.id('eve'), tests.id('ben'), 'funded');

select tests.act_as(tests.id('bob'));
create temporary view found as select f.*, o.n from public.find_anything(null, null) with ordinality as f left join o using (id);
select is((select array_agg(distinct n order by n desc) from found), '{11,10,9,8,7,6,5,4,3,2}', 'a search without a term finds the ten open orders that are due first');
select is((select array_agg(n order by ordinality) from found), (select array_agg(n order by n desc) from found), 'a search without a term finds orders in the sequence of their deadlines');
select set_eq('select other_name from found', array['Ann'], 'the brand reads the creator''s name of an order that it finds without a term');
select tests.gets('ann', 'select array_agg(distinct n order by n desc) from found', '{11,10,9,8,7,6,5,4,3,2}', 'the creator finds the same orders as the brand without a term');
select tests.finds('ann', 'select distinct other_name from found', $$ values ('Bob') $$, 'the creator reads the brand''s name of an order that they find without a term');
select tests.gets('ben', 'select array_agg(distinct other_name order by other_name) from found', '{Bob,Eve}', 'a creator finds their own orders alone');
select tests.gets('ben', 'select count(distinct id)::int from found', '2', 'a search without a term finds open orders alone');
