-- cast: root brand, other brand
select tests.make_member('kol' || n) from generate_series(1, 30) as n;
create function pg_temp.invite(name text, inviter text) returns text language sql as $$
  select tests.enter(name, name || '@kolpact.test', (select referral_code from public.profiles where id = tests.id(inviter)))
$$;
create function pg_temp.writes(name text, first int, last int) returns text language sql as $$
  select tests.outcome(format('select public.get_or_create_conversation(tests.id(''kol'' || n)) from generate_series(%s, %s) as n', first, last), 'written', name)
$$;
create function pg_temp.publish(name text) returns text language sql as $$
  select tests.outcome($q$ insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'Brief.', 1000, current_date + 9);
    select public.publish_campaign(id) from public.campaigns where status = 'draft' $q$, 'published', name)
$$;
-- Members of one tree of invites share their limits.
select is(pg_temp.invite('child', 'root'), 'signed up', 'a new member can invite');
select is(pg_temp.invite('grandchild', 'child'), 'signed up', 'an invited member can invite');
select is(private.limits_of(tests.id('grandchild')), tests.id('root'), 'an invited member shares the limits of the first inviter');
select set_eq($$ select private.accounts_sharing_limits(tests.id('child')) $$,
  $$ select tests.id(name) from unnest(array['root', 'child', 'grandchild']) as name $$, 'all members of a tree of invites share their limits');
select is(pg_temp.writes('root', 1, 8) || pg_temp.writes('child', 9, 16) || pg_temp.writes('grandchild', 17, 20), 'writtenwrittenwritten',
  'members of one tree together write to as many creators as one new member');
select is(pg_temp.writes('child', 21, 21), 'rate_limited', 'members of one tree together write to no more creators than one new member');
select is(pg_temp.writes('other', 21, 21), 'written', 'a member outside the tree can write');
select is(pg_temp.publish('root') || pg_temp.publish('child') || pg_temp.publish('grandchild'), 'publishedpublishedpublished', 'members of one tree publish as many campaigns as one brand');
select is(pg_temp.publish('child'), 'campaigns_need_payment', 'members of one tree publish no more campaigns than one brand');
select is(pg_temp.publish('other'), 'published', 'a brand outside the tree can publish a campaign');
update private.settings set value = 2 where key = 'saved_search_changes_per_hour';
create function pg_temp.search(name text) returns text language sql as $$
  select tests.outcome($q$ insert into public.saved_searches (name, filters) values ('All', '{}') $q$, 'saved', name)
$$;
select is(pg_temp.search('root') || pg_temp.search('child'), 'savedsaved', 'members of one tree save as many searches as one member');
select is(pg_temp.search('grandchild'), 'rate_limited', 'members of one tree save no more searches than one member');
select is(pg_temp.search('other'), 'saved', 'a member outside the tree can save a search');
-- A member has own limits once the account is no longer new.
update public.profiles set created_at = now() - interval '31 days' where id = tests.id('child');
select is(pg_temp.search('root'), 'rate_limited', 'accounts that a new member invited use up the limits of that member');
select is(pg_temp.writes('child', 21, 22) || pg_temp.search('child') || pg_temp.publish('child'), 'writtensavedpublished', 'new accounts of a tree use up no limit of a member who is no longer new');
select set_eq($$ select private.accounts_sharing_limits(tests.id('grandchild')) $$, array[tests.id('grandchild')], 'a new account shares no limits with an inviter who is no longer new');
-- Makes a tree of twelve accounts by invites.
select is((select string_agg(pg_temp.invite('friend' || n, 'root'), ' ') from generate_series(1, 4) as n), 'signed up signed up signed up signed up', 'a member can invite four others before an order');
select is((select string_agg(pg_temp.invite('pal' || n, 'friend1'), ' ') from generate_series(1, 5) as n), 'signed up signed up signed up signed up signed up', 'an invited member can invite five others before an order');
select is(pg_temp.invite('pal6', 'friend2'), 'invite_invalid', 'a tree of twelve accounts without an order admits nobody else');
select is(pg_temp.invite('pal6', 'child'), 'invite_invalid', 'an older account in a tree of twelve without an order admits nobody else');
select is((public.check_invite((select referral_code from public.profiles where id = tests.id('friend2')))).valid, false, 'the check of an invite of a full tree tells that it is not valid');
-- A member has own limits once an order is completed.
select tests.make_order(tests.id('friend2'), tests.id('kol1'), 'completed');
select is(private.limits_of(tests.id('friend2')), tests.id('friend2'), 'a member who completes an order has limits of their own');
select is(pg_temp.invite('pal6', 'friend2'), 'signed up', 'a member who completes an order can invite again');
select is(private.limits_of(tests.id('pal6')), tests.id('pal6'), 'a member invited by one with an order has limits of their own');
-- A deleted account's use of the limits counts for the next account.
select tests.make_member('gone', 'brand');
select pg_temp.writes('gone', 1, 20), pg_temp.publish('gone'), pg_temp.publish('gone'), pg_temp.publish('gone');
update public.profiles set created_at = now() - interval '1 minute' where id = tests.id('gone');
delete from auth.users where id = tests.user_id(tests.id('gone'));
select tests.make_member('gone+2', 'brand');
select is(pg_temp.writes('gone+2', 21, 21), 'rate_limited', 'conversations of a deleted account count in the daily limit of the person''s new account');
select is(pg_temp.publish('gone+2'), 'campaigns_need_payment', 'campaigns of a deleted account count in the limit of the person''s new account');
