-- Tests that a chargeback freezes every account of the person, no matter when each was opened or deleted.
-- cast: sam staff, sue staff, kol kol
create function pg_temp.pay(name text, card text default null, price bigint default 10000) returns public.payments language plpgsql as $$
declare
  v_order uuid := tests.make_order(tests.id(name), tests.id('kol'), 'pending_payment', price);
begin
  return private.record_payment('sandbox', 'pay ' || v_order, v_order, price, 'USD', card => card);
end;
$$;
create function pg_temp.leave(name text) returns void language sql as $$ delete from auth.users where id = tests.user_id(tests.id(name)) $$;
create function pg_temp.spend(name text) returns text language sql as $$
  select tests.outcome(format('select tests.make_order(tests.id(%L), tests.id(''kol''), ''pending_payment'')', name), 'ordered')
$$;

-- The brand deletes its account and opens another; then its old payment is charged back.
select tests.enter('ann', 'ann@mail.test');
select tests.make_order(tests.id('ann'), tests.id('kol'), 'completed');
select set_config('tests.ann', (tests.payment()).id::text, true);
select pg_temp.leave('ann');
select is(tests.enter('ann2', 'ANN+two@mail.test'), 'signed up', 'a former member without a debt can sign up again');
select is(pg_temp.spend('ann2'), 'ordered', 'a former member with a new account can trade');
select tests.charge_back(p) from public.payments p where p.id = current_setting('tests.ann')::uuid;
select is(tests.frozen('ann', 'ann2', 'kol'), 'ann ann2', 'a chargeback freezes the former account and the new one');
select is(pg_temp.spend('ann2'), 'profile_frozen', 'a frozen account cannot trade');
select is((select count(*)::int from public.notifications where event = 'account_frozen' and user_id = tests.user_id(tests.id('ann2'))), 1, 'a member is notified that the account is frozen');
select is(tests.enter('ann3', 'ann+three@mail.test'), 'invite_invalid', 'a person with a debt cannot sign up again');

-- The payment is charged back while the person has no account.
select tests.enter('ben', 'ben@mail.test');
select tests.make_order(tests.id('ben'), tests.id('kol'), 'completed');
select set_config('tests.ben', (tests.payment()).id::text, true);
select pg_temp.leave('ben');
select tests.charge_back(p) from public.payments p where p.id = current_setting('tests.ben')::uuid;
select is(tests.enter('ben2', 'ben@mail.test'), 'invite_invalid', 'a debt from after the account was deleted keeps the person from signing up');
update public.profiles set deleted_at = now() - interval '10 years' where id = tests.id('ben');
select private.forget_marks();
select is(tests.enter('ben2', 'ben@mail.test'), 'invite_invalid', 'a debt keeps the person from signing up for ever');

-- The brand changes its address before it deletes the account.
select tests.enter('cat', 'cat@mail.test');
select tests.make_order(tests.id('cat'), tests.id('kol'), 'completed');
update auth.users set email = 'throw@away.test' where id = tests.user_id(tests.id('cat'));
select tests.charge_back(tests.payment());
select pg_temp.leave('cat');
select is(tests.enter('cat2', 'cat@mail.test'), 'invite_invalid', 'an address that a frozen member had before is banned');
select is(tests.enter('cat2', 'throw@away.test'), 'invite_invalid', 'the last address of a frozen member is banned');
select tests.enter('cat2', 'cat.new@mail.test');
select throws_ok($$ update auth.users set email = 'cat@mail.test' where id = tests.user_id(tests.id('cat2')) $$,
  'PT409', 'address_not_available', 'a member cannot change to an address of a frozen one');

