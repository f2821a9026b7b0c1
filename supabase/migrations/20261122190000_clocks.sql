-- Clocks are scheduled, and random keys move into Vault, where the project has the extensions. What
-- the scheduled statements call comes with the next migration; until then they fail and are repeated.

create function private.vault_secret(name text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('vault.decrypted_secrets') is null then
    return null;
  end if;
  return (select s.decrypted_secret from vault.decrypted_secrets s where s.name = vault_secret.name);
end;
$$;
comment on function private.vault_secret is 'A secret of Vault; null where it or Vault is missing. Granted to nobody.';

create function private.keep_in_vault(name text, value bytea) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid := (select s.id from vault.secrets s where s.name = keep_in_vault.name);
begin
  if v_id is null then
    perform vault.create_secret(encode(value, 'hex'), keep_in_vault.name, 'Made by the database for itself.');
  else
    perform vault.update_secret(v_id, encode(value, 'hex'));
  end if;
end;
$$;
comment on function private.keep_in_vault is 'Writes a key into Vault under that name.';

create or replace function private.secret(name text) returns bytea
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_name_in_vault constant text := 'kolpact_key_' || secret.name;
  v_value bytea;
begin
  select s.value into v_value from private.secrets s where s.name = secret.name;
  if v_value is not null then
    return v_value;
  elsif to_regclass('vault.decrypted_secrets') is null then
    insert into private.secrets (name, value) values (secret.name, extensions.gen_random_bytes(32))
    on conflict do nothing;
    return (select s.value from private.secrets s where s.name = secret.name);
  elsif private.vault_secret(v_name_in_vault) is null then
    begin
      perform private.keep_in_vault(v_name_in_vault, extensions.gen_random_bytes(32));
    exception when unique_violation then
      null; -- Somebody else made it at the same moment.
    end;
  end if;
  return decode(private.vault_secret(v_name_in_vault), 'hex');
end;
$$;
comment on function private.secret is 'The key of that name, generated on first use. Granted to nobody.';

create function private.enable_extension(name text, schema text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from pg_catalog.pg_available_extensions e where e.name = enable_extension.name) then
    execute format('create extension if not exists %I with schema %I', enable_extension.name, enable_extension.schema);
  end if;
exception when others then
  -- A migration goes on: market_health says that a clock stands still.
  raise warning 'extension % could not be enabled: %', enable_extension.name, sqlerrm;
end;
$$;
comment on function private.enable_extension is 'Creates an extension where the server offers it.';

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
  perform cron.schedule('kolpact-due-work', '5 seconds', 'select private.run_due_work()');
  perform cron.schedule('kolpact-purge-clock-history', '17 * * * *', 'select private.purge_clock_history()');
  v_jobs := '{kolpact-due-work,kolpact-purge-clock-history}';
  if to_regnamespace('net') is not null and to_regclass('vault.decrypted_secrets') is not null then
    perform cron.schedule('kolpact-call-functions', '10 seconds', 'select private.call_due_functions()');
    v_jobs := v_jobs || 'kolpact-call-functions'::text;
  end if;
  return v_jobs;
end;
$$;
comment on function private.schedule_clocks is
  'Schedules what runs by itself, as far as pg_cron, pg_net and Vault allow; returns the jobs. Safe to repeat. Granted to nobody.';

create function private.move_secrets_to_vault() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_secret private.secrets;
  v_count int := 0;
begin
  if to_regclass('vault.decrypted_secrets') is null then
    return 0;
  end if;
  -- Whoever makes a key meanwhile waits, and then makes it in Vault.
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

select private.schedule_clocks();
select private.move_secrets_to_vault();
