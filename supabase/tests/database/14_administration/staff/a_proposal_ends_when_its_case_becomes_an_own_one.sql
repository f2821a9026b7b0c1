-- cast: sam brand, sue staff, kol kol, brand brand
select private.appoint_staff(tests.id('sam'));
select tests.by('sam', $$ select public.propose_staff_act('set_trust_level', jsonb_build_object('profile_id', tests.id('kol'), 'trust_level', 'trusted')) $$);
savepoint before;
select tests.make_order(tests.id('sam'), tests.id('kol'), 'in_progress');
select tests.refused('sue', $$ select public.confirm_staff_proposal(id) from public.staff_proposals $$, 'PT409', 'proposal_not_open', 'a proposal cannot be confirmed once its proposer trades with the member');
rollback to before;
select tests.allowed('sue', $$ select public.confirm_staff_proposal(id) from public.staff_proposals $$, 'the proposal can be confirmed when the proposer has no order with the member');

-- A side of the dispute was invited by the member of staff who proposed.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed', 2000000);
select tests.by('sam', 'select tests.hear()');
select tests.by('sue', 'select tests.read_case()');
select tests.by('sam', $$ select public.propose_staff_act('resolve_dispute', jsonb_build_object('order_id', tests.order_id(), 'creator_share_minor', 0, 'note', 'Junk.')) $$);
update public.referrals set inviter_id = tests.id('sam') where invitee_id = tests.id('kol');
select tests.refused('sue', $$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' $$, 'PT409', 'proposal_not_open', 'a ruling cannot be confirmed once its proposer may not rule');
