-- Extensions of Supabase -------------------------------------------------------------------
-- Imitates pg_cron, pg_net and Vault, which the embedded server does not have. Their functions have the real
-- signatures and only record their calls, in the transaction of a test. The files of this folder run on the
-- embedded server alone, because `supabase start` has the real extensions.
create function tests.imitate_cron() returns void language plpgsql as $$
begin
  create schema cron;
  create table cron.job (jobid bigint generated always as identity, jobname text unique, schedule text, command text);
  create table cron.job_run_details (runid bigint generated always as identity, jobid bigint, status text, start_time timestamptz, end_time timestamptz);
  create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $f$
    insert into cron.job (jobname, schedule, command) values (job_name, schedule, command)
    on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command
    returning jobid
  $f$;
end;
$$;
create function tests.imitate_net() returns void language plpgsql as $$
begin
  create schema net;
  create table net.http_request_queue (
    id bigint generated always as identity, url text, body jsonb, headers jsonb, timeout_milliseconds int);
  create table net._http_response (
    id bigint, status_code int, content_type text, headers jsonb, content text, timed_out boolean, error_msg text,
    created timestamptz not null default now());
  create function net.http_post(
    url text, body jsonb default '{}', params jsonb default '{}',
    headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds int default 5000
  ) returns bigint language sql as $f$
    insert into net.http_request_queue (url, body, headers, timeout_milliseconds)
    values (url, body, headers, timeout_milliseconds) returning id
  $f$;
end;
$$;
create function tests.imitate_vault() returns void language plpgsql as $$
begin
  create schema vault;
  create table vault.secrets (
    id uuid primary key default gen_random_uuid(), name text unique, description text not null default '', secret text);
  create view vault.decrypted_secrets as
    select s.id, s.name, s.description, s.secret, s.secret as decrypted_secret from vault.secrets s;
  create function vault.create_secret(
    new_secret text, new_name text default null, new_description text default '', new_key_id uuid default null
  ) returns uuid language sql as $f$
    insert into vault.secrets (name, description, secret) values (new_name, new_description, new_secret) returning id
  $f$;
  create function vault.update_secret(
    secret_id uuid, new_secret text default null, new_name text default null, new_description text default null,
    new_key_id uuid default null
  ) returns void language sql as $f$
    update vault.secrets s set secret = coalesce(new_secret, s.secret) where s.id = secret_id
  $f$;
end;
$$;
