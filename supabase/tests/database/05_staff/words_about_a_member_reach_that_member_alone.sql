-- cast: ann brand, sam staff, sue staff, xen brand
select tests.make_member('kim', 'kol', true, p.referral_code) from public.profiles p where p.id = tests.id('ann');
select tests.make_member('lea', 'kol', true, p.referral_code) from public.profiles p where p.id = tests.id('kim');
select tests.make_order(tests.id('xen'), tests.id('kim'), 'in_progress');
update public.profiles set is_staff = true where id = tests.id('xen');
select tests.by('sam', format('select public.suspend_profile(%L, true, ''fraud'', ''Your bank told us about a card.'')', tests.id('ann')));
select is(s.note = 'Your bank told us about a card.', name = 'ann', format('%s reads %s', name, case name when 'ann' then 'what happened' else 'no words about another member' end))
from unnest(array['ann', 'kim', 'lea']) as name join public.suspensions s on s.profile_id = tests.id(name);
select is((select count(*) from public.notifications n where n.data ->> 'note' like '%bank%'), 1::bigint, 'one member is notified of what happened');
select is((select details ->> 'note' from public.staff_audit where action = 'suspend_profile'), 'Your bank told us about a card.', 'the log keeps what happened');
select tests.by('ann', $$ select public.appeal_suspension('It was not me.') $$);
select tests.refused('xen', $$ select public.decide_suspension_appeal(tests.id('ann'), false, 'Fine.') $$, 'PT403', 'not_allowed', 'staff decide no appeal against an act that reached a case of their own');
select tests.allowed('sue', $$ select public.decide_suspension_appeal(tests.id('ann'), false, 'Fine.') $$, 'other staff decide it');
