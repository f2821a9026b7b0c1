-- While a side is suspended an order has no deadline. Its notices name a time all the same.
-- cast: ann kol, bea brand, sam brand
create temporary table made as select tests.make_order(tests.id('bea'), tests.id('ann'), 'disputed') as id;
grant select on made to authenticated;
update public.pack_orders o set due_at = now() + interval '4 days' from made where made.id = o.id;
select private.stop_clocks(tests.id('bea'), now());
select is((select due_at from public.pack_orders join made using (id)), null, 'the clock stands');
select tests.act_as(tests.id('ann'));
select lives_ok($$ select public.give_evidence((select id from made), 'It was published.') $$, 'evidence is taken');
select tests.act_as_owner();
select is((n.data ->> 'due_at')::timestamptz, now() + interval '4 days', 'the time that is left is counted from now')
from public.notifications n where n.event = 'evidence_given';
select is_empty($$ select title, message from public.notifications where title || message ~ '[{}]' $$,
  'and no place of a text is empty');
