-- cast: brand brand, kol kol, other kol kol, buyer brand, third brand, fourth brand, fifth brand
create temporary table o (name text, id uuid);

-- A card payment of a cancelled order was spent on another creator's order.
insert into o select 'a', tests.make_order(tests.id('brand'), tests.id('kol'), 'cancelled');
insert into o select 'b', tests.make_order(tests.id('brand'), tests.id('other kol'), 'pending_payment', 6000);
insert into o select 'c', tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 3000);
select tests.by('brand', $$ select public.pay_from_wallet((select id from o where name = 'b')); select public.pay_from_wallet((select id from o where name = 'c')) $$);
insert into o select 'd', tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.take_back(tests.payment((select id from o where name = 'a')), 9500);
select results_eq('select o.name, p.status from o join public.pack_orders p using (id) order by 1',
  $$ values ('a', 'cancelled'), ('b', 'cancelled'), ('c', 'cancelled'), ('d', 'in_progress') $$,
  'a lost dispute cancels the orders that its payment paid for, and no others');
select is(tests.balance(null, 'loss'), 0::bigint, 'a lost dispute that escrows cover is no loss');
select results_eq('select * from tests.lots(tests.id($$brand$$))',
  $$ select (tests.payment((select id from o where name = 'a'))).id, 500::bigint $$, 'the part of a payment that is not charged back stays a lot of its own in the wallet');

-- An order was paid by two payments: each part is returned to its own payment.
select tests.make_order(tests.id('buyer'), tests.id('kol'), 'declined', 4000);
insert into o values ('p1', tests.order_id());
select tests.make_order(tests.id('buyer'), tests.id('kol'), 'declined', 7000);
insert into o values ('p2', tests.order_id());
insert into o select 'both', tests.make_order(tests.id('buyer'), tests.id('kol'), 'pending_payment', 10000);
select tests.by('buyer', $$ select public.pay_from_wallet((select id from o where name = 'both')) $$);
select results_eq('select amount_minor from private.order_funding where order_id = (select id from o where name = $$both$$) order by id',
  'values (4000::bigint), (6000)', 'an order is paid by the oldest money of the wallet first');
select tests.take_back(tests.payment((select id from o where name = 'p1')));
select is((select status from public.pack_orders where id = (select id from o where name = 'both')), 'cancelled', 'an order is cancelled when one of its two payments is charged back');
select is(tests.balance(tests.id('buyer'), 'wallet'), 7000::bigint, 'the part of an order that another payment paid returns to the wallet');

-- Only as many orders are ended as necessary, the newest first.
insert into o select 'paid', tests.make_order(tests.id('third'), tests.id('kol'), 'declined');
insert into o select 'old', tests.make_order(tests.id('third'), tests.id('kol'), 'pending_payment', 5000);
insert into o select 'new', tests.make_order(tests.id('third'), tests.id('kol'), 'pending_payment', 5000);
select tests.by('third', $$ select public.pay_from_wallet((select id from o where name = 'old')) $$);
select tests.by('third', $$ select public.pay_from_wallet((select id from o where name = 'new')) $$);
-- Both orders were placed in this transaction, so their times are set here.
select tests.unguarded('public.pack_orders',
  $$ update public.pack_orders set created_at = created_at - interval '1 hour' where id = (select id from o where name = 'old') $$);
select tests.take_back(tests.payment((select id from o where name = 'paid')), 5000);
select results_eq('select o.name, p.status from o join public.pack_orders p using (id) where name in ($$old$$, $$new$$) order by 1',
  $$ values ('new', 'cancelled'), ('old', 'funded') $$, 'a chargeback cancels the newest order of the brand first');

-- The brand's other money pays before the market has a loss.
insert into o select 'done', tests.make_order(tests.id('fourth'), tests.id('kol'), 'completed');
insert into o select 'back', tests.make_order(tests.id('fourth'), tests.id('kol'), 'declined', 3000);
insert into o select 'sent back', tests.make_order(tests.id('fourth'), tests.id('kol'), 'declined', 2000);
insert into o select 'running', tests.make_order(tests.id('fourth'), tests.id('kol'), 'funded', 1000);
select tests.by('fourth', $$ select tests.refund((tests.payment((select id from o where name = 'sent back'))).id, 2000, gen_random_uuid()) $$);
select tests.take_back(tests.payment((select id from o where name = 'done')));
select results_eq($$ select brand_minor, loss_minor from private.chargebacks where brand_id = tests.id('fourth') $$,
  'values (5000::bigint, 5000::bigint)', 'wallet and refunds of other payments cover a chargeback before the market does');
select is(tests.balance(tests.id('kol'), 'pending'), 9000::bigint, 'a creator keeps what was earned before the chargeback');
insert into o select 'all done', tests.make_order(tests.id('fifth'), tests.id('kol'), 'completed', 3000);
insert into o select 'enough', tests.make_order(tests.id('fifth'), tests.id('kol'), 'declined', 3000);
insert into o select 'leaving', tests.make_order(tests.id('fifth'), tests.id('kol'), 'declined', 2000);
select tests.by('fifth', $$ select tests.refund((tests.payment((select id from o where name = 'leaving'))).id, 2000, gen_random_uuid()) $$);
select tests.take_back(tests.payment((select id from o where name = 'all done')));
select is((select status from public.payouts where profile_id = tests.id('fifth')), 'requested',
  'a refund of another payment continues while the wallet covers the chargeback');
select is((select loss_minor from private.chargebacks where brand_id = tests.id('fifth')), 0::bigint, 'a chargeback that the wallet covers is no loss');
select is((select status from public.pack_orders where id = (select id from o where name = 'running')), 'funded',
  'an order that another payment paid for continues');
