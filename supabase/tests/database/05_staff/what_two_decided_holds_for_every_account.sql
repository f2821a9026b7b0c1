-- cast: sam staff, sue staff, joe staff, ann brand, ann2 brand
select private.join_people(tests.id('ann'), tests.id('ann2'), 'inbox');
select tests.by('sam', $$ select public.suspend_profile(tests.id('ann'), false, 'fraud', 'A stolen card.') $$);
select tests.by('ann', $$ select public.appeal_suspension('It was mine.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('ann'), true, 'The bank says no.') $$);
select tests.refused('joe', $$ select public.unsuspend_profile(tests.id('ann2'), 'Fine.') $$, 'PT409', 'second_staff_required', 'one member of staff does not reinstate another account of a person on whom two decided');
select tests.by('ann2', $$ select public.appeal_suspension('It was mine.') $$);
select tests.refused('joe', $$ select public.decide_suspension_appeal(tests.id('ann2'), false, 'Fine.') $$, 'PT409', 'second_staff_required', 'one member of staff grants no appeal of a person on whom two decided');
select private.run_due_work(now() + interval '30 days');
select is((select suspended_at is not null from tests.profiles('Ann2')), true, 'an appeal that nobody decides does not reinstate another account of a person on whom two decided') from tests.act_as(tests.id('sam'));
