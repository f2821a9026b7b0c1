-- cast: shop brand, stays brand, sam staff, sue staff, joe staff
create function pg_temp.assign(name text) returns void language sql as $$
  select tests.decide_by_two('sam', 'sue', 'resolve_suspense', jsonb_build_object(
    'payment_id', (select id from public.payments where provider_ref = 'unclaimed'), 'profile_id', tests.id(name), 'note', 'Theirs.', 'amount_minor', 5000))
$$;
create function pg_temp.report(outcome text) returns void language sql security definer as $$
  select private.record_provider_dispute('sandbox', 'unclaimed', 'dp unclaimed', outcome, 5000, 'USD')
$$;
select private.record_payment('sandbox', 'unclaimed', null, 5000, 'USD');
select pg_temp.assign('shop');
select tests.by('shop', $$ select set_config('tests.moves', (select string_agg(m.event, ' ') from public.money_moves() m), true) $$);
select is(current_setting('tests.moves'), 'suspense_resolved', 'a member finds money that was assigned among the moves');
-- The bank returns the money after the member deleted the account: staff assign it again.
select pg_temp.report('opened'), pg_temp.report('lost'), private.work_chargebacks(now() + interval '8 days');
update public.profiles set frozen_at = null where id = tests.id('shop');
delete from auth.users where id = tests.user_id(tests.id('shop'));
select pg_temp.report('won');
select is((select p.status from public.payments p where p.provider_ref = 'unclaimed'), 'suspense', 'returned money of a deleted member waits for staff again');
select pg_temp.assign('stays');
select tests.act_as(tests.id('joe'));
select results_eq(format($$ select count(*) from tests.listed('audit', '{"kind": "resolve_suspense", "about": "%s"}') $$, tests.id(name)), 'values (1::bigint)',
  'staff find the assignment to ' || name || ' by that member') from unnest('{shop,stays}'::text[]) as name;
