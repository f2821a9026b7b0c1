-- cast: brand brand, other brand, ann kol, kay kol, pal kol, sam staff, full brand, late brand
create function pg_temp.lost(name text, amount bigint) returns void language sql as $$
  select tests.charge_back(tests.payment(), null, name);
  select private.record_provider_dispute('sandbox', (tests.payment()).provider_ref, name, 'lost', amount, 'USD');
  select private.lose_chargeback(c, now() + interval '7 days') from private.chargebacks c where c.provider_ref = name
$$;
create function pg_temp.money(brand text, kol text) returns text language sql as $$
  select format('wallet %s, creator %s, owed %s', tests.balance(tests.id(brand), 'wallet'), tests.balance(tests.id(kol), 'pending'),
    coalesce((select sum(owed_minor + repay_minor) from private.chargebacks where status <> 'won' and brand_id = tests.id(brand)), 0)) $$;
create temporary table parked (brand text, id uuid);
grant select on parked to authenticated;
create function pg_temp.decline(brand text) returns void language plpgsql as $$
begin
  perform tests.by('pal', format('select public.decline_order(id) from parked where brand = %L', brand));
  for n in 1..5 loop
    perform private.work_debts(now());
  end loop;
end;
$$;

-- The brand has money in another order while its bank takes back a payment for completed work.
select tests.make_order(tests.id('brand'), tests.id('pal'), 'funded', 30000);
insert into parked values ('brand', tests.order_id());
select tests.make_order(tests.id('brand'), tests.id('ann'), 'completed', 50000);
select pg_temp.lost('done', 50000);
select is(pg_temp.money('brand', 'ann'), 'wallet 0, creator 0, owed 50000', 'a brand owes what creators lost to its dispute');
select tests.finds('brand', 'select * from public.my_debts()', $$ values ('USD', 50000::bigint) $$, 'a brand reads that it owes what creators lost');
select tests.refused('sam', $$ select public.unfreeze_profile(tests.id('brand'), 'They wrote.', tests.causes(tests.id('brand'))) $$, 'PT409', 'second_staff_required',
  'one member of staff cannot end the freeze while creators are not repaid');
select pg_temp.decline('brand');
select is(pg_temp.money('brand', 'ann'), 'wallet 0, creator 25000, owed 20000', 'money that comes to the wallet pays the market and then the creator, until it is used up');
select results_eq($$ select (n.data ->> 'amount_minor')::bigint from public.notifications n where n.event = 'earnings_given_back' and n.user_id = tests.user_id(tests.id('ann')) $$,
  $$ values (25000::bigint) $$, 'a creator is notified of what was repaid');
set constraints all immediate;
select is((select total_minor from public.papers where seller_id = tests.id('ann') and subject = 'given_back'), 25000::bigint, 'an amount that is repaid has an invoice');
set constraints all deferred;
select private.record_provider_dispute('sandbox', c.payment_ref, 'done', 'won', 50000, 'USD') from private.chargebacks c where c.provider_ref = 'done';
select is(pg_temp.money('brand', 'ann'), 'wallet 30000, creator 45000, owed 0', 'a dispute that is won returns to the brand what it repaid, and to the creator the rest');

-- The dispute ends an open order, whose money pays the debt to the creator of the completed one.
select tests.make_order(tests.id('other'), tests.id('pal'), 'funded', 20000);
insert into parked values ('other', tests.order_id());
select tests.make_order(tests.id('other'), tests.id('kay'), 'delivered', 10000);
select pg_temp.lost('open', 10000);
select is(pg_temp.money('other', 'kay'), 'wallet 0, creator 0, owed 9000', 'a brand owes its creator what an order had earned that its dispute ended');
select pg_temp.decline('other');
select is(pg_temp.money('other', 'kay'), 'wallet 11000, creator 9000, owed 0', 'the creator is repaid out of other money of the brand');
select private.record_provider_dispute('sandbox', c.payment_ref, 'open', 'won', 10000, 'USD') from private.chargebacks c where c.provider_ref = 'open';
select is(pg_temp.money('other', 'kay'), 'wallet 20000, creator 9000, owed 0', 'a dispute that is won then leaves the brand the money that was not the price of the order');

-- A brand that repaid everything before the dispute was won.
select tests.make_order(tests.id('full'), tests.id('pal'), 'funded', 60000);
insert into parked values ('full', tests.order_id());
select tests.make_order(tests.id('full'), tests.id('ann'), 'completed', 50000);
select pg_temp.lost('all', 50000);
select pg_temp.decline('full');
select is(pg_temp.money('full', 'ann'), 'wallet 10000, creator 90000, owed 0', 'a brand repays all that its dispute took');
select tests.make_order(tests.id('late'), tests.id('ann'), 'completed', 50000);
select pg_temp.lost('of another order', 50000);
create temporary table heard as select n.id from public.notifications n where n.user_id = tests.user_id(tests.id('ann'));
select private.record_provider_dispute('sandbox', c.payment_ref, 'all', 'won', 50000, 'USD') from private.chargebacks c where c.provider_ref = 'all';
select is(pg_temp.money('full', 'ann'), 'wallet 60000, creator 90000, owed 0', 'a dispute that is won returns all that the brand repaid to it');
select tests.gets('full', $$ select sum(f.amount_minor) from public.money_figures('all', 'month', current_date, current_date) as f $$, '50000', 'the money that a brand spent counts the order once, without what it repaid and got back');
select is_empty($$ select n.message from public.notifications n where n.user_id = tests.user_id(tests.id('ann')) and n.id not in (select id from heard) $$,
  'a creator who was repaid is not notified when the dispute is won');
set constraints all immediate;
set constraints all deferred;
select results_eq($$ select p.subject, p.total_minor from public.papers p where p.buyer_id = tests.id('full') and p.seller_id = tests.id('ann') order by 1 $$,
  $$ values ('given_back', 50000::bigint - 5000), ('order', 50000), ('taken_back', 45000) $$, 'earnings that were repaid are invoiced once');
