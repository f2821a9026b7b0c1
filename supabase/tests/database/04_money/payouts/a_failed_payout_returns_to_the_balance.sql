-- cast: brand brand, kol kol
select tests.earn('kol');
select tests.by('kol', $$ select public.request_payout(4000, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'aal2');
select is((private.fail_payout(id, 'No such account.')).status, 'failed', 'a payout that the provider reports fails' || again)
from public.payouts, unnest(array['', ', also when it is reported twice']) as again;
select throws_ok('select private.settle_payout(id, $$tr_2$$) from public.payouts', 'PT409', 'payout_not_open', 'a failed payout is not sent');
select tests.by('kol', $$ select public.request_payout(100, 'USD', tests.payout_method(), '00000000-0000-4000-8000-000000000001') $$, 'aal2');
select is(length((private.fail_payout(id, repeat('x', 600))).failure_reason), 500, 'a long reason of a failure is cut') from public.payouts where amount_minor = 100;
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'a failed payout is available again, once');
select throws_ok(command, 'PT403', 'append_only', 'the owner of the database is refused: ' || command) from unnest(array[
  'update public.payouts set status = ''sent'', provider_ref = ''x''', 'update public.payouts set amount_minor = 1',
  'update public.payouts set method = ''IBAN •••• 0000''', 'delete from public.payouts']) as command;
