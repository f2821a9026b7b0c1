-- cast: kol kol
-- Returns where the money of the last order's payment is: how much went back to the card, and who has the rest.
create function pg_temp.state() returns text language sql as $$
  select concat_ws(' ', o.status, coalesce(o.creator_share_minor, o.released_minor), 'bank', c.amount_minor, 'wallet', tests.balance(o.brand_id, 'wallet'),
    'owed', c.owed_minor, 'creator', (select sum(h.amount_minor) from private.holds h where h.order_id = o.id),
    'fees', (select sum(h.fees_minor) from private.holds h where h.order_id = o.id),
    'loss', c.loss_minor, 'borne', (select coalesce(sum(b.amount_minor), 0) from private.borne_losses b where b.order_id = o.id))
  from public.pack_orders o join private.chargebacks c on c.order_id = o.id where o.id = tests.order_id()
$$;
create function pg_temp.buy(name text, status text default 'delivered', price bigint default 10000) returns void language sql as $$
  select tests.make_member(name, 'brand');
  select tests.make_order(tests.id(name), tests.id('kol'), status, price)
$$;
create function pg_temp.buy_parts(name text) returns void language sql as $$
  select tests.make_member(name, 'brand');
  select tests.make_milestones(tests.id(name), tests.id('kol'), 'delivered', '{4000,4000,2000}', 1)
$$;

-- An order of 100.00 with a fee of 10.00. The amounts of the card, wallet, creator, fees and loss sum to it.
select pg_temp.buy('half');
select tests.lose_dispute(5000);
select is(pg_temp.state(), 'settled 5000 bank 5000 wallet 0 owed 0 creator 4500 fees 500 loss 0 borne 0', 'a creator loses the half that was charged back, and the brand gains nothing');
select pg_temp.buy('odd');
select tests.lose_dispute(5001);
select is(pg_temp.state(), 'settled 4999 bank 5001 wallet 0 owed 0 creator 4500 fees 499 loss 0 borne 0', 'a brand owes nothing, not even the rounded unit');
select pg_temp.buy('late', 'in_revision');
select private.add_demerit(tests.id('kol'), tests.order_id(), 'late', now());
select tests.lose_dispute(7000);
select is(pg_temp.state(), 'settled 3000 bank 7000 wallet 0 owed 0 creator 2700 fees 300 loss 0 borne 0', 'a creator''s share is reduced only by the amount that the brand''s part does not cover');
select pg_temp.buy('more', 'in_revision');
select private.add_demerit(tests.id('kol'), tests.order_id(), 'late', now());
select tests.lose_dispute(4000);
select is(pg_temp.state(), 'settled 5000 bank 4000 wallet 1000 owed 0 creator 4500 fees 500 loss 0 borne 0', 'a brand keeps the part that exceeds the disputed amount');

-- The first of three milestones is paid, the second is delivered: open work is reduced before paid work.
select pg_temp.buy_parts('open part');
select tests.lose_dispute(5000);
select is(pg_temp.state(), 'settled 5000 bank 5000 wallet 0 owed 0 creator 4500 fees 500 loss 0 borne 0', 'the share of an open milestone is reduced first');
select pg_temp.buy_parts('paid part');
select tests.lose_dispute(7500);
select is(pg_temp.state(), 'cancelled 4000 bank 7500 wallet 0 owed 0 creator 2100 fees 400 loss 0 borne 0', 'a paid milestone is reduced by the amount that open milestones do not cover');
select pg_temp.buy_parts('all parts');
select tests.lose_dispute(10000);
select is(pg_temp.state(), 'cancelled 4000 bank 10000 wallet 0 owed 400 creator 0 fees 400 loss 400 borne 0', 'a brand owes the amount that neither milestones nor creator cover');

-- Within its bounds the market bears the creator's part of the loss, and our fee is not charged.
update public.profiles set trust_level = 'trusted' where id = tests.id('kol');
select pg_temp.buy('earlier', 'completed', 1000000);
update private.holds set cleared_at = now();
select pg_temp.buy('borne');
select tests.lose_dispute(5000);
select is(pg_temp.state(), 'settled 10000 bank 5000 wallet 0 owed 5000 creator 9000 fees 1000 loss 5000 borne 4500', 'the market bears no more than the creator would lose');
update private.settings set value = 10 where key = 'chargeback_loss_order';
select pg_temp.buy('bound');
select tests.lose_dispute(5000);
select is(pg_temp.state(), 'settled 6111 bank 5000 wallet 0 owed 1111 creator 5500 fees 611 loss 1111 borne 1000', 'the market bears a part of what the creator would lose');
select pg_temp.buy_parts('bound parts');
select tests.lose_dispute(10000);
select is(pg_temp.state(), 'cancelled 4000 bank 10000 wallet 0 owed 1400 creator 1000 fees 400 loss 1400 borne 1000', 'the market bears a part of what a paid milestone would give back');
update private.settings set value = 500 where key = 'chargeback_loss_order';
update public.profiles set trust_level = 'normal' where id = tests.id('kol');

-- The buyer's fee is returned together with the price.
update private.settings set value = 10 where key = 'buyer_fee';
select pg_temp.buy('fee');
select tests.lose_dispute(5500);
select is(pg_temp.state(), 'settled 5000 bank 5500 wallet 0 owed 0 creator 4500 fees 1000 loss 0 borne 0', 'the buyer''s fee that returns covers a part of the dispute');
select pg_temp.buy_parts('fee and parts');
select tests.lose_dispute(7600);
select is(pg_temp.state(), 'cancelled 4000 bank 7600 wallet 0 owed 0 creator 2600 fees 800 loss 0 borne 0', 'the buyer''s fee that returns leaves the creator more of a paid milestone');

-- Makes one payment pay for two orders: the newer one, of which it pays half, returns only that half.
update private.settings set value = 0 where key = 'buyer_fee';
select pg_temp.buy('shop', 'declined');
create temporary table paid as select (tests.payment()).id;
create temporary table older as select tests.make_order(tests.id('shop'), tests.id('kol'), 'pending_payment', 6000) as id;
select tests.by('shop', 'select public.pay_from_wallet(id) from older');
select tests.by('kol', 'select public.accept_order(id) from older');
select tests.deliver(id, 'Done.') from older;
select tests.act_as_owner();
select tests.make_order(tests.id('shop'), tests.id('kol'), 'pending_payment', 8000);
-- Both orders were placed in this transaction, so their times are set here.
select tests.unguarded('public.pack_orders', $$ update public.pack_orders set created_at = created_at + interval '1 minute' where id = tests.order_id() $$);
select tests.by('shop', 'select public.start_checkout(tests.order_id())');
select private.record_payment('sandbox', 'card', tests.order_id(), 4000, 'USD');
select tests.take_back(p) from public.payments p where p.id = (select id from paid);
select private.work_chargebacks(now() + interval '8 days');
select results_eq('select o.status, o.creator_share_minor from public.pack_orders o where o.id = (select id from older)', $$ values ('settled', 4000::bigint) $$,
  'a brand''s part of one order covers the dispute before another order''s creator does');
select is(tests.balance(tests.id('shop'), 'wallet'), 0::bigint, 'a brand keeps none of its part of one order while the creator of another order loses money');
select is((select owed_minor from private.chargebacks where payment_id = (select id from paid)), 0::bigint, 'both orders together cover what the brand owes');
