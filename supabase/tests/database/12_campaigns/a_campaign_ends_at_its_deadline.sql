-- cast: bob brand
select tests.by('bob', $$ insert into public.campaigns (title, body, budget_minor, deadline) values
  ('Launch', 'Tell it.', 10000, now() + interval '7 days'), ('Late', 'x', 500, now() + interval '1 day') $$);
update public.campaigns set created_at = now() - interval '1 day', deadline = now() where title = 'Late';
select tests.refused('bob', $$ select public.publish_campaign(id) from public.campaigns where title = 'Late' $$, 'PT422', 'deadline_passed', 'a campaign cannot be published after its deadline');
select tests.by('bob', $$ select public.publish_campaign(id) from public.campaigns where title = 'Launch' $$);
select private.work_campaigns(now() + interval '6 days');
select is((select status from public.campaigns where title = 'Launch'), 'open', 'a campaign is open before its deadline');
select private.work_campaigns(now() + interval '7 days');
select is((select status from public.campaigns where title = 'Launch'), 'closed', 'the clock closes a campaign at its deadline');
select is_empty('select * from private.filter_keys', 'a closed campaign is removed from the index of matching');
