-- cast: ann brand, ben brand, cem brand, kol kol, sam staff, sue staff, joe staff
-- Ben and Cem use the card of their older colleague Ann, to whose account theirs are bound.
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
select is(pg_temp.notices('ben'), 'account_held', 'a member is notified why the account is frozen');
select tests.by('ann', $$ select public.appeal_suspension('I was kind.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('ann'), false, 'A mistake of ours.') $$);
select is(tests.frozen('ann', 'ben', 'cem', 'kol'), 'cem', 'the end of a suspension unfreezes the accounts that were frozen for it, except one with a chargeback of its own');
select is(pg_temp.notices('ben'), 'account_held account_released', 'a member is notified that the account is unfrozen');
select is(pg_temp.notices('cem'), 'account_frozen', 'a member with a chargeback is notified of the chargeback alone');

-- Freezes the older account itself; returns which of two accounts are frozen then.
create function pg_temp.freeze() returns text language sql as $$
  select tests.freeze('ann');
  select tests.frozen('ann', 'ben')
$$;
select is(pg_temp.freeze(), 'ann ben', 'a freeze of an account freezes both accounts that are bound to it');
select tests.by('sam', $$ select public.unfreeze_profile(tests.id('ann'), 'Paid.', tests.causes(tests.id('ann'))) $$);
select is(tests.frozen('ann', 'ben', 'cem'), 'cem', 'the end of the freeze of an account unfreezes both accounts that are bound to it');
select is(pg_temp.freeze(), 'ann ben', 'a later freeze of an account freezes both accounts that are bound to it again');
select tests.decide_by_two('sam', 'sue', 'decide_same_person', jsonb_build_object('profile_id', tests.id('ben'), 'other_id', tests.id('ann'), 'is_same', false, 'note', 'Colleagues.'));
select is(tests.frozen('ben'), null, 'two accounts that staff separated are not frozen for each other');

-- Leo is bound to Joy, who is bound to Ida: Leo is frozen because Joy is, and unfrozen together with her.
select tests.make_member(name, 'brand') from unnest(array['ida', 'joy', 'leo', 'mia', 'moe', 'ned']) as name;
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('joy'), tests.id('ida'), 'card'), (tests.id('leo'), tests.id('joy'), 'card');
select tests.freeze('ida');
select is(tests.frozen('ida', 'joy', 'leo'), 'ida joy leo', 'a freeze spreads to accounts that are bound to an account that is frozen for another one');
select tests.by('sam', $$ select public.unfreeze_profile(tests.id('ida'), 'Paid.', tests.causes(tests.id('ida'))) $$);
select is(tests.frozen('ida', 'joy', 'leo'), null, 'the end of a freeze unfreezes all accounts to which it spread');

-- An account that staff unfroze is not frozen again by an account that was frozen for the same reason.
select private.join_people(tests.id(one), tests.id(other), 'card') from (values ('mia', 'moe')) as t (one, other);
update public.profiles set suspended_at = now() where id = tests.id('mia');
select private.unfreeze(tests.id('moe'));
select private.join_people(tests.id('mia'), tests.id('ned'), 'card');
select is(tests.frozen('moe', 'ned'), 'ned', 'a newcomer who is frozen for a suspension freezes nobody whom staff unfroze from that suspension');

-- A later chargeback freezes the accounts again that staff unfroze after the first one.
select tests.make_member(name, 'brand') from unnest(array['ola', 'pia']) as name;
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('pia'), tests.id('ola'), 'card');
select tests.freeze('ola');
select private.unfreeze(tests.id('pia'));
select is(tests.frozen('ola', 'pia'), 'ola', 'an account that staff unfroze after a first chargeback is no longer frozen');
select tests.freeze('ola');
select is(tests.frozen('ola', 'pia'), 'ola pia', 'a later chargeback freezes both accounts again');

