-- Reconciliation: compares each movement that a payment provider or the bank reports with those that the ledger made.
-- The edge function `reconcile` fetches the provider's lines; staff import the statements of the bank. What
-- has the same provider, kind, subject, currency and amount matches; each line is used once. Everything else is a
-- difference, which staff settle with a reason. A provider is reconciled from its first reading on: what
-- happened before is not looked for.

create table private.provider_reads (
  provider text primary key,
  started_at timestamptz not null,
  -- All lines until this time are stored.
  read_through timestamptz not null,
  constraint provider_reads_provider_known check (provider ~ '^[a-z]{3,40}$'),
  constraint provider_reads_times_finite check (isfinite(started_at) and isfinite(read_through))
);
comment on table private.provider_reads is 'From when and until when the lines of each provider are known.';
alter table private.provider_reads enable row level security;

create table private.reconciliation (
  is_only boolean primary key default true,
  due_at timestamptz not null default now(),
  collected_at timestamptz not null default '-infinity',
  constraint reconciliation_is_only check (is_only),
  constraint reconciliation_due_finite check (isfinite(due_at))
);
comment on table private.reconciliation is 'When providers are asked next, and until when movements of the ledger were collected. One row.';
alter table private.reconciliation enable row level security;
insert into private.reconciliation default values on conflict do nothing;

create table private.provider_lines (
  id bigint primary key generated always as identity,
  provider text not null references private.provider_reads (provider),
  provider_ref text not null,
  kind text not null,
  -- The order of a payment, the provider's name of a refund, dispute or transfer, the market's number of a bank transfer.
  subject text,
  amount_minor bigint not null,
  fee_minor bigint not null default 0,
  currency text not null references public.currencies (code),
  occurred_at timestamptz not null,
  is_open boolean not null default true,
  -- True for a line that was closed together with the one that reverses it: the ledger knew of neither, but a report may come late.
  is_reversed boolean not null default false,
  constraint provider_lines_key unique (provider, provider_ref),
  constraint provider_lines_ref_length check (length(provider_ref) between 1 and 200),
  constraint provider_lines_subject_length check (length(subject) between 1 and 200),
  constraint provider_lines_kind_known check (kind in
    ('payment', 'refund', 'refund_returned', 'dispute', 'dispute_returned', 'payout', 'payout_returned', 'fee', 'other')),
  constraint provider_lines_amounts_within_limit check (abs(amount_minor) <= 1000000000000000 and abs(fee_minor) <= 1000000000000000),
  constraint provider_lines_time_finite check (isfinite(occurred_at))
);
comment on table private.provider_lines is 'Movements as providers and the bank report them, once each.';
create index provider_lines_open on private.provider_lines (provider, kind, subject, currency, amount_minor) where is_open;
create index provider_lines_reversed on private.provider_lines (provider, subject, currency) where is_reversed;
create index provider_lines_currency on private.provider_lines (currency);
alter table private.provider_lines enable row level security;

create table private.cash_movements (
  -- The column has no foreign key: transfers are never removed.
  transfer_id bigint primary key,
  provider text not null,
  kind text not null,
  subject text not null,
  amount_minor bigint not null,
  currency text not null references public.currencies (code),
  moved_at timestamptz not null,
  line_id bigint references private.provider_lines (id),
  is_open boolean not null default true,
  constraint cash_movements_line_once unique (line_id)
);
comment on table private.cash_movements is 'Transfers of the ledger that moved money in or out, as a provider would report them, and the line that matches each.';
create index cash_movements_open on private.cash_movements (provider, kind, subject, currency, amount_minor) where is_open;
create index cash_movements_currency on private.cash_movements (currency);
alter table private.cash_movements enable row level security;

