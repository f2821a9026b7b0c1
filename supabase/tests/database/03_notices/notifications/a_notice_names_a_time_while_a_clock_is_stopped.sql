-- Stops the clock of an order by suspending a side: it has no deadline then, but its notifications still name a
-- time.
-- cast: ann kol, bea brand, sam brand
create temporary table made as select tests.make_order(tests.id('bea'), tests.id('ann'), 'disputed') as id;
update public.pack_orders o set due_at = now() + interval '4 days' from made where made.id = o.id;
select private.stop_clocks(tests.id('bea'), now());
select is((select due_at from public.pack_orders join made using (id)), null, 'an order of a suspended brand has no deadline');
select tests.allowed('ann', $$ select public.give_evidence((select id from made), 'It was published.') $$, 'a creator gives evidence while the clock is stopped');
select is((n.data ->> 'due_at')::timestamptz, now() + interval '4 days', 'the notification about evidence counts the remaining time from now')
from public.notifications n where n.event = 'evidence_given';
select is_empty($$ select title, message from public.notifications where title || message ~ '[{}]' $$,
  'no notification has an unfilled placeholder');
