-- cast: ann kol, eve brand
delete from public.notifications;
select private.notify(tests.id(name), 'order_delivered', '{"order_id": 1}') from unnest(array['ann', 'ann', 'eve']) as name;
select tests.gets('ann', 'select public.mark_all_notifications_read()', '2', 'a member marks all of their notifications as read');
select tests.gets('ann', 'select count(*) from public.notifications where not read', '0', 'all notifications of the member are read');
select tests.gets('ann', 'select public.mark_all_notifications_read()', '0', 'a notification that is read is not marked again');
select tests.act_as(tests.id('ann'));
select is_empty(format('update public.notifications set read = %s returning id', mark), format('a notification that is read is not marked again, as %s', mark))
from unnest('{true,false}'::text[]) as mark;
select tests.act_as(tests.id('eve'));
select throws_ok('update public.notifications set read = false', '42501', null, 'a notification is not marked as unread');
select tests.gets('eve', 'select count(*) from public.notifications where not read', '1', 'a notification of another member is not marked');
