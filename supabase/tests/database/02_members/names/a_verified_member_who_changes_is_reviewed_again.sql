-- cast: ann kol
select tests.put_picture(tests.id('ann') || '/new.webp');
select tests.make_member('bob');
select tests.make_staff('sam');
update public.profiles set is_verified = true where id = tests.id('ann');
create function pg_temp.state_of_ann() returns text language sql as $$
  select concat_ws(' ', case when is_verified then 'verified' end, case when verification_pending then 'pending' end)
  from public.profiles where id = tests.id('ann')
$$ security definer;
grant execute on function pg_temp.state_of_ann to authenticated;
select tests.act_as(tests.id('ann'));
update public.profiles set bio = 'Other words.' where id = tests.id('ann');
select is(pg_temp.state_of_ann(), 'verified', 'other words change nothing');
update public.profiles set profile_image = id || '/new.webp' where id = tests.id('ann');
select is(pg_temp.state_of_ann(), 'pending', 'another picture does');
select is(is_verified, false, 'and everybody sees it') from public.members where id = tests.id('ann');
select tests.act_as(tests.id('bob'));
select throws_ok($$ update public.profiles set display_name = 'Ann' where id = tests.id('bob') $$, 'PT409', 'name_taken',
  'the name stays protected meanwhile');
select tests.act_as(tests.id('sam'));
select public.verify_profile(tests.id('ann'));
select tests.act_as(tests.id('ann'));
select is(pg_temp.state_of_ann(), 'verified', 'staff look again and verify');
update public.profiles set display_name = 'Someone Famous' where id = tests.id('ann');
select is(pg_temp.state_of_ann(), 'pending', 'another name does, too');
select tests.act_as(tests.id('bob'));
select lives_ok($$ update public.profiles set display_name = 'Someone Famous' where id = tests.id('bob') $$,
  'a changed name is not protected before it is verified');
update public.profiles set display_name = 'Bob' where id = tests.id('bob');
select tests.act_as(tests.id('ann'));
update public.profiles set display_name = 'Ann' where id = tests.id('ann');
select is(pg_temp.state_of_ann(), 'pending', 'the old name does not bring the badge back by itself');
select throws_ok($$ select public.decline_verification(tests.id('ann')) $$, 'PT403', 'not_allowed', 'members do not decide');
select tests.act_as(tests.id('sam'));
select public.decline_verification(tests.id('ann'));
select tests.act_as(tests.id('ann'));
select is(pg_temp.state_of_ann(), '', 'staff may say no');
select throws_ok($$ update public.profiles set is_verified = true where id = tests.id('ann') $$, '42501', null,
  'members cannot verify themselves');
select throws_ok($$ update public.profiles set verification_pending = true where id = tests.id('ann') $$, '42501', null,
  'nor asks by writing the column');
select tests.act_as(tests.id('sam'));
select isnt_empty($$ select from public.staff_audit where action = 'decline_verification' and subject_id = tests.id('ann') $$,
  'the answer is written down');
select throws_ok($$ select public.decline_verification(tests.id('ann')) $$, 'PT409', 'verification_not_pending', 'once');
