-- cast: brand brand, buyer brand, ann kol, kay kol, again brand, more brand
-- Ann is trusted, and has earned the market 1,000.00.
select tests.make_order(tests.id('buyer'), tests.id('ann'), 'completed', 1000000);
update private.holds set cleared_at = now();
insert into private.standings (profile_id, trust_override) values (tests.id('ann'), 'trusted') on conflict (profile_id) do update set trust_override = 'trusted';
-- One payment was returned to the wallet, which paid an order of Kay and then one of Ann.
select tests.make_order(tests.id('brand'), tests.id('kay'), 'declined', 20000);
create function pg_temp.completed(who text) returns uuid language plpgsql as $$
declare
  v_order constant uuid := tests.make_order(tests.id('brand'), tests.id(who), 'pending_payment', 10000);
begin
  perform tests.by('brand', format('select public.pay_from_wallet(%L)', v_order));
  perform tests.by(who, format($q$ select public.accept_order(%1$L); select public.deliver_order(%1$L, 'Done.', '{https://a.b}') $q$, v_order));
  perform tests.by('brand', format('select public.complete_order(%L)', v_order));
  return v_order;
end;
$$;
select pg_temp.completed('kay');
select tests.unguarded('public.pack_orders', $$ update public.pack_orders set created_at = created_at - interval '1 hour' where kol_id = tests.id('kay') $$);
select pg_temp.completed('ann');
create function pg_temp.dispute(ref text, outcome text) returns void language sql as $$
  select private.record_provider_dispute('sandbox', p.provider_ref, ref, outcome, 10000, 'USD')
  from public.payments p where p.payer_id = tests.id('brand') $$;
create function pg_temp.kept(who text) returns text language sql as $$
  select format('on hold %s, borne %s', sum(h.amount_minor), coalesce((select sum(b.amount_minor) from private.borne_losses b where b.kol_id = tests.id(who)), 0))
  from private.holds h where h.profile_id = tests.id(who) and h.cleared_at is null $$;
select pg_temp.dispute('one', 'opened');
select pg_temp.dispute('two', 'opened');
select pg_temp.dispute('one', 'lost');
select is(pg_temp.kept('ann'), 'on hold 9000, borne 9000', 'for the first dispute the market bears the loss of the newest order');
select pg_temp.dispute('two', 'lost');
select private.apportion_chargeback(c, false, now()) from private.chargebacks c where c.apportioned_at is null;
select is(pg_temp.kept('ann'), 'on hold 9000, borne 9000', 'a second dispute of the payment charges nothing more to the same order');
select is(pg_temp.kept('kay'), 'on hold 0, borne 0', 'a second dispute of the payment is charged to its next order');

-- The market bore a small part, which no longer counts: one cent more is a small part again.
select tests.make_order(tests.id('again'), tests.id('ann'), 'completed', 10000);
select tests.charge_back(tests.payment(), 5000, 'half');
select private.record_provider_dispute('sandbox', (tests.payment()).provider_ref, 'half', 'lost', 5000, 'USD');
select is((select sum(l.amount_minor) from private.borne_losses l join private.chargebacks c on c.id = l.chargeback_id where c.provider_ref = 'half'), 5000::numeric,
  'the market bears a half for the trusted creator');
select tests.charge_back(tests.payment(), 1, 'cent');
select is(private.is_payment_disputed(tests.order_id()), false, 'a dispute that is a cent larger holds back no earnings');
select tests.make_order(tests.id('more'), tests.id('kay'), 'declined', 20000);
create temporary table older as select tests.make_order(tests.id('more'), tests.id('kay'), 'pending_payment', 10000) as id;
grant select on older to authenticated;
select tests.by('more', 'select public.pay_from_wallet(id) from older');
select tests.by('kay', 'select public.accept_order(id) from older');
select tests.unguarded('public.pack_orders', $$ update public.pack_orders set created_at = created_at - interval '1 hour' where id = (select id from older) $$);
select tests.make_order(tests.id('more'), tests.id('ann'), 'pending_payment', 10000);
select tests.by('more', 'select public.pay_from_wallet(tests.order_id())');
select tests.by('ann', $$ select public.accept_order(tests.order_id()); select public.deliver_order(tests.order_id(), 'Done.', '{https://a.b}') $$);
select tests.by('more', 'select public.complete_order(tests.order_id())');
create function pg_temp.lost(ref text, amount bigint) returns text language sql as $$
  select private.record_provider_dispute('sandbox', p.provider_ref, ref, 'opened', amount, 'USD') from public.payments p where p.payer_id = tests.id('more');
  select private.record_provider_dispute('sandbox', p.provider_ref, ref, 'lost', amount, 'USD') from public.payments p where p.payer_id = tests.id('more');
  select o.status from public.pack_orders o join older using (id);
$$;
select is(pg_temp.lost('more', 5000), 'in_progress', 'a dispute that is charged to the newest order ends no older one');
-- Ann's earnings were paid out, so nothing can be taken from her.
update private.holds set amount_minor = 0, cleared_at = now() where order_id = tests.order_id();
select is(pg_temp.lost('a cent more', 1), 'in_progress', 'a dispute that is a cent larger ends no order of which it is a small part');
