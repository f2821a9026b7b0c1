-- cast: bob brand, ann kol, new kol unapproved, cid kol unapproved
create function pg_temp.notified() returns setof text language sql as $$
  select p.display_name from public.notifications n join public.profiles p on p.user_id = n.user_id
  where n.event = 'campaign_matched' order by p.display_name
$$;
select tests.by('bob', $$ insert into public.campaigns (title, body, budget_minor, deadline) values
  ('Launch', 'x', 10000, now() + interval '7 days'), ('Over', 'x', 10000, now() + interval '7 days'), ('Draft', 'x', 10000, now() + interval '7 days');
  select public.publish_campaign(id) from public.campaigns where title <> 'Draft';
  select public.close_campaign(id) from public.campaigns where title = 'Over' $$);
select private.work_campaigns(now());
select results_eq('select pg_temp.notified()', $$ values ('Ann') $$, 'creators who satisfy the filters are notified');
update public.profiles set suspended_at = now() where id = tests.id('bob');
update public.profiles set is_approved = true where id = tests.id('new');
select private.work_match_queue(now()), private.work_campaigns(now());
select results_eq('select pg_temp.notified()', $$ values ('Ann') $$, 'nobody is notified while the brand is suspended');
select tests.freeze('bob');
update public.profiles set suspended_at = null where id = tests.id('bob');
select is_empty('select from private.campaign_queue', 'nobody is notified while the brand is frozen');
select private.unfreeze(tests.id('bob'));
select results_eq($$ select c.title from private.campaign_queue q join public.campaigns c on c.id = q.campaign_id $$, $$ values ('Launch') $$,
  'an open campaign continues when suspension and freeze have ended, but a closed one does not');
select private.work_campaigns(now());
select results_eq('select pg_temp.notified()', $$ values ('Ann'), ('New') $$, 'creators who began to match during the suspension are notified, and nobody twice');

insert into private.campaign_queue (campaign_id, last_creator_id)
  select id, 'ffffffff-ffff-4fff-bfff-ffffffffffff' from public.campaigns where title = 'Launch';
update public.profiles set suspended_at = now() where id = tests.id('bob');
update public.profiles set is_approved = true where id = tests.id('cid');
select private.work_match_queue(now());
update public.profiles set suspended_at = null where id = tests.id('bob');
select private.work_campaigns(now());
select results_eq('select pg_temp.notified()', $$ values ('Ann'), ('Cid'), ('New') $$, 'a campaign that had notified half of its creators notifies the others');
