-- cast: ann brand, sam staff, sue staff, joe staff, eve staff
select tests.make_member('kim', 'kol', true, p.referral_code) from public.profiles p where p.id = tests.id('ann');
select tests.make_member('lea', 'kol', true, p.referral_code) from public.profiles p where p.id = tests.id('kim');
update public.profiles p set locale = l.locale from (values ('kim', 'es'), ('lea', 'tr')) as l (name, locale) where p.id = tests.id(l.name);
create function pg_temp.suspended() returns text language sql security definer as $$
  select string_agg(t.name, ' ' order by t.name) from tests.people t join public.profiles p on p.id = t.profile_id where p.suspended_at is not null
$$;
-- Moves the times of everything done until now back by a day.
create procedure pg_temp.wait() language sql security definer as $$
  update public.suspensions set created_at = created_at - interval '1 day', ended_at = ended_at - interval '1 hour', ends_at = ends_at - interval '1 day';
  update private.brought_in set created_at = created_at - interval '1 day'
$$;
create function pg_temp.suspend() returns text language sql as $$
  select tests.by('sam', $c$ select public.suspend_profile(tests.id('ann'), true, 'fraud', 'A stolen card.') $c$);
  select pg_temp.suspended()
$$;
savepoint before;
-- An appeal is not undone by an older proposal about the inviter.
select tests.by('joe', $c$ select public.propose_staff_act('suspend_profile', jsonb_build_object('profile_id', tests.id('ann'), 'with_invitees', true, 'category', 'fraud',
  'note', 'A ring.', 'without_end', true)) $c$);
