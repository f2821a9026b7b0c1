-- The health of the market for its operators: one row per check, with the finding. It is cheap
-- enough for a monitor to call every minute. docs/operating.md says what to do about each row.
-- `value` is what the finding counts, for graphs.
create type public.health_check as (name text, is_fine boolean, detail text, value numeric, unit text);

-- The time of the last run of each clock tells whether it still runs.
create table private.clock_runs (
  clock text primary key,
  ran_at timestamptz not null,
  constraint clock_runs_clock_known check (clock in ('due_work', 'call_functions', 'maintenance')),
  constraint clock_runs_time_finite check (isfinite(ran_at))
);
comment on table private.clock_runs is 'When each clock last finished a run, and maintenance began.';
alter table private.clock_runs enable row level security;

create function private.note_clock_run(clock text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.clock_runs as c (clock, ran_at) values (note_clock_run.clock, clock_timestamp())
  on conflict on constraint clock_runs_pkey do update set ran_at = greatest(c.ran_at, excluded.ran_at)
$$;
comment on function private.note_clock_run is 'Records that a clock has finished a run, or maintenance begins.';

-- Keeps the last day, for an operator who looks in the morning at what happened in the night.
create table private.health_history (
  noted_at timestamptz not null,
  name text not null,
  is_fine boolean not null,
  value numeric,
  primary key (noted_at, name),
  constraint health_history_value_in_bounds check (value between -1e15 and 1e15)
);
comment on table private.health_history is 'Each check of market_health, every five minutes of the last day.';
alter table private.health_history enable row level security;

create function private.clock_health() returns setof public.health_check
language plpgsql stable security definer set search_path = '' as $$
declare
  -- The clocks run every five or ten seconds; a restart of the database takes a minute or two.
  c_longest_gap constant interval := '5 minutes';
  v_due_work timestamptz := (select r.ran_at from private.clock_runs r where r.clock = 'due_work');
  v_calls timestamptz := (select r.ran_at from private.clock_runs r where r.clock = 'call_functions');
begin
  return query select 'due_work', coalesce(v_due_work > now() - c_longest_gap, false),
    coalesce('last run ' || v_due_work, 'never ran'), extract(epoch from now() - v_due_work), 'seconds';
  if to_regclass('cron.job') is null then
    return query select 'call_functions', true, 'no pg_cron here: a scheduler outside of the database calls the edge functions', null::numeric, null;
  elsif to_regnamespace('net') is null or to_regclass('vault.decrypted_secrets') is null then
    return query select 'call_functions', false, 'pg_net or Vault is not enabled', null::numeric, null;
  elsif private.vault_secret('kolpact_api_url') is null or private.vault_secret('kolpact_clock_key') is null then
    return query select 'call_functions', false, 'Vault lacks kolpact_api_url or kolpact_clock_key', null::numeric, null;
  else
    return query select 'call_functions', coalesce(v_calls > now() - c_longest_gap, false),
      coalesce('last run ' || v_calls, 'never ran'), extract(epoch from now() - v_calls), 'seconds';
  end if;
end;
$$;
comment on function private.clock_health is 'Whether each clock has run in the last five minutes.';

-- Each job is scheduled at least once an hour. A new project has an hour to begin.
create function private.job_health() returns setof public.health_check
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('cron.job_run_details') is null then
    return;
  end if;
  return query select 'jobs', count(*) = 0,
    coalesce(string_agg(format('%s: %s', j.jobname, coalesce(r.status || ' ' || r.start_time, 'never ran')), '; ' order by j.jobname), 'each ran, and did not fail'),
    count(*)::numeric, 'count'
  from cron.job j left join lateral (
    select d.status, d.start_time from cron.job_run_details d where d.jobid = j.jobid order by d.runid desc limit 1) r on true
  where j.jobname like 'kolpact-%' and (r.status = 'failed' or r.start_time < now() - interval '2 hours'
    or r.start_time is null and exists (select from cron.job_run_details d where d.start_time < now() - interval '2 hours'));
end;
$$;
comment on function private.job_health is 'Whether the last run of each job of pg_cron is recent and did not fail.';

-- pg_net keeps responses for a few hours. Only the last one counts: earlier failures are over.
create function private.call_health() returns setof public.health_check
language plpgsql stable security definer set search_path = '' as $$
declare
  v_last record;
begin
  if to_regclass('net._http_response') is null then
    return;
  end if;
  select r.status_code, coalesce(r.error_msg, left(r.content, 200)) as said, r.created into v_last
  from net._http_response r
  where r.created > now() - interval '1 hour'
  order by r.created desc limit 1;
  return query select 'function_answers', v_last.created is null or coalesce(v_last.status_code < 400, false),
    case when v_last.created is null then 'none in the last hour'
      else concat_ws(' ', v_last.status_code, v_last.said) end, null::numeric, null;
end;
$$;
comment on function private.call_health is 'Whether the last call of an edge function succeeded.';

create function private.waiting_since(name text, oldest timestamptz, most interval) returns public.health_check
language sql stable set search_path = '' as $$
  select name, oldest is null or oldest > now() - most, coalesce(case when oldest > now() then 'nothing waits before ' else 'the oldest waits since ' end || oldest, 'nothing waits'),
    coalesce(greatest(extract(epoch from now() - oldest), 0), 0), 'seconds'
$$;
comment on function private.waiting_since is 'The check of a queue by the age of its oldest entry.';

-- The clocks run every few seconds: work that is ten minutes late is a failure. An order in its grace is
-- not late: only then does it move.
create function private.queue_health() returns setof public.health_check
language sql stable security definer set search_path = '' as $$
  select w.* from (
    select 'emails', (select min(o.send_after) from private.email_outbox o where o.status = 'waiting')
    union all
    select 'files', least(
      (select min(i.due_at) from private.file_inspections i where i.status = 'waiting'),
      (select min(r.due_at) from private.file_removals r))
    union all
    select 'orders', min(d.due) from public.order_statuses s cross join lateral (
      select min(o.due_at + private.grace_of(o)) as due from public.pack_orders o where o.status = s.status and o.due_at <= now()) d
    where s.at_deadline is not null and not private.in_maintenance()
    union all
    select 'holds', min(h.due_at) from private.holds h
    where h.cleared_at is null and h.due_at <= now() and not private.in_maintenance() and not private.is_payment_disputed(h.order_id, h.reference)
    union all
    select 'reviews', min(r.reveals_at) from public.reviews r where r.visible_at is null and r.reveals_at <= now() and not private.in_maintenance()
  ) as q (name, oldest) cross join lateral private.waiting_since(q.name, q.oldest, '10 minutes') as w
  union all
  -- E-mails to members without an address, or about campaigns that are over, do not count: they are no failure of the market.
  -- E-mails whose sender ended without a report do count, once they are older than a sender runs: nobody hands them out again.
  select 'emails_given_up', count(*) = 0, count(*) || ' in the last day' || coalesce(', among them: ' || max(w.error), ''), count(*), 'count'
  from private.email_outbox o cross join lateral (select case o.status when 'claimed' then 'unanswered' else o.last_error end as error) as w
  where o.status in ('claimed', 'failed') and o.claimed_at > now() - interval '1 day' and w.error not in ('no_address', 'unwanted')
    and (o.status = 'failed' or o.claimed_at <= now() - interval '10 minutes')
  union all
  -- Brands give up paying now and then. If several do and nobody at all pays, webhooks do not arrive. Orders in USDC have
  -- none, and neither has a market whose providers were never asked for their movements, because it has no key of any.
  select 'webhooks', count(*) < 3 or max(p.last) > min(o.created_at),
    format('orders that wait an hour for their payment: %s; the last payment came %s', count(*), coalesce(max(p.last)::text, 'never')), count(*), 'count'
  from public.pack_orders o, (select max(p.created_at) as last from public.payments p) p
  where o.status = 'pending_payment' and o.created_at < now() - interval '1 hour' and not private.is_on_chain(o.currency)
    and exists (select from private.provider_reads r where r.provider <> 'manual')
$$;
comment on function private.queue_health is 'Whether the queues of the clocks and of the providers are processed in time.';

-- Staff decide and send by hand, but not at the weekend, so the limit is three days. Payouts of frozen members wait for a decision.
create function private.staff_health() returns setof public.health_check
language sql stable security definer set search_path = '' as $$
  select w.* from (
    select 'payouts', min(greatest(p.created_at, p.waits_until)) filter (where p.source = 'available')
    from public.payouts p where p.status = 'requested' and not private.is_frozen(p.profile_id)
    union all
    select 'refunds', min(p.created_at) from public.payouts p
    where p.status = 'requested' and p.source = 'wallet' and not private.is_frozen(p.profile_id)
    union all
    select 'unassigned_money', min(p.created_at) from public.payments p where p.status = 'suspense'
    union all
    select 'approvals', min(case when p.rejected_at is null then p.onboarded_at else p.changed_since end) from public.profiles p
    where p.onboarded_at is not null and not p.is_approved and p.suspended_at is null and p.deleted_at is null
    union all
    select 'reports', min(r.created_at) from public.message_reports r where r.resolved_at is null
  ) as q (name, oldest) cross join lateral private.waiting_since(q.name, q.oldest, '3 days') as w
  union all
  select 'silence_decides', count(*) = 0, coalesce('the first at ' || min(d.due_at), 'nothing within two days'), count(*), 'count'
  from (
    select o.due_at from public.order_statuses s join public.pack_orders o using (status) where s.waits_for = 'staff'
    union all
    select s.appeal_due_at from public.suspensions s
    where s.ended_at is null and s.appeal_decided_at is null and s.proposed_by is null
  ) d where d.due_at < now() + interval '2 days'
$$;
comment on function private.staff_health is 'Whether staff decide in time, before a deadline decides without them.';

create function private.money_health() returns setof public.health_check
language sql stable security definer set search_path = '' as $$
  -- Leaves out what waits for a decision of staff: it may be older, and is in the queue of staff.
  select 'payouts_sent_by_providers', count(*) = 0, count(*) || ' wait to be sent for an hour, or have not arrived a day after they should', count(*), 'count'
  from public.payouts p
  where p.provider <> 'manual' and (
    p.status = 'requested' and greatest(p.created_at, p.waits_until) < now() - interval '1 hour' and private.kept_because(p) is null
      and not private.in_maintenance()
    or p.status = 'sent' and p.source = 'available' and p.expected_on < current_date - 1)
  union all
  select 'dispute_evidence', count(*) = 0, count(*) || ' disputes of cards take evidence for less than a day, and ours was not sent', count(*), 'count'
  from private.chargebacks c left join private.chargeback_evidence e on e.chargeback_id = c.id
  where c.status = 'opened' and c.evidence_due_at > now() and c.evidence_due_at <= now() + interval '1 day' and e.sent_at is null
  union all
  select 'payouts_late_states', count(distinct a.payout_id) = 0,
    count(distinct a.payout_id) || ' are said to have left after their money was the member''s again', count(distinct a.payout_id), 'count'
  from private.payout_attempts a where a.late_state in ('sent', 'arrived') and a.late_seen_at is null
$$;
comment on function private.money_health is 'Whether payouts, and evidence in disputes of cards, are sent.';

-- Facts about the server, each a view, so that a test puts others in its place --------------------------
-- Realtime and other logical readers are among the slots.
create view private.replicas with (security_invoker = true) as
select coalesce(nullif(r.application_name, ''), host(r.client_addr), 'unnamed') as name,
  coalesce(pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), r.replay_lsn), 0) as bytes,
  coalesce(round(extract(epoch from r.replay_lag)), 0) as seconds
