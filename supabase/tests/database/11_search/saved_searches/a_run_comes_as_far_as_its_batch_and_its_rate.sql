-- Tests private.work_match_queue and private.notify_next_watchers.
-- cast: bob brand, ann kol, ben kol
insert into public.saved_searches (profile_id, name, filters)
select tests.id('bob'), 'Search ' || n, '{"emailNotifications": true}' from generate_series(1, 3) n;
-- Records how many notices runs write, and when they ask for the rate, which is given so that no time has to pass.
create temporary table counted (written int);
create temporary table asked (at timestamptz);
create or replace function private.notices_available() returns int language sql as $$
  insert into pg_temp.asked values (now());
  select current_setting('tests.available')::int
$$;
create or replace function private.count_notices(written int) returns void language sql as $$
  insert into pg_temp.counted values (written)
$$;
create function pg_temp.queued() returns text language sql as $$
  select coalesce(string_agg(lower(c.name) || coalesce(' after ' || nullif((
      select count(*) from private.filter_keys k where k.watcher_id <= q.last_watcher_id), 0), ''), ', ' order by q.id), 'nothing')
  from private.match_queue q join private.creators c using (profile_id)
$$;
create function pg_temp.begin_with(names text[]) returns void language sql as $$
  delete from private.match_queue;
  delete from private.saved_search_matches;
  delete from private.campaign_matches;
  insert into private.match_queue (profile_id) select tests.id(name) from unnest(names) with ordinality as n (name, place) order by place;
$$;
create function pg_temp.run(batch int, available int) returns text language plpgsql as $$
declare
  v_notified int;
begin
  update private.settings set value = batch where key = 'match_batch';
  perform set_config('tests.available', available::text, true);
  delete from counted;
  v_notified := private.work_match_queue();
  return format('%s, %s counted, left: %s', v_notified, (select sum(written) from counted), pg_temp.queued());
end;
$$;
select pg_temp.begin_with('{ann,ben}');
select is(pg_temp.run(10, 10), '6, 6 counted, left: nothing', 'a run notifies every match within its batch and rate');
select is(pg_temp.run(10, 10), '0,  counted, left: nothing', 'a run without a queue notifies nobody');
select is((select count(*) from asked), 1::bigint, 'a run without a queue does not ask for the rate');
select pg_temp.begin_with('{ann,ben}');
select is(pg_temp.run(2, 10), '2, 2 counted, left: ben, ann after 2', 'a batch that ends within a creator puts that creator at the end of the queue');
select is(pg_temp.run(3, 10), '3, 3 counted, left: ann after 2, ben after 3', 'a creator whose batch is used up stays queued');
select is(pg_temp.run(3, 10), '1, 1 counted, left: nothing', 'a later run notifies for the saved searches that remain');
select pg_temp.begin_with('{ann,ben}');
select is(pg_temp.run(4, 10), '4, 4 counted, left: ben after 1', 'the rest of a batch is used for the next creator');
select pg_temp.begin_with('{ann,ben}');
select is(pg_temp.run(10, 2), '2, 2 counted, left: ben, ann', 'a creator stays queued with all searches when the rate is used up');
select is(pg_temp.run(10, 1), '1, 1 counted, left: ann, ben', 'creators take turns when the rate is short');
select pg_temp.begin_with('{ann}');
select is(pg_temp.run(10, 3), '3, 3 counted, left: ann', 'a creator stays queued when the rate just suffices');
select pg_temp.begin_with('{ann,ben}');
select is(pg_temp.run(10, 4), '4, 4 counted, left: ben', 'the rest of the rate is used for the next creator');
select pg_temp.begin_with('{ann,ben,ann}');
select is(pg_temp.run(1, 10), '1, 1 counted, left: ben, ann after 1', 'the creator who waited longest is first, however often they changed');
select is(pg_temp.run(10, 0), '0, 0 counted, left: ben, ann after 1', 'a run without a rate notifies nobody');
-- Campaigns use the part of the batch that searches leave.
select tests.by('bob', $$ insert into public.campaigns (title, body, budget_minor, deadline)
select 'Campaign ' || n, 'x', 10000, now() + interval '7 days' from generate_series(1, 2) n; select public.publish_campaign(id) from public.campaigns $$);
delete from private.campaign_queue;
select pg_temp.begin_with('{ann}');
select is(pg_temp.run(10, 4), '4, 4 counted, left: ann', 'campaigns use the part of the rate that searches leave');
select is(pg_temp.run(10, 4), '1, 1 counted, left: nothing', 'the next run notifies the other campaign');
select pg_temp.begin_with('{ann}');
select is(pg_temp.run(10, 5), '5, 5 counted, left: ann', 'a creator is compared once more after the whole rate was used');
select is(pg_temp.run(10, 5), '0, 0 counted, left: nothing', 'the comparison after the whole rate was used finds nothing');
-- A creator who changes between two batches is compared with the first searches again.
select pg_temp.begin_with('{ann}');
select pg_temp.run(2, 10);
insert into public.saved_searches (id, profile_id, name, filters)
values ('00000000-0000-4000-8000-000000000000', tests.id('bob'), 'First', '{"platforms": ["twitch"], "emailNotifications": true}');
update public.profiles set platforms = '{twitch}' where id = tests.id('ann');
select is(pg_temp.run(10, 10), '4, 4 counted, left: nothing', 'a creator who changes between two batches is compared with the first searches again');
