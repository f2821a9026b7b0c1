-- cast: brand brand, ann kol, cyd kol, sam staff, sue staff
select tests.earn('ann', 'cyd');
create temporary table p as select tests.send_later('ann', 9000) as id;
select private.claim_payouts('{sandbox}', 10, now() + interval '1 hour');
select private.record_payout_state(id, 1, 'sent', 'po_1', null, current_date, null) from p;
select tests.refused('ann', 'select public.delete_my_account()', 'PT409', 'account_has_payout', 'nobody can delete the account while a payout is on its way');
select private.record_payout_state(id, 1, 'arrived', 'po_1', null, null, null) from p;
select tests.allowed('ann', 'select public.delete_my_account()', 'a creator can delete the account when the payout has arrived');
select throws_ok(format($$ select private.record_payout_account(%L, 'sandbox', 'acct_ann', 'active', '{}') $$, tests.id('ann')), 'PT404', 'profile_unknown', 'a late report about the account of a deleted creator restores nothing');
select private.record_payout_state(id, 1, 'returned', 'po_1', null, null, 'account_closed') from p, generate_series(1, 2);
select is((select status from public.payouts), 'returned', 'the payout of a deleted creator can be returned');
select is(tests.balance(tests.id('ann'), 'available'), 0::bigint, 'no balance of a deleted creator gets the returned payout');
select is(tests.balance(null, 'suspense'), 9000::bigint, 'suspense gets the returned payout');
select results_eq($$ select payer_id, problem, suspense_minor from public.payments where status = 'suspense' $$,
  $$ select tests.id('ann'), 'payee_left', 9000::bigint $$, 'staff find the returned payout with its owner');

create temporary table waiting as select id from public.payments where status = 'suspense';
grant select on waiting to authenticated;
create function pg_temp.give(name text) returns jsonb language sql as $$
  select jsonb_build_object('payment_id', p.id, 'profile_id', tests.id(name), 'note', 'Came back as ' || name, 'amount_minor', 9000)
  from waiting p $$;
select tests.refused('sam', $$ select public.resolve_suspense(id, tests.id('brand'), 'No.', 9000) from waiting $$,
  'PT403', 'not_allowed', 'a brand cannot get returned earnings');
select tests.refused('sam', $$ select public.resolve_suspense(id, tests.id('cyd'), 'Back.', 9000) from waiting $$,
  'PT409', 'second_staff_required', 'two members of staff can give the returned payout to another account');
create function pg_temp.dispute(outcome text) returns void language sql as $$
  select public.record_provider_dispute('sandbox', p.provider_ref, 'd_1', dispute.outcome, p.amount_minor, 'USD')
  from public.pack_orders o join public.payments p on p.order_id = o.id where o.kol_id = tests.id('ann') $$;
select pg_temp.dispute('opened');
select tests.refused('sam', $$ select public.resolve_suspense(id, tests.id('cyd'), 'Back.', 9000) from waiting $$,
  'PT409', 'payout_disputed', 'nobody can give the returned payout away while a dispute can take it');
select pg_temp.dispute('won');
select tests.decide_by_two('sam', 'sue', 'resolve_suspense', pg_temp.give('cyd'));
select is(tests.balance(tests.id('cyd'), 'available'), 18000::bigint, 'a creator can have the money paid out');
