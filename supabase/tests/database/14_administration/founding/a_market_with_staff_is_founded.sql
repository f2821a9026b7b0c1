create temporary table founded as select private.create_founding_invite('you@kolpact.test') as code;
select tests.make_staff('sam');
select tests.sign_up('you@kolpact.test', jsonb_build_object('invite_code', (select code from founded)));
select is((select count(*) from public.profiles where is_staff), 1::bigint, 'a founder who signs up after there is staff does not become staff');
delete from private.founding;
select throws_ok($$ select private.create_founding_invite('new@kolpact.test') $$, 'PT409', 'market_founded', 'a market with staff makes no founding invite');
