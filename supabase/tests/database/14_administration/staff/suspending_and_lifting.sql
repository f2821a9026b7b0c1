-- Lets ann invite bob, bob invite cyd and sue (staff), and sue invite dan. Eve has an invite that ann issued
-- when she was of staff.
-- cast: ann kol, bob kol, cyd kol, dan kol, eve kol, sue staff, sam staff
create function pg_temp.brought(inviter text, invitee text) returns void language sql as $$
  update public.referrals set inviter_id = tests.id(inviter), invite_id = null where invitee_id = tests.id(invitee)
$$;
select pg_temp.brought('ann', 'bob'), pg_temp.brought('bob', 'cyd'), pg_temp.brought('bob', 'sue'), pg_temp.brought('sue', 'dan');
update public.referrals set inviter_id = tests.id('ann') where invitee_id = tests.id('eve');
create function pg_temp.suspended() returns text language sql as $$
  select string_agg(display_name, ' ' order by display_name) from tests.profiles() where suspended_at is not null
$$;
select tests.act_as(tests.id('sam'));
select is(public.suspend_profile(tests.id('ann')), 1, 'a suspension without invitees suspends one member');
select is(public.suspend_profile(tests.id('ann')), 0, 'a suspended member is not suspended again');
select is(pg_temp.suspended(), 'Ann', 'a suspension without invitees does not suspend the invitees');
select is_empty($$ select 1 from public.members where id = tests.id('ann') $$, 'a suspended member is hidden from the market');
select public.unsuspend_profile(tests.id('ann'), 'Cleared.');
select public.unsuspend_profile(tests.id('ann'), 'Cleared.');
select isnt_empty($$ select 1 from public.members where id = tests.id('ann') $$, 'a member is shown again when the suspension is lifted');
select results_eq($$ select action, count(*) from public.staff_audit group by 1 order by 1 $$,
  $$ values ('suspend_profile', 1::bigint), ('unsuspend_profile', 1) $$, 'each suspension and each lifting is recorded once');
select is(public.suspension_reach(tests.id('ann')), 3, 'staff read how many members a suspension with invitees would suspend');
select is(public.suspend_profile(tests.id('ann'), true), 3, 'a suspension with invitees suspends the whole branch');
select is(pg_temp.suspended(), 'Ann Bob Cyd', 'staff in the branch and their invitees are not suspended, nor members who came by an invite of staff');
select results_eq($$
  select array_agg(id order by id) from (
    select jsonb_array_elements_text(details -> 'suspended')::uuid as id, a.id as act from public.staff_audit a where action = 'suspend_profile') as s
  group by act having count(*) > 1
$$, $$ select array_agg(id order by id) from (select tests.id(name) as id from unnest(array['ann', 'bob', 'cyd']) as name) as p $$,
  'the record of a suspension names each suspended member');

-- An act is undone as a whole; members who were suspended by another act, or by two acts, stay suspended.
select public.unsuspend_profile(tests.id('cyd'), 'Cleared.');
select public.suspend_profile(tests.id('dan'));
select tests.act_as_owner();
update public.suspensions set created_at = created_at - interval '1 hour' where profile_id = tests.id('dan') and ended_at is null;
create function pg_temp.together() returns text language sql as $$
  select string_agg(concat_ws(' ', item ->> 'member', item ->> 'together'), ', ' order by item ->> 'member') from tests.listed('suspensions') as l (item)
