-- ledger: made by hand
select is((s.creator_minor, s.brand_minor, s.creator_fee_minor, s.buyer_fee_kept_minor)::text, wanted,
  format('%s with fees of %s and %s and %s for the creator is divided to the last unit', price, fee, buyer_fee, share))
from (values
  (10000::bigint, 1000::bigint, 500::bigint, 10000::bigint, '(9000,0,1000,500)'), (10000, 1000, 500, 0, '(0,10500,0,0)'),
  (10000, 1000, 500, 3333, '(3000,7001,333,166)'), (10000, 1000, 0, 1, '(1,9999,0,0)')
) as c (price, fee, buyer_fee, share, wanted),
  lateral private.split_settlement(jsonb_populate_record(null::public.pack_orders,
    jsonb_build_object('price_minor', price, 'fee_minor', fee, 'buyer_fee_minor', buyer_fee)), share) as s;

select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
-- Fees are rounded up.
update private.settings set value = 3 where key = 'buyer_fee';
select tests.make_pack(tests.id('kol'), 12301);
create function pg_temp.an_order(status text, share bigint default null) returns public.pack_orders language plpgsql as $$
declare
  v_id uuid := tests.put_order(tests.id('brand'), tests.id('kol'), status, 10000, 1000, share);
begin
  return (select o from public.pack_orders o where o.id = v_id);
end;
$$;
select tests.finds('brand', $$ select fee_minor, buyer_fee_minor, due_at, status from public.place_order((select id from public.packs), 'x', gen_random_uuid())
  $$, $$ values (1231::bigint, 370::bigint, now() + interval '25 hours', 'pending_payment') $$, 'the fees of an order are ten and three percent, rounded up', at => now() + interval '1 hour');
select is(private.share_of(pg_temp.an_order(status, share)), wanted::bigint, 'the creator''s share of an order that is ' || status || ' is ' || wanted)
from (values ('completed', null::bigint, 10000), ('settled', 2500, 2500), ('cancelled', null, 0), ('declined', null, 0), ('expired', null, 0),
  ('delivered', null, 10000)) as s (status, share, wanted);
select is(private.clock_of(pg_temp.an_order('pending_payment'), status), wanted::interval, 'the deadline of an order that is ' || status || ' is ' || coalesce(wanted, 'none'))
from (values ('pending_payment', '24 hours'), ('funded', '72 hours'), ('in_progress', '7 days'), ('in_revision', '7 days'), ('delivered', '72 hours'),
  ('disputed', '120 hours'), ('awaiting_ruling', '7 days'), ('ruled', '72 hours'), ('appealed', '7 days'), ('completed', null)) as c (status, wanted);

-- Makes an order that two payments and older money paid. The money of the earlier payment is spent first, and
-- that of the later one is returned.
create temporary table o as select (pg_temp.an_order('cancelled')).*;
insert into public.payments (id, provider, provider_ref, amount_minor, currency)
select ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'sandbox', n, 9999, 'USD' from generate_series(1, 2) as n;
insert into private.order_funding (order_id, payment_id, amount_minor) select o.id, f.payment_id::uuid, f.amount
from o, (values ('00000000-0000-4000-8000-000000000001', 5000), (null, 3000), ('00000000-0000-4000-8000-000000000002', 2000)) as f (payment_id, amount);
insert into private.order_funding (order_id, payment_id, amount_minor) values (tests.put_order(tests.id('brand'), tests.id('kol')), null, 7);
create function pg_temp.returned(back bigint) returns text language sql as $$
  select tests.answer_after(format('select private.return_funding(p, %s, %s) from public.pack_orders p join o using (id)', w.id, back),
    format($q$ select string_agg(coalesce(right(l.payment_id::text, 1), 'none') || ' ' || l.amount_minor, ', ' order by l.payment_id)
      from private.wallet_lots l where l.account_id = %s $q$, w.id)) from private.member_account(tests.id('brand'), 'wallet', 'USD') as w (id)
$$;
select is(pg_temp.returned(back), wanted, back || ' that return go to the newest payments first') from (values
  (10000, '1 5000, 2 2000, none 3000'), (5001, '1 1, 2 2000, none 3000'), (5000, '2 2000, none 3000'), (2001, '2 2000, none 1'),
  (2000, '2 2000'), (1, '2 1')) as r (back, wanted);
insert into private.wallet_lots (account_id, payment_id, amount_minor)
values (private.member_account(tests.id('brand'), 'wallet', 'USD'), '00000000-0000-4000-8000-000000000002', 10);
select is(pg_temp.returned(1), '2 11', 'money that returns is added to the lot of its payment');

-- Returns the reward of an inviter and the fees that are left of an order.
create function pg_temp.reward(inviter text, fee bigint, buyer_fee bigint, percent int default 10) returns text language plpgsql as $$
declare
  v_order uuid := tests.put_order(tests.id('brand'), tests.id('kol'), 'completed', 100000000, fee, null, now(), 'USD', buyer_fee);
  v_referral uuid;
  v_reward bigint;
  v_text text;
begin
  insert into private.holds (order_id, profile_id, currency, amount_minor, fees_minor, due_at) values (v_order, tests.id('kol'), 'USD', 1, fee, now()), (v_order, tests.id('brand'), 'USD', 1, 77, now());
  perform private.post_transfer('escrow', array[private.platform_account('cash', 'USD', v_order), private.platform_account('fees_held', 'USD', v_order)],
    array[-fee - buyer_fee, fee + buyer_fee], v_order);
  update private.settings set value = percent where key = 'referral_reward';
  update public.referrals set inviter_id = tests.id(inviter) where invitee_id = tests.id('kol') returning id into v_referral;
  v_reward := private.post_referral_reward(v_referral, v_order);
  select v_reward || ', fees ' || h.fees_minor || coalesce(', noted ' || r.reward_minor, '')
    || coalesce(', held ' || i.amount_minor, '') || coalesce(', lot ' || l.amount_minor, '') into v_text
  from private.holds h join public.referrals r on r.id = v_referral
  left join private.holds i on i.order_id = v_order and i.profile_id = tests.id(inviter) and i.profile_id <> tests.id('brand')
  left join tests.lots(tests.id(inviter)) l on true
  where h.order_id = v_order and h.profile_id = tests.id('kol');
  raise sqlstate 'KP002';
exception when sqlstate 'KP002' then
  return v_text;
end;
$$;
select tests.make_member('friend', 'kol');
select tests.make_member('house', 'brand');
select is(pg_temp.reward(inviter, fee, buyer_fee, percent), wanted, format('%s percent of the fees %s and %s to %s are rewarded', percent, fee, buyer_fee, inviter)) from (values
  ('friend', 1000::bigint, 500::bigint, 10, '150, fees 850, noted 150, held 150'), ('house', 1000, 500, 10, '150, fees 850, noted 150, held 150'),
  ('friend', 1009, 0, 10, '100, fees 909, noted 100, held 100'), ('friend', 100000, 0, 10, '10000, fees 90000, noted 10000, held 10000'),
  ('friend', 100010, 0, 10, '10000, fees 90010, noted 10000, held 10000'), ('friend', 9, 0, 10, '0, fees 9'),
  ('friend', 10, 0, 10, '1, fees 9, noted 1, held 1'), ('friend', 1000, 0, 0, '0, fees 1000'), ('nobody', 1000, 0, 10, '0, fees 1000')
) as r (inviter, fee, buyer_fee, percent, wanted);
