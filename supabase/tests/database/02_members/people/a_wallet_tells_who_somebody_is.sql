-- A wallet on the chain is proved by a signature, and identifies a person as a payout account does.
-- cast: brand brand, buyer brand, ann kol, kol kol, cid kol, kay kol, sam staff
select tests.lift_limits();
select tests.use_chain();
create function pg_temp.save(name text, wallet text) returns void language sql as $$
  select private.save_wallet(tests.id(name), tests.answer(name, $q$ select public.begin_wallet() ->> 'nonce' $q$, 'aal2'), tests.address(wallet));
  select tests.unguarded('private.wallets', $q$ update private.wallets set created_at = created_at - interval '10 days' $q$, 'wallets_unchanged')
$$;
create function pg_temp.order_from(brand text, kol text) returns uuid language sql as $$
  select tests.make_order(tests.id(brand), tests.id(kol), 'pending_payment', pack => tests.make_pack(tests.id(kol), 20000000, 'USDC'))
$$;
-- Pays the order that was made last from the given wallet.
create function pg_temp.sign(wallet text) returns void language plpgsql as $$
declare
  v_payment public.chain_payments;
begin
  v_payment := private.prepare_chain_payment(o, tests.address(wallet), '{}') from public.pack_orders o where o.id = tests.order_id();
  perform private.name_chain_payment(v_payment.id, tests.hash(v_payment.id::text), tests.hash(v_payment.salt));
  perform private.sign_chain_payment(v_payment.id, o.brand_id, '0x01') from public.pack_orders o where o.id = tests.order_id();
end;
$$;
create function pg_temp.settle(final boolean default true) returns text language sql as $$
  select tests.send_acts();
  select tests.mine_block(final);
  select o.status || ': ' || string_agg(a.kind || ' ' || a.state, ', ' order by a.id)
    from public.pack_orders o join public.chain_acts a on a.order_id = o.id where o.id = tests.order_id() group by o.id
$$;
create function pg_temp.complete(kol text, brand text) returns void language sql as $$
  select tests.by(kol, 'select public.accept_order(tests.order_id())');
  select tests.by(kol, $q$ select public.deliver_order(tests.order_id(), 'Done.', array['https://example.com/work']) $q$);
  select tests.by(brand, 'select public.complete_order(tests.order_id())')
$$;

-- A creator pays for an order of their own packs.
select pg_temp.save('ann', 'first'), pg_temp.save('ann', 'second');
select pg_temp.order_from('brand', 'ann');
select throws_ok($$ select pg_temp.sign('second') $$, 'PT422', 'payer_invalid', 'an order is not paid from the wallet that it pays');
select throws_ok($$ select pg_temp.sign('first') $$, 'PT422', 'payer_invalid', 'an order is not paid from an earlier wallet of its creator');
savepoint kept;
delete from private.wallets;
select tests.refused('brand', 'select public.quote_chain_payment(tests.order_id())', 'PT409', 'creator_without_wallet', 'no payer is asked to pay a creator without a wallet');
rollback to kept;
insert into private.refused_wallets values (tests.address('second'));
select tests.refused('brand', 'select public.quote_chain_payment(tests.order_id())', 'PT409', 'creator_wallet_refused', 'no payer is asked to pay a refused wallet');
rollback to kept;
update public.profiles set frozen_at = now() where id = (select kol_id from public.pack_orders where id = tests.order_id());
select tests.refused('brand', 'select public.quote_chain_payment(tests.order_id())', 'PT409', 'creator_wallet_refused', 'no payer is asked to pay a creator who is frozen');
rollback to kept;
delete from private.wallets where address = tests.address('first');
select throws_ok($$ select pg_temp.sign('first') $$, 'PT422', 'payer_invalid', 'a payment is not signed from a wallet that its creator removed');
-- Splits a payment into its steps. Between two of them the payer's wallet is proved by the creator, or put on
-- the list of refused wallets.
create function pg_temp.begin(wallet text) returns text language sql as $$
  select format('select public.start_chain_payment(tests.order_id(), %L)', tests.address(wallet)) $$;
create function pg_temp.give_signature() returns void language sql as $$
  select private.name_chain_payment(p.id, tests.hash(p.id::text), tests.hash(p.salt)) from public.chain_payments p where p.order_id = tests.order_id();
  select private.sign_chain_payment(p.id, tests.id('brand'), '0x01') from public.chain_payments p where p.order_id = tests.order_id() $$;
