-- cast: brand brand, kol kol, cid kol, sam staff, own kol
create function pg_temp.challenge(name text) returns text language sql as $$
  select tests.answer(name, $q$ select public.begin_wallet() ->> 'nonce' $q$, 'aal2')
$$;
create function pg_temp.save(name text, address text) returns text language sql as $$
  select tests.by('service', format('select public.save_wallet(%L, %L, %L)', tests.id(name), pg_temp.challenge(name), address));
  select private.wallet_of(tests.id(name))
$$;
select tests.refused('kol', 'select public.begin_wallet()', 'PT403', 'mfa_required', 'a wallet needs a second factor');
select tests.refused('kol', format('select public.save_wallet(%L, ''x'', %L)', tests.id('kol'), tests.address('a')), '42501', 'permission denied for function save_wallet',
  'nobody saves a wallet without its proof');
select throws_ok(format('select private.save_wallet(%L, ''x'', %L)', tests.id('kol'), tests.address('a')), 'PT404', 'wallet_challenge_unknown', 'nobody saves a wallet with a nonce that was not issued');
select set_config('tests.nonce', pg_temp.challenge('kol'), true);
select throws_ok(format('select private.save_wallet(%L, %L, %L)', tests.id('cid'), current_setting('tests.nonce'), tests.address('a')), 'PT404', 'wallet_challenge_unknown', 'nobody saves a wallet with the nonce of somebody else');
select is(pg_temp.save('kol', tests.address('a')), tests.address('a'), 'a proved wallet is used for payments');
select is((select n.event from public.notifications n where n.user_id = tests.user_id(tests.id('kol')) order by n.created_at desc limit 1), 'payout_method_added', 'the owner of a new wallet is notified');
update private.settings set value = 48 where key = 'payout_method_wait';
select is(private.wallet_of(tests.id('kol')), null, 'a new wallet is used only after the waiting time of payout accounts');
select tests.unguarded('private.wallets', $$ update private.wallets set created_at = now() - interval '3 days' $$, 'wallets_unchanged');
select is(private.wallet_of(tests.id('kol')), tests.address('a'), 'a wallet is used once its waiting time is over');
select is(pg_temp.save('kol', tests.address('b')), tests.address('a'), 'the former wallet is used while the new one waits');
select tests.by('kol', $$ create temporary table seen as select * from public.wallets $$);
select is((select count(*)::int from seen where waits_until is not null), 1, 'a creator sees that a new wallet is still in its waiting time');
select is((select count(*)::int from public.chain_alarms), 0, 'several wallets of one member raise no alarm');
select pg_temp.save('cid', tests.address('a'));
select results_eq('select kind, detail from public.chain_alarms', format('values (''shared_wallet'', %L)', private.wallet_label(tests.address('a'))), 'a wallet that two members saved raises an alarm for staff');
select is((select split_part(detail, ' ', 1) from public.chain_alarms), left(tests.address('a'), 6) || '…' || right(tests.address('a'), 4),
  'the alarm shows only the first and last digits of a wallet');
select pg_temp.save('cid', tests.address('b'));
select is((select count(*)::int from public.chain_alarms), 1, 'two members raise one alarm, however many wallets they share');
insert into private.refused_wallets values (tests.address('bad'));
select throws_ok(format('select private.save_wallet(%L, %L, %L)', tests.id('kol'), 'x', tests.address('bad')), 'PT409', 'wallet_refused', 'a refused address is no wallet');

-- A thief had access to the account for two days, and added a wallet.
insert into private.wallets (profile_id, address, created_at)
values (tests.id('own'), tests.address('mine'), now() - interval '60 days'), (tests.id('own'), tests.address('thief'), now() - interval '49 hours');
select is(private.wallet_of(tests.id('own')), tests.address('thief'), 'a wallet whose waiting time is over is paid, even if a thief saved it');
select is(pg_temp.save('own', tests.address('mine')), tests.address('mine'), 'a wallet that its owner has had for long is used at once when it is saved again');
select tests.refused('own', format('select public.remove_wallet(%L)', tests.address('thief')), 'PT403', 'mfa_required', 'a wallet is removed with a second factor');
select tests.refused('cid', format('select public.remove_wallet(%L)', tests.address('thief')), 'PT404', 'wallet_unknown', 'nobody can remove the wallet of somebody else', 'aal2');
select tests.by('own', format('select public.remove_wallet(%L)', tests.address('thief')), 'aal2');
select tests.allowed('own', format('select public.remove_wallet(%L)', tests.address('thief')), 'a removal that is repeated finds the wallet removed', 'aal2');
select tests.refused('own', format('select public.remove_wallet(%L)', tests.address('mine') || ' '), 'PT404', 'wallet_unknown', 'an address in another spelling than the saved one removes nothing', 'aal2');
select is(pg_temp.save('own', tests.address('thief')), tests.address('mine'), 'a wallet that was removed and is saved again waits again');
select tests.by('own', format('select public.remove_wallet(%L)', tests.address('mine')), 'aal2');
select is(private.wallet_of(tests.id('own')), null, 'a creator whose only wallet still waits is not paid to it');
