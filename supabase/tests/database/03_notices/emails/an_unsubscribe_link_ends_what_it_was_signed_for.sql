-- cast: ann kol, ben kol
delete from private.email_outbox;
select tests.notify(tests.id('ann'), 'payment_received', 'Now');
select set_config('tests.sent', unsubscribe_token, true) from private.claim_emails(10);
select set_config('tests.' || name, private.unsubscribe_token(member, 'order_update', at), true) from (values
  ('token', tests.id('ann'), now()), ('old', tests.id('ann'), now() - interval '366 days'),
  ('last', tests.id('ann'), now() - interval '365 days'), ('nobody', gen_random_uuid(), now())) as tokens (name, member, at);
select is(split_part(private.unsubscribe_token(tests.id('ann'), 'x', at), '.', 3), day, 'a link is signed with its day, ' || day) from (values
  (timestamptz 'epoch', '0'), (timestamptz 'epoch' + interval '19000 days', '19000'),
  (timestamptz 'epoch' + interval '19001 days' - interval '1 second', '19000')) as d (at, day);
select is((select count(*) from regexp_split_to_table(current_setting('tests.token'), '\.')), 4::bigint, 'a link has a member, types, a day and a signature');
select tests.act_as_anon();
select throws_ok(format('select public.unsubscribe(%L)', token), 'PT422', 'unsubscribe_invalid', 'a link ' || what || ' is refused') from (values
  (replace(current_setting('tests.token'), 'order_update', 'payment_received'), 'with another type'),
  (replace(current_setting('tests.token'), tests.id('ann')::text, tests.id('ben')::text), 'with another member'),
  (left(current_setting('tests.token'), -1) || case when current_setting('tests.token') like '%0' then '1' else '0' end, 'with another signature'),
  (current_setting('tests.nobody'), 'for a member who does not exist'), ('', 'that is empty'), (null, 'that is missing'), ('a.b.c', 'that makes no sense'),
  (current_setting('tests.old'), 'of more than a year ago')
) as wrong (token, what);
select lives_ok($$ select public.unsubscribe(current_setting('tests.last')) $$, 'a link of a year ago is accepted');
select lives_ok($$ select public.unsubscribe(current_setting('tests.token')) $$, 'a link of today is accepted');
select is(public.unsubscribe(current_setting('tests.sent')), 'payment_received', 'a visitor unsubscribes with the link of an e-mail');
select is(public.unsubscribe(current_setting('tests.sent')), 'payment_received', 'a visitor can unsubscribe twice');
select tests.act_as_owner();
select set_eq('select type, mode from public.email_preferences', $$ values ('order_update', 'off'), ('payment_received', 'off') $$,
  'a link switches off the types that it was signed for');
select tests.notify(tests.id('ann'), 'payment_received', 'Again');
select is_empty($$ select * from private.email_outbox where private.notices(notification_ids) -> 0 ->> 'title' = 'Again' $$,
  'a member who unsubscribed gets no e-mail of that type');
insert into public.email_preferences (profile_id, type, mode) values (tests.id('ben'), 'new_kol_match', 'digest'), (tests.id('ben'), 'campaign_match', 'at_once');
select private.unsubscribe(private.unsubscribe_token(tests.id('ben'), 'digest'));
select results_eq($$ select type, mode from public.email_preferences where profile_id = tests.id('ben') order by type $$,
  $$ values ('campaign_match', 'at_once'), ('invite_accepted', 'off'), ('new_kol_match', 'off') $$,
  'the link of a digest switches off every type that comes by digest, chosen or by default');
update auth.users set email = 'new@home.test' where id = tests.user_id(tests.id('ann'));
select throws_ok($$ select public.unsubscribe(current_setting('tests.token')) $$, 'PT422', 'unsubscribe_invalid', 'the new user of a member''s former address cannot unsubscribe the member');
