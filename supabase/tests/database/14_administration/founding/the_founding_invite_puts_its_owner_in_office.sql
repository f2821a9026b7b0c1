create temporary table founded as select private.create_founding_invite(' You@Kolpact.test ') as code;
create function pg_temp.sign_up(email text, confirmed boolean) returns uuid language sql as $$
  select tests.sign_up(email, jsonb_build_object('invite_code', (select code from founded)), confirmed)
$$;
create function pg_temp.is_staff(user_id uuid) returns boolean language sql as $$
  select p.is_staff from public.profiles p where p.user_id = is_staff.user_id
$$;
select is((select email from public.invites where code = (select code from founded)), 'you@kolpact.test', 'a founding invite is for its address');
select throws_ok($$ select pg_temp.sign_up('other@kolpact.test', true) $$, 'PT422', 'invite_invalid', 'a founding invite cannot be used with another address');
create temporary table founder as select pg_temp.sign_up('you@kolpact.test', false) as user_id;
select is(pg_temp.is_staff((select user_id from founder)), false, 'a founder is not staff before the address is confirmed');
select tests.make_member('ann');
select is(pg_temp.is_staff((select user_id from founder)), false, 'a founder does not become staff when another member signs up');
update auth.users set email_confirmed_at = now() where id = (select user_id from founder);
select is(pg_temp.is_staff((select user_id from founder)), true, 'a founder with a confirmed address is staff');
select is((select role from public.profiles where user_id = (select user_id from founder)), 'brand', 'a founder has a role');
select throws_ok($$ select pg_temp.sign_up('you@kolpact.test', true) $$, 'PT422', 'invite_invalid', 'a founding invite has one use');
select bag_eq('select action, actor_id from public.staff_audit',
  $$ values ('create_founding_invite', null::uuid), ('appoint_staff', null) $$, 'the founding invite and the appointment are recorded as acts of the owner');
select is((select details ->> 'email' from public.staff_audit where action = 'create_founding_invite'), 'y•••@k•••.test', 'the record of the founding masks the address');
select unalike((select string_agg(details::text, '') from public.staff_audit), '%' || (select code from founded) || '%', 'the record of the founding has no code');
select throws_ok($$ select private.create_founding_invite('again@kolpact.test') $$, 'PT409', 'market_founded', 'a market cannot be founded twice');
update public.profiles set is_staff = false;
update public.invites set created_at = now() - interval '4 days', expires_at = now() where email is not null;
select throws_ok($$ select private.create_founding_invite('again@kolpact.test') $$, 'PT409', 'market_founded', 'a market cannot be founded again when the founder left office');
