update private.settings set value = 2 where key in ('campaigns_before_payment', 'campaign_creators_before_payment');
select tests.make_member('bob', 'brand');
select tests.make_member('kol' || n, 'kol') from generate_series(1, 5) n;
insert into public.campaigns (brand_id, title, body, budget_minor, deadline)
select tests.id('bob'), 'Campaign ' || n, 'Brief.', 1000, now() + interval '9 days' from generate_series(1, 3) n;
create function pg_temp.publish(n int) returns void language sql as $$
  select public.publish_campaign(id) from public.campaigns where title = 'Campaign ' || n
$$;
grant execute on function pg_temp.publish to authenticated;
select tests.act_as(tests.id('bob'));
select lives_ok($$ select pg_temp.publish(n) from generate_series(1, 2) n $$, 'two campaigns');
select throws_ok($$ select pg_temp.publish(3) $$, 'PT409', 'campaigns_need_payment', 'not a third');
select tests.act_as_owner();
select is(private.work_campaigns(), 4, 'two creators hear of each');
select is_empty('select * from private.campaign_queue', 'and that was all');
update public.profiles set platforms = '{x,youtube}' where id = tests.id('kol5');
select is(private.work_match_queue(), 0, 'a creator who changes is not notified either');
select tests.make_order(tests.id('bob'), tests.id('kol1'), 'cancelled');
select tests.act_as(tests.id('bob'));
select throws_ok($$ select pg_temp.publish(3) $$, 'PT409', 'campaigns_need_payment', 'what was paid and came back does not count');
select tests.act_as_owner();
select tests.make_order(tests.id('bob'), tests.id('kol1'), 'funded');
select tests.act_as(tests.id('bob'));
select throws_ok($$ select pg_temp.publish(3) $$, 'PT409', 'campaigns_need_payment', 'nor what the brand can still take back alone');
select tests.act_as_owner();
select tests.make_order(tests.id('bob'), tests.id('kol2'), 'disputed');
select tests.act_as(tests.id('kol2'));
select public.propose_settlement(tests.order_id(), 0);
select tests.act_as(tests.id('bob'));
select public.accept_settlement(tests.order_id(), 0);
select throws_ok($$ select pg_temp.publish(3) $$, 'PT409', 'campaigns_need_payment', 'nor what came back by a settlement');
select tests.act_as_owner();
select tests.make_order(tests.id('bob'), tests.id('kol1'), 'in_progress');
select tests.act_as(tests.id('bob'));
select lives_ok($$ select pg_temp.publish(3) $$, 'who paid publishes more');
select tests.act_as_owner();
select is(private.work_campaigns(), 5, 'and reaches everybody');
