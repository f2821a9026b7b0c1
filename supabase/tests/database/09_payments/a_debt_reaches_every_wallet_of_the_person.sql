-- cast: dee brand, dee2 brand, other brand, kol kol, sam staff, sue staff
select private.join_people(tests.id('dee'), tests.id('dee2'), 'inbox');
create function pg_temp.wallets() returns text language sql as $$
  select tests.balance(tests.id('dee'), 'wallet') || ' ' || tests.balance(tests.id('dee2'), 'wallet') || ' loss ' || tests.balance(null, 'loss')
$$;
create function pg_temp.report(outcome text, ref text, amount bigint) returns void language sql security definer as $$
  select private.record_provider_dispute('sandbox', p.provider_ref, ref, outcome, amount, 'USD')
  from public.payments p where p.id = current_setting('tests.paid')::uuid
$$;
select tests.make_order(tests.id('other'), tests.id('kol'), 'declined');
-- The account dee2 has 300.00, of which 100.00 is being refunded to its card.
select tests.make_order(tests.id('dee2'), tests.id('kol'), 'declined', 30000);
select tests.by('dee2', $$ select tests.refund((tests.payment()).id, 10000, gen_random_uuid()) $$);
select tests.make_order(tests.id('dee'), tests.id('kol'), 'completed', 30000);
select set_config('tests.paid', (tests.payment()).id::text, true);
select pg_temp.report('opened', 'all', 30000);
select is(pg_temp.wallets(), '0 0 loss 0', 'a chargeback takes money from the wallet of every account of the person');
select results_eq('select status, failure_reason from public.payouts', $$ values ('failed', 'chargeback') $$, 'a chargeback stops the refunds of every account of the person');
select is((select owed_minor from private.chargebacks), 0::bigint, 'a chargeback that all wallets cover leaves no debt');
select is(tests.balance(tests.id('other'), 'wallet'), 10000::bigint, 'a chargeback takes nothing from the wallets of others');
select pg_temp.report('lost', 'all', 30000);
select is(tests.balance(tests.id('kol'), 'pending'), 27000::bigint, 'a creator keeps the earnings that the person could pay');
select pg_temp.report('won', 'all', 30000);
select is(pg_temp.wallets(), '0 30000 loss 0', 'a dispute that is won returns to each wallet what was taken from it');
select results_eq('select payment_id from tests.lots(tests.id($$dee2$$))', $$ select id from public.payments where payer_id = tests.id('dee2') $$,
  'money that returns to a wallet is recorded with its original payment');

-- A debt is recovered from another account of the person; two members of staff are needed to unfreeze while a part is missing.
update public.profiles set frozen_at = null where id in (tests.id('dee'), tests.id('dee2'));
update private.holds set amount_minor = 0, cleared_at = now();
select tests.by('dee2', $$ select tests.refund((select id from public.payments where payer_id = tests.id('dee2')), 30000, gen_random_uuid()) $$);
select public.settle_payout(id, 'left') from public.payouts where status = 'requested';
select pg_temp.report('opened', 'again', 30000);
select pg_temp.report('lost', 'again', 30000);
select is((select owed_minor from private.chargebacks where provider_ref = 'again'), 30000::bigint, 'a person whose wallets are empty owes a chargeback');
select results_eq('select * from public.my_debts()', $$ values ('USD', 30000::bigint) $$, 'each account of the person reads what is owed')
from tests.act_as(tests.id('dee2'));
select tests.refused('sam', $$ select public.unfreeze_profile(tests.id('dee2'), 'Fine.', tests.causes(tests.id('dee2'))) $$, 'PT409', 'second_staff_required',
  'one member of staff cannot lift a freeze while the person owes for a lost dispute');
update public.profiles set frozen_at = null where id = tests.id('dee2');
select tests.make_order(tests.id('dee2'), tests.id('kol'), 'declined', 30000);
update public.profiles set frozen_at = now() where id = tests.id('dee2');
select tests.allowed('sam', $$ select public.unfreeze_profile(tests.id('dee2'), 'Paid.', tests.causes(tests.id('dee2'))) $$,
  'one member of staff can lift a freeze when another account can pay the debt');
select is(pg_temp.wallets(), '0 0 loss 0', 'lifting a freeze recovers the debt from the person''s other account');
select is((select count(*)::int from public.profiles where frozen_at is not null), 0, 'lifting a freeze of a person without debt unfreezes all their accounts');

-- The account was deleted after it paid.
delete from auth.users where id = tests.user_id(tests.id('dee2'));
select pg_temp.report('won', 'again', 30000);
select is(tests.balance(tests.id('dee'), 'wallet'), 30000::bigint, 'money taken from an account that was deleted since returns to the account that was charged back');
select is_empty('select * from private.count_solvency() where held_minor <> owed_minor', 'the market holds exactly what it owes');
