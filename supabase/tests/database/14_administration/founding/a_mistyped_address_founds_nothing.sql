select throws_ok($$ select private.create_founding_invite(' ') $$, 'PT422', 'founder_email_required', 'an address is needed');
create temporary table first as select private.create_founding_invite('yuo@kolpact.test') as code;
select throws_ok($$ select private.create_founding_invite('you@kolpact.test') $$, 'PT409', 'market_founded', 'while the invite can be used there is no second');
update public.invites set created_at = now() - interval '4 days', expires_at = now() where code = (select code from first);
select lives_ok($$ select private.create_founding_invite('you@kolpact.test') $$, 'once it has ended there is');
-- The owner of the mistyped address signs up with the first code after all.
update public.invites set expires_at = null where code = (select code from first);
select tests.sign_up('yuo@kolpact.test', jsonb_build_object('invite_code', (select code from first)));
select is((select count(*) from public.profiles where is_staff), 0::bigint, 'the first invite gives no office any more');
select tests.sign_up('you@kolpact.test', jsonb_build_object('invite_code', (
  select code from public.invites where email = 'you@kolpact.test')));
select is((select count(*) from public.profiles where is_staff), 1::bigint, 'the second one does');