-- A lost dispute freezes the accounts again that staff unfroze while it was open.
select private.unfreeze(tests.id('pia'));
select private.freeze_brand(c, now()) from private.chargebacks c where c.brand_id = tests.id('ola');
select is(tests.frozen('ola', 'pia'), 'ola pia', 'a lost dispute freezes accounts again that are bound to the brand');

-- Eli has two accounts, one of which gets a dispute; fox is bound to one of them.
select tests.make_member(name, 'brand') from unnest(array['eli', 'eli2', 'fox', 'gus', 'hay']) as name;
select private.join_people(tests.id('eli'), tests.id('eli2'), 'inbox');
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('fox'), tests.id('eli'), 'card');
select tests.freeze('eli');
select private.unfreeze(tests.id('eli2'));
select is(tests.frozen('eli', 'eli2', 'fox'), null, 'unfreezing one account after a dispute unfreezes all accounts of the person and those bound to them');

-- Binds gus to eli and hay to gus, and suspends eli, whose accounts are deleted later.
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('gus'), tests.id('eli'), 'card'), (tests.id('hay'), tests.id('gus'), 'card');
select tests.by('sam', $c$ select public.suspend_profile(tests.id('eli'), false, 'spam', 'Spam.') $c$);
select tests.by('sue', $c$ select public.unfreeze_profile(tests.id('gus'), 'A flatmate.', tests.causes(tests.id('gus'))) $c$);
select is(tests.frozen('fox', 'gus', 'hay'), 'fox', 'nobody is frozen for an account that staff unfroze from a suspension');
delete from auth.users where id in (tests.user_id(tests.id('eli')), tests.user_id(tests.id('eli2')));
select is(tests.frozen('fox'), 'fox', 'bound accounts stay frozen when the suspended account is deleted');
select private.work_suspensions(now() + interval '8 days', 100, 'infinity');
select is(tests.frozen('fox'), null, 'a freeze for a deleted account ends with the term of its suspension');
select ok(not private.address_is_banned('eli@kolpact.test'), 'the ban of a deleted account ends with the term of its suspension');

-- Two persons with two accounts each are found to be one person.
select tests.make_member(name, 'brand') from unnest(array['kay', 'kay2', 'may', 'may2']) as name;
update public.profiles set created_at = now() - interval '1 minute' where id in (tests.id('kay'), tests.id('may'));
update public.profiles set created_at = now() - interval '2 minutes' where id = tests.id('kay');
select private.join_people(tests.id(name), tests.id(name || '2'), 'inbox') from unnest(array['kay', 'may']) as name;
select tests.freeze('may');
select private.join_people(tests.id('kay2'), tests.id('may2'), 'inbox');
select is(tests.frozen('kay', 'kay2', 'may', 'may2'), 'kay kay2 may may2', 'all accounts of a member who turns out to be a frozen person are frozen');
select is(concat(pg_temp.notices('may'), pg_temp.notices('may2')), '', 'an account that was frozen before receives no second notice');

-- A proposal to unfreeze counts only for the reasons that were known when it was made.
select tests.make_member(name, 'brand') from unnest(array['tom', 'ugo', 'val', 'wes']) as name;
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('ugo'), tests.id('tom'), 'card'), (tests.id('val'), tests.id('ugo'), 'card');
select tests.make_order(tests.id('val'), tests.id('kol'), 'declined');
select tests.freeze('tom');
create function pg_temp.propose() returns text language sql as $$
  select tests.by('sam', $c$ select public.propose_staff_act('unfreeze_profile', jsonb_build_object('profile_id', tests.id('val'), 'note', 'A flatmate.', 'seen', tests.causes(tests.id('val')))) $c$)
$$;
create function pg_temp.open_proposals() returns int language sql security definer as $$
  select count(*)::int from public.staff_proposals where action in ('unfreeze_profile', 'decide_same_person') and status = 'open'
