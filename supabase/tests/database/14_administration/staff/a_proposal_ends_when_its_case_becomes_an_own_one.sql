-- cast: sam brand, sue staff, kol kol, brand brand
select private.appoint_staff(tests.id('sam'));
select tests.by('sam', $$ select public.propose_staff_act('set_trust_level', jsonb_build_object('profile_id', tests.id('kol'), 'trust_level', 'trusted')) $$);
savepoint before;
select tests.make_order(tests.id('sam'), tests.id('kol'), 'in_progress');
select tests.refused('sue', $$ select public.confirm_staff_proposal(id) from public.staff_proposals $$, 'PT409', 'proposal_not_open', 'nobody confirms a proposal of staff who trade with its member by now');
rollback to before;
select tests.allowed('sue', $$ select public.confirm_staff_proposal(id) from public.staff_proposals $$, 'without such an order it is confirmed');
