-- cast: brand brand, ann kol, ben kol, cyd kol, sam staff
update private.settings set value = 24 where key = 'payout_method_wait';
select tests.earn('ann', 'ben', 'cyd');
-- Ann's factor was added days ago and verified now; Ben replaced the factor of an old phone by that of a new one.
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
select gen_random_uuid(), tests.user_id(tests.id(who)), name, 'totp', status::auth.factor_status, now() - age, now() from (values
  ('ann', 'ann', 'unverified', interval '3 days'), ('ben', 'old phone', 'verified', '1 year'), ('ben', 'ben', 'unverified', '1 hour')) as f (who, name, status, age);
update private.second_factors set since = now() - interval '48 hours';
update auth.mfa_factors set status = 'verified' where status = 'unverified';
delete from auth.mfa_factors where friendly_name = 'old phone';
select tests.by(who, $$ select public.request_payout(1000, 'USD', (public.add_payout_method('iban', 'Who Knows', 'DE89370400440532013000')).id, gen_random_uuid()) $$, 'aal2') from unnest(array['ann', 'ben', 'cyd']) as who;
select private.record_payout_account(tests.id('ann'), 'stripe', 'acct_stranger', 'pending', '{}');
-- Adds payout accounts and wallets that were saved two days ago, and some of another member.
insert into private.payout_methods (profile_id, kind, holder, account, created_at) values (tests.id('ben'), 'stripe', 'Ben', 'acct_ben', now() - interval '48 hours');
insert into private.wallets (profile_id, address, created_at) values (tests.id('ben'), tests.address('ben'), now() - interval '48 hours'), (tests.id('brand'), tests.address('brand'), now()),
  (tests.id('ann'), tests.address('ann'), now() - interval '47 hours');
select private.record_payout_account(tests.id(who), 'stripe', 'acct_' || who, 'active', '{}') from unnest(array['ben', 'brand']) as who;
select set_config('tests.' || p.display_name, not_me_token, true) from private.claim_emails(50, now() + interval '1 hour') e
join private.email_outbox o using (id) join public.profiles p on p.id = o.profile_id where not_me_token is not null;
select isnt(current_setting('tests.ann', true), null, 'the mail about a new payout account has the link "This was not me"');
select set_config('tests.late', private.unsubscribe_token(tests.id('ann'), 'not_me', now() - interval '8 days'), true);
select set_config('tests.moved', private.unsubscribe_token(tests.id('brand'), 'not_me'), true);
update auth.users set email = 'new@home.test' where id = tests.user_id(tests.id('brand'));
select tests.refused('visitor', format('select public.disown_account(%L)', token), 'PT422', 'unsubscribe_invalid', 'a link ' || what || ' is refused') from (values
  (replace(current_setting('tests.ann'), tests.id('ann')::text, tests.id('ben')::text), 'of another member'),
  (replace(current_setting('tests.ann'), 'not_me', 'account_update'), 'of another kind'), ('', 'that is empty'),
  (current_setting('tests.late'), 'of more than a week ago'), (current_setting('tests.moved'), 'that went to a former address')) as wrong (token, what);
select throws_ok(format('select private.disown_account(%L)', private.unsubscribe_token(tests.id('ann'), 'account_update')), 'PT422', 'unsubscribe_invalid', 'an unsubscribe link cannot be used to stop payouts');
-- Staff have stopped Ann's payout, and propose to release it.
select set_config('tests.payout', (select p.id::text from public.payouts p where p.profile_id = tests.id('ann')), true);
select tests.by('sam', $$ select public.halt_payouts(rpad('Odd.', 500, '.'), current_setting('tests.payout')::uuid) $$);
select tests.by('sam', $$ select public.propose_staff_act('release_payouts', jsonb_build_object('payout_id', current_setting('tests.payout'), 'note', 'Fine.', 'halt_reason', rpad('Odd.', 500, '.'))) $$);
select tests.act_as_anon();
select is(public.disown_account(current_setting('tests.' || who)), stays, 'the link leaves ' || who || ' a second factor: ' || stays)
from (values ('ann', false), ('ben', true), ('ann', false)) as w (who, stays);
select tests.act_as_owner();
select set_eq($$ select m.display_name, private.is_halted(p.id) from public.payouts p join public.profiles m on m.id = p.profile_id $$,
  $$ values ('Ann', true), ('Ben', true), ('Cyd', false) $$, 'the payouts of the owner are stopped, and no others');
