-- cast: brand brand, ann kol, ben kol, cid kol, dan kol, eve kol
update private.settings set value = 3 where key = 'days_to_pay_creators';
alter table public.pack_orders disable trigger user;
alter table private.transfers disable trigger transfers_append_only;
alter table public.payouts disable trigger payouts_final;

-- Makes an order that was accepted so many days ago, cleared a week later, requested ten days later, and sent
-- after `sent` days.
create function pg_temp.waits(kol text, accepted int, sent numeric, brand text default 'brand', price bigint default 10000) returns uuid language plpgsql as $$
declare
  v_order uuid := tests.make_order(tests.id(brand), tests.id(kol), 'completed', price);
  v_accepted timestamptz := now() - accepted * interval '1 day';
  v_payout uuid;
begin
  perform private.clear_hold(h.id, now() + interval '99 days') from private.holds h where h.order_id = v_order and h.cleared_at is null;
  update public.pack_orders set completed_at = v_accepted where id = v_order;
  update private.transfers set created_at = v_accepted + interval '7 days' where order_id = v_order and event = 'clearing';
  insert into public.payouts (profile_id, amount_minor, currency, method, method_id, idempotency_key, created_at)
  values (tests.id(kol), 500, 'USD', 'IBAN', gen_random_uuid(), gen_random_uuid(), v_accepted + interval '17 days')
  returning id into v_payout;
  perform private.post_transfer('payout_requested',
    array[private.member_account(tests.id(kol), 'available', 'USD'), private.member_account(tests.id(kol), 'in_transit', 'USD')],
    array[-500, 500]::bigint[], null, v_payout);
  perform private.mark_payout_sent(p, 'ref-' || v_payout) from public.payouts p where p.id = v_payout;
  update private.transfers set created_at = v_accepted + interval '17 days' + sent * interval '1 day' where event = 'payout_sent' and reference = v_payout;
  return v_order;
end;
$$;
create function pg_temp.known(brand text default 'brand') returns setof text language plpgsql as $$
begin
  perform tests.act_as(tests.id('eve'));
  return query select d.days || ' of ' || d.orders || ' with ' || d.creators from public.days_to_pay(tests.id(brand)) as d;
  perform tests.act_as_owner();
end;
$$;

select pg_temp.waits('ann', 100, 1), pg_temp.waits('ben', 100, 3);
select is_empty('select pg_temp.known()', 'a brand with too few creators has no number of days to pay');
select set_config('tests.cid', pg_temp.waits('cid', 100, 5)::text, true);
select results_eq('select pg_temp.known()', array['10.0 of 3 with 3'],
  'the median counts the hold and the time from the request until the money left, not the time in which nobody asked');
select pg_temp.waits('ann', 80, 9), pg_temp.waits('ann', 60, 9), pg_temp.waits('ann', 40, 9);
select results_eq('select pg_temp.known()', array['12.0 of 6 with 3'], 'a creator with many orders counts once');
savepoint seen;
select tests.by('brand', $$ select public.block_member(tests.id('eve')) $$);
select is_empty('select pg_temp.known()', 'a creator whom the brand blocked reads no number, because the profile is not found');
select tests.act_as(tests.id('brand'));
select isnt_empty($$ select public.days_to_pay(tests.id('brand')) $$, 'a brand reads its own number');
rollback to seen;
update public.profiles set suspended_at = now() where id = tests.id('brand');
select is_empty('select pg_temp.known()', 'no number is shown of a brand whom the reader cannot find');
rollback to seen;

-- Makes second accounts and acquaintances, which do not count.
select tests.make_member('shadow', 'kol'), tests.make_member('own', 'kol'), tests.make_member('twin', 'brand');
insert into private.people (profile_id, person_id) values (tests.id('shadow'), tests.id('ann'));
select pg_temp.waits('shadow', 60, 0), pg_temp.waits('own', 60, 0);
select results_eq('select pg_temp.known()', array['11.0 of 8 with 4'], 'another account of a creator counts as the same creator');
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('own'), tests.id('brand'), 'card');
select results_eq('select pg_temp.known()', array['12.0 of 7 with 3'], 'an account that is bound to the brand does not count');
update private.person_pairs set is_separate = true;
insert into public.referrals (inviter_id, invitee_id) values (tests.id('brand'), tests.id('own'))
on conflict (invitee_id) do update set inviter_id = excluded.inviter_id;
select results_eq('select pg_temp.known()', array['12.0 of 7 with 3'], 'a creator whom the brand invited does not count');
insert into private.people (profile_id, person_id) values (tests.id('twin'), tests.id('brand'));
select pg_temp.waits('dan', 60, 30, 'twin');
select results_eq('select pg_temp.known()', array['14.0 of 8 with 4'], 'orders of another account of the brand count for its days to pay');
select results_eq($$ select pg_temp.known('twin') $$, array['14.0 of 8 with 4'], 'another account of the brand has the same number of days to pay');

-- Makes orders that do not count, or count differently.
select pg_temp.waits('eve', 60, 0, price => 4999);
select results_eq('select pg_temp.known()', array['14.0 of 8 with 4'], 'an order below the least price does not count');
update public.payouts set status = 'returned' where profile_id = tests.id('dan');
select results_eq('select pg_temp.known()', array['12.0 of 7 with 3'], 'a returned payout does not count as paid');
update private.holds set cleared_at = null, due_at = now() - interval '80 days' where order_id = current_setting('tests.cid')::uuid;
select results_eq('select pg_temp.known()', array['16.0 of 7 with 3'], 'an order that is held beyond its time counts with the time so far');
update public.pack_orders set completed_at = now() - interval '366 days' where id = current_setting('tests.cid')::uuid;
select is_empty('select pg_temp.known()', 'an order of more than a year ago does not count');
