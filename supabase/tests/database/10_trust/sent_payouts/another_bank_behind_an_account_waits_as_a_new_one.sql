-- cast: brand brand, ann kol
update private.settings set value = 48 where key = 'payout_method_wait';
create function pg_temp.report(bank text, status text default 'active') returns void language sql as $$
  select public.record_payout_account(tests.id('ann'), 'sandbox', 'acct_ann', status, '{}', bank) $$;
select tests.make_order(tests.id('brand'), tests.id('ann'), 'completed');
select private.run_due_work(now() + interval '14 days') from generate_series(1, 2);
select pg_temp.report(bank) from unnest(array[null, 'one', 'one', null]) as bank;
select is((select count(*)::int from public.notifications where event = 'payout_method_added'), 2, 'a first bank behind an account is news, the same bank is none');
create temporary table old as select id from private.payout_methods;
grant select on old to authenticated;
alter table private.payout_methods disable trigger payout_methods_unchanged;
update private.payout_methods set created_at = now() - interval '60 hours';
alter table private.payout_methods enable trigger payout_methods_unchanged;
select tests.by('ann', $$ select public.request_payout(1000, 'USD', (select id from old), gen_random_uuid()) $$, 'aal2');
select is((select private.kept_because(p) from public.payouts p), null, 'a payout to the known bank leaves');
select pg_temp.report('two');
select is((select private.kept_because(p) from public.payouts p), 'account', 'a payout to another bank behind the same account is kept');
select is((select count(*)::int from public.notifications where event = 'payout_method_added'), 3, 'the owner reads of another bank');
select tests.refused('ann', $$ select public.request_payout(1000, 'USD', (select id from old), gen_random_uuid()) $$, 'PT404', 'payout_method_unknown', 'the method of the other bank is another one', 'aal2');
select tests.by('ann', $$ select public.request_payout(1000, 'USD', id, gen_random_uuid()) from public.payout_methods $$, 'aal2');
select is((select private.kept_because(p) from public.payouts p where p.waits_until is not null), 'new_account', 'the first payout to another bank waits');
