-- cast: brand brand, kol kol, other brand, sam staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
create temporary table paid as select (tests.payment()).*;
create temporary table unpaid as select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 5000) as id;
select private.record_payment('sandbox', 'twice', paid.order_id, 8000, 'USD'), private.record_payment('sandbox', 'thrice', paid.order_id, 9000, 'USD') from paid;
select private.record_payment('sandbox', 'other', tests.make_order(tests.id('other'), tests.id('kol'), 'completed'), 20000, 'USD'), private.record_payment('sandbox', 'stray', null, 10000, 'USD');
insert into public.staff_proposals (action, subject, arguments, proposed_by, expires_at)
select 'resolve_suspense', p.id::text, jsonb_build_object('payment_id', p.id, 'profile_id', tests.id('other')), tests.id('sam'), now() + interval '1 day'
from public.payments p where p.status = 'suspense';
select private.record_provider_dispute('sandbox', p.provider_ref, 'dispute', outcome, p.amount_minor, 'USD') from unnest(array['opened', 'lost']) as outcome, paid p;
select is((select owed_minor > 0 from private.chargebacks), true, 'a brand owes the amount that its bank took back');
-- Records a payment made in a session that was opened before the brand was frozen.
select private.record_payment('sandbox', 'frozen', unpaid.id, 5000, 'USD') from unpaid;
create function pg_temp.waiting() returns text language sql as $$
  select string_agg(concat_ws(' ', provider_ref, status, suspense_minor), ', ' order by provider_ref) from public.payments where problem is not null
$$;
do $$ begin for n in 1..3 loop perform private.work_debts(now()); end loop; end; $$;
select is(pg_temp.waiting(), 'frozen suspense 5000, other suspense 20000, stray suspense 10000, thrice resolved, twice suspense 7000',
  'the brand''s own money pays what it owes; money that others, unknown payers and a frozen brand paid waits for staff');
select is((select owed_minor from private.chargebacks), 0::bigint, 'a debt is paid out of suspense');
select results_eq($$ select p.provider_ref, s.status from public.staff_proposals s join public.payments p on p.id::text = s.subject order by 1 $$,
  $$ values ('other', 'open'), ('stray', 'open'), ('thrice', 'withdrawn'), ('twice', 'withdrawn') $$, 'a proposal to assign suspended money ends when the money has paid its owner''s debt');
select results_eq($$ select a.details ->> 'ended_because' from public.staff_audit a where a.action = 'end_proposal' $$, $$ values ('debt_paid'), ('debt_paid') $$, 'the log says why a proposal to assign suspended money ended');
select is_empty('select from public.notifications where event = ''payment_assigned''', 'nobody is notified of an assignment by staff when suspense pays a debt');
select private.work_chargebacks(now() + interval '8 days');
select is((select creator_minor from private.chargebacks), 0::bigint, 'the creator loses nothing to a debt that suspense paid');
select is_empty('select * from private.ledger_faults()', 'the ledger adds up after suspense paid a debt');

-- The bank decides for the market in the end: the money that suspense paid goes to the brand's wallet.
select private.record_provider_dispute('sandbox', p.provider_ref, 'dispute', 'won', p.amount_minor, 'USD') from paid p;
select is(tests.balance(tests.id('brand'), 'wallet'), 10000::bigint, 'a dispute that is won gives back the money that suspense paid');
