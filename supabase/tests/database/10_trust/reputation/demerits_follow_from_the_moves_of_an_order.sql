-- cast: brand brand, kol kol
select set_config('tests.order_id', tests.put_order(tests.id('brand'), tests.id('kol'), 'in_progress', 10000)::text, true);
create function pg_temp.demerits(from_status text, seconds_late int, to_status text, actor text, share bigint)
returns text language plpgsql as $$
declare
  o public.pack_orders := (select x from public.pack_orders x where x.id = tests.order_id());
  moved public.pack_orders;
begin
  delete from private.demerits;
  o.status := from_status;
  o.due_at := now() - make_interval(secs => seconds_late);
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
  ('funded', 1, 'expired', 'clock', null, null), ('disputed', 1, 'settled', 'staff', 2499, 'kol dispute_lost'),
  ('disputed', 1, 'settled', 'staff', 2500, null), ('disputed', 1, 'settled', 'both', 5000, null), ('disputed', 1, 'settled', 'staff', 7500, null),
  ('disputed', 1, 'settled', 'staff', 7501, 'brand dispute_lost')
) as cases (from_status, late, to_status, actor, share, wanted);
-- Milestones have paid 4000: what is lost is measured by the other 6000.
create function pg_temp.demerits_after_milestones(share bigint) returns text language plpgsql as $$
declare
  o public.pack_orders := (select x from public.pack_orders x where x.id = tests.order_id());
  moved public.pack_orders;
begin
  delete from private.demerits;
  o.status := 'disputed';
  o.released_minor := 4000;
  moved := o;
  moved.status := 'settled';
  moved.creator_share_minor := share;
  perform private.record_demerits(o, moved, 'staff', now());
  return (select string_agg(p.role || ' ' || d.kind, ', ') from private.demerits d join public.profiles p on p.id = d.profile_id);
end;
$$;
select is(pg_temp.demerits_after_milestones(share), wanted, format('a settlement of %s, of which milestones paid 4000, gives: %s', share, coalesce(wanted, 'no demerit')))
from (values (5499::bigint, 'kol dispute_lost'), (5500, null), (8500, null), (8501, 'brand dispute_lost')) as cases (share, wanted);
select private.add_demerit(tests.id('kol'), tests.order_id(), 'late', now() - interval '1 day');
select private.add_demerit(tests.id('kol'), tests.order_id(), 'late', now());
select private.add_demerit(tests.id('kol'), tests.order_id(), 'dispute_lost', now() - interval '1 day');
select private.add_demerit(tests.id('kol'), tests.order_id(), 'dispute_lost', now());
select results_eq('select kind, created_at from private.demerits where profile_id = tests.id(''kol'') order by 1', $$ values ('dispute_lost', now() - interval '1 day'), ('late', now()) $$,
  'an order gives a demerit of one kind only once, and late work counts from the last time');
select is((select max(due_at) from private.reassessments where profile_id = tests.id('kol')), now(), 'a member with a demerit is assessed again');
