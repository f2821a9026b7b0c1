-- cast: bob brand, eve brand, ann kol
select tests.by('bob', $$ insert into public.campaigns (title, body, budget_minor, filters, deadline) values
  ('Videos', 'x', 10000, '{"platforms": ["youtube"]}', now() + interval '7 days'),
  ('Draft', 'x', 10000, '{"platforms": ["youtube"]}', now() + interval '7 days'); select public.publish_campaign(id) from public.campaigns where title = 'Videos' $$);
select private.work_campaigns(), private.work_match_queue();
select is_empty($$ select * from public.notifications where type = 'campaign_match' $$, 'a creator who does not match is not notified');
create temporary table known as select id from public.campaigns where title = 'Videos';
grant select on known to public;
select tests.refused('eve', $$ insert into public.saved_searches (id, name, filters) select id, 'Mine', '{}' from known $$, '23505', null,
  'a saved search with the id of a campaign cannot end the matching of the campaign');
select tests.by('eve', $$ insert into public.saved_searches (id, name, filters) values ('00000000-0000-4000-8000-00000000abcd', 'Mine', '{}') $$);
select tests.refused('eve', $$ insert into public.campaigns (id, title, body, budget_minor, deadline) values ('00000000-0000-4000-8000-00000000abcd', 'Late', 'x', 10000, now() + interval '7 days') $$,
  '23505', null, 'no campaign takes the id of a saved search');
update public.profiles set platforms = '{x,youtube}' where id = tests.id('ann');
select is(private.work_match_queue(), 1, 'a changed creator is matched with campaigns');
select results_eq($$ select data ->> 'campaign_title' from public.notifications where type = 'campaign_match' $$, $$ values ('Videos') $$, 'a changed creator is notified of open campaigns, not of drafts');
update public.profiles set platforms = '{x}' where id = tests.id('ann');
update public.profiles set platforms = '{x,youtube}' where id = tests.id('ann');
select is(private.work_match_queue(), 0, 'a creator is notified of a campaign once');
