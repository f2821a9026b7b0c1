select lives_ok($$ insert into public.invites (code) values ('GOOD-CODE') $$, 'a good one');
select throws_ok($$ insert into public.invites (code) values ('GOOD-CODE') $$, '23505', null, 'codes are unique');
select throws_ok($$ insert into public.invites (code) values ('short') $$, '23514', null, 'upper case and long enough');
select throws_ok($$ insert into public.invites (code, max_uses) values ('NO-PLACES', 0) $$, '23514', null, 'at least one place');
select throws_ok($$ insert into public.invites (code, uses) values ('OVERBOOKED', 2) $$, '23514', null, 'no more uses than places');
select throws_ok($$ insert into public.invites (code, email) values ('NO-ADDRESS', 'nobody') $$, '23514', null, 'an address is an address');
select throws_ok($$ insert into public.invites (code, expires_at) values ('BORN-DEAD', now() - interval '1 day') $$, '23514', null, 'open for a while at least');