create table private.differences (
  id bigint primary key generated always as identity,
  kind text not null,
  line_id bigint references private.provider_lines (id),
  transfer_id bigint references private.cash_movements (transfer_id),
  -- The sum that the provider holds beyond what the ledger says.
  amount_minor bigint not null,
  currency text not null references public.currencies (code),
  found_at timestamptz not null default now(),
  -- `matched`: the matching line or movement was found later.
  resolution text,
  resolved_at timestamptz,
  constraint differences_kind_known check (case kind
    when 'missing_here' then line_id is not null and transfer_id is null
    when 'missing_there' then line_id is null and transfer_id is not null
    when 'different' then line_id is not null and transfer_id is not null else false end),
  constraint differences_resolution_known check (resolution in ('matched', 'explained', 'costs', 'capital', 'suspense')),
  constraint differences_resolved_at check ((resolution is null) = (resolved_at is null)),
  constraint differences_time_finite check (isfinite(resolved_at))
);
comment on table private.differences is 'Movements that only one side reports, or both with other amounts. The audit log says who settled each, and why.';
-- Matched differences do not count, so that the other line or transfer of a pair can become a difference again.
create unique index differences_line_once on private.differences (line_id) where resolution is distinct from 'matched';
create unique index differences_transfer_once on private.differences (transfer_id) where resolution is distinct from 'matched';
create index differences_line_id on private.differences (line_id);
create index differences_transfer_id on private.differences (transfer_id);
create index differences_open on private.differences (id) where resolved_at is null;
create index differences_currency on private.differences (currency);
alter table private.differences enable row level security;
create trigger differences_not_deleted before delete on private.differences
  for each row execute function private.refuse_change();
create trigger differences_not_truncated before truncate on private.differences
  for each statement execute function private.refuse_change();
create trigger differences_resolved_once before update on private.differences
  for each row when (OLD.resolved_at is not null) execute function private.refuse_change();

-- Reading providers ------------------------------------------------------------------------
create function private.begin_reconciliation() returns void
language sql volatile security definer set search_path = '' as $$
  update private.reconciliation r
  set due_at = now() + case when exists (select from private.holdings) then interval '30 minutes' else interval '1 minute' end
  where r.is_only
$$;
create function public.begin_reconciliation() returns void
language sql volatile security invoker set search_path = '' as $$
  select private.begin_reconciliation()
$$;
comment on function public.begin_reconciliation is
  'Service role: records that providers are being asked now. They are asked again in half an hour, even if they cannot be reached now; until one has answered for the first time, in a minute.';

-- The day before the first reading has lines whose movements may still come. The hour before the last one is
-- read again: lines are dated when they begin, and may be seen a moment later.
create function private.provider_read_from(provider text, since timestamptz default now()) returns timestamptz
language sql volatile security definer set search_path = '' as $$
  select private.require_provider(provider_read_from.provider);
  -- If a provider is known from before the last run, its movements from before that run are collected as well.
  with added as (
    insert into private.provider_reads (provider, started_at, read_through)
    values (provider_read_from.provider, provider_read_from.since, provider_read_from.since - interval '1 day')
    on conflict on constraint provider_reads_pkey do nothing
    returning started_at
  )
  update private.reconciliation r set collected_at = least(r.collected_at, a.started_at) from added a where r.is_only;
  select r.read_through - interval '1 hour' from private.provider_reads r where r.provider = provider_read_from.provider
$$;
create function public.provider_read_from(provider text) returns timestamptz
language sql volatile security invoker set search_path = '' as $$
  select private.provider_read_from(provider)
$$;
comment on function public.provider_read_from is 'Service role: the time from which the lines of a provider are asked for; a new provider is known since the given time.';

-- A fee has no counterpart in the ledger that it could match, so it is booked with its line.
create function private.record_provider_lines(provider text, lines jsonb, through timestamptz default null) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_key constant uuid := gen_random_uuid();
  v_started timestamptz;
  v_fee record;
  v_new int := 0;
