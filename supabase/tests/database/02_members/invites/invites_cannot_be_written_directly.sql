-- cast: sam staff
select tests.act_as(tests.id('sam'));
select throws_ok($$ insert into public.invites (code) values ('MY-OWN-CODE') $$, '42501', null, 'not even staff: there is a function that writes it down');
select throws_ok($$ update public.invites set uses = 0 $$, '42501', null, 'uses are counted, not written');
select throws_ok($$ delete from public.invites $$, '42501', null, 'and stay');
select throws_ok($$ insert into public.referrals (invitee_id) values (tests.id('sam')) $$, '42501', null, 'the tree grows by sign-up alone');
select throws_ok($$ update public.referrals set status = 'activated' $$, '42501', null, 'and rewards by orders alone');
