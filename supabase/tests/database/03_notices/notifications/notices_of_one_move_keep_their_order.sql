-- Tests private.notify_all.
-- cast: brand brand, kol kol, leaver kol
select private.notify_all(
  array_agg(tests.id(case n % 2 when 0 then 'brand' else 'kol' end) order by n), array_agg('review_visible'::text order by n),
  array_agg(jsonb_build_object('other_name', 'A', 'rating', n) order by n)) from generate_series(1, 8) as n;
select results_eq($$ select (n.data ->> 'rating')::int from public.notifications n where n.event = 'review_visible' order by n.created_at, n.id $$,
  'select generate_series(1, 8)', 'notices of one move are listed in the order in which they were given');
select ok(bool_and(n.created_at <= now()), 'no notice is dated in the future') from public.notifications n;
select results_eq($$ select (select array_agg(x ->> 'id' order by place) from jsonb_array_elements(private.notices(o.notification_ids)) with ordinality as l (x, place))
    from private.email_outbox o where o.profile_id = tests.id('kol') and o.template = 'review_received' $$,
  $$ select array_agg(n.id::text order by (n.data ->> 'rating')::int) from public.notifications n where n.user_id = tests.user_id(tests.id('kol')) and n.event = 'review_visible' $$,
  'one e-mail has the notices of a member in that order');
update public.profiles set user_id = null, deleted_at = now(), referral_code = null, is_approved = false where id = tests.id('leaver');
select private.notify_all(array[tests.id('leaver'), tests.id('kol')], array['review_visible', 'review_visible'], array['{"rating": 9}', '{"rating": 10}']::jsonb[]);
select results_eq($$ select n.user_id, n.data ->> 'rating' from public.notifications n where (n.data ->> 'rating')::int > 8 $$,
  $$ values (tests.user_id(tests.id('kol')), '10') $$, 'a deleted account is left out and the others are notified');
select is(private.notify(tests.id('leaver'), 'order_delivered'), null, 'a former member is not notified');
select is(private.notify(null, 'order_delivered'), null, 'a missing receiver is left out');
