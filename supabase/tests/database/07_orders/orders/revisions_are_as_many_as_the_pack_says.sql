-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_revision');
select tests.gets('kol', $$ select (public.deliver_order(tests.order_id(), 'Second.', array['https://a.b'])).due_at $$, (now() + interval '72 hours')::text,
  'a new delivery starts the review again');
select tests.refused('brand', 'select public.request_revision(tests.order_id(), $$ $$)', 'PT422', 'reason_required', 'a request of a revision needs a reason');
select tests.gets('brand', $$ select (public.request_revision(tests.order_id(), 'Once more.')).revisions_used $$, '2', 'a brand can request as many revisions as the pack has');
select tests.by('kol', $$ select public.deliver_order(tests.order_id(), 'Third.', array['https://a.b']) $$);
select tests.refused('brand', 'select public.request_revision(tests.order_id(), $$Again$$)', 'PT409', 'no_revisions_left', 'a brand cannot request more revisions than the pack has');
