select tests.make_staff(name) from unnest(array['sam', 'sue']) as name;
select tests.make_member('ann', 'brand');
select tests.act_as(tests.id('sam'));
select public.suspend_profile(tests.id('ann'), category => 'spam', note => 'Spam.');
select tests.act_as(tests.id('ann'));
select public.appeal_suspension('It was not.');
select results_eq($$ select data ->> 'profile_id' from public.notifications where event = 'suspension_appealed' $$, 'select null::text where false', 'the member reads no notice of staff');
select tests.act_as_owner();
select ok((select bool_and((data ->> 'profile_id')::uuid = tests.id('ann')) from public.notifications where event = 'suspension_appealed'),
  'the notice of staff names the account, so that the name goes when the member leaves');
select tests.act_as(tests.id('sue'));
select public.decide_suspension_appeal(tests.id('ann'), false, 'It was no spam.');
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.suspend_profile(tests.id('ann'), category => 'spam', note => 'Spam.') $$, 'PT409', 'second_staff_required',
  'one member of staff does not repeat what another has overturned');
