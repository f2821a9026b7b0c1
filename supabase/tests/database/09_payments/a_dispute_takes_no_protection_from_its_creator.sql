-- cast: kol kol, one brand, two brand, three brand
update private.settings set value = 2 where key = 'trusted_after';
update private.settings set value = 50 where key = 'trusted_fees';
update private.settings set value = 14 where key = 'trusted_days';
update public.profiles set created_at = now() - interval '15 days';
update private.settings set value = 100 where key = 'same_branch_weight';
select tests.make_order(tests.id('one'), tests.id('kol'), 'completed', 100000);
create temporary table first as select tests.order_id() as id;
select tests.make_order(tests.id('two'), tests.id('kol'), 'completed', 100000);
create temporary table second as select tests.order_id() as id;
update private.holds set cleared_at = now();
create function pg_temp.level() returns text language sql as $$
  select private.reassess(tests.id('kol'), now()); select trust_level from public.profiles where id = tests.id('kol') $$;
create function pg_temp.borne(id uuid) returns bigint language sql as $$
  select private.bearable_minor(o, now()) from public.pack_orders o where o.id = borne.id $$;
select is(pg_temp.level(), 'trusted', 'two brands make this creator trusted');
select tests.charge_back(tests.payment(), null, 'dispute of two');
select is(pg_temp.level(), 'new', 'an order whose payment is disputed does not count for its creator');
select is(pg_temp.borne(id), 10000::bigint, 'a dispute does not reduce the protection of its own order, up to the fees of other orders') from second;
select is(pg_temp.borne(id), 0::bigint, 'a dispute reduces the creator''s protection for other orders') from first;
update public.profiles set suspended_at = now() where id = tests.id('two');
select is(pg_temp.level(), 'new', 'a suspended brand does not count');
select is(pg_temp.borne(id), 10000::bigint, 'the suspension of the disputing brand does not reduce the creator''s protection either') from second;
update public.profiles set suspended_at = null where id = tests.id('two');
-- Makes a newer order of a brand that has disputed an older one.
create temporary table newer as select tests.put_order(tests.id('two'), tests.id('kol')) as id;
select is(pg_temp.borne(id), 10000::bigint, 'a dispute of a brand about one order does not reduce the protection for its other orders') from newer;
insert into private.standings (profile_id, trust_override) values (tests.id('kol'), 'normal') on conflict (profile_id) do update set trust_override = 'normal';
select is(pg_temp.borne(id), 0::bigint, 'a level of trust that staff have set applies to all orders') from second;
update private.standings set trust_override = null;
select tests.charge_back(p, null, 'dispute of one') from public.payments p where p.order_id = (select id from first);
select is(pg_temp.level(), 'new', 'no order counts when both payments are disputed');
select is(pg_temp.borne(id), 0::bigint, 'a creator has no protection when all orders are disputed') from second;

-- If one payment paid for two orders of the creator, its dispute is ignored for both.
update public.profiles set created_at = now() - interval '15 days' where id = tests.id('three');
select tests.make_order(tests.id('three'), tests.id('kol'), 'declined', 200000);
create function pg_temp.completed() returns void language plpgsql as $$
declare
  v_order constant uuid := tests.make_order(tests.id('three'), tests.id('kol'), 'pending_payment', 100000);
begin
  perform tests.by('three', format('select public.pay_from_wallet(%L)', v_order));
  perform tests.by('kol', format($q$ select public.accept_order(%1$L); select public.deliver_order(%1$L, 'Done.', '{https://a.b}') $q$, v_order));
  perform tests.by('three', format('select public.complete_order(%L)', v_order));
end;
$$;
select pg_temp.completed();
update private.holds set cleared_at = now();
select pg_temp.completed();
create temporary table third as select tests.order_id() as id;
select private.record_provider_dispute('sandbox', p.provider_ref, 'dispute of one', 'won', p.amount_minor, p.currency)
from public.payments p where p.order_id = (select id from first);
select is(pg_temp.level(), 'trusted', 'two brands make the creator trusted again');
select private.record_provider_dispute('sandbox', p.provider_ref, 'dispute of three', 'opened', p.amount_minor, p.currency)
from public.payments p where p.payer_id = tests.id('three');
select is(pg_temp.level(), 'new', 'a payment of two orders that is disputed counts for neither');
select is(pg_temp.borne(id), 10000::bigint, 'a dispute does not reduce the protection of an order of its payment that had not counted yet') from third;
