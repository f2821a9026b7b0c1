-- cast: brand brand, kol kol
create function pg_temp.state() returns text language sql as $$
  select o.status from public.pack_orders o where o.id = tests.order_id()
$$;

-- Only where the terms ask for it.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.act_as(tests.id('kol'));
select throws_ok($$ select public.show_draft(tests.order_id(), 'A draft.') $$, 'PT409', 'draft_not_needed',
  'no draft is shown that nobody asked for');
select is((public.deliver_order(tests.order_id(), 'Done.', '{https://example.com}')).status, 'delivered', 'the work is delivered at once');

select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress',
  pack => tests.make_pack(tests.id('kol'), needs_draft => true));
select tests.act_as(tests.id('kol'));
select throws_ok($$ select public.deliver_order(tests.order_id(), 'Done.', '{https://example.com}') $$, 'PT409', 'draft_not_approved',
  'nothing is delivered before a draft is approved');
select throws_ok($$ select public.show_draft(tests.order_id(), ' ') $$, 'PT422', 'draft_incomplete', 'a draft has a text');
select throws_ok($$ select public.show_draft(tests.order_id(), 'A draft.', '{javascript:alert()}') $$, 'PT422', 'delivery_link_invalid',
  'and links that lead somewhere');
select is((public.show_draft(tests.order_id(), 'A draft.')).status, 'draft_review', 'a text alone may be a draft');
select is((public.show_draft(tests.order_id(), 'A draft.')).status, 'draft_review', 'a retry is harmless');
select is((select count(*)::int from public.order_deliveries d where d.order_id = tests.order_id() and d.is_draft), 1, 'and shows it once');
select throws_ok($$ select public.deliver_order(tests.order_id(), 'Done.', '{https://example.com}') $$, 'PT409', 'order_not_in_progress',
  'it is not published while the brand looks at it');

-- Requests for changes are revisions.
select tests.act_as(tests.id('brand'));
select throws_ok($$ select public.request_draft_changes(tests.order_id(), '') $$, 'PT422', 'reason_required', 'the brand says what should change');
select is((public.request_draft_changes(tests.order_id(), 'Shorter.')).revisions_used, 1, 'a change of the draft is a revision');
select tests.act_as_owner();
select is(o.due_at, now() + interval '7 days', 'with the time of a delivery') from public.pack_orders o where o.id = tests.order_id();
select tests.act_as(tests.id('kol'));
select public.show_draft(tests.order_id(), 'Shorter.');
select tests.act_as(tests.id('brand'));
select public.request_draft_changes(tests.order_id(), 'Still shorter.');
select tests.act_as(tests.id('kol'));
select public.show_draft(tests.order_id(), 'Still shorter.');
select tests.act_as(tests.id('brand'));
select throws_ok($$ select public.request_draft_changes(tests.order_id(), 'Longer.') $$, 'PT409', 'no_revisions_left',
  'as many as the terms have revisions');

-- Silence approves.
select tests.act_as_owner();
select private.run_due_work(now() + interval '47 hours');
select is(pg_temp.state(), 'draft_review', 'the brand has its time');
select private.run_due_work(now() + interval '48 hours');
select is(pg_temp.state(), 'draft_approved', 'silence approves the draft');
select tests.act_as(tests.id('kol'));
select is((public.deliver_order(tests.order_id(), 'Published.', '{https://example.com}')).status, 'delivered', 'then the work is published and delivered');
select is((select count(*)::int from public.notifications n where n.event = 'draft_approved'), 1, 'the creator is notified of the approval');
