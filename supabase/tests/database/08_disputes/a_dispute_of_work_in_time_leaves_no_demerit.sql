-- cast: brand brand, kol kol, judge staff
-- Tests record_lost_dispute for disputes before a delivery that end because nobody acts.
create function pg_temp.lost(opener text, seconds_left int, state text) returns text language sql as $$
  delete from private.demerits;
  select tests.make_order(tests.id('brand'), tests.id('kol'), state);
  update public.pack_orders set due_at = now() + make_interval(secs => seconds_left) where id = tests.order_id();
  select tests.by(opener, 'select public.open_dispute(tests.order_id(), ''Nothing came.'', ''not_delivered'')');
  update public.pack_orders set due_at = now() - interval '30 days' where id = tests.order_id();
  select private.run_due_work(now()) from generate_series(1, 3);
  update public.pack_orders set due_at = now() - interval '30 days' where id = tests.order_id() and status = 'awaiting_ruling';
  select private.run_due_work(now());
  select (select o.status || ' ' || o.creator_share_minor from public.pack_orders o where o.id = tests.order_id())
    || coalesce((select ' ' || string_agg(p.role || ' ' || d.kind, ', ') from private.demerits d join public.profiles p on p.id = d.profile_id where d.kind = 'dispute_lost'), '')
$$;
select is(pg_temp.lost(opener, left_seconds, state), wanted, format('a dispute of the %s about undelivered work, %s with %s s left, ends: %s', opener, state, left_seconds, wanted))
from (values ('brand', 60, 'in_progress', 'settled 0'), ('brand', -60, 'in_progress', 'settled 0 kol dispute_lost'), ('kol', 60, 'in_progress', 'settled 0 kol dispute_lost'),
  ('brand', 60, 'draft_review', 'settled 0'), ('kol', 60, 'draft_review', 'settled 0 kol dispute_lost')) as cases (opener, left_seconds, state, wanted);
select is(pg_temp.lost('judge', 60, 'delivered'), 'settled 10000', 'a delivery that staff disputed and nobody judged is paid, and the brand, which could not accept it, has not lost');
-- The two sides agree on a split of a delivery that one of them disputed.
create function pg_temp.agreed(opener text, other text, share bigint) returns text language sql as $$
  delete from private.demerits;
  select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
  select tests.by(opener, format('select public.open_dispute(tests.order_id(), ''Look at it.'', ''other'', %s)', share));
  select tests.by(other, format('select public.accept_settlement(tests.order_id(), %s)', share));
  select (select o.status || ' ' || o.creator_share_minor from public.pack_orders o where o.id = tests.order_id())
    || coalesce((select ' ' || string_agg(p.role || ' ' || d.kind, ', ') from private.demerits d join public.profiles p on p.id = d.profile_id), '')
$$;
select is(pg_temp.agreed(opener, other, share), wanted, format('a delivery that the %s disputed, of which both agree to give the creator %s, ends: %s', opener, share, wanted))
from (values ('kol', 'brand', 10000, 'settled 10000'), ('brand', 'kol', 10000, 'settled 10000 brand dispute_lost'), ('kol', 'brand', 0, 'settled 0 kol dispute_lost'))
  as cases (opener, other, share, wanted);
