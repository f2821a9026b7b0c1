-- Tries the extreme values of every number and time: a check constraint of the table has to refuse
-- them, or the column is listed here because only the database itself writes it.
create temporary table written_by_the_database as
select columns, reason from (values
  ('the sum of entries', 'private.accounts.balance_minor'),
  ('a hash', 'private.accounts.shard'),
  ('a part of a payment', 'private.chargeback_lots.amount_minor'),
  ('a part of amount_minor',
    'private.chargebacks.brand_minor private.chargebacks.creator_minor private.chargebacks.loss_minor private.chargebacks.owed_minor private.chargebacks.suspense_minor
      public.payments.suspense_minor'),
  ('copied from profiles', 'private.creators.% public.members.%'),
  ('counted',
    'private.email_outbox.attempts private.email_outbox.notice_count private.rate_limits.% private.sign_in_failures.failures private.sign_ups.mails
      public.pack_orders.reminders_sent public.profiles.completed_orders public.profiles.invites_left public.profiles.review_count'),
  ('amounts of orders, payments and payouts, which have bounds', 'private.entries.%'),
  ('derived from filters, which parse_filters checks', 'private.filter_keys.%'),
  ('amounts of orders', 'private.holds.%'),
  ('written in its chapter', 'private.order_action_rules.position private.scripts.last_code public.order_statuses.position'),
  ('parts of payments', 'private.order_funding.amount_minor private.wallet_lots.amount_minor'),
  ('sums of balances', 'private.solvency_snapshots.%'),
  ('amounts of payments and payouts', 'private.cash_movements.amount_minor'),
  ('the difference of two amounts', 'private.differences.amount_minor'),
  ('sums of balances', 'private.balance_proofs.%'), ('sums of balances', 'private.proof_leaves.%'), ('sums of balances', 'private.proof_nodes.%'), ('sums of balances', 'private.closing_balances.%'),
  ('copied from orders', 'private.asked_briefs.wished_on'),
  ('the day of the event', 'public.precedents.decided_on'),
  ('what is left of a clock', 'public.pack_orders.clock_remaining_seconds public.pack_orders.clock_before_dispute_seconds'),
  ('the difference of two clocks', 'public.pack_orders.clock_stopped_since_delivery_seconds'),
  ('the sum of such differences', 'public.pack_orders.clock_suspended_seconds'),
  ('the moment of a change', 'public.profiles.changed_since public.profiles.followers_declared_at'),
  ('the sum of follower_counts, which have bounds', 'public.profiles.follower_total'),
  ('a share of a fee', 'public.referrals.reward_minor'), ('a share of a price', 'public.offers.fee_minor'),
  ('counted, and shares of amounts', 'private.paper_numbers.% public.papers.%')
) as w (reason, lists), regexp_split_to_table(lists, '\s+') as columns;
-- Lists times that only the database writes, as now() or as now() plus a setting, which has bounds.
create temporary table clocks as
select unnest(array[
  'activated_at', 'announced_at', 'apportioned_at', 'payment_disputed_at', 'approved_at', 'claimed_at', 'cleared_at', 'collected_at', 'found_at', 'moved_at', 'clock_resumes_at', 'clock_stopped_at', 'closed_at', 'completed_at', 'counted_at', 'created_at',
  'creator_agreed_at', 'decided_at',
  'deleted_at', 'delivered_at', 'due_at', 'frozen_at', 'last_message_at', 'left_at', 'onboarded_at', 'published_at', 'resolved_at',
  'reveals_at', 'send_after', 'sent_at', 'since', 'suspended_at', 'updated_at', 'visible_at', 'window_start']) as name;

create temporary view numbers as
select c.oid as relation, c.oid::regclass::text as relation_name, a.attname::text as name, a.atttypid::regtype as type,
  n.nspname || '.' || c.relname || '.' || a.attname as full_name,
  has_column_privilege('authenticated', c.oid, a.attnum, 'insert')
    or has_column_privilege('authenticated', c.oid, a.attnum, 'update') as written_by_members
from pg_class c
join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private')
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity = ''
where c.relkind in ('r', 'p')
  and a.atttypid in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'numeric'::regtype, 'float4'::regtype,
    'float8'::regtype, 'timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype, 'interval'::regtype)
  -- A foreign key refers to an existing row, so it needs no bounds.
  and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'f') and a.attnum = any (k.conkey));

-- True when a check constraint refuses a row that holds this value. Some constraints compare the value with
-- another column, whose highest allowed value is taken here.
create function pg_temp.is_refused(relation regclass, name text, value text) returns boolean language plpgsql as $$
declare
  v_check text;
  v_result boolean;
begin
  for v_check in
    select pg_get_expr(k.conbin, k.conrelid) from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attname = is_refused.name
    where k.conrelid = relation and k.contype = 'c' and a.attnum = any (k.conkey)
  loop
    execute format('select (%s) from jsonb_populate_record(null::%s, %L)', v_check, relation,
      jsonb_build_object('created_at', now(), 'kind', 'wallet', 'unit', 'days', 'min_value', 0,
        'price_minor', 1000000000000000, 'max_uses', 1000000, 'revisions_allowed', 10,
        'min_price_minor', 1, 'max_price_minor', 1000000000000000, name, value)) into v_result;
    if not v_result then
      return true;
    end if;
  end loop;
  return false;
exception when numeric_value_out_of_range then
  -- The type of the column refuses the value by itself.
  return true;
end;
$$;
create temporary view unbounded as
select n.full_name, extreme, n.written_by_members from numbers n
cross join unnest(case n.type
  when 'int2'::regtype then array['-32768', '32767']
  when 'int4'::regtype then array['-2147483648', '2147483647']
  when 'int8'::regtype then array['-9223372036854775808', '9223372036854774784']
  when 'numeric'::regtype then array['-1000000000000000000', '1000000000000000000', 'NaN']
  else array['-infinity', 'infinity']
end) as extreme
where not pg_temp.is_refused(n.relation, n.name, extreme);

select is_empty($$ select full_name, extreme from unbounded where written_by_members $$,
  'every number and time that members write to a column has bounds');
select is_empty($$
  select u.full_name, u.extreme from unbounded u
  where not exists (select from written_by_the_database w where u.full_name like w.columns)
    and split_part(u.full_name, '.', 3) not in (select name from clocks)
$$, 'every number and time that people write through a function has bounds');
select is_empty($$
  select w.columns from written_by_the_database w
  where not exists (select from numbers n where n.full_name like w.columns)
$$, 'every column that the database alone writes exists');
