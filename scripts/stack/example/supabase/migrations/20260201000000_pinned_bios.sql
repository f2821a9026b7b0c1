-- A second version, for members that are there already.
alter table public.profiles add column pinned boolean not null default false;
update public.profiles set pinned = true where bio is not null;
grant update (pinned) on public.profiles to authenticated;
