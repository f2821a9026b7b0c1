-- cast: ann kol, cyd kol, bob brand
select tests.make_order(tests.id('bob'), tests.id('cyd'), 'completed');
select private.member_account(tests.id('ann'), 'available', 'USD');
select is(private.has_traded(tests.id('ann')), false, 'nor by an empty account');
select tests.act_as(tests.id('ann'));
select lives_ok($$ update public.profiles set role = 'brand' where id = tests.id('ann') $$, 'so it is changed');
select tests.act_as_owner();
select private.post_transfer('payment', array[private.platform_account('cash', 'USD', gen_random_uuid()),
  private.member_account(tests.id('ann'), 'available', 'USD')], array[-1, 1]);
select is(private.has_traded(tests.id('ann')), true, 'a hundredth would fix it');
