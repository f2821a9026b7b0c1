-- cast: bob brand
insert into public.email_preferences (profile_id, type, mode) values (tests.id('bob'), 'new_kol_match', 'digest');
insert into public.notifications (user_id, type, title, message, data, created_at)
select tests.user_id(tests.id('bob')), 'new_kol_match', 'x', 'y', jsonb_build_object('saved_search_id', 's', 'saved_search_name', 'S',
  'profile_id', md5(n::text)::uuid, 'profile_name', 'N' || n), now() from generate_series(1, 30) n;
select private.work_email_digests(now() + interval '1 day');
select is((select digest -> 'searches' -> 0 ->> 'total' from private.email_outbox where template = 'digest'), '30', 'a digest counts all creators of a saved search');
select is((select jsonb_array_length(digest -> 'searches' -> 0 -> 'creators') from private.email_outbox where template = 'digest'), 20, 'a digest names twenty creators of a saved search');
select is((select digest -> 'searches' -> 0 ->> 'saved_search_name' from private.email_outbox where template = 'digest'), 'S', 'a digest names the saved search');
delete from private.email_outbox;
insert into public.email_preferences (profile_id, type, mode) values (tests.id('bob'), 'order_update', 'digest');
insert into public.notifications (user_id, type, title, message, data, created_at)
select tests.user_id(tests.id('bob')), 'order_update', 'Order ' || n, 'x', '{}', now() - make_interval(secs => 100 - n) from generate_series(1, 51) n;
insert into public.notifications (user_id, event, data) values (tests.user_id(tests.id('bob')), 'order_delivered', '{}');
insert into public.notifications (user_id, type, title, message, data, created_at)
select tests.user_id(tests.id('bob')), 'new_kol_match', 'x', 'y', jsonb_build_object('saved_search_id', 's', 'saved_search_name', name), at
from (values ('Was', now() - interval '2 hours'), ('Is', now()), ('Then', now() - interval '1 hour')) as n (name, at);
select private.work_email_digests(now() + interval '1 day');
create temporary view digest as select digest from private.email_outbox where template = 'digest';
select is((select jsonb_array_length(digest -> 'others') from digest), 50, 'a digest lists fifty other notifications');
select is((select digest -> 'others' -> 48 ->> 'title' from digest), 'Order 49', 'a long digest leaves out the newest of its other notifications');
select is((select digest -> 'others' -> 49 ->> 'title' from digest), '{other_name} delivered {pack_title}', 'a digest lists the oldest notifications first, and cuts none that says what happens if nobody acts');
select is((select digest -> 'searches' -> 0 ->> 'saved_search_name' from digest), 'Is', 'a digest lists a renamed saved search under its newest name');
