-- cast: brand brand, kol kol
create temporary table o (name text, id uuid);
insert into o select 'paid', tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
insert into o select 'bought', tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
select tests.by('brand', $$ select public.pay_from_wallet((select id from o where name = 'bought')) $$);
select tests.by('kol', $$ select public.accept_order((select id from o where name = 'bought')) $$);
select tests.by('kol', $$ select public.deliver_order((select id from o where name = 'bought'), 'Done.', array['https://example.com/work']) $$);
select tests.by('brand', $$ select public.complete_order((select id from o where name = 'bought')) $$);
select is(private.was_charged_back((select id from o where name = 'bought')), false, 'an order that was paid from the wallet counts for trust');
select tests.charge_back(tests.payment((select id from o where name = 'paid')), null, 'dp');
select is(private.was_charged_back((select id from o where name = 'bought')), true, 'an order no longer counts for trust once the payment behind its wallet money was charged back');
select results_eq('select profile_id, kind from private.demerits', $$ values (tests.id('brand'), 'chargeback') $$, 'a chargeback is a demerit of the brand');
select isnt_empty($$ select from private.reassessments where profile_id = tests.id('kol') $$, 'the trust of the creator is computed again after a chargeback');
select tests.by('service', $$ select public.record_provider_dispute('sandbox', 'test-' || (select id from o where name = 'paid'), 'dp', 'won', 10000, 'USD') $$);
select is(private.was_charged_back((select id from o where name = 'bought')), false, 'an order counts for trust again once the dispute about its payment was won');
select is_empty('select from private.demerits', 'a won dispute removes the demerit');
