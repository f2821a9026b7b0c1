-- Tests that maintenance refuses every act of a member with one token, while reads, incoming payments and its
-- own end still work.
-- cast: bea brand, ann kol, sam staff, sue staff
-- Lists volatile functions that stay allowed: they read, concern the session, stop a thief or end the maintenance.
create temporary table go_on as select unnest(array['update_setting', 'propose_staff_act', 'confirm_staff_proposal', 'withdraw_staff_proposal',
  'read_dispute', 'read_order', 'read_member', 'read_report', 'read_evidence', 'journal', 'seller_years', 'export_my_data', 'count_print', 'check_invite', 'end_session', 'approve_new_address',
  'mark_conversation_read', 'mark_notification_read', 'mark_all_notifications_read', 'mark_matches_read', 'unsubscribe', 'disown_account']) as name;
create temporary table functions as
select p.proname::text as name, p.provolatile = 'v' and p.proname not in (select name from go_on) as is_act, format('select set_config(''request.path'', ''/rpc/%s'', true); select public.%1$I(%s)', p.proname,
  (select string_agg('null::' || format_type(t, null), ', ') from unnest(p.proargtypes) as t)) as called
from pg_proc p where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute');
-- Lists a statement for each table and kind of change. They change no row, and are refused all the same,
-- because the trigger fires for each statement.
create temporary table writes as
select c.relname::text as name, w.write as write, case w.write
  when 'insert' then format('insert into public.%I (%s) select %2$s from public.%1$I where false', c.relname, k.columns)
  when 'update' then format('update public.%I set %I = null where false', c.relname, split_part(k.columns, ',', 1))
  else format('delete from public.%I where false', c.relname) end as statement
from pg_class c cross join unnest(array['insert', 'update', 'delete']) as w (write)
cross join lateral (
  select string_agg(quote_ident(a.attname), ',') as columns from pg_attribute a
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    and case when w.write = 'delete' then has_table_privilege('authenticated', c.oid, 'delete')
      else has_column_privilege('authenticated', c.oid, a.attnum, w.write) end) as k
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and k.columns is not null;
-- Leaves out marking a notice or a message as read, which does not count as an act.
delete from writes where (name, write) in (('notifications', 'update'), ('messages', 'update'));
-- Makes the rows that some functions look for before they refuse anything.
select tests.make_offer(tests.id('ann'), tests.id('bea'));
select tests.by('bea', $$ insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'x', 10000, now() + interval '7 days') $$);
insert into public.campaign_applications (campaign_id, brand_id, kol_id, title, price_minor, currency, delivery_days, revisions)
select id, brand_id, tests.id('ann'), title, 8000, 'USD', 7, 1 from public.campaigns;
insert into public.messages (conversation_id, sender_id, content) select id, tests.id('ann'), 'Hi' from public.conversations;
update functions f set called = replace(f.called, 'null::uuid', quote_literal(r.id)) from (values
  ('close_campaign', (select id from public.campaigns)),
  ('decline_application', (select id from public.campaign_applications)),
  ('withdraw_application', (select id from public.campaign_applications)),
  ('decline_offer', tests.offer_id()),
  ('withdraw_offer', tests.offer_id()),
  ('report_message', (select id from public.messages where sender_id = tests.id('ann') order by created_at desc, id limit 1))
) as r (name, id) where r.name = f.name;
create function pg_temp.refused(calls text) returns text language sql as $$
  select string_agg(f.name, ', ' order by f.name) from functions f
  where f.is_act = (calls = 'acts') and (tests.refusal(f.called) is distinct from 'market_in_maintenance') = (calls = 'acts')
$$;
create function pg_temp.written() returns text language sql as $$
  select string_agg(w.write || ' ' || w.name, ', ' order by w.name, w.write) from writes w
  where tests.refusal(w.statement) is distinct from 'market_in_maintenance'
