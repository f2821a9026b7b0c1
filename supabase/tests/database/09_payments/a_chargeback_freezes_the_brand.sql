-- cast: brand brand, kol kol, stella staff, clerk staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).id;
grant select on paid to authenticated, service_role;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select tests.act_as(tests.id('brand'));
select public.request_refund((tests.payment()).id, 4000, gen_random_uuid());
select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 1000);
create temporary table pack as select tests.make_pack(tests.id('kol')) as id;
grant select on pack to authenticated;
select tests.act_as(tests.id('brand'));
select lives_ok('select public.place_order((select id from pack), $$Please.$$, $$00000000-0000-4000-8000-000000000001$$)', 'a brand orders');
select tests.act_as_service();
select public.record_provider_dispute('sandbox', provider_ref, 'dp', 'opened', 1000, 'USD') from public.payments where id = (select id from paid);
select public.record_provider_dispute('sandbox', provider_ref, 'dp', 'opened', 1000, 'USD') from public.payments where id = (select id from paid);
select tests.act_as(tests.id('brand'));
select throws_ok('select public.place_order((select id from pack), $$Please.$$, gen_random_uuid())', 'PT403', 'profile_frozen', 'no new order');
select lives_ok('select public.place_order((select id from pack), $$Please.$$, $$00000000-0000-4000-8000-000000000001$$)', 'a retry finds its order');
select throws_ok('select public.pay_from_wallet(tests.order_id())', 'PT403', 'profile_frozen', 'nothing is paid from the wallet');
select throws_ok('select public.request_refund((select id from paid), 1, gen_random_uuid())', 'PT403', 'profile_frozen', 'nothing is taken back');
select isnt((select frozen_at from public.profiles), null, 'the brand sees it');
select is((select count(*) from public.notifications where event = 'account_frozen'), 1::bigint, 'and is notified once');
select tests.act_as_service();
select throws_ok('select public.settle_payout((select id from public.payouts where status = $$requested$$), $$tr$$)', 'PT403', 'profile_frozen',
  'a refund that was asked for waits');
select is((public.record_payment('sandbox', 'by card', tests.order_id(), 1000, 'USD')).problem, 'payer_frozen', 'nor does a card buy anything');
select is((select status from public.pack_orders where id = tests.order_id()), 'pending_payment', 'the order stays unpaid');
select tests.act_as_owner();
select is((select count(*) from public.notifications where event = 'chargeback_opened'), 2::bigint, 'each member of staff is notified once');

select tests.act_as(tests.id('brand'));
select throws_ok('select public.unfreeze_profile(tests.id($$brand$$), $$me$$)', 'PT403', 'not_allowed', 'the brand cannot lift it');
select throws_ok('select public.unfreeze_profile(tests.id($$brand$$), $$ $$)', 'PT403', 'not_allowed', 'whatever it says');
select tests.act_as(tests.id('stella'));
select throws_ok('select public.unfreeze_profile(tests.id($$brand$$), $$ $$)', 'PT422', 'reason_required', 'staff say why');
select throws_ok('select public.unfreeze_profile(tests.id($$stella$$), $$x$$)', 'PT403', 'not_allowed', 'and never about themselves');
select lives_ok('select public.unfreeze_profile(tests.id($$brand$$), $$a mistake of the bank$$)', 'staff lift it');
select lives_ok('select public.unfreeze_profile(tests.id($$brand$$), $$again$$)', 'twice is once');
select results_eq($$ select actor_id, details ->> 'note' from public.staff_audit where action = 'unfreeze_profile' $$,
  $$ values (tests.id('stella'), 'a mistake of the bank') $$, 'on the record');
select tests.act_as(tests.id('brand'));
select is((public.pay_from_wallet(tests.order_id())).status, 'funded', 'the brand pays again');
select tests.act_as_service();
select is((public.settle_payout((select id from public.payouts where status = 'requested'), 'tr')).status, 'sent', 'and its refund leaves');

select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '15 days');
update public.profiles set frozen_at = now() where id = tests.id('kol');
select tests.act_as(tests.id('kol'));
select throws_ok('select public.request_payout(1, $$USD$$, tests.payout_method(), gen_random_uuid())', 'PT403', 'profile_frozen', 'no payout either');
select tests.act_as(tests.id('stella'));
select public.unfreeze_profile(tests.id('kol'), repeat('x', 3000));
select is((select max(length(details ->> 'note')) from public.staff_audit where action = 'unfreeze_profile'), 2000, 'a long note is cut');