from pg_catalog.pg_stat_replication r
where r.state in ('catchup', 'streaming')
  and not exists (select from pg_catalog.pg_replication_slots s where s.active_pid = r.pid and s.slot_type = 'logical');
comment on view private.replicas is 'Servers that follow this one, and how far behind each is.';

create view private.replication_slots with (security_invoker = true) as
select s.slot_name::text as name, coalesce(s.wal_status in ('unreserved', 'lost'), false) as is_lost, s.inactive_since as unread_since,
  coalesce(pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), s.restart_lsn), 0) as bytes
from pg_catalog.pg_replication_slots s;
comment on view private.replication_slots is 'Readers for which the log is kept, and how much of it.';

create view private.dead_rows with (security_invoker = true) as
select t.schemaname || '.' || t.relname as name, t.n_live_tup as live, t.n_dead_tup as dead,
  greatest(t.last_autovacuum, t.last_vacuum) as vacuumed_at
from pg_catalog.pg_stat_user_tables t;
comment on view private.dead_rows is 'Rows of each table, and those that wait for vacuum.';

create view private.partitioned_tables with (security_invoker = true) as
select c.oid::regclass::text as name, coalesce(bool_or(b.until = 'MAXVALUE' or b.until > to_char(date_trunc('month', now()) + interval '2 months - 1 day', 'YYYY-MM-DD')), false) as is_ready
from pg_catalog.pg_partitioned_table t join pg_catalog.pg_class c on c.oid = t.partrelid
  left join pg_catalog.pg_inherits i on i.inhparent = c.oid
  left join pg_catalog.pg_class part on part.oid = i.inhrelid
  left join lateral (select (regexp_match(pg_catalog.pg_get_expr(part.relpartbound, part.oid), 'TO \(''?([^'')]+)'))[1] as until) b on true
