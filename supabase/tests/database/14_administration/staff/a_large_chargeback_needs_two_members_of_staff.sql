-- cast: ann kol, bob brand, eve brand, sam staff, sue staff
create function pg_temp.charge_back(brand text, price bigint) returns void language sql as $$
  select tests.make_order(tests.id(brand), tests.id('ann'), 'funded', price);
  select tests.dispute('opened', price, 'dispute-' || tests.order_id())
$$;
select pg_temp.charge_back('bob', 600000), pg_temp.charge_back('eve', 600000);
update public.profiles set frozen_at = null where id = tests.id('bob');
select pg_temp.charge_back('bob', 600000);
select is((select count(*)::int from public.profiles where frozen_at is not null), 2, 'a chargeback freezes the brand');
select tests.allowed('sam', $$ select public.unfreeze_profile(tests.id('eve'), 'A mistake of the bank.', tests.causes(tests.id('eve'))) $$, 'one member of staff unfreezes a brand up to the limit');
select tests.refused('sam', $$ select public.unfreeze_profile(tests.id('bob'), 'Fine.', tests.causes(tests.id('bob'))) $$, 'PT409', 'second_staff_required',
  'two chargebacks above the limit together need two members of staff');
select tests.allowed('sam', $$ select public.propose_staff_act('unfreeze_profile', jsonb_build_object('profile_id', tests.id('bob'), 'note', 'Fine.', 'seen', tests.causes(tests.id('bob')))) $$,
  'one member of staff proposes to unfreeze the brand');
select tests.allowed('sue', $$ select public.confirm_staff_proposal(id) from public.staff_proposals $$, 'another member of staff confirms the proposal');
select is((select frozen_at from public.profiles where id = tests.id('bob')), null, 'the confirmed proposal unfreezes the brand');
