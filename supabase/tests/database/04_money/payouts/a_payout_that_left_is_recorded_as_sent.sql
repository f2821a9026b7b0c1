-- cast: brand brand, ann kol, cyd kol, dan kol, sam staff
select tests.earn('ann', 'cyd', 'dan');
create function pg_temp.request(name text) returns void language sql as $$
  select tests.by(name, format('select set_config(''tests.%s'', (public.request_payout(1000, ''USD'', tests.payout_method(), gen_random_uuid())).id::text, true)', name), 'aal2')
$$;
create function pg_temp.id(name text) returns uuid language sql as $$ select current_setting('tests.' || name)::uuid $$;
select pg_temp.request('ann');
select pg_temp.request('cyd');
select pg_temp.request('dan');
select tests.by('sam', $$ select public.take_payout(pg_temp.id(name)) from unnest(array['ann', 'cyd']) as name $$);
update public.profiles set frozen_at = now() where id = tests.id('ann');
select tests.allowed('sam', $$ select public.record_payout_sent(pg_temp.id('ann'), 'BATCH 7') $$, 'a payout that left before the freeze is recorded as sent');
select tests.allowed('sam', $$ select public.record_payout_sent(pg_temp.id('cyd'), 'BATCH 7') $$, 'several payouts can be sent by one transfer of the bank');
select results_eq($$ select status, provider_ref from public.payouts where status <> 'requested' $$,
  $$ values ('sent', 'BATCH 7'), ('sent', 'BATCH 7') $$, 'payouts of one transfer have the same reference');
update public.profiles set frozen_at = now() where id = tests.id('dan');
select throws_ok($$ select private.settle_payout(pg_temp.id('dan'), 'x') $$, 'PT403', 'profile_frozen', 'a payout that nobody took is not sent to a frozen creator');
