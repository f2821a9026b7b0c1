-- ledger: made by hand
-- cast: brand brand, kol kol, other kol
create temporary table o as
select name, tests.put_order(tests.id('brand'), tests.id(kol)) as id, gen_random_uuid() as payment
from (values ('one', 'kol'), ('two', 'other')) as v (name, kol);
insert into public.payments (id, provider, provider_ref, amount_minor, currency) select payment, 'sandbox', name, 50000, 'USD' from o;
insert into private.order_funding (order_id, payment_id, amount_minor) select id, payment, 50000 from o;
create function pg_temp.charge_back(name text, reference text, kind text default 'dispute', at timestamptz default now()) returns void
language sql as $$
  insert into private.chargebacks (provider, provider_ref, payment_ref, kind, payment_id, order_id, amount_minor, currency, loss_minor, created_at)
  select 'sandbox', reference, charge_back.name, charge_back.kind, o.payment, o.id, 50000, 'USD', 50000, at from o where o.name = charge_back.name
$$;
create function pg_temp.win(reference text) returns void language sql as $$
  update private.chargebacks set status = 'won', closed_at = now() + interval '9 days' where provider_ref = reference
$$;
create function pg_temp.demerits() returns text language sql as $$
  select string_agg(p.role || ' ' || o.name || ' ' || d.kind, ', ' order by o.name, d.kind)
  from private.demerits d join o on o.id = d.order_id join public.profiles p on p.id = d.profile_id
$$;
create function pg_temp.taken_back() returns text language sql as $$
  select string_agg(name, ' ' order by name) from o where private.was_charged_back(id)
$$;
create function pg_temp.asked_for() returns text language sql as $$
  with gone as (delete from private.reassessments returning profile_id, due_at)
  select string_agg(distinct t.name || ' in ' || extract(day from g.due_at - now()), ', ')
  from gone g join tests.people t on t.profile_id = g.profile_id
$$;
select pg_temp.charge_back('one', 'refund', 'refund', now() + interval '2 days');
select is(pg_temp.demerits(), null, 'a refund is no demerit');
select is(pg_temp.taken_back(), 'one', 'an order that was refunded counts for nobody''s trust');
select is(pg_temp.asked_for(), 'brand in 2, kol in 2', 'both sides of a refunded order are assessed again');
select pg_temp.charge_back('one', 'first');
select is(pg_temp.demerits(), 'brand one chargeback', 'a disputed payment is a demerit of the brand');
select pg_temp.charge_back('one', 'second');
select pg_temp.charge_back('two', 'third');
select private.add_demerit(tests.id('kol'), (select id from o where name = 'one'), 'late', now());
select is(pg_temp.demerits(), 'brand one chargeback, kol one late, brand two chargeback', 'several disputes about one order are one demerit');
select is(pg_temp.taken_back(), 'one two', 'orders whose payment is disputed count for nobody''s trust');
select pg_temp.asked_for();
select pg_temp.win('first');
select is(pg_temp.demerits(), 'brand one chargeback, kol one late, brand two chargeback', 'a demerit stays while another dispute about its order is open');
select is(pg_temp.asked_for(), 'brand in 9, kol in 9', 'both sides are assessed again when a dispute is won');
select pg_temp.win('second');
select is(pg_temp.demerits(), 'kol one late, brand two chargeback', 'a demerit ends with the last dispute about its order');
select is(pg_temp.taken_back(), 'one two', 'an order that was refunded does not count when its disputes are won');
select pg_temp.win('refund');
select is(pg_temp.taken_back(), 'two', 'an order counts again when its refund is given back');
select pg_temp.asked_for();
insert into private.holds (order_id, profile_id, currency, amount_minor, fees_minor, due_at)
select id, kol, 'USD', 1, 1, now() from o, lateral (select tests.id(case o.name when 'one' then 'kol' else 'other' end) as kol) k;
select is(pg_temp.asked_for(), null, 'the end of a hold of other earnings assesses nobody again');
update private.holds set cleared_at = now() + interval '3 days' where profile_id = tests.id('kol');
select is(pg_temp.asked_for(), 'brand in 3, kol in 3', 'both sides are assessed again when a hold ends');
update public.profiles set suspended_at = now() + interval '4 days' where id = tests.id('brand');
select is(pg_temp.asked_for(), 'kol in 4, other in 4', 'all counterparties of a suspended brand are assessed again');
update public.profiles set suspended_at = now() + interval '4 days' where id = tests.id('other');
select is(pg_temp.asked_for(), 'brand in 4', 'all counterparties of a suspended creator are assessed again');

-- A chargeback of one cent removes no review.
select set_config('tests.small', tests.put_order(tests.id('brand'), tests.id('kol'), 'completed', 10000)::text, true), set_config('tests.part', gen_random_uuid()::text, true);
insert into public.payments (id, provider, provider_ref, amount_minor, currency) values (current_setting('tests.part')::uuid, 'sandbox', 'part', 10000, 'USD');
insert into private.order_funding (order_id, payment_id, amount_minor) values (current_setting('tests.small')::uuid, current_setting('tests.part')::uuid, 10000);
create function pg_temp.part_taken(amount bigint) returns boolean language sql as $$
  insert into private.chargebacks (provider, provider_ref, payment_ref, kind, payment_id, order_id, amount_minor, currency, loss_minor)
  select 'sandbox', 'part ' || amount, 'part', 'dispute', current_setting('tests.part')::uuid, current_setting('tests.small')::uuid, amount, 'USD', amount;
  select private.was_charged_back(current_setting('tests.small')::uuid)
$$;
select is(pg_temp.part_taken(500), false, 'an order still counts when only a small part of it was charged back');
select is(pg_temp.part_taken(1), true, 'an order does not count when more than a small part of it was charged back');
