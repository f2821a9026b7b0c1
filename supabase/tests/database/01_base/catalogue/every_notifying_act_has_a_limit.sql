-- Lists the acts of members that notify others, each with its limit: the name of a setting that is checked on
-- the way. The test follows every entry point for members (functions of the API, tables they write) through the
-- functions that it calls and the triggers of the tables that it writes, to the rows of notifications. Acts
-- that write the history of an order have the general limit of its trigger, and are in the list only for
-- further limits.
create temporary table intended (entry text, setting text);
insert into intended
select regexp_replace(entry, '^(insert|update)_', '\1 '), setting from (values
  ('messages_per_minute', 'insert_messages'),
  ('messages_to_one_per_hour', 'insert_messages'),
  ('withdrawals_per_day', 'withdraw_application'),
  ('orders_per_hour', 'place_order accept_application accept_offer'),
  ('orders_with_one_per_hour', 'place_order accept_application accept_offer'),
  ('offers_per_hour', 'make_offer'),
  ('offers_to_one_per_day', 'make_offer'),
  ('offer_withdrawals_per_day', 'withdraw_offer'),
  ('offer_answers_per_hour', 'decline_offer'),
  ('cancellations_per_day', 'cancel_order'),
  ('cancellations_with_one_per_day', 'cancel_order'),
  ('revisions_per_hour', 'request_revision request_draft_changes'),
  ('disputes_per_day', 'open_dispute'),
  ('settlement_proposals_per_hour', 'propose_settlement'),
  ('settlement_proposals_of_order_per_day', 'propose_settlement'),
  ('dispute_statements_per_hour', 'give_evidence answer_dispute'),
  ('dispute_statements_of_order_per_day', 'give_evidence answer_dispute'),
  ('reviews_per_day', 'review_order'),
  ('tips_per_day', 'tip_order'),
  ('showings_per_day', 'ask_to_show_work allow_to_show_work'),
  ('payout_methods_per_day', 'add_payout_method'),
  ('payouts_per_day', 'request_refunds'),
  ('campaign_invitations_per_day', 'invite_to_campaign'),
  ('campaign_invitations_to_one_per_day', 'invite_to_campaign'),
  ('applications_per_hour', 'apply_to_campaign'),
  ('applications_to_one_per_day', 'apply_to_campaign'),
  ('application_answers_per_hour', 'accept_application decline_application'),
  -- Each campaign can be published once.
  ('campaigns_per_day', 'publish_campaign close_campaign'),
  ('conversations_per_day', 'get_or_create_conversation'),
  ('messages_per_hour', 'insert_messages'),
  ('messages_to_one_per_minute', 'insert_messages'),
  ('reports_per_day', 'report_message'),
  ('saved_search_changes_per_hour', 'insert_saved_searches update_saved_searches'),
  ('packs_published_per_day', 'insert_packs update_packs'),
  ('profile_matchings_per_day', 'update_profiles'),
  -- A mailed link allows this once; before the next link works, the owner has to choose a password again.
  (null, 'disown_account'),
  -- A member can appeal once in each suspension.
  (null, 'appeal_suspension'),
  -- Each request can be withdrawn once.
  (null, 'withdraw_payout'),
  -- These acts make transfers, but none that issues an invoice, which would notify its buyer.
  (null, 'request_payout import_statement'),
  -- Acts of staff have no limit, because each is in the audit log.
  -- The trigger of campaigns notifies after a change of the status, a column that no client can write.
  (null, 'update_campaigns'),
  (null, 'approve_profile reject_profile resolve_dispute decide_appeal verify_profile decline_verification decide_same_person set_trust_level
    suspend_profile unsuspend_profile decide_suspension_appeal lift_ban take_payout take_bank_payouts release_payouts propose_staff_act confirm_staff_proposal unfreeze_profile bear_chargeback resolve_suspense
    record_payout_sent record_payout_failed record_payout_returned give_up_capture')
) as listed (setting, entries), regexp_split_to_table(listed.entries, '\s+') as entry;

create temporary view functions as
select p.oid, n.nspname::text as schema, p.proname::text as name, n.nspname || '.' || p.proname as full_name,
  regexp_replace(p.prosrc, '--[^\n]*', '', 'g') as source
from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where n.nspname in ('public', 'private') and p.prokind = 'f';
create temporary view triggers as
select event.name || ' ' || c.relname as event, n.nspname || '.' || p.proname as function, pg_get_triggerdef(t.oid) as definition
from pg_trigger t
join (values (4, 'insert'), (8, 'delete'), (16, 'update')) as event (bit, name) on t.tgtype & event.bit <> 0 join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
join pg_namespace n on n.oid = p.pronamespace
where n.nspname = 'private' and not t.tgisinternal;
create temporary table calls as
select caller.full_name as caller, 'private.' || callee[1] as callee
from functions caller, regexp_matches(caller.source, 'private\.(\w+)', 'g') as callee
union
-- A function that writes a table runs its triggers.
select caller.full_name, split_part(written[1], ' ', 1) || ' ' || written[2]
from functions caller, regexp_matches(caller.source, '(insert into|update|delete from)\s+(?:public|private)\.(\w+)', 'g') as written
union
-- Statements with `on conflict do update` run the triggers of updates, too.
select caller.full_name, 'update ' || written[1]
from functions caller, regexp_matches(caller.source, 'insert into\s+(?:public|private)\.(\w+)', 'g') as written
where caller.source like '%do update%'
union
-- store_copy writes the table whose name it is given.
select caller.full_name, event || ' ' || written[1]
from functions caller, regexp_matches(caller.source, 'store_copy\(''(?:public|private)\.(\w+)''', 'g') as written,
  unnest(array['insert', 'update']) as event
union
select event, function from triggers;
create temporary table entries as
select f.name as entry, f.full_name as start
from functions f where f.schema = 'public' and has_function_privilege('authenticated', f.oid, 'execute')
union
select allowed.name || ' ' || c.relname, allowed.name || ' ' || c.relname
from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
cross join unnest(array['insert', 'update']) as allowed (name)
where c.relkind = 'r' and has_any_column_privilege('authenticated', c.oid, allowed.name);
create temporary table reached as
with recursive way as (
  select e.entry, e.start as place from entries e
  union
  select way.entry, calls.callee from way join calls on calls.caller = way.place
)
select * from way;
create temporary view notifying as
select distinct r.entry from reached r
where r.place in ('private.notify', 'insert notifications', 'insert match_queue', 'insert campaign_queue',
  'insert messages', 'insert message_reports', 'insert conversations');
select cmp_ok((select count(*) from notifying), '>', 20::bigint, 'more than twenty acts of members are found to notify others');
create temporary view moving as select r.entry from reached r where r.place = 'private.limit_order_event';
select ok('complete_order' in (select entry from moving), 'acts that write the history of an order are found');
select ok((select strpos(source, 'order_moves_per_hour') > 0 from functions where full_name = 'private.limit_order_event'),
  'acts that write the history of an order are limited');
select is_empty('select entry from notifying except select entry from intended except select entry from moving',
  'every other act that notifies others is in the list');
select is_empty('select entry from intended except select entry from entries', 'every act of the list is a function or table that members may call or write');
select is_empty($$
  select i.entry, i.setting from intended i
  where i.setting is not null and not exists (
    -- The definition of a trigger can name the setting as an argument.
    select from reached r
    join (select full_name, source from functions union select event, definition from triggers) as f (place, source) on f.place = r.place
    where r.entry = i.entry and strpos(f.source, quote_literal(i.setting)) > 0
      and exists (select from private.settings s where s.key = i.setting)
  ) $$, 'every limit of the list is a setting that exists and that the act reads');
