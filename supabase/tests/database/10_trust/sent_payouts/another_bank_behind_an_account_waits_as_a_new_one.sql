-- cast: brand brand, ann kol
update private.settings set value = 48 where key = 'payout_method_wait';
create function pg_temp.report(bank text, status text default 'active') returns void language sql as $$
  select public.record_payout_account(tests.id('ann'), 'sandbox', 'acct_ann', status, '{}', bank) $$;
select tests.earn('ann');
select pg_temp.report(bank) from unnest(array[null, 'one', 'one', null]) as bank;
select is((select count(*)::int from public.notifications where event = 'payout_method_added'), 2, 'the owner is notified of a first bank behind an account, and not of the same bank again');
create temporary table old as select id from private.payout_methods;
grant select on old to authenticated;
select tests.unguarded('private.payout_methods', $$ update private.payout_methods set created_at = now() - interval '60 hours' $$, 'payout_methods_unchanged');
create function pg_temp.request() returns void language sql as $$
  select tests.by('ann', 'select public.request_payout(1000, ''USD'', id, gen_random_uuid()) from public.payout_methods', 'aal2') $$;
create function pg_temp.ends() returns text language sql as $$
  select string_agg(concat_ws(' ', p.status, p.failure_reason), ', ' order by p.status) || ': ' || tests.balance(tests.id('ann'), 'in_transit') from public.payouts p $$;
select pg_temp.request();
select is((select private.kept_because(p) from public.payouts p), null, 'a payout to the known bank can be sent');
select pg_temp.report('two');
select is(pg_temp.ends(), 'failed account_changed: 0', 'a payout that was requested before the bank changed is cancelled, and its money is in the balance again');
select is((select count(*) from public.notifications where event = 'payout_failed'), 1::bigint, 'the owner is notified that the payout was cancelled');
select is((select count(*)::int from public.notifications where event = 'payout_method_added'), 3, 'the owner is notified of another bank');
select tests.refused('ann', $$ select public.request_payout(1000, 'USD', (select id from old), gen_random_uuid()) $$, 'PT404', 'payout_method_unknown', 'the other bank becomes another payout method', 'aal2');
select tests.by('ann', $$ select public.request_payout(1000, 'USD', id, gen_random_uuid()) from public.payout_methods $$, 'aal2');
select is((select private.kept_because(p) from public.payouts p where p.waits_until is not null), 'new_account', 'the first payout to another bank waits');

-- Closes an attempt of a sender, who has asked the provider and found another bank account behind a payout that
-- it had already taken.
create function pg_temp.retry(nr int) returns void language sql as $$
  select public.retry_payout(p.id, nr, 'x') from public.payouts p where p.status = 'requested' $$;
create function pg_temp.claimed(after interval) returns bigint language sql as $$ select count(*) from private.claim_payouts('{sandbox}', 10, now() + after) $$;
update private.settings set value = 0 where key = 'payout_method_wait';
select pg_temp.request();
select is(pg_temp.claimed('1 hour'), 1::bigint, 'a sender takes a payout');
select pg_temp.report('three');
select is(pg_temp.ends(), 'failed account_changed, failed account_changed, requested: 1000', 'a payout that a sender has taken may have been sent, so it is not cancelled when the bank changes');
select pg_temp.retry(1);
select is(pg_temp.ends(), 'failed account_changed, failed account_changed, failed account_changed: 0', 'a payout that a sender has taken is cancelled with its failed attempt');

-- Reports late that the payout was sent, so that staff have to find out first whether it was.
create function pg_temp.late() returns void language sql as $$
  select private.record_payout_state(p.id, 1, 'sent', 'po_1', null, null, null) from public.payouts p where p.status = 'requested' $$;
create function pg_temp.stays() returns boolean language sql as $$ select exists (select from public.payouts where status = 'requested' and taken_at is null) $$;
select pg_temp.request(), pg_temp.claimed('1 hour'), pg_temp.retry(1), pg_temp.late();
select pg_temp.report('four');
select is(pg_temp.stays(), true, 'a payout that turns out to be sent is not cancelled when the bank changes');
update private.payout_attempts set late_seen_at = now();
select tests.by('ann', $$ select public.withdraw_payout(id) from public.payouts where status = 'requested' $$);
select pg_temp.request(), pg_temp.claimed('1 hour'), pg_temp.retry(1), pg_temp.claimed('1 day'), pg_temp.late();
select pg_temp.report('five');
select pg_temp.retry(2);
select is(pg_temp.stays(), true, 'a payout that turns out to be sent is not cancelled with its attempt, either');
