-- cast: sam staff, sue staff, joe staff, ann brand, bob brand, eve brand
create function pg_temp.arguments(name text) returns jsonb language sql as $$
  select jsonb_build_object('profile_id', tests.id(name), 'category', 'fraud', 'note', 'Stolen cards.', 'without_end', true)
$$;
select tests.gets('sam', $$ select public.suspend_profile(tests.id('ann'), category => 'spam', note => 'Seven days.') $$, '1', 'one member of staff suspends a member for a time');
select tests.by('joe', $$ select public.propose_staff_act('unsuspend_profile', jsonb_build_object('profile_id', tests.id('ann'), 'note', 'A mistake.')) $$);
select tests.decide_by_two('sue', 'joe', 'suspend_profile', pg_temp.arguments('ann'));
select is_empty($$ select from public.staff_proposals where status = 'open' $$, 'a proposal to end a suspension ends when two replace that suspension');
select results_eq($$ select category, ends_at, proposed_by, ended_because from public.suspensions where profile_id = tests.id('ann') order by ends_at $$,
  $$ values ('spam', now() + interval '7 days', null::uuid, 'replaced'), ('fraud', null::timestamptz, tests.id('sue'), null) $$,
  'a suspension by two members of staff replaces the weaker one');
select ok((select suspended_at is not null from public.profiles where id = tests.id('ann')), 'a member stays suspended when a stronger suspension replaces the first');
select results_eq($$ select count(*) from public.notifications where user_id = tests.user_id(tests.id('ann')) and event = 'account_suspended_without_end' $$,
  $$ values (1::bigint) $$, 'the member is notified of the longer suspension');
select tests.refused('sue', $$ select public.propose_staff_act('suspend_profile', pg_temp.arguments('ann')) $$, 'PT409', 'suspension_exists',
  'a second suspension of the same strength cannot be proposed');
-- Another member of staff grants the appeal against the suspension.
select tests.by('sue', $$ select public.suspend_profile(tests.id('bob'), category => 'spam', note => 'Spam.') $$);
select tests.by('bob', $$ select public.appeal_suspension('It was not.') $$);
select tests.gets('bob', $$ select count(*) from public.notifications where event = 'suspension_appealed' $$, '0', 'a suspended member reads no notice that is for staff');
select ok((select bool_and((data ->> 'profile_id')::uuid = tests.id('bob')) from public.notifications where event = 'suspension_appealed'),
  'the notice to staff names the account, so that the name is removed when the member deletes the account');
select tests.by('joe', $$ select public.decide_suspension_appeal(tests.id('bob'), false, 'It was no spam.') $$);
select tests.refused('sue', $$ select public.suspend_profile(tests.id('bob'), category => 'spam', note => 'Spam.') $$, 'PT409', 'second_staff_required',
  'one member of staff cannot repeat a suspension that another has overturned');

-- One member of staff cannot suspend again through another account of the person, or through the inviter.
select tests.make_invitee('cat', 'brand', tests.id('eve'));
select tests.make_member('bob2', 'brand');
select private.join_people(tests.id('bob'), tests.id('bob2'), 'inbox');
select tests.refused('sue', $$ select public.suspend_profile(tests.id('bob2'), category => 'spam', note => 'Spam.') $$, 'PT409', 'second_staff_required',
  'one member of staff cannot repeat an overturned suspension through another account of the person');
select tests.gets('sue', $$ select public.suspend_profile(tests.id('cat'), category => 'spam', note => 'Spam.') $$, '1', 'one member of staff suspends an invitee');
select tests.by('cat', $$ select public.appeal_suspension('It was not.') $$);
select tests.by('joe', $$ select public.decide_suspension_appeal(tests.id('cat'), false, 'It was no spam.') $$);
select tests.refused('sue', $$ select public.suspend_profile(tests.id('eve'), true, 'spam', 'Spam.') $$, 'PT409', 'second_staff_required',
  'one member of staff cannot repeat an overturned suspension through the inviter');

-- Nobody decides the appeal in time.
select tests.gets('sue', $$ select public.suspend_profile(tests.id('eve'), category => 'spam', note => 'Spam.') $$, '1', 'one member of staff suspends a member without their invitees');
select tests.by('eve', $$ select public.appeal_suspension('It was not.') $$);
select tests.by('sue', $$ select public.unsuspend_profile(tests.id('eve'), 'Ended before anybody else decides.') $$);
select tests.refused('sue', $$ select public.suspend_profile(tests.id('eve'), category => 'spam', note => 'Spam.') $$, 'PT409', 'second_staff_required',
  'one member of staff cannot repeat a suspension whose appeal nobody decided');

-- Two members of staff can suspend again.
update public.suspensions set created_at = created_at - interval '1 hour' where profile_id = tests.id('eve');
select tests.decide_by_two('sue', 'joe', 'suspend_profile', pg_temp.arguments('eve'));
select tests.decide_by_two('sue', 'joe', 'unsuspend_profile', jsonb_build_object('profile_id', tests.id('eve'), 'note', 'Enough.'));
select tests.allowed('sam', $$ select public.suspend_profile(tests.id('eve'), category => 'spam', note => 'Spam.') $$, 'one member of staff cannot suspend the member again before two have decided anew');
