-- cast: bob brand, eve brand
select tests.make_member('kol' || n, 'kol') from generate_series(1, 5) n;
update public.profiles set platforms = '{youtube}' where id = tests.id('kol5');
create temporary table creators as
select row_number() over (order by profile_id) as place, profile_id from private.creators;
create function pg_temp.campaign(title text, filters jsonb default '{}', brand text default 'bob') returns void language sql as $$
  with made as (
    insert into public.campaigns (brand_id, title, body, budget_minor, deadline, filters, status, published_at)
    values (tests.id(brand), campaign.title, 'Text', 10000, now() + interval '7 days', campaign.filters, 'open', now()) returning id)
  insert into private.campaign_queue (campaign_id, created_at)
  select id, now() + (select count(*) from private.campaign_queue) * interval '1 second' from made
$$;
create function pg_temp.work(batch int) returns text language plpgsql as $$
declare
  v_notified int;
begin
  update private.settings set value = batch where key = 'campaign_batch';
  v_notified := private.work_campaigns();
  return v_notified || coalesce(': ' || (select string_agg(c.title || coalesce(' ' || k.place, ''), ', ' order by q.created_at)
    from private.campaign_queue q join public.campaigns c on c.id = q.campaign_id left join creators k on k.profile_id = q.last_creator_id), '');
end;
$$;
create function pg_temp.begin_again() returns void language sql as $$
  delete from private.campaign_queue;
  update public.campaigns set status = 'closed' where status = 'open'
$$;
-- The rest of a batch goes to the next campaign; the numbers say how many creators each campaign has reached.
select pg_temp.campaign('One');
select pg_temp.campaign('Two');
select is(pg_temp.work(2), '2: One 2, Two', 'a batch of two notifies the first two creators');
select is(pg_temp.work(2), '2: One 4, Two', 'the second batch of a campaign notifies the next two creators');
select is(pg_temp.work(2), '2: Two 1', 'the rest of a batch goes to the next campaign');
select is(pg_temp.work(2), '2: Two 3', 'the next campaign continues where it stopped');
select is(pg_temp.work(5), '2', 'the queue of campaigns is empty when every creator is notified');
select is((select count(*) from public.notifications where event = 'campaign_matched'), 10::bigint, 'each creator is notified of each campaign');
select pg_temp.begin_again();
select pg_temp.campaign('One');
select pg_temp.campaign('Two');
update private.campaign_queue q set last_creator_id = (select profile_id from creators where place = 3)
from public.campaigns c where c.id = q.campaign_id and c.title = 'Two';
select is(pg_temp.work(2), '2: One 2, Two 3', 'a campaign that waits keeps its place');
select pg_temp.begin_again();
select pg_temp.campaign('None', '{"platforms": ["tiktok"]}');
select pg_temp.campaign('Videos', '{"platforms": ["youtube"]}');
select pg_temp.campaign('All');
select is(pg_temp.work(1), '1: Videos ' || (select place from creators where profile_id = tests.id('kol5')) || ', All', 'a campaign without a match uses up no part of the batch');
select is(pg_temp.work(3), '3: All 3', 'a finished campaign uses up no part of the batch');
select pg_temp.begin_again();

-- The campaigns of a brand that has never paid reach two creators in total.
update private.settings set value = 2 where key = 'campaign_creators_before_payment';
select pg_temp.campaign('Few');
select is(pg_temp.work(1), '1: Few 1', 'a brand that never paid notifies a first creator');
select is(pg_temp.work(1), '1', 'a brand that never paid notifies no more creators than its limit');
select pg_temp.begin_again();

-- Only matching, open campaigns notify a creator.
select pg_temp.campaign('Open', '{"platforms": ["x"]}', 'eve');
insert into public.campaigns (brand_id, title, body, budget_minor, deadline) values (tests.id('eve'), 'Draft', 'Text', 10000, now() + interval '7 days');
select pg_temp.campaign('Other', '{}', 'eve');
create function pg_temp.the_campaign(title text) returns public.campaigns language sql as $$
  select c from public.campaigns c where c.title = the_campaign.title
$$;
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('kol2'), tests.id('eve'));
insert into private.campaign_matches (campaign_id, profile_id) values ((pg_temp.the_campaign('Open')).id, tests.id('kol3'));
delete from public.notifications;
update private.settings set value = 9 where key = 'campaign_creators_before_payment';
select is(private.write_campaign_matches(pg_temp.the_campaign('Open'), array(select tests.id(n) from unnest(array['eve', 'kol1', 'kol2', 'kol3']) n), now()), 1,
  'the brand, blocked creators and notified creators are left out');
select is((select array_agg(user_id) from public.notifications), array[tests.user_id(tests.id('kol1'))], 'the remaining creator is notified of a campaign');
delete from private.campaign_matches;
create function pg_temp.notified(who text, titles text[]) returns text language plpgsql as $$
declare
  v_creator private.creators := (select c from private.creators c where c.profile_id = tests.id(who));
begin
  delete from public.notifications;
  perform private.notify_of_campaigns(v_creator, array(select (pg_temp.the_campaign(t)).id from unnest(titles) t), now(), 100);
  return (select string_agg(data ->> 'campaign_title', ' ') from public.notifications where user_id = tests.user_id(tests.id(who)));
end;
$$;
select is(pg_temp.notified('kol5', '{Open}'), 'Open', 'a creator is notified of a campaign that is matched');
select is(pg_temp.notified('kol5', '{Draft,Other}'), 'Other', 'a draft notifies nobody, and a creator is notified of each further campaign');
select is(pg_temp.notified('kol5', '{Open,Other}'), null, 'a creator is notified of a campaign once');

-- A search term limits the compared creators by its groups of three letters.
select pg_temp.begin_again();
select pg_temp.campaign('Term', '{"searchTerm": "kol5"}', 'eve');
select is(pg_temp.work(9), '1', 'a campaign with a search term finds its creators');

-- A campaign is closed.
delete from public.member_blocks;
select pg_temp.campaign('One', '{}', 'eve');
select pg_temp.campaign('Two', '{}', 'eve');
update public.campaigns set status = 'closed' where title = 'Two' and status = 'open';
select is(pg_temp.work(1), '1: One 1', 'a closed campaign notifies nobody');
update public.campaigns set updated_at = now() - interval '1 day';
select is_empty('select from public.campaigns where updated_at <> now()', 'every change of a campaign is dated');
-- Lists orders by status and the creator's share, and whether each makes its brand one that has paid.
create temporary table paid as
select v.*, tests.make_member('brand ' || status || coalesce(share, 0), 'brand') as brand
from (values ('completed', null::bigint, true), ('settled', 500, true), ('settled', 499, false), ('funded', null, false), ('in_progress', null, false),
  ('delivered', null, false), ('in_revision', null, false), ('disputed', null, false), ('pending_payment', null, false), ('cancelled', null, false),
  ('declined', null, false), ('expired', null, false)) as v (status, share, wanted);
select tests.put_order(brand, tests.id('kol1'), status, creator_share_minor => share) from paid;
select is_empty('select status, share from paid where private.has_paid(brand) <> wanted', 'a brand has paid when a creator has earned the least price from it');
