-- cast: brand brand, kol kol
update private.settings set value = 2 where key = 'due_work_batch';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded') from generate_series(1, 3);
select is(private.run_due_work(now() + interval '4 days') ->> 'more', 'true', 'a run with a full batch says that there is more');
select is(private.run_due_work(now() + interval '4 days') ->> 'more', 'false', 'a run without more work says that there is none');
select is((select count(*) from public.pack_orders where status = 'expired'), 3::bigint, 'two runs move all orders that were due');
select tests.notify(tests.id(name), 'order_update', 'News') from unnest(array['brand', 'kol']) as name;
insert into private.digest_items (notification_id, profile_id, created_at)
select n.id, p.id, now() - interval '60 days' from public.notifications n join public.profiles p on p.user_id = n.user_id
where n.title = 'News' on conflict do nothing;
select is(private.run_due_work(now(), 10, 4) ->> 'more', 'true', 'a run that sent digests is followed by another, since it has time for few of them');
select is(private.run_due_work(now(), 10, 4) ->> 'more', 'false', 'a run without digests is not followed by another');
