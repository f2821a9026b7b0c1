-- cast: ann kol, sam staff, sue staff, dee staff
insert into public.invites (code, max_uses, email, role, created_at, expires_at) values
  ('TWO-PLACES', 2, null, null, now(), null), ('FOR-DAN-ONLY', 5, 'dan@kolpact.test', null, now(), null), ('BRANDS-ONLY', 5, null, 'brand', now(), null),
  ('OPEN-STILL', 5, null, null, now(), now() + interval '1 minute'), ('OVER-ALREADY', 5, null, null, now() - interval '1 day', now());
insert into public.invites (code, max_uses, issuer_id) values ('OF-SAM-IN-OFFICE', 5, tests.id('sam')), ('OF-SUE-SUSPENDED', 5, tests.id('sue')), ('OF-DEE-DISMISSED', 5, tests.id('dee'));
update public.profiles set suspended_at = now() where id = tests.id('sue');
select private.appoint_staff(tests.id('dee'), false);
create function pg_temp.hook(email text, metadata jsonb) returns text language sql as $$
  select coalesce(private.before_user_created(jsonb_build_object('user', jsonb_build_object('email', email, 'user_metadata', metadata)))
    #>> '{error,message}', 'signed up')
$$;
create function pg_temp.sign_up(email text, metadata jsonb) returns text language sql as $$
  select tests.outcome(format('select tests.sign_up(%L, %L)', email, metadata), 'signed up')
$$;
select is(private.before_user_created('{}'), '{"error": {"http_code": 422, "message": "invite_required"}}'::jsonb, 'the hook of Auth answers with a refusal');
select is(array[pg_temp.hook(name || '@kolpact.test', metadata), pg_temp.sign_up(name || '@kolpact.test', metadata)],
  array[expected, expected], description || ', by the hook and by the trigger') from (values
  ('bob', '{"invite_code": "TESTS-INVITE"}'::jsonb, 'signed up', 'a valid invite admits a member'),
  ('cyd', '{}', 'invite_required', 'a sign-up without an invite is refused'),
  ('cyd', '{"invite_code": "  "}', 'invite_required', 'a sign-up with an empty invite is refused'),
  ('cyd', null, 'invite_required', 'a sign-up without metadata is refused'),
  ('cyd', '{"invite_code": "NO-SUCH-CODE"}', 'invite_invalid', 'an unknown invite is refused'),
  ('cyd', '{"invite_code": " tests-invite "}', 'signed up', 'a code is accepted in small letters and with spaces'),
  ('fay', '{"invite_code": "TWO-PLACES"}', 'signed up', 'the first place of an invite is given'),
  ('gil', '{"invite_code": "TWO-PLACES"}', 'signed up', 'the last place of an invite is given'),
  ('hal', '{"invite_code": "TWO-PLACES"}', 'invite_invalid', 'an invite without a place is refused'),
  ('hal', '{"invite_code": "OPEN-STILL"}', 'signed up', 'an invite that has not expired admits a member'),
  ('ivy', '{"invite_code": "OVER-ALREADY"}', 'invite_invalid', 'an expired invite is refused'),
  ('ivy', '{"invite_code": "FOR-DAN-ONLY"}', 'invite_invalid', 'an invite for one address is refused to another'),
  ('Dan', '{"invite_code": "FOR-DAN-ONLY"}', 'signed up', 'an invite for one address admits it in capital and small letters'),
  ('ivy', '{"invite_code": "BRANDS-ONLY", "role": "kol"}', 'invite_invalid', 'an invite for one role is refused to the other'),
  ('ivy', '{"invite_code": "BRANDS-ONLY"}', 'signed up', 'an invite for one role admits a member who names none'),
  ('lea', '{"invite_code": "OF-SAM-IN-OFFICE"}', 'signed up', 'an invite of a member of staff admits a member'),
  ('mia', '{"invite_code": "OF-SUE-SUSPENDED"}', 'invite_invalid', 'an invite is refused while its issuer is suspended'),
  ('mia', '{"invite_code": "OF-DEE-DISMISSED"}', 'invite_invalid', 'an invite of a dismissed member of staff is refused'),
  ('jan', '{"invite_code": "TESTS-INVITE", "role": "kol"}', 'signed up', 'an invite admits a creator'),
  ('kim', '{"invite_code": "TESTS-INVITE", "role": "staff"}', 'role_unknown', 'a sign-up as staff is refused')
) as cases (name, metadata, expected, description);
select is((select array_agg(uses order by code) from public.invites where code in ('TESTS-INVITE', 'TWO-PLACES')), array[7, 2],
  'a refused sign-up takes no place of an invite');
select tests.finds('sam', $$ select i ->> 'code' from tests.listed('invites') as l (i) where (i ->> 'is_stopped')::boolean order by 1 $$,
  $$ values ('OF-D••••'), ('OF-S••••') $$, 'the list of invites says which ones admit nobody because of their issuer');
select is((select count(*) from auth.users), 13::bigint, 'a refused sign-up makes no user');
select is((select p.role from public.profiles p join auth.users u on u.id = p.user_id where u.email = 'ivy@kolpact.test'), 'brand',
  'an invite for one role gives its member that role');
select is(private.normal_code(repeat(' ', 99) || 'a'), 'A', 'a code of a hundred characters is looked up');
select is(private.normal_code(repeat(' ', 100) || 'a'), '', 'no more than a hundred characters of a code are looked up');