-- A card shows that two accounts are one person.
select tests.enter('dan', 'dan@mail.test');
select tests.enter('dora', 'dora@other.test');
select tests.enter('dina', 'dina@third.test');
select is((pg_temp.pay('dan', 'card 1')).status, 'received', 'a payment with a new card is received');
select is((pg_temp.pay('dora', 'card 1')).status, 'received', 'a payment with the same card from another account is received');
select set_config('tests.order_id', (select id::text from public.pack_orders where brand_id = tests.id('dan')), true);
select tests.charge_back(tests.payment());
select is(tests.frozen('dan', 'dora', 'dina'), 'dan dora', 'a chargeback freezes every account that has paid with the card');
select is((pg_temp.pay('dina', 'card 1')).problem, 'payer_frozen', 'an account that pays with the card of a debt is frozen');
select is(tests.frozen('dan', 'dora', 'dina'), 'dan dina dora', 'an account that paid with the card of a debt stays frozen');
select is(tests.enter('dina2', 'dina+x@third.test'), 'invite_invalid', 'the address of an account frozen for its card is banned');

-- The debtor deletes the account; a member with an older account then pays with the same card.
select tests.enter('hal', 'hal@mail.test'), tests.enter('hugo', 'hugo@other.test');
update public.profiles set created_at = now() - interval '1 year' where id = tests.id('hugo');
select private.mark_person(tests.id('hal'), 'card', 'sandbox card 5');
select tests.make_order(tests.id('hal'), tests.id('kol'), 'completed');
select tests.charge_back(tests.payment());
select pg_temp.leave('hal');
select is((pg_temp.pay('hugo', 'card 5')).problem, 'payer_frozen', 'a member who pays with the card of a debtor with a deleted account is frozen');

-- Staff end the freeze.
select tests.allowed('sam', $$ select public.unfreeze_profile(tests.id('dora'), 'A family.', tests.causes(tests.id('dora'))) $$, 'staff can unfreeze an account of the person');
select is(tests.frozen('dan', 'dora', 'dina'), null, 'unfreezing one account unfreezes every account of the person');
select is((pg_temp.pay('dina', 'card 1')).status, 'received', 'a card can pay again once its accounts are unfrozen');
select tests.allowed('sam', $$ select public.unfreeze_profile(tests.id('ben'), 'It was paid.', tests.causes(tests.id('ben'))) $$, 'staff can unfreeze an account that is deleted');
select is(tests.enter('ben3', 'ben@mail.test'), 'signed up', 'a person whose deleted account was unfrozen can sign up');
select tests.enter('fay', 'fay@mail.test');
select pg_temp.pay('fay', 'card 3', 100000000);
select tests.enter('flo', 'flo@mail.test');
select pg_temp.pay('flo', 'card 3');
select set_config('tests.order_id', (select id::text from public.pack_orders where brand_id = tests.id('fay')), true);
select tests.charge_back(tests.payment());
select tests.refused('sam', $$ select public.unfreeze_profile(tests.id('flo'), 'Small.', tests.causes(tests.id('flo'))) $$, 'PT409', 'second_staff_required', 'two members of staff unfreeze any account of a person with a large debt');
select tests.refused('sam', $$ select public.unfreeze_profile(gen_random_uuid(), 'Who?', tests.causes(gen_random_uuid())) $$, 'PT404', 'profile_unknown',
  'staff cannot unfreeze an account that does not exist');
-- Recovering the debt of one account takes what another account of the person owes.
select tests.enter('gia', 'gia@mail.test'), tests.enter('gus', 'gus@mail.test');
select private.mark_person(tests.id(name), 'card', 'sandbox card 4') from unnest(array['gia', 'gus']) as name;
select tests.make_order(tests.id('gus'), tests.id('kol'), 'completed');
select set_config('tests.gus', (tests.payment()).id::text, true);
select tests.make_order(tests.id('gus'), tests.id('kol'), 'funded', 5000);
select tests.charge_back(p, 4000) from public.payments p where p.id = current_setting('tests.gus')::uuid;
select tests.by('kol', $$ select public.decline_order(tests.order_id()) $$);
select tests.by('sam', $$ select public.unfreeze_profile(tests.id('gia'), 'They pay.', tests.causes(tests.id('gia'))) $$);
select is(tests.balance(tests.id('gus'), 'wallet'), 1000::bigint, 'unfreezing a person takes the debt of one account from the wallet of another');
select is_empty('select from private.chargebacks where owed_minor > 0 and brand_id = tests.id($$gus$$)', 'a debt that the wallet covers is paid');
select is((select count(*)::int from public.staff_audit where action = 'unfreeze_profile'), 3, 'every act of unfreezing is in the audit');
