-- cast: ann kol unapproved
select tests.act_as(tests.id('ann'));
select isnt_empty($$ update public.profiles set bio = 'Mine' where id = tests.id('ann') returning id $$, 'the owner may write the row');
select throws_ok($$ update public.profiles set rating = 5 where id = tests.id('ann') $$, '42501', null, 'but not rating');
select throws_ok($$ update public.profiles set review_count = 9 where id = tests.id('ann') $$, '42501', null, 'but not review_count');
select throws_ok($$ update public.profiles set completed_orders = 9 where id = tests.id('ann') $$, '42501', null, 'but not completed_orders');
select throws_ok($$ update public.profiles set trust_level = 'trusted' where id = tests.id('ann') $$, '42501', null, 'but not trust_level');
select throws_ok($$ update public.profiles set is_verified = true where id = tests.id('ann') $$, '42501', null, 'but not is_verified');
select throws_ok($$ update public.profiles set is_approved = true where id = tests.id('ann') $$, '42501', null, 'but not is_approved');
select throws_ok($$ update public.profiles set is_staff = true where id = tests.id('ann') $$, '42501', null, 'but not is_staff');
select throws_ok($$ update public.profiles set referral_code = 'MINE' where id = tests.id('ann') $$, '42501', null, 'but not referral_code');
select throws_ok($$ update public.profiles set invites_left = 20 where id = tests.id('ann') $$, '42501', null, 'but not invites_left');
select throws_ok($$ update public.profiles set onboarded_at = now() where id = tests.id('ann') $$, '42501', null, 'but not onboarded_at');
select throws_ok($$ update public.profiles set suspended_at = null where id = tests.id('ann') $$, '42501', null, 'but not suspended_at');
select throws_ok($$ update public.profiles set deleted_at = now() where id = tests.id('ann') $$, '42501', null, 'but not deleted_at');
select throws_ok($$ update public.profiles set user_id = null where id = tests.id('ann') $$, '42501', null, 'but not user_id');
select throws_ok($$ update public.profiles set id = gen_random_uuid() where id = tests.id('ann') $$, '42501', null, 'but not id');
select throws_ok($$ update public.profiles set created_at = now() where id = tests.id('ann') $$, '42501', null, 'but not created_at');
select throws_ok($$ update public.profiles set updated_at = now() where id = tests.id('ann') $$, '42501', null, 'but not updated_at');