where t.partstrat = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
group by c.oid;
comment on view private.partitioned_tables is 'Tables in parts by time, and whether each has a part for the last day of next month.';

-- The state of the server, as far as SQL can see it. The rest of the machine is on the platform's own page.
create function private.server_health() returns setof public.health_check
language sql stable security definer set search_path = '' as $$
  select 'connections', n.used < 0.8 * n.most, format('%s of %s', n.used, n.most), n.used, 'count'
  from (
    select (select count(*) from pg_catalog.pg_stat_activity) as used, current_setting('max_connections')::int as most
  ) n
  union all
  select 'replication_lag', coalesce(max(r.bytes) < 256 * 1024 ^ 2 and coalesce(max(r.seconds), 0) < 60, true),
    coalesce(string_agg(format('%s: %s, %s s behind', r.name, pg_catalog.pg_size_pretty(r.bytes), r.seconds), '; ' order by r.name), 'no replica'),
    coalesce(max(r.bytes), 0), 'bytes'
  from private.replicas r
  union all
  -- A slot that nobody reads keeps the log until the disk is full; one that is lost ends Realtime.
  select 'replication_slots', coalesce(max(l.bytes) < 1024 ^ 3 and not bool_or(l.is_lost) and coalesce(min(l.unread_since) > now() - interval '1 day', true), true),
    coalesce(string_agg(format('%s: %s behind%s%s', l.name, pg_catalog.pg_size_pretty(l.bytes), case when l.is_lost then ', lost' end,
      ', nobody has read it since ' || l.unread_since), '; ' order by l.name), 'none'),
    coalesce(max(l.bytes), 0), 'bytes'
  from private.replication_slots l
  union all
  -- Autovacuum begins when a fifth of the rows are dead. If half are dead, an old transaction holds it up, or it is too slow.
  select 'dead_rows', count(*) = 0,
    coalesce(string_agg(format('%s: %s dead beside %s, last vacuumed %s', t.name, t.dead, t.live, coalesce(t.vacuumed_at::text, 'never')), '; ' order by t.name),
      'no large table has many'), coalesce(max(t.dead), 0), 'count'
  from private.dead_rows t where t.dead > 100000 and t.dead > t.live / 2
  union all
  select 'partitions', coalesce(bool_and(t.is_ready), true),
    case when count(*) = 0 then 'no table is partitioned'
      else coalesce(string_agg(t.name || ': none for the end of next month', '; ' order by t.name) filter (where not t.is_ready), 'there for next month') end,
    count(*) filter (where not t.is_ready), 'count'
  from private.partitioned_tables t
  union all
  -- A maintenance of more than two hours was probably forgotten.
  select 'maintenance', not m.is_on or coalesce(m.since > now() - interval '2 hours', false),
    case when m.is_on then concat_ws(' since ', 'members only read', m.since) else 'off' end, m.is_on::int, 'count'
  from (select private.in_maintenance() as is_on, (select r.ran_at from private.clock_runs r where r.clock = 'maintenance') as since) m
  union all
  select 'database_size', d.bytes < 0.9 * private.setting('database_gigabytes') * 1024 ^ 3,
    format('%s of %s GB', pg_catalog.pg_size_pretty(d.bytes), private.setting('database_gigabytes')), d.bytes, 'bytes'
  from (select pg_catalog.pg_database_size(current_database()) as bytes) d
