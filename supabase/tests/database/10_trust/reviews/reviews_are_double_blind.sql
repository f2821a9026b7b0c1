-- cast: brand brand, kol kol, other brand
-- Makes a review that is never shown.
select tests.make_order(tests.id('other'), tests.id('kol'), 'completed');
select tests.by('other', $$ select public.review_order(tests.order_id(), 1, 'Bad.') $$);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
delete from public.notifications;
select tests.act_as(tests.id('brand'));
select is((public.review_order(tests.order_id(), 4, 'Good work.')).visible_at, null, 'the first review of an order is hidden' || again)
from unnest(array['', ', also when it is sent again']) as again;
select is((select count(*) from public.reviews where order_id = tests.order_id()), 1::bigint, 'the author reads a hidden review');
select tests.act_as_owner();
select results_eq($$ select user_id, type::text, event, (data ->> 'order_id')::uuid from public.notifications $$,
  $$ values (tests.user_id(tests.id('kol')), 'review_received', 'review_waiting', tests.order_id()) $$, 'the first review asks the other side for theirs, once');
select tests.act_as(tests.id('kol'));
select is_empty('select from public.reviews', 'the subject does not read a hidden review');
select is_empty($$ select from public.notifications where data ? 'rating' $$, 'no notice has the rating of a hidden review');
select is((select rating from public.members where id = tests.id('kol')), null, 'a hidden review does not count in the rating');
select results_eq($$ select author_id, rating, visible_at from public.review_order(tests.order_id(), 2, 'Slow answers.') $$,
  $$ values (tests.id('kol'), 2, now()) $$, 'the second review of an order is visible');
select results_eq($$ select data ->> 'other_name', data -> 'rating' from public.notifications where event = 'review_visible' $$,
  $$ values ('Brand', '4'::jsonb) $$, 'a notice has author and rating of a review that became visible');
select tests.gets('other', 'select count(*) from public.reviews where order_id = tests.order_id()', '2', 'every member reads reviews that are visible');
select tests.finds('other', $$ select role, rating, review_count from public.members where id in (tests.id('kol'), tests.id('brand')) order by role $$,
  $$ values ('brand', 2.00, 1), ('kol', 4.00, 1) $$, 'the rating of each side counts visible reviews only');
select is((select count(*) from public.notifications where event = 'review_waiting'), 1::bigint, 'the second review of an order asks nobody for a review');

-- One side blocks the other.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.by('kol', $$ select public.block_member(tests.id('brand')) $$);
select tests.by('brand', $$ select public.review_order(tests.order_id(), 1, 'Read this.') $$);
select is_empty($$ select from public.notifications where event = 'review_waiting' and data ->> 'order_id' = tests.order_id()::text $$,
  'a member who blocked the author is not notified of a review that waits');
