-- cast: ann kol, bob brand
update public.profiles set bio = 'Mine', profile_image = id || '/a.png', follower_counts = '{"x": 5}', is_verified = true
where id = tests.id('ann');
create temporary table before as select user_id from public.profiles where id = tests.id('ann');
select tests.make_pack(tests.id('ann'));
select tests.act_as(tests.id('ann'));
select lives_ok('select public.delete_my_account()', 'a member leaves');
select tests.act_as_owner();
select is_empty('select 1 from auth.users u join before b on b.user_id = u.id', 'the user is gone');
select results_eq($$
  select user_id, display_name, bio, language, platforms, follower_counts, profile_image, referral_code, is_verified, is_approved
  from public.profiles where id = tests.id('ann')
$$, $$ values (null::uuid, 'Former member', '', null, '{}'::text[], '{}'::jsonb, null, null, false, false) $$, 'the profile is empty');
select isnt(deleted_at, null, 'and says when') from public.profiles where id = tests.id('ann');
select is_empty($$ select 1 from public.members where id = tests.id('ann') $$, 'off the market');
select is_empty($$ select 1 from public.packs where is_published $$, 'with every offer');
