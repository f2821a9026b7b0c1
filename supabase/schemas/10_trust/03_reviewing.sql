-- Writing a review, and showing the reviews of an order.

-- Revealing ------------------------------------------------------------------------------
-- 10_trust/02_reputation decides which reviews count, and with which weight.
create function private.reveal_reviews(order_id uuid, at timestamptz) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_review public.reviews;
  v_author text;
  v_count int := 0;
begin
  -- Follows the order of the profiles, whose rows are locked next. The caller has locked the order.
  for v_review in
    select * from public.reviews r
    where r.order_id = reveal_reviews.order_id and r.visible_at is null
    order by r.subject_id
  loop
    update public.reviews r set visible_at = at where r.id = v_review.id;
    perform private.recompute_rating(v_review.subject_id);
    select p.display_name into v_author from public.profiles p where p.id = v_review.author_id;
    perform private.notify(v_review.subject_id, 'review_visible',
      jsonb_build_object('order_id', v_review.order_id,
        'order_number', (select o.number from public.pack_orders o where o.id = v_review.order_id),
        'other_id', v_review.author_id,
        'other_name', coalesce(v_author, 'Unknown'), 'rating', v_review.rating));
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;
comment on function private.reveal_reviews is 'Shows the reviews of an order and updates the ratings.';

create function private.review_until(o public.pack_orders) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select private.window_end(o.completed_at, make_interval(days => private.setting('rating_window')::int))
$$;
comment on function private.review_until is 'The time until which an order can be reviewed; then its reviews are shown.';

create function private.require_reviewable(o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from public.reviews r where r.order_id = o.id and r.author_id = private.my_profile_id()
  ) then
    raise exception 'already_reviewed' using errcode = 'PT409';
  end if;
  -- A member who can read the other side's review can no longer write one, even if the time to review was extended since.
  if at >= private.review_until(o) or exists (select from public.reviews r where r.order_id = o.id and r.visible_at is not null) then
    raise exception 'review_window_closed' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_reviewable is 'Rejects a second review by the caller, and a review that is too late.';

create function private.review_order(order_id uuid, rating int, comment text) returns public.reviews
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'review_order');
  v_me uuid := private.my_profile_id();
  v_other uuid := case v_me when v_order.brand_id then v_order.kol_id else v_order.brand_id end;
  v_review public.reviews;
begin
  select * into v_review from public.reviews r where r.order_id = v_order.id and r.author_id = v_me;
  if v_review.id is not null then
    if (v_review.rating, v_review.comment)
      is distinct from (review_order.rating, coalesce(review_order.comment, '')) then
      raise exception 'already_reviewed' using errcode = 'PT409';
    end if;
    return v_review;
  end if;
  perform private.require_given(review_order.rating::text);
  perform private.require_order_action('review_order', v_order, private.clock());
  insert into public.reviews (order_id, author_id, subject_id, rating, comment, reveals_at)
  values (v_order.id, v_me, v_other, review_order.rating, coalesce(review_order.comment, ''),
    private.review_until(v_order))
  returning * into v_review;

  if exists (select from public.reviews r where r.order_id = v_order.id and r.author_id = v_other) then
    perform private.reveal_reviews(v_order.id, private.clock());
    v_review.visible_at := private.clock();
  else
    perform private.notify_about_order(v_other, v_order, 'review_waiting') where not private.are_blocked(v_me, v_other);
  end if;
  return v_review;
end;
$$;
create function public.review_order(order_id uuid, rating int, comment text) returns public.reviews
language sql volatile security invoker set search_path = '' as $$
  select * from private.review_order(order_id, rating, comment)
$$;
comment on function public.review_order is 'Either side: reviews the other side of a finished order, once.';
grant execute on function private.review_order, public.review_order to authenticated;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('rating_window', 14, 'days', 'How long after its end an order can be reviewed; then all reviews show.', 7, 60, true)
on conflict (key) do nothing;
