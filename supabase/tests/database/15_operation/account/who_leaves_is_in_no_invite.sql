-- cast: sam staff
insert into public.invites (code, max_uses, email) values ('FOR-ANN-ALONE', 3, 'ann@kolpact.test'), ('FOR-ANN-AGAIN', 1, 'ann@kolpact.test'), ('FOR-ANN-LATER', 1, 'ann.later@kolpact.test'), ('FOR-BOB-ALONE', 1, 'bob@kolpact.test');
insert into public.invites (code, max_uses) values ('FOR-ANYBODY', 5);
select tests.make_member('ann', 'brand', true, 'FOR-ANN-ALONE'), tests.make_member('bob', 'brand', true, 'FOR-BOB-ALONE'), tests.make_member('cyd', 'brand', true, 'FOR-ANYBODY');
update auth.users set email = 'ann.later@kolpact.test' where email = 'ann@kolpact.test';
delete from auth.users where id in (tests.user_id(tests.id('ann')), tests.user_id(tests.id('cyd')));
select results_eq($$ select code, email, expires_at <= clock_timestamp() from public.invites where code like 'FOR%' order by code $$,
  $$ values ('FOR-ANN-AGAIN', null, true), ('FOR-ANN-ALONE', null, true), ('FOR-ANN-LATER', null, true), ('FOR-ANYBODY', null, null), ('FOR-BOB-ALONE', 'bob@kolpact.test', null) $$,
  'an invite for an address of a member who leaves loses the address and admits nobody else');
select tests.gets('sam', $$ select count(*) from tests.listed('invites', '{"term": "ann@kolpact.test"}') $$, '0', 'staff do not find that somebody with this address was a member');