begin
  if jsonb_typeof(lines) <> 'array' or jsonb_path_exists(lines, '$[*] ? (@.type() != "object")') or not isfinite(through) then
    raise exception 'invalid_body' using errcode = 'PT422';
  end if;
  perform private.provider_read_from(record_provider_lines.provider);
  select r.started_at into v_started from private.provider_reads r where r.provider = record_provider_lines.provider;
  perform private.lock_accounts(array(
    select private.platform_account(a.kind, c.code, v_key)
    from public.currencies c cross join (values ('cash'), ('costs')) as a (kind)
    where c.code in (
      select l.currency from jsonb_to_recordset(lines) as l (kind text, fee_minor bigint, currency text)
      where l.kind = 'fee' or l.fee_minor <> 0)));
  for v_fee in
    with added as (
      insert into private.provider_lines (provider, provider_ref, kind, subject, amount_minor, fee_minor, currency, occurred_at, is_open)
      select record_provider_lines.provider, l.ref, l.kind, l.subject, l.amount_minor, coalesce(l.fee_minor, 0), l.currency, l.occurred_at,
        l.kind <> 'fee' and l.amount_minor <> 0
      from jsonb_to_recordset(lines) as l (ref text, kind text, subject text, amount_minor bigint, fee_minor bigint, currency text, occurred_at timestamptz)
      join public.currencies c on c.code = l.currency
      on conflict on constraint provider_lines_key do nothing
      returning *
    )
    select a.currency, count(*)::int as lines,
      coalesce(sum(a.fee_minor - case when a.kind = 'fee' then a.amount_minor else 0 end) filter (where a.occurred_at >= v_started), 0)::bigint as minor
    from added a group by a.currency order by a.currency
  loop
    v_new := v_new + v_fee.lines;
    perform private.post_transfer('provider_fee',
      array[private.platform_account('cash', v_fee.currency, v_key), private.platform_account('costs', v_fee.currency, v_key)],
      array[v_fee.minor, -v_fee.minor], null, v_key)
    where v_fee.minor <> 0;
  end loop;
  -- A line whose reference is known with other values would be lost. What a provider calls a payment can be edited on its pages.
  if v_new < jsonb_array_length(lines) and exists (
    select from jsonb_to_recordset(lines) as l (ref text, kind text, subject text, amount_minor bigint, currency text)
    join private.provider_lines k on k.provider = record_provider_lines.provider and k.provider_ref = l.ref
    where (k.amount_minor, k.currency) is distinct from (l.amount_minor, l.currency)
      or k.provider = 'manual' and (k.kind, k.subject) is distinct from (l.kind, l.subject))
  then
    raise exception 'statement_malformed' using errcode = 'PT422';
  end if;
  update private.provider_reads r set read_through = greatest(r.read_through, record_provider_lines.through)
  where r.provider = record_provider_lines.provider;
  return v_new;
end;
$$;
create function public.record_provider_lines(provider text, lines jsonb, through timestamptz default null) returns int
language sql volatile security invoker set search_path = '' as $$
  select private.record_provider_lines(provider, lines, through)
$$;
comment on function public.record_provider_lines is
  'Service role: keeps movements that a provider reports, each once by its `ref`, and books their fees; returns how many were new. `through`: all lines until then are here.';

-- Matching ---------------------------------------------------------------------------------
create view private.named_movements with (security_invoker = true) as
select t.id as transfer_id, t.created_at as moved_at, e.currency, e.amount_minor,
  coalesce(p.provider, c.provider, o.provider) as provider,
  case
    when p.id is not null then 'payment'
    when c.id is not null then c.kind
    when o.source = 'wallet' and o.provider <> 'manual' then 'refund'
    else 'payout' end || case when p.id is null and e.amount_minor > 0 then '_returned' else '' end as kind,
  case
    when p.id is not null then coalesce(p.claimed_order_id::text, p.provider_ref)
    when c.id is not null then c.provider_ref
    when o.provider = 'manual' then replace(o.id::text, '-', '')
    when o.source = 'wallet' then o.provider_ref
    else coalesce(a.transfer_ref, o.id::text) end as subject
from private.transfers t
cross join lateral (
  select n.currency, -sum(n.amount_minor)::bigint as amount_minor
  from private.entries n join private.accounts x on x.id = n.account_id
  where n.transfer_id = t.id and x.kind = 'cash' group by n.currency) as e
left join public.payments p on p.id = t.reference and t.event in ('payment', 'suspense')
left join private.chargebacks c on c.id = t.reference and t.event in ('chargeback', 'chargeback_won')
left join public.payouts o on o.id = t.reference and t.event in ('payout_sent', 'payout_returned', 'payout_failed')
left join lateral (
  select b.transfer_ref from private.payout_attempts b
  where b.payout_id = o.id and b.transfer_ref is not null order by b.nr desc limit 1) as a on true
where p.id is not null or c.id is not null or o.id is not null;
comment on view private.named_movements is 'Transfers that moved money in (above zero) or out, by the names that a provider gives them.';

-- A transfer becomes visible when its transaction has ended, which is at most an hour after it began.
-- The query is planned for the given time: a plan for any time reads the transfers of all years.
create function private.collect_movements() returns int
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_since constant timestamptz := (select greatest(r.collected_at - interval '1 hour', (select min(p.started_at) from private.provider_reads p))
    from private.reconciliation r for no key update);
  v_count int;
