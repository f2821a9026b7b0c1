-- Objects of Supabase's image and of Realtime's migrations. Runs as the superuser; may be run again.
grant usage on schema realtime to postgres with grant option;
grant usage on schema realtime to anon, authenticated, service_role;

do $$
declare
  v_policy record;
begin
  -- Drops the plain table of earlier versions of this stack; nobody needs its rows.
  if (select relkind from pg_class where oid = to_regclass('realtime.messages')) = 'r' then
    alter table realtime.messages rename to messages_before;
    alter table realtime.messages_before rename constraint messages_pkey to messages_before_pkey;
  end if;
  create table if not exists realtime.messages (
    id uuid not null default gen_random_uuid(),
    topic text not null,
    extension text not null,
    payload jsonb,
    event text,
    private boolean default false,
    inserted_at timestamp not null default now(),
    updated_at timestamp not null default now(),
    primary key (id, inserted_at)
  ) partition by range (inserted_at);
  if to_regclass('realtime.messages_before') is not null then
    for v_policy in select * from pg_policies
      where schemaname = 'realtime' and tablename = 'messages_before'
    loop
      execute format('create policy %I on realtime.messages as %s for %s to %s%s%s',
        v_policy.policyname, v_policy.permissive, v_policy.cmd,
        (select string_agg(quote_ident(role), ', ') from unnest(v_policy.roles) as role),
        ' using (' || v_policy.qual || ')', ' with check (' || v_policy.with_check || ')');
    end loop;
    drop table realtime.messages_before;
  end if;
end;
$$;
alter table realtime.messages owner to supabase_realtime_admin;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to postgres, anon, authenticated, service_role;

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')::text
$$;
alter function realtime.topic() owner to supabase_realtime_admin;
grant execute on function realtime.topic() to postgres, anon, authenticated, service_role;
