-- ann brought bob, bob brought cyd and sue (staff), sue brought dan; eve came alone.
create function pg_temp.brought(inviter text, invitee text) returns void language sql as $$
  update public.referrals set inviter_id = tests.id(inviter), invite_id = null where invitee_id = tests.id(invitee)
$$;
select tests.make_member(name) from unnest(array['ann', 'bob', 'cyd', 'dan', 'eve']) as name;
select tests.make_staff('sue');
select tests.make_staff('sam');
select pg_temp.brought('ann', 'bob'), pg_temp.brought('bob', 'cyd'), pg_temp.brought('bob', 'sue'), pg_temp.brought('sue', 'dan');

select tests.act_as(tests.id('sam'));
select is(public.suspend_profile(tests.id('ann')), 1, 'one');
select is(public.suspend_profile(tests.id('ann')), 0, 'and not again');
select results_eq($$ select display_name from public.find_profiles() where suspended_at is not null $$, array['Ann'], 'alone');
select is_empty($$ select 1 from public.members where id = tests.id('ann') $$, 'off the market');
select is((select count(*) from public.staff_audit where action = 'suspend_profile'), 1::bigint, 'written down once');