begin
  insert into private.cash_movements (transfer_id, provider, kind, subject, amount_minor, currency, moved_at)
  select m.transfer_id, m.provider, m.kind, m.subject, m.amount_minor, m.currency, m.moved_at
  from private.named_movements m
  join private.provider_reads r on r.provider = m.provider and r.started_at <= m.moved_at
  where m.moved_at >= v_since and m.amount_minor <> 0
  on conflict on constraint cash_movements_pkey do nothing;
  get diagnostics v_count = row_count;
  update private.reconciliation r set collected_at = now() where r.is_only;
  return v_count;
end;
$$;
comment on function private.collect_movements is 'Lists the new transfers that providers should know of; returns how many.';

create function private.match_lines() returns int
language sql volatile security definer set search_path = '' as $$
  -- Equal lines and movements are matched in the order of their times.
  with pairs as (
    select l.id as line_id, m.transfer_id
    from (
      select o.*, row_number() over (partition by o.provider, o.kind, o.subject, o.currency, o.amount_minor order by o.occurred_at, o.id) as nr
      from private.provider_lines o where o.is_open) as l
    join (
      select o.*, row_number() over (partition by o.provider, o.kind, o.subject, o.currency, o.amount_minor order by o.moved_at, o.transfer_id) as nr
      from private.cash_movements o where o.is_open) as m using (provider, kind, subject, currency, amount_minor, nr)
  ), lines as (
    update private.provider_lines l set is_open = false from pairs p where l.id = p.line_id
  ), movements as (
    update private.cash_movements m set is_open = false, line_id = p.line_id from pairs p where m.transfer_id = p.transfer_id
    returning m.transfer_id, m.line_id
  ), settled as (
    update private.differences d set resolution = 'matched', resolved_at = now()
    from movements m where (d.line_id = m.line_id or d.transfer_id = m.transfer_id) and d.resolved_at is null
  )
  select count(*)::int from movements
$$;
comment on function private.match_lines is 'Matches lines and transfers that say the same; returns how many.';

create function private.reopen_reversed_lines() returns void
language sql volatile security definer set search_path = '' as $$
  update private.provider_lines l set is_open = true, is_reversed = false
  from private.cash_movements m
  where l.is_reversed and m.is_open and (m.provider, m.subject, m.currency) = (l.provider, l.subject, l.currency)
$$;
comment on function private.reopen_reversed_lines is 'Reopens lines that were closed because they undo each other, if the ledger has received a report about them since.';

-- A transfer whose payout was refused at once is reversed, and the ledger never knew of either.
create function private.close_reversed_lines() returns void
language sql volatile security definer set search_path = '' as $$
  with lines as (
    select o.*, row_number() over (partition by o.provider, o.kind, o.subject, o.currency, o.amount_minor order by o.occurred_at, o.id) as nr
    from private.provider_lines o where o.is_open
  ), reversed as (
    select l.id, r.id as reversal_id
    from lines l
    join lines r on r.kind = l.kind || '_returned'
      and (r.provider, r.subject, r.currency, r.amount_minor, r.nr) = (l.provider, l.subject, l.currency, -l.amount_minor, l.nr)
    where r.occurred_at < now() - interval '1 hour' and not exists (
      select from private.cash_movements m
      where m.is_open and (m.provider, m.subject, m.currency) = (l.provider, l.subject, l.currency))
  ), closed as (
    update private.provider_lines l set is_open = false, is_reversed = true from reversed r where l.id in (r.id, r.reversal_id)
    returning l.id
  )
  update private.differences d set resolution = 'matched', resolved_at = now()
  from closed c where d.line_id = c.id and d.resolved_at is null
$$;
comment on function private.close_reversed_lines is 'Closes pairs of lines that undo each other, each line in one pair.';

