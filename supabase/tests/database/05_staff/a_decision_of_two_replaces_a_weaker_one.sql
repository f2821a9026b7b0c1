select tests.make_staff(name) from unnest(array['sam', 'sue', 'joe']) as name;
select tests.make_member(name, 'brand') from unnest(array['ann', 'bob']) as name;
create function pg_temp.arguments(name text) returns jsonb language sql as $$
  select jsonb_build_object('profile_id', tests.id(name), 'category', 'fraud', 'note', 'Stolen cards.', 'without_end', true)
$$;
grant execute on function pg_temp.arguments to authenticated;
select tests.act_as(tests.id('sam'));
select is(public.suspend_profile(tests.id('ann'), category => 'spam', note => 'Seven days.'), 1, 'one member of staff suspends for a time');
select tests.decide_by_two('sue', 'joe', 'suspend_profile', pg_temp.arguments('ann'));
select results_eq($$ select category, ends_at, proposed_by, ended_because from public.suspensions where profile_id = tests.id('ann') order by ends_at $$,
  $$ values ('spam', now() + interval '7 days', null::uuid, 'replaced'), ('fraud', null::timestamptz, tests.id('sue'), null) $$,
  'a suspension by two replaces the weaker one');
select tests.act_as_owner();
select ok((select suspended_at is not null from public.profiles where id = tests.id('ann')), 'the member stays suspended');
select results_eq($$ select count(*) from public.notifications where user_id = tests.user_id(tests.id('ann')) and event = 'account_suspended_without_end' $$,
  $$ values (1::bigint) $$, 'the member reads about the longer one');
select tests.act_as(tests.id('sue'));
select throws_ok($$ select public.propose_staff_act('suspend_profile', pg_temp.arguments('ann')) $$, 'PT409', 'suspension_exists',
  'a second one of the same strength is refused when it is proposed');