$$;
select pg_temp.propose();
select tests.by('sue', $c$ select public.propose_staff_act('decide_same_person', jsonb_build_object('profile_id', tests.id('ugo'), 'other_id', tests.id('tom'), 'is_same', false, 'note', 'Flatmates.')) $c$);
select is(pg_temp.open_proposals(), 2, 'staff propose to unfreeze an account, and to separate two');
select tests.freeze('tom');
select is(pg_temp.open_proposals(), 0, 'a later dispute withdraws the proposals, even if several ties lie between the accounts');
select pg_temp.propose();
select tests.by('sam', $c$ select public.suspend_profile(tests.id('tom'), false, 'spam', 'Spam.') $c$);
select is(pg_temp.open_proposals(), 0, 'a suspension withdraws the proposals to end the freeze');
select pg_temp.propose();
select tests.by('tom', $c$ select public.appeal_suspension('It was not.') $c$);
select tests.by('sue', $c$ select public.decide_same_person(tests.id('ugo'), tests.id('tom'), true, 'The same card.') $c$);
select is(pg_temp.open_proposals(), 1, 'an appeal, and a decision that leaves a pair as it was, withdraw no proposals');
select is(pg_temp.notices('val'), 'account_held', 'a member is notified once of a freeze, even if it has several reasons');
select tests.decide_by_two('sue', 'joe', 'suspend_profile', jsonb_build_object('profile_id', tests.id('tom'), 'category', 'fraud', 'note', 'Cards.', 'without_end', true));
select is(pg_temp.notices('val'), 'account_held', 'a member receives no second notice when two members of staff replace a suspension');
select tests.charge_back(p) from public.payments p where p.payer_id = tests.id('val');
select is(pg_temp.notices('val'), 'account_frozen account_held', 'a member who is frozen for another one is notified of a dispute of their own');
select private.join_people(tests.id('val'), tests.id('wes'), 'inbox');
select is(pg_temp.notices('wes'), 'account_held', 'a member whose account turns out to be a frozen person''s is notified of the freeze');
select pg_temp.propose();
update private.person_pairs set is_separate = true where profile_id = tests.id('ugo');
update private.person_pairs set is_separate = false where profile_id = tests.id('ugo');
select is(pg_temp.open_proposals(), 0, 'binding a separated pair again withdraws a proposal to unfreeze one of the two');

-- Freezes an account for no other account.
update public.profiles set frozen_at = now() where id = tests.id('hay');
select private.unfreeze(tests.id('hay'));
select is(tests.frozen('hay'), null, 'staff unfreeze an account that is frozen for no other');

-- A suspended account is not frozen for another one until its suspension ends.
select tests.make_member(name, 'brand') from unnest(array['abe', 'bob', 'cat']) as name;
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('bob'), tests.id('abe'), 'card');
update public.profiles set suspended_at = now() where id = tests.id('bob');
select tests.freeze('abe');
select is(tests.frozen('bob'), null, 'a suspended account is not frozen for another one');
update public.profiles set suspended_at = null where id = tests.id('bob');
select is(tests.frozen('bob'), 'bob', 'an account is frozen for another one once its own suspension ends');
select private.unfreeze(tests.id('abe'));
select tests.freeze('cat');
update public.profiles set suspended_at = now() where id = tests.id('cat');
select private.unfreeze(tests.id('cat'));
select is(pg_temp.notices('cat'), null, 'a suspended member is not notified of being unfrozen');

-- Staff decide that the account with the dispute belongs to somebody else.
select tests.decide_by_two('sam', 'sue', 'decide_same_person', jsonb_build_object('profile_id', tests.id('may'), 'other_id', tests.id('kay'), 'is_same', false, 'note', 'Sisters.'));
select is(tests.frozen('kay', 'kay2', 'may', 'may2'), 'may', 'a separation unfreezes all accounts that were frozen for the dispute of the separated account');

-- An account that staff unfroze is not banned when it is deleted.
delete from auth.users where id = tests.user_id(tests.id('gus'));
select is(private.address_is_banned('gus@kolpact.test'), false, 'a member whom staff unfroze from another account''s suspension can delete the account and sign up again');

