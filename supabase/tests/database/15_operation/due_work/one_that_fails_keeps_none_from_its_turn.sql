-- cast: bob brand, ann kol, ben kol, sam staff
select plan(12);
select tests.lift_limits();
create function pg_temp.fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
-- Makes one of two campaigns fail, at its deadline and when its creators are notified.
insert into public.campaigns (brand_id, title, body, budget_minor, deadline, status, published_at)
select tests.id('bob'), title, 'Text', 10000, now() + interval '7 days', 'open', now() from unnest(array['Bad', 'Good']) as title;
insert into private.campaign_queue (campaign_id, created_at) select id, now() - case title when 'Bad' then interval '1 hour' else '0' end from public.campaigns;
create function pg_temp.bad_campaign() returns uuid language sql as $$ select id from public.campaigns where title = 'Bad' $$;
create trigger broken before insert on private.campaign_matches for each row when (NEW.campaign_id = pg_temp.bad_campaign()) execute function pg_temp.fail();
create trigger broken before update on public.campaigns for each row when (OLD.title = 'Bad') execute function pg_temp.fail();
select is(private.work_campaigns(now(), '-infinity'), 0, 'a campaign whose notices fail notifies nobody');
select is(private.work_campaigns(now(), '-infinity'), 2, 'a campaign whose notices fail comes last in the next run');
select private.work_campaigns(now() + interval '8 days');
select results_eq('select title, status from public.campaigns order by 1', $$ values ('Bad', 'open'), ('Good', 'closed') $$, 'a campaign that cannot be closed stops no other');
update private.settings set value = 1 where key = 'due_work_batch';
update public.campaigns set status = 'draft' where title = 'Good';
insert into public.campaigns (brand_id, title, body, budget_minor, deadline, status, published_at)
select tests.id('bob'), 'More', 'Text', 10000, now() + interval '7 days', 'open', now() from generate_series(1, 3);
drop trigger broken on public.campaigns;
select private.work_campaigns(now() + interval '8 days');
select is((select count(*)::int from public.campaigns where status = 'open'), 3, 'a run closes a batch of campaigns');
update private.settings set value = 500 where key = 'due_work_batch';

-- Makes one of two offers fail.
select tests.by('bob', $$ select public.make_offer(public.get_or_create_conversation(tests.id(kol)), 'A thread', 'One.', 5000, 'USD', 5, 1, gen_random_uuid())
  from unnest(array['ann', 'ben']) as kol $$);
create trigger broken before update on public.offers for each row when (NEW.kol_id = tests.id('ann')) execute function pg_temp.fail();
select set_config('kolpact.failures', '', true);
select is(private.work_offers(now() + interval '1 year', 9), 1, 'an offer that cannot end stops no other');
select is(private.failures_noted(), 1, 'an offer that cannot end is counted');
select is((private.run_due_work(now() + interval '1 year') ->> 'failed')::int, 1, 'a run counts only its own failures');

-- Makes one of two suspensions, reviews and orders fail: with time for one item a run, the other one is done
-- within a few runs.
select tests.by('sam', $$ select public.suspend_profile(tests.id(kol), false, 'fraud', 'Stolen cards.') from unnest(array['ann', 'ben']) as kol $$);
update public.suspensions set ends_at = now() - case profile_id when tests.id('ann') then interval '1 hour' else '0' end, created_at = now() - interval '1 day';
create trigger broken before update on public.suspensions for each row when (NEW.profile_id = tests.id('ann')) execute function pg_temp.fail();
select is((select sum((private.work_suspensions(now() + interval '1 microsecond', 9, '-infinity')).ended)::int from generate_series(1, 50)), 1,
  'a suspension that cannot end does not prevent the end of others');
select tests.make_member('cid');
select tests.make_order(tests.id('bob'), tests.id('cid'), 'completed') as id into temporary table reviewed from generate_series(1, 2);
insert into public.reviews (order_id, author_id, subject_id, rating, comment, reveals_at)
select r.id, tests.id('bob'), tests.id('cid'), 5, '', now() from reviewed r;
create function pg_temp.bad_review() returns uuid language sql as $$ select min(order_id::text)::uuid from public.reviews $$;
create trigger broken before update on public.reviews for each row when (NEW.order_id = pg_temp.bad_review()) execute function pg_temp.fail();
select is(private.work_reviews(array(select id from reviewed), now(), 'infinity')::text, '(1,1)', 'a review that cannot be shown stops no other, and is counted');
create temporary table late as select tests.make_order(tests.id('bob'), tests.id('cid'), 'funded') as id from generate_series(1, 2);
update public.pack_orders set due_at = now() - interval '1 hour' where id = (select min(id::text)::uuid from late);
create function pg_temp.bad_order() returns uuid language sql as $$ select min(id::text)::uuid from late $$;
create trigger broken before update on public.pack_orders for each row when (NEW.id = pg_temp.bad_order()) execute function pg_temp.fail();
select is((select sum((private.run_due_work(now() + interval '10 days', 500, 0) ->> 'orders_expired')::int)::int from generate_series(1, 50)), 1,
  'an order that cannot move does not prevent moves of others');
create temporary table behind as select tests.make_order(tests.id('bob'), tests.id('cid'), 'funded') as id;
select is((select sum((private.run_due_work(now() + interval '10 days', 1, 4) ->> 'orders_expired')::int)::int from generate_series(1, 50)), 1,
  'a small batch does not always pick the order that is due longest and cannot move');
select is((select status from public.pack_orders where id = pg_temp.bad_order()), 'funded', 'an order that cannot move is unchanged');