$$;
comment on function private.server_health is 'Maintenance, connections, replicas, the log that is kept for readers, vacuum, partitions and size.';

-- The clock makes one proof a day, for each currency in which enough members have money.
create function private.proof_health() returns setof public.health_check
language sql stable security definer set search_path = '' as $$
  select 'balance_proofs', count(*) = 0,
    coalesce(string_agg(p.currency || ': the last one is of ' || coalesce(p.counted_at::text, 'never'), '; ' order by p.currency), 'each is of the last day'),
    count(*), 'count'
  from (
    select c.code as currency, (select max(b.counted_at) from private.balance_proofs b where b.currency = c.code) as counted_at
    from public.currencies c where c.held_in = 'ledger'
  ) as p
  where coalesce(p.counted_at, (select t.created_at from private.transfers t where t.id = (select min(f.id) from private.transfers f))) < now() - interval '26 hours'
    and private.setting('proof_members') <= (
      select count(*) from (
        select from private.accounts a where a.owner_id is not null and a.currency = p.currency
        group by a.owner_id having sum(a.balance_minor) > 0
        limit private.setting('proof_members')::bigint) as owed)
$$;
comment on function private.proof_health is 'Whether what members are owed was proved within the last day.';

-- The query is dynamic, because only a database that was built from migrations has the table.
create function private.release_health() returns setof public.health_check
language plpgsql stable security definer set search_path = '' as $$
declare
  v_last text;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into v_last;
  end if;
  return query select 'release', true, coalesce('last migration ' || v_last, 'no migrations'), null::numeric, null;
