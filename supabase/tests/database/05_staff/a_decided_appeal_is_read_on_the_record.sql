-- cast: ann kol, kin staff, sam staff, sue staff, xan staff
create function pg_temp.words() returns text language sql as $$
  select concat_ws(' / ', i ->> 'note', i ->> 'appeal', i ->> 'appeal_reply') from tests.listed('suspensions') as i
$$;
select tests.by('sam', $$ select public.suspend_profile(tests.id('ann'), false, 'fraud', 'Fake numbers.') $$);
select tests.by('ann', $$ select public.appeal_suspension('I was in hospital.') $$);
select tests.gets('xan', 'select pg_temp.words()', 'Fake numbers. / I was in hospital.', 'an appeal that waits is listed with its words, for whoever decides it');
update public.referrals set inviter_id = tests.id('kin'), invite_id = null where invitee_id = tests.id('ann');
select tests.gets('kin', 'select pg_temp.words()', null, 'a suspension is not listed to staff whose own case it is');
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('ann'), true, 'There is no proof.') $$);
select tests.gets('xan', 'select pg_temp.words()', 'Fake numbers.', 'a decided appeal is listed without its words and the reply');
select tests.gets('xan', $$ select public.read_member(tests.id('ann'), 'They wrote again.') #>> '{suspensions,0,appeal}' $$, 'I was in hospital.', 'opening the member, which is logged, shows the words of the appeal');
