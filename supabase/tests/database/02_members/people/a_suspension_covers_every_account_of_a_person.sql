-- cast: sam staff, ann brand, ben brand, eve brand, kol kol, other kol
select plan(18);
create function pg_temp.move(name text, address text) returns void language sql as $$
  update auth.users set email = address where id = tests.user_id(tests.id(name))
$$;
create function pg_temp.barred() returns text language sql as $$
  select string_agg(t.name, ' ' order by t.name) from tests.people t join public.profiles p on p.id = t.profile_id where p.suspended_at is not null
$$;
select pg_temp.move('ann', 'shared@mail.test');
select pg_temp.move('ben', 'shared+ben@mail.test');
select pg_temp.move('ann', 'ann.new@mail.test');
select is(private.person_of(tests.id('ben')), private.person_of(tests.id('ann')), 'a mailbox that two accounts used at the same time makes them one person');
select isnt(private.person_of(tests.id('eve')), private.person_of(tests.id('ann')), 'an account with another mailbox is another person');
select tests.gets('sam', $$ select public.suspend_profile(tests.id('ben'), category => 'spam', note => 'Spam.') $$, '2', 'staff suspend both accounts of a person');
select is(pg_temp.barred(), 'ann ben', 'a suspension covers both accounts of a person and no other');
select is((select count(distinct ends_at)::int from public.suspensions), 1, 'the suspensions of a person end at the same time');
select throws_ok(format('select tests.sign_up(%L)', address), 'PT422', 'invite_invalid', address || ' is banned')
from unnest(array['shared@mail.test', 'ann.new@mail.test', 'ann@kolpact.test', 'ben@kolpact.test']) as address;
select tests.by('sam', $$ select public.unsuspend_profile(tests.id('ann'), 'Sorry.'), public.unsuspend_profile(tests.id('ben'), 'Sorry.') $$);
select lives_ok($$ select tests.sign_up('shared+three@mail.test') $$, 'an address can sign up when the suspension has ended');

select tests.make_member('sam+2', 'brand');
select tests.refused('sam', $$ select public.unfreeze_profile(tests.id('sam+2'), 'Mine.', tests.causes(tests.id('sam+2'))) $$, 'PT403', 'not_allowed',
  'staff cannot decide about another account of their own');

-- Accounts are found to be one person's after one of them was suspended.
select set_config('tests.order_id', tests.make_order(tests.id('eve'), tests.id('kol'), 'pending_payment')::text, true);
update public.profiles set suspended_at = now() where id = tests.id('eve');
select is((private.record_payment('sandbox', 'eve', tests.order_id(), 10000, 'USD')).problem, 'payer_frozen',
  'a payment that was begun before a suspension, and arrives after it, starts no work');
select private.mark_person(tests.id('eve'), 'card', 'sandbox 1'), private.mark_person(tests.id('eve'), 'payout', 'DE89 3704 0044 0532 0130 00');
select tests.make_member('eva', 'brand');
select tests.make_order(tests.id('eva'), tests.id('kol'), 'pending_payment');
select is((private.record_payment('sandbox', 'eva', tests.order_id(), 10000, 'USD', card => '1')).problem, 'payer_frozen',
  'the card of a suspended member pays for no other account');
select isnt(frozen_at, null, 'an account that used the card of a suspended member is frozen') from public.profiles where id = tests.id('eva');
select private.mark_person(tests.id('ann'), 'card', 'sandbox 2'), private.mark_person(tests.id('ben'), 'card', 'sandbox 2');
select is((select max(frozen_at) from public.profiles where id in (tests.id('ann'), tests.id('ben'))), null, 'a card of a member who is no longer suspended freezes nobody');

-- Tests payouts to the payout account of a suspended member.
select tests.refused('kol', $$ select public.request_payout(100, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT409', 'insufficient_funds',
  'a payout to the account of a suspended member is not refused for that: it waits for staff', 'aal2');
select tests.refused('kol', $$ select public.request_payout(100, 'USD', (public.add_payout_method('iban', 'Kim', 'GB33BUKB20201555555555')).id, gen_random_uuid()) $$, 'PT409', 'insufficient_funds',
  'a payout to another account is refused for the balance alone', 'aal2');
select private.mark_person(tests.id('other'), 'payout', ' DE89 3704 0044 0532 0130 00 ');
select isnt(frozen_at, null, 'an account with the payout account of a suspended member is frozen') from public.profiles where id = tests.id('other');
