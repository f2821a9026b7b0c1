-- cast: brand brand, kol kol, stella staff, clerk staff, lena brand, mara brand, nora brand, olga brand, dina kol, ines brand, hugo brand
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).id;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select tests.by('brand', $$ select tests.refund((tests.payment()).id, 4000, gen_random_uuid()) $$);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 1000);
create temporary table pack as select tests.make_pack(tests.id('kol')) as id;
select tests.allowed('brand', 'select public.place_order((select id from pack), $$Please.$$, $$00000000-0000-4000-8000-000000000001$$)',
  'a brand that is not frozen can order');
select private.record_provider_dispute('sandbox', provider_ref, 'dp', 'opened', 1000, 'USD') from public.payments where id = (select id from paid);
select private.record_provider_dispute('sandbox', provider_ref, 'dp', 'opened', 1000, 'USD') from public.payments where id = (select id from paid);
select tests.act_as(tests.id('brand'));
select throws_ok('select public.place_order((select id from pack), $$Please.$$, gen_random_uuid())', 'PT403', 'profile_frozen', 'a frozen brand cannot place a new order');
select lives_ok('select public.place_order((select id from pack), $$Please.$$, $$00000000-0000-4000-8000-000000000001$$)', 'a frozen brand finds its earlier order by a retry');
select throws_ok('select public.pay_from_wallet(tests.order_id())', 'PT403', 'profile_frozen', 'a frozen brand cannot pay from its wallet');
select throws_ok('select tests.refund((select id from paid), 1, gen_random_uuid())', 'PT403', 'profile_frozen', 'a frozen brand cannot request a refund');
select isnt((select frozen_at from public.profiles), null, 'a frozen brand reads that it is frozen');
select is((select count(*) from public.notifications where event = 'account_frozen'), 1::bigint, 'a brand receives one notice of its freeze');
select tests.act_as_owner();
select throws_ok('select private.settle_payout((select id from public.payouts where status = $$requested$$), $$tr$$)', 'PT403', 'profile_frozen',
  'a requested refund is not sent to a frozen brand');
select is((private.record_payment('sandbox', 'by card', tests.order_id(), 1000, 'USD')).problem, 'payer_frozen', 'a payment by card of a frozen brand does not apply');
select is((private.record_payment('sandbox', 'by another', tests.order_id(), 2000, 'USD')).problem, 'payer_frozen', 'a payment by card of a frozen brand that fits no order pays no debt');
select is((select status from public.pack_orders where id = tests.order_id()), 'pending_payment', 'an order of a frozen brand stays unpaid');
select is((select count(*) from public.notifications where event = 'chargeback_opened'), 2::bigint, 'each member of staff receives one notice of a chargeback');

select tests.act_as(tests.id('stella'));
select throws_ok('select public.unfreeze_profile(tests.id($$brand$$), $$ $$, tests.causes(tests.id($$brand$$)))', 'PT422', 'reason_required', 'lifting a freeze needs a reason');
select throws_ok('select public.unfreeze_profile(tests.id($$stella$$), $$x$$, tests.causes(tests.id($$stella$$)))', 'PT403', 'not_allowed', 'staff cannot lift their own freeze');
select lives_ok('select public.unfreeze_profile(tests.id($$brand$$), $$a mistake of the bank$$, tests.causes(tests.id($$brand$$)))', 'staff can lift the freeze of a brand');
select lives_ok('select public.unfreeze_profile(tests.id($$brand$$), $$again$$, tests.causes(tests.id($$brand$$)))', 'a freeze that is lifted twice is lifted once');
select results_eq($$ select actor_id, details ->> 'note' from public.staff_audit where action = 'unfreeze_profile' $$,
  $$ values (tests.id('stella'), 'a mistake of the bank') $$, 'lifting a freeze is in the audit log');
select tests.gets('brand', 'select (public.pay_from_wallet(tests.order_id())).status', 'funded', 'a brand can pay from its wallet when the freeze is lifted');
select is((private.settle_payout((select id from public.payouts where status = 'requested'), 'tr')).status, 'sent', 'a refund can be sent when the freeze is lifted');

select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '15 days');
update public.profiles set frozen_at = now() where id = tests.id('kol');
select tests.refused('kol', 'select public.request_payout(1, $$USD$$, tests.payout_method(), gen_random_uuid())', 'PT403', 'profile_frozen', 'a frozen creator cannot request a payout');
select tests.refused('stella', $$ select public.unfreeze_profile(tests.id('kol'), repeat('x', 2001), tests.causes(tests.id('kol'))) $$, '23514', null, 'a note on lifting a freeze that is too long is refused, not cut');
select tests.by('stella', $$ select public.unfreeze_profile(tests.id('kol'), repeat('x', 2000), tests.causes(tests.id('kol'))) $$);

-- Makes an order with a dispute, unfreezes the brand while the dispute is open and lets the bank decide for the
-- brand; returns when the brand was frozen again.
create function pg_temp.lose_unfrozen(name text, amount bigint) returns timestamptz language plpgsql as $$
begin
  perform tests.act_as_owner();
  perform tests.make_order(tests.id(name), tests.id('dina'), 'completed', 10000);
  perform tests.charge_back(tests.payment(), amount);
  perform tests.act_as(tests.id('stella'));
  perform public.unfreeze_profile(tests.id(name), 'They will take the dispute back.', tests.causes(tests.id(name)));
  perform tests.act_as_owner();
  perform tests.take_back(tests.payment(), amount);
  return (select p.frozen_at from public.profiles p where p.id = tests.id(name));
