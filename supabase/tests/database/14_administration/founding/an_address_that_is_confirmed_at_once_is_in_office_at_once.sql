-- As the admin API creates a user.
select tests.sign_up('you@kolpact.test', jsonb_build_object('invite_code', private.create_founding_invite('you@kolpact.test')));
select is((select is_staff from public.profiles p join auth.users u on u.id = p.user_id where u.email = 'you@kolpact.test'),
  true, 'the founder is staff');
select tests.make_member('ann');
select is((select is_staff from public.profiles where id = tests.id('ann')), false, 'and nobody else');
