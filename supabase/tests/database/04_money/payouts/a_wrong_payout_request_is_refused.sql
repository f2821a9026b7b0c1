-- cast: brand brand, kol kol, ann kol, bob kol, cid kol
select tests.earn('ann', 'bob', 'cid');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
update public.profiles set frozen_at = now() where id = tests.id('ann');
update public.profiles set suspended_at = now() where id = tests.id('bob');
create function pg_temp.try(member text, request text) returns void language plpgsql as $$
begin
  perform tests.act_as(tests.id(member), 'aal2');
  execute format('select public.request_payout(%s)', request);
end;
$$;
select throws_ok(format('select pg_temp.try(%L, %L)', member, request), code, token, description) from (values
  ('kol', $$1, 'USD', tests.payout_method(), gen_random_uuid()$$, 'PT409', 'insufficient_funds', 'a creator cannot be paid out what is on hold'),
  ('kol', $$0, 'USD', tests.payout_method(), gen_random_uuid()$$, 'PT400', 'payouts_amount_positive', 'a payout cannot be of nothing'),
  ('kol', $$-5, 'USD', tests.payout_method(), gen_random_uuid()$$, 'PT400', 'payouts_amount_positive', 'a payout cannot be negative'),
  ('cid', $$99, 'USD', tests.payout_method(), gen_random_uuid()$$, 'PT422', 'payout_too_small', 'a payout cannot be of less than the setting'),
  ('kol', $$1, 'XXX', tests.payout_method(), gen_random_uuid()$$, 'PT422', 'currency_unknown', 'a payout cannot be in an unknown currency'),
  ('kol', $$1, 'USD', tests.payout_method(), null$$, 'PT422', 'idempotency_key_required', 'a payout needs an idempotency key'),
  ('brand', $$1, 'USD', tests.payout_method(), gen_random_uuid()$$, 'PT403', 'not_allowed', 'a brand cannot request a payout'),
  ('ann', $$1, 'USD', tests.payout_method(), gen_random_uuid()$$, 'PT403', 'profile_frozen', 'a frozen creator cannot request a payout')
) as wrong (member, request, code, token, description);
select lives_ok(format($$ select pg_temp.try('cid', '%s, ''USD'', tests.payout_method(), ''%s''') $$, amount, md5(amount::text)::uuid), 'the last cents of a creator can be paid out, also when the request is repeated')
from unnest(array[8950, 50, 50]) as amount;
select lives_ok($$ select pg_temp.try('bob', '9000, ''USD'', tests.payout_method(), gen_random_uuid()') $$, 'a suspended creator can request a payout of what they earned');
select tests.act_as_owner();
select is((select private.kept_because(p) from public.payouts p where p.profile_id = tests.id('bob')), 'suspended', 'the payout of a suspended creator waits for two members of staff');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
update public.profiles set suspended_at = now() where id = tests.id('brand');
select tests.allowed('brand', $$ select public.request_refunds(10000, 'USD', gen_random_uuid()) $$, 'a suspended brand can have its wallet refunded to its card');
select tests.finds('kol', 'select amount_minor, clears_at from public.holds', $$ values (9000::bigint, now() + interval '14 days') $$, 'a creator reads when their earnings clear');
