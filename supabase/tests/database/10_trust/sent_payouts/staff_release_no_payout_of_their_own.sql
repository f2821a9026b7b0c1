-- cast: brand brand, ann kol, cyd kol, dan kol, sam staff, sue staff, una staff
update public.referrals set inviter_id = tests.id('sam'), invite_id = null where invitee_id = tests.id('ann');
update public.referrals set inviter_id = tests.id('sue'), invite_id = null where invitee_id = tests.id('cyd');
select tests.earn('ann', 'cyd', 'dan');
create temporary table p as select name, tests.send_later(name, 4000) as id from unnest(array['ann', 'cyd', 'dan']) as name;
create function pg_temp.id(who text) returns uuid language sql security definer as $$ select id from p where name = who $$;
select tests.by('una', $$ select public.halt_payouts('The bank is down.') $$);
select tests.decide_by_two('sam', 'sue', 'release_payouts', '{"note": "Up again.", "halt_reason": "The bank is down."}');
select results_eq($$ select name, private.kept_because(o) from public.payouts o join p using (id) order by name $$,
  $$ values ('ann', 'halted'), ('cyd', 'halted'), ('dan', null) $$, 'payouts that are an own case of the proposer or the confirmer stay stopped');
select results_eq('select distinct reason from public.payout_halts where payout_id is not null', $$ values ('The bank is down.') $$, 'the queue says why payouts of the proposer''s or the confirmer''s own case stay stopped');
select tests.refused('sue', $$ select public.release_payouts('Mine.', pg_temp.id('cyd')) $$, 'PT403', 'not_allowed', 'neither the proposer nor the confirmer can release alone a payout of their own case');
select tests.refused('sam', $$ select public.record_payout_returned(pg_temp.id('ann'), 'Sent back.') $$, 'PT403', 'not_allowed', 'staff cannot record that a payout of their own case was returned');
select tests.refused('una', $$ select public.release_payouts(' ', pg_temp.id('cyd')) $$, 'PT422', 'reason_required', 'nobody releases a payout without a reason');
select tests.allowed('una', $$ select public.release_payouts('Fine.', pg_temp.id('cyd'), 'The bank is down.') $$, 'another member of staff releases a payout that is an own case of the first two');
select is((select private.kept_because(o) from public.payouts o where id = pg_temp.id('cyd')), null, 'nothing holds back a payout that another member of staff released');

-- The release was proposed before the payout was stopped.
select tests.by('sue', format($$ select public.propose_staff_act('release_payouts', %L) $$, jsonb_build_object('payout_id', pg_temp.id('dan'), 'note', 'All in order.')));
select tests.by('una', $$ select public.halt_payouts('A stolen account.', pg_temp.id('dan')) $$);
select is((select p.status from public.staff_proposals p where p.subject = pg_temp.id('dan')::text), 'withdrawn', 'a stop of a payout ends what was proposed before to release it');
select is((select private.kept_because(o) from public.payouts o where id = pg_temp.id('dan')), 'halted', 'a payout stays stopped after its older release was withdrawn');

-- Returns the payouts of which the list says that a proposal waits for a second member of staff.
create function pg_temp.proposed(who text) returns text language sql as $$
  select tests.answer(who, $q$ select string_agg(p.name, ', ' order by p.name)
    from tests.listed('payouts') as i join p on p.id = (i ->> 'id')::uuid where (i -> 'is_proposed')::boolean $q$)
$$;
grant select on p to authenticated;
select is(pg_temp.proposed('una'), null, 'a payout whose release nobody proposed does not say that it waits');
select tests.by('sue', format($q$ select public.propose_staff_act('record_payout_failed', %L) $q$, jsonb_build_object('payout_id', p.id, 'reason', 'Closed.'))) from p where name in ('ann', 'dan');
select is(pg_temp.proposed('una'), 'ann, dan', 'a payout says that an act about it waits for a second member of staff');
select is(pg_temp.proposed('sam'), 'dan', 'a payout does not say that an act waits to staff whose own case it is');
