-- cast: ann kol, bob brand, sam staff, sue staff, joe staff, kim staff
select tests.make_order(tests.id('bob'), tests.id('ann'), 'disputed', 1000001);
create function pg_temp.propose(who text, action text, share int) returns uuid language sql as $$
  select tests.answer(who, format($q$ select (public.propose_staff_act(%L, jsonb_build_object(
    'order_id', tests.order_id(), 'creator_share_minor', %s, 'note', 'Part of it.'))).id $q$, action, share))::uuid
$$;
create function pg_temp.confirm(who text) returns text language sql as $$
  select tests.answer(who, $q$ select (public.confirm_staff_proposal(p.id)).status from public.staff_proposals p where p.status = 'open' $q$)
$$;
select tests.act_as(tests.id(name)), tests.hear() from unnest(array['sam', 'joe']) as name;
select tests.act_as_owner();
select pg_temp.propose('sam', 'resolve_dispute', 250000);
select tests.gets('joe', $$ select item #> '{order,ruled}' from tests.listed('proposals') as item $$, null, 'a proposal of a first ruling names no earlier ruling');
select is(pg_temp.confirm('joe'), 'confirmed', 'two members of staff rule on a large order');
select tests.by('ann', $$ select public.appeal_ruling(tests.order_id(), 'All of it was done.') $$);
select tests.by('kim', $$ select tests.hear() $$);
select tests.by('sue', 'select tests.read_case()');
select tests.refused('sue', $$ select public.decide_appeal(tests.order_id(), 400000, 'More.') $$, 'PT409', 'second_staff_required', 'one member of staff cannot decide a large appeal');
select throws_ok($$ select pg_temp.propose('joe', 'decide_appeal', 400000) $$, 'PT409', 'dispute_already_seen', 'a member of staff who ruled cannot propose the decision of the appeal');
select lives_ok($$ select pg_temp.propose('sue', 'decide_appeal', 400000) $$, 'another member of staff proposes the decision of the appeal');
select is(status, 'appealed', 'a proposal does not decide the appeal') from public.pack_orders where id = tests.order_id();
select tests.gets('kim', $$ select item #>> '{order,ruled,creator_share_minor}' from tests.listed('proposals') as item $$, '250000', 'the member of staff who confirms the decision reads the share that was ruled');
select is(pg_temp.confirm('kim'), 'confirmed', 'a fourth member of staff confirms the decision');
select results_eq($$ select status, creator_share_minor from public.pack_orders where id = tests.order_id() $$,
  $$ values ('settled', 400000::bigint) $$, 'the confirmed decision settles the order');