end;
$$;
select isnt(pg_temp.lose_unfrozen('lena', 10000), null, 'a brand whose lost dispute cost the creator money is frozen again');
select isnt(pg_temp.lose_unfrozen('mara', 400), null, 'a brand that owes for a lost dispute is frozen again');
select tests.refused('stella', $$ select public.unfreeze_profile(tests.id('mara'), 'Again.', tests.causes(tests.id('mara'))) $$, 'PT409', 'second_staff_required',
  'one member of staff cannot lift the freeze of a brand that owes for a lost dispute');
select tests.make_order(tests.id('nora'), tests.id('dina'), 'declined');
select is(pg_temp.lose_unfrozen('nora', 10000), null, 'a brand whose wallet covered the lost dispute is not frozen again');

-- Another account uses the card of a brand that owes money, and is bound to it.
select private.mark_person(tests.id(name), 'card', 'card of mara') from unnest(array['mara', 'olga']) as name;
select isnt((select frozen_at from public.profiles where id = tests.id('olga')), null, 'an account bound to a brand that owes is frozen');
select tests.refused('stella', $$ select public.unfreeze_profile(tests.id('olga'), 'Another account.', tests.causes(tests.id('olga'))) $$, 'PT409', 'second_staff_required',
  'one member of staff cannot lift the freeze of an account bound to a brand that owes');

-- Makes another order, whose brand is frozen before the work starts.
select tests.make_member('late brand', 'brand'), tests.make_member('mate');
select tests.make_order(tests.id('late brand'), tests.id('mate'), 'completed');
select set_config('tests.paid', (tests.payment()).id::text, true);
select tests.make_order(tests.id('late brand'), tests.id('mate'), 'funded');
select tests.charge_back(p) from public.payments p where p.id = current_setting('tests.paid')::uuid;
select tests.refused('mate', 'select public.accept_order(tests.order_id())', 'PT409', 'order_payer_frozen', 'no work starts for a frozen brand');
select tests.make_member('buyer', 'brand'), tests.make_member('held');
select tests.make_order(tests.id('buyer'), tests.id('held'), 'funded', pack => tests.make_pack(tests.id('held'), 20000000, 'USDC'));
select tests.freeze('held');
select tests.refused('held', 'select public.accept_order(tests.order_id())', 'PT403', 'profile_frozen', 'no work paid on the chain starts for a frozen creator');

-- Proposes to unfreeze a brand that owes nothing yet.
select tests.make_order(tests.id('ines'), tests.id('mate'), 'completed', 90000);
select set_config('tests.paid', (tests.payment()).id::text, true);
select tests.make_order(tests.id('ines'), tests.id('mate'), 'completed');
select tests.take_back(tests.payment(), 400, 'small');
select tests.by('stella', $$ select public.propose_staff_act('unfreeze_profile', jsonb_build_object('profile_id', tests.id('ines'), 'note', 'Small.', 'seen', tests.causes(tests.id('ines')))) $$);
select tests.take_back(p, 90000, 'large') from public.payments p where p.id = current_setting('tests.paid')::uuid;
select is((select p.status from public.staff_proposals p where p.subject = tests.id('ines')::text), 'withdrawn', 'a later debt withdraws the proposal to lift a freeze');

-- The dispute was reported after the list of debts was read.
select tests.make_order(tests.id('hugo'), tests.id('mate'), 'in_progress', 300000);
select set_config('tests.paid', (tests.payment()).id::text, true);
select tests.make_order(tests.id('hugo'), tests.id('mate'), 'in_progress');
select tests.charge_back(tests.payment(), 3000);
select set_config('tests.chargebacks', (select string_agg(c.id::text, '|') from private.chargebacks c), true);
create function pg_temp.causes(list text) returns text language sql as $$
  select i ->> 'causes' from tests.listed(list) as i where tests.id('hugo')::text in (i ->> 'id', i ->> 'brand_id') limit 1
$$;
select tests.act_as(tests.id('clerk'));
select set_config('tests.causes', pg_temp.causes('chargebacks'), true);
select is(pg_temp.causes('members'), current_setting('tests.causes'), 'the lists of members and of chargebacks name the same causes of a freeze');
select is((select count(*)::int from tests.listed('members') as i where i::text ~ current_setting('tests.chargebacks')), 0, 'the list of members names no chargeback for which an account is frozen');
select tests.act_as_owner();
select tests.charge_back(p) from public.payments p where p.id = current_setting('tests.paid')::uuid;
select tests.refused('clerk', $$ select public.unfreeze_profile(tests.id('hugo'), 'Thirty dollars.', current_setting('tests.causes')) $$, 'PT409', 'profile_changed',
  'nobody lifts a freeze for a dispute that came after the list was read');
select tests.by('clerk', $$ select set_config('tests.causes', pg_temp.causes('members'), true) $$);
select tests.refused('clerk', $$ select public.unfreeze_profile(tests.id('hugo'), 'All.', null) $$, 'PT422', 'invalid_body', 'nobody lifts a freeze of which they name no cause');
select tests.allowed('clerk', $$ select public.unfreeze_profile(tests.id('hugo'), 'Both.', current_setting('tests.causes')) $$, 'staff who have seen all disputes can lift the freeze');
select tests.allowed('clerk', $$ select public.unfreeze_profile(tests.id('hugo'), 'Both.', current_setting('tests.causes')) $$, 'repeating the act is not refused');
