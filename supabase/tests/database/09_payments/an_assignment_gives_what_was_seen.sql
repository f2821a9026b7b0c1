-- cast: bea brand, sam staff, sue staff
select private.record_payment('sandbox', 'stray', null, 10000, 'USD');
select private.record_provider_dispute('sandbox', 'stray', 'dp', 'opened', 9000, 'USD');
create function pg_temp.stray(amount_minor bigint) returns jsonb language sql security definer as $$
  select jsonb_strip_nulls(jsonb_build_object('payment_id', p.id, 'profile_id', tests.id('bea'), 'note', 'Hers.', 'amount_minor', stray.amount_minor))
  from public.payments p where p.provider_ref = 'stray'
$$;
select tests.refused('sam', $$ select public.propose_staff_act('resolve_suspense', pg_temp.stray(9999)) $$, 'PT409', 'payment_changed', 'an assignment of another amount than the waiting one is refused');
select tests.refused('sam', $$ select public.propose_staff_act('resolve_suspense', pg_temp.stray(null)) $$, 'PT422', 'invalid_body', 'an assignment that names no amount is refused');
select tests.by('sam', $$ select public.propose_staff_act('resolve_suspense', pg_temp.stray(1000)) $$);
select private.record_provider_dispute('sandbox', 'stray', 'dp', 'won', 9000, 'USD');
select results_eq($$ select s.status, a.details ->> 'ended_because' from public.staff_proposals s, public.staff_audit a where a.action = 'end_proposal' $$,
  $$ values ('withdrawn', 'more_in_suspense') $$, 'a proposal ends when the amount in suspense has grown since');
select tests.decide_by_two('sam', 'sue', 'resolve_suspense', pg_temp.stray(10000));
select is(tests.balance(tests.id('bea'), 'wallet'), 10000::bigint, 'two members of staff assign the amount that they saw');
