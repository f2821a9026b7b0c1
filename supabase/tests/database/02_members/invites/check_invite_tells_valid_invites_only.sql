-- cast: ann kol, bob kol, cyd kol unapproved, dan kol unapproved, sam staff
create temporary table codes as select t.name, p.referral_code as code from public.profiles p join tests.people t on t.profile_id = p.id;
update public.profiles set rejected_at = now(), rejection_reason = 'The name insults.' where id = tests.id('dan');
insert into public.invites (code, max_uses, uses) values ('ALL-TAKEN', 1, 1);
insert into public.invites (code, created_at, expires_at) values ('OVER-ALREADY', now() - interval '2 days', now() - interval '1 day');
insert into public.invites (code, issuer_id, role, email) values
  ('FROM-SAM-TOO', tests.id('sam'), 'brand', 'x@kolpact.test'), ('NOT-OF-STAFF', tests.id('ann'), null, null);
update public.profiles set invites_left = 0 where id = tests.id('bob');
select tests.act_as_anon();
select is(public.check_invite(code)::text, expected, description) from (values
  ((select code from codes where name = 'ann'), '(t,Ann,)', 'the check of a referral code names the inviter'),
  ((select code from codes where name = 'cyd'), '(t,Cyd,)', 'the check names an inviter whom staff have not approved yet'),
  ((select code from codes where name = 'dan'), '(f,,)', 'the code of a member whom staff rejected admits nobody'),
  ('from-sam-too', '(t,Sam,brand)', 'the check of an invite names its issuer and its role'),
  ('NOT-OF-STAFF', '(f,,)', 'the check of an invite of a dismissed member of staff tells only that it is not valid'),
  ('TESTS-INVITE', '(t,,)', 'the check of an invite of staff names nobody'),
  ('NO-SUCH-CODE', '(f,,)', 'the check of an unknown code tells only that it is not valid'),
  ('ALL-TAKEN', '(f,,)', 'the check of a used invite tells only that it is not valid'),
  ('OVER-ALREADY', '(f,,)', 'the check of an expired invite tells only that it is not valid'),
  ((select code from codes where name = 'bob'), '(f,,)', 'the check of a code without a quota tells only that it is not valid'),
  ('', '(f,,)', 'the check of an empty code tells that it is not valid'),
  (null, '(f,,)', 'the check of a missing code tells that it is not valid'),
  (repeat('A', 100000), '(f,,)', 'the check of an endless code tells that it is not valid')
) as cases (code, expected, description);
create function pg_temp.own(name text) returns boolean language sql as $$
  select tests.answer(name, 'select public.my_code_admits()')::boolean
$$;
select is(pg_temp.own(name), admits, name || ' reads whether the own code admits anybody')
from (values ('ann', true), ('bob', false), ('cyd', true), ('dan', false)) as cases (name, admits);
