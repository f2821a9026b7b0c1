-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'ruled');
create temporary table o as select tests.order_id() as other, tests.make_order(tests.id('brand'), tests.id('kol'), 'ruled') as id,
  tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered') as delivered;
insert into public.settlement_proposals (order_id, proposed_by, creator_share_minor, binds_silence) select other, tests.id('kol'), 1, true from o union all select id, tests.id('kol'), 2, true from o;
insert into public.dispute_statements (order_id, author_id, kind, body) select other, tests.id('kol'), 'evidence', 'Other' from o union all select id, tests.id('kol'), 'evidence', 'This' from o;
insert into public.order_deliveries (order_id, note, links) select other, 'Other work', '{}'::text[] from o union all select id, 'The video', '{https://example.com/v}' from o;
insert into public.order_events (order_id, from_status, to_status, actor_id, note) select id, 'delivered', 'in_revision', tests.id('brand'), 'Brighter, please.' from o;
select tests.act_as(tests.id('stella'));
create temporary table file as select public.read_dispute(id) as body from o;
select is(jsonb_path_query_array(body, '$.proposals[*].creator_share_minor'), '[2]', 'a case has the proposals of its own order only') from file;
select is(jsonb_path_query_array(body, '$.statements[*].body'), '["Heard.", "Heard.", "This"]', 'a case has the statements of its own order only') from file;
select is(jsonb_path_query_array(body, '$.rulings[*].order_id'), jsonb_build_array(id), 'a case has the ruling on its own order only') from file, o;
select is(jsonb_path_query_array(body, '$.deliveries[*].links'), '[["https://example.com/v"]]', 'a case has what was delivered for its own order') from file;
select ok(body @? '$.events[*] ? (@.note == "Brighter, please.")', 'a case has what the brand asked for') from file;
select ok(not body @? '$.events[*] ? (@.to_status == "ruled")', 'a ruling is not listed twice') from file;
select throws_ok($$ select public.read_dispute(delivered) from o $$, 'PT409', 'order_not_disputed', 'an order without a dispute has no case');
-- Returns what the case says that the clock will do if a side is silent.
create function pg_temp.silence() returns jsonb language sql as $$ select public.read_dispute(tests.order_id()) -> 'silence' $$;
select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.gets('stella', 'select pg_temp.silence()', 'null', 'staff rule on a dispute in which nobody has proposed a split');
select tests.by('brand', $$ select public.propose_settlement(tests.order_id(), 6000) $$);
select tests.gets('stella', 'select pg_temp.silence()', '6000', 'the case says that a proposal binds the side if it does not answer');
select tests.by('kol', $$ select public.give_evidence(tests.order_id(), 'Look.') $$);
select tests.gets('stella', 'select pg_temp.silence()', 'null', 'the proposal binds nobody once both sides have given statements');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'awaiting_ruling');
select tests.gets('stella', 'select pg_temp.silence()', '0', 'the case says what the written rule gives when staff do not rule');
update public.pack_orders set due_at = null where id = tests.order_id();
select tests.gets('stella', 'select pg_temp.silence()', 'null', 'nothing is divided while the clock is stopped');
