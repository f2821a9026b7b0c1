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
  'an e-mail that waited is not sent once its member has switched the type off');
select is((select last_error from private.email_outbox where profile_id = tests.id('bob') and template = 'order_update'), 'unwanted',
  'an e-mail that nobody wants any more is stored as unwanted');
select tests.notify(tests.id('bob'), 'order_update', 'Order');
select is((select count(*) from private.email_outbox where status = 'waiting'), 0::bigint, 'a type that was switched off queues nothing');

-- The member chooses a digest while an e-mail waits.
select tests.by('ann', $$ insert into public.email_preferences (type, mode) values ('order_update', 'at_once') $$);
select tests.notify(tests.id('ann'), 'order_update', 'Order');
select tests.by('ann', $$ update public.email_preferences set mode = 'digest' where type = 'order_update' $$);
select is_empty($$ select from private.claim_emails(20, now() + interval '2 days') $$, 'an e-mail that waited is not sent once its member wants a digest');
select is(private.work_email_digests(now() + interval '2 days'), 1, 'a digest is made for a member who chose it while an e-mail waited');
select is((select count(*) from private.claim_emails(20, now() + interval '2 days') where template = 'digest' and display_name = 'Ann'), 1::bigint, 'the digest of a member who chose it while an e-mail waited is sent');

-- The person whom an e-mail is about is blocked, suspended or deleted while it waits.
select tests.make_member('dan', 'kol');
select tests.by('dan', 'select public.delete_my_account()');
select is(private.is_still_wanted(jsonb_build_object('type', type, 'event', event, 'data', jsonb_build_object(named, tests.id(sender))), tests.id('cyd')), is_wanted,
  format('%s is sent after %s %s: %s', event, sender, fate, is_wanted))
from (values ('bob', 'is blocked'), ('ben', 'is suspended'), ('dan', 'has left')) as senders (sender, fate),
  (values ('order_update', 'offer_received', 'other_id', false), ('order_update', 'offer_countered_brand', 'other_id', false),
    ('application_update', 'application_received', 'profile_id', false), ('invite_accepted', 'invite_accepted', 'profile_id', false),
    ('order_update', 'order_funded', 'other_id', true), ('payment_received', 'tip_received', 'other_id', true),
    ('dispute_update', 'dispute_opened', 'other_id', true), ('account_update', 'suspension_appealed', 'profile_id', true)) as t (type, event, named, is_wanted);

select private.notify(tests.id('cyd'), 'application_received',
  jsonb_build_object('campaign_id', tests.id('cyd'), 'campaign_title', 'Launch', 'profile_id', tests.id(name), 'profile_name', name))
from unnest(array['ann', 'ben', 'bob']) as name;
select results_eq($$ select n ->> 'message' from private.claim_emails(20, now() + interval '3 days') as e, jsonb_array_elements(e.notices) as n where e.display_name = 'Cyd' $$,
  $$ values ('ann applied to "Launch"') $$, 'an e-mail lists no application of a creator who was suspended or blocked since');
