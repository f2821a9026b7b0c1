-- cast: ann brand, sam staff, sue staff, joe staff, xen brand
select tests.make_member('kim', 'kol', true, p.referral_code) from public.profiles p where p.id = tests.id('ann');
select tests.make_member('lea', 'kol', true, p.referral_code) from public.profiles p where p.id = tests.id('kim');
select tests.make_order(tests.id('xen'), tests.id('kim'), 'in_progress');
update public.profiles set is_staff = true where id = tests.id('xen');
select tests.by('sam', format('select public.suspend_profile(%L, true, ''fraud'', ''The card was reported as stolen.'')', tests.id('ann')));
select is(s.note = 'The card was reported as stolen.', name = 'ann', format('%s reads %s', name, case name when 'ann' then 'the note about them' else 'no note about another member' end))
from unnest(array['ann', 'kim', 'lea']) as name join public.suspensions s on s.profile_id = tests.id(name);
select is((select count(*) from public.notifications n where n.data ->> 'note' like '%stolen%'), 1::bigint, 'one member is notified with the note');
select is((select details ->> 'note' from public.staff_audit where action = 'suspend_profile'), 'The card was reported as stolen.', 'the audit log keeps the note of a suspension');
select tests.by('ann', $$ select public.appeal_suspension('It was not me.') $$);
select tests.refused('xen', $$ select public.decide_suspension_appeal(tests.id('ann'), false, 'Fine.') $$, 'PT403', 'not_allowed', 'staff decide no appeal against an act that also suspended a member whom they invited');
select tests.refused('xen', $$ select public.unsuspend_profile(tests.id('ann'), 'Fine.') $$, 'PT403', 'not_allowed', 'staff end no suspension that also reached a member whom they invited');
create function pg_temp.reads(who text) returns bigint language sql as $$
  select tests.answer(who, $q$ select count(*) from tests.listed('suspensions') as i where i ->> 'profile_id' = tests.id('ann')::text $q$)::bigint
$$;
select is(pg_temp.reads(name), seen, format('%s reads %s suspension', name, case seen when 0 then 'no' else 'the' end)) from (values ('xen', 0::bigint), ('sue', 1)) as t (name, seen);
create function pg_temp.words(who text, proposals bigint, suspensions int) returns setof text language plpgsql as $$
declare
  v_look jsonb;
begin
  perform tests.act_as(tests.id(who));
  v_look := public.read_member(tests.id('ann'), 'A complaint.') -> 'suspensions';
  return next is((select count(*) from tests.listed('audit', jsonb_build_object('kind', 'propose_staff_act')) as i), proposals, format('%s reads %s proposed act upon the tree', who, proposals));
  return next is(jsonb_array_length(v_look), suspensions, format('%s reads %s suspension after a look at the member', who, suspensions));
end;
$$;
select tests.by('sam', $$ select public.propose_staff_act('suspend_profile', jsonb_build_object('profile_id', tests.id('ann'), 'with_invitees', true, 'category', 'fraud',
  'note', 'They work with Xen.', 'without_end', true)) $$);
select pg_temp.words(name, proposals, suspensions) from (values ('xen', 0::bigint, 0), ('sue', 1, 1)) as t (name, proposals, suspensions);
select tests.by('sam', $$ select public.withdraw_staff_proposal(id) from public.staff_proposals $$);
select tests.allowed('sue', $$ select public.decide_suspension_appeal(tests.id('ann'), false, 'Fine.') $$, 'other staff decide an appeal in a case that is not their own');

-- Two members of staff suspend them again.
select tests.decide_by_two('sam', 'sue', 'suspend_profile', jsonb_build_object('profile_id', tests.id('ann'), 'with_invitees', true, 'category', 'fraud', 'note', 'Once more.'));
select tests.by('ann', $$ select public.appeal_suspension('It was not me.') $$);
select tests.refused('xen', $$ select public.decide_suspension_appeal(tests.id('ann'), true, 'No.') $$, 'PT403', 'not_allowed', 'staff decide no appeal against an act of two members that also suspended a member whom they invited');
select tests.allowed('joe', $$ select public.decide_suspension_appeal(tests.id('ann'), true, 'No.') $$, 'other staff decide an appeal against an act of two members');
