-- cast: ann kol
select tests.act_as(tests.id('ann'));
select throws_ok($$ insert into public.profiles (display_name) values ('Second') $$, '42501', null, 'no second profile');
select throws_ok($$ delete from public.profiles $$, '42501', null, 'no removal');
select throws_ok($$ insert into public.members select * from public.members $$, '42501', null, 'the public face is written by trigger only');
select throws_ok($$ update public.members set rating = 5 $$, '42501', null, 'and changed by trigger only');
select tests.act_as_service();
select throws_ok($$ update public.profiles set is_staff = true $$, '42501', null, 'the service role has no master key either');
