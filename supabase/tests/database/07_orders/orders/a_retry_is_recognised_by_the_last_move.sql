-- cast: brand brand, kol kol
create function pg_temp.event(o uuid, to_status text, actor uuid, note text default null, kind text default 'move') returns void language sql as $$
  insert into public.order_events (order_id, from_status, to_status, kind, actor_id, note)
  values (o, case kind when 'move' then 'funded' else to_status end, to_status, kind, actor, note)
$$;
-- Makes orders whose last move can be retried: a retry names the same move by the same member.
create temporary table o as select tests.put_order(tests.id('brand'), tests.id('kol'), 'delivered') as id;
select pg_temp.event(id, 'in_progress', tests.id('kol')), pg_temp.event(id, 'delivered', tests.id('kol'), 'Done.'),
  pg_temp.event(id, 'delivered', tests.id('brand'), 'More time.', 'review_extended') from o;
select pg_temp.event(tests.put_order(tests.id('brand'), tests.id('kol'), 'completed'), 'completed', tests.id('brand'), 'Other.');
select is(private.just_moved_by(x, to_status, tests.id(who), note), wanted, format('a move of %s to %s with %s is %s', who, to_status, coalesce('the note "' || note || '"',
  'any note'), case when wanted then 'a retry' else 'no retry' end))
from (values ('kol', 'delivered', null, true), ('kol', 'delivered', 'Done.', true), ('kol', 'delivered', 'More.', false),
  ('kol', 'delivered', '', false), ('brand', 'delivered', null, false), ('kol', 'in_progress', null, false), ('brand', 'completed', null, false))
  as m (who, to_status, note, wanted), public.pack_orders x join o on o.id = x.id;
select set_config('tests.order_id', tests.put_order(tests.id('brand'), tests.id('kol'), 'expired')::text, true);
select is(private.just_moved_by(x, 'expired', tests.id('brand')), false, 'an order without moves has no move to retry')
from public.pack_orders x where x.id = tests.order_id();

-- Returns whether a changed request finds the order of its idempotency key, which belongs to one purchase.
create function pg_temp.found(changed jsonb) returns text language plpgsql as $$
declare
  v_terms public.pack_orders := (select x from public.pack_orders x join o on o.id = x.id);
begin
  return case when (private.order_of_key(jsonb_populate_record(v_terms, changed))).id = v_terms.id then 'the same' else 'none' end;
exception when others then
  return sqlerrm;
end;
$$;
select is(pg_temp.found(changed::jsonb), wanted, format('a request with the changes %s finds: %s', changed, wanted)) from (values
  ('{}', 'the same'), ('{"terms_hash": null}', 'the same'), ('{"terms_hash": "other"}', 'idempotency_key_reused'),
  ('{"brief": "Other."}', 'idempotency_key_reused'), ('{"pack_id": "00000000-0000-4000-8000-000000000001"}', 'idempotency_key_reused'),
  ('{"application_id": "00000000-0000-4000-8000-000000000001"}', 'idempotency_key_reused'),
  ('{"kol_id": "00000000-0000-4000-8000-000000000001"}', 'idempotency_key_reused'),
  ('{"idempotency_key": null}', 'idempotency_key_required'), ('{"idempotency_key": "00000000-0000-4000-8000-000000000001"}', 'none'),
  ('{"brand_id": "00000000-0000-4000-8000-000000000001"}', 'none')) as k (changed, wanted);

-- Makes an order that is late by its deadline, or by the remaining time of a stopped clock.
create function pg_temp.order_at(status text, seconds_late int, left_seconds int, asked text) returns public.pack_orders language sql as $$
  select jsonb_populate_record(x, jsonb_build_object('status', order_at.status, 'clock_remaining_seconds', left_seconds,
    'due_at', now() - make_interval(secs => seconds_late), 'cancel_requested_by', tests.id(asked),
    'cancel_requested_until', now() + interval '1 second'))
  from public.pack_orders x join o on o.id = x.id
$$;
select is(private.is_overdue(pg_temp.order_at('in_progress', late, left_seconds, null), now()), wanted, format('work %s s late with %s s left is %s', late, left_seconds, case when wanted then 'overdue' else 'not overdue' end))
from (values (86399, null, false), (86400, null, true), (null, -86399, false), (null, -86400, true), (99999, 1, false)) as l (late, left_seconds, wanted);
select is(private.cancelling_actor(pg_temp.order_at(status, late, null, asked), tests.id(who), now()), wanted,
  format('%s cancels an order %s, %s s late, asked by %s, as %s', who, status, late, coalesce(asked, 'nobody'), coalesce(wanted, 'no actor')))
from (values
  ('funded', 0, null, 'brand', 'brand'), ('funded', 0, null, 'kol', null),
  ('in_progress', 0, null, 'brand', null), ('in_progress', 86400, null, 'brand', 'brand'), ('in_progress', 86400, null, 'kol', null),
  ('in_progress', 0, 'kol', 'brand', 'both'), ('in_progress', 0, 'brand', 'kol', 'both'), ('in_progress', 0, 'brand', 'brand', null),
  ('in_progress', 0, 'kol', 'kol', null), ('delivered', 0, 'kol', 'brand', null)) as c (status, late, asked, who, wanted);

-- A blocked member can cancel or decline, but without a text.
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('kol'), tests.id('brand'));
select pg_temp.event(id, to_status, case who when 'clock' then null else tests.id('brand') end, kind || to_status || who, kind)
from o, (values ('cancelled', 'move', ''), ('declined', 'move', ''), ('delivered', 'move', ''), ('in_progress', 'cancellation_requested', ''),
  ('cancelled', 'move', 'clock')) as e (to_status, kind, who);
select set_eq($$ select note from public.order_events where order_id = (select id from o) and id > (select max(id) from public.order_events where note = 'Other.') and note is not null $$,
  array['movedelivered', 'movecancelledclock'], 'a blocked member''s cancellation and decline have no note');
delete from public.member_blocks;
select pg_temp.event(id, 'cancelled', tests.id('brand'), 'Free.') from o;
select is((select count(*) from public.order_events where note = 'Free.'), 1::bigint, 'a member who is not blocked can say why they cancel');
