-- cast: brand brand, kol kol
select set_config('tests.order_id', tests.put_order(tests.id('brand'), tests.id('kol'), 'in_progress', 10000)::text, true);
create function pg_temp.demerits(from_status text, seconds_late int, to_status text, actor text, share bigint, is_stopped boolean default false)
returns text language plpgsql as $$
declare
  o public.pack_orders := (select x from public.pack_orders x where x.id = tests.order_id());
  moved public.pack_orders;
begin
  delete from private.demerits;
  o.status := from_status;
  o.due_at := case when not is_stopped then now() - make_interval(secs => seconds_late) end;
  o.clock_remaining_seconds := case when is_stopped then -seconds_late end;
  moved := o;
  moved.status := to_status;
  moved.creator_share_minor := share;
  perform private.record_demerits(o, moved, actor, now());
  return (select string_agg(p.role || ' ' || d.kind, ', ') from private.demerits d join public.profiles p on p.id = d.profile_id);
end;
$$;
select is(pg_temp.demerits(from_status, late, to_status, actor, share), wanted,
  format('an order %s, %s s late, that moves to %s by %s with %s gives: %s', from_status, late, to_status, actor, share, coalesce(wanted, 'no demerit')))
from (values
  ('in_progress', 1, 'delivered', 'creator', null::bigint, 'kol late'), ('in_revision', 1, 'delivered', 'creator', null, 'kol late'),
  ('in_progress', 0, 'delivered', 'creator', null, null), ('in_progress', 1, 'cancelled', 'brand', null, 'kol late'),
  ('in_progress', 1, 'expired', 'clock', null, 'kol late'), ('in_revision', 1, 'expired', 'clock', null, 'kol late'),
  ('in_revision', 1, 'settled', 'clock', 5000, 'kol late'), ('in_progress', 0, 'cancelled', 'brand', null, null),
  ('in_progress', -1, 'cancelled', 'brand', null, null), ('in_progress', 1, 'cancelled', 'both', null, null),
  ('in_progress', 1, 'cancelled', 'provider', null, null), ('in_progress', 1, 'disputed', 'brand', null, null),
  ('in_progress', 1, 'disputed', 'creator', null, null), ('funded', 1, 'cancelled', 'brand', null, null),
  ('funded', 1, 'expired', 'clock', null, null)
) as cases (from_status, late, to_status, actor, share, wanted);
select is(pg_temp.demerits('in_progress', late, 'delivered', 'creator', null, true), wanted, format('a delivery %s s late by a stopped clock has the demerit: %s', late, coalesce(wanted, 'none')))
from (values (1, 'kol late'), (0, null)) as cases (late, wanted);
-- Ends a dispute about the open milestone of 6000, after one of 1000 was paid; returns who lost, which the
-- share of the 6000 decides.
create function pg_temp.lost(from_status text, share bigint, note text default null) returns text language sql as $$
  delete from private.demerits;
  select tests.make_milestones(tests.id('brand'), tests.id('kol'), from_status, '{1000,6000,3000}', 1);
  select private.move_order(o, 'settled', case note when 'chargeback' then 'provider' else 'both' end, null, note, now(), share)
  from public.pack_orders o where o.id = tests.order_id();
  select string_agg(p.role || ' ' || d.kind, ', ') from private.demerits d join public.profiles p on p.id = d.profile_id
$$;
select is(pg_temp.lost('disputed', share), wanted, format('a dispute about 6000 that gives the creator %s, 1000 of it paid before, has the demerit: %s', share, coalesce(wanted, 'none')))
from (values (2499::bigint, 'kol dispute_lost'), (2500, null), (5500, null), (5501, 'brand dispute_lost'), (7000, 'brand dispute_lost')) as cases (share, wanted);
select is(pg_temp.lost('disputed', 1500, 'chargeback'), null, 'neither side loses a dispute that a chargeback ended');
delete from private.demerits;
select private.add_demerit(tests.id('kol'), tests.order_id(), 'late', now() - interval '1 day');
select private.add_demerit(tests.id('kol'), tests.order_id(), 'late', now());
select private.add_demerit(tests.id('kol'), tests.order_id(), 'dispute_lost', now() - interval '1 day');
select private.add_demerit(tests.id('kol'), tests.order_id(), 'dispute_lost', now());
select results_eq('select kind, created_at from private.demerits where profile_id = tests.id(''kol'') order by 1', $$ values ('dispute_lost', now() - interval '1 day'), ('late', now()) $$,
  'an order gives a demerit of one kind only once, and late work counts from the last time');
select is((select max(due_at) from private.reassessments where profile_id = tests.id('kol')), now(), 'a member with a demerit is assessed again');
