-- cast: brand brand, kol kol, kin kol, sam staff, sue staff, joe staff, moe staff
update public.referrals set inviter_id = tests.id('sam'), invite_id = null where invitee_id = tests.id('kin');
select set_config('tests.own', tests.make_order(tests.id('brand'), tests.id('kin'), 'delivered')::text, true);
select set_config('tests.delivered', tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered')::text, true);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.by('brand', $$ select public.open_dispute(tests.order_id(), 'An empty page.'); select public.propose_settlement(tests.order_id(), 1000) $$);
select tests.act_as(tests.id('kol'));
select public.answer_dispute(tests.order_id(), 'It was made.');

create function pg_temp.seen() returns text language sql as $$
  select string_agg(format('%s %s', what, rows), ', ' order by what) from (
    select 'orders' as what, count(*) as rows from public.pack_orders where id = tests.order_id()
    union all select 'events', count(*) from public.order_events where order_id = tests.order_id()
    union all select 'deliveries', count(*) from public.order_deliveries where order_id = tests.order_id()
    union all select 'proposals', count(*) from public.settlement_proposals where order_id = tests.order_id()
    union all select 'rulings', count(*) from public.rulings where order_id = tests.order_id()
    union all select 'statements', count(*) from public.dispute_statements where order_id = tests.order_id()
    union all select 'previews', count(*) from public.settlement_preview(tests.order_id())
  ) as s where rows > 0
$$;

select tests.act_as(tests.id('sam'));
select is(pg_temp.seen(), null, 'staff read nothing of an order that they have not opened');
select is_empty('select from public.pack_orders', 'staff read no order before they open one');
select results_eq('select i ->> ''number'', (i ->> ''price_minor'')::bigint, i ->> ''status'', i -> ''is_read'', i -> ''is_proposed'' from tests.listed(''disputes'') as i',
  format('values (%L, 10000::bigint, ''disputed'', ''false''::jsonb, ''false''::jsonb)', (select i ->> 'number' from tests.listed('disputes') as i)), 'staff can list the disputes that wait');
select results_eq('select (i ->> ''disputed_by'')::uuid from tests.listed(''disputes'') as i', $$ values (tests.id('brand')) $$, 'staff read who opened a dispute');
select results_eq($$ select disputed_by from public.staff_orders(array[current_setting('tests.delivered')::uuid]) $$, 'values (null::uuid)', 'nobody opened a dispute about an order without one');
select results_eq($$ select released_minor from public.staff_orders(array[current_setting('tests.delivered')::uuid]) $$, 'values (0::bigint)', 'staff can find an order by its id, and read what milestones have paid');
select is((select id from public.staff_orders(null, array[(select i ->> 'number' from tests.listed('disputes') as i)])), tests.order_id(), 'staff can find an order by its number');
select throws_ok('select public.read_order(tests.order_id())', 'PT409', 'dispute_not_read', 'staff open an order in dispute with its case');
select lives_ok('select public.read_dispute(tests.order_id())', 'staff can read the case');
select is(pg_temp.seen(), 'deliveries 1, events 5, orders 1, previews 1, proposals 1', 'staff who opened the case can read the order and its rows, except the statements');
select is((select jsonb_array_length(f -> 'statements') + jsonb_array_length(f -> 'events') from public.read_dispute(tests.order_id()) as f), 2,
  'the case has the statements and reasons of both sides');
select is((select f #>> '{order,id}' from public.read_dispute(tests.order_id()) as f), tests.order_id()::text, 'the case of a dispute has its order');
select is((select string_agg(action, ' ') from public.staff_audit where actor_id = tests.id('sam')), 'read_dispute', 'reading a case is in the audit log once');
select tests.gets('sam', 'select pg_temp.seen()', null, 'staff without a second factor read nothing of an order that they opened', 'aal1');
select tests.act_as(tests.id('sue'));
select is(pg_temp.seen(), null, 'other staff read nothing of an order that one has opened');

-- Tests an order without a dispute.
select set_config('tests.disputed', tests.order_id()::text, true), set_config('tests.order_id', current_setting('tests.delivered'), true);
select throws_ok('select public.read_dispute(tests.order_id())', 'PT409', 'order_not_disputed', 'an order without a dispute has no case');
select throws_ok(format('select public.read_order(tests.order_id(), %L)', reason), 'PT422', 'reason_required', 'staff open an order with a reason') from unnest(array[null, ' ', U&'\200B\202E \FE0F']) as reason;
select is((public.read_order(tests.order_id(), ' A question. ')).id, tests.order_id(), 'staff can open an order without a dispute');
select is(pg_temp.seen(), 'deliveries 1, events 4, orders 1, previews 1', 'staff who opened an order read what belongs to it');
select public.read_order(tests.order_id());
select is((select string_agg(action, ' ') from public.staff_audit where actor_id = tests.id('sue')), 'read_order', 'opening an order is in the audit log once');
select is((select details from public.staff_audit where actor_id = tests.id('sue')), '{"reason": "A question."}', 'the audit log has the reason for opening an order');
select throws_ok('select public.read_order(gen_random_uuid())', 'PT404', 'order_unknown', 'staff cannot open an unknown order');
select tests.refused('sam', $$ select public.read_order(current_setting('tests.own')::uuid) $$, 'PT403', 'not_allowed', 'staff cannot open an order of somebody whom they invited');
select tests.gets('sam', $$ select count(*) from public.pack_orders where id = current_setting('tests.own')::uuid $$, '0', 'an order that staff cannot open is not recorded as read');

-- A member of staff who has read an order does not decide its appeal.
select tests.by('brand', $$ select public.open_dispute(tests.order_id(), 'Another empty page.') $$);
select tests.by('joe', $$ select tests.hear(); select public.resolve_dispute(tests.order_id(), 4000, 'Some of it.') $$);
select tests.by('kol', $$ select public.appeal_ruling(tests.order_id(), 'All of it.') $$);
select tests.allowed('brand', $$ select public.answer_dispute(tests.order_id(), 'None of it.') $$, 'the other side answers the appeal');
select tests.allowed('sue', 'select public.read_dispute(tests.order_id())', 'staff can read the case of an appeal');
select tests.refused('sue', 'select public.decide_appeal(tests.order_id(), 1, $$x$$)', 'PT409', 'dispute_already_seen', 'staff who opened the order before the ruling cannot decide its appeal');
select tests.act_as(tests.id('sam'));
select is(pg_temp.seen(), null, 'staff who have not opened the order again read nothing of it');
select is_empty($$ select from public.staff_audit where subject_id = tests.order_id() and (details ? 'note' or details ? 'creator_share_minor' or details ? 'reason') $$,
  'the audit log has no texts and no shares of a dispute');
select throws_ok('select public.decide_appeal(tests.order_id(), 1, $$x$$)', 'PT409', 'dispute_not_read', 'staff who have not read the case of an appeal cannot decide it');
select lives_ok('select public.read_dispute(tests.order_id())', 'staff who have read nothing of the dispute can read its case');
select is((public.decide_appeal(tests.order_id(), 1, 'Nothing.')).status, 'settled', 'staff who first read the case on appeal can decide it');
select lives_ok('select public.read_order(tests.order_id())', 'staff can open an order whose dispute is over like any other');
select tests.refused('moe', act, 'PT422', 'reason_required', 'a member of staff who has not opened the order must give a reason')
from unnest(array['select public.read_order(tests.order_id())', 'select public.read_dispute(tests.order_id())']) as act;
select tests.allowed('moe', $$ select public.read_dispute(tests.order_id(), 'A complaint.') $$, 'staff read the case of a dispute when they give a reason');

-- Proposals show their content only to staff who have read the order.
insert into public.staff_proposals (action, subject, arguments, proposed_by, expires_at)
values ('resolve_dispute', current_setting('tests.disputed'), '{}', tests.id('joe'), now() + interval '1 day');
select tests.gets('sue', 'select count(*) from public.staff_proposals', '0', 'staff who have not read the case do not read a proposed ruling');
select tests.gets('sue', $$ select i -> 'is_proposed' from tests.listed('disputes') as i $$, 'true', 'staff who have not read the case read that a ruling is proposed');
select tests.gets('sam', 'select count(*) > 0 from public.staff_proposals', 'true', 'staff who have read the case read a proposed ruling');
select tests.gets('joe', 'select count(*) > 0 from public.staff_proposals', 'true', 'staff who proposed a ruling read it');

-- Makes sam the inviter of kol, whose orders become cases of his own.
select set_config('tests.order_id', current_setting('tests.disputed'), true);
select tests.gets('sam', 'select pg_temp.seen() is not null', 'true', 'staff go on reading an order that they opened');
update public.referrals set inviter_id = tests.id('sam'), invite_id = null where invitee_id = tests.id('kol');
select tests.gets('sam', 'select pg_temp.seen()', null, 'staff read nothing any more of an order that has become a case of their own');
select tests.gets('sam', $$ select i -> 'is_proposed' from tests.listed('disputes') as i $$, 'false', 'staff do not read that a ruling in a case of their own is proposed');
