-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).*;
select tests.charge_back(p, 6000) from public.payments p;
select private.unfreeze_profile(tests.id('brand'), 'Looked at.', tests.causes(tests.id('brand'))) from tests.make_staff('stella') as s, lateral tests.act_as(s);
select tests.by('brand', $$ select tests.refund((tests.payment()).id, 4000, gen_random_uuid()) $$);
select public.settle_payout(id, 'tr') from public.payouts;
delete from auth.users where id = tests.user_id(tests.id('brand'));
select is((select deleted_at is null from public.profiles where id = tests.id('brand')), false, 'a brand can delete its account while the bank decides');
select public.record_provider_dispute('sandbox', provider_ref, 'dispute of ' || provider_ref, 'won', 6000, 'USD') from paid;
select is(tests.balance(tests.id('brand'), 'wallet'), 0::bigint, 'a won dispute does not pay the wallet of a deleted brand');
select results_eq('select status, suspense_minor from public.payments', $$ values ('suspense', 6000::bigint) $$, 'a won dispute of a deleted brand puts the payment in suspense');
select is(tests.balance(null, 'suspense'), 6000::bigint, 'suspense holds the money that the deleted brand won');

-- Makes a dispute that takes the rest of its payment, a reward and a part of another payment.
select tests.make_member(name, role) from (values ('host', 'brand'), ('guest', 'kol'), ('buyer', 'brand')) as m (name, role);
update public.referrals set inviter_id = tests.id('host') where invitee_id = tests.id('guest');
select tests.make_order(tests.id('buyer'), tests.id('guest'), 'completed');
select private.run_due_work(now() + interval '15 days');
create temporary table orders as
select nr, tests.make_order(tests.id('host'), tests.id('guest'), 'declined') as id from generate_series(1, 2) as nr;
select tests.by('host', format('select tests.refund(%L, %s, gen_random_uuid())', p.id, case o.nr when 1 then 6000 else 4100 end))
from orders o join public.payments p on p.order_id = o.id;
select public.settle_payout(id, 'tr' || id) from public.payouts where status = 'requested';
select tests.charge_back(p) from public.payments p join orders o on o.id = p.order_id where o.nr = 1;
select results_eq('select sum(l.amount_minor), count(*) from private.chargeback_lots l join private.chargebacks c on c.id = l.chargeback_id where c.amount_minor = 10000',
  'values (10000::numeric, 3::bigint)', 'a dispute takes what is in the wallet, from whatever source it came');
delete from auth.users where id = tests.user_id(tests.id('host'));
select set_config('tests.revenue', tests.balance(null, 'revenue')::text, true);
select public.record_provider_dispute('sandbox', p.provider_ref, 'dispute of ' || p.provider_ref, 'won', 10000, 'USD')
from public.payments p join orders o on o.id = p.order_id where o.nr = 1;
select results_eq('select p.status, p.suspense_minor from public.payments p join orders o on o.id = p.order_id order by o.nr',
  $$ values ('suspense', 4000::bigint), ('suspense', 5900) $$, 'money that a won dispute returns waits in suspense, recorded with the payments that it was taken from');
select is(tests.balance(null, 'revenue') - current_setting('tests.revenue')::bigint, 100::bigint, 'a reward of a deleted member goes to the market');
