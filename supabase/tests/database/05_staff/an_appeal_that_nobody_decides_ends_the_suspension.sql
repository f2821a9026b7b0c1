-- cast: ann kol, bob kol, cyd kol, sam staff, sue staff
select tests.by('sam', $$ select public.suspend_profile(tests.id(name), false, 'fraud', 'Stolen cards.') from unnest(array['ann', 'bob', 'cyd']) as name $$);
select tests.by('ann', $$ select public.appeal_suspension('They are mine.') $$);
select tests.by('bob', $$ select public.appeal_suspension('They are mine.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('bob'), true, 'They are not.') $$);
select is(private.run_due_work(now() + interval '7 days' - interval '1 second') ->> 'suspensions_ended', '0', 'a suspension does not end while staff have time for the appeal');
select is(private.run_due_work(now() + interval '7 days') ->> 'suspensions_ended', '1', 'a suspension ends when staff have not decided the appeal in time');
select results_eq($$ select p.display_name, s.ended_because from public.suspensions s join public.profiles p on p.id = s.profile_id where s.ended_at is not null $$,
  $$ values ('Ann', 'no_decision') $$, 'the suspension that ended without a decision is that of the member who appealed');
select is((select count(*) from public.profiles where suspended_at is not null), 2::bigint, 'other members stay suspended when one suspension ends without a decision');
select is(private.run_due_work(now() + interval '180 days') ->> 'suspensions_ended', '2', 'suspensions whose appeal was decided, or that had none, end with their term');
select set_eq($$ select ended_because from public.suspensions where profile_id <> tests.id('ann') $$, array['term'], 'suspensions that end with their term record that reason');
select tests.refused('bob', $$ select public.appeal_suspension('Late.') $$, 'PT403', 'not_allowed', 'a member whose suspension has ended cannot appeal');