-- Ron has two accounts, one of which is deleted.
select tests.make_member(name, 'brand') from unnest(array['ron', 'ron2', 'sid', 'ted']) as name;
select private.join_people(tests.id('ron'), tests.id('ron2'), 'inbox');
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('ron'), tests.id('sid'), 'card'), (tests.id('ted'), tests.id('ron'), 'card');
delete from auth.users where id = tests.user_id(tests.id('ron2'));
update public.profiles set suspended_at = now() where id = tests.id('sid');
select private.unfreeze(tests.id('ron'));
select is(tests.frozen('ron', 'ron2', 'ted'), null, 'a member whom staff unfroze freezes nobody through a deleted account');

-- Two accounts of one person are frozen for a suspended account, too, when staff decide about the dispute of one of them.
select tests.make_member(name, 'brand') from unnest(array['una', 'una2', 'zoe']) as name;
select private.join_people(tests.id('una'), tests.id('una2'), 'inbox');
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('una'), tests.id('zoe'), 'card');
select tests.freeze('una');
select tests.by('sam', $$ select public.suspend_profile(tests.id('zoe'), false, 'conduct', 'Insults.') $$);
select tests.by('sam', $$ select public.unfreeze_profile(tests.id('una'), 'Paid.', tests.causes(tests.id('una'))) $$);
select is(tests.frozen('una', 'una2'), 'una2', 'staff who unfreeze an account after a dispute also end the other reasons of its freeze, for this account alone');
select is(pg_temp.notices('una2'), 'account_held', 'a member whose account stays frozen after a dispute is notified that there is another reason');

-- Staff unfroze an account as a flatmate's; then it is found to belong to the suspended person.
select tests.make_member(name, 'brand') from unnest(array['nia', 'nea']) as name;
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('nea'), tests.id('nia'), 'card');
select tests.by('sam', $$ select public.suspend_profile(tests.id('nia'), false, 'spam', 'Spam.') $$);
select tests.by('sue', $$ select public.unfreeze_profile(tests.id('nea'), 'A flatmate.', tests.causes(tests.id('nea'))) $$);
select is(tests.frozen('nea'), null, 'staff unfreeze an account that was frozen for a suspended account with the same card');
select private.join_people(tests.id('nia'), tests.id('nea'), 'inbox');
select is(tests.frozen('nea'), 'nea', 'an unfrozen account that turns out to be the suspended person''s is frozen again');

-- Staff unfreeze an account that was frozen for the dispute of a flatmate.
select tests.make_member(name, 'brand') from unnest(array['ugu', 'ufo']) as name;
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('ufo'), tests.id('ugu'), 'card');
select tests.freeze('ugu');
select tests.by('sue', $$ select public.unfreeze_profile(tests.id('ufo'), 'A flatmate.', tests.causes(tests.id('ufo'))) $$);
select is(tests.frozen('ugu', 'ufo'), 'ugu', 'staff unfreeze an account that was frozen for a dispute of an account with the same card');
select private.join_people(tests.id('ugu'), tests.id('ufo'), 'inbox');
select is(tests.frozen('ugu', 'ufo'), 'ufo ugu', 'an unfrozen account that turns out to be the disputing payer''s is frozen again');

-- A stranger with completed orders uses the card of an account whose unfreezing was proposed.
select tests.make_member(name, 'brand') from unnest(array['rob', 'roy', 'rex']) as name;
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('roy'), tests.id('rob'), 'card');
select tests.freeze('rob');
select tests.by('sam', $$ select public.propose_staff_act('unfreeze_profile', jsonb_build_object('profile_id', tests.id('roy'), 'note', 'A flatmate.', 'seen', tests.causes(tests.id('roy')))) $$);
insert into private.person_pairs (profile_id, other_id, kind, is_separate) values (tests.id('roy'), tests.id('rex'), 'card', true);
select is(pg_temp.open_proposals(), 1, 'a new pair of separate accounts withdraws no proposal to unfreeze');
