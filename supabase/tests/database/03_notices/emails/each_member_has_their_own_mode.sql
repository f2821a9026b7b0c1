select tests.make_member(name, 'kol') from unnest(array['ann', 'bob', 'cy']) as name;
delete from private.email_outbox;
delete from private.digest_items;
insert into public.email_preferences (profile_id, type, mode) values (tests.id('ann'), 'payment_received', 'digest');
insert into public.notifications (user_id, type, title, message, data)
select user_id, 'payment_received', 'Paid', 'x', '{"order_id": "o1"}' from public.profiles;
select set_eq('select profile_id from private.email_outbox', $$ select tests.id(name) from unnest(array['bob', 'cy']) as name $$,
  'one statement notifies several members: two by e-mail');
select set_eq('select profile_id from private.digest_items', $$ select tests.id('ann') $$, 'one by digest');
