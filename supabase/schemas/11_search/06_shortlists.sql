-- Creators on the private shortlist of a brand, each with a note that nobody else reads. A named list has no row of its own: it
-- exists as long as creators have its name, so that no list can be left empty.
create table public.shortlist (
  brand_id uuid not null default private.my_profile_id() references public.profiles (id) on delete cascade,
  -- Refers to profiles and not to `members`, so that the note outlives a suspension of the creator.
  creator_id uuid not null references public.profiles (id) on delete cascade,
  note text not null default '',
  -- Empty: on no named list.
  list text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint shortlist_pkey primary key (brand_id, creator_id),
  constraint shortlist_note_length check (length(note) <= 2000),
  constraint shortlist_list_length check (length(list) <= 60),
  constraint shortlist_list_visible check (list = btrim(list) and private.shows_all_characters(list))
);
comment on table public.shortlist is 'The private shortlists of brands, with notes, in named lists.';
create index shortlist_of_creator on public.shortlist (creator_id);

alter table public.shortlist enable row level security;
create policy shortlist_select on public.shortlist for select to authenticated
  using (brand_id = (select private.my_profile_id()));
create policy shortlist_insert on public.shortlist for insert to authenticated
  with check (
    brand_id = (select private.my_profile_id()) and (select private.my_role()) = 'brand'
    and (select private.is_member())
    and exists (select from public.members m where m.id = creator_id and m.role = 'kol')
    and creator_id <> all (array(select private.my_blocked_members()))
  );
create policy shortlist_update on public.shortlist for update to authenticated
  using (brand_id = (select private.my_profile_id()))
  with check (brand_id = (select private.my_profile_id()));
create policy shortlist_delete on public.shortlist for delete to authenticated
  using (brand_id = (select private.my_profile_id()));
grant select, insert (brand_id, creator_id, note, list), update (note, list), delete on public.shortlist to authenticated;
grant select on public.shortlist to service_role;
create trigger shortlist_check_open_session before insert or update or delete on public.shortlist
  for each statement when (current_user = 'authenticated') execute function private.check_open_session();
create trigger shortlist_are_few before insert or update on public.shortlist
  for each row when (current_user = 'authenticated') execute function private.refuse_long_list();
create trigger shortlist_touch before update on public.shortlist
  for each row execute function private.touch_updated_at();

-- Runs after the statement, so that a list is renamed as a whole: in between it has two names.
create function private.check_shortlist_size() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Inserts wait for each other: concurrent ones would not count each other.
  perform pg_advisory_xact_lock(hashtextextended('shortlist of ' || NEW.brand_id, 0));
  if TG_OP = 'INSERT'
    and (select count(*) from public.shortlist s where s.brand_id = NEW.brand_id) > private.setting('shortlist_size')
  then
    raise exception 'shortlist_full' using errcode = 'PT409';
  end if;
  if NEW.list <> '' and (
    select count(distinct s.list) from public.shortlist s where s.brand_id = NEW.brand_id and s.list <> ''
  ) > private.setting('shortlist_lists') then
    raise exception 'shortlist_lists_full' using errcode = 'PT409';
  end if;
  return null;
end;
$$;
comment on function private.check_shortlist_size is 'Trigger: rejects more creators, or more named lists, than a shortlist may hold.';
create trigger shortlist_check_size after insert or update of list on public.shortlist
  for each row execute function private.check_shortlist_size();

insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('shortlist_size', 200, 'count', 'Creators that a brand may keep on its shortlist.', 0, 10000),
  ('shortlist_lists', 20, 'count', 'Named lists that a brand may divide its shortlist into.', 0, 100)
on conflict (key) do nothing;
