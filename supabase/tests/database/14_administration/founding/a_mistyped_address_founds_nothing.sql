select throws_ok($$ select private.create_founding_invite(' ') $$, 'PT422', 'founder_email_required', 'a founding invite needs an address');
create temporary table first as select private.create_founding_invite('yuo@kolpact.test') as code;
select throws_ok($$ select private.create_founding_invite('you@kolpact.test') $$, 'PT409', 'market_founded', 'a second founding invite is refused while the first can be used');
update public.invites set created_at = now() - interval '4 days', expires_at = now() where code = (select code from first);
select lives_ok($$ select private.create_founding_invite('you@kolpact.test') $$, 'a second founding invite is made after the first has ended');
-- The owner of the mistyped address signs up with the first code.
update public.invites set expires_at = null where code = (select code from first);
select tests.sign_up('yuo@kolpact.test', jsonb_build_object('invite_code', (select code from first)));
select is((select count(*) from public.profiles where is_staff), 0::bigint, 'an ended founding invite makes nobody staff');
select tests.sign_up('you@kolpact.test', jsonb_build_object('invite_code', (
  select code from public.invites where email = 'you@kolpact.test')));
select is((select count(*) from public.profiles where is_staff), 1::bigint, 'a founder whose address is confirmed at once is staff at once');
