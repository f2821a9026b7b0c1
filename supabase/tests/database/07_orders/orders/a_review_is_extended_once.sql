-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.act_as(tests.id('brand'));
select is((public.extend_review(tests.order_id())).due_at, now() + interval '168 hours', 'an extended review lasts 96 hours more');
select results_eq('select kind, from_status, to_status, note from public.order_events order by id desc limit 1',
  $$ values ('review_extended', 'delivered', 'delivered', null::text) $$, 'the history says that the review was extended');
select is((public.extend_review(tests.order_id())).due_at, now() + interval '168 hours', 'a repeated request finds the review extended, and extends it no further');
select public.request_revision(tests.order_id(), 'Please.');
select tests.by('kol', $$ select public.deliver_order(tests.order_id(), 'Again.', array['https://a.b']) $$);
select tests.refused('brand', 'select public.extend_review(tests.order_id())', 'PT409', 'review_already_extended', 'a review cannot be extended again after a revision');
select tests.gets('kol', $$ select count(*) from public.notifications where event = 'review_extended' $$, '1', 'the creator receives a notice of an extended review');
