-- cast: ann kol, eve brand
delete from public.notifications;
select private.notify(tests.id(name), 'order_delivered', '{"order_id": 1}') from unnest(array['ann', 'ann', 'eve']) as name;
select tests.act_as(tests.id('ann'));
select is(public.mark_all_notifications_read(), 2, 'a member marks all of their notifications as read');
select is((select count(*) from public.notifications where not read), 0::bigint, 'all notifications of the member are read');
select is(public.mark_all_notifications_read(), 0, 'a notification that is read is not marked again');
select tests.act_as(tests.id('eve'));
select is((select count(*) from public.notifications where not read), 1::bigint, 'a notification of another member is not marked');
