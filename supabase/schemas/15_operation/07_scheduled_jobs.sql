-- Scheduling of due work. On Supabase pg_cron runs it inside the database, pg_net calls the edge
-- functions, and Vault keeps the address and the key that pg_net needs and the random keys of
-- 01_base/01_foundations. The local stack has none of the three: its scheduler asks `due_functions` and calls
-- by itself. Nothing here fails where an extension is missing; market_health says what is missing.

-- Edge functions ---------------------------------------------------------------------------
create function private.due_functions() returns setof text
language sql stable security definer set search_path = '' as $$
  select 'send-emails'
  where exists (select from private.email_outbox o where o.status = 'waiting' and o.send_after <= now())
  union all
  select 'process-files'
  where exists (select from private.file_inspections i where i.status = 'waiting' and i.due_at <= now())
    or exists (select from private.file_removals r where r.due_at <= now())
  union all
  select 'send-payouts' where not private.in_maintenance() and exists (
    select from public.payouts p
    where (p.status = 'requested' or p.status = 'sent' and p.source = 'available') and private.is_due_payout(p, now()))
  union all
  select 'send-evidence' where not private.in_maintenance() and exists (select from private.due_evidence(now()))
  union all
  select 'check-vat' where not private.in_maintenance() and exists (select from private.due_vat_checks())
  union all
  -- The functions for the chain run as long as money or an act of the market is in the escrow, or on its way there.
  select 'settle-chain' where exists (
    select from public.chain_acts a where a.state in ('signed', 'broadcast') or private.is_ready_act(a, now()))
  union all
  select 'watch-chain' where exists (select from public.chain_payments p where p.signed_at is not null and p.closed_at is null)
    or exists (select from public.chain_acts a where a.state in ('signed', 'broadcast', 'mined'))
  union all
  select 'reconcile' from private.reconciliation r where r.due_at <= now() and exists (select from private.transfers)
$$;
comment on function private.due_functions is 'The edge functions for which something waits.';

-- The key is valid for these functions alone. Requests of pg_net are stored in a table, which must not
-- hold the key of the service role.
create function private.call_function(name text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_address text := private.vault_secret('kolpact_api_url');
  v_key text := private.vault_secret('kolpact_clock_key');
  -- An edge function stops by itself after 25 seconds.
  c_timeout_ms constant int := 30000;
begin
  if v_address is null or v_key is null then
    return;
  end if;
  perform net.http_post(
    url => rtrim(v_address, '/') || '/functions/v1/' || call_function.name,
    headers => jsonb_build_object('content-type', 'application/json', 'x-clock-key', v_key),
    timeout_milliseconds => c_timeout_ms);
end;
$$;
comment on function private.call_function is 'Asks pg_net to call an edge function with the key of the clock.';

create function private.call_due_functions() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.call_function(name) from private.due_functions() as name;
  perform private.note_clock_run('call_functions');
end;
$$;
comment on function private.call_due_functions is 'Calls each edge function for which something waits.';

-- Scheduling -------------------------------------------------------------------------------
create function private.enable_extension(name text, schema text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from pg_catalog.pg_available_extensions e where e.name = enable_extension.name) then
    execute format('create extension if not exists %I with schema %I', enable_extension.name, enable_extension.schema);
  end if;
exception when others then
  -- Raises only a warning, so that a migration goes on; market_health reports clocks that do not run.
  raise warning 'extension % could not be enabled: %', enable_extension.name, sqlerrm;
end;
$$;
comment on function private.enable_extension is 'Creates an extension where the server offers it.';

-- pg_cron keeps a row of every run, 25,000 a day.
create function private.purge_clock_history() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from cron.job_run_details d where d.start_time < now() - interval '2 days';
end;
$$;
comment on function private.purge_clock_history is 'Deletes records of runs of pg_cron that are older than two days.';

create function private.schedule_clocks() returns text[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_jobs text[] := '{}';
begin
  perform private.enable_extension('pg_cron', 'pg_catalog');
  perform private.enable_extension('pg_net', 'extensions');
  if to_regprocedure('cron.schedule(text,text,text)') is null then
    return v_jobs;
  end if;
  perform cron.schedule('kolpact-due-work', '5 seconds', 'call private.run_due_work_in_steps()');
  perform cron.schedule('kolpact-purge-clock-history', '17 * * * *', 'select private.purge_clock_history()');
  -- Proofs have a job of their own: a million members take longer than other due work may wait.
  perform cron.schedule('kolpact-prove-balances', '7 * * * *', 'select private.prove_due_balances()');
  perform cron.schedule('kolpact-note-health', '*/5 * * * *', 'select private.note_health()');
  v_jobs := '{kolpact-due-work,kolpact-purge-clock-history,kolpact-prove-balances,kolpact-note-health}';
  if to_regnamespace('net') is not null and to_regclass('vault.decrypted_secrets') is not null then
    perform cron.schedule('kolpact-call-functions', '10 seconds', 'select private.call_due_functions()');
    v_jobs := v_jobs || 'kolpact-call-functions'::text;
  end if;
  return v_jobs;
end;
$$;
comment on function private.schedule_clocks is
  'Schedules all jobs, as far as pg_cron, pg_net and Vault are available; returns the jobs. Safe to repeat. Granted to nobody.';

-- The random keys of 01_foundations ------------------------------------------------------------
create function private.move_secrets_to_vault() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_secret private.secrets;
  v_count int := 0;
begin
  if to_regclass('vault.decrypted_secrets') is null then
    return 0;
  end if;
  -- The lock makes a session that creates a key meanwhile wait, and then create it in Vault.
  lock table private.secrets in share row exclusive mode;
  for v_secret in select * from private.secrets order by name loop
    perform private.keep_in_vault('kolpact_key_' || v_secret.name, v_secret.value);
    delete from private.secrets s where s.name = v_secret.name;
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;
comment on function private.move_secrets_to_vault is
  'Moves the random keys into Vault where there is one; returns how many. Safe to repeat. Granted to nobody.';

-- Uses the extensions that the project has now. Call these again if one is enabled later.
select private.schedule_clocks();
select private.move_secrets_to_vault();
