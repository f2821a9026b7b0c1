-- cast: ann kol, sam staff
select tests.act_as(tests.id('sam'));
create temporary table made as select * from public.create_invite(3, now() + interval '7 days', ' Bob@Kolpact.test ', 'brand');
select results_eq('select max_uses, email, role, issuer_id from made', $$ values (3, 'bob@kolpact.test', 'brand', tests.id('sam')) $$, 'as asked');
select matches((select code from made), '^[2-9A-HJ-NP-Z]{12}$', 'with a code of chance');
select is((select count(*) from public.staff_audit where action = 'create_invite' and subject_id = (select id from made)), 1::bigint, 'written down');
select is_empty($$ select 1 from public.staff_audit a, made where a.details::text like '%' || made.code || '%' $$, 'without the code');
select throws_ok($$ select public.create_invite(0) $$, '23514', null, 'no invite without a place');
select throws_ok($$ select public.create_invite(role => 'staff') $$, '23514', null, 'there are no invites for staff');
select throws_ok($$ select public.create_invite(expires_at => now() - interval '1 day') $$, '23514', null, 'nor into the past');