select tests.by('brand', pg_temp.begin('of the brand'));
savepoint begun;
select pg_temp.save('ann', 'of the brand');
delete from private.wallets where address = tests.address('of the brand');
select tests.refused('brand', pg_temp.begin('of the brand'), 'PT422', 'payer_invalid', 'a payment is not begun again from a wallet that its creator has proved since');
select throws_ok('select pg_temp.give_signature()', 'PT422', 'payer_invalid', 'a payment that was begun before the proof is not signed');
rollback to begun;
insert into private.refused_wallets values (tests.address('of the brand'));
select tests.refused('brand', pg_temp.begin('of the brand'), 'PT409', 'wallet_refused', 'a payment is not begun again from a wallet that was refused since');
select throws_ok('select pg_temp.give_signature()', 'PT409', 'wallet_refused', 'a payment is not signed from a wallet that was refused since');
rollback to begun;
insert into private.refused_wallets values (tests.address('second'));
select tests.refused('brand', pg_temp.begin('of the brand'), 'PT409', 'creator_wallet_refused', 'a payment is not begun again to a wallet that was refused since');
select throws_ok('select pg_temp.give_signature()', 'PT409', 'creator_wallet_refused', 'a payment is not signed to a wallet that was refused since');
rollback to begun;
select pg_temp.give_signature();
select is(pg_temp.settle(), 'funded: authorize final', 'an order is paid from a wallet that its creator never proved');
select throws_ok($$ select pg_temp.save('ann', 'of the brand') $$, 'PT409', 'wallet_refused', 'a wallet that has paid a creator is not proved by that creator');
select lives_ok($$ select pg_temp.save('cid', 'of the brand') $$, 'another creator may prove a wallet that has paid a creator');
rollback to begun;
select pg_temp.give_signature();
select pg_temp.settle();
select pg_temp.complete('ann', 'brand');
select is(pg_temp.settle(), 'completed: authorize final, capture final', 'a creator is paid to the proved wallet');
select ok(not tests.is_one_person('brand', 'ann'), 'a brand and a creator with wallets of their own are two persons');

-- A wallet received the pay of one creator, and pays an order of another creator.
select pg_temp.order_from('buyer', 'kol') from pg_temp.save('kol', 'of kol');
select pg_temp.sign('second');
select pg_temp.settle();
select ok(private.are_one_person(tests.id('buyer'), tests.id('ann')), 'a newcomer who pays from the wallet to which a creator was paid is bound to the creator');
select pg_temp.order_from('buyer', 'kay') from pg_temp.save('kay', 'of kay');
select pg_temp.sign('third');
select private.join_people(tests.id('kay'), tests.id('buyer'), 'card');
select is(pg_temp.settle(false), 'pending_payment: authorize mined, void decided', 'a payment is returned when brand and creator became one person after it was signed');
select private.split_person(tests.id('kay'));
select is(pg_temp.settle(), 'pending_payment: authorize final, void decided', 'money that has to be returned does not pay the order, even if it could be paid again by then');

-- A suspended creator opens another account.
select tests.by('sam', $$ select public.suspend_profile(tests.id('ann')) $$);
select pg_temp.order_from('brand', 'cid') from pg_temp.save('cid', 'second');
select results_eq($$ select kind, is_separate, decided_at from private.pairs_between(tests.id('ann'), tests.id('cid')) $$, $$ values ('payout', true, null::timestamptz) $$,
  'a creator who proves the wallet of a suspended person becomes a pair with that person');
select throws_ok($$ select pg_temp.sign('of the brand') $$, 'PT409', 'creator_without_wallet', 'no payment goes to the wallet of a suspended person before staff have decided');

-- Another account had proved the wallet before its owner was suspended.
select tests.make_member('late', 'kol'), tests.make_member('twin', 'kol');
select pg_temp.save('late', 'shared'), pg_temp.save('twin', 'shared');
select pg_temp.order_from('brand', 'late');
select pg_temp.sign('of the brand'), pg_temp.settle();
select pg_temp.complete('late', 'brand');
select pg_temp.settle();
select pg_temp.order_from('brand', 'twin');
select pg_temp.sign('of the brand');
select tests.by('sam', $$ select public.suspend_profile(tests.id('late')) $$);
select is(pg_temp.settle(), 'pending_payment: authorize final, void decided', 'a payment to the wallet of a person who was suspended since is returned');
