-- cast: ann kol
create temporary table ann as select referral_code as code from public.profiles;
grant select on ann to anon;
insert into public.invites (code, issuer_id, role, email) values ('FROM-ANN-TOO', tests.id('ann'), 'brand', 'x@kolpact.test');
select tests.act_as_anon();
select is(public.check_invite((select code from ann)), row(true, 'Ann', null)::public.invite_check, 'a member''s own code');
select is(public.check_invite('from-ann-too'), row(true, 'Ann', 'brand')::public.invite_check, 'an issued one, with its role');
select is(public.check_invite('TESTS-INVITE'), row(true, null, null)::public.invite_check, 'one that staff issued');
