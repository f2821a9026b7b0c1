-- cast: ann kol, sam staff
insert into public.invites (code, issuer_id) values ('FROM-STAFF', tests.id('sam'));
select tests.sign_up('bob@kolpact.test', jsonb_build_object('invite_code', referral_code)) from public.profiles where id = tests.id('ann');
select tests.sign_up('cyd@kolpact.test', '{"invite_code": "FROM-STAFF"}');
select is((select count(*) from public.profiles), (select count(*) from auth.users), 'every user has one profile');
select results_eq($$
  select r.inviter_id, r.status from public.referrals r join public.profiles p on p.id = r.invitee_id
  join auth.users u on u.id = p.user_id where u.email = 'bob@kolpact.test'
$$, $$ values (tests.id('ann'), 'joined') $$, 'a referral of a referral code names its owner');
select results_eq($$
  select r.inviter_id, i.code from public.referrals r join public.profiles p on p.id = r.invitee_id
  join auth.users u on u.id = p.user_id left join public.invites i on i.id = r.invite_id
  where u.email = 'cyd@kolpact.test'
$$, $$ values (tests.id('sam'), 'FROM-STAFF') $$, 'a referral of an invite names its issuer');