end;
$$;
comment on function private.release_health is 'The last migration that was applied: the release of the database.';

create function private.book_health() returns setof public.health_check
language sql stable security definer set search_path = '' as $$
  -- A new market may have asked no provider in its first two hours.
  select 'solvency', coalesce(bool_and(s.state = 'covered'), true)
      and (count(*) > 0 or not exists (select from private.transfers t where t.created_at < now() - interval '2 hours')),
    coalesce(string_agg(format('%s: %s, held %s since %s, owed %s', s.currency, s.state,
      private.money_text(s.held_minor, s.currency), coalesce(s.held_at::text, 'never'), private.money_text(s.owed_minor, s.currency)), '; ' order by s.currency),
      'nothing was compared yet'), null::numeric, null
  from public.solvency s
  union all
  select 'reconciliation', d.oldest is null or d.oldest > now() - interval '3 days',
    case when d.oldest is null then 'no open difference' else format('%s open differences, the oldest since %s', d.open, d.oldest) end, d.open, 'count'
  from (select count(*) as open, min(x.found_at) as oldest from private.differences x where x.resolved_at is null) as d
  union all
  -- The last statement of a bank may be that of before the holidays. A provider that was replaced holds nothing.
  select 'provider_lines', count(*) = 0, coalesce(string_agg(format('%s is read until %s', r.provider, r.read_through), '; ' order by r.provider), 'each provider is read'),
    count(*), 'count'
  from private.provider_reads r
  where r.read_through < now() - case when r.provider = 'manual' then interval '7 days' else interval '1 day' end
    and coalesce((select bool_or(h.amount_minor <> 0) from private.holdings h where h.provider = r.provider), true)
