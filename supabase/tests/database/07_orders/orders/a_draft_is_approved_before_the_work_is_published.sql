-- cast: brand brand, kol kol
create function pg_temp.state() returns text language sql as $$
  select o.status from public.pack_orders o where o.id = tests.order_id()
$$;

-- A draft is possible only where the terms ask for one.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.refused('kol', $$ select public.show_draft(tests.order_id(), 'A draft.') $$, 'PT409', 'draft_not_needed',
  'a draft cannot be sent for an order that needs none');
select tests.gets('kol', $$ select (public.deliver_order(tests.order_id(), 'Done.', '{https://example.com}')).status $$, 'delivered', 'an order that needs no draft can be delivered at once');

select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress',
  pack => tests.make_pack(tests.id('kol'), needs_draft => true));
select tests.act_as(tests.id('kol'));
select throws_ok($$ select public.deliver_order(tests.order_id(), 'Done.', '{https://example.com}') $$, 'PT409', 'draft_not_approved',
  'an order that needs a draft cannot be delivered before its approval');
select throws_ok($$ select public.show_draft(tests.order_id(), ' ') $$, 'PT422', 'draft_incomplete', 'a draft cannot be without a text');
select throws_ok($$ select public.show_draft(tests.order_id(), 'A draft.', '{javascript:alert()}') $$, 'PT422', 'delivery_link_invalid',
  'a link of a draft must be a web address');
select is((public.show_draft(tests.order_id(), 'A draft.')).status, 'draft_review', 'a draft can be a text alone');
select is((public.show_draft(tests.order_id(), 'A draft.')).status, 'draft_review', 'the order stays in review when a draft is sent again');
select is((select count(*)::int from public.order_deliveries d where d.order_id = tests.order_id() and d.is_draft), 1, 'a retried draft is recorded once');
select throws_ok($$ select public.deliver_order(tests.order_id(), 'Done.', '{https://example.com}') $$, 'PT409', 'order_not_in_progress',
  'work cannot be delivered while the brand reviews its draft');

-- Requests for changes are revisions.
select tests.refused('brand', $$ select public.request_draft_changes(tests.order_id(), '') $$, 'PT422', 'reason_required', 'a request to change a draft needs a reason');
select tests.gets('brand', $$ select (public.request_draft_changes(tests.order_id(), 'Shorter.')).revisions_used $$, '1', 'a request to change a draft uses a revision');
select is(o.due_at, now() + interval '7 days', 'a request to change a draft gives the creator the time of a delivery') from public.pack_orders o where o.id = tests.order_id();
select tests.by('kol', $$ select public.show_draft(tests.order_id(), 'Shorter.') $$);
select tests.by('brand', $$ select public.request_draft_changes(tests.order_id(), 'Still shorter.') $$);
select tests.by('kol', $$ select public.show_draft(tests.order_id(), 'Still shorter.') $$);
select tests.refused('brand', $$ select public.request_draft_changes(tests.order_id(), 'Longer.') $$, 'PT409', 'no_revisions_left',
  'a draft cannot be changed more often than the terms have revisions');

-- A draft that the brand does not answer is approved.
select private.run_due_work(now() + interval '47 hours');
select is(pg_temp.state(), 'draft_review', 'a draft waits for the brand until its deadline');
select private.run_due_work(now() + interval '48 hours');
select is(pg_temp.state(), 'draft_approved', 'a draft is approved at its deadline if the brand does not answer');
select tests.gets('kol', $$ select (public.deliver_order(tests.order_id(), 'Published.', '{https://example.com}')).status $$, 'delivered', 'work can be delivered once its draft is approved');
select tests.gets('kol', $$ select count(*)::int from public.notifications n where n.event = 'draft_approved' $$, '1', 'the creator receives a notice that the draft is approved');
