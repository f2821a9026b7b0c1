update private.settings set value = 2 where key in ('campaigns_before_payment', 'campaign_creators_before_payment');
select tests.make_member('bob', 'brand');
select tests.make_member('kol' || n, 'kol') from generate_series(1, 5) n;
insert into public.campaigns (brand_id, title, body, budget_minor, deadline)
select tests.id('bob'), 'Campaign ' || n, 'Brief.', 1000, now() + interval '9 days' from generate_series(1, 3) n;
create function pg_temp.publish(n int) returns void language sql as $$
  select public.publish_campaign(id) from public.campaigns where title = 'Campaign ' || n
$$;
select tests.allowed('bob', $$ select pg_temp.publish(n) from generate_series(1, 2) n $$, 'a brand that never paid publishes campaigns up to the limit');
select tests.refused('bob', $$ select pg_temp.publish(3) $$, 'PT409', 'campaigns_need_payment', 'a brand that never paid publishes no campaign beyond the limit');
select is(private.work_campaigns(), 4, 'a campaign of a brand that never paid reaches creators up to the limit');
select is_empty('select * from private.campaign_queue', 'a campaign that reached its limit leaves the queue');
update public.profiles set platforms = '{x,youtube}' where id = tests.id('kol5');
select is(private.work_match_queue(), 0, 'a creator who changes is not notified beyond the limit');
select tests.make_order(tests.id('bob'), tests.id('kol1'), 'cancelled');
select tests.refused('bob', $$ select pg_temp.publish(3) $$, 'PT409', 'campaigns_need_payment', 'a cancelled order does not count as paid');
select tests.make_order(tests.id('bob'), tests.id('kol1'), 'funded');
select tests.refused('bob', $$ select pg_temp.publish(3) $$, 'PT409', 'campaigns_need_payment', 'an order that the brand can still cancel does not count as paid');
select tests.make_order(tests.id('bob'), tests.id('kol2'), 'disputed');
select tests.by('kol2', $$ select public.propose_settlement(tests.order_id(), 0) $$);
select tests.by('bob', 'select public.accept_settlement(tests.order_id(), 0)');
select tests.refused('bob', $$ select pg_temp.publish(3) $$, 'PT409', 'campaigns_need_payment', 'an order that was settled in full for the brand does not count as paid');
select tests.make_order(tests.id('bob'), tests.id('kol1'), 'delivered');
select tests.refused('bob', $$ select pg_temp.publish(3) $$, 'PT409', 'campaigns_need_payment', 'an order that both could still cancel does not count as paid');
select tests.make_milestones(tests.id('bob'), tests.id('kol1'), 'in_progress', '{4000,6000}');
select tests.deliver(tests.order_id(), 'First');
select tests.accept_part(tests.order_id());
select tests.allowed('bob', $$ select pg_temp.publish(3) $$, 'a brand that paid publishes more campaigns');
select is(private.work_campaigns(), 5, 'a campaign of a brand that paid reaches every creator');