$$;
select tests.act_as(tests.id('sam'));
select is(pg_temp.together(), 'Ann 2, Bob 2, Dan 1', 'staff read how many members each act of a page suspended');
select public.unsuspend_profile(tests.id('bob'), 'A mistake.', true);
select is(pg_temp.suspended(), 'Dan', 'all members whom one act suspended are reinstated');
select lives_ok($$ select public.unsuspend_profile(tests.id('bob'), 'A mistake.', true) $$, 'a repeated request to reinstate members is a retry');
select throws_ok($$ select public.unsuspend_profile(tests.id('bob'), 'All are free.', true) $$, 'PT409', 'suspension_ended', 'others are not reinstated together with a member whose suspension is over');
select is((select jsonb_array_length(details -> 'reinstated') from public.staff_audit where details ->> 'note' = 'A mistake.'), 2, 'the record of a reinstatement names each reinstated member');
select public.unsuspend_profile(tests.id('dan'), 'Cleared.', true);
select public.suspend_profile(tests.id('ann'), true);
select tests.act_as_owner();
update public.suspensions set proposed_by = tests.id('sue') where profile_id = tests.id('bob') and ended_at is null;
select tests.act_as(tests.id('sam'));
select is(pg_temp.together(), 'Ann 2, Bob 0, Cyd 2', 'the list counts nobody whom two members of staff suspended');
select throws_ok($$ select public.unsuspend_profile(tests.id('bob'), 'Mine.', true) $$, 'PT409', 'second_staff_required', 'one member of staff cannot undo a decision of two members');
select public.unsuspend_profile(tests.id('ann'), 'Cleared.', true);
select is(pg_temp.suspended(), 'Bob', 'a member whom two members of staff suspended stays suspended');
select tests.act_as_owner();
update public.suspensions set proposed_by = null where profile_id = tests.id('bob') and ended_at is null;

-- When the inviter deletes the account, the tree can still be suspended as a whole.
select tests.by('sam', $$ select public.unsuspend_profile(tests.id(name), 'Cleared.') from unnest(array['ann', 'bob', 'cyd']) as name $$);
update public.suspensions set created_at = now() - interval '1 day', ended_at = now() - interval '1 hour';
select tests.by('ann', 'select public.delete_my_account()');
select tests.refused('sam', $$ select public.suspend_profile(tests.id('ann')) $$, 'PT404', 'profile_unknown', 'a deleted account is not suspended alone');
select tests.gets('sam', $$ select public.suspend_profile(tests.id('ann'), true, 'fraud', 'A ring.') $$, '2', 'the invitees of a deleted account can be suspended in one act');
select tests.gets('sam', 'select pg_temp.suspended()', 'Bob Cyd', 'the whole branch below a deleted account is suspended');
select is_empty($$ select from public.suspensions where profile_id = tests.id('ann') and category = 'fraud' $$, 'the deleted account itself is not suspended');
select tests.make_member('many', 'kol');
select tests.make_member('guest' || n, 'kol'), pg_temp.brought('many', 'guest' || n) from generate_series(1, 101) as n;
select tests.gets('sam', $$ select public.suspend_profile(tests.id('many'), true) $$, '102', 'a suspension reaches a large branch');
select tests.finds('sam', $$ select jsonb_array_length(details -> 'suspended'), details ->> 'more' from public.staff_audit where subject_id = tests.id('many') $$,
  $$ values (100, '2') $$, 'the record of a large branch names a hundred members and counts the others');

-- Many more members than the audit log names.
select tests.make_member('head', 'kol'), tests.make_staff('tom');
create function pg_temp.reinstated(act text) returns text language sql as $$
  select concat_ws(' + ', jsonb_array_length(details -> 'reinstated'), details ->> 'more') from public.staff_audit where action = act and subject_id = tests.id('head')
$$;
with crowd as (
  insert into public.profiles (role, display_name, language) select 'brand', 'Crowd ' || n, 'en' from generate_series(1, 500) as n returning id
)
insert into public.referrals (inviter_id, invitee_id) select tests.id('head'), id from crowd;
select tests.by('sam', $$ select public.suspend_profile(tests.id('head'), true, 'fraud', 'A ring.') $$);
select tests.by('head', $$ select public.appeal_suspension('It was not me.') $$);
savepoint suspended;
select tests.allowed('sam', $$ select public.unsuspend_profile(tests.id('head'), 'All are free.', true) $$, 'a large branch can be reinstated');
select is(pg_temp.reinstated('unsuspend_profile'), '100 + 503', 'the record of reinstating a large branch names a hundred members and counts the others');
rollback to suspended;
select tests.allowed('tom', $$ select public.decide_suspension_appeal(tests.id('head'), false, 'It was another one.') $$, 'an appeal for a large branch can be granted');
select is(pg_temp.reinstated('decide_suspension_appeal'), '100 + 401', 'the record of the granted appeal names a hundred members and counts the others');