select is((select h.reason from public.payout_halts h where h.payout_id = current_setting('tests.payout')::uuid), rpad('By the link of a mail: this was not me. Odd.', 500, '.'),
  'a payout that staff had stopped keeps their reason after the one of the link, cut to 500 characters');
select is((select p.status from public.staff_proposals p), 'withdrawn', 'staff''s earlier proposal to release a payout is withdrawn');
select tests.by('sam', $$ select public.propose_staff_act('release_payouts', jsonb_build_object('payout_id', current_setting('tests.payout'), 'note', 'It was her.', 'halt_reason', rpad('By the link of a mail: this was not me. Odd.', 500, '.'))) $$);
select set_config('tests.other', (select p.id::text from public.payouts p where p.profile_id = tests.id('cyd')), true);
select tests.by('sam', $$ select public.halt_payouts('Odd, too.', current_setting('tests.other')::uuid) $$);
select tests.by('sam', $$ select public.propose_staff_act('release_payouts', jsonb_build_object('payout_id', current_setting('tests.other'), 'note', 'Fine.', 'halt_reason', 'Odd, too.')) $$);
select tests.by('visitor', $$ select public.disown_account(current_setting('tests.ann')) $$);
select results_eq($$ select p.subject from public.staff_proposals p where p.status = 'open' $$, array[current_setting('tests.other')],
  'using the link again withdraws proposals made since the first use, and none about other members');
select set_eq($$ select account from private.payout_methods where profile_id <> tests.id('cyd') $$, array['acct_ben', 'acct_brand'], 'the payout accounts that were added lately are removed');
select set_eq('select account_ref from private.payout_accounts', array['acct_ben', 'acct_brand'], 'the accounts at a provider that were added lately are removed');
select set_eq('select address from private.wallets', array[tests.address('ben'), tests.address('brand')], 'the wallets that were added lately are removed');
select is_empty($$ select from auth.sessions where user_id in (tests.user_id(tests.id('ann')), tests.user_id(tests.id('ben'))) $$, 'every session of the account is ended');
select is_empty($$ select from auth.users where id in (tests.user_id(tests.id('ann')), tests.user_id(tests.id('ben'))) and encrypted_password <> '' $$, 'the password of the account is removed');
select results_eq('select friendly_name from auth.mfa_factors', $$ values ('ben') $$, 'a first factor of the last two days is removed, but one that replaced an older factor is not');
select results_eq($$ select data ->> 'profile_name', count(*)::int from public.notifications where event = 'account_disowned' group by 1 order by 1 $$,
  $$ values ('Ann', 1), ('Ben', 1) $$, 'staff are notified of each stopped member once');
delete from auth.mfa_factors;
select is_empty('select from private.second_factors', 'a factor that is added after all others were removed counts as a first factor');

-- Does something and uses the link twice; returns how many notices staff received.
create function pg_temp.notices(done text) returns bigint language plpgsql as $$
begin
  execute done;
  perform private.disown_account(current_setting('tests.ann')) from generate_series(1, 2);
  return (select count(*) from public.notifications where event = 'account_disowned');
end;
$$;
select is(pg_temp.notices(format(done, tests.id('ann'))), place::bigint, 'staff read once of ' || what) from (values
  (3, 'an account at a provider', $$ select private.record_payout_account(%L, 'stripe', 'acct_new', 'pending', '{}') $$),
  (4, 'a method', $$ insert into private.payout_methods (profile_id, kind, holder, account) values (%L, 'iban', 'Who Knows', 'DE89370400440532013000') $$),
  (5, 'a wallet', $$ insert into private.wallets (profile_id, address) values (%L, tests.address('new')) $$),
  (6, 'a factor', $$ insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), tests.user_id(%L), 'totp', 'verified', now(), now()) $$),
  (7, 'a password', $$ update auth.users set encrypted_password = 'x' where id = tests.user_id(%L) $$),
  (8, 'a payout', $$ update public.payout_halts set released_at = now() where %L is not null $$)) as p (place, what, done);
