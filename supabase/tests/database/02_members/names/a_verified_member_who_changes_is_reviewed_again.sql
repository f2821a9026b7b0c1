-- cast: ann kol, bob kol, sam staff
select tests.put_picture(tests.id('ann') || '/new.webp');
update public.profiles set is_verified = true where id = tests.id('ann');
create function pg_temp.state_of_ann() returns text language sql as $$
  select concat_ws(' ', case when is_verified then 'verified' end, case when verification_pending then 'pending' end)
  from public.profiles where id = tests.id('ann')
$$ security definer;
select tests.act_as(tests.id('ann'));
update public.profiles set bio = 'Other words.' where id = tests.id('ann');
select is(pg_temp.state_of_ann(), 'verified', 'a verified member who changes other texts stays verified');
update public.profiles set profile_image = id || '/new.webp' where id = tests.id('ann');
select is(pg_temp.state_of_ann(), 'pending', 'a verified member who changes the picture waits for another verification');
select is(is_verified, false, 'everybody sees that a changed member is not verified') from public.members where id = tests.id('ann');
select tests.refused('bob', $$ update public.profiles set display_name = 'Ann' where id = tests.id('bob') $$, 'PT409', 'name_taken',
  'the name of a member who waits for another verification stays protected');
select tests.by('sam', $$ select public.verify_profile(tests.id('ann'), tests.shown_hash(tests.id('ann'))) $$);
select tests.gets('ann', 'select pg_temp.state_of_ann()', 'verified', 'staff verify a changed member again');
select tests.by('ann', $$ update public.profiles set display_name = 'Someone Famous' where id = tests.id('ann') $$);
select tests.gets('ann', 'select pg_temp.state_of_ann()', 'pending', 'a verified member who changes the name waits for another verification');
select tests.allowed('bob', $$ update public.profiles set display_name = 'Someone Famous' where id = tests.id('bob') $$,
  'a changed name is not protected before it is verified');
select tests.by('bob', $$ update public.profiles set display_name = 'Bob' where id = tests.id('bob') $$);
select tests.by('ann', $$ update public.profiles set display_name = 'Ann' where id = tests.id('ann') $$);
select tests.gets('ann', 'select pg_temp.state_of_ann()', 'pending', 'a member who returns to the verified name waits for another verification');
select tests.by('sam', $$ select public.decline_verification(tests.id('ann'), tests.shown_hash(tests.id('ann'))) $$);
select tests.gets('ann', 'select pg_temp.state_of_ann()', '', 'staff can decline a verification');
select tests.gets('sam', $$ select count(*) > 0 from public.staff_audit where action = 'decline_verification' and subject_id = tests.id('ann') $$, 'true',
  'a declined verification is in the audit');
select tests.allowed('sam', $$ select public.decline_verification(tests.id('ann'), tests.shown_hash(tests.id('ann'))) $$, 'staff who declined a verification may repeat the request');
select tests.gets('sam', $$ select count(*)::int from public.staff_audit where action = 'decline_verification' $$, '1', 'a declined verification is recorded once');
select tests.make_staff('sue');
select tests.refused('sue', $$ select public.decline_verification(tests.id('ann'), tests.shown_hash(tests.id('ann'))) $$, 'PT409', 'verification_not_pending', 'a verification that does not wait cannot be declined');
