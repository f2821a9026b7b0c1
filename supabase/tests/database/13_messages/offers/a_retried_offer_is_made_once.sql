-- cast: bob brand, ann kol
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
create function pg_temp.offer(price bigint default 20000, key uuid default '00000000-0000-4000-8000-000000000001') returns uuid language sql as $$
  select (public.make_offer(current_setting('tests.conversation')::uuid, 'Two threads', 'Both.', price, 'USD', 5, 1, key)).id
$$;
select pg_temp.offer();
select is(pg_temp.offer(), (select id from public.offers), 'a retry returns the first offer');
select is((select count(*) from public.messages), 1::bigint, 'a retry sends no second message');
select throws_ok('select pg_temp.offer(20001)', 'PT409', 'idempotency_key_reused', 'a key cannot be used for another offer');
select throws_ok($$ select public.make_offer(current_setting('tests.conversation')::uuid, 'Two threads', 'Both.', 20000, 'USD', 5, 1,
  '00000000-0000-4000-8000-000000000001', expires_at => now() + interval '1 day') $$, 'PT409', 'idempotency_key_reused', 'a key cannot be used for an offer with another expiry');
select throws_ok('select pg_temp.offer(20000, null)', 'PT422', 'idempotency_key_required', 'an offer needs a key');
select public.withdraw_offer(id) from public.offers;
select is(pg_temp.offer(), (select id from public.offers), 'a retry after the withdrawal returns the first offer');
select is((select status from public.offers), 'withdrawn', 'a retry does not revive a withdrawn offer');