-- The matching line or movement may come later: an hour for the report of a provider, a day for its line, a week for a
-- statement of the bank.
create function private.find_differences() returns int
language sql volatile security definer set search_path = '' as $$
  with late_lines as (
    select l.*, row_number() over (partition by l.provider, l.kind, l.subject, l.currency order by l.id) as nr
    from private.provider_lines l join private.provider_reads r using (provider)
    where l.is_open and l.occurred_at >= r.started_at and l.occurred_at < now() - interval '1 hour'
      and not exists (select from private.differences d where d.line_id = l.id and d.resolution is distinct from 'matched')
  ), movements as (
    select m.*, row_number() over (partition by m.provider, m.kind, m.subject, m.currency order by m.transfer_id) as nr
    from private.cash_movements m
    where m.is_open and not exists (
      select from private.differences d where d.transfer_id = m.transfer_id and d.resolution is distinct from 'matched')
  ), found as (
    select l.id as line_id, m.transfer_id, l.amount_minor - coalesce(m.amount_minor, 0) as amount_minor, l.currency
    from late_lines l left join movements m using (provider, kind, subject, currency, nr)
    union all
    select null, m.transfer_id, -m.amount_minor, m.currency
    from movements m join private.provider_reads r using (provider)
    where m.moved_at < least(r.read_through, now()) - case when m.provider = 'manual' then interval '7 days' else interval '1 day' end
      and not exists (select from late_lines l where (l.provider, l.kind, l.subject, l.currency, l.nr) = (m.provider, m.kind, m.subject, m.currency, m.nr))
  ), added as (
    insert into private.differences (kind, line_id, transfer_id, amount_minor, currency)
    select case when f.line_id is null then 'missing_there' when f.transfer_id is null then 'missing_here' else 'different' end,
      f.line_id, f.transfer_id, f.amount_minor, f.currency
    from found f
    returning 1
  )
  select count(*)::int from added
$$;
comment on function private.find_differences is 'Makes an item for staff of each movement whose other side is overdue; returns how many.';

create function private.match_movements() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_counts jsonb;
begin
  v_counts := jsonb_build_object('collected', private.collect_movements());
  perform private.reopen_reversed_lines();
  v_counts := v_counts || jsonb_build_object('matched', private.match_lines());
  perform private.close_reversed_lines();
  return v_counts || jsonb_build_object('differences', private.find_differences());
end;
$$;
comment on function private.match_movements is 'Matches the lines that are here with the ledger; returns the counts.';

-- Solvency ---------------------------------------------------------------------------------
-- Staff record by hand what they sent at the bank, a day before or after its statement shows it. Before the
-- first statement only the time of a transfer tells whether the balance includes it.
create function private.sent_by_hand_minor(currency text, since timestamptz) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(case when exists (select from private.provider_reads r where r.provider = 'manual') then (
    select -sum(m.amount_minor) from (
      select o.amount_minor from private.cash_movements o
      where o.is_open and o.provider = 'manual' and o.currency = sent_by_hand_minor.currency
      union all
      -- The lines of a statement count at once, its balance when two members of staff have confirmed it.
      select k.amount_minor from private.provider_lines l join private.cash_movements k on k.line_id = l.id
      where l.provider = 'manual' and l.currency = sent_by_hand_minor.currency and l.occurred_at > since) as m)
  else (
    select sum(case t.event when 'payout_sent' then o.amount_minor else -o.amount_minor end)
    from private.transfers t join public.payouts o on o.id = t.reference
    where t.event in ('payout_sent', 'payout_returned') and t.created_at > since
      and o.provider = 'manual' and o.currency = sent_by_hand_minor.currency) end, 0)::bigint
$$;
comment on function private.sent_by_hand_minor is 'Money that the ledger moved by hand and the balance of the bank does not show yet.';

create function private.take_solvency() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_taken_at constant timestamptz := clock_timestamp();
  v_count int;
begin
  -- Calls wait for each other, because each snapshot is chained to the one before.
  perform pg_advisory_xact_lock(hashtextextended('solvency', 0));
  insert into private.solvency_snapshots (currency, held_minor, owed_minor, own_minor, sent_minor, booked_minor, held_at, good_until, taken_at, chain)
  select c.currency, h.held_minor, c.owed_minor - d.sent_minor, c.own_minor, d.sent_minor, c.held_minor, h.held_at, h.good_until, v_taken_at,
    sha256(coalesce((
      select s.chain from private.solvency_snapshots s where s.currency = c.currency order by s.id desc limit 1), private.no_hash())
      || int8send(h.held_minor) || int8send(c.owed_minor - d.sent_minor) || int8send(c.own_minor) || int8send(d.sent_minor) || int8send(c.held_minor)
      || int8send((extract(epoch from v_taken_at) * 1000000)::bigint))
  from private.count_solvency() as c
  cross join lateral (select private.being_sent_minor(c.currency) as sent_minor) as d
  cross join lateral (
    -- A provider that holds nothing need not be asked any more.
    select coalesce(sum(h.amount_minor - case when h.provider = 'manual' then private.sent_by_hand_minor(h.currency, h.held_at) else 0 end), 0)::bigint as held_minor,
      coalesce(min(h.held_at) filter (where h.amount_minor <> 0), min(h.held_at)) as held_at,
      coalesce(min(h.held_at + private.fresh_for(h.provider)) filter (where h.amount_minor <> 0), min(h.held_at + private.fresh_for(h.provider))) as good_until
    from private.holdings h where h.currency = c.currency) as h
  -- Present debts compared with older reports would look short after a payment, and covered after a refund. The last
  -- comparison stays, and becomes too old.
  where not exists (
    select from private.holdings o
    where o.currency = c.currency and o.provider <> 'manual' and o.amount_minor <> 0 and o.held_at < v_taken_at - interval '5 minutes');
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.take_solvency is 'Compares what is owed with what is held, once for each currency whose providers have just answered; returns how many.';

