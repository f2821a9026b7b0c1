update private.settings set value = 2 where key = 'notices_per_second';
create function pg_temp.pass(seconds int) returns void language sql as $$
  update private.notice_rate set counted_at = counted_at - make_interval(secs => pass.seconds)
$$;
select tests.make_member('bob', 'brand');

-- Makes a creator who matches many saved searches.
insert into public.saved_searches (profile_id, name, filters)
select tests.id('bob'), 'Search ' || n, '{"emailNotifications": true}' from generate_series(1, 25) n;
select tests.make_member('ann', 'kol');
select is(private.work_match_queue(), 10, 'notifications for five seconds of matches are written at once');
select is(private.work_match_queue(), 0, 'no more notifications of matches are written before time has passed');
select pg_temp.pass(3);
select is(private.work_match_queue(), 6, 'three seconds later the notifications for three more seconds are written');
select pg_temp.pass(3600);
select is(private.work_match_queue(), 9, 'the notifications of all matches are written in the end');
select is((select count(distinct data ->> 'saved_search_id') from public.notifications where event = 'creator_matched'),
  25::bigint, 'the brand is notified of one match for each saved search');
select is_empty('select * from private.match_queue', 'no match waits in the end');

-- Makes many creators who match one campaign.
select tests.make_member('kol' || n, 'kol') from generate_series(1, 13) n;
delete from private.match_queue where true;
select pg_temp.pass(3600);
select tests.by('bob', $$ insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'x', 10000, now() + interval '7 days') $$);
select tests.by('bob', 'select public.publish_campaign(id) from public.campaigns');
select is(private.work_campaigns(), 10, 'as many creators as five seconds allow are notified of a campaign at once');
select is(private.work_campaigns(), 0, 'no more creators are notified before time has passed');
select pg_temp.pass(3600);
select is(private.work_campaigns(), 4, 'the rest of the creators is notified of the campaign in the end');
