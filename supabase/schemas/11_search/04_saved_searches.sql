-- Filters that a member saves. A creator who newly satisfies them is a match, and the member is
-- notified of it once (11_search/05_matching).
create table public.saved_searches (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null default private.my_profile_id() references public.profiles (id) on delete cascade,
  name text not null,
  filters jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint saved_searches_name_length check (length(btrim(name)) >= 1 and length(name) <= 80),
  constraint saved_searches_name_visible check (private.shows_all_characters(name))
);
comment on table public.saved_searches is 'Filters that a member keeps, to be notified of creators who newly satisfy them.';
create index saved_searches_of_profile on public.saved_searches (profile_id, created_at desc);

alter table public.saved_searches enable row level security;
create policy saved_searches_select on public.saved_searches for select to authenticated
  using (profile_id = (select private.my_profile_id()));
create policy saved_searches_insert on public.saved_searches for insert to authenticated
  with check (profile_id = (select private.my_profile_id()) and (select private.is_member()));
create policy saved_searches_update on public.saved_searches for update to authenticated
  using (profile_id = (select private.my_profile_id()))
  with check (profile_id = (select private.my_profile_id()));
create policy saved_searches_delete on public.saved_searches for delete to authenticated
  using (profile_id = (select private.my_profile_id()));
grant select, insert (id, profile_id, name, filters), update (name, filters), delete
  on public.saved_searches to authenticated;
grant select on public.saved_searches to service_role;
create trigger saved_searches_check_open_session before insert or update or delete on public.saved_searches
  for each statement when (current_user = 'authenticated') execute function private.check_open_session();
create trigger saved_searches_are_few before insert or update on public.saved_searches
  for each row when (current_user = 'authenticated') execute function private.refuse_long_list();

create function private.prepare_saved_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.parse_filters(NEW.filters);
  NEW.name := btrim(NEW.name);
  NEW.updated_at := now();
  if TG_OP = 'INSERT' then
    -- Inserts wait for each other: concurrent ones would not count each other.
    perform pg_advisory_xact_lock(hashtextextended('saved searches of ' || NEW.profile_id, 0));
    if (
      select count(*) from public.saved_searches s where s.profile_id = NEW.profile_id
    ) >= private.setting('saved_searches_per_member') then
      raise exception 'too_many_saved_searches' using errcode = 'PT409';
    end if;
  end if;
  return NEW;
end;
$$;
comment on function private.prepare_saved_search is 'Trigger: rejects invalid filters, and more searches than a member may keep.';
-- A row for somebody else is refused by its policy afterwards.
create trigger saved_searches_prepare before insert or update on public.saved_searches
  for each row when (current_user <> 'authenticated' or NEW.profile_id = private.my_profile_id()) execute function private.prepare_saved_search();

create function public.saved_search_counts() returns table (saved_search_id uuid, total bigint, is_exact boolean)
language sql stable security invoker set search_path = '' as $$
  select s.id, c.total, c.is_exact from public.saved_searches s cross join private.count_creators(s.filters) c
$$;
comment on function public.saved_search_counts is 'How many creators each saved search of the caller finds now, as count_creators counts them.';
grant execute on function public.saved_search_counts to authenticated;

insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('saved_searches_per_member', 50, 'count', 'Saved searches that a member may keep.', 0, 10000)
on conflict (key) do nothing;
