-- cast: brand brand, kol kol, stella staff, clerk staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).id;
grant select on paid to authenticated;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select tests.act_as(tests.id('brand'));
select public.request_refund((tests.payment()).id, 4000, gen_random_uuid());
select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 1000);
create temporary table pack as select tests.make_pack(tests.id('kol')) as id;
grant select on pack to authenticated;
select tests.act_as(tests.id('brand'));
select lives_ok('select public.place_order((select id from pack), $$Please.$$, $$00000000-0000-4000-8000-000000000001$$)', 'a brand that is not frozen can order');
select tests.act_as_owner();
select private.record_provider_dispute('sandbox', provider_ref, 'dp', 'opened', 1000, 'USD') from public.payments where id = (select id from paid);
select private.record_provider_dispute('sandbox', provider_ref, 'dp', 'opened', 1000, 'USD') from public.payments where id = (select id from paid);
select tests.act_as(tests.id('brand'));
select throws_ok('select public.place_order((select id from pack), $$Please.$$, gen_random_uuid())', 'PT403', 'profile_frozen', 'a frozen brand cannot place a new order');
select lives_ok('select public.place_order((select id from pack), $$Please.$$, $$00000000-0000-4000-8000-000000000001$$)', 'a frozen brand finds its earlier order by a retry');
select throws_ok('select public.pay_from_wallet(tests.order_id())', 'PT403', 'profile_frozen', 'a frozen brand cannot pay from its wallet');
select throws_ok('select public.request_refund((select id from paid), 1, gen_random_uuid())', 'PT403', 'profile_frozen', 'a frozen brand cannot request a refund');
select isnt((select frozen_at from public.profiles), null, 'a frozen brand reads that it is frozen');
select is((select count(*) from public.notifications where event = 'account_frozen'), 1::bigint, 'a brand receives one notice of its freeze');
select tests.act_as_owner();
select throws_ok('select private.settle_payout((select id from public.payouts where status = $$requested$$), $$tr$$)', 'PT403', 'profile_frozen',
  'a requested refund is not sent to a frozen brand');
select is((private.record_payment('sandbox', 'by card', tests.order_id(), 1000, 'USD')).problem, 'payer_frozen', 'a payment by card of a frozen brand does not apply');
select is((select status from public.pack_orders where id = tests.order_id()), 'pending_payment', 'an order of a frozen brand stays unpaid');
select is((select count(*) from public.notifications where event = 'chargeback_opened'), 2::bigint, 'each member of staff receives one notice of a chargeback');

select tests.act_as(tests.id('brand'));
select tests.act_as(tests.id('stella'));
select throws_ok('select public.unfreeze_profile(tests.id($$brand$$), $$ $$)', 'PT422', 'reason_required', 'lifting a freeze needs a reason');
select throws_ok('select public.unfreeze_profile(tests.id($$stella$$), $$x$$)', 'PT403', 'not_allowed', 'staff cannot lift their own freeze');
select lives_ok('select public.unfreeze_profile(tests.id($$brand$$), $$a mistake of the bank$$)', 'staff can lift the freeze of a brand');
select lives_ok('select public.unfreeze_profile(tests.id($$brand$$), $$again$$)', 'a freeze that is lifted twice is lifted once');
select results_eq($$ select actor_id, details ->> 'note' from public.staff_audit where action = 'unfreeze_profile' $$,
  $$ values (tests.id('stella'), 'a mistake of the bank') $$, 'lifting a freeze is in the audit log');
select tests.act_as(tests.id('brand'));
select is((public.pay_from_wallet(tests.order_id())).status, 'funded', 'a brand can pay from its wallet when the freeze is lifted');
select tests.act_as_owner();
select is((private.settle_payout((select id from public.payouts where status = 'requested'), 'tr')).status, 'sent', 'a refund can be sent when the freeze is lifted');

select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '15 days');
update public.profiles set frozen_at = now() where id = tests.id('kol');
select tests.act_as(tests.id('kol'));
select throws_ok('select public.request_payout(1, $$USD$$, tests.payout_method(), gen_random_uuid())', 'PT403', 'profile_frozen', 'a frozen creator cannot request a payout');
select tests.act_as(tests.id('stella'));
select public.unfreeze_profile(tests.id('kol'), repeat('x', 3000));
select is((select max(length(details ->> 'note')) from public.staff_audit where action = 'unfreeze_profile'), 2000, 'a long note in the audit log is cut');
