-- cast: ann kol
create temporary table ann as select referral_code as code from public.profiles;
grant select on ann to anon;
insert into public.invites (code, max_uses, uses) values ('ALL-TAKEN', 1, 1);
insert into public.invites (code, created_at, expires_at) values ('OVER-ALREADY', now() - interval '2 days', now() - interval '1 day');
update public.profiles set invites_left = 0;
select tests.act_as_anon();
select is(public.check_invite('NO-SUCH-CODE'), row(false, null, null)::public.invite_check, 'invented');
select is(public.check_invite('ALL-TAKEN'), row(false, null, null)::public.invite_check, 'used up');
select is(public.check_invite('OVER-ALREADY'), row(false, null, null)::public.invite_check, 'expired');
select is(public.check_invite((select code from ann)), row(false, null, null)::public.invite_check, 'no quota left');
select is(public.check_invite(''), row(false, null, null)::public.invite_check, 'empty');
select is(public.check_invite(null), row(false, null, null)::public.invite_check, 'none');
select is(public.check_invite(repeat('A', 100000)), row(false, null, null)::public.invite_check, 'endless');