create function private.finish_reconciliation() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_counts jsonb := private.match_movements();
begin
  v_counts := v_counts || jsonb_build_object('currencies', private.take_solvency());
  -- A payment between a provider's report and the count looks like a shortfall, so providers are asked again within a minute.
  update private.reconciliation r set due_at = least(r.due_at, now() + interval '1 minute')
  where r.is_only and exists (select from public.solvency s where s.state = 'short');
  return v_counts;
end;
$$;
create function public.finish_reconciliation() returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.finish_reconciliation()
$$;
comment on function public.finish_reconciliation is
  'Service role: matches what was read from providers with the ledger, and takes a snapshot of solvency; returns the counts.';
grant execute on function private.begin_reconciliation, public.begin_reconciliation, private.provider_read_from, public.provider_read_from,
  private.record_provider_lines, public.record_provider_lines, private.finish_reconciliation, public.finish_reconciliation to service_role;

-- Staff ------------------------------------------------------------------------------------
-- A provider that holds more or less than was booked is right about what it holds: the ledger follows, and the market
-- bears or gains it. Money of somebody unknown waits in suspense.
create function private.book_difference(d private.differences, resolution text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_line constant private.provider_lines := (select l from private.provider_lines l where l.id = d.line_id);
  v_key constant uuid := gen_random_uuid();
  v_payment public.payments;
begin
  if resolution = 'suspense' then
    -- No provider knows the line as a payment that it could refund.
    v_payment := private.record_payment('manual', v_line.provider_ref, null, v_line.amount_minor, v_line.currency);
    -- The payment is the other side of this line, whatever reference the line has.
    insert into private.cash_movements (transfer_id, provider, kind, subject, amount_minor, currency, moved_at, line_id, is_open)
    select t.id, v_line.provider, 'payment', v_line.provider_ref, v_line.amount_minor, v_line.currency, t.created_at, v_line.id, false
    from private.transfers t where t.reference = v_payment.id and t.event = 'suspense';
  elsif resolution <> 'explained' then
    perform private.post_transfer('adjustment',
      array[private.platform_account('cash', d.currency, v_key), private.platform_account(resolution, d.currency, v_key)],
      array[-d.amount_minor, d.amount_minor], null, v_key);
  end if;
  update private.provider_lines l set is_open = false where l.id = d.line_id;
  update private.cash_movements m set is_open = false, line_id = d.line_id where m.transfer_id = d.transfer_id;
end;
$$;
comment on function private.book_difference is 'Books a difference as it was decided, and closes both sides.';

-- The members who were paid, have paid or are a side of the order, by any of the names that a provider gives the movement.
-- Queries look up the members of one difference, and the differences of the few members who are own cases.
create view private.named_differences with (security_invoker = true) as
select d.id, coalesce(l.provider, m.provider) as provider, coalesce(l.subject, m.subject) as name,
  array[t.reference, substring(replace(coalesce(l.subject, m.subject), '-', '') from '^[0-9a-f]{32}$')::uuid] as ids
from private.differences d
left join private.provider_lines l on l.id = d.line_id
left join private.cash_movements m on m.transfer_id = d.transfer_id
left join private.transfers t on t.id = d.transfer_id;
comment on view private.named_differences is 'Differences with what their movement names: an id, the reference of a transfer, or that of a provider.';
create view private.difference_members with (security_invoker = true) as
select v.id, p.profile_id from private.named_differences v join public.payouts p on p.id = any (v.ids)
union all select v.id, p.profile_id from private.named_differences v
  join public.payouts p on p.provider_ref = v.name and p.source = 'wallet' and p.method_id is null
union all select v.id, p.profile_id from private.named_differences v
  join private.payout_attempts a on a.transfer_ref = v.name join public.payouts p on p.id = a.payout_id
union all select v.id, p.payer_id from private.named_differences v
  join public.payments p on p.id = any (v.ids) or (p.provider, p.provider_ref) = (v.provider, v.name)
union all select v.id, c.brand_id from private.named_differences v
  join private.chargebacks c on c.id = any (v.ids) or (c.provider, c.provider_ref) = (v.provider, v.name)
union all select v.id, o.brand_id from private.named_differences v join public.pack_orders o on o.id = any (v.ids)
union all select v.id, o.kol_id from private.named_differences v join public.pack_orders o on o.id = any (v.ids);
comment on view private.difference_members is 'The members whose money a difference is about; null for a payment of which the payer is unknown.';

create function private.members_of_difference(difference_id bigint) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct m.profile_id) filter (where m.profile_id is not null), '{}')
  from private.difference_members m where m.id = difference_id
