select plan(14);
update private.settings set value = 5 where key = 'buyer_fee';
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select tests.make_member(name, 'kol') from unnest(array['host', 'past host']) as name;
update public.referrals set inviter_id = tests.id('host') where invitee_id = tests.id('brand');
update public.referrals set inviter_id = tests.id('past host'), status = 'activated' where invitee_id = tests.id('kol');

update public.referrals set inviter_id = tests.id('past host') where invitee_id = tests.id('host');

-- A wallet of two payments pays for two orders, the first of 10500, the second of what is left.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 10000);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 20000);
create function pg_temp.pay(price bigint) returns void language plpgsql as $$
begin
  perform tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', price);
  perform tests.act_as(tests.id('brand'));
  perform public.pay_from_wallet(tests.order_id());
  perform tests.act_as_owner();
end;
$$;
create function pg_temp.funding() returns text language sql as $$
  select string_agg(f.amount_minor::text, ' ' order by f.amount_minor) from private.order_funding f where f.order_id = tests.order_id()
$$;
select pg_temp.pay(9999);
select is(pg_temp.funding(), '10499', 'price and fee are taken of the wallet');
select is(tests.balance(tests.id('brand'), 'escrow'), 9999::bigint, 'the price lies in escrow');
select is(tests.balance(null, 'fees_held'), 500::bigint, 'the fee apart');
select pg_temp.pay(20000);
select is(pg_temp.funding(), '1 20999', 'of the older payment first');
select is_empty('select * from private.ledger_faults()', 'every unit is known');
select set_eq($$ select p.role, a.kind, a.owner_id = tests.id('host') from public.pack_orders o, unnest(private.order_accounts(o)) as account_id
    join private.accounts a on a.id = account_id left join public.profiles p on p.id = a.owner_id where o.id = tests.order_id() $$,
  $$ values ('brand', 'escrow', false), ('brand', 'wallet', false), ('kol', 'pending', false), (null, 'fees_held', null), ('kol', 'pending', true) $$,
  'a move touches these accounts, and that of an inviter who waits for the reward');

-- How an order of 10000 ends: fees of 1000 and 500.
create function pg_temp.ended(share bigint) returns text language plpgsql as $$
declare
  v_order public.pack_orders;
  v_text text;
begin
  perform tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed', 10000);
  select * into v_order from public.pack_orders where id = tests.order_id();
  perform private.post_outcome(v_order, 'settlement', share, now());
  select tests.balance(tests.id('brand'), 'wallet') - 1 || coalesce(', holds ' || h.amount_minor || ' and ' || h.fees_minor, '') || case when exists (
    select from private.wallet_lots where amount_minor <= 0) then ', an empty lot' else '' end into v_text
  from (select 1) one left join private.holds h on h.order_id = tests.order_id();
  raise sqlstate 'KP002';
exception when sqlstate 'KP002' then
  return v_text;
end;
$$;
select is(tests.balance(tests.id('brand'), 'wallet'), 1::bigint, 'one unit is left');
delete from private.wallet_lots where amount_minor = 0;
select is(pg_temp.ended(share), wanted, share || ' to the creator') from (values
  (10000::bigint, '0, holds 9000 and 1500'), (9999, '2, holds 9000 and 1498'), (5000, '5250, holds 4500 and 750'),
  (1, '10499, holds 1 and 0'), (0, '10500')) as e (share, wanted);
select is_empty('select * from private.ledger_faults()', 'every unit is known still');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 10000);
select is((select reward_minor from public.referrals where invitee_id = tests.id('brand')), 150::bigint, 'the inviter has a tenth of both fees');
