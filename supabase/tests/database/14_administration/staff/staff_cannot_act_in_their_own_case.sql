-- cast: ann kol, cyd kol, dan kol, bob brand, eve brand, fay brand, sam staff, sue staff
create function pg_temp.in_suspense() returns uuid language sql security definer as $$ select id from public.payments where status = 'suspense' $$;
select plan(51);
-- Sam invited ann with his own code, and issued cyd's invite; bob invited sam.
update public.referrals set inviter_id = tests.id('sam'), invite_id = null where invitee_id = tests.id('ann');
update public.referrals set inviter_id = tests.id('bob'), invite_id = null where invitee_id = tests.id('sam');
update public.referrals set inviter_id = tests.id('sam') where invitee_id = tests.id('cyd');

create temporary table reports as
select kind, tests.report_message(writer, receiver) as id
from (values ('about themselves', 'sam', 'dan'), ('by themselves', 'eve', 'sam'), ('about a member whom they invited', 'ann', 'eve'), ('of others', 'fay', 'cyd'))
  as r (kind, writer, receiver);
create temporary table disputes as
select kind, tests.make_order(tests.id(brand), tests.id(kol), 'disputed') as id
from (values ('of their own', 'sam', 'dan'), ('of the member who invited them', 'bob', 'dan'), ('of a member whom they invited', 'eve', 'ann'), ('of others', 'fay', 'cyd'))
  as d (kind, brand, kol);
select tests.by('service', $$ select public.record_payment('sandbox', 'lost', null, 500, 'USD') $$);

select tests.act_as(tests.id('sam'));
select throws_ok(format('select public.%s', act), 'PT403', 'not_allowed', 'staff cannot act in their own case: ' || act)
from unnest(array[
  $$approve_profile(tests.id('sam'))$$, $$verify_profile(tests.id('sam'), tests.shown_hash(tests.id('sam')))$$, $$unsuspend_profile(tests.id('sam'), 'x')$$,
  $$reject_profile(tests.id('sam'), 'x')$$, $$verify_profile(tests.id('ann'), tests.shown_hash(tests.id('ann')))$$,
  $$set_trust_level(tests.id('sam'), 'trusted')$$, $$set_trust_level(tests.id('bob'), 'trusted')$$, $$unsuspend_profile(tests.id('ann'), 'x')$$]) as act;
select throws_ok(format('select public.resolve_reports(array[%L]::uuid[], ''Fine.'')', id), 'PT409', 'report_not_open', 'staff cannot close a report ' || kind)
from reports where kind <> 'of others';
select throws_ok(format('select public.reopen_report(%L)', id), 'PT409', 'report_not_closed', 'staff cannot reopen a report ' || kind) from reports where kind <> 'of others';
select throws_ok(format('select public.read_report(%L)', id), 'PT409', 'report_not_open', 'staff cannot read a report ' || kind) from reports where kind <> 'of others';
select is(public.resolve_reports(array(select id from reports where kind <> 'by themselves' order by kind), 'Fine.'), 1,
  'a request to close reports leaves out own cases, so that it does not tell staff who reported them');
select public.reopen_report((select id from reports where kind = 'of others'));
select results_eq('select id from tests.reports()', $$ select id from reports where kind = 'of others' $$,
  'staff read no report in their own case');
select throws_ok(format('select public.resolve_dispute(%L, 5000, ''Half.'')', id), 'PT403', 'not_allowed', 'staff cannot rule on a dispute ' || kind)
from disputes where kind <> 'of others';
select throws_ok($$ select public.resolve_suspense(pg_temp.in_suspense(), tests.id('bob'), 'His.', 500) $$,
  'PT403', 'not_allowed', 'staff cannot give money to a member related to them');
select lives_ok($$ select public.verify_profile(tests.id('cyd'), tests.shown_hash(tests.id('cyd'))) $$, 'a member who came by an invite of staff is not related to them');
select lives_ok(format('select public.resolve_reports(array[%L]::uuid[], ''Fine.'')', id), 'staff close a report of others') from reports where kind = 'of others';
select throws_ok(format('select public.resolve_dispute(%L, 5000, ''Half.'')', id), 'PT403', 'not_allowed', 'staff cannot rule on a dispute with a member whom they invited') from disputes where kind = 'of others';
select tests.allowed('sue', format('select public.resolve_reports(array[%L]::uuid[], ''Fine.'')', id), 'another member of staff closes a report about staff') from reports where kind = 'about themselves';

-- A member of staff is the other side of an order, and could decide its end.
select tests.make_member(name) from unnest(array['kim', 'lea', 'mia', 'ned', 'far kin']) as name;
select tests.make_invitee('niece', 'brand', tests.id('ann'));
select tests.make_member('root', 'brand');
select tests.make_invitee('cousin', 'brand', tests.id('root'));
update public.referrals set inviter_id = tests.id('root'), invite_id = null where invitee_id = tests.id('bob');
update private.branches set branch_id = tests.id('root') where profile_id in (tests.id('bob'), tests.id('sam'));
update public.referrals set inviter_id = tests.id('kim'), invite_id = null where invitee_id = tests.id('ned');
create temporary table orders_of_sam as
select kol, tests.make_order(tests.id('sam'), tests.id(kol), status) as id
from (values ('kim', 'delivered'), ('lea', 'pending_payment'), ('mia', 'completed')) as o (kol, status);
select tests.act_as(tests.id('sam'));
select is(tests.refusal(format('select public.' || act, tests.id(who))), 'not_allowed', format('staff cannot call for a related member: ' || act, who))
from unnest(array['suspend_profile(%L)', 'unsuspend_profile(%L, ''x'')', 'set_trust_level(%L, ''normal'')', 'verify_profile(%L, null)',
    'approve_profile(%L)']) as act,
  unnest(array['kim', 'niece', 'root', 'cousin']) as who;
select is(tests.refusal($$ select public.suspend_profile(tests.id('lea')) $$), null, 'an unpaid order recuses no member of staff');
select is(tests.refusal($$ select public.suspend_profile(tests.id('mia')) $$), null, 'a completed order recuses no member of staff');
select is(tests.refusal($$ select public.suspend_profile(tests.id('far kin'), true) $$), null, 'a stranger is no case of a member of staff');
select tests.act_as_owner();
update public.referrals set inviter_id = tests.id('far kin'), invite_id = null where invitee_id = tests.id('kim');
select tests.gets('sam', $c$ select tests.refusal($$ select public.suspend_profile(tests.id('far kin'), true) $$) $c$, 'not_allowed', 'staff cannot suspend a branch that has a member related to them');
