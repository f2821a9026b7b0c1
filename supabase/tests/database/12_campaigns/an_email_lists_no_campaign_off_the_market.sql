-- cast: bob brand, eve brand, dan brand, flo brand, gus brand, ann kol, ben kol, sam staff
select plan(9);
create function pg_temp.publish(title text) returns void language sql as $$
  insert into public.campaigns (title, body, budget_minor, deadline) values (publish.title, 'x', 10000, now() + interval '7 days');
  select public.publish_campaign(c.id) from public.campaigns c where c.title = publish.title;
$$;
insert into public.email_preferences (profile_id, type, mode) values (tests.id('ben'), 'campaign_match', 'at_once');
select tests.by(who, format('select pg_temp.publish(%L)', title)) from (values
  ('bob', 'Suspended'), ('eve', 'Closed'), ('eve', 'Open'), ('dan', 'Frozen'), ('flo', 'Suspended for an hour'), ('gus', 'Blocked')) as x (who, title);
select private.work_campaigns(now());
select is((select count(*) from private.digest_items where profile_id = tests.id('ann')), 6::bigint, 'six matches wait for a digest');
update public.profiles set suspended_at = now() where id in (tests.id('bob'), tests.id('flo'));
update public.profiles set frozen_at = now() where id = tests.id('dan');
insert into public.member_blocks (blocker_id, blocked_id) select tests.id(name), tests.id('gus') from unnest('{ann,ben}'::text[]) as name;
select tests.by('eve', $$ select public.close_campaign(id) from public.campaigns where title = 'Closed' $$);
update public.profiles set suspended_at = null where id = tests.id('flo');

select is(private.work_email_digests(now() + interval '24 hours'), 1, 'a digest is made');
select results_eq($$ select o #>> '{data,campaign_title}' from private.email_outbox, jsonb_array_elements(digest -> 'others') as o order by 1 $$,
  $$ values ('Open'), ('Suspended for an hour') $$, 'a digest lists no campaign that is closed, or whose brand is suspended, frozen or blocked');
select tests.by('eve', $$ select public.close_campaign(id) from public.campaigns where title = 'Open' $$);
create temporary table claimed as select * from private.claim_emails(20, now() + interval '24 hours');
select results_eq($$ select o #>> '{data,campaign_title}' from claimed, jsonb_array_elements(digest -> 'others') as o $$,
  $$ values ('Suspended for an hour') $$, 'a digest that waited lists no campaign that was closed meanwhile');
select results_eq($$ select n #>> '{data,campaign_title}', notice_count from claimed, jsonb_array_elements(notices) as n where template = 'campaign_match' $$,
  $$ values ('Suspended for an hour', 1) $$, 'a single e-mail lists no campaign off the market');
select results_eq($$ select distinct status, last_error from private.email_outbox where template = 'campaign_match' and to_email is not null and status = 'failed' $$,
  $$ values ('failed', 'unwanted') $$, 'an e-mail without any item is not sent');
select is((select is_fine from private.queue_health() where name = 'emails_given_up'), true, 'an e-mail that was not needed does not count as a failure');

delete from private.email_outbox;
select tests.by('flo', $$ select pg_temp.publish('Last') $$);
select private.work_campaigns(now());
select tests.by('flo', $$ select public.close_campaign(id) from public.campaigns where title = 'Last' $$);
select is(private.work_email_digests(now() + interval '48 hours'), 0, 'a digest without any item is not made');
select is_empty($$ select from private.digest_items $$, 'a digest that is not made leaves no items for the next one');
