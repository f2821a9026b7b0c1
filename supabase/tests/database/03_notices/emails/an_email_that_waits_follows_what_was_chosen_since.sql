-- cast: bob brand
insert into public.saved_searches (profile_id, name, filters) values (tests.id('bob'), 'Everybody', '{"emailNotifications": true}');
insert into public.email_preferences (profile_id, type, mode) values (tests.id('bob'), 'new_kol_match', 'digest');
select tests.make_member('ann', 'kol');
select tests.make_member('ben', 'kol');
select tests.make_member('cyd', 'kol');
select private.work_match_queue(now());
delete from private.email_outbox;
select tests.notify(tests.id('bob'), 'order_update', 'Order');
select tests.notify(tests.id('ann'), 'order_update', 'Order');
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('cyd'), tests.id('bob'));
update public.profiles set suspended_at = now() where id = tests.id('ben');
select is(private.work_email_digests(now() + interval '25 hours'), 1, 'a digest is made');
select results_eq($$ select s ->> 'total', s #>> '{creators,0,name}', jsonb_array_length(s -> 'creators') from private.email_outbox, jsonb_array_elements(digest -> 'searches') as s $$,
  $$ values ('1', 'Ann', 1) $$, 'a digest lists no creator who was suspended or blocked since the match');
select tests.by('bob', $$ insert into public.email_preferences (type, mode) values ('order_update', 'off') $$);
create temporary table claimed as select * from private.claim_emails(20, now() + interval '25 hours');
select results_eq($$ select display_name, template from claimed order by 1, 2 $$, $$ values ('Ann', 'order_update'), ('Bob', 'digest') $$,
  'an e-mail that waited is not sent once its member has ended its kind');
select is((select last_error from private.email_outbox where profile_id = tests.id('bob') and template = 'order_update'), 'unwanted',
  'an e-mail that nobody wants any more says so');
select tests.notify(tests.id('bob'), 'order_update', 'Order');
select is((select count(*) from private.email_outbox where status = 'waiting'), 0::bigint, 'a kind that was ended queues nothing');

-- A summary, chosen while an e-mail waits.
select tests.by('ann', $$ insert into public.email_preferences (type, mode) values ('order_update', 'at_once') $$);
select tests.notify(tests.id('ann'), 'order_update', 'Order');
select tests.by('ann', $$ update public.email_preferences set mode = 'digest' where type = 'order_update' $$);
select is_empty($$ select from private.claim_emails(20, now() + interval '2 days') $$, 'an e-mail that waited is not sent once its member wants a summary');
select is(private.work_email_digests(now() + interval '2 days'), 1, 'the summary is made instead');
select is((select count(*) from private.claim_emails(20, now() + interval '2 days') where template = 'digest' and display_name = 'Ann'), 1::bigint, 'the summary is sent');

select is(private.is_still_wanted(jsonb_build_object('type', 'order_update', 'event', event, 'data', jsonb_build_object('other_id', tests.id('bob'))), tests.id('cyd')), is_wanted, event || ' is sent after a block: ' || is_wanted)
from (values ('offer_received', false), ('offer_countered_brand', false), ('order_funded', true)) as t (event, is_wanted);
