-- cast: bob brand, rival brand, kol kol
select tests.make_order(tests.id('bob'), tests.id('kol'), 'pending_payment');
select tests.lift_limits();
insert into public.email_preferences (profile_id, type, mode) values (tests.id('bob'), 'new_kol_match', 'digest');
insert into public.saved_searches (profile_id, name, filters) values
  (tests.id('bob'), 'X', '{"platforms": ["x"], "emailNotifications": true}'), (tests.id('rival'), 'All', '{"emailNotifications": true}');
select tests.make_member('ann', 'kol');
select private.work_match_queue();
select tests.make_member('ben', 'kol');
select tests.by('bob', $$ insert into public.campaigns (title, body, budget_minor, filters, deadline) values ('Launch', 'Tell it.', 10000, '{"platforms": ["x"]}', now() + interval '7 days') $$);
select tests.by('bob', 'select public.publish_campaign(id) from public.campaigns');

create function pg_temp.run() returns jsonb language sql as $$
  select d - array['review_reminders', 'holds_cleared', 'reviews_revealed', 'orders_completed', 'milestones_accepted', 'offers_expired', 'orders_moved', 'order_reminders', 'clocks_started', 'reassessed', 'suspensions_ended', 'chargebacks_ended', 'more'] from private.run_due_work(now() + interval '2 days') as d $$;
select is(tests.answer_after($$ delete from private.settings where key = 'campaign_batch' $$, 'select pg_temp.run()')::jsonb, '{"matches": 3, "email_digests": 1, "campaigns": 0, "orders_expired": 1, "failed": 1}'::jsonb,
  'a failure of campaigns stops neither matches, digests nor deadlines');
select is(pg_temp.run(), '{"matches": 3, "email_digests": 1, "campaigns": 2, "orders_expired": 1, "failed": 0}'::jsonb, 'a run counts matches, digests, campaigns and orders');
select is(pg_temp.run(), '{"matches": 0, "email_digests": 0, "campaigns": 0, "orders_expired": 0, "failed": 0}'::jsonb, 'a second run finds nothing to do');
select is((select count(*) from public.notifications where type in ('new_kol_match', 'campaign_match')), 9::bigint, 'the runs notify each match once');
