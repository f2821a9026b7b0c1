select lives_ok($$ insert into public.invites (code) values ('GOOD-CODE') $$, 'a well-formed invite is stored');
select throws_ok($$ insert into public.invites (code) values ('GOOD-CODE') $$, '23505', null, 'two invites never have one code');
select throws_ok('insert into public.invites ' || invite, '23514', null, description) from (values
  ($$(code) values ('short')$$, 'a code is long enough and in capital letters'),
  ($$(code, max_uses) values ('NO-PLACES', 0)$$, 'an invite has at least one place'),
  ($$(code, uses) values ('OVERBOOKED', 2)$$, 'an invite has no more uses than places'),
  ($$(code, email) values ('NO-ADDRESS', 'nobody')$$, 'an invite for one address names an e-mail address'),
  ($$(code, expires_at) values ('BORN-DEAD', now() - interval '1 day')$$, 'an invite does not expire before it is issued')
) as cases (invite, description);
