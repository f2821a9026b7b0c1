-- cast: brand brand, ann kol, sam staff
update private.settings set value = 48 where key = 'payout_method_wait';
select tests.earn('ann');
create function pg_temp.request(method uuid) returns uuid language sql security definer as $$
  select (public.request_payout(1000, 'USD', method, gen_random_uuid())).id $$;
create temporary table p as select tests.send_later('ann', 1000) as sent_id;
select tests.act_as(tests.id('ann'), 'aal2');
create temporary table hand as select pg_temp.request((public.add_payout_method('iban', 'Ann', 'GB33BUKB20201555555555')).id) as id;
select results_eq('select distinct waits_until from public.payouts', $$ values (now() + interval '48 hours') $$,
  'a payout to a new account waits, and its creator reads until when');
select tests.act_as_owner();
select results_eq('select distinct private.kept_because(o) from public.payouts o', $$ values ('new_account') $$, 'the queue says why a payout waits');
select is_empty($$ select from private.claim_payouts('{sandbox}', 10, now() + interval '1 hour') $$, 'no provider sends a payout to a new account');
select tests.refused('sam', 'select public.take_payout(id) from hand', 'PT409', 'payout_account_new', 'staff do not read the number of a new account');
select tests.by('sam', $$ select public.release_payouts('Fine.', id) from hand $$);
select tests.refused('sam', 'select public.take_payout(id) from hand', 'PT409', 'payout_account_new', 'staff cannot take a payout to a new account before its time');
select throws_ok($$ update public.payouts set waits_until = null $$, 'PT403', 'append_only', 'a change of the waiting time does not reach a payout that was requested before');
select tests.refused('sam', $$ select public.update_setting('payout_method_wait', 0) $$, 'PT409', 'second_staff_required', 'two members of staff change the waiting time');
select set_config('kolpact.time', (now() + interval '49 hours')::text, true);
select results_eq('select distinct private.kept_because(o) from public.payouts o', 'values (null::text)', 'nothing keeps a payout to a new account after the waiting time');
select tests.act_as(tests.id('ann'), 'aal2');
select set_config('kolpact.time', (now() + interval '49 hours')::text, true);
select public.request_payout(500, 'USD', (select id from public.payout_methods where kind = 'iban'), gen_random_uuid());
select is((select waits_until from public.payouts where amount_minor = 500), null, 'a later payout to the account does not wait');
