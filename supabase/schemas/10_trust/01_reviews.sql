-- Reviews after the work. Double-blind, so that nobody writes a review in revenge: a review is shown
-- when both are written, or when the time to review is over.
create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pack_orders (id),
  author_id uuid not null references public.profiles (id),
  subject_id uuid not null references public.profiles (id),
  rating int not null,
  comment text not null default '',
  created_at timestamptz not null default now(),
  -- The latest time at which the review is shown, and the time at which it was.
  reveals_at timestamptz not null,
  visible_at timestamptz,
  constraint reviews_one_per_side unique (order_id, author_id),
  constraint reviews_of_the_other check (author_id <> subject_id),
  constraint reviews_rating_in_range check (rating between 1 and 5),
  constraint reviews_comment_length check (length(comment) <= 2000)
);
comment on table public.reviews is 'One review per side of a finished order, hidden until both are written or the time to review is over.';
create index reviews_author_id on public.reviews (author_id);
create index reviews_subject_id on public.reviews (subject_id, visible_at desc);
create index reviews_to_reveal on public.reviews (reveals_at) where visible_at is null;

alter table public.reviews enable row level security;
-- Reviews after a block stay hidden: if a profile that seems to be gone got or wrote reviews, its block would be disclosed.
create function private.blocked_at(member_ids uuid[]) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(b.created_at)
  from private.my_profile_id() as me, unnest(member_ids) as m (id), public.member_blocks b
  where b.blocker_id = me and b.blocked_id in (select private.answers_for(m.id))
    or b.blocker_id = m.id and b.blocked_id in (select private.answers_for(me))
$$;
comment on function private.blocked_at is 'When the caller and one of these members blocked the other; null if neither did.';
create policy reviews_select on public.reviews for select to authenticated
  using (author_id = (select private.my_profile_id())
    or visible_at is not null and (subject_id = (select private.my_profile_id()) or (select private.is_member())
      and (not array[author_id, subject_id] && array(select private.my_blocked_members())
        or visible_at < private.blocked_at(array[author_id, subject_id]))));
grant execute on function private.blocked_at to authenticated;
-- Members get no right to update or delete: reviews are final.
grant select on public.reviews to authenticated, service_role;
create trigger reviews_not_deleted before delete on public.reviews
  for each row execute function private.refuse_change();
create trigger reviews_not_truncated before truncate on public.reviews
  for each statement execute function private.refuse_change();
create trigger reviews_stay_as_written before update on public.reviews
  for each row when (
    OLD.visible_at is not null
    or (OLD.id, OLD.order_id, OLD.author_id, OLD.subject_id, OLD.rating, OLD.comment, OLD.created_at)
    is distinct from
    (NEW.id, NEW.order_id, NEW.author_id, NEW.subject_id, NEW.rating, NEW.comment, NEW.created_at)
  ) execute function private.refuse_change();
