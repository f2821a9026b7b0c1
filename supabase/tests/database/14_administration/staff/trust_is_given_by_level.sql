-- cast: ann kol, bea kol, sam staff, sue staff
select private.override_trust(tests.id('bea'), 'normal');
select tests.refused('sam', format('select public.set_trust_level(%L, %L)', tests.id('bea'), level), 'PT409', 'second_staff_required', why || ' takes two members of staff')
from (values ('trusted', 'more trust, which shortens holds,'), ('new', 'less trust, with which a lost chargeback takes earnings,'), ('computed', 'the level computed from the record')) as l (level, why);
select tests.decide_by_two('sam', 'sue', 'set_trust_level', jsonb_build_object('profile_id', tests.id('ann'), 'trust_level', 'trusted'));
select tests.gets('sam', $$ select trust_level from tests.profiles('ann') $$, 'trusted', 'two members of staff give a trust level');
select is((select details ->> 'from' from public.staff_audit where action = 'set_trust_level'), 'new', 'a given trust level is recorded');
select tests.refused('sam', $$ select public.set_trust_level(tests.id('ann'), 'blind') $$, 'PT400', 'profiles_trust_level_known', 'an unknown trust level is refused');
select private.request_reassessment(tests.id('ann'), now());
select private.run_due_work(now());
select is((select trust_level from public.profiles where id = tests.id('ann')), 'trusted', 'a trust level that staff set is not replaced by the computed one');
select tests.act_as(tests.id('sam'));
select tests.decide_by_two('sam', 'sue', 'set_trust_level', jsonb_build_object('profile_id', tests.id('ann'), 'trust_level', 'computed'));
select tests.gets('sam', $$ select trust_level from tests.profiles('ann') $$, 'new', 'a trust level that staff no longer set is computed from the record');
select set_eq($$ select details ->> 'to' from public.staff_audit where action = 'set_trust_level' $$, array['trusted', 'computed'], 'a return to the computed trust level is recorded');
select tests.by('sam', $$ select public.set_trust_level(tests.id('ann'), 'computed') $$);
select is((select count(*) from public.staff_audit where action = 'set_trust_level'), 2::bigint, 'a repeated return to the computed trust level is recorded once');