$$;
comment on function private.book_health is 'Whether providers hold what is owed and report what was booked, by the last comparison.';

-- The nodes are asked every few seconds while anything is in the escrow.
create function private.chain_health() returns setof public.health_check
language sql stable security definer set search_path = '' as $$
  select 'chain', count(*) = 0, coalesce(string_agg(concat_ws(' ', a.kind, o.number, a.detail), '; ' order by a.raised_at), 'no alarm is open'), count(*), 'count'
  from public.chain_alarms a left join public.pack_orders o on o.id = a.order_id where a.cleared_at is null
  union all
  select w.* from (
    select 'chain_acts', min(a.decided_at) from public.chain_acts a where a.state not in ('final', 'failed', 'given_up')
    union all
    select 'chain_read', c.read_at from private.chain c
    where exists (select from public.chain_payments p where p.signed_at < now() - interval '10 minutes' and p.closed_at is null)
    union all
    select 'chain_compared', greatest(min(c.compared_at), min(p.signed_at)) from private.chain c, public.chain_payments p
    where p.signed_at is not null and p.closed_at is null
  ) as q (name, oldest) cross join lateral private.waiting_since(q.name, q.oldest, case q.name when 'chain_read' then interval '10 minutes' else '3 hours' end) as w
$$;
comment on function private.chain_health is 'Whether there are open alarms about the escrow, acts that do not become final, nodes that are not read, or a comparison that is not made.';

create function private.market_health() returns setof public.health_check
language sql stable security definer set search_path = '' as $$
  select * from private.clock_health()
  union all select * from private.job_health()
  union all select * from private.call_health()
  union all select * from private.queue_health()
  union all select * from private.staff_health()
  union all select * from private.money_health()
  union all select * from private.book_health()
  union all select * from private.proof_health()
  union all select * from private.chain_health()
  union all select * from private.server_health()
  union all select * from private.release_health()
$$;

create function public.market_health() returns setof public.health_check
language sql stable security invoker set search_path = '' as $$
  select * from private.market_health()
$$;
comment on function public.market_health is 'Service role: the state of clocks, queues, staff''s work, money and server, one row per check.';
grant execute on function private.market_health, public.market_health to service_role;

-- A job of its own stores the checks, so that a slow check does not delay due work.
create function private.note_health() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now constant timestamptz := date_bin('5 minutes', now(), timestamptz 'epoch');
begin
  if exists (select from private.health_history h where h.noted_at = v_now) then
    return;
  end if;
  insert into private.health_history (noted_at, name, is_fine, value)
  select v_now, h.name, h.is_fine, h.value from private.market_health() h
  on conflict on constraint health_history_pkey do nothing;
  delete from private.health_history h where h.noted_at < v_now - interval '1 day';
end;
$$;
comment on function private.note_health is 'Keeps the checks of market_health, once in five minutes, for a day.';

insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('database_gigabytes', 8, 'count', 'The size of the database that the plan includes; market_health says when nine tenths of it are used.', 1, 1000000)
on conflict (key) do nothing;
