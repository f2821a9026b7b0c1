-- cast: brand brand, ann kol, cyd kol
select tests.earn('ann', 'cyd');
create temporary table p as select name, tests.send_later(name, 4000) as id from unnest(array['ann', 'cyd']) as name;
create function pg_temp.claimed(at interval) returns setof text language sql as $$
  select format('%s %s %s', p.name, c.attempt, c.is_repeat) from private.claim_payouts('{sandbox}', 10, now() + at) as c join p on p.id = (c.request ->> 'payout_id')::uuid order by 1 $$;
select is_empty($$ select from private.due_functions() as f where f = 'send-payouts' $$, 'the sender is not called while no payout is due');
update private.settings set value = 0 where key = 'payout_grace';
select isnt_empty($$ select from private.due_functions() as f where f = 'send-payouts' $$, 'the sender is called when a payout is due');
update private.settings set value = 2 where key = 'payout_grace';
select is_empty($$ select pg_temp.claimed('1 minute') $$, 'a payout is not handed out while the member can withdraw it');
select is_empty($$ select private.claim_payouts('{stripe}', 10, now() + interval '1 hour') $$, 'a payout is not handed out to another provider');
select results_eq($$ select pg_temp.claimed('3 minutes') $$, $$ values ('ann 1 f'), ('cyd 1 f') $$, 'a payout is handed out after the time to withdraw it');
select is_empty($$ select pg_temp.claimed('4 minutes') $$, 'a payout is not handed out while another sender has its lease');
select tests.refused('ann', $$ select public.withdraw_payout((select id from p where name = 'ann')) $$, 'PT409', 'payout_being_sent', 'a payout that was handed out cannot be withdrawn');
select results_eq($$ select pg_temp.claimed('11 minutes') $$, $$ values ('ann 1 t'), ('cyd 1 t') $$, 'after a sender has stopped, the next one learns that the payout may have been sent');
select results_eq($$ select idempotency_key, request ->> 'account', (request ->> 'amount_minor')::int from private.payout_attempts where payout_id = (select id from p where name = 'ann') $$,
  $$ select 'payout-' || id || '-1', 'acct_ann', 4000 from p where name = 'ann' $$, 'the key and the request are stored before anything is sent');
select throws_ok($$ update private.payout_attempts set request = '{}' $$, 'PT403', 'append_only', 'a stored request cannot be changed');
select throws_ok($$ delete from private.payout_attempts $$, 'PT403', 'append_only', 'an attempt cannot be deleted');

-- The provider refused the payout for now: each further attempt has another key and waits longer.
select public.retry_payout(id, 1, 'balance_insufficient') from p where name = 'ann';
select is((public.retry_payout(id, 1, 'again')).taken_at, null, 'a payout whose attempt is closed waits') from p where name = 'ann';
select is((select problem from private.payout_attempts where payout_id = (select id from p where name = 'ann')), 'balance_insufficient', 'a closed attempt keeps its first problem');
select results_eq($$ select pg_temp.claimed('4 minutes') $$, $$ select ''::text where false $$, 'the next attempt of a payout waits');
select results_eq($$ select pg_temp.claimed('7 minutes') $$, $$ values ('ann 2 f') $$, 'the next attempt of a payout has another number');
select is((private.record_payout_state(id, 1, 'failed', 'po_1', null, null, null)).status, 'requested', 'a late report of a closed attempt changes nothing') from p where name = 'ann';
select is((public.retry_payout(id, 1, 'late')).taken_at is null, false, 'a late refusal of a closed attempt does not close the open one') from p where name = 'ann';
select throws_ok($$ select private.record_payout_state((select id from p where name = 'ann'), 3, 'sent', 'po_3', null, null, null) $$, 'PT404', 'payout_attempt_unknown', 'an attempt that was never begun cannot be reported on');
select is(count(*), 1::bigint, 'a batch has at most the given number of payouts') from private.claim_payouts('{sandbox}', 1, now() + interval '1 day');
