-- cast: sam staff
insert into public.invites (code, max_uses, created_at, expires_at)
select 'INVITE-' || name, 9, now() - interval '1 day', expires_at
from (values ('ENDLESS', null::timestamptz), ('LONG', now() + interval '1 second'), ('OVER', now()), ('OTHER', null)) as i (name, expires_at);
create function pg_temp.revoke(name text) returns void language sql as $$
  select public.revoke_invite(id) from public.invites where code = 'INVITE-' || name
$$;
grant execute on function pg_temp.revoke to authenticated;
select tests.act_as(tests.id('sam'));
select pg_temp.revoke(name) from unnest(array['ENDLESS', 'LONG', 'OVER']) as name;
select results_eq($$ select code, expires_at from public.invites where code like 'INVITE-%' order by code $$,
  $$ values ('INVITE-ENDLESS', now()), ('INVITE-LONG', now()), ('INVITE-OTHER', null), ('INVITE-OVER', now()) $$, 'from this moment on');
select is((select count(*) from public.staff_audit where action = 'revoke_invite'), 2::bigint, 'what was over is not written down');
select lives_ok($$ select public.revoke_invite((public.create_invite(email => ' Ann@Kolpact.Test ', role => '')).id) $$, 'at once after it was made');
select results_eq($$ select expires_at, email, role from public.invites where issuer_id = tests.id('sam') $$,
  $$ values (now() + interval '1 microsecond', 'ann@kolpact.test', null) $$, 'it ends a moment after its beginning');
select is((select details from public.staff_audit where action = 'create_invite'), '{"max_uses": 1}', 'the audit log holds neither the code nor the address');
select tests.act_as_owner();
create temporary table codes as select private.random_code() as code from generate_series(1, 100);
select is_empty($$ select code from codes where code !~ '^[2-9A-HJ-NP-Z]{12}$' $$, 'codes have twelve letters');
select is((select count(distinct letter) from codes, string_to_table(code, null) as letter), 32::bigint, 'each of which occurs');
