-- cast: brand brand, kol kol, other brand, sam staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
create temporary table paid as select (tests.payment()).*;
select private.record_payment('sandbox', 'twice', tests.order_id(), 10000, 'USD');
select private.record_payment('sandbox', 'stray', null, 10000, 'USD');
select is((select suspense_minor from public.payments where provider_ref = 'twice'), 10000::bigint, 'a second payment of an order waits for staff');
select private.record_provider_dispute('sandbox', p.provider_ref, 'dispute', outcome, p.amount_minor, 'USD') from unnest(array['opened', 'lost']) as outcome, paid p;
select is((select owed_minor > 0 from private.chargebacks), true, 'a brand owes what its bank took back');
insert into public.staff_proposals (action, subject, arguments, proposed_by, expires_at)
select 'resolve_suspense', p.id::text, jsonb_build_object('payment_id', p.id, 'profile_id', tests.id('other')), tests.id('sam'), now() + interval '1 day' from public.payments p where p.provider_ref = 'twice';
do $$ begin for n in 1..3 loop perform private.work_debts(now()); end loop; end; $$;
select results_eq($$ select provider_ref, status, suspense_minor from public.payments where provider_ref in ('twice', 'stray') order by 1 $$,
  $$ values ('stray', 'suspense', 10000::bigint), ('twice', 'resolved', null) $$, 'the money of the brand that waits pays it, and nobody else''s does');
select is((select owed_minor from private.chargebacks), 0::bigint, 'the debt is paid');
select is((select a.details ->> 'ended_because' from public.staff_audit a where a.action = 'end_proposal'), 'debt_paid', 'a proposal to give the money to somebody else ends, and the log says why');
select private.work_chargebacks(now() + interval '8 days');
select is((select creator_minor from private.chargebacks), 0::bigint, 'its creator loses nothing');
select is_empty('select * from private.ledger_faults()', 'the ledger adds up');

-- A vote to trust does not outlive what its proposer could not know.
select tests.by('sam', $$ select public.propose_staff_act('set_trust_level', jsonb_build_object('profile_id', tests.id('kol'), 'trust_level', 'trusted')) $$);
select private.add_demerit(tests.id('kol'), tests.order_id(), 'dispute_lost', now());
select is((select status from public.staff_proposals where action = 'set_trust_level'), 'withdrawn', 'a lost dispute withdraws a proposal to trust the member');
