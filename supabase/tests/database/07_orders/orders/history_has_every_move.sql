-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_revision');
select tests.by('kol', $$ select public.deliver_order(tests.order_id(), 'Better.', array['https://example.com/2']) $$);
select tests.by('brand', 'select public.complete_order(tests.order_id())');
select tests.finds('brand', 'select from_status, to_status, actor_id, note from public.order_events order by id',
  $$ values (null, 'pending_payment', tests.id('brand'), null::text), ('pending_payment', 'funded', null, null),
    ('funded', 'in_progress', tests.id('kol'), null), ('in_progress', 'delivered', tests.id('kol'), 'Done.'),
    ('delivered', 'in_revision', tests.id('brand'), 'Shorter, please.'), ('in_revision', 'delivered', tests.id('kol'), 'Better.'),
    ('delivered', 'completed', tests.id('brand'), null) $$, 'the history has one row for each move, with its actor and note');
select tests.gets('brand', 'select count(*) from public.order_deliveries', '2', 'the history keeps every delivery');
select throws_ok($$ insert into public.order_events (order_id, from_status, to_status, kind)
    values (tests.order_id(), 'funded', 'funded', 'move') $$, '23514', null, 'an event of a move must change the status');
select throws_ok($$ insert into public.order_events (order_id, from_status, to_status, kind)
    values (tests.order_id(), 'funded', 'declined', 'review_extended') $$, '23514', null, 'an event that is no move cannot change the status');
select throws_ok('update public.order_events set note = $$x$$', 'PT403', 'append_only', 'the owner of the database cannot change the history');
select throws_ok('delete from public.order_deliveries', 'PT403', 'append_only', 'the owner of the database cannot delete a delivery');
