-- cast: brand brand, kol kol, sam staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.by('sam', $$ select public.propose_staff_act('set_trust_level', jsonb_build_object('profile_id', tests.id('kol'), 'trust_level', 'trusted')) $$);
select private.add_demerit(tests.id('kol'), tests.order_id(), 'dispute_lost', now());
select is((select status from public.staff_proposals where action = 'set_trust_level'), 'withdrawn', 'a lost dispute withdraws a proposal to trust the member');

select private.override_trust(tests.id('kol'), 'trusted');
select tests.by('sam', $$ select public.propose_staff_act('set_trust_level', jsonb_build_object('profile_id', tests.id('kol'), 'trust_level', 'normal')) $$);
select private.add_demerit(tests.id('kol'), tests.order_id(), 'late', now());
select is((select status from public.staff_proposals where arguments ->> 'trust_level' = 'normal'), 'open', 'a proposal that can only lower the trust of a member stays');
