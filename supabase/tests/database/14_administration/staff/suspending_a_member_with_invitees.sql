-- ann brought bob, bob brought cyd and sue (staff), sue brought dan; eve came alone.
create function pg_temp.brought(inviter text, invitee text) returns void language sql as $$
  update public.referrals set inviter_id = tests.id(inviter), invite_id = null where invitee_id = tests.id(invitee)
$$;
select tests.make_member(name) from unnest(array['ann', 'bob', 'cyd', 'dan', 'eve']) as name;
select tests.make_staff('sue');
select tests.make_staff('sam');
select pg_temp.brought('ann', 'bob'), pg_temp.brought('bob', 'cyd'), pg_temp.brought('bob', 'sue'), pg_temp.brought('sue', 'dan');

select tests.act_as(tests.id('sam'));
select is(public.suspend_profile(tests.id('ann'), true), 3, 'the whole branch in one statement');
select results_eq($$ select display_name from public.find_profiles() where suspended_at is not null order by 1 $$, array['Ann', 'Bob', 'Cyd'],
  'staff and whom they brought in stand; who came alone too');
select set_eq($$
  select jsonb_array_elements_text(details -> 'suspended')::uuid from public.staff_audit where action = 'suspend_profile'
$$, $$ select tests.id(name) from unnest(array['ann', 'bob', 'cyd']) as name $$, 'the record names each of them');
