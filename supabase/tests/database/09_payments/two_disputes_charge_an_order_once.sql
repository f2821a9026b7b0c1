-- cast: brand brand, buyer brand, ann kol, kay kol
-- Ann is trusted, and has earned the market 100.00.
select tests.make_order(tests.id('buyer'), tests.id('ann'), 'completed', 100000);
update private.holds set cleared_at = now();
insert into private.standings (profile_id, trust_override) values (tests.id('ann'), 'trusted') on conflict (profile_id) do update set trust_override = 'trusted';
-- One payment came back to the wallet, which paid an order of Kay and then one of Ann.
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
alter table public.pack_orders disable trigger user;
update public.pack_orders set created_at = created_at - interval '1 hour' where kol_id = tests.id('kay');
alter table public.pack_orders enable trigger user;
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
select is(pg_temp.kept('ann'), 'on hold 9000, borne 9000', 'the market bears the newest order for the first dispute');
select pg_temp.dispute('two', 'lost');
select private.apportion_chargeback(c, false, now()) from private.chargebacks c where c.apportioned_at is null;
select is(pg_temp.kept('ann'), 'on hold 9000, borne 9000', 'a second dispute of the payment charges nothing more to the same order');
select is(pg_temp.kept('kay'), 'on hold 0, borne 0', 'it is charged to the next order of the payment');
