-- cast: bob brand
insert into public.email_preferences (profile_id, type, mode) values (tests.id('bob'), 'new_kol_match', 'digest'), (tests.id('bob'), 'order_update', 'digest');
insert into public.saved_searches (profile_id, name, filters) values
  (tests.id('bob'), 'X', '{"platforms": ["x"], "emailNotifications": true}'),
  (tests.id('bob'), 'Everybody', '{"emailNotifications": true}');
select tests.make_member('ann', 'kol');
select tests.make_member('ben', 'kol', false);
update public.profiles set platforms = '{youtube}' where id = tests.id('ben');
update public.profiles set is_approved = true where id = tests.id('ben');
select private.work_match_queue(now());
select tests.notify(tests.id('bob'), 'order_update', 'Order');
delete from private.email_outbox;
select is(private.work_email_digests(now() + interval '23 hours'), 0, 'a digest collects for a day');
select is(private.work_email_digests(now() + interval '24 hours'), 1, 'a digest is one e-mail');
select is((select jsonb_agg(s ->> 'saved_search_name' || ':' || (s ->> 'total') || ':' || (
    select string_agg(c ->> 'name', ',' order by c ->> 'name') from jsonb_array_elements(s -> 'creators') c))
  from private.email_outbox, jsonb_array_elements(digest -> 'searches') s), '["Everybody:2:Ann,Ben", "X:1:Ann"]', 'a digest has a group for each saved search');
select is((select digest -> 'others' -> 0 ->> 'title' from private.email_outbox), 'Order', 'a digest lists the other notifications');
select is(private.work_email_digests(now() + interval '72 hours'), 0, 'a notification is sent in one digest only');
select results_eq($$ select template from private.claim_emails(10, now() + interval '72 hours') $$, $$ values ('digest') $$, 'a digest is handed out like any other e-mail');
