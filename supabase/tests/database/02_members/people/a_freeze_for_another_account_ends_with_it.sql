-- cast: ann brand, ben brand, cem brand, kol kol, sam staff, sue staff
-- Colleagues with one card: the later accounts are bound to the older one.
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('ben'), tests.id('ann'), 'card'), (tests.id('cem'), tests.id('ann'), 'card');
create function pg_temp.notices(name text) returns text language sql as $$
  select string_agg(n.event, ' ' order by n.created_at, n.event) from public.notifications n
  where n.user_id = tests.user_id(tests.id(name)) and n.event in ('account_held', 'account_released', 'account_frozen')
$$;
create function pg_temp.suspend() returns text language sql as $$
  select tests.by('sam', $c$ select public.suspend_profile(tests.id('ann'), false, 'conduct', 'Insults.') $c$)
$$;
select tests.make_order(tests.id('cem'), tests.id('kol'), 'declined');
select tests.charge_back(tests.payment());
select pg_temp.suspend();
select is(tests.frozen('ann', 'ben', 'cem', 'kol'), 'ben cem', 'a suspension freezes the accounts that are bound to the suspended one');
select is(pg_temp.notices('ben'), 'account_held', 'a member hears why the account is frozen');
select tests.by('ann', $$ select public.appeal_suspension('I was kind.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('ann'), false, 'A mistake of ours.') $$);
select is(tests.frozen('ann', 'ben', 'cem', 'kol'), 'cem', 'the end of the suspension frees them, except one with a chargeback of its own');
select is(pg_temp.notices('ben'), 'account_held account_released', 'a member hears that the account is free again');
select is(pg_temp.notices('cem'), 'account_frozen', 'a member with a chargeback hears of that alone');

-- A freeze of the other account
select tests.act_as_owner();
create function pg_temp.freeze() returns text language sql as $$
  update public.profiles set frozen_at = now() where id = tests.id('ann');
  select private.hold_person(tests.id('ann'));
  select tests.frozen('ann', 'ben')
$$;
select is(pg_temp.freeze(), 'ann ben', 'a freeze of the other account holds them, too');
select tests.by('sam', $$ select public.unfreeze_profile(tests.id('ann'), 'Paid.') $$);
select is(tests.frozen('ann', 'ben', 'cem'), 'cem', 'the end of that freeze frees them');
select is(pg_temp.freeze(), 'ann ben', 'a later freeze holds them again');
select tests.decide_by_two('sam', 'sue', 'decide_same_person', jsonb_build_object('profile_id', tests.id('ben'), 'other_id', tests.id('ann'), 'is_same', false, 'note', 'Colleagues.'));
select is(tests.frozen('ben'), null, 'two accounts that staff separate do not bear each other');

-- A chain: whoever answers for one that only bore the freeze is free with it.
select tests.act_as_owner();
select tests.make_member(name, 'brand') from unnest(array['ida', 'joy', 'leo', 'mia', 'moe', 'ned']) as name;
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('joy'), tests.id('ida'), 'card'), (tests.id('leo'), tests.id('joy'), 'card');
update public.profiles set frozen_at = now() where id = tests.id('ida');
select private.hold_person(tests.id(name)) from unnest(array['ida', 'joy']) as name;
select is(tests.frozen('ida', 'joy', 'leo'), 'ida joy leo', 'a freeze holds who answers for one that bears it');
select tests.by('sam', $$ select public.unfreeze_profile(tests.id('ida'), 'Paid.') $$);
select is(tests.frozen('ida', 'joy', 'leo'), null, 'the end of a freeze frees all who bore it, one after the other');

-- An account that staff unfroze is not frozen again by one that bears the same.
select private.join_people(tests.id(one), tests.id(other), 'card') from (values ('mia', 'moe')) as t (one, other);
update public.profiles set suspended_at = now() where id = tests.id('mia');
update public.profiles set unfrozen_at = now() where id = tests.id('moe');
select private.join_people(tests.id('mia'), tests.id('ned'), 'card');
select is(tests.frozen('moe', 'ned'), 'ned', 'a newcomer who is frozen for a suspension freezes nobody whom staff unfroze from it');

-- A later chargeback freezes those again whom staff unfroze after the first.
select tests.make_member(name, 'brand') from unnest(array['ola', 'pia']) as name;
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('pia'), tests.id('ola'), 'card');
select tests.make_order(tests.id('ola'), tests.id('kol'), 'declined');
update public.profiles set frozen_at = now() - interval '1 hour' where id = tests.id('ola');
update public.profiles set unfrozen_at = now() - interval '1 minute' where id = tests.id('pia');
select private.hold_person(tests.id('ola'));
select is(tests.frozen('ola', 'pia'), 'ola', 'staff unfroze one of the two after a first chargeback');
select tests.charge_back(p) from public.payments p where p.payer_id = tests.id('ola');
select is(tests.frozen('ola', 'pia'), 'ola pia', 'a later chargeback freezes both');
