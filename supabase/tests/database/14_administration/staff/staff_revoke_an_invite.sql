-- cast: sam staff
insert into public.invites (code, max_uses, created_at) values ('OPEN-INVITE', 9, now() - interval '1 hour');
create temporary table made as select id from public.invites where code = 'OPEN-INVITE';
grant select on made to authenticated;
select lives_ok($$ select tests.sign_up('ann@kolpact.test', '{"invite_code": "OPEN-INVITE"}') $$, 'open');
select tests.act_as(tests.id('sam'));
select public.revoke_invite((select id from made));
select public.revoke_invite((select id from made));
select is((select count(*) from public.staff_audit where action = 'revoke_invite'), 1::bigint, 'written down once');
select tests.act_as_owner();
select throws_ok($$ select tests.sign_up('bob@kolpact.test', '{"invite_code": "OPEN-INVITE"}') $$,
  'PT422', 'invite_invalid', 'and it cannot be used any more');
