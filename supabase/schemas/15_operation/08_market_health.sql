-- The health of the market for its operators: one row per check, with the finding. It is cheap
-- enough for a monitor to call every minute. docs/operating.md says what to do about each row.
create type public.health_check as (name text, is_fine boolean, detail text);

create function private.clock_health() returns setof public.health_check
language plpgsql stable security definer set search_path = '' as $$
declare
  -- The clocks run every five or ten seconds; a restart of the database takes a minute or two.
  c_longest_gap constant interval := '5 minutes';
  v_due_work timestamptz := (select r.ran_at from private.clock_runs r where r.clock = 'due_work');
  v_calls timestamptz := (select r.ran_at from private.clock_runs r where r.clock = 'call_functions');
begin
  return query select 'due_work', coalesce(v_due_work > now() - c_longest_gap, false),
    coalesce('last run ' || v_due_work, 'never ran');
  if to_regclass('cron.job') is null then
    return query select 'call_functions', true, 'no pg_cron here: a scheduler outside of the database calls the edge functions';
  elsif to_regnamespace('net') is null or to_regclass('vault.decrypted_secrets') is null then
    return query select 'call_functions', false, 'pg_net or Vault is not enabled';
  elsif private.vault_secret('kolpact_api_url') is null or private.vault_secret('kolpact_clock_key') is null then
    return query select 'call_functions', false, 'Vault lacks kolpact_api_url or kolpact_clock_key';
  else
    return query select 'call_functions', coalesce(v_calls > now() - c_longest_gap, false),
      coalesce('last run ' || v_calls, 'never ran');
  end if;
end;
$$;
comment on function private.clock_health is 'Whether each clock has run in the last five minutes.';

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
      else concat_ws(' ', v_last.status_code, v_last.said) end;
end;
$$;
comment on function private.call_health is 'The last response of an edge function.';

create function private.queue_health() returns setof public.health_check
language sql stable security definer set search_path = '' as $$
  -- The clocks run every few seconds: work that is ten minutes late is a failure.
  select q.name, q.oldest is null or q.oldest > now() - interval '10 minutes',
    coalesce('the oldest waits since ' || q.oldest, 'nothing waits')
  from (
    select 'emails', (select min(o.send_after) from private.email_outbox o where o.status = 'waiting')
    union all
    select 'files', least(
      (select min(i.due_at) from private.file_inspections i where i.status = 'waiting'),
      (select min(r.due_at) from private.file_removals r))
    union all
    select 'orders', (
      select min(o.due_at) from public.pack_orders o join public.order_statuses s using (status)
      where s.at_deadline is not null)
  ) as q (name, oldest)
  union all
  -- Staff send payouts, but not at the weekend. Payouts of frozen members wait for a decision.
  select 'payouts', coalesce(min(greatest(p.created_at, p.waits_until)) > now() - interval '3 days', true),
    coalesce('the oldest waits since ' || min(greatest(p.created_at, p.waits_until)), 'nothing waits')
  from public.payouts p where p.status = 'requested' and not private.is_frozen(p.profile_id)
  union all
  -- Not what waits for a decision of staff: that is older, and in their queue.
  select 'payouts_sent_by_providers', count(*) = 0, count(*) || ' wait to be sent for an hour, or have not arrived a day after they should'
  from public.payouts p
  where p.provider <> 'manual' and (
    p.status = 'requested' and greatest(p.created_at, p.waits_until) < now() - interval '1 hour' and private.kept_because(p) is null
    or p.status = 'sent' and p.source = 'available' and p.expected_on < current_date - 1)
  union all
  select 'payouts_late_states', count(distinct a.payout_id) = 0,
    count(distinct a.payout_id) || ' are said to have left after their money was the member''s again'
  from private.payout_attempts a where a.late_state in ('sent', 'arrived') and a.late_seen_at is null
  union all
  -- E-mails to members without an address do not count: they are no failure of the market.
  select 'emails_given_up', count(*) = 0, count(*) || ' in the last day' || coalesce(', among them: ' || max(o.last_error), '')
  from private.email_outbox o
  where o.status = 'failed' and o.claimed_at > now() - interval '1 day' and o.last_error <> 'no_address'
  union all
  select 'solvency', bool_and(s.held_minor >= s.owed_minor and s.held_minor = s.owed_minor + s.own_minor),
    string_agg(format('%s: held %s, owed %s', s.currency, s.held_minor, s.owed_minor), '; ' order by s.currency)
  from private.count_solvency() as s
$$;
comment on function private.queue_health is 'Whether the queues are processed in time, and whether the money adds up.';

-- The clock makes one a day, for each currency in which enough members have money.
create function private.proof_health() returns setof public.health_check
language sql stable security definer set search_path = '' as $$
  select 'balance_proofs', count(*) = 0,
    coalesce(string_agg(p.currency || ': the last one is of ' || coalesce(p.counted_at::text, 'never'), '; ' order by p.currency), 'each is of the last day')
  from (
    select c.code as currency, (select max(b.counted_at) from private.balance_proofs b where b.currency = c.code) as counted_at
    from public.currencies c
  ) as p
  where coalesce(p.counted_at, (select t.created_at from private.transfers t where t.id = (select min(f.id) from private.transfers f))) < now() - interval '26 hours'
    and private.setting('proof_members') <= (
      select count(*) from (
        select from private.accounts a where a.owner_id is not null and a.currency = p.currency
        group by a.owner_id having sum(a.balance_minor) > 0) as owed)
$$;
comment on function private.proof_health is 'Whether what members are owed was proved within the last day.';

create function private.market_health() returns setof public.health_check
language sql stable security definer set search_path = '' as $$
  select * from private.clock_health()
  union all select * from private.call_health()
  union all select * from private.queue_health()
  union all select * from private.proof_health()
$$;
comment on function private.market_health is 'The state of clocks, queues and money, one row per check.';

create function public.market_health() returns setof public.health_check
language sql stable security invoker set search_path = '' as $$
  select * from private.market_health()
$$;
comment on function public.market_health is 'Service role: the state of clocks, queues and money, one row per check.';
grant execute on function private.market_health, public.market_health to service_role;
