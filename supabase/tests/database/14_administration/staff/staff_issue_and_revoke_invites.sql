-- cast: sam staff, stella staff
insert into public.invites (code, max_uses, created_at, expires_at)
select 'INVITE-' || name, 9, now() - interval '1 day', expires_at
from (values ('ENDLESS', null::timestamptz), ('LONG', now() + interval '1 second'), ('OVER', now()), ('OTHER', null)) as i (name, expires_at);
create function pg_temp.id_of(name text) returns uuid language sql security definer as $$ select id from public.invites where code = 'INVITE-' || name $$;
create function pg_temp.revoke(name text) returns void language sql as $$
  select public.revoke_invite(pg_temp.id_of(name))
$$;
select lives_ok($$ select tests.sign_up('ann@kolpact.test', '{"invite_code": "INVITE-ENDLESS"}') $$, 'an open invite can be used');
select tests.by('sam', $$ select pg_temp.revoke(name) from unnest(array['ENDLESS', 'LONG', 'OVER', 'ENDLESS']) as name $$);
select results_eq($$ select code, expires_at from public.invites where code like 'INVITE-%' order by code $$,
  $$ values ('INVITE-ENDLESS', now()), ('INVITE-LONG', now()), ('INVITE-OTHER', null), ('INVITE-OVER', now()) $$, 'a revoked invite ends now');
select is((select count(*) from public.staff_audit where action = 'revoke_invite'), 2::bigint, 'a revocation of an invite that is over is not recorded');
select throws_ok($$ select tests.sign_up('bob@kolpact.test', '{"invite_code": "INVITE-ENDLESS"}') $$,
  'PT422', 'invite_invalid', 'a revoked invite cannot be used');

select tests.act_as(tests.id('sam'));
create temporary table made as select * from public.create_invite(3, now() + interval '7 days', ' Ann@Kolpact.Test ', 'brand');
select results_eq('select max_uses, email, role, issuer_id from made', $$ values (3, 'ann@kolpact.test', 'brand', tests.id('sam')) $$,
  'staff issue an invite with its uses, address and role');
select is((select details - 'expires_at' from public.staff_audit where action = 'create_invite' and subject_id = (select id from made)),
  '{"max_uses": 3, "role": "brand"}', 'the record of an invite has neither its code nor its address');
create temporary table again as select gen_random_uuid() as key;
select is((public.create_invite(2, now() + interval '1 day', ' B@Kolpact.Test', '', key)).code,
  (public.create_invite(2, now() + interval '1 day', 'b@kolpact.test', null, key)).code, 'a repeated request for an invite returns the first one') from again;
select is((select count(*) from public.staff_audit, again where subject_id = key), 1::bigint, 'a repeated invite is recorded once');
select throws_ok(format('select public.create_invite(3, now() + interval %L, %L, null, %L)', '1 day', 'b@kolpact.test', key),
  'PT409', 'idempotency_key_reused', 'the key of an invite cannot be used for another one') from again;
select tests.refused('stella', format('select public.create_invite(2, now() + interval %L, %L, null, %L)', '1 day', 'b@kolpact.test', key),
  'PT409', 'idempotency_key_reused', 'the key of an invite shows its code to nobody else') from again;
select tests.act_as(tests.id('sam'));
select is((public.create_invite(role => '')).role, null, 'an invite may be for any role');
select public.revoke_invite(id) from made;
select throws_ok('select email from public.invites', '42501', null, 'staff read no row of invites, which have whole addresses');
select results_eq($$ select i ->> 'email', i ->> 'issuer' from tests.listed('invites') as l (i) where i ->> 'id' = (select id::text from made) $$,
  $$ values ('a•••@k•••.test', 'Sam') $$, 'the list of invites has a masked address');
select is(i ->> 'code', (select code from made), 'staff read the codes of their own invites') from tests.listed('invites') as l (i) where i ->> 'id' = (select id::text from made);
select tests.act_as(tests.id('stella'));
select is(i ->> 'code', left((select code from made), 4) || '••••', 'staff do not read the codes of others, who answer for their invitees') from tests.listed('invites') as l (i) where i ->> 'id' = (select id::text from made);
select is(public.staff_list('invites', jsonb_build_object('term', (select code from made))) -> 'total', '0', 'staff do not find an invite of others by its code');
select tests.act_as(tests.id('sam'));
select is(public.staff_list('invites', jsonb_build_object('term', term)) -> 'total', to_jsonb(found), 'a search of invites for "' || term || '" finds ' || found)
from (values ('Ann@Kolpact.Test', 1), ('ann@kolpact', 0), ('n@kolpact.test', 0), ('kolpact', 0)) as s (term, found);
select is(public.export_my_data()::text like '%ann@kolpact.test%', false, 'the export of the member of staff who issued an invite has no whole address of another person');
select tests.act_as_owner();
select is((select expires_at from public.invites where id = (select id from made)), now() + interval '1 microsecond',
  'an invite that is revoked at once ends a moment after its beginning');
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.create_invite(0) $$, '23514', null, 'an invite has at least one use');
select throws_ok($$ select public.create_invite(101) $$, 'PT422', 'invite_too_wide', 'an invite has no more uses than the setting allows');
select is((public.create_invite(100)).max_uses, 100, 'an invite may have as many uses as the setting allows');
select throws_ok($$ select public.create_invite(role => 'staff') $$, '23514', null, 'an invite is not for staff');
select throws_ok($$ select public.create_invite(expires_at => now() - interval '1 day') $$, '23514', null, 'an invite does not end in the past');
select tests.act_as_owner();
create temporary table codes as select private.random_code() as code from generate_series(1, 100);
select is_empty($$ select code from codes where code !~ '^[2-9A-HJ-NP-Z]{12}$' $$, 'a code has twelve letters that are not easily confused');
select is((select count(distinct letter) from codes, string_to_table(code, null) as letter), 32::bigint, 'each letter that codes may have occurs in some code');
