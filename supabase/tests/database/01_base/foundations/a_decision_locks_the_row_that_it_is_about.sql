-- Tests private.lock_profile_for_staff, open_proposal, lock_open_campaign, accept_application, recompute_rating and
-- forget_member: each is stopped before it writes, so that the test sees its locks alone.
-- cast: bob brand, ann kol, judge staff
create function pg_temp.stopped(act text) returns text language sql as $$
  select format('do $x$ begin perform %s; exception when others then null; end $x$', act)
$$;
insert into public.staff_proposals (id, action, arguments, subject, proposed_by, expires_at)
values ('00000000-0000-4000-8000-000000000001', 'update_setting', '{}', 'x', tests.id('judge'), now() + interval '1 day');
select is(tests.locked_rows('select private.open_proposal($$00000000-0000-4000-8000-000000000001$$)', 'public.staff_proposals'),
  array['00000000-0000-4000-8000-000000000001'], 'a proposal is locked before it is decided');
select tests.by('bob', $$ insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'Tell it.', 1000000, now() + interval '7 days') $$);
select tests.by('bob', 'select public.publish_campaign(id) from public.campaigns');
select tests.move_time_as(tests.id('judge'));
select is(tests.locked_rows('select private.lock_profile_for_staff(tests.id($$ann$$))', 'public.profiles'), array[tests.id('ann')::text],
  'staff lock the profile that they decide about');
select tests.act_as_owner();
create temporary table ids as select id as campaign, null::uuid as application from public.campaigns;
select is(tests.locked_rows('select private.lock_open_campaign(campaign, tests.id($$ann$$)) from ids', 'public.campaigns'), array[campaign::text],
  'an application locks its campaign') from ids;
select tests.by('ann', $$ select public.apply_to_campaign(campaign, price_minor => 9000) from ids $$);
update ids set application = (select id from public.campaign_applications);
select tests.move_time_as(tests.id('bob'));
select is(tests.locked_rows(pg_temp.stopped(format('private.accept_application(%L, gen_random_uuid(), $t$other terms$t$)', application)), 'public.campaign_applications'),
  array[application::text], 'accepting an application locks it before its terms are read') from ids;
select tests.act_as_owner();
select is(tests.locked_rows('select private.recompute_rating(tests.id($$ann$$))', 'public.profiles'), array[tests.id('ann')::text],
  'a rating is computed under the lock of its member');
select tests.make_order(tests.id('bob'), tests.id('ann'), 'funded');
create function pg_temp.leave(user_id uuid) returns void language sql as $$ delete from auth.users where id = user_id $$;
select is(tests.locked_rows(pg_temp.stopped(format('pg_temp.leave(%L)', tests.user_id(tests.id('ann')))), 'public.profiles'), array[tests.id('ann')::text],
  'deleting an account locks the profile before its orders are read');
