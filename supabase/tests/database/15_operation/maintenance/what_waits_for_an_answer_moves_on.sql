-- ledger: made by hand
-- Deadlines other than those of orders: none decides about a member because it passed while nobody could act.
-- cast: bob brand, ann kol, cid kol, dan kol, sam staff
select plan(14);
create function pg_temp.minutes_left(until timestamptz) returns int language sql as $$
  select round(extract(epoch from until - now()) / 60)::int
$$;
select tests.make_order(tests.id('bob'), tests.id('ann'), 'completed');
create temporary table paid as select o.*, (tests.payment()).provider_ref, (tests.payment()).id as payment_id from public.pack_orders o where o.id = tests.order_id();
update public.pack_orders set completed_at = now() - interval '14 days 30 minutes' where id = tests.order_id();
insert into public.reviews (order_id, author_id, subject_id, rating, reveals_at)
values (tests.order_id(), tests.id('ann'), tests.id('bob'), 1, now() - interval '30 minutes');
select tests.make_offer(tests.id('ann'), tests.id('bob'));
alter table public.offers disable trigger offers_final;
update public.offers set created_at = now() - interval '7 days', expires_at = now() - interval '10 minutes';
alter table public.offers enable trigger offers_final;
insert into public.staff_proposals (action, subject, arguments, proposed_by, expires_at)
values ('update_setting', 'creator_fee', '{"key": "creator_fee", "value": 11}', tests.id('sam'), now() - interval '20 minutes');
update public.profiles set suspended_at = now() where id in (tests.id('cid'), tests.id('dan'));
update public.suspensions set appeal = 'It was not me.', appealed_at = now() - interval '7 days',
  appeal_due_at = case profile_id when tests.id('cid') then now() - interval '40 minutes' else now() + interval '3 days' end;
insert into private.chargebacks (provider, provider_ref, kind, payment_ref, payment_id, brand_id, amount_minor, currency, loss_minor, status, closed_at, created_at)
select 'sandbox', 'dp_1', 'dispute', p.provider_ref, p.payment_id, p.brand_id, 1, 'USD', 1, 'lost', now() - interval '7 days 30 minutes', now() - interval '9 days' from paid p;
create function pg_temp.is_sent() returns boolean language sql as $$
  select private.is_due_to_send(jsonb_populate_record(null::public.payouts,
    jsonb_build_object('status', 'requested', 'created_at', now() - interval '61 minutes')), now())
$$;
select is(pg_temp.is_sent(), true, 'a payout is sent after the time in which it can be withdrawn');
select is(private.review_until(o) < now(), true, 'an order of more than fourteen days ago can no longer be reviewed') from public.pack_orders o where o.id = tests.order_id();

update private.settings set value = 1 where key = 'maintenance';
update private.clock_runs set ran_at = now() - interval '1 hour' where clock = 'maintenance';
update private.settings set value = 0 where key = 'maintenance';
select is(pg_temp.minutes_left(s.appeal_due_at), m.minutes, 'an appeal ' || m.what) from public.suspensions s
join (values (tests.id('cid'), 20, 'has the time that it had left'), (tests.id('dan'), 4320, 'whose end is far away ends when it would have ended')) as m (id, minutes, what) on m.id = s.profile_id;
select is(pg_temp.minutes_left(o.expires_at), 50, 'an offer has the time that it had left') from public.offers o;
select is(pg_temp.minutes_left(p.expires_at), 40, 'a proposal of staff has the time that it had left') from public.staff_proposals p;
select is(pg_temp.minutes_left(r.reveals_at), 30, 'a review is shown after the time that was left') from public.reviews r;
select is(pg_temp.minutes_left(private.review_until(o)), 30, 'the other side can review for the time that was left') from public.pack_orders o where o.id = tests.order_id();
update public.pack_orders set completed_at = now() - interval '90 days 15 minutes' where id = tests.order_id();
select is(pg_temp.minutes_left(private.tips_until(o)), 45, 'an order can be tipped for the time that was left') from public.pack_orders o where o.id = tests.order_id();
select is(pg_temp.minutes_left(c.decide_by), 30, 'two members of staff have the time for a lost chargeback that they had left') from public.chargebacks c;
select is(pg_temp.is_sent(), false, 'a payout can be withdrawn for the minute that was left');
select is(private.window_end(now_after, '2 minutes'), now_after + interval '2 minutes', 'times that begin after the maintenance are not extended') from clock_timestamp() as now_after;

select results_eq('select ended, failed from private.work_chargebacks(now())', 'values (0, 0)', 'no chargeback is decided automatically if staff could not look at it');
select private.run_due_work();
select results_eq($$ select count(*)::int, (select string_agg(o.status, ' ') from public.offers o), (select count(*)::int from public.reviews r where r.visible_at is not null)
  from public.suspensions s where s.ended_at is null $$, $$ values (2, 'sent', 0) $$, 'the first run after maintenance ends neither a suspension nor an offer, and shows no review');
