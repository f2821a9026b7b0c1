-- cast: brand brand, ann kol, cyd kol, dan kol, sam staff, sue staff
select tests.earn('ann', 'cyd', 'dan');
create temporary table p (name text, id uuid);
create function pg_temp.request(name text) returns void language sql as $$
  insert into p select request.name, tests.answer(request.name, 'select (public.request_payout(1000, ''USD'', tests.payout_method(), gen_random_uuid())).id', 'aal2')::uuid
$$;
select pg_temp.request(name) from unnest(array['ann', 'cyd', 'dan']) as name;
create function pg_temp.id(name text) returns uuid language sql security definer as $$ select id from p where p.name = $1 $$;
update public.profiles set suspended_at = now() where id = tests.id('dan');
select tests.by('sue', $$ select public.take_payout(pg_temp.id('cyd')) $$);
-- Makes older payouts that may not be sent yet, and more new ones than a file can have.
insert into public.payouts (profile_id, amount_minor, currency, method, method_id, idempotency_key, waits_until, created_at)
select tests.id('cyd'), 1, 'USD', o.method, o.method_id, gen_random_uuid(), case when n > 150 then now() + interval '1 day' end, now() - interval '1 hour' * n
from public.payouts o, generate_series(1, 1160) as n where o.profile_id = tests.id('cyd');
insert into public.payouts (profile_id, amount_minor, currency, method, method_id, idempotency_key, created_at)
select tests.id('dan'), 2, 'USD', o.method, o.method_id, gen_random_uuid(), now() - interval '1 day' from public.payouts o, generate_series(1, 1000) where o.profile_id = tests.id('dan');
insert into public.payout_halts (payout_id, reason, halted_by) select id, 'x', tests.id('sue') from public.payouts where amount_minor = 1;
create function pg_temp.names(key uuid default gen_random_uuid()) returns text language sql as $$
  select string_agg(p.name || ' ' || b.account || ' ' || b.amount_minor, ', ' order by p.name) from public.take_bank_payouts(key) b join p using (id) $$;
select tests.act_as(tests.id('sam'));
select results_eq('select currency, payouts, amount_minor from public.bank_file_sums()', $$ values ('USD', 1, 1000::bigint) $$,
  'staff read how much a file would contain before they make it');
select is(pg_temp.names(tests.id('sam')), 'ann DE89370400440532013000 1000', 'a file contains the payouts that nobody else is sending and nothing holds back');
select is(pg_temp.names(), null, 'a payout is in one file, or the bank would pay it twice');
select is(pg_temp.names(tests.id('sam')), 'ann DE89370400440532013000 1000', 'a repeated request returns the same file, in case the answer was lost');
select tests.gets('sue', $$ select pg_temp.names(tests.id('sam')) $$, null, 'staff cannot get the file of a colleague by its key');
select tests.gets('sam', 'select count(*) from public.bank_file_sums()', '0', 'no payout is left for a second file');
select tests.gets('sam', $$ select (public.take_payout(pg_temp.id('ann'))).account $$, 'DE89370400440532013000', 'a payout of a file that was lost can be read alone');
select is((select count(*)::int from public.staff_audit where action = 'take_payout' and subject_id = pg_temp.id('ann')), 3, 'each reading of an account number is in the audit log');
select tests.refused('ann', $$ select public.withdraw_payout(pg_temp.id('ann')) $$, 'PT409', 'payout_being_sent', 'a payout that is in a file cannot be taken back');
update public.payout_halts set released_at = now();
select tests.gets('sam', 'select payouts from public.bank_file_sums()', '100', 'a file contains as many payouts as a person can compare');
select tests.refused('sam', $$ select public.record_payout_sent(pg_temp.id('ann'), repeat(' ', 800)) $$, 'PT422', 'payout_reference_required', 'a payout is not sent without a reference');
select tests.refused('sam', $$ select public.record_payout_sent(pg_temp.id('ann'), repeat(' ', 801)) $$, 'PT400', 'payouts_provider_ref_length', 'a reference that is too long is refused unread');
select tests.by('sam', $$ select public.record_payout_sent(pg_temp.id('ann'), 'FILE 1') $$);
select tests.gets('sam', $c$ select tests.refusal($$ select public.take_bank_payouts(tests.id('sam')) $$) $c$, 'idempotency_key_reused', 'the key of a file whose payouts were recorded returns no others');
select tests.gets('sam', 'select count(*)::int from public.take_bank_payouts(gen_random_uuid())', '100', 'another key returns the next file of payouts');
select tests.refused('sam', $$ select public.record_payout_returned(pg_temp.id('ann'), 'No account.') $$, 'PT409', 'second_staff_required', 'one member of staff alone cannot record that a payout was returned, not even the one who sent it');
select tests.refused('sam', $$ select public.record_payout_returned(pg_temp.id('ann'), ' ') $$, 'PT422', 'reason_required', 'a payout cannot be recorded as returned without a reason');
select tests.refused('sam', $$ select public.record_payout_returned(pg_temp.id('ann'), repeat('x', 501)) $$, 'PT400', 'payout_halts_reason_length', 'a payout cannot be recorded as returned with a reason that would be cut');
select tests.refused('sam', $$ select public.record_payout_returned(pg_temp.id('cyd'), 'No.') $$, 'PT409', 'payout_not_returnable', 'a payout that was not sent cannot be recorded as returned');
select tests.decide_by_two('sam', 'sue', 'record_payout_returned', jsonb_build_object('payout_id', pg_temp.id('ann'), 'reason', 'No account.'));
select is(tests.balance(tests.id('ann'), 'available'), 9000::bigint, 'the money of a payout that was not sent is available again');
select tests.by('sam', $$ select public.halt_payouts('Wait.') $$);
select tests.refused('sam', $$ select public.take_payout(pg_temp.id('dan')) $$, 'PT409', 'payout_halted', 'staff take no payout while all are stopped');
select tests.finds('sue', $$ select status, failure_reason from tests.payouts('failed') $$, $$ values ('returned', 'No account.') $$, 'staff see the failed payouts');