$$;
comment on function private.members_of_difference is 'The members whose money a difference is about; none where the movement names nobody.';

create function private.own_differences() returns setof bigint
language sql stable security definer set search_path = '' as $$
  select m.id from private.difference_members m where m.profile_id = any (array(select private.own_cases()))
$$;
comment on function private.own_differences is 'Differences that are a case of the caller''s own.';

create function private.names_order(d private.differences) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.provider_lines l join public.pack_orders o on o.id::text = l.subject
    where l.id = d.line_id and l.kind = 'payment')
$$;
comment on function private.names_order is 'True for a payment that the provider knows as that of an order.';

create function private.is_of_payout(d private.differences) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.provider_lines l where l.id = d.line_id and l.kind ~ '^(payout|refund)')
    or exists (select from private.cash_movements m where m.transfer_id = d.transfer_id and m.kind ~ '^(payout|refund)')
$$;
comment on function private.is_of_payout is 'True for a difference about money that was, or should have been, sent to a member, or that came back.';

create function private.resolve_difference(difference_id bigint, resolution text, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_difference private.differences;
begin
  perform private.require_staff();
  perform private.require_reason(note);
  -- Waits while a run matches the line with a movement that was booked late.
  perform from private.reconciliation r for no key update;
  select * into v_difference from private.differences d where d.id = difference_id for no key update;
  if v_difference.id is null then
    raise exception 'difference_unknown' using errcode = 'PT404';
  end if;
  perform private.reject_own_case(private.members_of_difference(difference_id));
  if v_difference.resolved_at is not null then
    -- A client repeats a request whose answer was lost. An open proposal is not carried out by an act that was done without it.
    if not private.is_confirmed('resolve_difference', difference_id::text) and exists (
      select from public.staff_audit a
      where a.action = 'resolve_difference' and a.actor_id = private.my_profile_id()
        and a.details @> jsonb_build_object('difference_id', difference_id, 'resolution', resolution, 'note', note))
    then
      return;
    end if;
    raise exception 'difference_settled' using errcode = 'PT409';
  end if;
  if (resolution in ('explained', 'costs', 'capital')
    or resolution = 'suspense' and v_difference.kind = 'missing_here' and v_difference.amount_minor > 0
      -- The provider's event about it may still come, and pays the order then.
      and not private.names_order(v_difference)) is not true
  then
    raise exception 'resolution_not_possible' using errcode = 'PT422';
  end if;
  -- Takes two members of staff: otherwise one who sent a payout twice could explain it alone, and a payment of a member, whose event may
  -- have been lost, could become a gain of the market or be forgotten.
  if private.is_of_payout(v_difference) or private.members_of_difference(difference_id) <> '{}'
    and (resolution = 'explained' or resolution in ('costs', 'capital') and v_difference.amount_minor > 0) then
    perform private.require_confirmation('resolve_difference', difference_id::text);
  end if;
  perform private.require_second_above_limit('resolve_difference', difference_id::text,
    private.units_of(abs(v_difference.amount_minor), v_difference.currency));
  perform private.book_difference(v_difference, resolution);
  update private.differences d set resolution = resolve_difference.resolution, resolved_at = now() where d.id = difference_id;
  perform private.audit('resolve_difference', null, jsonb_build_object('difference_id', difference_id, 'resolution', resolution,
    'amount_minor', v_difference.amount_minor, 'currency', v_difference.currency, 'note', note));
end;
$$;
create function public.resolve_difference(difference_id bigint, resolution text, note text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.resolve_difference(difference_id, resolution, note)
$$;
comment on function public.resolve_difference is
  'Staff: settles a difference with a reason; by two above the limit, for a payout, and if it names a member and is explained or gains the market money. explained: nothing is booked; '
  'costs or capital: the ledger follows the provider; suspense: money from somebody unknown, of no order, waits for its owner.';

create function private.start_reconciliation() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  update private.reconciliation r set due_at = now() where r.is_only;
end;
$$;
create function public.start_reconciliation() returns void
language sql volatile security invoker set search_path = '' as $$
  select private.start_reconciliation()
$$;
comment on function public.start_reconciliation is 'Staff: has providers asked within seconds instead of at the next half hour.';

-- A statement of the bank (camt.053), read by the screen of staff. Reconciliation and the public proof rely on it, so it
-- counts when two members of staff have read the same one, each from the bank: a list of thousands of lines does not show
-- whether it is the bank's. Fees, which are booked at once, have lines of their own there, which staff settle.
create function private.is_read_by_another(statement uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.staff_audit a join public.profiles p on p.id = a.actor_id and p.is_staff and p.suspended_at is null
    where a.subject_id = is_read_by_another.statement and a.action = 'import_statement'
      and not private.may_be_one_person(a.actor_id, private.my_profile_id()))
$$;
comment on function private.is_read_by_another is 'True when another member of staff has read this statement of the bank.';

create function private.import_statement(
  lines jsonb, begins_at timestamptz, ends_at timestamptz, currency text, closing_minor bigint
) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_most constant int := 5000;
  v_statement constant uuid := encode(substr(sha256(convert_to(
    concat_ws(' ', lines, begins_at, ends_at, currency, closing_minor), 'UTF8')), 1, 16), 'hex')::uuid;
  v_new int;
begin
  perform private.require_staff();
  if (jsonb_typeof(lines) = 'array' and isfinite(begins_at) and begins_at <= least(ends_at, now()) and ends_at <= now() + interval '1 day'
      and closing_minor is not null and exists (select from public.currencies c where c.code = import_statement.currency)) is not true
    or jsonb_array_length(lines) > v_most
    or exists (
      select from jsonb_array_elements(lines) as l (line)
      where l.line ->> 'kind' = 'fee' or l.line ? 'fee_minor'
        -- A line from another time may be counted in the balance of another statement.
        or ((l.line ->> 'occurred_at')::timestamptz between begins_at and ends_at) is not true)
  then
    raise exception 'statement_malformed' using errcode = 'PT422';
  end if;
  -- Two members of staff who import it at the same time would each count as the first.
  perform from private.reconciliation r for no key update;
  if private.is_read_by_another(v_statement) then
    perform private.provider_read_from('manual', begins_at);
    v_new := private.record_provider_lines('manual', lines, least(ends_at, now()));
    perform private.set_holding('manual', import_statement.currency, closing_minor, least(ends_at, now()));
    perform private.match_movements();
    perform private.start_reconciliation();
  end if;
  perform private.audit('import_statement', v_statement, jsonb_build_object('begins_at', begins_at, 'ends_at', ends_at,
    'currency', currency, 'closing_minor', closing_minor, 'lines', jsonb_array_length(lines), 'new_lines', v_new));
  return v_new;
end;
$$;
create function public.import_statement(
  lines jsonb, begins_at timestamptz, ends_at timestamptz, currency text, closing_minor bigint
) returns int
language sql volatile security invoker set search_path = '' as $$
  select private.require_plain(lines, 10000000);
  select private.import_statement(lines, begins_at, ends_at, currency, closing_minor)
$$;
comment on function public.import_statement is
  'Staff, always by two: the booked movements of a statement of the bank, each once, and the balance at its end; returns how many were new, and null until a second member of staff has read the same statement.';
grant execute on function private.resolve_difference, public.resolve_difference,
  private.start_reconciliation, public.start_reconciliation, private.import_statement, public.import_statement to authenticated;
