-- cast: ann kol, eve brand
select private.notify(tests.id('ann'), 'order_delivered', '{"order_id": 1}');
select private.notify(tests.id('ann'), 'order_delivered');
delete from public.notifications where type = 'profile_approved';
select tests.act_as(tests.id('eve'));
select is_empty('select * from public.notifications', 'a stranger sees nothing');
update public.notifications set read = true;
select is(public.mark_all_notifications_read(), 0, 'and marks nothing');
select tests.act_as(tests.id('ann'));
select is((select count(*) from public.notifications where not read and user_id = tests.user_id(tests.id('ann'))), 2::bigint,
  'the reader has both, by the user id');
select is(public.mark_all_notifications_read(), 2, 'and marks them');
select is((select count(*) from public.notifications where not read), 0::bigint, 'read');
select is(public.mark_all_notifications_read(), 0, 'what is read already is not marked again');
select throws_ok($$ update public.notifications set title = 'x' $$, '42501', null, 'nothing else is theirs to change');
select throws_ok('delete from public.notifications', '42501', null, 'nor to delete');
select tests.act_as_anon();
select throws_ok('select * from public.notifications', '42501', null, 'signed out there is nothing');
