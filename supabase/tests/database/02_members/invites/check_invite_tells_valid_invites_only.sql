-- cast: ann kol, bob kol, sam staff
create temporary table codes as select tests.id('ann') = id as is_ann, referral_code as code from public.profiles where not is_staff;
insert into public.invites (code, max_uses, uses) values ('ALL-TAKEN', 1, 1);
insert into public.invites (code, created_at, expires_at) values ('OVER-ALREADY', now() - interval '2 days', now() - interval '1 day');
insert into public.invites (code, issuer_id, role, email) values
  ('FROM-SAM-TOO', tests.id('sam'), 'brand', 'x@kolpact.test'), ('NOT-OF-STAFF', tests.id('ann'), null, null);
update public.profiles set invites_left = 0 where id = tests.id('bob');
select tests.act_as_anon();
select is(public.check_invite(code)::text, expected, description) from (values
  ((select code from codes where is_ann), '(t,Ann,)', 'the check of a referral code names the inviter'),
  ('from-sam-too', '(t,Sam,brand)', 'the check of an invite names its issuer and its role'),
  ('NOT-OF-STAFF', '(f,,)', 'the check of an invite of a dismissed member of staff tells only that it is not valid'),
  ('TESTS-INVITE', '(t,,)', 'the check of an invite of staff names nobody'),
  ('NO-SUCH-CODE', '(f,,)', 'the check of an unknown code tells only that it is not valid'),
  ('ALL-TAKEN', '(f,,)', 'the check of a used invite tells only that it is not valid'),
  ('OVER-ALREADY', '(f,,)', 'the check of an expired invite tells only that it is not valid'),
  ((select code from codes where not is_ann), '(f,,)', 'the check of a code without a quota tells only that it is not valid'),
  ('', '(f,,)', 'the check of an empty code tells that it is not valid'),
  (null, '(f,,)', 'the check of no code tells that it is not valid'),
  (repeat('A', 100000), '(f,,)', 'the check of an endless code tells that it is not valid')
) as cases (code, expected, description);