select tests.by('sam', $$ select public.suspend_profile(tests.id('kim'), false, 'conduct', 'Rude.') $$);
select tests.by('kim', $$ select public.appeal_suspension('I did nothing.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('kim'), false, 'Right.') $$);
select is((select p.status from public.staff_proposals p where p.subject = tests.id('ann')::text), 'withdrawn', 'a proposal ends if it would suspend members again whom an appeal reinstated');
rollback to before;
select is(pg_temp.suspend(), 'ann kim lea', 'a suspension with invitees reaches all members of the tree below the member');
select results_eq('select t.name, s.category from public.suspensions s join tests.people t using (profile_id) order by 1',
  $$ values ('ann', 'fraud'), ('kim', 'other'), ('lea', 'other') $$, 'the category is stored only for the member whom the suspension is about');
select results_eq('select t.name, s.note from public.suspensions s join tests.people t using (profile_id) order by 1', $$ values
  ('ann', 'A stolen card.'), ('kim', 'La cuenta que te trajo ha sido suspendida, y la tuya con ella.'), ('lea', 'Sizi getiren hesap askıya alındı, sizinki de onunla birlikte.') $$,
  'an invitee reads the reason in their own language');
select is((select a.details ->> 'category' from public.staff_audit a where a.action = 'suspend_profile'), 'fraud', 'the audit log has the category of the suspension');
select tests.by('kim', $$ select public.appeal_suspension('I did nothing.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('kim'), false, 'Right.') $$);
select is(pg_temp.suspended(), 'ann lea', 'an invitee''s appeal reinstates that invitee alone');
select tests.by('ann', $$ select public.appeal_suspension('It was mine.') $$);
select tests.finds('sue', $$ select (l.item ->> 'brought_in')::int from tests.listed('suspensions') as l (item) where l.item ->> 'appeal' is not null $$, 'values (1)',
  'staff who decide read how many members would be reinstated together');
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('ann'), false, 'The bank confirms.') $$);
select is((select a.details -> 'reinstated' from public.staff_audit a where a.action = 'decide_suspension_appeal' and a.subject_id = tests.id('ann')),
  to_jsonb(array[tests.id('ann'), tests.id('lea')]), 'the audit log names those who were reinstated');
select is(pg_temp.suspended(), null, 'the appeal of the member whom the suspension is about reinstates the invitees');
rollback to before;

select tests.by('joe', $c$ select public.suspend_profile(tests.id('ann'), false, 'fraud', 'A stolen card.') $c$);
call pg_temp.wait();
select is(pg_temp.suspend(), 'ann kim lea', 'a later act reaches the invitees of a suspended member');
savepoint opened;
select tests.by('ann', $$ select public.appeal_suspension('It was mine.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('ann'), false, 'The bank confirms.') $$);
select is(pg_temp.suspended(), null, 'the appeal of a suspended member reinstates the invitees whom a later act suspended');
rollback to opened;
select tests.by('sue', $$ select public.unsuspend_profile(tests.id('ann'), 'The bank confirms.') $$);
call pg_temp.wait();
savepoint alone;
select tests.by('joe', $$ select public.suspend_profile(tests.id('ann'), false, 'conduct', 'Rude.') $$);
select tests.by('ann', $$ select public.appeal_suspension('I was not.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('ann'), false, 'Right.') $$);
select is(pg_temp.suspended(), 'kim lea', 'the appeal of a later suspension reinstates nobody else once staff have reinstated that member alone');
rollback to alone;
select is(pg_temp.suspend(), 'ann kim lea', 'a later suspension can reach the invitees again');
select tests.by('ann', $$ select public.appeal_suspension('It was mine.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('ann'), false, 'The bank confirms.') $$);
select is(pg_temp.suspended(), null, 'the appeal against a later suspension reinstates the invitees whom it reached');
rollback to before;

select tests.by('joe', $c$ select public.suspend_profile(tests.id('kim'), true, 'spam', 'The same text to all.') $c$);
call pg_temp.wait();
select is(pg_temp.suspend(), 'ann kim lea', 'a suspension reaches a tree that includes that of another act');
select results_eq('select t.name, s.ends_at > now() + interval ''100 days'' from public.suspensions s join tests.people t using (profile_id) order by 1',
  $$ values ('ann', true), ('kim', false), ('lea', true) $$, 'members whom two suspensions reach are suspended for the longer term');
select is((select count(*)::int from public.notifications n where n.user_id = tests.user_id(tests.id('lea')) and n.event = 'account_suspended'), 2, 'a member who is suspended for longer is notified again');
savepoint around;
select tests.by('sue', $$ select public.unsuspend_profile(tests.id('kim'), 'Another text.', true) $$);
select is(pg_temp.suspended(), 'ann lea', 'reinstating the inner member with all invitees leaves them to the suspension of the outer member');
select tests.by('sue', $$ select public.unsuspend_profile(tests.id('ann'), 'The bank confirms.', true) $$);
select is(pg_temp.suspended(), null, 'the members left to the outer suspension are reinstated with the outer member');
rollback to around;
select tests.by('kim', $$ select public.appeal_suspension('I wrote to nobody.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('kim'), false, 'Another text.') $$);
select is(pg_temp.suspended(), 'ann lea', 'the appeal of the inner member reinstates nobody whom the outer suspension reaches');
select tests.by('ann', $$ select public.appeal_suspension('It was mine.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('ann'), false, 'The bank confirms.') $$);
select is(pg_temp.suspended(), null, 'the appeal of the outer member reinstates the members whom the inner one''s appeal left suspended');
rollback to around;
select tests.by('ann', $$ select public.appeal_suspension('It was mine.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('ann'), false, 'The bank confirms.') $$);
select is(pg_temp.suspended(), 'kim lea', 'the appeal of the outer member leaves the members of the inner suspension suspended');
rollback to before;

select is(pg_temp.suspend(), 'ann kim lea', 'a suspension with invitees reaches the whole tree before another act names a part of it');
call pg_temp.wait();
select tests.by('joe', $c$ select public.suspend_profile(tests.id('kim'), true, 'spam', 'The same text to all.') $c$);
select tests.by('ann', $$ select public.appeal_suspension('It was mine.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('ann'), false, 'The bank confirms.') $$);
select is(pg_temp.suspended(), null, 'the appeal of the inviter reinstates the whole tree, also when a later act named a part of it that was suspended already');
rollback to before;

select tests.by('joe', $c$ select public.suspend_profile(tests.id('kim'), true, 'spam', 'The same text to all.') $c$);
select tests.decide_by_two('sam', 'sue', 'suspend_profile', jsonb_build_object('profile_id', tests.id('kim'), 'category', 'fraud', 'note', 'A ring.', 'without_end', true));
call pg_temp.wait();
select tests.decide_by_two('sam', 'sue', 'suspend_profile', jsonb_build_object('profile_id', tests.id('ann'), 'with_invitees', true, 'category', 'fraud', 'note', 'A ring.', 'without_end', true));
select tests.by('ann', $$ select public.appeal_suspension('It was mine.') $$);
select tests.decide_by_two('joe', 'eve', 'decide_suspension_appeal', jsonb_build_object('profile_id', tests.id('ann'), 'upheld', false, 'note', 'The bank confirms.'));
select is(pg_temp.suspended(), 'kim lea', 'a suspension that replaces another one stays about the same members and their invitees');
rollback to before;

select tests.make_member('ann2', 'brand');
select private.join_people(tests.id('ann'), tests.id('ann2'), 'inbox');
select tests.by('joe', $c$ select public.suspend_profile(tests.id('ann2'), false, 'fraud', 'A stolen card.') $c$);
update public.suspensions set ended_at = now(), ended_because = 'lifted' where profile_id = tests.id('ann');
update public.profiles set suspended_at = null where id = tests.id('ann');
call pg_temp.wait();
select is(pg_temp.suspend(), 'ann ann2 kim lea', 'the invitees are recorded as suspended with one of a person''s two accounts');
select tests.by('ann2', $$ select public.appeal_suspension('It was mine.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('ann2'), false, 'The bank confirms.') $$);
select is(pg_temp.suspended(), 'ann kim lea', 'the appeal of the other account reinstates no invitee who was suspended with the first account');
rollback to before;

select tests.by('joe', $c$ select public.suspend_profile(tests.id('kim'), true, 'spam', 'The same text to all.') $c$);
select tests.by('sam', $c$ select public.suspend_profile(tests.id('kim'), true, 'fraud', 'A stolen card.') $c$);
select is((select array_agg(distinct s.ends_at - s.created_at) from public.suspensions s where s.profile_id in (tests.id('kim'), tests.id('lea'))), array[interval '7 days'],
  'a longer act about a leader who is suspended already keeps nobody longer than the leader');
rollback to before;

select is(pg_temp.suspend(), 'ann kim lea', 'a suspension with invitees reaches the whole tree before two members of staff replace it');
select tests.decide_by_two('sam', 'sue', 'suspend_profile', jsonb_build_object('profile_id', tests.id('ann'), 'category', 'fraud', 'note', 'A ring.', 'without_end', true));
select tests.by('ann', $$ select public.appeal_suspension('It was mine.') $$);
select tests.decide_by_two('joe', 'eve', 'decide_suspension_appeal', jsonb_build_object('profile_id', tests.id('ann'), 'upheld', false, 'note', 'The bank confirms.'));
select is(pg_temp.suspended(), null, 'an appeal reinstates invitees whom a replaced act had suspended');
rollback to before;

select is(pg_temp.suspend(), 'ann kim lea', 'a suspension with invitees reaches the whole tree before two members of staff replace a part of it');
select tests.act_as_owner();
update public.suspensions set created_at = created_at - interval '2 days';
select tests.decide_by_two('sam', 'sue', 'suspend_profile', jsonb_build_object('profile_id', tests.id('kim'), 'category', 'fraud', 'note', 'A ring.', 'without_end', true));
savepoint replaced;
select tests.by('kim', $$ select public.appeal_suspension('It was mine.') $$);
select tests.decide_by_two('joe', 'eve', 'decide_suspension_appeal', jsonb_build_object('profile_id', tests.id('kim'), 'upheld', false, 'note', 'The bank confirms.'));
select is(pg_temp.suspended(), 'ann lea', 'the appeal of one invitee reinstates no other invitee of that act');
rollback to replaced;
select tests.decide_by_two('joe', 'eve', 'unsuspend_profile', jsonb_build_object('profile_id', tests.id('kim'), 'note', 'Another card.'));
update public.suspensions set created_at = created_at - interval '1 day', ended_at = ended_at - interval '1 day' where ended_at is not null;
select tests.by('sam', $$ select public.suspend_profile(tests.id('kim'), false, 'conduct', 'Rude.') $$);
select tests.by('joe', $$ select public.unsuspend_profile(tests.id('kim'), 'Not rude.', true) $$);
select is(pg_temp.suspended(), 'ann lea', 'the end of a later suspension reinstates nobody whom an earlier one reaches');
rollback to before;

select tests.decide_by_two('sam', 'sue', 'suspend_profile', jsonb_build_object('profile_id', tests.id('ann'), 'with_invitees', true, 'category', 'fraud', 'note', 'A ring.', 'without_end', true));
select tests.by('ann', $$ select public.appeal_suspension('It was mine.') $$);
select tests.decide_by_two('joe', 'eve', 'decide_suspension_appeal', jsonb_build_object('profile_id', tests.id('ann'), 'upheld', false, 'note', 'The bank confirms.'));
select is(pg_temp.suspended(), null, 'an appeal that two of staff grant reinstates the invitees whom two had suspended');
rollback to before;

select is(pg_temp.suspend(), 'ann kim lea', 'a suspension with invitees reaches the whole tree before an invitee appeals');
select tests.by('lea', $$ select public.appeal_suspension('I did nothing.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('lea'), true, 'They know each other.') $$);
select tests.by('ann', $$ select public.appeal_suspension('It was mine.') $$);
select private.run_due_work(now() + interval '60 days');
select is(pg_temp.suspended(), 'lea', 'an appeal that nobody decides reinstates the invitees too, except those about whom staff have decided since');