$$;
select cmp_ok((select count(*) from functions where is_act), '>', 70::bigint, 'more than 70 acts are tried');
select cmp_ok((select count(*) from functions where not is_act), '>', 40::bigint, 'more than 40 reads are tried');
select tests.gets('bea', $$ select pg_temp.refused('acts') is not null $$, 'true', 'outside of maintenance acts are not refused', 'aal2');
select tests.gets('bea', 'select pg_temp.written() is not null', 'true', 'outside of maintenance writes are not refused', 'aal2');
update private.settings set value = 1 where key = 'maintenance';
select tests.act_as(tests.id('bea'), 'aal2');
select is(pg_temp.refused('acts'), null, 'during maintenance every act is refused');
select is(pg_temp.refused('reads'), null, 'during maintenance no read is refused');
select is(pg_temp.written(), null, 'during maintenance members write no table');
-- The Data API decodes the path of a request to find the function, but passes it on undecoded.
select is(tests.refusal(format('select set_config(''request.path'', %L, true); select private.my_user_id()', path)), 'market_in_maintenance', path || ' is refused during maintenance like the decoded path')
from unnest(array['/rpc/%70lace_order', '/rest/v1/%72pc/place_order']) as path;
select tests.act_as_owner();

-- Tests that incoming payments are booked, and that no deadline decides anything.
create temporary table made as select status, tests.make_order(tests.id('bea'), tests.id('ann'), status) as id
from unnest(array['pending_payment', 'delivered']) as status;
select set_config('request.path', '/rpc/record_payment', true);
select is(private.my_user_id(), null, 'calls of the services of the market are not refused');
select lives_ok($$ select public.record_payment('sandbox', 'paid', o.id, o.price_minor + o.buyer_fee_minor, o.currency) from public.pack_orders o join made m using (id) where m.status = 'pending_payment' $$,
  'a payment during maintenance is recorded');
select is(o.status, 'funded', 'a payment during maintenance pays its order') from public.pack_orders o join made m using (id) where m.status = 'pending_payment';
select private.run_due_work(now() + interval '30 days');
select is(o.status, 'delivered', 'no work is accepted automatically during maintenance') from public.pack_orders o join made m using (id) where m.status = 'delivered';
update public.pack_orders o set due_at = now() - interval '1 day' from made m where m.id = o.id and m.status = 'delivered';
create function pg_temp.is_fine(name text) returns boolean language sql as $$ select h.is_fine from private.market_health() h where h.name = is_fine.name $$;
select is(pg_temp.is_fine('orders'), true, 'orders that wait in maintenance raise no alarm');
select is(pg_temp.is_fine('due_work'), true, 'due work goes on during maintenance');
select is(pg_temp.is_fine('maintenance'), true, 'maintenance that has just begun raises no alarm');
update private.clock_runs set ran_at = now() - interval '2 hours' where clock = 'maintenance';
select is(pg_temp.is_fine('maintenance'), false, 'maintenance that lasts for hours raises an alarm');
select is(private.sign_up_refusal('x', 'x@example.com', 'brand'), 'market_in_maintenance', 'nobody signs up during maintenance');

-- Two members of staff end the maintenance.
select tests.refused('sam', $$ select public.propose_staff_act('set_trust_level', jsonb_build_object('profile_id', tests.id('ann'), 'trust_level', 'trusted')) $$,
  'PT423', 'market_in_maintenance', 'staff can propose nothing but the end of maintenance');
select set_config('request.path', '/rpc/confirm_staff_proposal', true);
select tests.decide_by_two('sam', 'sue', 'update_setting', '{"key": "maintenance", "value": 0}');
select is(private.in_maintenance(), false, 'two members of staff end maintenance');
select private.run_due_work(now() + interval '30 days') from generate_series(1, 2);
select is(o.status, 'completed', 'automatic acceptance works again after maintenance') from public.pack_orders o join made m using (id) where m.status = 'delivered';
