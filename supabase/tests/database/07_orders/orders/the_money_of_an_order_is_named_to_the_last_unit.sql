-- cast: brand brand, kol kol, judge staff
create function pg_temp.money(who text, share bigint default null) returns public.order_money language sql as $$
  select tests.answer(who, format('select p::text from public.settlement_preview(tests.order_id(), %L) as p', share))::public.order_money
$$;
create function pg_temp.paid(who text) returns text language sql as $$
  select format('%s of %s: wallet %s, provider %s', case when m.is_paid then 'paid' else 'to pay' end, m.total_minor, m.wallet_minor, m.provider_minor)
  from pg_temp.money(who) as m
$$;

-- The brand reads how an order is paid, before and after paying; nobody else reads about its wallet.
update private.settings set value = 5 where key = 'buyer_fee';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
select is(pg_temp.paid('brand'), 'to pay of 10500: wallet 0, provider 10500', 'a brand with an empty wallet pays the total at the provider');
select set_config('tests.unpaid', tests.order_id()::text, true);
update private.settings set value = 0 where key = 'buyer_fee';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 2500);
update private.settings set value = 5 where key = 'buyer_fee';
select set_config('tests.order_id', current_setting('tests.unpaid'), true);
select is(pg_temp.paid('brand'), 'to pay of 10500: wallet 2500, provider 8000', 'a brand reads that its wallet pays first and the card the rest');
select is(pg_temp.paid('kol'), 'to pay of 10500: wallet , provider ', 'a creator does not read what the brand''s wallet holds');
select tests.by('judge', $$ select tests.read_case() $$);
select is(pg_temp.paid('judge'), 'to pay of 10500: wallet , provider ', 'staff do not read what the brand''s wallet holds');
select tests.by('brand', $$ select * from public.start_checkout(tests.order_id()) $$);
select private.record_payment('sandbox', 'rest', tests.order_id(), 8000, 'USD');
select is(pg_temp.paid('brand'), 'paid of 10500: wallet 2500, provider 8000', 'a paid order names the parts that were agreed at the checkout');
select set_config('tests.paid', tests.order_id()::text, true);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 700);
select set_config('tests.order_id', current_setting('tests.paid'), true);
select is(pg_temp.paid('brand'), 'paid of 10500: wallet 2500, provider 8000', 'a paid order names the same parts when the wallet has changed');

-- Makes an order paid with money of a payment that did not fit, and that staff had assigned to the wallet.
select set_config('tests.order_id', tests.put_order(tests.id('brand'), tests.id('kol'), 'funded', 10000, 1000, buyer_fee_minor => 500)::text, true);
insert into public.payments (id, provider, provider_ref, order_id, problem, status, amount_minor, currency)
values ('00000000-0000-4000-8000-000000000001', 'sandbox', 'too much', tests.order_id(), 'wrong_amount', 'resolved', 10600, 'USD');
insert into private.order_funding (order_id, payment_id, amount_minor) values (tests.order_id(), '00000000-0000-4000-8000-000000000001', 10500);
select is(pg_temp.paid('brand'), 'paid of 10500: wallet 10500, provider 0', 'money of a resolved payment is shown as paid from the wallet');

-- Adds up the creator's part, the brand's part and the fees.
select is((m.creator_minor + m.creator_fee_minor + m.brand_minor + m.buyer_fee_minor) - m.total_minor, 0::bigint, 'the parts of the money sum to the total with a share of ' || share)
from unnest(array[0, 1, 3333, 10000]::bigint[]) as share, pg_temp.money('kol', share) as m;
select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'disputed', accepted => 1);
select is((m.creator_minor, m.creator_fee_minor, m.released_creator_minor, m.released_fee_minor, m.released_buyer_fee_minor)::text, '(4500,500,3000,333,166)',
  'the money of an order names what its milestones paid') from pg_temp.money('kol', 5000) as m;
