-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'ruled');
create temporary table o as select tests.order_id() as other, tests.make_order(tests.id('brand'), tests.id('kol'), 'ruled') as id,
  tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered') as delivered;
insert into public.settlement_proposals (order_id, proposed_by, creator_share_minor, binds_silence) select other, tests.id('kol'), 1, true from o union all select id, tests.id('kol'), 2, true from o;
insert into public.dispute_statements (order_id, author_id, kind, body) select other, tests.id('kol'), 'evidence', 'Other' from o union all select id, tests.id('kol'), 'evidence', 'This' from o;
select tests.act_as(tests.id('stella'));
create temporary table file as select public.read_dispute(id) as body from o;
select is(jsonb_path_query_array(body, '$.proposals[*].creator_share_minor'), '[2]', 'a case has the proposals of its own order only') from file;
select is(jsonb_path_query_array(body, '$.statements[*].body'), '["Heard.", "Heard.", "This"]', 'a case has the statements of its own order only') from file;
select is(jsonb_path_query_array(body, '$.rulings[*].order_id'), jsonb_build_array(id), 'a case has the ruling on its own order only') from file, o;
select throws_ok($$ select public.read_dispute(delivered) from o $$, 'PT409', 'order_not_disputed', 'an order without a dispute has no case');
