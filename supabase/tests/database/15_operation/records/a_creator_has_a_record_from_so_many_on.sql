-- cast: ann kol, gus kol, bob brand, eve brand, fay brand, joy brand
update private.settings set value = 2 where key = 'creator_record_least';
alter table public.conversations disable trigger user;
alter table public.messages disable trigger user;

-- Makes a brand write so many hours ago, and ann reply after `reply` hours.
create function pg_temp.wrote(brand text, hours int, reply int default null) returns void language sql as $$
  with c as (
    insert into public.conversations (member_a, member_b, opened_by, created_at)
    values (least(tests.id(brand), tests.id('ann')), greatest(tests.id(brand), tests.id('ann')), tests.id(brand), now() - hours * interval '1 hour')
    returning id)
  insert into public.messages (conversation_id, sender_id, receiver_id, content, created_at)
  select c.id, tests.id(brand), tests.id('ann'), 'Hello', now() - hours * interval '1 hour' from c
  union all select c.id, tests.id('ann'), tests.id(brand), 'Yes', now() - (hours - n) * interval '1 hour' from c, unnest(array[reply, reply + 1]) n
  where reply is not null
$$;
create function pg_temp.record() returns text language sql as $$
  select tests.answer('bob', $q$ select public.creator_record(tests.id('ann')) $q$)
$$;

select tests.make_order(tests.id('bob'), tests.id('ann'), 'completed');
-- A record computed at the moment of the request, and an hour later.
select pg_temp.wrote('bob', 50, 0);
select is(pg_temp.record(), '(,,,,)', 'a creator with too few orders has no record');
select tests.make_order(tests.id('eve'), tests.id('ann'), 'completed'), tests.make_order(tests.id('fay'), tests.id('ann'), 'funded');
select pg_temp.wrote('eve', 40, 4);
select is(pg_temp.record(), '(2.5,2,2,2,0)', 'the median until the first reply, orders in time and brands are counted; work that is not due yet does not count');
select tests.make_order(tests.id('bob'), tests.id('ann'), 'completed');
select private.add_demerit(tests.id('ann'), tests.order_id(), 'late', now());
select pg_temp.wrote('fay', 48);
select is(pg_temp.record(), '(4.0,3,2,2,1)', 'the record of a creator shows late work, a returning brand and unanswered messages');
select tests.by('bob', $$ insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'Tell it.', 10000, now() + interval '7 days') $$);
select tests.by('bob', 'select public.publish_campaign(id) from public.campaigns');
select tests.allowed(name, 'select public.apply_to_campaign(c.id, price_minor => 8000) from public.campaigns c', name || ' applies') from unnest(array['ann', 'gus']) as name;
select tests.act_as(tests.id('bob'));
select results_eq($$ select (public.applicant_record(a)).orders::int from public.campaign_applications a order by a.kol_id = tests.id('gus') $$, '{3,null}'::int[], 'each application shows the record of its own creator');
select tests.act_as_owner();
savepoint before;
update public.referrals set inviter_id = tests.id('ann'), invite_id = null where invitee_id = tests.id('bob');
select is(pg_temp.record(), '(26.0,,,,)', 'orders and messages of a brand that the creator invited do not count');
rollback to before;
update public.referrals set inviter_id = tests.id('gus'), invite_id = null where invitee_id in (tests.id('bob'), tests.id('ann'));
update private.branches set branch_id = tests.id('gus') where profile_id in (tests.id('bob'), tests.id('ann'));
select is(pg_temp.record(), '(26.0,,,,)', 'orders and messages of a brand that the same member invited do not count');
rollback to before;
select tests.make_order(tests.id('fay'), tests.id('ann'), 'completed');
select is(pg_temp.record(), '(4.0,4,3,3,1)', 'an order with another brand is counted');
savepoint more;
select tests.charge_back(tests.payment());
select is(pg_temp.record(), '(4.0,3,2,2,1)', 'an order that was charged back does not count');
rollback to more;
update public.payments set payer_id = tests.id('joy') where order_id = tests.order_id();
select tests.charge_back(tests.payment());
select is((select brand_id from private.chargebacks), tests.id('joy'), 'a chargeback of a payment of which staff gave the rest to another brand counts for that brand');
select is(pg_temp.record(), '(4.0,3,2,2,1)', 'an order whose payment is charged back is no longer in the record');
rollback to before;
select tests.by('ann', $$ select public.block_member(tests.id('bob')) $$);
select is(pg_temp.record(), '(,,,,)', 'a brand that the creator blocked reads no record, because it cannot find the profile');
rollback to before;
update public.profiles set suspended_at = now() where id = tests.id('ann');
select is(pg_temp.record(), '(,,,,)', 'a creator whom members do not find has no record');
rollback to before;
delete from public.members where id = tests.id('ann');
select tests.act_as(tests.id('ann'));
select is(public.creator_record(tests.id('ann'))::text, '(4.0,3,2,2,1)', 'a creator reads their own record');
rollback to before;
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('ann'), tests.id('bob'), 'card');
select is(pg_temp.record(), '(26.0,,,,)', 'orders and messages of an account that is bound to the creator are not in the record');
rollback to before;
select private.join_people(tests.id('fay'), tests.id('joy'), 'inbox');
select pg_temp.wrote('joy', 47);
select is(pg_temp.record(), '(4.0,3,2,2,1)', 'a person who writes with two accounts counts once');
rollback to before;
insert into public.member_blocks (blocker_id, blocked_id, created_at) values (tests.id('ann'), tests.id('fay'), now() - interval '47 hours');
select is((select string_agg(round(hours)::text, ' ' order by hours) from private.first_replies(tests.id('ann'), now())), '1 4 24', 'a message whose sender the creator blocks counts with a day at least, not with the time until the block');
rollback to before;
select private.join_people(tests.id('fay'), tests.id('joy'), 'inbox');
insert into public.member_blocks (blocker_id, blocked_id, created_at) values (tests.id('ann'), tests.id('joy'), now() - interval '47 hours');
select is(pg_temp.record(), '(4.0,3,2,2,1)', 'a message counts with a day at least when the creator blocks another account of its sender');
rollback to before;
select tests.by('fay', $$ select public.block_member(tests.id('ann')) $$);
select is(pg_temp.record(), '(2.5,3,2,2,1)', 'no reply is expected to a message of a member who has blocked the creator since');
rollback to before;
update public.profiles set suspended_at = now() where id = tests.id('fay');
select is(pg_temp.record(), '(2.5,3,2,2,1)', 'no reply is expected to a message of a member who was suspended');
rollback to before;
select tests.make_order(tests.id('fay'), tests.id('ann'), 'in_progress');
update public.pack_orders set due_at = now() - interval '1 day' where id = tests.order_id();
select tests.by('fay', $$ select public.open_dispute(tests.order_id(), 'Nothing came.') $$);
select is(pg_temp.record(), '(4.0,4,2,2,1)', 'work that was late when its brand disputed it is not in time');
rollback to before;
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('ann'), tests.id('bob'), 'card');
select is((select r::text from private.creator_record(tests.id('eve')) r), '(,,,,)', 'a brand has no record');
update public.profiles set suspended_at = now() where id = tests.id('bob');
select is(pg_temp.record(), '(,,,,)', 'a suspended member reads no record');
