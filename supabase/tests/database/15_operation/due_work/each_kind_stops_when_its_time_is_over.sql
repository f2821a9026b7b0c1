-- cast: bob brand, ann kol, ben kol
select tests.lift_limits();
-- The time is over from the start, so a run processes one of two items.
select tests.by('bob', $$ insert into public.campaigns (title, body, budget_minor, deadline)
select title, 'Text', 10000, now() + interval '7 days' from unnest(array['One', 'Two']) as title; select public.publish_campaign(id) from public.campaigns $$);
select results_eq($$ select private.work_campaigns(now(), '-infinity') from generate_series(1, 3) $$, 'values (2), (2), (0)', 'a run without time notifies the matches of one campaign');

delete from private.digest_items;
insert into private.digest_items (notification_id, profile_id, created_at)
select (array_agg(n.id))[1], p.id, now() - interval '2 days'
from public.notifications n join public.profiles p on p.user_id = n.user_id where p.role = 'kol' group by p.id;
select results_eq($$ select private.work_email_digests(now(), '-infinity') from generate_series(1, 3) $$, 'values (1), (1), (0)', 'a run without time sends one digest');

delete from private.match_queue;
insert into private.match_queue (profile_id) values (tests.id('ann')), (tests.id('ben'));
select private.work_match_queue(now(), '-infinity');
select is((select count(*) from private.match_queue), 1::bigint, 'a run without time matches one creator');

create temporary table ordered as select tests.make_order(tests.id('bob'), tests.id('ann'), 'completed') as id from generate_series(1, 2);
select tests.by('bob', $$ select public.review_order(id, 5, 'Great.') from public.pack_orders where status = 'completed' $$);
select is((private.work_reviews(array(select id from ordered), now() + interval '14 days', '-infinity')).revealed, 1, 'a run without time reveals one review');
